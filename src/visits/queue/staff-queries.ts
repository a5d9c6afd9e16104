import { narrowType, statement } from '../../base/db/statement.ts'
import { authorParameters } from '../../base/operations/actor.ts'
import { noticeWorkKind } from '../../clinic/notices/plan-notices.ts'
import type { PaymentStatus } from '../../money/payments/payable.ts'
import { type StatusAtEnd, statusAtEnd } from './staff-actions.ts'
import type { VisitStatus } from './visit-status.ts'

/** A shift by the id that staff give, even if it is no longer on offer. */
export const shiftById = statement(
  'shift_by_id',
  {
    takes: { workspaceId: 'bigint', workShiftId: 'bigint' },
    returns: { timezone: 'text' },
  },
  `
  select l.timezone
  from work_shifts s
  join locations l on l.workspace_id = s.workspace_id and l.id = s.location_id
  where s.workspace_id = :workspaceId and s.id = :workShiftId`,
)

/** Locks a day's queue until the transaction ends. */
export const lockQueueDayRow = statement(
  'lock_queue_day',
  {
    takes: { workspaceId: 'bigint', workShiftId: 'bigint', appointmentDate: 'date' },
    returns: {
      id: 'bigint',
      capacity: 'integer',
      booked: 'integer',
      waiting: 'integer',
      startedAt: 'timestamptz?',
      endedAt: 'timestamptz?',
    },
  },
  `
  select id, capacity, booked, waiting, started_at as "startedAt", ended_at as "endedAt"
  from queue_days
  where workspace_id = :workspaceId and work_shift_id = :workShiftId and date = :appointmentDate
  for no key update`,
)

const dayParameters = { workspaceId: 'bigint', queueDayId: 'bigint' } as const

export const startDay = statement(
  'start_day',
  { takes: { ...dayParameters, now: 'timestamptz' } },
  `
  update queue_days
  set started_at = :now
  where workspace_id = :workspaceId and id = :queueDayId`,
)

/**
 * Ends a day's queue no earlier than the last token was taken, which a process with a faster clock
 * may have recorded.
 */
export const endDay = statement(
  'end_day',
  { takes: { ...dayParameters, now: 'timestamptz' } },
  `
  update queue_days
  set ended_at = greatest(:now, started_at, (select max(created_at) from queue_visits where workspace_id = :workspaceId and queue_day_id = :queueDayId))
  where workspace_id = :workspaceId and id = :queueDayId`,
)

const staffVisit = {
  id: 'bigint',
  patientId: 'bigint',
  tokenLetter: 'text',
  tokenNumber: 'integer',
  status: narrowType<VisitStatus>('text'),
  paymentStatus: narrowType<PaymentStatus>('text'),
  currency: 'text',
  chargeMinor: 'bigint',
  discountMinor: 'bigint',
  calledAt: 'timestamptz?',
  beganAt: 'timestamptz?',
  /** The position in the waiting line, 1 for the first; null for a visit that no longer waits. */
  position: 'bigint?',
  /** Whether a gateway is being asked for its refund. */
  isRefundUnderWay: 'boolean',
} as const

export const visitByNumber = statement(
  'visit_by_number',
  { takes: { ...dayParameters, tokenNumber: 'integer' }, returns: staffVisit },
  `
  select v.id, v.patient_id as "patientId", v.token_letter as "tokenLetter", v.token_number as "tokenNumber", v.status, v.payment_status as "paymentStatus",
    v.currency, v.charge_minor as "chargeMinor", v.discount_minor as "discountMinor", v.called_at as "calledAt", v.began_at as "beganAt",
    case when waits_in_line(v.status) then (
      select count(*)
      from queue_visits o
      where o.workspace_id = :workspaceId and o.queue_day_id = :queueDayId and waits_in_line(o.status) and o.place <= v.place
    ) end as position, exists (
      select from refunds r where r.workspace_id = v.workspace_id and r.visit_id = v.id and r.state = 'REQUESTED'
    ) as "isRefundUnderWay"
  from queue_visits v
  where v.workspace_id = :workspaceId and v.queue_day_id = :queueDayId and v.token_number = :tokenNumber`,
)

export const firstWaiting = statement(
  'first_waiting_token',
  { takes: dayParameters, returns: { tokenNumber: 'integer' } },
  `
  select v.token_number as "tokenNumber"
  from queue_visits v
  where v.workspace_id = :workspaceId and v.queue_day_id = :queueDayId and v.status = 'WAITING'
    and v.id not in (select visit_id from refunds where workspace_id = :workspaceId and state = 'REQUESTED' and visit_id is not null)
  order by v.place
  limit 1`,
)

