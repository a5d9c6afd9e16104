// How many visits practitioners have, for the rules that limit them.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import { type CalendarDate, dayNumber, weekdayNumber } from '../../base/values/calendar-date.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { modes as everyMode, type Mode } from '../../base/values/modes.ts'
import {
  hasCaps,
  modesWithRoom,
  type PatientRules,
  type VisitCount,
} from '../../base/values/patient-rules.ts'
import type { BusyInterval } from '../occupancy/busy-time.ts'
import { type BusyKind, takenTimes, takenTimesSql } from '../occupancy/queries.ts'
import type { GridSlot } from './slot-grid.ts'

const countParameters = {
  workspaceId: 'bigint',
  doctorId: 'bigint',
  countedFrom: 'timestamptz',
  countedTo: 'timestamptz',
  exceptAppointmentId: 'bigint?',
} as const
const countColumns = {
  date: 'date',
  mode: narrowType<Mode>('text'),
  visitTypeId: 'bigint?',
  count: 'integer',
} as const

// The type is read only for rules that limit one: it is among the last columns of a wide table, and
// reading so far into each visit of a week costs a list of slots 3 % of its rate.
const countVisitsSql = (visitTypeId: 'visit_type_id' | 'null::bigint') => `
  select appointment_date as date, mode, ${visitTypeId} as "visitTypeId", count(*)::integer as count
  from appointments
  where workspace_id = :workspaceId and doctor_id = :doctorId
    and from_at >= :countedFrom and from_at < :countedTo and status <> 'CANCELLED' and id is distinct from :exceptAppointmentId
  group by 1, 2, 3`

const countVisits = (name: string, visitTypeId: 'visit_type_id' | 'null::bigint') =>
  statement(
    name,
    { takes: countParameters, returns: countColumns, isShort: true },
    countVisitsSql(visitTypeId),
  )

/** Both in one: as a second statement, the counts cost a fifth of a slot list's rate. */
const takenTimesAndCounts = (name: string, visitTypeId: 'visit_type_id' | 'null::bigint') =>
  statement(
    name,
    {
      takes: { ...takenTimes.takes, ...countParameters },
      returns: {
        kind: narrowType<BusyKind>('text?'),
        from: 'timestamptz?',
        to: 'timestamptz?',
        date: 'date?',
        mode: narrowType<Mode>('text?'),
        visitTypeId: 'bigint?',
        count: 'integer?',
      },
      isShort: true,
    },
    `
  select kind, "from", "to", null::date as date, null as mode, null::bigint as "visitTypeId", null::integer as count
  from (${takenTimesSql}
  ) as taken
  union all
  select null, null, null, date, mode, "visitTypeId", count
  from (${countVisitsSql(visitTypeId)}
  ) as counted`,
  )

const ofAnyType = {
  counts: countVisits('count_visits', 'null::bigint'),
  takenTimesAndCounts: takenTimesAndCounts('taken_times_and_visit_counts', 'null::bigint'),
}
export const countVisitsByType = countVisits('count_visits_by_type', 'visit_type_id')
const byType = {
  counts: countVisitsByType,
  takenTimesAndCounts: takenTimesAndCounts('taken_times_and_visits_by_type', 'visit_type_id'),
}
const selectStatements = ({ visitType }: PatientRules) => (visitType ? byType : ofAnyType)

/** The practitioner whose visits are counted, and a visit that is to be moved: it is not. */
export interface CountedDoctor {
  workspaceId: number
  doctorId: number
  exceptAppointmentId?: number | null
}

/** Dates whose whole weeks are counted, as these rules limit their visits. */
export interface CountedDates {
  from: CalendarDate
  to: CalendarDate
  rules: PatientRules
}

const dayMs = 86_400_000

function toCountInput(doctor: CountedDoctor, dates: Omit<CountedDates, 'rules'>) {
  return { exceptAppointmentId: null, ...doctor, ...findCountedPeriod(dates) }
}

/** The time in which the whole weeks of these dates lie, in any zone. */
export function findCountedPeriod({ from, to }: Omit<CountedDates, 'rules'>) {
  const monday = dayNumber(from) - weekdayNumber(from) + 1
  const sunday = dayNumber(to) - weekdayNumber(to) + 7
  return {
    // A date begins at most a day before or after it does in UTC; a few visits more do not matter.
    countedFrom: (monday - 1) * dayMs,
    countedTo: (sunday + 2) * dayMs,
  }
}

/**
 * A practitioner's visits of the weeks of these dates and a little more, at all locations, without
 * cancelled ones.
 */
export async function readVisitCounts(
  queries: Queries,
  doctor: CountedDoctor,
  dates: CountedDates,
): Promise<VisitCount[]> {
  return queries.rows(selectStatements(dates.rules).counts, toCountInput(doctor, dates))
}

/** What a practitioner's calendar holds. */
export interface CalendarContent {
  busy: BusyInterval[]
  counts: VisitCount[]
}

/** The same visits together with the busy times of a period at a location. */
export async function readBusyTimeAndCounts(
  queries: Queries,
  doctor: CountedDoctor & { locationId: number },
  period: Interval,
  dates: CountedDates,
): Promise<CalendarContent> {
  const rows = await queries.rows(selectStatements(dates.rules).takenTimesAndCounts, {
    ...toCountInput(doctor, dates),
    locationId: doctor.locationId,
    ...period,
  })
  const content: CalendarContent = { busy: [], counts: [] }
  for (const { kind, from, to, date, mode, visitTypeId, count } of rows)
    if (kind !== null && from !== null && to !== null) content.busy.push({ kind, from, to })
    else if (date !== null && mode !== null && count !== null)
      content.counts.push({ date, mode, visitTypeId, count })
  return content
}

/** The slots of a date in the modes in which the practitioner's caps leave room. */
export function withinCaps(
  rules: PatientRules | undefined,
  counts: readonly VisitCount[],
  date: CalendarDate,
  slots: readonly GridSlot[],
): readonly GridSlot[] {
  if (!rules || !hasCaps(rules) || counts.length === 0) return slots
  const open = modesWithRoom(rules, counts, date, everyMode)
  if (open.length === everyMode.length) return slots
  return slots.flatMap((slot) => {
    const modes = slot.modes.filter((mode) => open.includes(mode))
    if (modes.length === slot.modes.length) return slot
    // Makes a copy without the values cached on the slot.
    return modes.length === 0 ? [] : { from: slot.from, to: slot.to, modes }
  })
}
