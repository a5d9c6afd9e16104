// A declaration for the room of patients, which is above this one (PatientTable of src/patients/patient-tables.ts).

export const auditTables = [
  {
    table: 'audit_entries',
    ofPatient: 't.patient_id = :patientId or t.patient_ids @> array[:patientId::bigint]',
    erased: [],
    kept: {
      'an audit that can be changed is none; it has ids, hashes, prices, statuses and names of members, and nothing else of what the record says': [
        ...['action', 'patient_ids', 'end_user_hash', 'address', 'request_id', 'operator', 'charged_currency', 'quoted_currency', 'status', 'changed_members'],
      ],
    },
    exported: { as: 'audit', orderedBy: 'id', without: ['patient_ids'] },
  },
] as const
