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
}
