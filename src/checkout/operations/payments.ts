// What an operator looks at of payments online: the payment sessions, how they stand, and the books.

import { choice, integer, list, number, object, optional, text, timestamp } from '../../contract/schemas.ts'
import { byDefault, workspaceOperation } from '../../operations/operation.ts'
import { paymentSessionStates } from '../../payments/payment-session-queries.ts'
import { isoAt } from '../../values/clinic-time.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { problem } from '../../values/problem.ts'
import { booksOfSessions, latestPayments, paymentsOfReference } from '../payment-queries.ts'
import { paymentsReconcile } from './payment-reconciling.ts'
import { paymentsRefund } from './payment-refund.ts'
import { paymentsStatement } from './payment-statement.ts'
import { payment, paymentView } from './payment-view.ts'

export const paymentsList = workspaceOperation({
  name: 'payments-list',
  right: 'money:read',
  summary: 'Payments online, newest first.',
  input: object({
    state: optional(choice(paymentSessionStates, 'Only those that stand so.', 'RELEASED')),
    limit: byDefault(integer('How many at most.', 50, { minimum: 1, maximum: 1_000 }), 50),
  }),
  output: list(object(payment), 'Payment sessions, newest first.'),
  async run({ database, workspaceId }, { state = null, limit }) {
    return (await database.rows(latestPayments, { workspaceId, state, limit })).map(paymentView)
  },
})

export const paymentsShow = workspaceOperation({
  name: 'payments-show',
  right: 'money:read',
  summary: 'One payment, or all there were for a booking, with every movement of money.',
  input: object({ reference: text('The sessionRef, or the booking reference.', 'BK7Q2M9X4KTD') }),
  output: list(
    object({
      ...payment,
      ledger: list(
        object({
          at: timestamp('When.'),
          cause: choice(['CAPTURED', 'REFUNDED'], 'The payment came, or went back.'),
          debit: text('The account it went to.', 'GATEWAY'),
          credit: text('The account it came from.', 'FEES'),
          amount: number('How much, in `currency`.', 500),
          currency: payment.currency,
        }),
        'The books of this payment, oldest first.',
      ),
    }),
    'Payment sessions, oldest first.',
  ),
  async run({ database, workspaceId }, { reference }) {
    const rows = await database.rows(paymentsOfReference, { workspaceId, reference })
    if (rows.length === 0) throw problem('NOTHING_PAID_ONLINE', { reference })
    const entries = await database.rows(booksOfSessions, { workspaceId, paymentSessionIds: rows.map(({ id }) => id) })
    return rows.map((row) => ({
      ...paymentView(row),
      ledger: entries
        .filter(({ paymentSessionId }) => paymentSessionId === row.id)
        .map(({ at, cause, debit, credit, amountMinor, currency }) => ({
          ...{ at: isoAt('UTC', at), cause, debit, credit, amount: fromMinorUnits(amountMinor, currency), currency },
        })),
    }))
  },
})

export const paymentOperations = [paymentsList, paymentsShow, paymentsRefund, paymentsReconcile, paymentsStatement]
