import type { undo as english, undoRefusals as refusals } from '../../en/dashboard/undo.ts'

export const undo: typeof english = {
  title: 'Rückgängig',
  undo: 'Rückgängig',
  within: (seconds) => `Mit U geht es ${seconds} Sekunden lang zurück.`,
  under: 'Wird zurückgenommen …',
  undone: (what) => `Zurückgenommen: ${what}`,
  stays: (what) => `Nicht zurückgenommen: ${what}`,
  finalOnline: 'Was online zurückgeht, ist endgültig und lässt sich nicht zurücknehmen.',
  did: {
    ARRIVED: (patient) => `${patient} ist da.`,
    CONFIRMED: (patient) => `Der Termin von ${patient} ist bestätigt.`,
    IN_CONSULTATION: (patient) => `Die Behandlung von ${patient} hat begonnen.`,
    COMPLETED: (patient) => `Der Termin von ${patient} ist abgeschlossen.`,
    NO_SHOW: (patient) => `${patient} ist als nicht erschienen vermerkt.`,
    CANCELLED: (patient) => `Der Termin von ${patient} ist abgesagt.`,
    PAID: (patient, amount, method) => `${patient} hat ${amount} bezahlt: ${method}.`,
    MOVED_ALL: (visits) =>
      visits === 1 ? '1 Termin wurde verschoben.' : `${visits} Termine wurden verschoben.`,
    CANCELLED_ALL: (visits) =>
      visits === 1 ? '1 Termin wurde abgesagt.' : `${visits} Termine wurden abgesagt.`,
  },
  token: {
    call: (token) => `${token} wurde aufgerufen.`,
    recall: (token) => `${token} wurde noch einmal aufgerufen.`,
    begin: (token) => `Die Behandlung von ${token} hat begonnen.`,
    complete: (token) => `${token} ist abgeschlossen.`,
    skip: (token) => `${token} wurde übersprungen.`,
    return: (token) => `${token} wartet wieder.`,
    noShow: (token) => `${token} ist als nicht erschienen vermerkt.`,
    move: (token) => `${token} hat einen anderen Platz in der Reihe.`,
    cancel: (token) => `${token} ist abgesagt.`,
  },
}

export const undoRefusals: typeof refusals = {
  CHANGE_NOT_FOUND: 'Hier gibt es nichts mehr, was sich zurücknehmen ließe.',
  CHANGE_ALREADY_UNDONE: 'Das wurde schon zurückgenommen.',
  CHANGE_UNDO_EXPIRED:
    'Das lässt sich nicht mehr zurücknehmen, denn die Nachricht kann schon gesendet sein. Ändern Sie stattdessen den Termin.',
  VISIT_CHANGED_SINCE:
    'Inzwischen hat sich hier wieder etwas geändert; es wurde nichts zurückgenommen. Sehen Sie zuerst nach.',
  VISIT_ON_ANOTHER_DAY:
    'Dieser Termin ist an einem anderen Tag. Verschieben Sie ihn zuerst auf heute, oder buchen Sie jetzt einen neuen.',
}
