// Commands for online payments: payment sessions, their states, and their ledger entries.

import { paymentsReconcile } from '../../../money/checkout/operations/payment-reconciling.ts'
import { paymentsRefund } from '../../../money/checkout/operations/payment-refund.ts'
import {
  paymentsStatement,
  statementColumns,
} from '../../../money/checkout/operations/payment-statement.ts'
import { paymentsList, paymentsShow } from '../../../money/checkout/operations/payments.ts'
import { command } from './command.ts'

export const paymentCommands = [
  command(paymentsList, {
    formatResult: (payments) =>
      payments.length === 0
        ? 'no online payments yet'
        : {
            columns: [
              'createdAt',
              'sessionRef',
              'paidItem',
              'state',
              'paymentStatus',
              'amount',
              'currency',
              'nextStep',
              'problem',
            ],
            rows: payments,
          },
  }),
  command(paymentsShow, {
    formatResult: (payments) =>
      payments.flatMap(({ ledger, ...paid }) => [
        `${paid.sessionRef} for ${paid.paidItem}: ${paid.state}, ${paid.amount} ${paid.currency}, ${paid.paymentStatus}`,
        `  at ${paid.gateway}${paid.gatewayId === null ? '' : ` as ${paid.gatewayId}`}, held until ${paid.heldUntil}${paid.nextLookAt === null ? '' : `, looked at again ${paid.nextLookAt}`}`,
        ...(paid.problem === null ? [] : [`  ${paid.problem}`]),
        ...ledger.map(
          ({ at, cause, debit, credit, amount, currency }) =>
            `  ${at} ${cause} ${amount} ${currency}: debit ${debit}, credit ${credit}`,
        ),
      ]),
    arguments: ['reference'],
  }),
  command(paymentsRefund, {
    formatResult: ({ sessionRef, paidItem, state, paymentStatus }) =>
      `${sessionRef} for ${paidItem}: ${state}, ${paymentStatus}`,
    arguments: ['reference'],
    members: { percentage: { value: 'percent' }, reason: { value: 'text' } },
  }),
  command(paymentsReconcile, {
    formatResult({ compared, differences }) {
      if (differences.length === 0) return `${compared} payments compared: the books agree`
      const columns = [
        'sessionRef',
        'description',
        'currency',
        'captured',
        'capturedAtGateway',
        'refunded',
        'refundedAtGateway',
        'problem',
      ]
      return [
        `${compared} payments compared, ${differences.length} differ:`,
        { columns, rows: differences },
      ]
    },
    members: { from: { value: 'date' }, to: { value: 'date' } },
  }),
  command(paymentsStatement, {
    formatResult({ totals, entries, csv }, { entries: wantsEntries }) {
      if (csv !== null) return csv.trimEnd()
      if (totals.length === 0) return 'nothing came or went online in these days'
      return wantsEntries
        ? { columns: statementColumns.entries, rows: entries }
        : { columns: statementColumns.totals, rows: totals }
    },
    members: { from: { value: 'date' }, to: { value: 'date' } },
  }),
]
