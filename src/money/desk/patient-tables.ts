import type { PatientTable } from '../../clinic/patients/patient-tables.ts'
import { patientBookingCondition } from '../payments/patient-tables.ts'

const deskPaymentCondition = `t.desk_payment_id in (
    select p.id from desk_payments p where p.workspace_id = :workspaceId and (${patientBookingCondition.replaceAll('t.', 'p.')})
  )`
const refundCondition = `t.refund_id in (
    select r.id from refunds r where r.workspace_id = :workspaceId and (${patientBookingCondition.replaceAll('t.', 'r.')})
  )`

export const tillTables: readonly PatientTable[] = [
  {
    table: 'till_entries',
    ofPatient: `${deskPaymentCondition} or ${refundCondition}`,
    erased: [],
    kept: { 'the books of the clinic': ['cause', 'currency', 'method'] },
    merged: { with: 'desk_payments and refunds' },
    exported: { nowhere: 'payments at the desk and refunds say the same' },
  },
  {
    table: 'receipts',
    ofPatient: `${deskPaymentCondition} or ${refundCondition} or t.payment_session_id in (
    select s.id from payment_sessions s where s.workspace_id = :workspaceId and (${patientBookingCondition.replaceAll('t.', 's.')})
  )`,
    erased: [],
    kept: {
      'the books of the clinic': ['cause', 'currency'],
      'who gave it, which is staff': ['operator'],
    },
    merged: { with: 'payments and refunds', counted: 'receipts' },
    exported: { as: 'receipts', orderedBy: 'id' },
  },
]
