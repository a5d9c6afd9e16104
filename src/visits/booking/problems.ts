import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { patientProblems } from '../../clinic/patients/problems.ts'
import { paymentProblems } from '../../money/payments/problems.ts'
import { availabilityProblems } from '../availability/problems.ts'

export const bookingProblems = {
  NEW_PATIENTS_NOT_ACCEPTED: {
    status: 400,
    sentence:
      'This practitioner sees only patients who have been to the clinic before; choose another, or ask the clinic to book.',
    advice:
      'A rule of the clinic for patients (`patientRules.newPatients`). It binds web pages, and keys that book for patients.',
  },
  ONLY_NEW_PATIENTS: {
    status: 400,
    sentence:
      'These times are for patients who come to the clinic for the first time; choose another practitioner, or ask the clinic to book.',
    advice:
      'A rule of the clinic for patients (`patientRules.newPatients`). It binds web pages, and keys that book for patients.',
  },
  NEW_PATIENTS_NEED_LONGER: {
    status: 400,
    sentence: 'A first visit takes at least {minutes} minutes; choose a longer one.',
    advice:
      'A rule of the clinic for patients (`patientRules.newPatientMinutes`): list slots of a longer `durationMins`, or a longer tier.',
  },
  UPCOMING_VISITS_REACHED: {
    status: 400,
    sentence:
      'This patient has as many upcoming visits as the clinic allows to book; cancel one, or ask the clinic to book.',
    advice:
      'A rule of the clinic for patients (`patientRules.upcomingVisits`). It binds web pages, and keys that book for patients.',
  },
  BOOKED_BY_PHONE: {
    status: 400,
    sentence: 'Please call the clinic to book this visit.',
    advice: "The patient's record says that the clinic books for them by phone.",
  },
  PAYMENT_NEEDED_TO_BOOK: {
    status: 400,
    sentence: 'Please pay online to book this visit, or call the clinic.',
    advice:
      "The patient's record says that visits are paid in advance: reserve the slot with an online payment instead.",
  },
  MOVES_REACHED: {
    status: 400,
    sentence:
      'This visit has been moved as often as the clinic allows; call the clinic for another time.',
    advice: 'A rule of the clinic for patients (`patientRules.moves`).',
  },
  PATIENTS_CANNOT_BOOK: {
    sentence: 'patients could not book this: {reasons}',
    toDo: 'give a reason to book it all the same',
  },
  CHANGE_NOT_FOUND: {
    sentence: 'there is no change {id} that could be taken back here',
    toDo: 'take back a change by the number that it was answered with',
  },
  CHANGE_ALREADY_UNDONE: {
    sentence: 'change {id} of visit {visit} has already been taken back',
    toDo: 'check its status: {it}',
    next: 'visit-show',
    input: { id: '{visit}' },
  },
  CHANGE_UNDO_EXPIRED: {
    sentence:
      'change {id} of visit {visit} was made more than {seconds} seconds ago, and its patient may have been told',
    toDo: 'see what can be done with the visit: {it}',
    next: 'visit-show',
    input: { id: '{visit}' },
  },
  VISIT_CHANGED_SINCE: {
    sentence: 'visit {visit} has changed since change {id}, which is therefore not taken back',
    toDo: 'check its status: {it}',
    next: 'visit-show',
    input: { id: '{visit}' },
  },
  PAID_VISIT_NOT_CANCELLABLE: {
    sentence: 'the paid visit is {status} and can no longer be cancelled',
    toDo: 'agree with the patient, then refund at the desk or directly at the gateway, where {it} will find the refund',
    next: 'payments-reconcile',
  },
  WRONG_APPOINTMENT_SYSTEM: {
    status: 400,
    sentence: "This doctor's appointmentSystemType is {system}; book through that system.",
    advice:
      'Read `appointmentSystemType` from workspace detail: slots for SCHEDULED, tokens for QMS.',
  },
  CHARGE_MISMATCH: {
    status: 400,
    sentence:
      '{member} does not match the clinic price of {price}; fetch available-slots again and send the price of the plan.',
    advice:
      'The clinic enforces its prices (`strictPrices`). Show the patient the new price before you book.',
  },
  TOO_MANY_VISITS_FROM_NETWORK: {
    status: 400,
    sentence:
      'This network has reached the limit of upcoming visits booked from web pages; ask the clinic to book.',
    advice: 'Show the message to the visitor. The limit does not apply to API keys.',
  },
  TOO_MANY_VISITS: {
    status: 400,
    sentence:
      'This contact has reached the limit of upcoming visits booked from web pages; cancel one, or ask the clinic to book.',
    advice: 'Show the message to the visitor. The limit does not apply to API keys.',
  },
  TOO_MANY_PATIENTS: {
    status: 400,
    sentence:
      'This contact has reached the limit of patients created from web pages; book for one of them by patientId, or ask the clinic to book.',
    advice:
      'Applies only to widget sessions, and only when a new record would be created; the limit is twenty per contact. `POST /v1/patients/verify-phone-verification-otp` lists the existing records.',
  },
  STATUS_NOT_ALLOWED: {
    status: 400,
    sentence: 'A visit that is {from} cannot be set to {to}; allowed statuses: {ways}.',
    advice:
      'COMPLETED and CANCELLED are final. Moving a visit sets RESCHEDULED; the passing of time sets OVERDUE and MISSED.',
  },
  CHANGE_RESERVED_FOR_CLINIC: {
    status: 403,
    sentence:
      'A widget session can only confirm a visit that is to come, or cancel one without a refund and without voidBooking; only the clinic can make other changes.',
    advice: 'Send it from your server, with an API key.',
  },
  CHANGE_NOT_PERMITTED: {
    status: 400,
    sentence: '{reason}; call the clinic.',
    advice:
      "A widget session must follow the practitioner's permissions and notice period. An API key need not.",
  },
  SEARCH_TOO_BROAD: {
    status: 400,
    sentence:
      'This search would have to read more than {visits} visits; narrow it, ideally with startDate and endDate, or follow all visits with changedAfter.',
    advice:
      'This happens only when few of very many visits match. No result is ever left out silently.',
  },
  APPOINTMENT_NOT_FOUND: {
    status: 404,
    sentence: 'No such appointment in this workspace.',
    advice: 'Take `appointmentId` from the record of the booking.',
    next: 'visit-list',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({
  ...patientProblems,
  ...paymentProblems,
  ...availabilityProblems,
  ...bookingProblems,
})
