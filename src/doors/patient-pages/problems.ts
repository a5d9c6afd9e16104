import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { checkoutProblems } from '../../money/checkout/problems.ts'
import { paymentProblems } from '../../money/payments/problems.ts'
import { appointmentProblems } from '../../visits/appointments/problems.ts'
import { availabilityProblems } from '../../visits/availability/problems.ts'
import { bookingProblems } from '../../visits/booking/problems.ts'

export const patientPagesProblems = {
  NO_BOOKING_PAGE: {
    sentence: 'this workspace has no booking page',
    toDo: 'set workspace.bookingPage.published in the clinic file, then import the file: {it}',
    next: 'workspace-import',
  },
  BOOKABLE_PRACTITIONER_NOT_FOUND: {
    sentence: 'no bookable practitioner is named {practitioner}',
    toDo: 'choose one of: {names}',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({
  ...paymentProblems,
  ...availabilityProblems,
  ...bookingProblems,
  ...appointmentProblems,
  ...checkoutProblems,
  ...patientPagesProblems,
})
