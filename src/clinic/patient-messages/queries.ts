import { narrowType, statement } from '../../base/db/statement.ts'
import type { Delivery, ReceivedOutcome } from '../../base/messages/sms/carrier-event.ts'
import { deliveryRankSql } from '../notices/queries.ts'

/** The channels by which patients write; by mail they write to the clinic's own mailbox. */
export const writtenChannels = ['sms', 'chatapp'] as const
export type WrittenChannel = (typeof writtenChannels)[number]

/** What an answer by the clinic is: written by staff, or automatic. */
export type AnswerKind = 'WRITTEN' | 'CONFIRMATION' | 'PAGE'
export const messageStates = ['PLANNED', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'SKIPPED'] as const
export type MessageState = (typeof messageStates)[number]

const contactParameters = { workspaceId: 'bigint', contactHash: 'bytea' } as const

/**
 * What is known of a contact that writes: the patient and the visits of the notice that reached it
 * last. Visits that were in one message have one reference. Without a notice, the patient is the
 * record of that phone that was used last.
 */
export const writerOfMessage = statement(
  'writer_of_message',
  {
    takes: { ...contactParameters, phoneNormalised: 'text' },
    returns: { patientId: 'bigint', appointmentIds: 'bigint[]' },
  },
  `
  with last_notice as (
    select n.id, n.at, n.reference, n.kind, n.appointment_id, n.visit_id, n.offer_id, n.patient_pack_id
    from notices n
    where n.workspace_id = :workspaceId and n.destination_hash = :contactHash and n.state in ('SENDING', 'SENT', 'UNKNOWN')
    order by n.at desc, n.id desc
    limit 1
  ),
  noticed as (
    select coalesce(
        (select patient_id from appointments where workspace_id = :workspaceId and id = l.appointment_id),
        (select patient_id from queue_visits where workspace_id = :workspaceId and id = l.visit_id),
        (
          select e.patient_id
          from waiting_offers o
          join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id
          where o.workspace_id = :workspaceId and o.id = l.offer_id
        ),
        (select patient_id from patient_packs where workspace_id = :workspaceId and id = l.patient_pack_id)
      ) as patient_id,
      case
        when l.kind in ('confirmation', 'reminder', 'move')
          -- What staff wrote since is what is answered.
          and not exists (
            select from patient_messages m
            where m.workspace_id = :workspaceId and m.contact_hash = :contactHash and m.outcome = 'WRITTEN' and m.sent_at > l.at
          )
        then array(
          select n.appointment_id
          from notices n
          where n.workspace_id = :workspaceId and n.reference = l.reference and n.appointment_id is not null
          union
          select l.appointment_id where l.appointment_id is not null
        )
        else '{}'
      end as appointment_ids
    from last_notice l
  )
  select patient_id as "patientId", appointment_ids as "appointmentIds"
  from noticed
  where patient_id is not null
  union all
  (
    select p.id, '{}'
    from patients p
    where p.workspace_id = :workspaceId and p.phone_normalised = :phoneNormalised and p.erased_at is null
      and not exists (select from noticed where patient_id is not null)
    order by p.updated_at desc, p.id desc
    limit 1
  )`,
)

/** How many messages came from a contact, and how many went to it by themselves, since an instant. */
export const messagesOfContact = statement(
  'messages_of_contact',
  {
    takes: { ...contactParameters, since: 'timestamptz' },
    returns: { received: 'integer', automatic: 'integer' },
  },
  `
  select count(*) filter (where from_patient)::integer as received,
    count(*) filter (where outcome in ('CONFIRMATION', 'PAGE'))::integer as automatic
  from patient_messages
  where workspace_id = :workspaceId and contact_hash = :contactHash and sent_at > :since`,
)

/** How many messages a workspace received and sent since an instant, each up to a number. */
export const messagesOfWorkspace = statement(
  'messages_of_workspace',
  {
    takes: { workspaceId: 'bigint', since: 'timestamptz', max: 'bigint' },
    returns: { received: 'bigint', sent: 'bigint' },
  },
  `
  select
    (
      select count(*)
      from (select from patient_messages where workspace_id = :workspaceId and sent_at > :since and from_patient limit :max) as m
    ) as received,
    (
      select count(*)
      from (select from patient_messages where workspace_id = :workspaceId and sent_at > :since and not from_patient limit :max) as m
    ) as sent`,
)

const messageColumns = {
  workspaceId: 'bigint',
  patientId: 'bigint',
  at: 'timestamptz',
  channel: narrowType<WrittenChannel>('text'),
  contactHash: 'bytea',
  sealed: 'bytea',
  appointmentId: 'bigint?',
} as const

/** Stores a message from a patient; returns no row for a copy of one. */
export const insertReceived = statement(
  'insert_received_message',
  {
    takes: {
      ...messageColumns,
      carrierIdHash: 'bytea',
      outcome: narrowType<ReceivedOutcome>('text'),
    },
    returns: { id: 'bigint' },
  },
  `
  insert into patient_messages (workspace_id, patient_id, sent_at, from_patient, channel, contact_hash, sealed, appointment_id, carrier_id_hash, outcome)
  values (:workspaceId, :patientId, :at, true, :channel, :contactHash, :sealed, :appointmentId, :carrierIdHash, :outcome)
  on conflict on constraint received_once do nothing
  returning id`,
)

