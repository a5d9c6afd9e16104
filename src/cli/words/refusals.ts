// What a person is told of a refusal, and the command that leads on.

import { OperatorProblem } from '../../values/operator-problem.ts'
import { Problem, type ProblemCode } from '../../values/problem.ts'

const nextSteps: Partial<Record<ProblemCode, string>> = {
  BUSY: 'try again in a moment',
  APPOINTMENT_NOT_FOUND: 'look it up: clinic visit list',
  SLOT_NOT_OFFERED: 'see which are: clinic availability explain --doctor NAME --date DATE',
  SLOT_NOT_AVAILABLE: 'see which are free: clinic availability explain --doctor NAME --date DATE',
  STATUS_NOT_ALLOWED: 'see how it stands: clinic visit show ID',
  REFUND_NOT_POSSIBLE: 'see how it stands: clinic payments list; or leave out --refund',
  REFUND_OUTCOME_UNKNOWN: 'look in a minute: clinic payments list',
  REFUND_UNDER_WAY: 'look in a minute: clinic payments list',
  PAYMENT_NOT_FOUND: 'see what there is: clinic payments list',
  SESSION_REF_REQUIRED:
    'what was paid online is found by its sessionRef: clinic payments list; what was paid at the desk by its visitId: clinic token refund ID',
  PATIENT_NOT_FOUND: 'look it up: clinic patient find NAME',
}

/** A refusal as the command of these words tells it; anything else as it is. */
export function worded(error: unknown, typed: readonly string[]): unknown {
  if (!(error instanceof Problem)) return error
  const sentence = error.code === 'BUSY' ? 'the database is busy or away' : error.sentence.replace(/\.$/, '')
  return new OperatorProblem(sentence, nextSteps[error.code] ?? `change it and do it again: clinic ${typed.join(' ')} --help`)
}
