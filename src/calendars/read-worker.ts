// Reads one calendar in a thread of its own and ends.

import { parentPort, workerData } from 'node:worker_threads'
import { type CalendarQuestion, readCalendar } from './read-calendar.ts'

parentPort?.postMessage(readCalendar(workerData as CalendarQuestion))
