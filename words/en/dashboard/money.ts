// The words for taking money at the desk, and for correcting what was taken.

export const money = {
  amount: 'Amount',
  partPaid: (paid: string, of: string) => `${paid} of ${of} is paid.`,
  remainsDue: (amount: string) => `${amount} stays due.`,
  atMost: (amount: string) => `Enter an amount up to ${amount}.`,
  payments: 'Payments at the desk',
  correct: 'Correct …',
  correctPaymentLabel: (payment: string) => `Correct ${payment}`,
  really: 'What was really paid',
  notPaid: 'Nothing',
  reason: 'Reason',
  save: 'Save the correction',
  corrected: (who: string, why: string) => `Corrected by ${who}: ${why}`,
  online: 'Payment online',
  ask: 'Send a payment link',
  asked: (when: string) => `A payment link was sent ${when}.`,
  underWay: 'The patient may be paying online at this moment.',
  leave: 'Take the payment here instead',
}
