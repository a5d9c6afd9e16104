// What patients did: the bell.

export const news = {
  title: 'News from patients',
  open: (n: number) => (n === 0 ? 'News from patients' : `News from patients, ${n} new`),
  none: 'Nothing in the last 14 days.',
  erased: 'Someone',
  kinds: {
    BOOKED: 'booked',
    MOVED: 'moved the visit',
    CANCELLED: 'cancelled',
    CONFIRMED: 'will come',
    PAID: 'booked and paid',
    WROTE: 'wrote a message',
  },
  mails: 'By e-mail',
  choices: {
    NONE: 'No mails',
    AT_ONCE: 'At once',
    HOURLY: 'Every hour',
    DAILY: 'Once a day',
  },
  time: 'At',
  save: 'Save',
  hint: 'Mails name no patient. They go to the address of your staff entry.',
}
