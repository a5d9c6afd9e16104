// When a visit's reminders are due (MSG-02). Pure: it uses only its inputs.

import { addDays } from '../../base/values/calendar-date.ts'
import {
  dateAt,
  firstInstantAtWallTime,
  type Instant,
  minuteOfDayAt,
  parseClock,
} from '../../base/values/clinic-time.ts'
import {
  defaultReminderHours,
  type NoticeSettings,
  type QuietHours,
  type ReminderSettings,
} from './notice-settings.ts'

const hourMs = 3_600_000

export interface DueReminder extends ReminderSettings {
  dueAt: Instant
}

/** The visit that reminders are about; `zone` is the patient's, otherwise the location's. */
interface RemindedVisit {
  fromAt: Instant
  zone: string
}

/**
 * The reminders of a visit, in the order in which they are due: each this many hours of elapsed
 * time before the visit, whatever clock changes happen in them, and never in the quiet hours.
 */
function listReminders(settings: NoticeSettings, { fromAt, zone }: RemindedVisit): DueReminder[] {
  const { reminder, reminderHoursBefore = defaultReminderHours, quietHours } = settings
  if (reminder !== true) return []
  const { reminders = [{ hoursBefore: reminderHoursBefore }] } = settings
  return reminders
    .toSorted((a, b) => b.hoursBefore - a.hoursBefore)
    .map((one) => {
      const usualAt = fromAt - one.hoursBefore * hourMs
      const quiet = quietHours && findQuietHours(quietHours, zone, usualAt)
      return { ...one, dueAt: quiet ? leaveQuietHours(quiet, usualAt, fromAt) : usualAt }
    })
    .toSorted((a, b) => a.dueAt - b.dueAt)
}

/** When the first reminder after an instant is due; null if there is none. */
export function nextReminderAt(
  settings: NoticeSettings,
  visit: RemindedVisit,
  after: Instant,
): Instant | null {
  return listReminders(settings, visit).find(({ dueAt }) => dueAt > after)?.dueAt ?? null
}

/**
 * The reminder that is due at an instant: of several, the last one. If none is yet, the first: it
 * was planned when the settings said another time. Undefined if there are none.
 */
export function dueReminder(
  settings: NoticeSettings,
  visit: RemindedVisit,
  now: Instant,
): DueReminder | undefined {
  const reminders = listReminders(settings, visit)
  return reminders.findLast(({ dueAt }) => dueAt <= now) ?? reminders[0]
}

interface QuietPeriod {
  from: Instant
  until: Instant
}

/** The quiet hours around an instant; undefined if it is in none. `from` belongs to them. */
export function findQuietHours(
  { from, until }: QuietHours,
  zone: string,
  instant: Instant,
): QuietPeriod | undefined {
  const [start, end] = [parseClock(from) ?? 0, parseClock(until) ?? 0]
  const isOvernight = end <= start
  const minute = minuteOfDayAt(zone, instant)
  const isQuiet = isOvernight ? minute >= start || minute < end : minute >= start && minute < end
  if (!isQuiet) return undefined
  const today = dateAt(zone, instant)
  const beganYesterday = isOvernight && minute < end
  return {
    from: firstInstantAtWallTime(zone, beganYesterday ? addDays(today, -1) : today, start),
    until: firstInstantAtWallTime(
      zone,
      isOvernight && !beganYesterday ? addDays(today, 1) : today,
      end,
    ),
  }
}

/**
 * A reminder that would fall into the quiet hours comes when they end, or a minute before they begin
 * if less than half of its time would be left.
 */
function leaveQuietHours({ from, until }: QuietPeriod, usualAt: Instant, fromAt: Instant): Instant {
  return fromAt - until >= (fromAt - usualAt) / 2 ? until : from - 60_000
}
