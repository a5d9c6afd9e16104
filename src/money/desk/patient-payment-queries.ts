// All payments and refunds for a patient's visits, tokens and packs, as one list.

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { payableIdColumns } from '../payments/payable-name.ts'

/** Rows of a payments table that belong to one booking, found by the index for its kind. */
function bookedRowsSql(table: string): string {
  const rowsBy = (column: string) =>
    `select * from ${table} where workspace_id = :workspaceId and ${column} = b.${column}`
  return `(${['appointment_id', 'visit_id', 'patient_pack_id'].map(rowsBy).join(' union all ')})`
}

/**
 * The same for refunds: gateway refunds by their payment, and valid desk refunds by the unique
 * index on what was refunded.
 */
function bookedRefundsSql(): string {
  const deskRefundsBy = (column: string) =>
    `select * from refunds where workspace_id = :workspaceId and ${column} = b.${column} and payment_session_id is null and state <> all (array['REFUSED', 'FAILED'])`
  const online = `select r.* from ${bookedRowsSql('payment_sessions')} s join refunds r on r.workspace_id = :workspaceId and r.payment_session_id = s.id`
  return `(${[...['appointment_id', 'visit_id', 'patient_pack_id'].map(deskRefundsBy), online].join(' union all ')})`
}

const paymentColumns = {
  /** `PAYMENT-7`, `ONLINE-3`, `REFUND-5`: the key after which a page continues. */
  key: 'text',
  /** PAID and CORRECTED at the desk, ONLINE through a gateway, REFUNDED by either. */
  cause: narrowType<'PAID' | 'CORRECTED' | 'ONLINE' | 'REFUNDED'>('text'),
  at: 'timestamptz',
  amountMinor: 'bigint',
  currency: 'text',
  method: 'text?',
  /** The state of an online payment or a refund. */
  state: 'text?',
  isCorrected: 'boolean',
  reason: 'text?',
  member: 'text?',
  deskPaymentId: 'bigint?',
  sessionRef: 'text?',
  ...payableIdColumns,
  reference: 'text',
  receiptLocationId: 'bigint?',
  receiptYear: 'integer?',
  receiptNumber: 'bigint?',
} as const
export type PatientPayment = RowOf<typeof paymentColumns>

/** A patient's payments, corrections and refunds, the latest first, starting after a given key. */
export const patientPaymentRows = statement(
  'payments_of_patient',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint', after: 'text?', limit: 'bigint' },
    returns: paymentColumns,
  },
  `
  with booked as (
    select id as appointment_id, null::bigint as visit_id, null::bigint as patient_pack_id, booking_reference as reference
    from appointments where workspace_id = :workspaceId and patient_id = :patientId
    union all
    select null, id, null, token_letter || '-' || token_number from queue_visits where workspace_id = :workspaceId and patient_id = :patientId
    union all
    select null, null, id, 'pack ' || id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId
  ),
  moved as (
    select 'PAYMENT-' || p.id as key, p.cause, p.at, p.amount_minor, p.currency, p.method, null as state, p.reason, p.taken_by as member_id,
      coalesce(p.corrects_id, p.id) as desk_payment_id, null::bigint as payment_session_id, null as session_ref, p.id as desk_id, b.*
    from booked b
    cross join lateral ${bookedRowsSql('desk_payments')} p
    union all
    select 'ONLINE-' || s.id, 'ONLINE', s.created_at, s.amount_minor, s.currency, null, s.state, null, null, null, s.id, s.session_ref, null, b.*
    from booked b
    cross join lateral ${bookedRowsSql('payment_sessions')} s
    union all
    select 'REFUND-' || r.id, 'REFUNDED', r.requested_at, r.amount_minor, r.currency, null, r.state, r.override_reason, r.given_by, null, null,
      (select s.session_ref from payment_sessions s where s.workspace_id = r.workspace_id and s.id = r.payment_session_id), null, b.*
    from booked b
    cross join lateral ${bookedRefundsSql()} r
    where r.amount_minor > 0
  )
  select m.key, m.cause, m.at, m.amount_minor as "amountMinor", m.currency, m.method, m.state,
    m.cause = 'PAID' and exists (select from desk_payments c where c.workspace_id = :workspaceId and c.corrects_id = m.desk_id) as "isCorrected", m.reason,
    u.display_name as member, m.desk_payment_id as "deskPaymentId", m.session_ref as "sessionRef", m.appointment_id as "appointmentId",
    m.visit_id as "visitId", m.patient_pack_id as "patientPackId", m.reference, k.location_id as "receiptLocationId", k.year as "receiptYear",
    given.number as "receiptNumber"
  from (
    select *
    from moved
    where :after::text is null or (at, key collate "C") < (select at, key collate "C" from moved where key = :after)
    order by at desc, key collate "C" desc
    limit :limit
  ) m
  left join users u on u.workspace_id = :workspaceId and u.id = m.member_id
  left join lateral (
    select number, counter_id from receipts where workspace_id = :workspaceId and desk_payment_id = m.desk_id
    union all
    select number, counter_id from receipts where workspace_id = :workspaceId and payment_session_id = m.payment_session_id
  ) given on true
  left join receipt_counters k on k.workspace_id = :workspaceId and k.id = given.counter_id
  order by m.at desc, m.key collate "C" desc`,
)
