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
}
