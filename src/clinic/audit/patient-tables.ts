// A declaration for the patients room, which is above this one (PatientTable in
// src/clinic/patients/patient-tables.ts).

/**
 * The patient, and records that were merged into it: their audit entries remain under their own
 * ids.
 */
const mergedPatientIds = `array(
    select :patientId::bigint
    union all
    select m.id from merged_patients m where m.workspace_id = :workspaceId and m.merged_into = :patientId
  )`

export const auditTables = [
  {
    table: 'audit_entries',
    ofPatient: `t.patient_id = any (${mergedPatientIds}) or t.patient_ids && ${mergedPatientIds}`,
    erased: [],
    kept: {
      'an audit that can be changed is none; it has ids, hashes, prices, statuses and names of members, and nothing else of what the record says':
        [
          'action',
          'patient_ids',
          'end_user_hash',
          'address',
          'request_id',
          'operator',
          'charged_currency',
          'quoted_currency',
          'status',
          'changed_members',
        ],
    },
    exported: { as: 'audit', orderedBy: 'id', without: ['patient_ids'] },
    merged: {
      stays:
        'an audit that can be changed is none: it is read with those of the records that were merged',
    },
  },
] as const
