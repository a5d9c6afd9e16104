import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { bookingStatementWith } from '../../visits/appointments/queries.ts'
import type { PaymentStatus } from '../payments/payable.ts'
import {
  payableCondition,
  payableIdColumns,
  payableIdNames,
  payableIdSelectList,
  payableIdValues,
} from '../payments/payable-name.ts'

const payableParameters = { workspaceId: 'bigint', ...payableIdColumns } as const

/** The current state of a payable of any kind. */
export const payableById = statement(
  'payable_by_id',
  {
    takes: payableParameters,
    returns: {
      /** The reference that people use; null for a pack that was sold on its own. */
      reference: 'text?',
      paymentStatus: narrowType<PaymentStatus>('text'),
      isOver: 'boolean',
      cancellationReason: 'text?',
      patientId: 'bigint',
      /** Where it was booked; null for a pack. */
      locationId: 'bigint?',
      dueMinor: 'bigint',
      currency: 'text',
      paymentMode: 'text',
      /** The sessions left in the pack that was bought. */
      sessionsLeft: 'integer?',
      /** Whether it is a pack that was sold on its own and paid in time. */
      wasActivated: 'boolean',
      /** The amount paid at the desk; corrected payments do not count. */
      deskMinor: 'bigint',
      /** Whether it is being refunded, or the outcome of a refund is being looked up. */
      isRefunding: 'boolean',
      /** The amount refunded to the patient. */
      refundedMinor: 'bigint',
      /** Whether its patient may be paying online at this moment. */
      hasOpenCheckout: 'boolean',
    },
  },
  `
  select payable.*, coalesce(paid_at_the_desk(:workspaceId, :appointmentId, :visitId, :patientPackId), 0) as "deskMinor", exists (
      select from refunds r
      where r.workspace_id = :workspaceId and r.state in ('REQUESTED', 'PENDING')
        and ${payableCondition('r')}
    ) as "isRefunding",
    (
      select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
      where r.workspace_id = :workspaceId and r.state = 'DONE'
        and ${payableCondition('r')}
    ) as "refundedMinor",
    exists (
      select from payment_sessions s
      where s.workspace_id = :workspaceId and s.state in ('OPENING', 'OPEN', 'FAILED')
        and ${payableCondition('s')}
    ) as "hasOpenCheckout"
  from (
    select a.booking_reference as reference, a.payment_status as "paymentStatus", a.status = 'CANCELLED' as "isOver",
      a.cancellation_reason as "cancellationReason", a.patient_id as "patientId", a.location_id as "locationId", a.charge_minor - a.discount_minor as "dueMinor", a.currency,
      a.payment_mode as "paymentMode", p.total_sessions - p.sessions_used as "sessionsLeft", false as "wasActivated"
    from appointments a
    left join patient_packs p on p.workspace_id = a.workspace_id and p.id = a.patient_package_id and a.booking_type = 'PACKAGE_PURCHASE'
    where a.workspace_id = :workspaceId and a.id = :appointmentId
    union all
    select v.token_letter || '-' || v.token_number, v.payment_status, v.status = 'CANCELLED', v.cancellation_reason, v.patient_id, v.location_id,
      v.charge_minor - v.discount_minor, v.currency, v.payment_mode, null, false
    from queue_visits v
    where v.workspace_id = :workspaceId and v.id = :visitId
    union all
    select null, p.payment_status, p.ended_at is not null, null, p.patient_id, null, p.amount_minor, p.currency, p.payment_mode, p.total_sessions - p.sessions_used,
      p.activated_at is not null
    from patient_packs p
    where p.workspace_id = :workspaceId and p.id = :patientPackId and p.payment_status is not null
  ) payable`,
)

/** A visit by its booking reference. */
export const appointmentByReference = statement(
  'appointment_by_reference',
  { takes: { workspaceId: 'bigint', bookingReference: 'text' }, returns: { id: 'bigint' } },
  `
  select id
  from appointments
  where workspace_id = :workspaceId and booking_reference = :bookingReference`,
)

/**
 * A reservation that still holds a doctor's time, but whose checkout can no longer be paid.
 */
export const findFailedReservation = statement(
  'find_failed_reservation',
  {
    takes: { workspaceId: 'bigint', doctorId: 'bigint', fromAt: 'timestamptz' },
    returns: { patientId: 'bigint', paymentSessionId: 'bigint' },
  },
  `
  select a.patient_id as "patientId", s.id as "paymentSessionId"
  from claims c
  join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
  join payment_sessions s on s.workspace_id = c.workspace_id and s.appointment_id = a.id and s.state = 'FAILED'
  where c.workspace_id = :workspaceId and c.doctor_id = :doctorId and tstzrange(c.from_at, c.to_at) && tstzrange(:fromAt, :fromAt, '[]')`,
)

