import type { PatientTable } from '../../clinic/patients/patient-tables.ts'

export const packTables: readonly PatientTable[] = [
  {
    table: 'patient_packs',
    ofPatient: 't.patient_id = :patientId',
    erased: ['payment_reference'],
    kept: {
      'the terms on which the pack was sold': [
        'display_name',
        'purchased_on',
        'expires_on',
        'currency',
      ],
      'one of a few': ['payment_mode', 'payment_status'],
    },
    merged: { column: 'patient_id', counted: 'packs', notWhile: { REFUND: 't.is_refunding' } },
    exported: { as: 'packs', orderedBy: 'id' },
  },
  {
    table: 'pack_movements',
    ofPatient:
      't.patient_pack_id in (select id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: [],
    // An operator's text may name the owner. Rows are only added to this table, and a reason is
    // required.
    replaced: { reason: "'erased'" },
    kept: { 'one of a few': ['cause'], 'who did it, which is staff': ['operator'] },
    merged: { with: 'patient_packs', counted: 'movements' },
    exported: { as: 'movements', within: 'patient_packs', by: 'patient_pack_id', orderedBy: 'id' },
  },
  {
    table: 'patient_pack_doctors',
    ofPatient:
      't.patient_pack_id in (select id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: [],
    merged: { with: 'patient_packs' },
    exported: {
      as: 'doctors',
      within: 'patient_packs',
      by: 'patient_pack_id',
      orderedBy: 'doctor_id',
    },
  },
]
