import type { AccountMailWords } from '../en/account-mail.ts'

export const accountMail: AccountMailWords = {
  subject: (clinic) => `Ihre Anmeldung bei ${clinic} hat sich geändert`,
  hello: (name) => `Guten Tag ${name},`,
  changed: {
    'password-changed': 'Das Passwort, mit dem Sie sich im Dashboard anmelden, wurde geändert.',
    'passkey-added': 'Für Ihre Anmeldung im Dashboard wurde ein Passkey hinzugefügt.',
    'passkey-removed':
      'Ein Passkey, mit dem Sie sich im Dashboard angemeldet haben, wurde entfernt.',
    'app-added': 'Für Ihre Anmeldung im Dashboard wurde eine Authenticator-App eingerichtet.',
    'app-removed': 'Die Authenticator-App für Ihre Anmeldung im Dashboard wurde entfernt.',
    'recovery-codes-renewed':
      'Für Ihre Anmeldung im Dashboard wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
    'invitation-used':
      'Eine Einladung zum Dashboard wurde in Ihrem Namen benutzt. Womit Sie sich bisher bei dieser Praxis angemeldet haben, gilt nicht mehr.',
  },
  otherwise:
    'Wenn Sie das nicht waren, bitten Sie die Inhaberin oder den Inhaber der Praxis sofort um eine neue Einladung. Sie beendet jede andere Anmeldung in Ihrem Namen.',
  invitation: {
    subject: (clinic) => `Ihre Einladung zum Dashboard von ${clinic}`,
    before: (clinic) =>
      `Sie sind zum Dashboard von ${clinic} eingeladen. Öffnen Sie diesen Link, um zu wählen, wie Sie sich anmelden:`,
    after:
      'Der Link gilt einmal, innerhalb von 48 Stunden. Wenn Sie nicht wissen, warum Sie ihn bekommen haben, beachten Sie diese Nachricht nicht.',
  },
  news: {
    subject: (count, clinic) =>
      count === 1 ? `Neues bei ${clinic}` : `${count} Neuigkeiten bei ${clinic}`,
    before: (clinic) =>
      `Was Patienten von ${clinic} getan haben, mit der Zeit, zu der sie es taten:`,
    kinds: {
      BOOKED: 'Gebucht',
      MOVED: 'Verschoben',
      CANCELLED: 'Abgesagt',
      CONFIRMED: 'Bestätigt',
      PAID: 'Gebucht und online bezahlt',
      WROTE: 'Hat geschrieben',
    },
    open: 'Dashboard',
    after:
      'Sie haben diese E-Mails im Dashboard unter der Glocke gewählt; dort lässt sich das ändern.',
  },
}
