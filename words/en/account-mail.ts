// The words of the e-mails about changes to how a member signs in to the dashboard.

export type AccountChange =
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'app-added'
  | 'app-removed'
  | 'recovery-codes-renewed'
  | 'invitation-used'

export interface AccountMailWords {
  subject(clinic: string): string
  changed: Readonly<Record<AccountChange, string>>
  hello(name: string): string
  otherwise: string
  invitation: {
    subject(clinic: string): string
    /** Before the link. */
    before(clinic: string): string
    /** After it. */
    after: string
  }
  /** What patients did. */
  news: {
    subject(count: number, clinic: string): string
    before(clinic: string): string
    kinds: Readonly<
      Record<'BOOKED' | 'MOVED' | 'CANCELLED' | 'CONFIRMED' | 'PAID' | 'WROTE', string>
    >
    /** Before the address of the dashboard. */
    open: string
    after: string
  }
}

export const accountMail: AccountMailWords = {
  subject: (clinic) => `Your sign-in at ${clinic} has changed`,
  hello: (name) => `Hello ${name},`,
  changed: {
    'password-changed': 'The password with which you sign in to the dashboard was changed.',
    'passkey-added': 'A passkey was added to the ways in which you sign in to the dashboard.',
    'passkey-removed': 'A passkey with which you signed in to the dashboard was removed.',
    'app-added': 'An authenticator app was set up for signing in to the dashboard.',
    'app-removed': 'The authenticator app for signing in to the dashboard was removed.',
    'recovery-codes-renewed':
      'New recovery codes were made for signing in to the dashboard. The former ones no longer work.',
    'invitation-used':
      'An invitation to the dashboard was used in your name. The ways in which you signed in to this clinic before no longer work.',
  },
  otherwise:
    'If this was not you, ask an owner of the clinic for a new invitation at once. It ends all other ways to sign in to the clinic in your name.',
  invitation: {
    subject: (clinic) => `Your invitation to the dashboard of ${clinic}`,
    before: (clinic) =>
      `You are invited to the dashboard of ${clinic}. Open this link to choose how you sign in:`,
    after:
      'The link works once, within 48 hours. If you do not know why you got it, ignore this message.',
  },
  news: {
    subject: (count, clinic) => (count === 1 ? `News at ${clinic}` : `${count} news at ${clinic}`),
    before: (clinic) => `What patients of ${clinic} did, with the time at which they did it:`,
    kinds: {
      BOOKED: 'Booked',
      MOVED: 'Moved',
      CANCELLED: 'Cancelled',
      CONFIRMED: 'Confirmed',
      PAID: 'Booked and paid online',
      WROTE: 'Wrote a message',
    },
    open: 'Dashboard',
    after: 'You chose these mails in the dashboard, under the bell, where you can change that.',
  },
}
