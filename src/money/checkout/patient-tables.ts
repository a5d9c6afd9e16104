import type { PatientTable } from '../../clinic/patients/patient-tables.ts'
import { patientBookingCondition } from '../payments/patient-tables.ts'

export const checkoutTables: readonly PatientTable[] = [
  {
    table: 'idempotency_keys',
    ofPatient: patientBookingCondition,
    erased: 'rows',
    merged: { with: 'what they lead to' },
    exported: { nowhere: 'its answer repeats the booking' },
  },
]
