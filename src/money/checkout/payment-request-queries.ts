// Requests by staff to pay online, stored with the payable.

import { statement } from '../../base/db/statement.ts'
import { payableIdColumns } from '../payments/payable-name.ts'

const payableParameters = { workspaceId: 'bigint', ...payableIdColumns } as const

/**
 * When staff last requested a payment; stored with the payable, since notices are deleted after a
 * while.
 */
export const paymentAskedAt = statement(
  'payment_asked_at',
  { takes: payableParameters, returns: { askedAt: 'timestamptz?' } },
  `
  select payment_asked_at as "askedAt" from appointments where workspace_id = :workspaceId and id = :appointmentId
  union all
  select payment_asked_at from queue_visits where workspace_id = :workspaceId and id = :visitId
  union all
  select payment_asked_at from patient_packs where workspace_id = :workspaceId and id = :patientPackId`,
)

export const recordPaymentRequest = statement(
  'record_payment_request',
  { takes: { ...payableParameters, now: 'timestamptz' } },
  `
  with visit as (
    update appointments set payment_asked_at = :now where workspace_id = :workspaceId and id = :appointmentId
  ),
  token as (
    update queue_visits set payment_asked_at = :now where workspace_id = :workspaceId and id = :visitId
  )
  update patient_packs set payment_asked_at = :now where workspace_id = :workspaceId and id = :patientPackId`,
)
