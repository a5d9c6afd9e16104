import type { PatientTable } from '../../clinic/patients/patient-tables.ts'

export const queueTables: readonly PatientTable[] = [
  {
    table: 'queue_visits',
    ofPatient: 't.patient_id = :patientId',
    erased: [
      'chief_complaint',
      'appointment_notes',
      'cancellation_reason',
      'discount_reason',
      'payment_reference',
      'contact_hash',
      'site_hash',
      'vitals',
      'video_link',
      'video_room',
    ],
    kept: {
      'when and which token it was': ['appointment_date', 'token_letter'],
      'the link to a page that names no one': ['public_status_token'],
      'one of a few, or a word in capitals': [
        'mode',
        'appointment_system',
        'status',
        'source',
        'booking_channel',
        'payment_mode',
        'payment_status',
      ],
      'what it cost': ['currency'],
    },
    merged: { column: 'patient_id', counted: 'tokens' },
    exported: { as: 'queueVisits', orderedBy: 'id' },
  },
  {
    table: 'queue_events',
    ofPatient:
      't.visit_id in (select id from queue_visits where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: [],
    // Notes by staff may name the patient. Rows are only added to this table.
    replaced: { reason: "'erased'" },
    kept: { 'one of a few': ['event'], 'who did it, which is staff': ['operator'] },
    merged: { with: 'queue_visits' },
    exported: { as: 'events', within: 'queue_visits', by: 'visit_id', orderedBy: 'id' },
  },
]
