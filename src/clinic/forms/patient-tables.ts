import type { PatientTable } from '../patients/patient-tables.ts'

export const formTables: readonly PatientTable[] = [
  {
    table: 'filled_forms',
    ofPatient: 't.patient_id = :patientId',
    erased: 'rows',
    merged: { column: 'patient_id', counted: 'forms' },
    // What is sealed is opened: openExportedForms.
    exported: { as: 'forms', orderedBy: 'id', without: ['sealed'] },
  },
]
