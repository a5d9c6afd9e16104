// Receipts from the command line.

import type { Static } from 'typebox'
import {
  receiptGive,
  receiptList,
  receiptSend,
  receiptShow,
} from '../../../money/desk/operations/receipts.ts'
import { command } from './command.ts'
import { idMember } from './typed.ts'

const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')

/** Any one of these options identifies the payment. */
const payment = {
  appointmentId: { ...idMember('a visit', 'clinic visit list'), name: 'visit' },
  visitId: { ...idMember('a token', 'clinic queue show SHIFT'), name: 'token' },
  patientPackageId: { ...idMember('a session pack', 'clinic packs show PATIENT'), name: 'pack' },
  deskPaymentId: { ...idMember('a payment at the desk', 'clinic payments desk'), name: 'payment' },
  sessionRef: { name: 'reference', value: 'reference' },
}

function formatReceipt({
  receipt,
  counterReceipt,
  patient,
  paidFor,
  method,
  paidAt,
  amount,
  currency,
  undone,
}: Static<typeof receiptShow.output>): string[] {
  return [
    receipt
      ? `receipt ${receipt.number}, given ${formatMinute(receipt.at)}`
      : 'no receipt has been given',
    `  ${amount} ${currency} by ${method} for ${paidFor}, paid ${formatMinute(paidAt)}${patient === null ? '' : ` by ${patient}`}`,
    ...(undone
      ? [
          `  ${undone.by} ${formatMinute(undone.at)}: ${undone.amount} ${currency}${counterReceipt ? `, counter-receipt ${counterReceipt.number}` : ''}`,
        ]
      : []),
  ]
}

export const receiptCommands = [
  command(receiptShow, {
    formatResult: (receipt) => formatReceipt(receipt).join('\n'),
    members: payment,
  }),
  command(receiptGive, {
    formatResult: (receipt) => formatReceipt(receipt).join('\n'),
    members: payment,
  }),
  command(receiptSend, {
    formatResult: ({ number, to }) => `receipt ${number} was sent to ${to}`,
    members: { ...payment, to: { value: 'address' } },
  }),
  command(receiptList, {
    formatResult: (receipts) =>
      receipts.length === 0
        ? 'no receipts were given there in this year'
        : {
            columns: ['number', 'time', 'cause', 'amount', 'currency', 'paidFor', 'other'],
            rows: receipts.map((receipt) => ({ ...receipt, time: formatMinute(receipt.at) })),
          },
    arguments: ['addressId'],
    members: { addressId: { ...idMember('a location', 'clinic till list'), name: 'location' } },
  }),
]