const keyParameters = { workspaceId: 'bigint', keyHash: 'bytea' } as const

/** The outcome of an Idempotency-Key. */
export const keyOutcome = statement(
  'outcome_of_key',
  {
    takes: keyParameters,
    returns: {
      bodyHash: 'bytea',
      /** Null if another release did not record it. */
      meaningHash: 'bytea?',
      ...payableIdColumns,
      answer: narrowType<Record<string, unknown> | null>('jsonb?'),
      /** Until when, in real time, a request has the lease on the answer; null if none does. */
      leasedUntil: 'timestamptz?',
    },
    isShort: true,
  },
  `
  select body_hash as "bodyHash", meaning_hash as "meaningHash", ${payableIdSelectList('idempotency_keys')}, answer,
    leased_until as "leasedUntil"
  from idempotency_keys
  where workspace_id = :workspaceId and key_hash = :keyHash`,
)

/**
 * Ties a key to what was made, in its transaction; returns no row if another request with it came
 * first.
 */
export const insertIdempotencyKey = statement(
  'insert_idempotency_key',
  {
    takes: {
      ...payableParameters,
      keyHash: 'bytea',
      bodyHash: 'bytea',
      meaningHash: 'bytea',
      answer: 'jsonb?',
      leasedUntil: 'timestamptz?',
      now: 'timestamptz',
    },
    returns: { isTied: 'boolean' },
  },
  `
  insert into idempotency_keys (workspace_id, key_hash, body_hash, meaning_hash, ${payableIdNames}, answer, leased_until, created_at)
  values (:workspaceId, :keyHash, :bodyHash, :meaningHash, ${payableIdValues}, :answer, :leasedUntil, :now)
  on conflict do nothing
  returning true as "isTied"`,
)

/**
 * Books a slot, and stores the key of the request with its answer, in one statement. The
 * appointment in the answer gets its id and its address. Violates `keyConstraint` if the key was
 * used before.
 */
export const bookSlotForKey = bookingStatementWith(
  'book_slot_for_key',
  { keyHash: 'bytea', bodyHash: 'bytea', meaningHash: 'bytea', answer: 'jsonb' },
  `,
  tied as (
    insert into idempotency_keys (workspace_id, key_hash, body_hash, meaning_hash, appointment_id, answer, created_at)
    select :workspaceId, :keyHash, :bodyHash, :meaningHash, id,
      jsonb_set(:answer::jsonb, '{appointment}', :answer::jsonb -> 'appointment' || jsonb_build_object('id', id, 'appointmentId', id, 'visitAddress', visit_address)), :createdAt
    from booked
  )`,
)

/** The constraint by which a key leads to only one booking. */
export const keyConstraint = 'idempotency_keys_pkey'

/** Lets one request at a time continue where another stopped. */
export const leaseKey = statement(
  'lease_key',
  {
    takes: { ...keyParameters, leasedUntil: 'timestamptz', realNow: 'timestamptz' },
    returns: { isLeased: 'boolean' },
  },
  `
  update idempotency_keys
  set leased_until = :leasedUntil
  where workspace_id = :workspaceId and key_hash = :keyHash and answer is null and (leased_until is null or leased_until <= :realNow)
  returning true as "isLeased"`,
)

export const releaseKey = statement(
  'release_key',
  { takes: keyParameters },
  `
  update idempotency_keys
  set leased_until = null
  where workspace_id = :workspaceId and key_hash = :keyHash`,
)

/** Stores the answer that every later request with the key gets. */
export const storeKeyAnswer = statement(
  'store_key_answer',
  { takes: { ...keyParameters, answer: 'jsonb' } },
  `
  update idempotency_keys
  set answer = :answer, leased_until = null
  where workspace_id = :workspaceId and key_hash = :keyHash`,
)

const deleteIdempotencyKeysBefore = statement(
  'delete_idempotency_keys_before',
  { takes: { before: 'timestamptz' }, returns: { keyHash: 'bytea' } },
  `
  delete from idempotency_keys
  where (workspace_id, key_hash) in (
    select workspace_id, key_hash from idempotency_keys where created_at < :before order by created_at limit 1000 for update skip locked
  )
  returning key_hash as "keyHash"`,
)

/** Deletes keys from before an instant. If one is sent again, it counts as new. */
export async function deleteExpiredIdempotencyKeys(
  queries: Queries,
  before: Instant,
): Promise<void> {
  while ((await queries.rows(deleteIdempotencyKeysBefore, { before })).length > 0);
}
