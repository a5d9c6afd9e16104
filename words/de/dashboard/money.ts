import type { Words } from '../../en/dashboard.ts'

export const money: Words['money'] = {
  amount: 'Betrag',
  partPaid: (paid, of) => `${paid} von ${of} sind bezahlt.`,
  remainsDue: (amount) => `${amount} bleiben offen.`,
  atMost: (amount) => `Geben Sie einen Betrag bis ${amount} ein.`,
  payments: 'Zahlungen am Empfang',
  correct: 'Berichtigen …',
  correctPaymentLabel: (payment) => `${payment} berichtigen`,
  really: 'Was wirklich bezahlt wurde',
  notPaid: 'Nichts',
  reason: 'Grund',
  save: 'Berichtigung speichern',
  corrected: (who, why) => `Berichtigt von ${who}: ${why}`,
  online: 'Online-Zahlung',
  ask: 'Zahlungslink senden',
  asked: (when) => `Ein Zahlungslink wurde gesendet: ${when}.`,
  underWay: 'Möglicherweise wird gerade online bezahlt.',
  leave: 'Stattdessen hier kassieren',
}
