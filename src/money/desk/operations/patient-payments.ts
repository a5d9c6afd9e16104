// A patient's payments, refunds and receipts (TILL-01).

import {
  choice,
  currency,
  flag,
  id,
  integer,
  list,
  nullable,
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
import { receiptNumber } from '../../../base/values/receipt-number.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { resolvePatientForRead } from '../../../clinic/patients/led-to.ts'
import { payableIdMembers, payableIdsView } from '../../checkout/operations/payable-ids.ts'
import { type PatientPayment, patientPaymentRows } from '../patient-payment-queries.ts'

const pageMax = 100

export const patientPayments = workspaceOperation({
  name: 'patient-payments',
  right: 'money:read',
  about: 'patientId',
  summary: 'List the payments, corrections and refunds of a patient, latest first.',
  input: object({
    patientId: id('The patient.', 42),
    after: optional(
      text(
        'Only entries after the one with this key; to continue after a full page.',
        'PAYMENT-7',
        { maxLength: 40 },
      ),
    ),
    limit: optionalWithDefault(
      integer(`How many, up to ${pageMax}.`, 20, { minimum: 1, maximum: pageMax }),
      20,
    ),
  }),
  output: object({
    payments: list(
      object({
        key: text('The key of the entry in the list.', 'PAYMENT-7'),
        at: timestamp("When, by the clinic's clock."),
        cause: choice(
          ['PAID', 'CORRECTED', 'ONLINE', 'REFUNDED'],
          'Paid at the desk, corrected there, to be paid online, or refunded.',
        ),
        paidFor: text('The booking reference, the token, or the pack.', 'BK7Q2M9X4KTD'),
        ...payableIdMembers,
        amount: number('How much, in `currency`; not below zero.', 500),
        currency: currency('ISO 4217 code.'),
        method: nullable(text('How it was paid at the desk.', 'CASH')),
        state: nullable(
          text('For an online payment or refund: its state, as in `payments list`.', 'PAID'),
        ),
        corrected: flag('For a desk payment: whether it was corrected later.', false),
        reason: nullable(text('Reason for the correction or refund.', 'It was the next patient')),
        member: nullable(text('The staff member who took or refunded it.', 'Nina Roy')),
        deskPaymentId: nullable(
          id('The desk payment; for a correction, the corrected payment.', 7),
        ),
        sessionRef: nullable(
          text(
            'The online payment, or the one that a refund belongs to.',
            'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa',
          ),
        ),
        receipt: nullable(text('The number of its receipt; null if it has none.', '1-2030-000012')),
      }),
      'Payments, corrections and refunds.',
    ),
    more: flag('Whether there are more of them.', false),
  }),
  async run(
    { database, configurations, workspaceId }: InWorkspace<Configured>,
    { patientId: requestedId, after = null, limit },
  ) {
    const { timezone } = await configurations.of(workspaceId)
    const patientId = await resolvePatientForRead(database, workspaceId, requestedId)
    const rows = await database.rows(patientPaymentRows, {
      workspaceId,
      patientId,
      after,
      limit: limit + 1,
    })
    return {
      payments: rows.slice(0, limit).map((row) => paymentView(row, timezone)),
      more: rows.length > limit,
    }
  },
})

function paymentView(row: PatientPayment, timezone: string) {
  const {
    key,
    cause,
    currency,
    method,
    state,
    reason,
    member,
    deskPaymentId,
    sessionRef,
    receiptYear,
    receiptNumber: number,
  } = row
  return {
    key,
    cause,
    currency,
    method,
    state,
    reason,
    member,
    deskPaymentId,
    sessionRef,
    paidFor: row.reference,
    ...payableIdsView(row),
    at: isoAt(timezone, row.at),
    amount: fromMinorUnits(row.amountMinor, currency),
    corrected: row.isCorrected,
    receipt:
      receiptYear === null || number === null
        ? null
        : receiptNumber({ locationId: row.receiptLocationId, year: receiptYear, number }),
  }
}
