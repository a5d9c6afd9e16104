import type { Words } from '../../en/dashboard.ts'

export const block: Words['block'] = {
  add: 'Zeit sperren',
  title: 'Gesperrte Zeit',
  whose: 'Wessen Zeit',
  from: 'Von',
  to: 'Bis',
  everywhere: 'An jedem Standort',
  rooms: 'Räume',
  list: 'Ab jetzt gesperrt',
  none: 'Nichts ist gesperrt.',
  reason: 'Grund',
  submit: 'Sperren',
  by: 'Gesperrt am',
  free: 'Zeit freigeben',
  stay: (n) =>
    n === 1
      ? 'Ein Termin liegt in dieser Zeit und bleibt:'
      : `${n} Termine liegen in dieser Zeit und bleiben:`,
  noVisitAffected: 'In dieser Zeit liegt kein Termin.',
  moveTo: (time) => `Verschieben auf ${time}`,
  moveAll: 'Alle verschieben …',
  moveAllTitle: (n) => `${n} Termine verschieben, jeden auf die Zeit daneben?`,
  moveAllYes: (n) => `${n} Termine verschieben`,
  moved: (n) => (n === 1 ? 'Ein Termin wurde verschoben' : `${n} Termine wurden verschoben`),
  several: 'Mehrere Behandelnde',
  everyone: 'Alle an diesem Standort',
  everyoneHint:
    'Der Standort ist geschlossen: Keine seiner Zeiten kann gebucht werden. Warteschlangen laufen weiter, bis sie beendet werden.',
  which: 'Welche',
  whole: 'Ganze Tage',
  fromClock: 'Von, Uhrzeit',
  toClock: 'Bis, Uhrzeit',
  close: 'Standort schließen',
  unblockAll: 'Für alle freigeben',
  unblockOnly: (name) => `Nur ${name} freigeben`,
  noFree: 'Keine freie Zeit innerhalb eines Monats.',
  otherTime: 'Andere Zeit …',
  cancel: 'Absagen …',
  cancelAll: 'Alle absagen …',
  stop: 'Anhalten',
  cancelTitle: (n) => `${n} Termine absagen`,
  cancelYes: (n) => `${n} Termine absagen`,
  giveBack: 'Bezahltes zurückgeben',
  counting: 'Was zurückgeht, wird nachgesehen …',
  refundedOnline: (amount) => `${amount} gehen über den Zahlungsdienst zurück.`,
  backAtDesk: (amount) => `${amount} sind am Empfang zurückzugeben.`,
  sessionsBack: (n) =>
    n === 1
      ? 'Eine Sitzung geht in ihr Paket zurück.'
      : `${n} Sitzungen gehen in ihre Pakete zurück.`,
  kept: (amount) => `${amount} werden einbehalten.`,
}
