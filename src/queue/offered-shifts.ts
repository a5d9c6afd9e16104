// The one rule of which shifts of a date can be booked, as far as configuration says; doctor/shifts lists by it and a token is checked by
// it. How many have one, and whether the queue runs, is decided in the database alone.

import { forbidden } from '../availability/bookable.ts'
import { type Price, quote } from '../availability/quote.ts'
import type { Configuration, Practice, WorkShift } from '../catalogue/configuration.ts'
import { shiftsOn } from '../catalogue/hours.ts'
import { addYears, type CalendarDate } from '../values/calendar-date.ts'
import { dateAt, type Instant } from '../values/clinic-time.ts'
import { horizonYears } from '../values/horizon.ts'

/** The last date a token can be had for. */
export function lastShiftDate({ location }: Practice, now: Instant): CalendarDate {
  return addYears(dateAt(location.timezone, now), horizonYears)
}

/** A shift on offer, with its fees at home and abroad; where no other is kept for patients from abroad, both are the same. */
export interface OfferedShift {
  shift: WorkShift
  domestic: Price
  international: Price
}

/** The shifts on offer on a date, by their start; none of a practitioner who has left, or in a mode that is not permitted. */
export function offeredShifts(configuration: Configuration, practice: Practice, date: CalendarDate, now: Instant): OfferedShift[] {
  if (!practice.doctor.isActiveMember || date > lastShiftDate(practice, now)) return []
  return shiftsOn(practice, date).flatMap((shift) => {
    const domestic = feeOf(practice, shift, false)
    if (!domestic || forbidden(configuration, practice.doctor, shift.mode) !== undefined) return []
    return [{ shift, domestic, international: feeOf(practice, shift, true) ?? domestic }]
  })
}

function feeOf(practice: Practice, { mode }: WorkShift, international: boolean): Price | undefined {
  return quote(practice, { mode, tier: undefined, followUp: false, international })
}
