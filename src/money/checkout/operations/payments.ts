// Operations on online payments: payment sessions, their states, and their ledger entries.

import {
  choice,
  integer,
  list,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { paymentSessionStates } from '../../payments/payment-session-queries.ts'
import { refundStates } from '../../payments/refund-queries.ts'
import {
  latestPayments,
  paymentsByReference,
  paymentsByRefund,
  sessionLedgerEntries,
} from '../payment-queries.ts'
import { problem } from '../problems.ts'
import { paymentsReconcile } from './payment-reconciling.ts'
import { paymentsRefund } from './payment-refund.ts'
import { paymentsStatement } from './payment-statement.ts'
import { payment, paymentView } from './payment-view.ts'

export const paymentsList = workspaceOperation({
  name: 'payments-list',
  right: 'money:read',
  about: 'the whole clinic',
  summary: 'List online payments, newest first.',
  input: object({
    state: optional(choice(paymentSessionStates, 'Only payments in this state.', 'RELEASED')),
    refundState: optional(
      choice(refundStates, 'Only payments whose latest refund is in this state.', 'FAILED'),
    ),
    before: optional(
      text(
        'Only payments before the one with this sessionRef; to continue after a full page.',
        'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa',
      ),
    ),
    limit: optionalWithDefault(
      integer('Maximum number of entries.', 50, { minimum: 1, maximum: 1_000 }),
      50,
    ),
  }),
  output: list(object(payment), 'Payment sessions, newest first.'),
  async run(
    { database, clock, configurations, workspaceId }: InWorkspace<Configured>,
    { state = null, refundState, before = null, limit },
  ) {
    const { timezone } = await configurations.of(workspaceId)
    const page = { workspaceId, state, before, limit }
    const rows =
      refundState === undefined
        ? database.rows(latestPayments, page)
        : database.rows(paymentsByRefund, { ...page, refundState })
    return (await rows).map((row) => paymentView(row, { now: clock.now(), timezone }))
  },
})

export const paymentsShow = workspaceOperation({
  name: 'payments-show',
  right: 'money:read',
  about: 'the whole clinic',
  summary: 'Show one payment, or all payments for a booking, with every movement of money.',
  input: object({ reference: text('The sessionRef, or the booking reference.', 'BK7Q2M9X4KTD') }),
  output: list(
    object({
      ...payment,
      ledger: list(
        object({
          at: timestamp('When.'),
          cause: choice(['CAPTURED', 'REFUNDED'], 'A payment or a refund.'),
          debit: text('The account that was debited.', 'GATEWAY'),
          credit: text('The account that was credited.', 'FEES'),
          amount: number('The amount, in `currency`.', 500),
          currency: payment.currency,
        }),
        'The books of this payment, oldest first.',
      ),
    }),
    'Payment sessions, oldest first.',
  ),
  async run(
    { database, clock, configurations, workspaceId }: InWorkspace<Configured>,
    { reference },
  ) {
    const { timezone } = await configurations.of(workspaceId)
    const rows = await database.rows(paymentsByReference, { workspaceId, reference })
    if (rows.length === 0) throw problem('NO_ONLINE_PAYMENT', { reference })
    const entries = await database.rows(sessionLedgerEntries, {
      workspaceId,
      paymentSessionIds: rows.map(({ id }) => id),
    })
    return rows.map((row) => ({
      ...paymentView(row, { now: clock.now(), timezone }),
      ledger: entries
        .filter(({ paymentSessionId }) => paymentSessionId === row.id)
        .map(({ at, cause, debit, credit, amountMinor, currency }) => ({
          at: isoAt(timezone, at),
          cause,
          debit,
          credit,
          amount: fromMinorUnits(amountMinor, currency),
          currency,
        })),
    }))
  },
})

export const paymentOperations = [
  paymentsList,
  paymentsShow,
  paymentsRefund,
  paymentsReconcile,
  paymentsStatement,
]
