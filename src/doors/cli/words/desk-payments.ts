// Money at the desk: payments for visits, tokens and session packs, corrections, and refunds.

import { fromMinorUnits, toMinorUnits } from '../../../base/values/money.ts'
import {
  packsAsk,
  packsLeave,
  packsOnline,
  paymentsAsk,
  paymentsLeave,
  paymentsOnline,
} from '../../../money/checkout/operations/payment-requests.ts'
import {
  type DeskPaymentView,
  packsPay,
  packsRefund,
  paymentsCorrect,
  paymentsDesk,
  paymentsUndo,
  tokenPay,
  tokenRefund,
  visitPay,
  visitRefund,
} from '../../../money/desk/operations/desk-payments.ts'
import { command, type MemberWords, type OperationLike } from './command.ts'
import { idMember } from './typed.ts'

/** Payments minus corrections, by method and currency: `CASH 700 INR, CARD 500 INR`. */
function formatTotals(payments: readonly DeskPaymentView[]): string {
  const sums = Object.groupBy(payments, ({ method, currency }) => `${method} ${currency}`)
  return Object.values(sums)
    .map((rows = []) => {
      const [{ method = '', currency = '' } = {}] = rows
      const minor = rows.reduce(
        (sum, { cause, amount }) =>
          sum + (toMinorUnits(amount, currency) ?? 0) * (cause === 'PAID' ? 1 : -1),
        0,
      )
      return `${method} ${fromMinorUnits(minor, currency)} ${currency}`
    })
    .join(', ')
}

const formatPayment = ({ id, cause, amount, currency, method, paidFor }: DeskPaymentView) =>
  cause === 'PAID'
    ? `payment ${id}: ${amount} ${currency} by ${method} for ${paidFor}`
    : `correction ${id}: ${paidFor} is not paid`

const visitIdMember = idMember('a visit', 'clinic visit list')
const tokenIdMember = idMember('a token', 'clinic queue show SHIFT')
const packIdMember = idMember('a session pack that was sold by itself', 'clinic packs show PATIENT')

const payCommand = (operation: OperationLike<typeof visitPay>, id: MemberWords) =>
  command(operation, {
    arguments: ['id', 'method'],
    members: { id, member: idMember('a member of staff', 'clinic staff list') },
    formatResult: formatPayment,
  })

const refundCommand = (
  operation: OperationLike<typeof visitRefund>,
  id: MemberWords,
  thing: string,
) =>
  command(operation, {
    arguments: ['id'],
    members: { id, percentage: { value: 'percent' }, reason: { value: 'text' } },
    formatResult: ({ id, percentage }) =>
      `${thing} ${id} is REFUNDED: give ${percentage} % of its price back`,
  })

const onlinePaymentCommands = (
  show: OperationLike<typeof paymentsOnline>,
  ask: OperationLike<typeof paymentsAsk>,
  cancel: OperationLike<typeof paymentsLeave>,
  id: MemberWords,
) => [
  command(show, {
    arguments: ['id'],
    members: { id },
    formatResult: ({ askedAt, mayAsk, underWay }) =>
      `${underWay ? 'the patient may be paying online now' : 'no online payment is under way'}; asked for: ${askedAt ?? 'never'}; ${mayAsk ? 'can' : 'cannot'} be asked for now`,
  }),
  command(ask, {
    arguments: ['id'],
    members: { id },
    formatResult: ({ id, amount, currency }) =>
      `the patient of ${id} is asked to pay ${amount} ${currency} online`,
  }),
  command(cancel, {
    arguments: ['id'],
    members: { id },
    formatResult: ({ id, paymentStatus }) => `${id} is ${paymentStatus}`,
  }),
]

export const deskPaymentCommands = [
  payCommand(visitPay, visitIdMember),
  payCommand(tokenPay, tokenIdMember),
  command(packsPay, {
    arguments: ['id', 'method'],
    members: {
      id: packIdMember,
      member: idMember('a member of staff', 'clinic staff list'),
      addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
    },
    formatResult: formatPayment,
  }),
  refundCommand(visitRefund, visitIdMember, 'visit'),
  refundCommand(tokenRefund, tokenIdMember, 'token'),
  refundCommand(packsRefund, packIdMember, 'pack'),
  command(paymentsCorrect, {
    formatResult: formatPayment,
    arguments: ['id'],
    members: {
      id: idMember('a payment at the desk', 'clinic payments desk'),
      reason: { value: 'text' },
    },
  }),
  command(paymentsUndo, {
    formatResult: formatPayment,
    arguments: ['id'],
    members: { id: { name: 'change' } },
  }),
  ...onlinePaymentCommands(paymentsOnline, paymentsAsk, paymentsLeave, visitIdMember),
  ...onlinePaymentCommands(packsOnline, packsAsk, packsLeave, packIdMember),
  command(paymentsDesk, {
    formatResult: (payments) =>
      payments.length === 0
        ? 'the desk took nothing on this day'
        : [
            {
              columns: [
                'id',
                'time',
                'paidFor',
                'cause',
                'method',
                'amount',
                'currency',
                'location',
                'takenBy',
                'by',
                'reason',
              ],
              rows: payments.map((payment) => ({ ...payment, time: payment.at.slice(11, 16) })),
            },
            formatTotals(payments),
          ],
    members: { date: { value: 'date' } },
  }),
]
