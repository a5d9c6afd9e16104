// A declaration for the patients room, which is above this one (PatientTable in
// src/clinic/patients/patient-tables.ts). Rows of an offer are deleted with it.

const patientCondition = `(t.appointment_id in (select id from appointments where workspace_id = :workspaceId and patient_id = :patientId)
      or t.visit_id in (select id from queue_visits where workspace_id = :workspaceId and patient_id = :patientId)
      or t.offer_id in (
        select o.id from waiting_offers o join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id
        where o.workspace_id = :workspaceId and e.patient_id = :patientId
      )
      or t.patient_pack_id in (select id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId))`

export const noticeTables = [
  {
    table: 'visit_links',
    ofPatient: patientCondition,
    erased: 'rows',
    merged: { with: 'appointments, queue_visits, waiting_offers and patient_packs' },
    exported: { nowhere: 'hashes of random words, which tell nothing' },
  },
  {
    table: 'notices',
    ofPatient: patientCondition,
    erased: ['destination', 'destination_hash', 'site_hash', 'reference'],
    kept: {
      'one of a few': ['kind', 'state', 'channel', 'delivery'],
      'the service’s own words, and codes of the message carriers': ['error', 'delivery_code'],
    },
    merged: {
      with: 'appointments, queue_visits, waiting_offers and patient_packs',
      counted: 'notices',
    },
    exported: {
      as: 'notices',
      orderedBy: 'id',
      without: ['destination_hash', 'site_hash', 'reference'],
    },
  },
] as const
