import type { Words } from '../en.ts'

export const terms: Words['terms'] = {
  length: 'Dauer',
  minutes: (n) => `${n} Min.`,
  as: 'Gebucht als',
  single: 'Einzeltermin',
  followUp: 'Folgetermin',
  owned: (name, left, until) => `Aus ${name}: noch ${left}, bis ${until}`,
  buy: (name, sessions) => `${name} kaufen, ${sessions} Termine`,
  noRoom: 'Kein Raum',
  discountOpen: 'Rabatt …',
  discount: 'Rabatt',
  discountReason: 'Rabattgrund',
  byFollowUp: 'Der Preis eines Folgetermins.',
  byPack: (name, left) => `Bezahlt aus ${name}; danach bleiben ${left}.`,
  ofPack: (name) => `Der Preis von ${name}; dieser Termin ist der erste daraus.`,
  international: 'Der Preis für Patienten aus dem Ausland.',
  less: (charge, discount) => `${charge} abzüglich ${discount}.`,
  kind: 'Terminart',
  kinds: { CONSULTATION: 'Sprechstunde', EMERGENCY: 'Notfall', CHECK_UP: 'Vorsorge', PROCEDURE: 'Eingriff', VACCINATION: 'Impfung', LAB_TEST: 'Labor' },
  edit: 'Art oder Raum ändern',
  save: 'Speichern',
}
