import type { Words } from '../../en/dashboard.ts'

export const move: Words['move'] = {
  open: 'Verschieben …',
  title: 'Andere Zeit',
  from: 'Ab',
  same: 'Dauer und Preis bleiben.',
  told: 'Der Patient wird benachrichtigt, sofern er erreichbar ist.',
  untold: 'Es wird keine Nachricht gesendet.',
  ofAll: 'Zeiten aller Behandelnden',
  ofAllHint:
    'Ein Termin bleibt bei seiner Behandelnden. Eine Zeit bei anderen wird neu gebucht, zu deren Preis, und dieser Termin danach abgesagt.',
  instead: (clock, doctor) =>
    `Anstelle von ${clock} bei ${doctor}; dieser Termin wird danach abgesagt.`,
  elsewhere: (column) =>
    `${column}: ein neuer Termin zum dortigen Preis; dieser wird danach abgesagt.`,
  none: 'Keine freie Zeit.',
  others: 'Andere Zeiten …',
  under: (patient, from, to) => `${patient}: ${from} → ${to} …`,
  done: (patient, from, to) => `${patient}: von ${from} auf ${to} verschoben.`,
  free: 'frei',
  taken: 'nicht frei',
  hint: (key) =>
    `${key} nimmt einen Termin; die Pfeiltasten verschieben ihn, die Eingabetaste legt ihn ab, Escape bricht ab.`,
}

/** Why a time is not on offer, by the code of the rule that lists times. */
export const reason: Words['reason'] = {
  PRACTITIONER_INACTIVE: 'Hier wird nicht mehr behandelt.',
  PRACTITIONER_USES_TOKENS: 'Hier gibt es Nummern, keine Zeiten.',
  LENGTH_NOT_OFFERED: 'Termine dieser Länge werden nicht angeboten.',
  BEYOND_HORIZON: 'Dieser Tag liegt zu weit in der Zukunft.',
  BOOKED: 'Zu dieser Zeit ist ein anderer Termin.',
  HELD: 'Die Zeit ist bis zur Zahlung reserviert.',
  BLOCKED_BY_CLINIC: 'Die Zeit ist von der Praxis gesperrt.',
  BLOCKED: 'Die Zeit ist in einem anderen Kalender belegt.',
  PAST: 'Die Zeit hat schon begonnen.',
  MODE_NOT_OFFERED: 'Termine dieser Art werden nicht angeboten.',
  OTHER_MODE: 'Zu dieser Zeit gibt es Termine anderer Art.',
  OFF_GRID: 'Zu dieser Zeit beginnt kein Termin.',
  DOES_NOT_FIT: 'Der Termin passt nicht vor das Ende der Sprechzeit.',
  CLOSED: 'Dann ist geschlossen.',
  NO_HOURS: 'Dann ist keine Sprechzeit.',
  TIME_DOES_NOT_EXIST: 'Die Uhr überspringt diese Zeit.',
  NOTICE: 'Patienten müssen früher buchen.',
  HORIZON: 'So weit im Voraus können Patienten nicht buchen.',
  GAP: 'Die Zeit zwischen Terminen bleibt frei.',
  FULL_DAY: 'Es gibt so viele Termine, wie Patienten buchen können.',
  TRAVEL: 'Die Zeit ist für den Weg zu einem Hausbesuch frei gehalten.',
  NEW_PATIENT: 'Hier werden keine neuen Patienten angenommen.',
  KNOWN_PATIENT: 'Diese Zeiten sind nur für neue Patienten.',
  NEW_PATIENT_LENGTH: 'Ein erster Termin dauert länger.',
  UPCOMING_VISITS: 'Die Person hat so viele kommende Termine, wie Patienten haben können.',
}
