// What a sandbox says of itself.

export const sandbox = {
  open: 'Sandbox: clock, messages, payments',
  hint: 'No message is sent, and no money moves.',
  clock: 'Clock',
  outbox: 'Messages',
  gateway: 'Payments',
  onTime: 'The clock shows the real time.',
  ahead: (duration: string) => `${duration} ahead of the real time`,
  neverBack: 'The clock of a sandbox goes forward only.',
  noMessages: 'No message yet. What would be sent to patients is shown here.',
  code: 'One-time code',
  read: 'Read',
  noCheckouts: 'No online payment yet.',
  openPage: 'Open its page',
  states: { OPEN: 'Open', PAID: 'Paid', FAILED: 'Declined', EXPIRED: 'Expired' },
}
