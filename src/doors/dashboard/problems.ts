import { operationProblems } from '../../base/operations/problems.ts'
import { makeProblems } from '../../base/values/problem.ts'
import { patientProblems } from '../../clinic/patients/problems.ts'
import { packProblems } from '../../money/packs/problems.ts'
import { appointmentProblems } from '../../visits/appointments/problems.ts'
import { bookingProblems } from '../../visits/booking/problems.ts'
import { queueProblems } from '../../visits/queue/problems.ts'
import { registerProblems } from '../register/problems.ts'

export const problem = makeProblems({
  ...operationProblems,
  ...patientProblems,
  ...packProblems,
  ...bookingProblems,
  ...queueProblems,
  ...appointmentProblems,
  ...registerProblems,
})
