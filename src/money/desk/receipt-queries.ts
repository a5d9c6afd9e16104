// Receipts as stored, and their content. docs/decisions/money.md

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { authorParameters } from '../../base/operations/actor.ts'
import { publicNameSql } from '../../base/values/public-name.ts'
import { latestIdSql, payableCondition, payableIdColumns } from '../payments/payable-name.ts'

/** PAYMENT: for a payment. REVERSAL: the counter-receipt after a correction or refund. */
export type ReceiptCause = 'PAYMENT' | 'REVERSAL'

/** The payment that a receipt is for: one of these two ids. */
const paymentParameters = { deskPaymentId: 'bigint?', paymentSessionId: 'bigint?' } as const
export type PaymentName = RowOf<typeof paymentParameters>

/** The desk payment with an id, or the payment that the correction with that id corrects. */
export const requestedDeskPayment = statement(
  'requested_desk_payment',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: { id: 'bigint' } },
  `
  select coalesce(corrects_id, id) as id
  from desk_payments
  where workspace_id = :workspaceId and id = :id`,
)

/** A valid online payment, by its sessionRef. */
export const requestedOnlinePayment = statement(
  'requested_online_payment',
  { takes: { workspaceId: 'bigint', sessionRef: 'text' }, returns: { id: 'bigint' } },
  `
  select s.id
  from payment_sessions s
  join ledger_entries e on e.workspace_id = s.workspace_id and e.payment_session_id = s.id and e.cause = 'CAPTURED' and e.credit = 'FEES'
  where s.workspace_id = :workspaceId and s.session_ref = :sessionRef`,
)

/** The last payment of a payable: at the desk, unless it was corrected, or online. */
export const latestPayment = statement(
  'latest_payment_of_payable',
  { takes: { workspaceId: 'bigint', ...payableIdColumns }, returns: paymentParameters },
  `
  select (
      select p.id
      from desk_payments p
      where p.workspace_id = :workspaceId and ${payableCondition('p')} and p.cause = 'PAID'
        and not exists (select from desk_payments c where c.workspace_id = p.workspace_id and c.corrects_id = p.id)
      order by p.id desc
      limit 1
    ) as "deskPaymentId", (
      select s.id
      from payment_sessions s
      join ledger_entries e on e.workspace_id = s.workspace_id and e.payment_session_id = s.id and e.cause = 'CAPTURED' and e.credit = 'FEES'
      where s.workspace_id = :workspaceId and s.id = ${latestIdSql('payment_sessions')}
    ) as "paymentSessionId"`,
)

