import type { Queries } from '../db/database.ts'
import { narrowed, statement } from '../db/statement.ts'
import type { Interval } from '../values/intervals.ts'

/** Why time is taken, the weightiest first: time that is both booked and blocked counts as booked. */
export const busyKinds = ['BOOKED', 'HELD', 'BLOCKED'] as const
/** BOOKED: by a visit. HELD: by a reservation that is not paid yet. BLOCKED: by a calendar elsewhere. */
export type BusyKind = (typeof busyKinds)[number]

export interface BusyInterval extends Interval {
  kind: BusyKind
}

/** What `busyTime` asks; for statements that ask something more in the same round trip. */
export const takenTimes = statement(
  'taken_times',
  {
    takes: { workspaceId: 'bigint', doctorId: 'bigint', from: 'timestamptz', to: 'timestamptz', exceptAppointmentId: 'bigint?' },
    returns: { kind: narrowed<BusyKind>('text'), from: 'timestamptz', to: 'timestamptz' },
  },
  // range_agg joins what touches: a full doctor's sixty days come back as some sixty rows instead of two
  // thousand. No busy time of a calendar is longer than a day, so those that matter begin within a day
  // before the period, and the primary key finds them.
  `
  select 'BOOKED' as kind, lower(taken) as "from", upper(taken) as "to"
  from (
    select unnest(range_agg(tstzrange(from_at, to_at))) as taken
    from claims
    where workspace_id = :workspaceId and doctor_id = :doctorId and tstzrange(from_at, to_at) && tstzrange(:from, :to)
      and appointment_id is distinct from :exceptAppointmentId
  ) as joined
  union all
  select 'BLOCKED', lower(taken), upper(taken)
  from (
    select unnest(range_agg(tstzrange(from_at, to_at))) as taken
    from calendar_busy_times
    where workspace_id = :workspaceId and doctor_id = :doctorId
      and from_at > :from::timestamptz - interval '24 hours' and from_at < :to and to_at > :from
  ) as blocked`,
)

/**
 * Time of a doctor, at whatever location, that is taken within a period, by kind; touching times of one kind are joined. The time of
 * `exceptAppointmentId`, a visit that is to be moved, counts as free.
 */
export async function busyTime(
  queries: Queries,
  workspaceId: number,
  doctorId: number,
  period: Interval,
  exceptAppointmentId: number | null = null,
): Promise<BusyInterval[]> {
  return queries.rows(takenTimes, { workspaceId, doctorId, ...period, exceptAppointmentId })
}

/**
 * Splits `candidates` into those that touch no busy time and those that do, with the weightiest kind that does. Both lists may
 * overlap within themselves; the busy one is sorted here.
 */
export function splitByBusy<T extends Interval>(candidates: readonly T[], busy: readonly BusyInterval[]): { free: T[]; taken: { slot: T; kind: BusyKind }[] } {
  const sorted = [...busy].sort((a, b) => a.from - b.from)
  const free: T[] = []
  const taken: { slot: T; kind: BusyKind }[] = []
  for (const slot of candidates) {
    let low = 0
    let high = sorted.length
    // First busy interval that starts at or after the slot's end: only earlier ones can overlap.
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] as BusyInterval).from < slot.to) low = middle + 1
      else high = middle
    }
    // Busy intervals may nest, so every earlier one counts; they are few (a day of one doctor).
    let kind: BusyKind | undefined
    for (let index = 0; index < low && kind !== busyKinds[0]; index += 1) {
      const { to, kind: other } = sorted[index] as BusyInterval
      if (to > slot.from && (kind === undefined || busyKinds.indexOf(other) < busyKinds.indexOf(kind))) kind = other
    }
    if (kind === undefined) free.push(slot)
    else taken.push({ slot, kind })
  }
  return { free, taken }
}
