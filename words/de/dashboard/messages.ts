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
}
