import type { PatientTable } from '../../clinic/patients/patient-tables.ts'
import { appointmentsTable } from './appointment-record.ts'

export const appointmentTables: readonly PatientTable[] = [
  appointmentsTable,
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
