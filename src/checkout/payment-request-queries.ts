// Requests of staff to pay online, as a visit or token has them.

import { statement } from '../db/statement.ts'

const aVisit = { workspaceId: 'bigint', visitId: 'bigint' } as const

/** When staff last asked for the payment of a visit or token; a time in its row, since notices are forgotten after a while. */
export const paymentAskedAt = statement(
  'payment_asked_at',
  { takes: aVisit, returns: { askedAt: 'timestamptz?' } },
  `
  select payment_asked_at as "askedAt" from appointments where workspace_id = :workspaceId and id = :visitId
  union all
  select payment_asked_at from queue_visits where workspace_id = :workspaceId and id = :visitId`,
)

export const notePaymentAsked = statement(
  'note_payment_asked',
  { takes: { ...aVisit, now: 'timestamptz' } },
  `
  with asked as (
    update appointments set payment_asked_at = :now where workspace_id = :workspaceId and id = :visitId
  )
  update queue_visits set payment_asked_at = :now where workspace_id = :workspaceId and id = :visitId`,
)

/** Where a patient can be written to; nowhere once erased. */
export const contactsOfPatient = statement(
  'contacts_of_patient',
  { takes: { workspaceId: 'bigint', patientId: 'bigint' }, returns: { email: 'text?', phoneNormalised: 'text?' } },
  `
  select email, phone_normalised as "phoneNormalised"
  from patients
  where workspace_id = :workspaceId and id = :patientId`,
)