export const isReceived = statement(
  'is_message_received',
  {
    takes: { workspaceId: 'bigint', carrierIdHash: 'bytea' },
    returns: { id: 'bigint' },
  },
  `
  select id
  from patient_messages
  where workspace_id = :workspaceId and carrier_id_hash = :carrierIdHash`,
)

/** Stores a message to a patient, to be sent. */
export const insertAnswer = statement(
  'insert_message_to_patient',
  {
    takes: {
      ...messageColumns,
      outcome: narrowType<AnswerKind>('text'),
      actingUserId: 'bigint?',
      operator: 'text?',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into patient_messages (workspace_id, patient_id, sent_at, from_patient, channel, contact_hash, sealed, appointment_id, outcome, acting_user_id, operator, state)
  values (:workspaceId, :patientId, :at, false, :channel, :contactHash, :sealed, :appointmentId, :outcome, :actingUserId, :operator, 'PLANNED')
  returning id`,
)

const messageParameters = { workspaceId: 'bigint', id: 'bigint' } as const

/** Locks a message that is to be sent. */
export const lockAnswer = statement(
  'lock_message_to_patient',
  {
    takes: messageParameters,
    returns: {
      state: narrowType<MessageState>('text'),
      channel: narrowType<WrittenChannel>('text'),
      contactHash: 'bytea',
      sealed: 'bytea',
      appointmentId: 'bigint?',
      outcome: narrowType<AnswerKind>('text'),
      reference: 'text?',
    },
  },
  `
  select coalesce(state, 'SKIPPED') as state, channel, contact_hash as "contactHash", sealed, appointment_id as "appointmentId", outcome, reference
  from patient_messages
  where workspace_id = :workspaceId and id = :id and not from_patient
  for update`,
)

export const setMessageState = statement(
  'set_message_state',
  {
    takes: {
      ...messageParameters,
      state: narrowType<MessageState>('text'),
      error: 'text?',
      reference: 'text?',
    },
  },
  `
  update patient_messages
  set state = case when delivery is not null and :state::text <> 'SENDING' then 'SENT' else :state::text end,
    error = case when delivery is not null then null else :error::text end, reference = coalesce(:reference::text, reference)
  where workspace_id = :workspaceId and id = :id and state in ('PLANNED', 'SENDING', 'UNKNOWN', 'FAILED')`,
)

/** What a carrier reports about an answer, as for notices. */
export const recordMessageDelivery = statement(
  'record_message_delivery',
  {
    takes: {
      workspaceId: 'bigint',
      reference: 'text',
      delivery: narrowType<Delivery>('text'),
      code: 'text?',
    },
  },
  `
  update patient_messages
  set delivery = :delivery, delivery_code = :code, state = case when state = 'SENDING' then state else 'SENT' end, error = null
  where workspace_id = :workspaceId and reference = :reference
    and ${deliveryRankSql('delivery')} < ${deliveryRankSql(':delivery::text')}`,
)

/** The messages of a patient, newest first. */
export const messagesOfPatient = statement(
  'messages_of_patient',
  {
    takes: {
      workspaceId: 'bigint',
      patientId: 'bigint',
      before: 'bigint',
      limit: 'bigint',
    },
    returns: {
      id: 'bigint',
      at: 'timestamptz',
      fromPatient: 'boolean',
      channel: narrowType<WrittenChannel>('text'),
      sealed: 'bytea',
      appointmentId: 'bigint?',
      outcome: narrowType<ReceivedOutcome | AnswerKind>('text'),
      doneAt: 'timestamptz?',
      state: narrowType<MessageState>('text?'),
      error: 'text?',
      delivery: narrowType<Delivery>('text?'),
      deliveryCode: 'text?',
      writer: 'text?',
    },
  },
  `
  select m.id, m.sent_at as at, m.from_patient as "fromPatient", m.channel, m.sealed, m.appointment_id as "appointmentId", m.outcome,
    m.done_at as "doneAt", m.state, m.error, m.delivery, m.delivery_code as "deliveryCode", coalesce(u.display_name, m.operator) as writer
  from patient_messages m
  left join users u on u.workspace_id = m.workspace_id and u.id = m.acting_user_id
  where m.workspace_id = :workspaceId and m.patient_id = :patientId and m.id < :before
  order by m.id desc
  limit :limit`,
)

/** The message of a patient that came last, by which an answer goes back. */
export const lastReceived = statement(
  'last_message_from_patient',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint' },
    returns: {
      id: 'bigint',
      at: 'timestamptz',
      channel: narrowType<WrittenChannel>('text'),
      contactHash: 'bytea',
      sealed: 'bytea',
      appointmentId: 'bigint?',
    },
  },
  `
  select id, sent_at as at, channel, contact_hash as "contactHash", sealed, appointment_id as "appointmentId"
  from patient_messages
  where workspace_id = :workspaceId and patient_id = :patientId and from_patient
  order by id desc
  limit 1`,
)

/** Marks the messages of a patient up to one as dealt with. */
export const endOpenMessages = statement(
  'end_open_messages',
  {
    takes: {
      workspaceId: 'bigint',
      patientId: 'bigint',
      until: 'bigint',
      now: 'timestamptz',
      userId: 'bigint?',
    },
    returns: { id: 'bigint' },
  },
  `
  update patient_messages
  set done_at = :now, done_by = :userId
  where workspace_id = :workspaceId and patient_id = :patientId and id <= :until and from_patient and outcome = 'FOR_STAFF' and done_at is null
  returning id`,
)
