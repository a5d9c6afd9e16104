// When the news of patients are mailed to a member. Pure: it uses only its inputs.

import { addDays } from '../../base/values/calendar-date.ts'
import { dateAt, firstInstantAtWallTime, type Instant } from '../../base/values/clinic-time.ts'
import type { MailChoice } from './queries.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/**
 * News are told once they are this old: an entry has the time at which its transaction began, and
 * could otherwise appear behind what was told already.
 */
export const settledMs = 15_000

export interface MailPlan {
  mails: Exclude<MailChoice, 'NONE'>
  /** Of DAILY: minutes after midnight in the zone. */
  mailMinute: number | null
  zone: string
  /** Up to when the member was told. */
  mailedAt: Instant
}

/**
 * When the next mail is due: a minute after the last one at the earliest, at the next full hour, or
 * at the time of day. In the night of a clock change it goes out once.
 */
export function nextMailAt({ mails, mailMinute, zone, mailedAt }: MailPlan): Instant {
  const lastAt = mailedAt + settledMs
  if (mails === 'AT_ONCE') return lastAt + minuteMs
  if (mails === 'HOURLY') return (Math.floor(lastAt / hourMs) + 1) * hourMs
  const today = dateAt(zone, lastAt)
  const atMinute = (date: string) => firstInstantAtWallTime(zone, date, mailMinute ?? 0)
  return atMinute(today) > lastAt ? atMinute(today) : atMinute(addDays(today, 1))
}
