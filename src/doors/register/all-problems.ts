// All problems of the service, for code that formulates, documents or counts them.

import { httpRefusals, type RefusalRows } from '../../base/contract/errors.ts'
import { databaseProblems } from '../../base/db/problems.ts'
import { dueWorkProblems } from '../../base/due-work/problems.ts'
import { messageProblems } from '../../base/messages/problems.ts'
import { operationProblems } from '../../base/operations/problems.ts'
import { portProblems } from '../../base/ports/problems.ts'
import { baseProblems } from '../../base/values/problem.ts'
import { catalogueProblems } from '../../clinic/catalogue/problems.ts'
import { formProblems } from '../../clinic/forms/problems.ts'
import { noticeProblems } from '../../clinic/notices/problems.ts'
import { patientMessageProblems } from '../../clinic/patient-messages/problems.ts'
import { patientProblems } from '../../clinic/patients/problems.ts'
import { signInProblems } from '../../clinic/sign-in/problems.ts'
import { verificationProblems } from '../../clinic/verification/problems.ts'
import { workspaceProblems } from '../../clinic/workspaces/problems.ts'
import { patientPagesProblems } from '../../doors/patient-pages/problems.ts'
import { backupProblems } from '../../management/backup/problems.ts'
import { clinicFileProblems } from '../../management/clinic-file/problems.ts'
import { csvImportProblems } from '../../management/csv-import/problems.ts'
import { demoProblems } from '../../management/demo-history/problems.ts'
import { newsProblems } from '../../management/news/problems.ts'
import { secretProblems } from '../../management/secret/problems.ts'
import { checkoutProblems } from '../../money/checkout/problems.ts'
import { deskProblems } from '../../money/desk/problems.ts'
import { packProblems } from '../../money/packs/problems.ts'
import { paymentProblems } from '../../money/payments/problems.ts'
import { appointmentProblems } from '../../visits/appointments/problems.ts'
import { availabilityProblems } from '../../visits/availability/problems.ts'
import { bookingProblems } from '../../visits/booking/problems.ts'
import { calendarProblems } from '../../visits/calendars/problems.ts'
import { queueProblems } from '../../visits/queue/problems.ts'
import { registerProblems } from './problems.ts'

export const allProblems = {
  ...baseProblems,
  ...databaseProblems,
  ...dueWorkProblems,
  ...messageProblems,
  ...operationProblems,
  ...portProblems,
  ...catalogueProblems,
  ...formProblems,
  ...noticeProblems,
  ...patientMessageProblems,
  ...patientProblems,
  ...signInProblems,
  ...verificationProblems,
  ...workspaceProblems,
  ...patientPagesProblems,
  ...registerProblems,
  ...backupProblems,
  ...secretProblems,
  ...clinicFileProblems,
  ...csvImportProblems,
  ...newsProblems,
  ...demoProblems,
  ...checkoutProblems,
  ...deskProblems,
  ...packProblems,
  ...paymentProblems,
  ...appointmentProblems,
  ...availabilityProblems,
  ...bookingProblems,
  ...calendarProblems,
  ...queueProblems,
}

export type ProblemCode = keyof typeof allProblems | keyof typeof httpRefusals

/** The refusals that the API documents. */
export const apiRefusals: RefusalRows = {
  ...httpRefusals,
  ...Object.fromEntries(Object.entries(allProblems).filter(([, row]) => 'status' in row)),
}
