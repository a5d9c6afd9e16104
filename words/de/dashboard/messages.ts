import type { Words } from '../../en/dashboard.ts'

export const messages: Words['messages'] = {
  title: 'Nachrichten',
  none: 'Keine Nachrichten.',
  open: 'Zu beantworten',
  answer: 'Antwort',
  hint: { sms: 'Geht als SMS an den Patienten.', chatapp: 'Geht als Chat an den Patienten.' },
  send: 'Senden',
  discard: 'Verwerfen',
  done: 'Erledigt ohne Antwort',
  automatic: 'Automatisch gesendet',
  unreadable:
    'Dieser Text ist hier nicht lesbar: Er wurde mit einem anderen Schlüssel verschlüsselt.',
  outcome: {
    CONFIRMED: 'Hat den Termin bestätigt',
    SENT_PAGE: 'Kann nicht wie vereinbart: bekam die Seite des Termins',
    CONFIRMATION: 'Dank mit der Zeit des Termins',
    PAGE: 'Link zum Ändern oder Absagen',
  },
  channels: {
    stop: 'Abstellen',
    resume: 'Wieder senden',
    stopped: (since, how) => `abgestellt am ${since}, ${how}`,
    askedBy: {
      LINK: 'auf der Seite durch den Patienten',
      WORD: 'durch eine Nachricht des Patienten',
      STAFF: 'durch das Personal',
    },
    askStop: (channel) =>
      `Möchte der Patient keine Nachrichten per ${channel} mehr? Solche über zurückgezahltes Geld gehen weiter hinaus.`,
    askResume: (channel) => `Möchte der Patient wieder Nachrichten per ${channel}?`,
  },
  failures: {
    title: 'Die letzten sieben Tage',
    none: 'Es ging keine Nachricht hinaus.',
    noChannel: 'ohne Weg',
    counts: (sent, failed) =>
      failed === 0
        ? `${sent} gesendet, keine gescheitert`
        : `${sent} gesendet, ${failed} gescheitert oder vielleicht nicht angekommen`,
    reasons: 'Warum',
    each: (count) => (count === 1 ? 'Die Nachricht' : `Die letzten ${count} davon`),
    retry: 'Erneut senden',
    retried: 'Wird erneut gesendet',
  },
}