/**
 * The place for a visit that moves to a position in the waiting line, 1 for the first: directly
 * behind its predecessor, so that no other visit, waiting or not, has the same place. Null if no
 * other visit waits.
 */
export const findPlace = statement(
  'find_place_in_line',
  {
    takes: { ...dayParameters, visitId: 'bigint', position: 'bigint' },
    returns: { place: 'text?' },
  },
  `
  with others as materialized (
    select place, waits_in_line(status) as waits
    from queue_visits
    where workspace_id = :workspaceId and queue_day_id = :queueDayId and id <> :visitId
  ),
  before as (
    select max(place) as place
    from (select place from others where waits order by place limit :position::bigint - 1) as passed
  ),
  first as (
    select min(place) as place from others where waits
  )
  select (case
    when before.place is not null then
      (before.place + coalesce((select min(o.place) from others o where o.place > before.place), (select max(token_number) + 1
        from queue_visits where workspace_id = :workspaceId and queue_day_id = :queueDayId))) * 0.5
    when first.place is not null then (first.place + coalesce((select max(o.place) from others o where o.place < first.place), 0)) * 0.5
  end)::text as place
  from before
  cross join first`,
)

/**
 * Sets the status that an action leads to. The length of a consultation is counted from its call,
 * but not from before the previous one ended.
 */
export const changeVisit = statement(
  'change_visit',
  {
    takes: {
      workspaceId: 'bigint',
      visitId: 'bigint',
      action: 'text',
      status: narrowType<VisitStatus>('text'),
      place: 'text?',
      reason: 'text?',
      voided: 'boolean',
      now: 'timestamptz',
    },
  },
  `
  update queue_visits v
  set status = :status, voided = :voided, place = coalesce(:place::text::numeric, place), updated_at = :now,
    called_at = case when :action = 'call' then :now when :action = 'bringBack' or :action = 'undo' and :status = 'WAITING' then null else called_at end,
    began_at = case :action when 'begin' then :now when 'undo' then null else began_at end,
    completed_at = case :action when 'complete' then :now::timestamptz else completed_at end,
    consultation_seconds = case :action when 'complete' then greatest(0, extract(epoch from :now - greatest(
      coalesce(called_at, began_at),
      (select max(o.completed_at) from queue_visits o where o.workspace_id = v.workspace_id and o.queue_day_id = v.queue_day_id)
    )))::integer else consultation_seconds end,
    cancellation_reason = case :action when 'cancel' then :reason else cancellation_reason end
  where workspace_id = :workspaceId and id = :visitId`,
)

/** Closes all visits of a day that are still open. */
export const closeVisits = statement(
  'close_visits',
  {
    takes: { ...dayParameters, reason: 'text', now: 'timestamptz' },
    returns: {
      id: 'bigint',
      patientId: 'bigint',
      status: narrowType<StatusAtEnd>('text'),
      paymentStatus: narrowType<PaymentStatus>('text'),
    },
  },
  `
  update queue_visits
  set status = ends.status, updated_at = :now,
    completed_at = case ends.status when 'COMPLETED' then :now::timestamptz end,
    cancellation_reason = case ends.status when 'CANCELLED' then :reason end
  from (values ${Object.entries(statusAtEnd)
    .map(([from, to]) => `('${from}', '${to}')`)
    .join(', ')}) as ends (open, status)
  where workspace_id = :workspaceId and queue_day_id = :queueDayId and queue_visits.status = ends.open
  returning id, patient_id as "patientId", queue_visits.status, payment_status as "paymentStatus"`,
)

/** Records an event for each visit; for the queue itself if `visitIds` is null. */
export const insertQueueEvents = statement(
  'insert_queue_events',
  {
    takes: {
      ...dayParameters,
      event: 'text',
      visitIds: 'bigint[]?',
      reason: 'text?',
      now: 'timestamptz',
      ...authorParameters,
    },
  },
  `
  insert into queue_events (workspace_id, queue_day_id, visit_id, event, at, reason, key_id, by_session, acting_user_id, operator, by_service)
  select :workspaceId, :queueDayId, visit_id, :event, :now, :reason, :keyId, :bySession, :actingUserId, :operator, :byService
  from unnest(coalesce(:visitIds::bigint[], array[null::bigint])) as visit_id`,
)

/**
 * Plans notices to patients whose turn is near, if the clinic wants them: those whose visits wait
 * in one of the first places, and who have had no notice of this kind. Patients who were already
 * called get none.
 */
