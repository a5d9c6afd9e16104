import type { PatientTable } from '../../clinic/patients/patient-tables.ts'
import { ofBookingOfPatient } from '../payments/patient-tables.ts'

const ofDeskPayment = `t.desk_payment_id in (
    select p.id from desk_payments p where p.workspace_id = :workspaceId and (${ofBookingOfPatient.replaceAll('t.', 'p.')})
  )`
const ofRefund = `t.refund_id in (
    select r.id from refunds r where r.workspace_id = :workspaceId and (${ofBookingOfPatient.replaceAll('t.', 'r.')})
  )`

export const tillTables: readonly PatientTable[] = [
  {
    table: 'till_entries',
    ofPatient: `${ofDeskPayment} or ${ofRefund}`,
    erased: [],
    kept: { 'the books of the clinic': ['cause', 'currency', 'method'] },
    merged: { with: 'desk_payments and refunds' },
    exported: { nowhere: 'payments at the desk and refunds say the same' },
  },
  {
    table: 'receipts',
    ofPatient: `${ofDeskPayment} or ${ofRefund} or t.payment_session_id in (
    select s.id from payment_sessions s where s.workspace_id = :workspaceId and (${ofBookingOfPatient.replaceAll('t.', 's.')})
  )`,
    erased: [],
    kept: { 'the books of the clinic': ['cause', 'currency'], 'who gave it, which is staff': ['operator'] },
    merged: { with: 'payments and refunds', counted: 'receipts' },
    exported: { as: 'receipts', orderedBy: 'id' },
  },
]
