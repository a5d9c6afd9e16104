// The words about a sandbox.

export const sandbox = {
  open: 'Sandbox: clock, messages, payments',
  hint: 'No messages are sent, and no money moves.',
  clock: 'Clock',
  outbox: 'Messages',
  gateway: 'Payments',
  onTime: 'The clock shows the real time.',
  ahead: (duration: string) => `${duration} ahead of real time`,
  clockForwardOnlyHint: 'The clock of a sandbox can only move forward.',
  noMessages: 'No messages yet. Messages that patients would get are shown here.',
  code: 'One-time code',
  read: 'Read',
  noCheckouts: 'No online payments yet.',
  openPage: 'Open its page',
  states: { OPEN: 'Open', PAID: 'Paid', FAILED: 'Declined', EXPIRED: 'Expired' },
}
