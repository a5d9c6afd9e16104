// Payment sessions as stored. docs/decisions/money.md

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { planWorkSql } from '../../base/due-work/queries.ts'
import {
  latestIdSql,
  payableIdColumns,
  payableIdNames,
  payableIdSelectList,
  payableIdValues,
} from './payable-name.ts'

/**
 * OPENING: the gateway is being asked. OPEN: the patient can pay. FAILED: the payment failed, and
 * the booking is still held. NOT_OPENED: the gateway refused or did not answer, and the booking
 * stays unpaid. PAID. RELEASED: the booking was released, and the service watches for a late
 * payment. RETURNING: late money has to be refunded. RETURNED: money was refunded, all of it or a
 * part. CLOSED: over; it becomes RELEASED again if the gateway has news of it.
 */
export const paymentSessionStates = [
  'OPENING',
  'OPEN',
  'FAILED',
  'NOT_OPENED',
  'PAID',
  'RELEASED',
  'RETURNING',
  'RETURNED',
  'CLOSED',
] as const
export type PaymentSessionState = (typeof paymentSessionStates)[number]

/** The states in which a booking waits for its payment. */
export const waitingStates = [
  'OPENING',
  'OPEN',
  'FAILED',
] as const satisfies readonly PaymentSessionState[]
const waitingCondition = `state in (${waitingStates.map((state) => `'${state}'`).join(', ')})`

/** The kind of due work that ends a checkout; its subject is the payment session. */
export const checkoutKind = 'checkout'

const newSessionColumns = {
  workspaceId: 'bigint',
  sessionRef: 'text',
  ...payableIdColumns,
  /** Where it was booked; null if that was not stored. */
  locationId: 'bigint?',
  gateway: 'text',
  payee: 'text',
  description: 'text',
  returnUrl: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  deskPaymentMode: 'text',
  heldUntil: 'timestamptz',
  createdAt: 'timestamptz',
  /** Whether the booking existed before this session; if so, it is kept if no payment arrives. */
  keepsBooking: 'boolean',
} as const

const sessionColumns = {
  id: 'bigint',
  ...newSessionColumns,
  gatewayId: 'text?',
  checkoutUrl: 'text?',
  state: narrowType<PaymentSessionState>('text'),
  /** Whether its gateway has once reported that the payment failed. */
  isDeclined: 'boolean',
} as const

const sessionSelectList = `id, workspace_id as "workspaceId", session_ref as "sessionRef", ${payableIdSelectList('payment_sessions')}, location_id as "locationId", gateway, payee, description, return_url as "returnUrl", amount_minor as "amountMinor", currency,
    desk_payment_mode as "deskPaymentMode", held_until as "heldUntil", created_at as "createdAt", keeps_booking as "keepsBooking", gateway_id as "gatewayId",
    checkout_url as "checkoutUrl", state, is_declined as "isDeclined"`

export type PaymentSession = RowOf<typeof sessionColumns>

/** The input for a new payment session; its reference and time are generated. */
export type NewPaymentSession = RowOf<typeof newSessionColumns> & { contactHash: Buffer | null }

export const insertSession = statement(
  'insert_payment_session',
  { takes: { ...newSessionColumns, contactHash: 'bytea?' }, returns: { id: 'bigint' } },
  `
  with opening as (
    insert into payment_sessions (workspace_id, session_ref, ${payableIdNames}, location_id, gateway, payee, description, return_url,
      amount_minor, currency, desk_payment_mode, contact_hash, state, held_until, created_at, changed_at, keeps_booking)
    values (:workspaceId, :sessionRef, ${payableIdValues}, :locationId, :gateway, :payee, :description, :returnUrl, :amountMinor, :currency,
      :deskPaymentMode, :contactHash, 'OPENING', :heldUntil, :createdAt, :createdAt, :keepsBooking)
    returning id
  ),
  planned as (${planWorkSql('opening', { [checkoutKind]: 'heldUntil' })}
  )
  select id from opening`,
)

export const sessionById = statement(
  'payment_session_by_id',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: sessionColumns },
  `
  select ${sessionSelectList}
  from payment_sessions
  where workspace_id = :workspaceId and id = :id`,
)

/**
 * Locks a payment session until the transaction ends; after its payable, before due work
 * (docs/decisions/database.md).
 */
export const lockSessionRow = statement(
  'lock_payment_session',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: sessionColumns },
  `
  select ${sessionSelectList}
  from payment_sessions
  where workspace_id = :workspaceId and id = :id
  for no key update`,
)

