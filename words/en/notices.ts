const visitTime = 'When: {date}, {time}, {zone}\nClinic time: {clinicTime}'
const place = 'Where: {location}\nWhere: {visitAddress}\nVideo: {videoLink}'
const reference = 'Reference: {reference}'
const visitFacts = `${visitTime}\n${place}\n${reference}`
const change = 'Change or cancel the visit, or tell us that you have arrived: {visitPage}'

const writeBody = (...paragraphs: string[]) =>
  ['Hello {firstName},', ...paragraphs, '{clinic}'].join('\n\n')

/**
 * The texts of the notices to patients, by kind, for clinics that have not written their own. A
 * line whose placeholders are all empty is left out.
 */
export const notices = {
  confirmation: {
    subject: 'Your visit at {clinic}: {date}, {time}',
    body: writeBody('Your visit with {practitioner} is booked.', visitFacts, change),
  },
  reminder: {
    subject: 'Reminder: your visit at {clinic}, {date}, {time}',
    body: writeBody(
      'This is a reminder of your visit with {practitioner}.',
      visitFacts,
      `Tell us that you will come: {confirmPage}\n${change}`,
    ),
  },
  move: {
    subject: 'New time for your visit at {clinic}: {date}, {time}',
    body: writeBody('Your visit with {practitioner} has a new time.', visitFacts, change),
  },
  cancellation: {
    subject: 'Your visit at {clinic} has been cancelled: {date}, {time}',
    body: writeBody(
      'Your visit with {practitioner} has been cancelled.',
      `${visitTime}\n${reference}`,
      'See the visit: {visitPage}',
    ),
  },
  late: {
    subject:
      '{practitioner} is running about {minutesLate} minutes late today: your visit at {clinic}, {time}',
    body: writeBody(
      '{practitioner} is running about {minutesLate} minutes late today. The time of your visit has not changed, but it may start that much later.',
      visitFacts,
      change,
    ),
  },
  tokenConfirmation: {
    subject: 'Your token at {clinic}: {token}, {date}',
    body: writeBody(
      'Your token with {practitioner} is {token}.',
      `When: {date}, from {time}, {zone}\n${place}\nYour place in line: {queuePage}`,
      'Cancel the token, or tell us that you have arrived: {visitPage}',
    ),
  },
  tokenCancellation: {
    subject: 'Your token at {clinic} has been cancelled: {token}, {date}',
    body: writeBody(
      'Your token {token} with {practitioner} for {date} has been cancelled.',
      'See the token: {visitPage}',
    ),
  },
  expiry: {
    subject: 'Not booked at {clinic}: {date}, {time}',
    body: writeBody(
      'Your booking with {practitioner} was not paid in time, so it has ended. If a payment still arrives, it will be returned in full.',
      `${visitTime}\n${reference}`,
      'See what was booked: {visitPage}',
    ),
  },
  refund: {
    subject: 'Your payment to {clinic} is being returned: {price}',
    body: writeBody(
      'Your payment for a booking with {practitioner} arrived after the booking had ended. It is being returned to you in full.',
      `Amount: {price}\n${visitTime}\n${reference}`,
    ),
  },
  payment: {
    subject: 'Your payment to {clinic}: {price}',
    body: writeBody(
      '{price} is to be paid for your visit with {practitioner}.',
      `${visitTime}\n${reference}`,
      'Pay online, or see the visit: {visitPage}',
    ),
  },
  packPayment: {
    subject: 'Your payment to {clinic}: {price}',
    body: writeBody(
      '{price} is to be paid for {pack}.',
      'Pay online, or see what is left of it: {visitPage}',
    ),
  },
  turn: {
    subject: 'It is almost your turn at {clinic}: {token}',
    body: writeBody(
      'It is almost your turn with {practitioner}. Your token is {token}.',
      `People ahead of you: {placesBefore}\nYour place in line: {queuePage}\nTell us that you have arrived: {visitPage}\n${place}`,
    ),
  },
  offer: {
    subject: 'A time for you at {clinic}: {date}, {time}',
    body: writeBody(
      'A time with {practitioner} has become available. It is held for you until {heldUntil}.',
      `${visitTime}\n${place}\nPrice: {price}`,
      'Nothing is booked yet. Accept or decline the time here: {visitPage}',
    ),
  },
}

export type NoticeTexts = Record<keyof typeof notices, { subject: string; body: string }>
