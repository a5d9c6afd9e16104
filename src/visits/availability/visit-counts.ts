// How many visits practitioners have, for the rules that limit them.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import { addDays, type CalendarDate } from '../../base/values/calendar-date.ts'
import type { Mode } from '../../base/values/modes.ts'
import {
  findWeek,
  hasCaps,
  modesWithRoom,
  type PatientRules,
  type VisitCount,
} from '../../base/values/patient-rules.ts'
import type { GridSlot } from './slot-grid.ts'

const countVisits = statement(
  'count_visits',
  {
    takes: {
      workspaceId: 'bigint',
      doctorId: 'bigint',
      firstDate: 'date',
      lastDate: 'date',
      since: 'date',
      until: 'date',
      exceptAppointmentId: 'bigint?',
    },
    returns: { date: 'date', mode: narrowType<Mode>('text'), count: 'integer' },
    isShort: true,
  },
  // The index has instants: a date begins at most a day before or after it does in UTC.
  `
  select appointment_date as date, mode, count(*)::integer as count
  from appointments
  where workspace_id = :workspaceId and doctor_id = :doctorId
    and from_at >= (:since::date)::timestamp at time zone 'UTC' and from_at < (:until::date)::timestamp at time zone 'UTC'
    and appointment_date between :firstDate and :lastDate
    and status <> 'CANCELLED' and id is distinct from :exceptAppointmentId
  group by 1, 2`,
)

/**
 * A practitioner's visits of the weeks from one date to another, at all locations, without
 * cancelled ones and `exceptAppointmentId`, a visit that is to be moved.
 */
export async function readVisitCounts(
  queries: Queries,
  doctor: { workspaceId: number; doctorId: number; exceptAppointmentId?: number | null },
  from: CalendarDate,
  to: CalendarDate,
): Promise<VisitCount[]> {
  const firstDate = findWeek(from).monday
  const lastDate = findWeek(to).sunday
  return queries.rows(countVisits, {
    exceptAppointmentId: null,
    ...doctor,
    firstDate,
    lastDate,
    since: addDays(firstDate, -1),
    until: addDays(lastDate, 2),
  })
}

/** The slots of a date in the modes in which the practitioner's caps leave room. */
export function withinCaps(
  rules: PatientRules | undefined,
  counts: readonly VisitCount[],
  date: CalendarDate,
  slots: readonly GridSlot[],
): GridSlot[] {
  if (!rules || !hasCaps(rules)) return [...slots]
  return slots.flatMap((slot) => {
    const modes = modesWithRoom(rules, counts, date, slot.modes)
    if (modes.length === slot.modes.length) return slot
    // Makes a copy without the values cached on the slot.
    return modes.length === 0 ? [] : { from: slot.from, to: slot.to, modes }
  })
}
