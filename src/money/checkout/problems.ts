import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { catalogueProblems } from '../../clinic/catalogue/problems.ts'
import { patientProblems } from '../../clinic/patients/problems.ts'
import { appointmentProblems } from '../../visits/appointments/problems.ts'
import { availabilityProblems } from '../../visits/availability/problems.ts'
import { bookingProblems } from '../../visits/booking/problems.ts'
import { packProblems } from '../packs/problems.ts'
import { paymentProblems } from '../payments/problems.ts'

export const checkoutProblems = {
  NO_ONLINE_PAYMENT: {
    sentence: 'there is no online payment for {reference}',
    toDo: 'see the list: {it}',
    next: 'payments-list',
  },
  NOTHING_TO_REFUND: {
    sentence: 'there is nothing to refund for {reference}',
    toDo: 'check its status: {it}',
    next: 'payments-show',
    input: { reference: '{reference}' },
  },
  REFUND_MUST_BE_FULL: {
    sentence: 'a late payment can only be refunded in full',
    toDo: 'leave out the percentage',
  },
  REFUND_ROUNDS_TO_ZERO: {
    sentence: '{percentage} % of the payment rounds to zero',
    toDo: 'choose a higher percentage',
  },
  PAYABLE_ALREADY_SETTLED: {
    sentence: '{name} is already {status}',
    toDo: 'check its status: {it}',
  },
  PAYABLE_CANCELLED: {
    sentence: '{name} is cancelled, so nothing is owed for it',
    toDo: 'book it again, and take the payment for the new booking',
  },
  PAYMENT_NOTICES_OFF: {
    sentence: 'requests for payment are not switched on',
    toDo: 'switch on the notice `{kind}` in the settings, and notices if they are off; or take the payment at the desk',
  },
  PATIENT_HAS_NO_CONTACT: {
    sentence: 'the patient of {name} has no e-mail or phone that a message reaches',
    toDo: 'add one to the record, or take the payment at the desk',
  },
  PAYABLE_PARTLY_PAID: {
    sentence: 'a part of the price of {name} was paid at the desk',
    toDo: 'pay the rest there too',
  },
  PAYMENT_PENDING: {
    sentence: 'the payment gateway has not said what became of the last online payment',
    toDo: 'try again in a minute: {it}',
    next: 'payments-list',
  },
  TOO_MANY_CHECKOUTS: {
    sentence: '{name} has had too many online payments that were not finished',
    toDo: 'pay at the clinic',
  },
  SOLD_PACK_NOT_FOUND: {
    sentence: 'no pack {id} was sold separately in this workspace',
    toDo: 'look it up: {it}; a pack bought with a visit is paid with that visit',
    next: 'packs-show',
  },
  DATES_REVERSED: { sentence: '{from} is after {to}', toDo: 'swap the two dates' },
  DATES_IN_FUTURE: { sentence: '{from} is in the future', toDo: 'choose dates up to today' },
  TOO_MANY_MOVEMENTS: {
    sentence: 'there are more than {most} movements in this period',
    toDo: 'choose a shorter period',
  },
  GATEWAY_NOT_REACHED: {
    status: 503,
    shape: 'failed',
    retryAfterSeconds: 1,
    sentence:
      'The payment gateway did not answer; send the same request again, with the same Idempotency-Key if you sent one.',
    advice: 'The reservation is kept unpaid in the meantime; nothing is booked twice.',
  },
  BOOKED_WITHOUT_CHECKOUT: {
    status: 503,
    shape: 'failed',
    sentence:
      'The payment gateway did not answer, but {booked} was made and is kept; it can be paid at the clinic. Do not send the request again: without an Idempotency-Key it would make a second booking.',
    advice:
      'Applies only to a reservation without an `Idempotency-Key`; the answer has no `Retry-After`. For an online payment, cancel the booking first, then reserve with a key.',
  },
  CHECKOUT_IN_PROGRESS: {
    status: 503,
    shape: 'failed',
    sentence:
      'The payment gateway has not answered yet, and the checkout is still being opened; send the same request again in {retryAfterSeconds} seconds, with the same Idempotency-Key.',
    advice:
      'The gateway took longer than 4 seconds. The service keeps asking, and the same request will return the answer.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 400,
    sentence:
      'This Idempotency-Key was sent with another body; send a new key with each new reservation.',
    advice: 'Create a key for each attempt, and store it with the body.',
  },
  RESERVATION_ENDED: {
    status: 400,
    sentence:
      'The booking made with this Idempotency-Key is no longer held; send a new key to book again.',
    advice: 'It was cancelled, or its hold expired before the checkout could be opened.',
  },
  RESERVATION_IN_PROGRESS: {
    status: 429,
    shape: 'limit',
    sentence:
      'The same request is still being processed; send it again in {retryAfterSeconds} seconds, with the same Idempotency-Key.',
    advice:
      'The first request is waiting for the gateway; its answer will be yours too. If its process died, the wait ends after ten seconds.',
  },
  TOO_MANY_RESERVATIONS: {
    status: 400,
    sentence:
      'This contact has reached the limit of unpaid reservations; pay for one, or wait until one expires.',
    advice: 'Applies only to widget sessions; the limit is three at a time.',
  },
  PAYMENT_NOT_FOUND: {
    status: 404,
    sentence: 'No payment with this reference in this workspace.',
    advice: 'Send the `sessionRef` of the reservation.',
    next: 'payments-list',
  },
  SESSION_REF_REQUIRED: {
    status: 403,
    sentence:
      'A token can be identified only by its sessionRef; send the one that reserve-slot returned.',
    advice: 'The displayed token number is the same in every shift.',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({
  ...catalogueProblems,
  ...patientProblems,
  ...paymentProblems,
  ...packProblems,
  ...availabilityProblems,
  ...bookingProblems,
  ...appointmentProblems,
  ...checkoutProblems,
})
