import type { Words } from '../en.ts'

export const undo: Words['undo'] = {
  title: 'Rückgängig',
  undo: 'Rückgängig',
  within: (seconds) => `Mit U geht es ${seconds} Sekunden lang zurück.`,
  under: 'Wird zurückgenommen …',
  undone: (what) => `Zurückgenommen: ${what}`,
  stays: (what) => `Nicht zurückgenommen: ${what}`,
  did: {
    ARRIVED: (patient) => `${patient} ist da.`,
    CONFIRMED: (patient) => `Der Termin von ${patient} ist bestätigt.`,
    IN_CONSULTATION: (patient) => `Die Behandlung von ${patient} hat begonnen.`,
    COMPLETED: (patient) => `Der Termin von ${patient} ist abgeschlossen.`,
    NO_SHOW: (patient) => `${patient} ist als nicht erschienen vermerkt.`,
    CANCELLED: (patient) => `Der Termin von ${patient} ist abgesagt.`,
    PAID: (patient, amount, method) => `${patient} hat ${amount} bezahlt: ${method}.`,
    MOVED_ALL: (visits) => (visits === 1 ? '1 Termin wurde verschoben.' : `${visits} Termine wurden verschoben.`),
  },
}