export const planTurns = statement(
  'plan_turn_notices',
  { takes: { ...dayParameters, defaultPlaces: 'integer', dueAt: 'timestamptz' } },
  `
  insert into due_work (workspace_id, kind, subject_id, due_at)
  select w.id, '${noticeWorkKind('turn')}', near.id, :dueAt
  from workspaces w
  cross join lateral (
    select v.id, v.status
    from queue_visits v
    where v.workspace_id = w.id and v.queue_day_id = :queueDayId and waits_in_line(v.status)
    order by v.place
    limit coalesce((w.notices ->> 'turnPlacesBefore')::integer, :defaultPlaces) + 1
  ) near
  where w.id = :workspaceId and w.notices ->> 'turn' = 'true' and near.status = 'WAITING'
    and not exists (select from notices n where n.workspace_id = w.id and n.visit_id = near.id and n.kind = 'turn')
  on conflict do nothing`,
)

/**
 * Removes planned notices to patients whose turn is no longer near, because a call before it was
 * undone.
 */
export const deletePlannedTurns = statement(
  'delete_planned_turn_notices',
  { takes: { ...dayParameters, defaultPlaces: 'integer' } },
  `
  delete from due_work d
  using workspaces w
  cross join lateral (
    select v.id
    from queue_visits v
    where v.workspace_id = w.id and v.queue_day_id = :queueDayId and waits_in_line(v.status)
    order by v.place
    offset coalesce((w.notices ->> 'turnPlacesBefore')::integer, :defaultPlaces) + 1
  ) far
  where w.id = :workspaceId and d.workspace_id = :workspaceId and d.kind = '${noticeWorkKind('turn')}' and d.subject_id = far.id`,
)

/**
 * Plans notices to patients whose tokens were cancelled, if the clinic wants them. Patients who
 * never made the required payment are notified only if they had been notified of the token.
 */
export const planTokenCancellations = statement(
  'plan_token_cancellations',
  { takes: { workspaceId: 'bigint', visitIds: 'bigint[]', now: 'timestamptz' } },
  `
  insert into due_work (workspace_id, kind, subject_id, due_at)
  select w.id, '${noticeWorkKind('tokenCancellation')}', v.id, :now
  from workspaces w
  join queue_visits v on v.workspace_id = w.id and v.id = any (:visitIds::bigint[])
  where w.id = :workspaceId and w.notices ->> 'tokenCancellation' = 'true'
    and (
      v.payment_status <> 'PENDING'
      -- Reads only the first index entry: for an EXISTS, all notices might be read.
      or (select true from notices n where n.workspace_id = w.id and n.visit_id = v.id and n.state not in ('FAILED', 'SKIPPED')
        order by n.kind limit 1)
    )
  order by v.id
  on conflict do nothing`,
)

export const setTokenPayment = statement(
  'set_token_payment',
  {
    takes: {
      workspaceId: 'bigint',
      visitId: 'bigint',
      paymentStatus: narrowType<PaymentStatus>('text'),
      paymentMode: 'text?',
      now: 'timestamptz',
    },
  },
  `
  update queue_visits
  set payment_status = :paymentStatus, payment_mode = coalesce(:paymentMode, payment_mode), updated_at = :now
  where workspace_id = :workspaceId and id = :visitId`,
)

const tokenParameters = { workspaceId: 'bigint', visitId: 'bigint' } as const

/** Locks a token until the transaction ends. */
export const lockToken = statement(
  'lock_token',
  { takes: tokenParameters, returns: { id: 'bigint' } },
  `
  select id
  from queue_visits
  where workspace_id = :workspaceId and id = :visitId for no key update`,
)

export const setTokenArrival = statement(
  'set_token_arrival',
  { takes: { ...tokenParameters, arrivedAt: 'timestamptz?', now: 'timestamptz' } },
  `
  update queue_visits
  set arrived_at = :arrivedAt, updated_at = :now
  where workspace_id = :workspaceId and id = :visitId`,
)

/** The day of a token, and its number on that day. */
export const visitDay = statement(
  'day_of_visit',
  {
    takes: { workspaceId: 'bigint', visitId: 'bigint' },
    returns: {
      workShiftId: 'bigint',
      doctorId: 'bigint',
      date: 'date',
      fromMinute: 'smallint',
      tokenNumber: 'integer',
    },
  },
  `
  select v.work_shift_id as "workShiftId", v.doctor_id as "doctorId", v.appointment_date as date, s.from_minute as "fromMinute",
    v.token_number as "tokenNumber"
  from queue_visits v
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
  where v.workspace_id = :workspaceId and v.id = :visitId`,
)
