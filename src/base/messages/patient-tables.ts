// A declaration for the patients room, which is above this one (PatientTable in
// src/clinic/patients/patient-tables.ts).

export const messageTables = [
  {
    table: 'outbox',
    // All of a sandbox's messages: they contain destinations in clear text, possibly an earlier one
    // of the patient.
    ofPatient:
      'exists (select from patients p where p.workspace_id = t.workspace_id and p.id = :patientId)',
    erased: 'rows',
    merged: { stays: 'what was sent was sent' },
    exported: { nowhere: 'a sandbox keeps it for tests, and for all patients together' },
  },
] as const
