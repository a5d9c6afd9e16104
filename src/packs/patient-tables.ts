import type { PatientTable } from '../patients/patient-tables.ts'

export const packTables: readonly PatientTable[] = [
  {
    table: 'patient_packs',
    ofPatient: 't.patient_id = :patientId',
    erased: ['payment_reference'],
    kept: {
      'the terms on which the pack was sold': ['display_name', 'purchased_on', 'expires_on', 'currency'],
      'one of a few': ['payment_mode', 'payment_status'],
    },
    exported: { as: 'packs', orderedBy: 'id' },
  },
  {
    table: 'pack_movements',
    ofPatient: 't.patient_pack_id in (select id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: [],
    // What an operator wrote may name the owner. The rows are only added to, and a reason is needed.
    replaced: { reason: "'erased'" },
    kept: { 'one of a few': ['cause'], 'who did it, which is staff': ['operator'] },
    exported: { as: 'movements', within: 'patient_packs', by: 'patient_pack_id', orderedBy: 'id' },
  },
  {
    table: 'patient_pack_doctors',
    ofPatient: 't.patient_pack_id in (select id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: [],
    exported: { as: 'doctors', within: 'patient_packs', by: 'patient_pack_id', orderedBy: 'doctor_id' },
  },
]
