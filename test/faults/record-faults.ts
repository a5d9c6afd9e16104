import type { PlantedFault } from './planted-fault.ts'

const audit = ['src/audit/audit.test.ts']
const patientFile = ['src/csv-import/import-patients.test.ts']

/** In what an erasure takes of a patient, what an export shows, and what operators do with records and their workspaces. */
export const recordFaults: readonly PlantedFault[] = [
  {
    name: 'what was measured on a visit of the queue stays',
    file: 'src/queue/patient-tables.ts',
    text: ", 'site_hash', 'vitals']",
    replacement: ", 'site_hash']",
    noticedBy: ['test/schema.test.ts'],
  },
  {
    name: 'a column that is said to go stays',
    file: 'src/patients/patient-tables.ts',
    text: '[...erased.map((column)',
    replacement: '[...erased.slice(1).map((column)',
    noticedBy: audit,
  },
  {
    name: 'the payments of tokens are nobody’s',
    file: 'src/payments/patient-tables.ts',
    text: 'or t.visit_id in (select id from queue_visits where workspace_id = :workspaceId and patient_id = :patientId)',
    replacement: '',
    noticedBy: audit,
  },
  {
    name: 'an erasure takes the notes of every queue',
    file: 'src/queue/patient-tables.ts',
    text: "ofPatient: 't.patient_id = :patientId',",
    replacement: "ofPatient: ':patientId::bigint is not null',",
    noticedBy: audit,
  },
  {
    name: 'a cancelled visit of a patient is still to come',
    file: 'src/patients/erase-patient.ts',
    text: "select status <> 'CANCELLED' and to_at > :now as is_to_come",
    replacement: 'select to_at > :now as is_to_come',
    noticedBy: audit,
  },
  {
    name: 'a visit of a patient that is over is still to come',
    file: 'src/patients/erase-patient.ts',
    text: "status <> 'CANCELLED' and to_at > :now",
    replacement: "status <> 'CANCELLED' and to_at < :now",
    noticedBy: audit,
  },
  {
    name: 'an export has no books',
    file: 'src/payments/patient-tables.ts',
    text: "exported: { as: 'entries', within: 'payment_sessions', by: 'payment_session_id', orderedBy: 'id' },",
    replacement: "exported: { nowhere: '' },",
    noticedBy: audit,
  },
  {
    name: 'a patient of a file is born in the future',
    file: 'src/csv-import/import-patients.ts',
    text: '    checkBirth(person, now)\n',
    replacement: '',
    noticedBy: patientFile,
  },
  {
    name: 'the phone library judges numbers of dial codes that countries share',
    file: 'src/values/phone.ts',
    text: 'countriesMeant(dialCode)?.size !== 1',
    replacement: 'countriesMeant(dialCode) === undefined',
    noticedBy: patientFile,
  },
  {
    name: 'a rotated key ends with the old one',
    file: 'src/workspaces/operations/keys.ts',
    text: '{ ...old, expiresAt: null }',
    replacement: 'old',
    noticedBy: ['src/operator/operations.test.ts'],
  },
  {
    name: 'patients without visits are deleted without a backup',
    file: 'src/backup/operations/workspace-removal.ts',
    text: 'if (patients + visits > 0 && !hasBackup)',
    replacement: 'if (visits > 0 && !hasBackup)',
    noticedBy: ['src/cli/workspace-commands.test.ts'],
  },
  {
    name: 'a day ends with the day of UTC',
    file: 'src/appointments/operations/visit-list.ts',
    text: "clinicDay('Etc/UTC', addDays(date, 1)).to",
    replacement: "clinicDay('Etc/UTC', date).to",
    noticedBy: ['src/cli/visits.test.ts'],
  },
  {
    name: 'restored configurations have the numbers of another server',
    file: 'src/backup/restore.ts',
    text: '  await makeAtHome(client)\n',
    replacement: '',
    noticedBy: ['src/backup/backup.test.ts'],
  },
  {
    name: 'an operation tells more of a visit than the API does',
    file: 'src/appointments/visit-list.ts',
    text: '...declared(appointmentSchema, appointmentView(visit)),',
    replacement: '...appointmentView(visit),',
    noticedBy: ['src/appointments/operations/visits.test.ts'],
  },
  {
    name: 'a visit to come does not say that the record of its patient is erased',
    file: 'src/cli/words/visits.ts',
    text: 'visit.patient.erased && isToCome(visit)).map',
    replacement: 'visit.patient.erased && !isToCome(visit)).map',
    noticedBy: ['src/appointments/operations/visits.test.ts'],
  },
]
