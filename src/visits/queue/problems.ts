import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { catalogueProblems } from '../../clinic/catalogue/problems.ts'
import { patientProblems } from '../../clinic/patients/problems.ts'
import { paymentProblems } from '../../money/payments/problems.ts'
import { availabilityProblems } from '../availability/problems.ts'
import { bookingProblems } from '../booking/problems.ts'

export const queueProblems = {
  QUEUE_SHIFT_NOT_FOUND: {
    sentence: 'there is no shift {shift} in this workspace',
    toDo: "see that day's shifts: {it}",
    next: 'queue-list',
  },
  QUEUE_NOT_FOUND: {
    sentence: 'shift {shift} has no queue on {date}: it has no tokens and was not started',
    toDo: "see that day's shifts: {it}",
    next: 'queue-list',
  },
  QUEUE_ON_ANOTHER_DAY: {
    sentence: 'the queue for {date} cannot be started: today is {today}',
    toDo: 'start it on that day',
  },
  QUEUE_NOT_OFFERED: {
    sentence: 'shift {shift} is not offered on {date} and has no tokens',
    toDo: "see that day's shifts: {it}",
    next: 'queue-list',
  },
  QUEUE_ALREADY_RUNNING: {
    sentence: 'shift {shift} is already running',
    toDo: "see that day's shifts: {it}",
    next: 'queue-list',
  },
  QUEUE_ENDED: {
    sentence: 'shift {shift} has ended on {date}; its visits stay as they are',
    toDo: "see that day's shifts: {it}",
    next: 'queue-list',
  },
  BOARD_NOT_FOUND: {
    sentence: 'there is no board {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'board-list',
  },
  BOARD_NAME_TAKEN: {
    sentence: 'this location already has a board named {name}',
    toDo: 'give that board a new link: {it}',
    next: 'board-renew',
  },
  BOARD_SHIFT_NOT_AT_LOCATION: {
    sentence: 'not an in-person shift at this location: {shifts}',
    toDo: "see that day's shifts: {it}",
    next: 'queue-list',
  },
  TOO_MANY_BOARDS: {
    sentence: 'this location already has {most} boards',
    toDo: 'remove one: {it}',
    next: 'board-list',
  },
  QUEUE_NOT_STARTED: {
    sentence: 'shift {shift} has not been started on {date}',
    toDo: 'start it: {it}',
    next: 'queue-start',
    input: { shift: '{shift}' },
  },
  TOKEN_NOT_FOUND: {
    sentence: 'shift {shift} has no token {token} on {date}',
    toDo: 'see the queue: {it}',
    next: 'queue-show',
    input: { shift: '{shift}' },
  },
  TOKEN_LETTER_MISMATCH: {
    sentence: 'shift {shift} has no token {token} on {date}; {number} is {known}',
    toDo: 'see the queue: {it}',
    next: 'queue-show',
    input: { shift: '{shift}' },
  },
  TOKEN_UNDO_EXPIRED: {
    sentence: '{token} has been {status} for more than a minute and can no longer be undone',
    toDo: 'see its possible actions: {it}',
    next: 'queue-show',
    input: { shift: '{shift}' },
  },
  TOKEN_ACTION_NOT_ALLOWED: {
    sentence: '{token} is {status} and cannot be {wanted}',
    toDo: 'see the queue: {it}',
    next: 'queue-show',
    input: { shift: '{shift}' },
  },
  PAID_TOKEN_ACTIVE: {
    sentence: 'the paid token is still active',
    toDo: 'cancel it first: {it}',
    next: 'queue-cancel',
  },
  SHIFT_NOT_FOUND: {
    status: 400,
    sentence:
      'qmsWorkShiftId is not a shift of this doctor at this location; fetch doctor/shifts for the current shifts.',
    advice: "Fetch the practitioner's shifts again; the clinic may have replaced this one.",
  },
  SHIFT_NOT_ON_DATE: {
    status: 400,
    sentence:
      'This shift does not run on {date}; fetch doctor/shifts for that date and choose one of the shifts.',
    advice: 'A shift repeats on certain days of the week, except on closed days.',
  },
  SHIFT_NOT_STARTED: {
    status: 400,
    sentence: 'This shift has not started; book it at POST /v1/qms-appointments/pre/book.',
    advice:
      '`isStarted` in doctor/shifts says which of the two routes books the shift; the unified route books in both states.',
  },
  SHIFT_STARTED: {
    status: 400,
    sentence: 'This shift is running; book it at POST /v1/qms-appointments/immediate/book.',
    advice: 'Staff have since started the queue. Send the same body to that route.',
  },
  SHIFT_ENDED: {
    status: 400,
    sentence: 'This shift has ended on this date; choose another shift or date.',
    advice: 'Offer the next date.',
  },
  SHIFT_FULL: {
    status: 400,
    sentence: 'This shift has no tokens left on this date; choose another shift or date.',
    advice:
      'Availability changes by the minute: fetch doctor/shifts again and offer another shift.',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({
  ...catalogueProblems,
  ...patientProblems,
  ...paymentProblems,
  ...availabilityProblems,
  ...bookingProblems,
  ...queueProblems,
})
