import { narrowType, statement } from '../../base/db/statement.ts'
import type { Channel } from '../../base/messages/channels.ts'
import { type Delivery, deliveries } from '../../base/messages/sms/carrier-event.ts'
import type { NoticeKind } from './notice-settings.ts'

export type NoticeState = 'SENDING' | 'SENT' | 'FAILED' | 'UNKNOWN' | 'SKIPPED'

const noticeParameters = { workspaceId: 'bigint', id: 'bigint' } as const
/** The subject of a notice: a visit, a token, an offer or a pack. */
const subjectIds = {
  appointmentId: 'bigint?',
  visitId: 'bigint?',
  offerId: 'bigint?',
  patientPackId: 'bigint?',
} as const
const subjectParameters = {
  workspaceId: 'bigint',
  ...subjectIds,
  kind: narrowType<NoticeKind>('text'),
} as const
const subjectCondition =
  '(appointment_id = :appointmentId::bigint or visit_id = :visitId::bigint or offer_id = :offerId::bigint or patient_pack_id = :patientPackId::bigint)'

/** The most visits in one message: the payload of its work is limited. */
const gatheredMax = 50

/**
 * Plans to notify a patient of a visit together with their other changes; returns no row if the
 * message is already full.
 */
export const planGatheredNotice = statement(
  'plan_gathered_notice',
  {
    takes: {
      workspaceId: 'bigint',
      kind: 'text',
      patientId: 'bigint',
      appointmentId: 'bigint',
      change: 'text',
      dueAt: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into due_work (workspace_id, kind, subject_id, due_at, payload)
  values (:workspaceId, :kind, :patientId, :dueAt, jsonb_build_object('changes', jsonb_build_object(:appointmentId::bigint, :change::text)))
  on conflict (workspace_id, kind, subject_id) do update
  set due_at = excluded.due_at, state = 'WAITING', attempts = 0, last_error = null, planned_again = due_work.leased_until is not null,
    payload = jsonb_build_object('changes', (due_work.payload -> 'changes') || (excluded.payload -> 'changes'))
  where (select count(*) from jsonb_object_keys(due_work.payload -> 'changes')) < ${gatheredMax}
  returning id`,
)

/**
 * A lock per workspace: notices are begun one after the other, so that their number can be limited.
 */
export const lockNotices = statement(
  'lock_notices',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  select from pg_advisory_xact_lock(hashtextextended('notices', :workspaceId))`,
)

export const lastNotice = statement(
  'last_notice',
  {
    takes: subjectParameters,
    returns: {
      id: 'bigint',
      state: narrowType<NoticeState>('text'),
      visitFromAt: 'timestamptz',
      lateMinutes: 'smallint?',
      reference: 'text?',
      reminderHours: 'smallint?',
    },
  },
  `
  select id, state, visit_from_at as "visitFromAt", late_minutes as "lateMinutes", reference, reminder_hours as "reminderHours"
  from notices
  where workspace_id = :workspaceId and ${subjectCondition} and kind = :kind
  order by id desc
  limit 1`,
)

// Must match the condition of the indexes.
const wentOutCondition = "state in ('SENDING', 'SENT', 'UNKNOWN')"
/** Of notices that failed, or may not have arrived. */
export const failedCondition = "(state in ('FAILED', 'UNKNOWN') or delivery = 'UNDELIVERED')"

/**
 * A notice of a visit that the patient has received, or may have. The condition is negated so that
 * the planner does not use the indexes of sent notices, which are not by visit.
 */
export const possiblySentNotice = statement(
  'possibly_sent_notice',
  { takes: { workspaceId: 'bigint', ...subjectIds }, returns: { id: 'bigint' } },
  `
  select id
  from notices
  where workspace_id = :workspaceId and state not in ('FAILED', 'SKIPPED')
    and ${subjectCondition}
  limit 1`,
)

/** The notices sent since an instant, counted for each limit. */
export const noticesSince = statement(
  'notices_since',
  {
    takes: {
      workspaceId: 'bigint',
      destinationHash: 'bytea',
      siteHash: 'bytea?',
      since: 'timestamptz',
      max: 'bigint',
      maxToDestination: 'bigint',
      maxOfSite: 'bigint',
    },
    returns: { ofWorkspace: 'bigint', toDestination: 'bigint', ofSite: 'bigint' },
  },
  `
  select
    (select count(*) from (select from notices where workspace_id = :workspaceId and ${wentOutCondition} and at > :since limit :max) as n) as "ofWorkspace",
    (
      select count(*)
      from (
        select from notices
        where workspace_id = :workspaceId and destination_hash = :destinationHash and ${wentOutCondition} and at > :since
        limit :maxToDestination
      ) as n
    ) as "toDestination",
    (
      select count(*)
      from (select from notices where workspace_id = :workspaceId and site_hash = :siteHash and ${wentOutCondition} and at > :since limit :maxOfSite) as n
    ) as "ofSite"`,
)

const attemptColumns = {
  at: 'timestamptz',
  visitFromAt: 'timestamptz',
  /** How late the practitioner is, for a notice of lateness. */
  lateMinutes: 'smallint?',
  /** Which reminder it is: how many hours before the visit. */
  reminderHours: 'smallint?',
  channel: narrowType<Channel>('text?'),
  destination: 'text?',
  destinationHash: 'bytea?',
  siteHash: 'bytea?',
  reference: 'text',
} as const

/** Begins a notice, or continues one whose last attempt failed; `id` is null for a new one. */
export const beginNotice = statement(
  'begin_notice',
  { takes: { ...subjectParameters, ...attemptColumns, id: 'bigint?' }, returns: { id: 'bigint' } },
  `
  with again as (
    update notices
    set state = 'SENDING', at = :at, visit_from_at = :visitFromAt, attempts = attempts + 1, channel = :channel, destination = :destination,
      destination_hash = :destinationHash, site_hash = :siteHash, late_minutes = :lateMinutes, reminder_hours = :reminderHours, error = null,
      reference = :reference, delivery = null, delivery_code = null
    where workspace_id = :workspaceId and id = :id::bigint
    returning id
  ),
  made as (
    insert into notices (workspace_id, appointment_id, visit_id, offer_id, patient_pack_id, kind, state, at, visit_from_at, late_minutes, attempts, channel, destination,
      destination_hash, site_hash, reference, reminder_hours)
    select :workspaceId, :appointmentId, :visitId, :offerId, :patientPackId, :kind, 'SENDING', :at, :visitFromAt, :lateMinutes, 1, :channel, :destination,
      :destinationHash, :siteHash, :reference, :reminderHours
    where :id::bigint is null
    returning id
  )
  select id from again union all select id from made`,
)

/** A notice may be unknown to its sender, but not to a carrier that has reported about it. */
const knownState = (state: string) =>
  `case when ${state} <> 'SENT' and delivery is not null then 'SENT' else ${state} end`
const knownError = (state: string, error: string) =>
  `case when ${state} <> 'SENT' and delivery is not null then null else ${error} end`

/**
 * The result of a notice that was begun, even if it was given up in the meantime: the sender knows
 * better.
 */
export const endNotice = statement(
  'end_notice',
  {
    takes: {
      ...noticeParameters,
      state: narrowType<'SENT' | 'FAILED' | 'UNKNOWN'>('text'),
      at: 'timestamptz',
      error: 'text?',
    },
  },
  `
  update notices
  set state = ${knownState(':state::text')}, at = :at, error = ${knownError(':state::text', ':error::text')}
  where workspace_id = :workspaceId and id = :id and state in ('SENDING', 'UNKNOWN')`,
)

/** SQL for how far along a report of a carrier is. */
export const deliveryRankSql = (delivery: string) =>
  `coalesce(array_position(array[${deliveries.map((name) => `'${name}'`).join(', ')}], ${delivery}), 0)`

/**
 * What a carrier reports about a message: of all reports, the one that is furthest along counts, in
 * whatever order they arrive. A carrier that reports about a message has taken it.
 */
export const recordDelivery = statement(
  'record_delivery',
  {
    takes: {
      workspaceId: 'bigint',
      reference: 'text',
      delivery: narrowType<Delivery>('text'),
      code: 'text?',
    },
    returns: { id: 'bigint' },
  },
  `
  update notices
  set delivery = :delivery, delivery_code = :code,
    state = case when state = 'SENDING' then state else 'SENT' end, error = null
  where workspace_id = :workspaceId and reference = :reference and state <> 'SKIPPED'
    and ${deliveryRankSql('delivery')} < ${deliveryRankSql(':delivery::text')}
  returning id`,
)

/** A notice that is not sent, and the reason. */
export const skipNotice = statement(
  'skip_notice',
  { takes: { ...subjectParameters, at: 'timestamptz', visitFromAt: 'timestamptz', error: 'text' } },
  `
  insert into notices (workspace_id, appointment_id, visit_id, offer_id, patient_pack_id, kind, state, at, visit_from_at, error)
  values (:workspaceId, :appointmentId, :visitId, :offerId, :patientPackId, :kind, 'SKIPPED', :at, :visitFromAt, :error)`,
)

/**
 * Deletes past notices of all workspaces, a thousand at a time, so that no run holds locks for
 * long.
 */
export const deleteNoticesBefore = statement(
  'delete_notices_before',
  { takes: { before: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  delete from notices
  where (workspace_id, id) in (
    select workspace_id, id
    from notices
    where at < :before
    order by at
    limit 1000
    for update skip locked
  )
  returning id`,
)

/**
 * Gives up notices, in all workspaces, whose process has ended and whose work will not run again.
 */
export const abandonNotices = statement(
  'abandon_notices',
  { takes: { begunBefore: 'timestamptz', error: 'text' } },
  `
  update notices
  set state = ${knownState("'UNKNOWN'")}, error = ${knownError("'UNKNOWN'", ':error::text')}
  where state = 'SENDING' and at < :begunBefore`,
)

export const noticeById = statement(
  'notice_by_id',
  {
    takes: noticeParameters,
    returns: {
      kind: narrowType<NoticeKind>('text'),
      state: narrowType<NoticeState>('text'),
      delivery: narrowType<Delivery>('text?'),
      ...subjectIds,
    },
  },
  `
  select kind, state, delivery, appointment_id as "appointmentId", visit_id as "visitId", offer_id as "offerId", patient_pack_id as "patientPackId"
  from notices
  where workspace_id = :workspaceId and id = :id`,
)

export const noticeColumns = {
  id: 'bigint',
  ...subjectIds,
  kind: narrowType<NoticeKind>('text'),
  state: narrowType<NoticeState>('text'),
  at: 'timestamptz',
  channel: narrowType<Channel>('text?'),
  destination: 'text?',
  error: 'text?',
  delivery: narrowType<Delivery>('text?'),
  deliveryCode: 'text?',
} as const

export const noticeSelectList = `n.id, n.appointment_id as "appointmentId", n.visit_id as "visitId", n.offer_id as "offerId", n.patient_pack_id as "patientPackId", n.kind, n.state, n.at, n.channel, n.destination, n.error, n.delivery, n.delivery_code as "deliveryCode"`

export const recordedNotices = statement(
  'recorded_notices',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      state: 'text?',
      before: 'bigint',
      limit: 'bigint',
    },
    returns: noticeColumns,
  },
  `
  select ${noticeSelectList}
  from notices n
  where workspace_id = :workspaceId and id < :before
    and (:appointmentId::bigint is null or appointment_id = :appointmentId) and (:visitId::bigint is null or visit_id = :visitId) and (:state::text is null or state = :state)
  order by id desc
  limit :limit`,
)

/** Notices of a patient's visits, tokens, offers and packs, newest first. */
export const patientNotices = statement(
  'notices_of_patient',
  {
    takes: {
      workspaceId: 'bigint',
      patientId: 'bigint',
      state: 'text?',
      before: 'bigint',
      limit: 'bigint',
    },
    returns: noticeColumns,
  },
  `
  select ${noticeSelectList}
  from (
    select n.*
    from appointments a
    join notices n on n.workspace_id = a.workspace_id and n.appointment_id = a.id
    where a.workspace_id = :workspaceId and a.patient_id = :patientId
    union all
    select n.*
    from queue_visits v
    join notices n on n.workspace_id = v.workspace_id and n.visit_id = v.id
    where v.workspace_id = :workspaceId and v.patient_id = :patientId
    union all
    select n.*
    from waiting_entries e
    join waiting_offers o on o.workspace_id = e.workspace_id and o.entry_id = e.id
    join notices n on n.workspace_id = o.workspace_id and n.offer_id = o.id
    where e.workspace_id = :workspaceId and e.patient_id = :patientId
    union all
    select n.*
    from patient_packs k
    join notices n on n.workspace_id = k.workspace_id and n.patient_pack_id = k.id
    where k.workspace_id = :workspaceId and k.patient_id = :patientId
  ) n
  where n.id < :before and (:state::text is null or n.state = :state)
  order by n.id desc
  limit :limit`,
)
