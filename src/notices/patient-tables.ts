// A declaration for the room of patients, which is above this one (PatientTable of src/patients/patient-tables.ts).

export const noticeTables = [
  {
    table: 'notices',
    ofPatient: `(t.appointment_id in (select id from appointments where workspace_id = :workspaceId and patient_id = :patientId)
      or t.visit_id in (select id from queue_visits where workspace_id = :workspaceId and patient_id = :patientId))`,
    erased: ['destination', 'destination_hash', 'site_hash'],
    kept: { 'one of a few': ['kind', 'state', 'channel'], 'the service’s own words, and codes of whoever carries messages': ['error'] },
    exported: { as: 'notices', orderedBy: 'id', without: ['destination_hash', 'site_hash'] },
  },
] as const
