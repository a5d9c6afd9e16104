import type { PatientTable } from '../../clinic/patients/patient-tables.ts'

export const claimTables: readonly PatientTable[] = [
  {
    table: 'claims',
    ofPatient:
      't.appointment_id in (select id from appointments where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: [],
    merged: { with: 'appointments' },
    exported: { nowhere: 'it repeats the time of the visit' },
  },
]
