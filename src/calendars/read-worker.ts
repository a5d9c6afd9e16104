// Reads one calendar in a thread of its own (ports/aside.ts) and exits.

import { parentPort, workerData } from 'node:worker_threads'
import { type CalendarQuestion, readCalendar } from './read-calendar.ts'

/** A calendar as it was sent, in UTF-8: its bytes become text here, since ten million take a tenth of a second. */
export type UnreadCalendar = Omit<CalendarQuestion, 'text'> & { text: string | Uint8Array }

const { text, ...others } = workerData as UnreadCalendar
parentPort?.postMessage(readCalendar({ ...others, text: typeof text === 'string' ? text : Buffer.from(text).toString() }))
