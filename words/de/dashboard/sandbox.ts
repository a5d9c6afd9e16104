import type { Words } from '../../en/dashboard.ts'

export const sandbox: Words['sandbox'] = {
  open: 'Testsystem: Uhr, Nachrichten, Zahlungen',
  hint: 'Es werden keine Nachrichten verschickt, und es fließt kein Geld.',
  clock: 'Uhr',
  outbox: 'Nachrichten',
  gateway: 'Zahlungen',
  onTime: 'Die Uhr zeigt die wirkliche Zeit.',
  ahead: (duration) => `der wirklichen Zeit ${duration} voraus`,
  clockForwardOnlyHint: 'Die Uhr eines Testsystems geht nur vorwärts.',
  noMessages: 'Noch keine Nachricht. Was an Patienten ginge, steht hier.',
  code: 'Einmalcode',
  read: 'Lesen',
  noCheckouts: 'Noch keine Online-Zahlung.',
  openPage: 'Seite öffnen',
  states: { OPEN: 'Offen', PAID: 'Bezahlt', FAILED: 'Abgelehnt', EXPIRED: 'Abgelaufen' },
}
