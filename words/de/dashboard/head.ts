import type { Words } from '../../en/dashboard.ts'

export const head: Words['head'] = {
  age: (years) => (years === 1 ? '1 Jahr' : `${years} Jahre`),
  last: 'Letzter Besuch',
  next: 'Nächster Besuch',
  due: 'Offener Betrag',
  bookFor: (name) => `Neuer Termin: ${name}`,
  alert: 'Hinweis',
  alertEdit: 'Hinweis …',
  alertHint: 'Was alle zuerst sehen müssen',
  alertSave: 'Hinweis speichern',
  absences: 'Nicht erschienen',
  bookingRule: {
    label: 'Buchung',
    edit: 'Buchung …',
    like: 'Wie alle',
    BY_PHONE: 'Nur telefonisch',
    PAY_BEFORE: 'Zahlt im Voraus',
    hint: 'Gilt für Webseiten und für Programme, die für Patienten buchen. Die Praxis kann immer buchen.',
    reason: 'Grund',
    reasonHint: 'Nur für das Personal.',
    save: 'Speichern',
    since: (date) => `seit ${date}`,
  },
}
