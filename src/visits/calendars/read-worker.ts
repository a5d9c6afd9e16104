// Reads calendars in a thread of its own (ports/aside.ts).

import { parentPort } from 'node:worker_threads'
import { type CalendarInput, readCalendar } from './read-calendar.ts'

parentPort?.on('message', (input: CalendarInput) => parentPort?.postMessage(readCalendar(input)))
