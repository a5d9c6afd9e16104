// Money at the desk: payments for visits, tokens and session packs, corrections, and refunds.

import { fromMinorUnits, toMinorUnits } from '../../../base/values/money.ts'
import { packsAsk, packsLeave, packsOnline, paymentsAsk, paymentsLeave, paymentsOnline } from '../../../money/checkout/operations/payment-requests.ts'
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
import { type AndAlike, command, type MemberWords } from './command.ts'
import { idOf } from './typed.ts'

/** Payments minus corrections, by method and currency: `CASH 700 INR, CARD 500 INR`. */
function totals(payments: readonly DeskPaymentView[]): string {
  const sums = Object.groupBy(payments, ({ method, currency }) => `${method} ${currency}`)
  return Object.values(sums)
    .map((rows = []) => {
      const [{ method = '', currency = '' } = {}] = rows
      const minor = rows.reduce((sum, { cause, amount }) => sum + (toMinorUnits(amount, currency) ?? 0) * (cause === 'PAID' ? 1 : -1), 0)
      return `${method} ${fromMinorUnits(minor, currency)} ${currency}`
    })
    .join(', ')
}

const sentence = ({ id, cause, amount, currency, method, paidFor }: DeskPaymentView) =>
  cause === 'PAID' ? `payment ${id}: ${amount} ${currency} by ${method} for ${paidFor}` : `correction ${id}: ${paidFor} is not paid`

const aVisit = idOf('a visit', 'clinic visit list')
const aToken = idOf('a token', 'clinic queue show SHIFT')
const aPack = idOf('a session pack that was sold by itself', 'clinic packs show PATIENT')

const paying = (operation: AndAlike<typeof visitPay>, id: MemberWords) =>
  command(operation, { arguments: ['id', 'method'], members: { id, member: idOf('a member of staff', 'clinic staff list') }, shown: sentence })

const refunding = (operation: AndAlike<typeof visitRefund>, id: MemberWords, what: string) =>
  command(operation, {
    arguments: ['id'],
    members: { id, percentage: { value: 'percent' }, reason: { value: 'text' } },
    shown: ({ id, percentage }) => `${what} ${id} is REFUNDED: give ${percentage} % of its price back`,
  })

const onlinePayments = (look: AndAlike<typeof paymentsOnline>, ask: AndAlike<typeof paymentsAsk>, leave: AndAlike<typeof paymentsLeave>, id: MemberWords) => [
  command(look, {
    arguments: ['id'],
    members: { id },
    shown: ({ askedAt, mayAsk, underWay }) =>
      `${underWay ? 'the patient may be paying online now' : 'no online payment is under way'}; asked for: ${askedAt ?? 'never'}; ${mayAsk ? 'can' : 'cannot'} be asked for now`,
  }),
  command(ask, {
    arguments: ['id'],
    members: { id },
    shown: ({ id, amount, currency }) => `the patient of ${id} is asked to pay ${amount} ${currency} online`,
  }),
  command(leave, { arguments: ['id'], members: { id }, shown: ({ id, paymentStatus }) => `${id} is ${paymentStatus}` }),
]

export const deskPaymentCommands = [
  paying(visitPay, aVisit),
  paying(tokenPay, aToken),
  command(packsPay, {
    arguments: ['id', 'method'],
    members: {
      id: aPack,
      member: idOf('a member of staff', 'clinic staff list'),
      addressId: { ...idOf('a location', 'clinic location list'), name: 'location' },
    },
    shown: sentence,
  }),
  refunding(visitRefund, aVisit, 'visit'),
  refunding(tokenRefund, aToken, 'token'),
  refunding(packsRefund, aPack, 'pack'),
  command(paymentsCorrect, {
    shown: sentence,
    arguments: ['id'],
    members: { id: idOf('a payment at the desk', 'clinic payments desk'), reason: { value: 'text' } },
  }),
  command(paymentsUndo, { shown: sentence, arguments: ['id'], members: { id: { name: 'change' } } }),
  ...onlinePayments(paymentsOnline, paymentsAsk, paymentsLeave, aVisit),
  ...onlinePayments(packsOnline, packsAsk, packsLeave, aPack),
  command(paymentsDesk, {
    shown: (payments) =>
      payments.length === 0
        ? 'the desk took nothing on this day'
        : [
            {
              columns: ['id', 'time', 'paidFor', 'cause', 'method', 'amount', 'currency', 'location', 'takenBy', 'by', 'reason'],
              rows: payments.map((payment) => ({ ...payment, time: payment.at.slice(11, 16) })),
            },
            totals(payments),
          ],
    members: { date: { value: 'date' } },
  }),
]
