import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDay, type Instant } from '../../base/values/clinic-time.ts'

const hourMs = 3_600_000
// Later than any shift that runs into the night.
const hoursAfterTheDay = 6

/**
 * When a day's queue is closed if staff have not ended it: six hours after the end of its date in
 * the clinic's timezone.
 */
export function queueClosingTime(zone: string, date: CalendarDate): Instant {
  return clinicDay(zone, date).to + hoursAfterTheDay * hourMs
}