export const sessionByRef = statement(
  'payment_session_by_ref',
  { takes: { workspaceId: 'bigint', sessionRef: 'text' }, returns: sessionColumns },
  `
  select ${sessionSelectList}
  from payment_sessions
  where workspace_id = :workspaceId and session_ref = :sessionRef`,
)

export const sessionByGatewayId = statement(
  'payment_session_by_gateway_id',
  { takes: { workspaceId: 'bigint', gatewayId: 'text' }, returns: sessionColumns },
  `
  select ${sessionSelectList}
  from payment_sessions
  where workspace_id = :workspaceId and gateway_id = :gatewayId
  order by id desc
  limit 1`,
)

export const latestSession = statement(
  'latest_payment_session',
  { takes: { workspaceId: 'bigint', ...payableIdColumns }, returns: sessionColumns },
  `
  select ${sessionSelectList}
  from payment_sessions
  where workspace_id = :workspaceId and id = ${latestIdSql('payment_sessions')}`,
)

/** Records the gateway's answer for a payment session that is being opened. */
export const recordOpened = statement(
  'record_checkout_opened',
  {
    takes: {
      workspaceId: 'bigint',
      id: 'bigint',
      gatewayId: 'text',
      checkoutUrl: 'text',
      now: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  update payment_sessions
  set state = 'OPEN', gateway_id = :gatewayId, checkout_url = :checkoutUrl, changed_at = :now
  where workspace_id = :workspaceId and id = :id and state = 'OPENING'
  returning id`,
)

/** Records the gateway's id for a session whose opening was never answered. */
export const recordGatewayId = statement(
  'record_gateway_id',
  { takes: { workspaceId: 'bigint', id: 'bigint', gatewayId: 'text', checkoutUrl: 'text' } },
  `
  update payment_sessions
  set gateway_id = :gatewayId, checkout_url = :checkoutUrl
  where workspace_id = :workspaceId and id = :id and gateway_id is null`,
)

export const recordDeclined = statement(
  'record_payment_declined',
  { takes: { workspaceId: 'bigint', id: 'bigint', now: 'timestamptz' } },
  `
  update payment_sessions
  set is_declined = true, changed_at = :now
  where workspace_id = :workspaceId and id = :id`,
)

export const setSessionState = statement(
  'set_payment_session_state',
  {
    takes: {
      workspaceId: 'bigint',
      id: 'bigint',
      state: narrowType<PaymentSessionState>('text'),
      now: 'timestamptz',
    },
  },
  `
  update payment_sessions
  set state = :state, changed_at = :now
  where workspace_id = :workspaceId and id = :id`,
)

/**
 * Watches a closed payment session again, since its gateway may have news of it. A session that
 * never reached a gateway has none.
 */
export const resumePaymentChecks = statement(
  'resume_payment_checks',
  { takes: { workspaceId: 'bigint', id: 'bigint', now: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  update payment_sessions
  set state = 'RELEASED', changed_at = :now
  where workspace_id = :workspaceId and id = :id and state = 'CLOSED' and gateway_id is not null
  returning id`,
)

/** How many payment sessions a payable has had, up to a maximum. */
export const countSessionsOfPayable = statement(
  'count_sessions_of_payable',
  {
    takes: { workspaceId: 'bigint', ...payableIdColumns, max: 'bigint' },
    returns: { count: 'bigint' },
  },
  `
  select count(*) as count
  from (
    select from payment_sessions s where s.workspace_id = :workspaceId and s.appointment_id = :appointmentId
    union all
    select from payment_sessions s where s.workspace_id = :workspaceId and s.visit_id = :visitId
    union all
    select from payment_sessions s where s.workspace_id = :workspaceId and s.patient_pack_id = :patientPackId
    limit :max
  ) s`,
)

/** The number of unpaid bookings that one contact holds (A-021). */
export const countHoldsOfContact = statement(
  'count_holds_of_contact',
  { takes: { workspaceId: 'bigint', contactHash: 'bytea' }, returns: { count: 'bigint' } },
  `
  select count(*) as count
  from payment_sessions
  where workspace_id = :workspaceId and contact_hash = :contactHash and ${waitingCondition}`,
)

/** Ends the checkout of a cancelled booking at once, in the process that takes the due work. */
export const makeCheckoutEndDueNow = statement(
  'make_checkout_end_due_now',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      now: 'timestamptz',
    },
  },
  `
  update due_work
  set due_at = least(due_at, :now), planned_again = leased_until is not null
  where workspace_id = :workspaceId and kind = '${checkoutKind}' and subject_id in (
    select id from payment_sessions where workspace_id = :workspaceId and appointment_id = :appointmentId and ${waitingCondition}
    union all
    select id from payment_sessions where workspace_id = :workspaceId and visit_id = :visitId and ${waitingCondition}
  )`,
)
