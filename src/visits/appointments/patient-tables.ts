import type { PatientTable } from '../../clinic/patients/patient-tables.ts'

export const appointmentTables: readonly PatientTable[] = [
  {
    table: 'appointments',
    ofPatient: 't.patient_id = :patientId',
    erased: [
      'chief_complaint',
      'appointment_notes',
      'cancellation_reason',
      'reschedule_reason',
      'discount_reason',
      'payment_reference',
      'payment_collection_type',
      'patient_timezone',
      'contact_hash',
      'site_hash',
      'video_link',
      'video_room',
      'unoffered_reason',
      'visit_address',
    ],
    kept: {
      'what the clinic calls the visit': ['booking_reference'],
      'when it was': ['appointment_date', 'timezone'],
      'one of a few, or a word in capitals': [
        'appointment_system',
        'status',
        'mode',
        'type',
        'booking_type',
        'source',
        'booking_channel',
        'payment_mode',
        'payment_status',
      ],
      'what it cost': ['currency'],
    },
    merged: { column: 'patient_id', counted: 'visits' },
    exported: { as: 'appointments', orderedBy: 'id' },
  },
  {
    table: 'waiting_practitioners',
    ofPatient:
      't.entry_id in (select id from waiting_entries where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: 'rows',
    merged: { with: 'waiting_entries' },
    exported: { as: 'doctors', within: 'waiting_entries', by: 'entry_id', orderedBy: 'doctor_id' },
  },
  {
    table: 'waiting_offers',
    ofPatient:
      't.entry_id in (select id from waiting_entries where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: 'rows',
    merged: { with: 'waiting_entries' },
    exported: { as: 'offers', within: 'waiting_entries', by: 'entry_id', orderedBy: 'id' },
  },
  {
    table: 'waiting_entries',
    ofPatient: 't.patient_id = :patientId',
    erased: 'rows',
    merged: { column: 'patient_id', counted: 'waiting' },
    exported: { as: 'waiting', orderedBy: 'id' },
  },
  {
    table: 'visit_series',
    ofPatient: 't.patient_id = :patientId',
    erased: [],
    merged: { column: 'patient_id', counted: 'series' },
    exported: { nowhere: 'each visit says its series' },
  },
  {
    table: 'appointment_vitals',
    ofPatient:
      't.appointment_id in (select id from appointments where workspace_id = :workspaceId and patient_id = :patientId)',
    erased: 'rows',
    merged: { with: 'appointments', counted: 'vitals' },
    exported: { as: 'vitals', orderedBy: 'recorded_at' },
  },
]
