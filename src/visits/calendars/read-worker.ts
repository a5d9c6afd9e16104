// Reads calendars in a thread of a child process (ports/ask-in-child-process.ts).

import { parentPort } from 'node:worker_threads'
import { type CalendarInput, readCalendar } from './read-calendar.ts'

parentPort?.on('message', (input: CalendarInput) => parentPort?.postMessage(readCalendar(input)))
