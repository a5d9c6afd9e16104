// Reads calendars in a thread of its own (ports/aside.ts).

import { parentPort } from 'node:worker_threads'
import { type CalendarQuestion, readCalendar } from './read-calendar.ts'

parentPort?.on('message', (question: CalendarQuestion) => parentPort?.postMessage(readCalendar(question)))
