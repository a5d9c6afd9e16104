import type { Words } from '../../en/dashboard.ts'

export const bar: Words['bar'] = {
  open: 'Suchen',
  title: 'Suchen und öffnen',
  field: 'Termin, Patient, Ansicht oder Aktion',
  hint: 'Referenz, Name, Telefon oder was zu tun ist',
  found: (count) => `${count} gefunden`,
  visitsOf: (patient) => `Termine von ${patient}, die neuesten zuerst`,
  record: (patient) => `Akte von ${patient}`,
  groups: { visits: 'Termin', patients: 'Patient', go: 'Öffnen' },
}