/** Locks a desk payment until the transaction ends, so that its receipt is issued only once. */
export const lockDeskPayment = statement(
  'lock_desk_payment',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from desk_payments
  where workspace_id = :workspaceId and id = :id
  for no key update`,
)

const factColumns = {
  locationId: 'bigint?',
  location: 'text?',
  address: 'text?',
  title: 'text',
  timezone: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  paidAt: 'timestamptz',
  /** ONLINE if a gateway took it. */
  method: 'text',
  ...payableIdColumns,
  /** The reference that people use for what was paid for: `BK7Q2M9X4KTD`, `A-12`, `pack 5`. */
  reference: 'text',
  practitioner: 'text?',
  /** The local date and time of a visit, or the date of a token, in its location's timezone. */
  visitAt: 'timestamptz?',
  tokenDate: 'date?',
  pack: 'text?',
  patientId: 'bigint',
  firstName: 'text?',
  lastName: 'text?',
  email: 'text?',
  undoneBy: narrowType<'CORRECTED' | 'REFUNDED' | null>('text?'),
  correctionId: 'bigint?',
  refundId: 'bigint?',
  undoneAt: 'timestamptz?',
  undoneMinor: 'bigint?',
} as const
/** The current content of a receipt; amounts are in minor units. */
export type ReceiptFacts = RowOf<typeof factColumns>

const notRefusedCondition = "r.state <> all (array['REFUSED', 'FAILED'])"

/** The facts of a payment and its corrections and refunds. */
export const receiptFacts = statement(
  'receipt_facts_of_payment',
  { takes: { workspaceId: 'bigint', ...paymentParameters }, returns: factColumns },
  `
  with paid as (
    select p.location_id, p.appointment_id, p.visit_id, p.patient_pack_id, p.amount_minor, p.currency, p.at, p.method
    from desk_payments p
    where p.workspace_id = :workspaceId and p.id = :deskPaymentId and p.cause = 'PAID'
    union all
    select s.location_id, s.appointment_id, s.visit_id, s.patient_pack_id, e.amount_minor, e.currency, e.at, 'ONLINE'
    from payment_sessions s
    join ledger_entries e on e.workspace_id = s.workspace_id and e.payment_session_id = s.id and e.cause = 'CAPTURED' and e.credit = 'FEES'
    where s.workspace_id = :workspaceId and s.id = :paymentSessionId
  )
  select paid.location_id as "locationId", l.name as location, l.full_address as address, w.title, coalesce(l.timezone, w.timezone) as timezone,
    paid.amount_minor as "amountMinor", paid.currency, paid.at as "paidAt", paid.method, paid.appointment_id as "appointmentId",
    paid.visit_id as "visitId", paid.patient_pack_id as "patientPackId",
    coalesce(a.booking_reference, v.token_letter || '-' || v.token_number, 'pack ' || paid.patient_pack_id) as reference,
    ${publicNameSql('u')} as practitioner, a.from_at as "visitAt", v.appointment_date as "tokenDate", k.display_name as pack,
    p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.email, undone.by as "undoneBy",
    undone.correction_id as "correctionId", undone.refund_id as "refundId", undone.at as "undoneAt", undone.minor as "undoneMinor"
  from paid
  join workspaces w on w.id = :workspaceId
  left join locations l on l.workspace_id = w.id and l.id = paid.location_id
  left join appointments a on a.workspace_id = w.id and a.id = paid.appointment_id
  left join queue_visits v on v.workspace_id = w.id and v.id = paid.visit_id
  left join patient_packs k on k.workspace_id = w.id and k.id = coalesce(paid.patient_pack_id, case a.booking_type when 'PACKAGE_PURCHASE' then a.patient_package_id end)
  left join users u on u.workspace_id = w.id and u.id = coalesce(a.doctor_id, v.doctor_id)
  join patients p on p.workspace_id = w.id and p.id = coalesce(a.patient_id, v.patient_id, k.patient_id)
  left join lateral (
    select 'CORRECTED' as by, c.id as correction_id, null::bigint as refund_id, c.at, c.amount_minor as minor
    from desk_payments c
    where c.workspace_id = :workspaceId and c.corrects_id = :deskPaymentId
    union all
    select 'REFUNDED', null, r.id, coalesce(r.done_at, r.requested_at), r.amount_minor
    from refunds r
    where r.workspace_id = :workspaceId and r.payment_session_id = :paymentSessionId and r.state = 'DONE' and r.amount_minor > 0
    union all
    select 'REFUNDED', null, r.id, coalesce(r.done_at, r.requested_at), s.amount_minor
    from refunds r
    cross join lateral desk_refund_shares(r.workspace_id, r.id) s
    where s.desk_payment_id = :deskPaymentId and r.workspace_id = :workspaceId and r.payment_session_id is null and ${notRefusedCondition} and s.amount_minor > 0
      and (r.appointment_id = paid.appointment_id or r.visit_id = paid.visit_id or r.patient_pack_id = paid.patient_pack_id)
    order by correction_id
    limit 1
  ) undone on true`,
)

const receiptColumns = {
  id: 'bigint',
  cause: narrowType<ReceiptCause>('text'),
  locationId: 'bigint?',
  year: 'integer',
  number: 'bigint',
  at: 'timestamptz',
  amountMinor: 'bigint',
  currency: 'text',
} as const
export type Receipt = RowOf<typeof receiptColumns>

const receiptSelectList = `r.id, r.cause, k.location_id as "locationId", k.year, r.number, r.at, r.amount_minor as "amountMinor", r.currency`

/** A payment's receipt and its counter-receipt, in this order, if they exist. */
export const paymentReceipts = statement(
  'receipts_of_payment',
  { takes: { workspaceId: 'bigint', ...paymentParameters }, returns: receiptColumns },
  `
  select ${receiptSelectList}
  from receipts r
  join receipt_counters k on k.workspace_id = r.workspace_id and k.id = r.counter_id
  where r.workspace_id = :workspaceId and r.id in (
    select id from receipts where workspace_id = :workspaceId and desk_payment_id = :deskPaymentId
    union all
    select id from receipts where workspace_id = :workspaceId and payment_session_id = :paymentSessionId
    union all
    select c.id
    from receipts paid
    join receipts c on c.workspace_id = paid.workspace_id and c.reverses_id = paid.id
    where paid.workspace_id = :workspaceId and (paid.desk_payment_id = :deskPaymentId or paid.payment_session_id = :paymentSessionId)
  )
  order by r.id`,
)

/** Issues a receipt with the next number; its payment determines the amount. */
export const insertReceipt = statement(
  'insert_receipt',
  {
    takes: {
      workspaceId: 'bigint',
      cause: narrowType<ReceiptCause>('text'),
      ...paymentParameters,
      refundId: 'bigint?',
      reversesId: 'bigint?',
      now: 'timestamptz',
      ...authorParameters,
    },
    returns: { id: 'bigint' },
  },
  `
  insert into receipts (workspace_id, cause, desk_payment_id, payment_session_id, refund_id, reverses_id, at, key_id, by_session, acting_user_id,
    operator, by_service)
  values (:workspaceId, :cause, :deskPaymentId, :paymentSessionId, :refundId, :reversesId, :now, :keyId, :bySession, :actingUserId, :operator, :byService)
  returning id`,
)

/** The receipts of a location and year, the latest first, below a given number. */
export const receiptsOfYear = statement(
  'receipts_of_year',
  {
    takes: {
      workspaceId: 'bigint',
      locationId: 'bigint?',
      year: 'integer',
      before: 'bigint',
      limit: 'bigint',
    },
    returns: {
      ...receiptColumns,
      deskPaymentId: 'bigint?',
      sessionRef: 'text?',
      reference: 'text',
      /**
       * For a counter-receipt, the number of its receipt; for a receipt, that of its
       * counter-receipt.
       */
      otherNumber: 'bigint?',
      otherYear: 'integer?',
    },
  },
  `
  select ${receiptSelectList}, coalesce(d.corrects_id, d.id) as "deskPaymentId", s.session_ref as "sessionRef",
    coalesce(a.booking_reference, v.token_letter || '-' || v.token_number, 'pack ' || coalesce(d.patient_pack_id, s.patient_pack_id, f.patient_pack_id)) as reference,
    o.number as "otherNumber", ok.year as "otherYear"
  from (
    select r.*
    from receipts r
    where r.workspace_id = :workspaceId and r.number < :before and r.counter_id = (
      select id from receipt_counters where workspace_id = :workspaceId and location_id is not distinct from :locationId and year = :year
    )
    order by r.number desc
    limit :limit
  ) r
  join receipt_counters k on k.workspace_id = r.workspace_id and k.id = r.counter_id
  left join receipts o on o.workspace_id = r.workspace_id and (o.id = r.reverses_id or o.reverses_id = r.id)
  left join receipt_counters ok on ok.workspace_id = o.workspace_id and ok.id = o.counter_id
  left join desk_payments d on d.workspace_id = r.workspace_id and d.id = coalesce(r.desk_payment_id, o.desk_payment_id)
  left join payment_sessions s on s.workspace_id = r.workspace_id and s.id = coalesce(r.payment_session_id, o.payment_session_id)
  left join refunds f on f.workspace_id = r.workspace_id and f.id = r.refund_id
  left join appointments a on a.workspace_id = r.workspace_id and a.id = coalesce(d.appointment_id, s.appointment_id, f.appointment_id)
  left join queue_visits v on v.workspace_id = r.workspace_id and v.id = coalesce(d.visit_id, s.visit_id, f.visit_id)
  order by r.number desc`,
)
