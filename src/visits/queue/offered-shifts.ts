// The single rule for which shifts of a date the configuration lets callers book; doctor/shifts
// lists shifts by it, and tokens are checked against it. The database alone decides the number of
// tokens and whether the queue is running.

import { addYears, type CalendarDate } from '../../base/values/calendar-date.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { horizonYears } from '../../base/values/horizon.ts'
import type { Configuration, Practice, WorkShift } from '../../clinic/catalogue/configuration.ts'
import { shiftsOn } from '../../clinic/catalogue/hours.ts'
import { forbiddenReason } from '../../clinic/catalogue/modes-on-offer.ts'
import { type Price, quote } from '../availability/quote.ts'

/** The last date for which a token can be booked. */
export function lastShiftDate({ location }: Practice, now: Instant): CalendarDate {
  return addYears(dateAt(location.timezone, now), horizonYears)
}

/**
 * A shift on offer, with its fees for domestic and foreign patients, which are equal if there is
 * only one.
 */
export interface OfferedShift {
  shift: WorkShift
  domestic: Price
  international: Price
}

/**
 * The shifts on offer on a date, by their start; none for a practitioner who has left, or
 * in a mode that is not permitted.
 */
export function listOfferedShifts(
  configuration: Configuration,
  practice: Practice,
  date: CalendarDate,
  now: Instant,
): OfferedShift[] {
  if (!practice.doctor.isActiveMember || date > lastShiftDate(practice, now)) return []
  return shiftsOn(practice, date).flatMap((shift) => {
    const domestic = shiftFee(practice, shift, false)
    if (!domestic || forbiddenReason(configuration, practice.doctor, shift.mode) !== undefined)
      return []
    return [{ shift, domestic, international: shiftFee(practice, shift, true) ?? domestic }]
  })
}

function shiftFee(
  practice: Practice,
  { mode }: WorkShift,
  international: boolean,
): Price | undefined {
  return quote(practice, { mode, tier: undefined, followUp: false, international })
}
