// A receipt as shown to staff and printed: amounts in decimals, times in the location's timezone.

import {
  choice,
  currency,
  flag,
  id,
  nullable,
  number,
  object,
  text,
  timestamp,
  zone,
} from '../../base/contract/schemas.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { maskedEmail } from '../../base/values/masked.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import { receiptNumber } from '../../base/values/receipt-number.ts'
import type { Receipt, ReceiptFacts } from './receipt-queries.ts'
import type { PaymentReceipt } from './receipts.ts'

const numberedReceiptSchema = (description: string) =>
  nullable(
    object(
      {
        number: text(
          'Location, year and number: unique in the workspace, and without gaps within a location and year.',
          '1-2030-000012',
        ),
        at: timestamp('When it was issued.'),
        amount: number('The amount, in `currency`; negative for a counter-receipt.', 500),
      },
      { description },
    ),
  )

export const receiptSchema = object({
  receipt: numberedReceiptSchema('The receipt of the payment; null where none was given.'),
  counterReceipt: numberedReceiptSchema(
    'The counter-receipt of what became of it; null where none was given.',
  ),
  clinic: text('Title of the clinic.', 'Sunrise Clinics'),
  location: nullable(
    text('Where it was paid: the name in the clinic file; null if unknown.', 'jaipur'),
  ),
  address: nullable(text('The address of the location.', '12 MI Road, Jaipur')),
  timezone: zone('Whose clock the times here are by.'),
  patient: nullable(
    text('The name of the patient; null where the record is erased.', 'Meera Iyer'),
  ),
  email: nullable(
    text(
      'The masked address that it would be sent to; null if no address is known.',
      'm***@example.org',
    ),
  ),
  paidFor: text('The booking reference, the token, or the pack.', 'BK7Q2M9X4KTD'),
  kind: choice(['VISIT', 'TOKEN', 'PACK'], 'What the payment is for.'),
  appointmentId: nullable(id('The visit it is for.', 42)),
  visitId: nullable(id('The token it is for.', 43)),
  patientPackageId: nullable(id('The session pack it is for.', 5)),
  practitioner: nullable(text('Whose visit it is.', 'Dr Asha Rao')),
  visitAt: nullable(timestamp('When a visit begins.')),
  tokenDate: nullable(text('The date of a token.', '2030-01-07')),
  pack: nullable(text('The session pack that was bought.', 'Ten visits')),
  method: text('How it was paid; ONLINE through a gateway.', 'CASH'),
  paidAt: timestamp('When it was paid.'),
  amount: number('What was paid, in `currency`.', 500),
  currency: currency('ISO 4217 code of the amounts.'),
  undone: nullable(
    object(
      {
        by: choice(['CORRECTED', 'REFUNDED'], 'The payment was recorded by mistake, or refunded.'),
        at: timestamp('When.'),
        amount: number('The corrected or refunded amount.', 250),
      },
      { description: 'Correction or refund of the payment; null if there is none.' },
    ),
  ),
  canBeGiven: flag(
    'Whether a receipt can be issued: for the payment, or for its correction or refund.',
  ),
})

export function receiptView({ facts, receipt, counterReceipt }: PaymentReceipt) {
  const {
    timezone,
    currency,
    firstName,
    lastName,
    email,
    visitAt,
    undoneBy,
    undoneAt,
    undoneMinor,
  } = facts
  const receiptSummary = (one: Receipt | undefined) =>
    one
      ? {
          number: receiptNumber(one),
          at: isoAt(timezone, one.at),
          amount: fromMinorUnits(one.amountMinor, currency),
        }
      : null
  const {
    title: clinic,
    location,
    address,
    reference: paidFor,
    appointmentId,
    visitId,
    practitioner,
    tokenDate,
    pack,
    method,
  } = facts
  return {
    receipt: receiptSummary(receipt),
    counterReceipt: receiptSummary(counterReceipt),
    clinic,
    location,
    address,
    timezone,
    paidFor,
    appointmentId,
    visitId,
    practitioner,
    tokenDate,
    pack,
    method,
    currency,
    kind: paidForKind(facts),
    patientPackageId: facts.patientPackId,
    patient: [firstName, lastName].filter(Boolean).join(' ') || null,
    email: email === null ? null : maskedEmail(email),
    visitAt: visitAt === null ? null : isoAt(timezone, visitAt),
    paidAt: isoAt(timezone, facts.paidAt),
    amount: fromMinorUnits(facts.amountMinor, currency),
    undone: undoneBy && {
      by: undoneBy,
      at: isoAt(timezone, undoneAt ?? facts.paidAt),
      amount: fromMinorUnits(undoneMinor ?? 0, currency),
    },
    canBeGiven: receipt ? undoneBy !== null && !counterReceipt : undoneBy !== 'CORRECTED',
  }
}
export type ReceiptView = ReturnType<typeof receiptView>

function paidForKind({
  appointmentId,
  visitId,
}: Pick<ReceiptFacts, 'appointmentId' | 'visitId'>): 'VISIT' | 'TOKEN' | 'PACK' {
  if (appointmentId !== null) return 'VISIT'
  return visitId === null ? 'PACK' : 'TOKEN'
}
