// What a patient and the clinic write to each other.

export const messages = {
  title: 'Messages',
  none: 'No messages.',
  open: 'To answer',
  answer: 'Answer',
  hint: { sms: 'Goes to the patient by SMS.', chatapp: 'Goes to the patient by chat.' },
  send: 'Send',
  discard: 'Discard',
  done: 'Done without an answer',
  automatic: 'Sent automatically',
  unreadable: 'This text cannot be read here: it was encrypted with another secret.',
  outcome: {
    CONFIRMED: 'Confirmed the visit',
    SENT_PAGE: 'Cannot come as agreed: was sent the page of the visit',
    CONFIRMATION: 'Thanks, with the time of the visit',
    PAGE: 'Link to change or cancel the visit',
  },
  channels: {
    stop: 'Stop',
    resume: 'Send again',
    stopped: (since: string, how: string) => `stopped on ${since}, ${how}`,
    askedBy: {
      LINK: 'by the patient on the page',
      WORD: 'by the patient with a message',
      STAFF: 'by staff',
    },
    askStop: (channel: string) =>
      `Does the patient want no more notices by ${channel}? Those about returned money still go out.`,
    askResume: (channel: string) => `Does the patient want notices by ${channel} again?`,
  },
  failures: {
    title: 'The last seven days',
    none: 'No notice went out.',
    noChannel: 'without a channel',
    counts: (sent: number, failed: number) =>
      failed === 0
        ? `${sent} sent, none failed`
        : `${sent} sent, ${failed} failed or may not have arrived`,
    reasons: 'Why',
    each: (count: number) => (count === 1 ? 'The notice' : `The last ${count} of them`),
    retry: 'Send again',
    retried: 'Is sent again',
  },
}
