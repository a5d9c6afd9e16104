import type { line as english, lineRefusals as refusals } from '../../en/dashboard/line.ts'

export const line: typeof english = {
  title: 'Warteschlange',
  shifts: 'Sprechstunden mit Warteschlange',
  noShifts:
    'An diesem Tag gibt es hier keine Sprechstunde mit Warteschlange. Wann es eine gibt, steht in der Praxisdatei.',
  runningSince: (clock) => `Läuft seit ${clock} Uhr`,
  given: (given, all) => `${given} von ${all} Nummern vergeben`,
  start: 'Warteschlange starten',
  end: 'Warteschlange beenden',
  endAsk: (waiting) =>
    waiting === 0
      ? 'Warteschlange für heute beenden? Sie startet nicht noch einmal.'
      : `Warteschlange für heute beenden? ${waiting} Wartende werden abgesagt, und sie startet nicht noch einmal.`,
  callNext: (token) => `${token} aufrufen`,
  noOneWaiting: 'Niemand wartet',
  waiting: (count) => `Wartend (${count})`,
  skipped: (count) => `Übersprungen (${count})`,
  done: (count) => `Erledigt (${count})`,
  sinceMinutes: (minutes) => (minutes === 0 ? 'gerade eben' : `seit ${minutes} min`),
  wait: (from, to) => (from === 0 ? `bis zu ${to} min` : `${from}–${to} min`),
  actions: {
    begin: 'Beginnen',
    complete: 'Abschließen',
    recall: 'Noch einmal aufrufen',
    skip: 'Überspringen',
    return: 'Wieder einreihen',
    noShow: 'Nicht da',
    takeBack: 'Zurücknehmen',
    move: 'Verschieben …',
    cancel: 'Absagen …',
  },
  asks: {
    move: (token) => `${token} einen anderen Platz geben`,
    cancel: (token) => `${token} absagen? Die Nummer wird nicht noch einmal vergeben.`,
  },
  place: 'Platz in der Reihe, 1 ist der erste',
  give: 'Nummer vergeben',
  issueNextNumber: 'Nächste Nummer vergeben',
  alreadyHas: (token) => `hat in dieser Reihe schon ${token}`,
  name: 'Name',
  slip: 'Zettel',
  another: 'Weitere Nummer',
  isNext: 'Sie sind als Nächstes dran.',
  ahead: (people) =>
    people === 1 ? '1 Person ist vor Ihnen.' : `${people} Personen sind vor Ihnen.`,
  scan: 'Scannen Sie den Code, um Ihren Platz zu sehen.',
  codeAlt: 'Code, der die Seite der Patientin oder des Patienten öffnet',
}

export const lineRefusals: typeof refusals = {
  TOKEN_UNDO_EXPIRED: 'Das ist mehr als eine Minute her und lässt sich nicht mehr zurücknehmen.',
  TOKEN_ACTION_NOT_ALLOWED:
    'Ein anderer Platz war schneller: Diese Nummer hat sich inzwischen geändert.',
  TOKEN_NOT_FOUND: 'Diese Nummer gibt es nicht mehr.',
  QUEUE_SHIFT_NOT_FOUND: 'Diese Sprechstunde gibt es nicht mehr.',
  QUEUE_NOT_FOUND: 'Diese Warteschlange läuft nicht, und niemand hat eine Nummer.',
  QUEUE_ON_ANOTHER_DAY: 'Eine Warteschlange wird an ihrem Tag gestartet.',
  QUEUE_NOT_OFFERED: 'Diese Sprechstunde findet heute nicht statt.',
  QUEUE_ALREADY_RUNNING: 'Die Warteschlange läuft schon.',
  QUEUE_ENDED: 'Die Warteschlange ist für heute beendet.',
  QUEUE_NOT_STARTED: 'Die Warteschlange wurde noch nicht gestartet.',
  SHIFT_FULL: 'Alle Nummern dieser Sprechstunde sind vergeben.',
  SHIFT_ENDED: 'Die Warteschlange ist für heute beendet.',
  SHIFT_NOT_FOUND: 'Diese Sprechstunde gibt es nicht mehr.',
  SHIFT_NOT_ON_OFFER: 'Diese Sprechstunde findet an diesem Tag nicht statt.',
}
