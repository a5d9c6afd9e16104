import { narrowType, statement } from '../../base/db/statement.ts'

/** Why time is taken, by priority: time that is both booked and blocked counts as booked. */
export const busyKinds = ['BOOKED', 'HELD', 'BLOCKED_BY_CLINIC', 'BLOCKED', 'TRAVEL'] as const
/**
 * BOOKED: by a visit. HELD: by an unpaid reservation, or for a patient to whom it is offered.
 * BLOCKED_BY_CLINIC: by staff. BLOCKED: by an external calendar. TRAVEL: on the way to or from a
 * visit at home.
 */
export type BusyKind = (typeof busyKinds)[number]

/** SQL that joins the travel times before and after a claim, which are kept free, as `travel`. */
export const travelTimesJoin = (claim: string) => `cross join lateral (values
    (${claim}.from_at - make_interval(mins => ${claim}.travel_mins), ${claim}.from_at),
    (${claim}.to_at, ${claim}.to_at + make_interval(mins => ${claim}.travel_mins))
  ) as travel (from_at, to_at)`

// range_agg joins touching ranges: sixty fully booked days of a doctor become some sixty rows
// instead of two thousand. No busy time of a calendar is longer than a day, so the relevant ones
// begin within a day before the period, and the primary key finds them.
export const takenTimesSql = `
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
  ) as blocked
  union all
  select 'TRAVEL', travel.from_at, travel.to_at
  from claims c
  ${travelTimesJoin('c')}
  where c.workspace_id = :workspaceId and c.doctor_id = :doctorId and c.travel_mins > 0 and travel.from_at < :to and travel.to_at > :from
    and c.appointment_id is distinct from :exceptAppointmentId
  union all
  select 'BLOCKED_BY_CLINIC', from_at, to_at
  from blocks
  where workspace_id = :workspaceId and doctor_id = :doctorId and to_at > :from and from_at < :to and (location_id is null or location_id = :locationId)`

const takenTimesTakes = {
  workspaceId: 'bigint',
  doctorId: 'bigint',
  locationId: 'bigint',
  from: 'timestamptz',
  to: 'timestamptz',
  exceptAppointmentId: 'bigint?',
} as const

/** The query of `busyTime`, also used in statements that read more in the same round trip. */
export const takenTimes = statement(
  'taken_times',
  {
    takes: takenTimesTakes,
    returns: { kind: narrowType<BusyKind>('text'), from: 'timestamptz', to: 'timestamptz' },
    isShort: true,
  },
  takenTimesSql,
)

/** The times when rooms are taken within a period. The planner finds no index for several at once. */
export const takenTimesOfRooms = statement(
  'taken_times_of_rooms',
  {
    takes: {
      workspaceId: 'bigint',
      roomIds: 'bigint[]',
      from: 'timestamptz',
      to: 'timestamptz',
      exceptAppointmentId: 'bigint?',
    },
    returns: {
      roomId: 'bigint',
      kind: narrowType<BusyKind>('text'),
      from: 'timestamptz',
      to: 'timestamptz',
    },
    isShort: true,
  },
  `
  select room.id as "roomId", taken.kind, taken.from_at as "from", taken.to_at as "to"
  from unnest(:roomIds::bigint[]) as room (id)
  cross join lateral (
    select 'BOOKED' as kind, from_at, to_at
    from claims
    where workspace_id = :workspaceId and room_id = room.id and tstzrange(from_at, to_at) && tstzrange(:from, :to)
      and appointment_id is distinct from :exceptAppointmentId
    union all
    select 'BLOCKED_BY_CLINIC', from_at, to_at
    from blocks
    where workspace_id = :workspaceId and room_id = room.id and to_at > :from and from_at < :to
  ) as taken`,
)
