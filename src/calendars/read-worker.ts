// Reads one calendar in a thread of its own (ports/aside.ts) and exits.

import { parentPort, workerData } from 'node:worker_threads'
import { type CalendarQuestion, readCalendar } from './read-calendar.ts'

parentPort?.postMessage(readCalendar(workerData as CalendarQuestion))
