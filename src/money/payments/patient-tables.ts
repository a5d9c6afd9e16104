import type { PatientTable } from '../../clinic/patients/patient-tables.ts'

/** SQL condition: row `t` belongs to a visit, a token or a pack of the patient. */
export const patientBookingCondition = `
    t.appointment_id in (select id from appointments where workspace_id = :workspaceId and patient_id = :patientId)
    or t.visit_id in (select id from queue_visits where workspace_id = :workspaceId and patient_id = :patientId)
    or t.patient_pack_id in (select id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId)
  `

/** Why an online payment is in progress. */
const openPaymentConditions = {
  CHECKOUT: "t.state in ('OPENING', 'OPEN', 'FAILED')",
  REFUND: "t.state = 'RETURNING'",
}

export const paymentTables: readonly PatientTable[] = [
  {
    table: 'payment_sessions',
    ofPatient: patientBookingCondition,
    erased: ['contact_hash'],
    kept: {
      'how the gateway and the clinic know the payment': [
        'session_ref',
        'gateway',
        'gateway_id',
        'checkout_url',
      ],
      'what the clinic told the gateway, which names no patient': ['payee', 'description'],
      'a page of the caller, without which a checkout cannot be opened again': ['return_url'],
      'what it cost': ['currency'],
      'one of a few': ['desk_payment_mode', 'state'],
    },
    merged: { with: 'what they pay for', counted: 'payments', notWhile: openPaymentConditions },
    exported: { as: 'payments', orderedBy: 'id', without: ['contact_hash'] },
  },
  {
    table: 'ledger_entries',
    ofPatient: `t.payment_session_id in (
    select s.id from payment_sessions s where s.workspace_id = :workspaceId and (${patientBookingCondition.replaceAll('t.', 's.')})
  )`,
    erased: [],
    kept: { 'the books of the clinic': ['cause', 'debit', 'credit', 'currency'] },
    merged: { with: 'payment_sessions' },
    exported: {
      as: 'entries',
      within: 'payment_sessions',
      by: 'payment_session_id',
      orderedBy: 'id',
    },
  },
  {
    table: 'refunds',
    ofPatient: patientBookingCondition,
    erased: ['override_reason', 'cancellation_reason'],
    kept: {
      'one of a few': ['state'],
      'what was given back': ['currency'],
      'how the gateway knows the refund': ['gateway_key'],
      'what the gateway, which knows no patient, said against it': ['problem'],
    },
    merged: {
      with: 'what they give back',
      counted: 'refunds',
      notWhile: { REFUND: "t.state in ('REQUESTED', 'PENDING')" },
    },
    exported: { as: 'refunds', orderedBy: 'id' },
  },
  {
    table: 'desk_payments',
    ofPatient: patientBookingCondition,
    erased: [],
    // The reason for a correction may name the patient. Rows are only added to this table, and a
    // correction needs a reason.
    replaced: { reason: "'erased'" },
    kept: {
      'one of a few': ['cause'],
      'what was taken': ['method', 'currency'],
      'who recorded it, which is staff': ['operator'],
    },
    merged: { with: 'what they pay for', counted: 'deskPayments' },
    exported: { as: 'deskPayments', orderedBy: 'id' },
  },
]
