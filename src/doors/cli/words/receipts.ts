// Receipts from the command line.

import type { Static } from 'typebox'
import { receiptGive, receiptList, receiptSend, receiptShow } from '../../../money/desk/operations/receipts.ts'
import { command } from './command.ts'
import { idOf } from './typed.ts'

const minuteText = (time: string) => time.slice(0, 16).replace('T', ' ')

/** One of these identifies the payment. */
const payment = {
  appointmentId: { ...idOf('a visit', 'clinic visit list'), name: 'visit' },
  visitId: { ...idOf('a token', 'clinic queue show SHIFT'), name: 'token' },
  patientPackageId: { ...idOf('a session pack', 'clinic packs show PATIENT'), name: 'pack' },
  deskPaymentId: { ...idOf('a payment at the desk', 'clinic payments desk'), name: 'payment' },
  sessionRef: { name: 'reference', value: 'reference' },
}

function receiptText({ receipt, counterReceipt, patient, paidFor, method, paidAt, amount, currency, undone }: Static<typeof receiptShow.output>): string[] {
  return [
    receipt ? `receipt ${receipt.number}, given ${minuteText(receipt.at)}` : 'no receipt has been given',
    `  ${amount} ${currency} by ${method} for ${paidFor}, paid ${minuteText(paidAt)}${patient === null ? '' : ` by ${patient}`}`,
    ...(undone
      ? [`  ${undone.by} ${minuteText(undone.at)}: ${undone.amount} ${currency}${counterReceipt ? `, counter-receipt ${counterReceipt.number}` : ''}`]
      : []),
  ]
}

export const receiptCommands = [
  command(receiptShow, { shown: (receipt) => receiptText(receipt).join('\n'), members: payment }),
  command(receiptGive, { shown: (receipt) => receiptText(receipt).join('\n'), members: payment }),
  command(receiptSend, {
    shown: ({ number, to }) => `receipt ${number} was sent to ${to}`,
    members: { ...payment, to: { value: 'address' } },
  }),
  command(receiptList, {
    shown: (receipts) =>
      receipts.length === 0
        ? 'no receipts were given there in this year'
        : {
            columns: ['number', 'time', 'cause', 'amount', 'currency', 'paidFor', 'other'],
            rows: receipts.map((receipt) => ({ ...receipt, time: minuteText(receipt.at) })),
          },
    arguments: ['addressId'],
    members: { addressId: { ...idOf('a location', 'clinic till list'), name: 'location' } },
  }),
]
