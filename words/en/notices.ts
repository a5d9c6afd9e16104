import { composeNotices } from '../notice-texts.ts'

export const notices = composeNotices({
  greeting: 'Hello {firstName},',
  labels: {
    when: 'When',
    clinicTime: 'Clinic time',
    where: 'Where',
    video: 'Video',
    reference: 'Reference',
    amount: 'Amount',
    price: 'Price',
    queue: 'Your place in line',
    ahead: 'People ahead of you',
  },
  tokenTime: '{date}, from {time}, {zone}',
  links: {
    forms: 'Please fill in before the visit',
    change: 'Change or cancel the visit, or tell us that you have arrived',
    confirm: 'Tell us that you will come',
    seeVisit: 'See the visit',
    seeToken: 'See the token',
    cancelToken: 'Cancel the token, or tell us that you have arrived',
    arrived: 'Tell us that you have arrived',
    seeBooked: 'See what was booked',
    payVisit: 'Pay online, or see the visit',
    payPack: 'Pay online, or see what is left of it',
    answerOffer: 'Nothing is booked yet. Accept or decline the time here',
  },
  shortLinks: {
    forms: 'Please fill in',
    confirm: 'I will come',
    change: 'Change or cancel',
    pay: 'Pay',
    answer: 'Answer',
    queue: 'Your place in line',
  },
  confirmation: {
    subject: 'Your visit at {clinic}: {date}, {time}',
    says: 'Your visit with {practitioner} is booked.',
    short: '{clinic}: your visit with {practitioner} is booked for {date}, {time}.',
  },
  reminder: {
    subject: 'Reminder: your visit at {clinic}, {date}, {time}',
    says: 'This is a reminder of your visit with {practitioner}.',
    short: '{clinic}: your visit with {practitioner} is on {date}, {time}.',
  },
  move: {
    subject: 'New time for your visit at {clinic}: {date}, {time}',
    says: 'Your visit with {practitioner} has a new time.',
    short: '{clinic}: your visit with {practitioner} has a new time: {date}, {time}.',
  },
  cancellation: {
    subject: 'Your visit at {clinic} has been cancelled: {date}, {time}',
    says: 'Your visit with {practitioner} has been cancelled.',
    short: '{clinic}: your visit with {practitioner} on {date}, {time} has been cancelled.',
  },
  late: {
    subject:
      '{practitioner} is running about {minutesLate} minutes late today: your visit at {clinic}, {time}',
    says: '{practitioner} is running about {minutesLate} minutes late today. The time of your visit has not changed, but it may start that much later.',
    short:
      '{clinic}: {practitioner} is running about {minutesLate} minutes late today. Your visit at {time} may start that much later.',
  },
  tokenConfirmation: {
    subject: 'Your token at {clinic}: {token}, {date}',
    says: 'Your token with {practitioner} is {token}.',
    short: '{clinic}: your token with {practitioner} is {token}, {date}, from {time}.',
  },
  tokenCancellation: {
    subject: 'Your token at {clinic} has been cancelled: {token}, {date}',
    says: 'Your token {token} with {practitioner} for {date} has been cancelled.',
    short: '{clinic}: your token {token} with {practitioner} for {date} has been cancelled.',
  },
  expiry: {
    subject: 'Not booked at {clinic}: {date}, {time}',
    says: 'Your booking with {practitioner} was not paid in time, so it has ended. If a payment still arrives, it will be returned in full.',
    short:
      '{clinic}: your booking for {date}, {time} was not paid in time, so it has ended. A payment that still arrives is returned in full.',
  },
  refund: {
    subject: 'Your payment to {clinic} is being returned: {price}',
    says: 'Your payment for a booking with {practitioner} arrived after the booking had ended. It is being returned to you in full.',
    short:
      '{clinic}: your payment of {price} arrived after the booking had ended. It is being returned in full.',
  },
  payment: {
    subject: 'Your payment to {clinic}: {price}',
    says: '{price} is to be paid for your visit with {practitioner}.',
    short: '{clinic}: {price} is to be paid for your visit on {date}, {time}.',
  },
  packPayment: {
    subject: 'Your payment to {clinic}: {price}',
    says: '{price} is to be paid for {pack}.',
    short: '{clinic}: {price} is to be paid for {pack}.',
  },
  forms: {
    subject: 'Forms for your visit at {clinic}: {date}, {time}',
    says: 'Please fill in the forms for your visit with {practitioner}.',
    short: '{clinic}: please fill in the forms for your visit on {date}, {time}.',
  },
  turn: {
    subject: 'It is almost your turn at {clinic}: {token}',
    says: 'It is almost your turn with {practitioner}. Your token is {token}.',
    short: '{clinic}: it is almost your turn with {practitioner}. Your token is {token}.',
  },
  offer: {
    subject: 'A time for you at {clinic}: {date}, {time}',
    says: 'A time with {practitioner} has become available. It is held for you until {heldUntil}.',
    short:
      '{clinic}: {date}, {time} with {practitioner} is free and held for you until {heldUntil}.',
  },
  thanks: '{clinic}: thank you. Your visit on {date}, {time} is confirmed.',
})
