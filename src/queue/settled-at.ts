import type { CalendarDate } from '../values/calendar-date.ts'
import { clinicDay, type Instant } from '../values/clinic-time.ts'

const hourMs = 3_600_000
// A shift that runs late into the night is not cut off.
const hoursAfterTheDay = 6

/** When a day's queue is settled if nobody has ended it: six hours after the end of its date in the clinic's zone. */
export function settledAt(zone: string, date: CalendarDate): Instant {
  return clinicDay(zone, date).to + hoursAfterTheDay * hourMs
}
