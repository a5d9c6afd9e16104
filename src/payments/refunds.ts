// Refunds as they are kept. One of a payment that never went through a gateway is done as it is asked for; one that a gateway does is
// noted first, and is done when the gateway has said so. docs/decisions/0045-refunds.md

import type { Queries } from '../db/database.ts'
import { narrowed, type RowOf, statement } from '../db/statement.ts'
import type { Instant } from '../values/clinic-time.ts'
import { fromMinorUnits, toMinorUnits } from '../values/money.ts'
import { invalid } from '../values/problem.ts'
import { randomBase32 } from '../values/random-text.ts'
import { type PayableName, payableIdColumns, payableIdNames, payableIds, payableIdValues, payableOf } from './payable-name.ts'
import type { PaymentSession } from './payment-session.ts'
import { refundMinor } from './refund-amount.ts'

/**
 * REQUESTED: it is not known yet what the gateway did. PENDING: the gateway has taken it on, and the money is under way. DONE. REFUSED: the
 * gateway would not. FAILED: it could not after all, and the clinic still has the money.
 */
export const refundStates = ['REQUESTED', 'PENDING', 'DONE', 'REFUSED', 'FAILED'] as const
export type KeptRefundState = (typeof refundStates)[number]

/** The kind of due work that follows refunds; its subject is the refund. */
export const refundKind = 'refund'

/** The kind that looks at those that are done, which a bank may send back for a while; its subject is the refund too. */
export const doneRefundKind = 'done-refund'

/** What is to go back. */
export interface AskedRefund {
  payableMinor: number
  currency: string
  percentage: number
  /** What the caller works out, in `currency`. */
  amount: number
}

/** The amount of a refund in minor units; throws unless it is the payable amount times the percentage, rounded half up (STAT-20, A-202). */
export function agreedMinor({ payableMinor, currency, percentage, amount }: AskedRefund): number {
  const amountMinor = refundMinor(payableMinor, percentage)
  if (toMinorUnits(amount, currency) === amountMinor) return amountMinor
  const [payable, expected] = [payableMinor, amountMinor].map((minor) => fromMinorUnits(minor, currency))
  throw invalid(`refundAmount must be ${expected} ${currency}, which is ${percentage} % of the payable amount ${payable}`)
}

const insertRefund = statement(
  'insert_refund',
  {
    takes: {
      workspaceId: 'bigint',
      ...payableIdColumns,
      percentage: 'double precision',
      amountMinor: 'bigint',
      currency: 'text',
      overrideReason: 'text?',
      now: 'timestamptz',
    },
    returns: {},
  },
  `
  insert into refunds (workspace_id, ${payableIdNames}, state, percentage, amount_minor, currency, override_reason, requested_at,
    done_at, changed_at)
  values (:workspaceId, ${payableIdValues}, 'DONE', :percentage, :amountMinor, :currency, :overrideReason, :now, :now, :now)`,
)

/** What is said of a refund. */
interface RefundTerms {
  percentage: number
  amountMinor: number
  currency: string
  overrideReason: string | null
}

/** Records a refund that no gateway has to do, of something that becomes REFUNDED in the same transaction. */
export async function recordRefund(queries: Queries, payable: PayableName, refund: RefundTerms & { workspaceId: number; now: Instant }): Promise<void> {
  await queries.rows(insertRefund, { ...refund, ...payableIds(payable) })
}

const columns = {
  id: 'bigint',
  workspaceId: 'bigint',
  paymentSessionId: 'bigint',
  gatewayKey: 'text',
  state: narrowed<KeptRefundState>('text'),
  amountMinor: 'bigint',
  currency: 'text',
  cancellationReason: 'text?',
  requestedAt: 'timestamptz',
} as const

/** A refund that a gateway does. */
export type Refund = RowOf<typeof columns>

// Only one at the desk has neither payment nor key, and no statement that selects this finds one.
const selected = `id, workspace_id as "workspaceId", coalesce(payment_session_id, 0) as "paymentSessionId", coalesce(gateway_key, '') as "gatewayKey", state,
    amount_minor as "amountMinor", currency, cancellation_reason as "cancellationReason", requested_at as "requestedAt"`

const insertRequest = statement(
  'request_refund',
  {
    takes: {
      workspaceId: 'bigint',
      ...payableIdColumns,
      paymentSessionId: 'bigint',
      gatewayKey: 'text',
      percentage: 'double precision',
      amountMinor: 'bigint',
      currency: 'text',
      overrideReason: 'text?',
      cancellationReason: 'text?',
      now: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into refunds (workspace_id, ${payableIdNames}, payment_session_id, gateway_key, state, percentage, amount_minor, currency,
    override_reason, cancellation_reason, requested_at, changed_at)
  values (:workspaceId, ${payableIdValues}, :paymentSessionId, :gatewayKey, 'REQUESTED', :percentage, :amountMinor, :currency,
    :overrideReason, :cancellationReason, :now, :now)
  returning id`,
)

/** What is asked for of a payment. */
export type RequestTerms = Omit<RefundTerms, 'currency'> & { cancellationReason: string | null; now: Instant }

/** Notes, before its gateway is asked, that money of a payment is to go back; the caller plans the work that follows it. */
export async function requestRefund(queries: Queries, session: PaymentSession, terms: RequestTerms): Promise<Refund> {
  const { workspaceId, id: paymentSessionId, currency } = session
  const gatewayKey = `rf_${randomBase32(26).toLowerCase()}`
  const [requested] = await queries.rows(insertRequest, {
    ...{ workspaceId, ...payableIds(payableOf(session)), paymentSessionId, gatewayKey, currency },
    ...terms,
  })
  if (!requested) throw new Error('a refund was written but is not there')
  const { amountMinor, cancellationReason, now: requestedAt } = terms
  return { ...requested, workspaceId, paymentSessionId, gatewayKey, state: 'REQUESTED', amountMinor, currency, cancellationReason, requestedAt }
}

export const refundById = statement(
  'refund_by_id',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: columns },
  `
  select ${selected}
  from refunds
  where workspace_id = :workspaceId and id = :id and gateway_key is not null`,
)

/** Held until the transaction ends, after its payment session. */
export const holdRefund = statement(
  'hold_refund',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: columns },
  `
  select ${selected}
  from refunds
  where workspace_id = :workspaceId and id = :id and gateway_key is not null
  for no key update`,
)

export const setRefundState = statement(
  'set_refund_state',
  { takes: { workspaceId: 'bigint', id: 'bigint', state: narrowed<KeptRefundState>('text'), problem: 'text?', now: 'timestamptz' } },
  `
  update refunds
  set state = :state, problem = :problem, changed_at = :now, done_at = case when :state = 'DONE' then :now::timestamptz end
  where workspace_id = :workspaceId and id = :id`,
)

/** The refund of a payment that its gateway has taken on, or has done. */
export const refundTakenOn = statement(
  'refund_taken_on',
  { takes: { workspaceId: 'bigint', paymentSessionId: 'bigint' }, returns: { id: 'bigint', isDone: 'boolean' } },
  `
  select id, state = 'DONE' as "isDone"
  from refunds
  where workspace_id = :workspaceId and payment_session_id = :paymentSessionId and state in ('PENDING', 'DONE')`,
)

/** A refund that a gateway has done, and of which nothing else is known. */
export const doneRefund = statement(
  'done_refund',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: { ...columns, doneAt: 'timestamptz' } },
  `
  select ${selected}, coalesce(done_at, requested_at) as "doneAt"
  from refunds
  where workspace_id = :workspaceId and id = :id and state = 'DONE' and gateway_key is not null and problem is null`,
)

/** Notes what is wrong with a refund that is done. */
export const noteRefundProblem = statement(
  'note_refund_problem',
  { takes: { workspaceId: 'bigint', id: 'bigint', problem: 'text' } },
  `
  update refunds
  set problem = :problem
  where workspace_id = :workspaceId and id = :id and state = 'DONE'`,
)

/** Whether the gateway was to give money of a payment back, and could not. */
export const hasFailed = statement(
  'refund_has_failed',
  { takes: { workspaceId: 'bigint', paymentSessionId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from refunds
  where workspace_id = :workspaceId and payment_session_id = :paymentSessionId and state = 'FAILED'
  limit 1`,
)

/** Whether money of a payment was asked back before, in vain. */
export const wasRefusedBefore = statement(
  'refund_was_refused_before',
  { takes: { workspaceId: 'bigint', paymentSessionId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from refunds
  where workspace_id = :workspaceId and payment_session_id = :paymentSessionId and state in ('REFUSED', 'FAILED')
  limit 1`,
)
