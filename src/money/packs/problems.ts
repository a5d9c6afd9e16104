import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { patientProblems } from '../../clinic/patients/problems.ts'

export const packProblems = {
  PACK_NOT_ON_SALE: {
    sentence: 'no session pack {name} is on sale in this workspace',
    toDo: 'choose one of: {names}',
  },
  PACK_NOT_FOUND: {
    sentence: 'there is no pack {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'packs-show',
  },
  SESSIONS_MUST_NOT_BE_ZERO: {
    sentence: '0 sessions change nothing',
    toDo: 'enter how many to return, or a negative number to remove some',
  },
  PACK_SESSIONS_EXCEEDED: {
    sentence:
      'pack {id} cannot change by {sessions}: its remaining sessions must stay between zero and its total',
    toDo: 'see its remaining sessions: {it}',
    next: 'packs-show',
  },
  PAID_PACK_USED: {
    sentence: 'sessions of the paid pack have been used',
    toDo: 'agree the remaining amount with the patient, then refund it at the desk',
  },
  SESSION_PACK_NOT_FOUND: {
    status: 400,
    sentence: '{field} does not name a session pack that can be used here.',
    advice: 'Take the id from the packs that available-slots returns.',
  },
  SESSION_PACK_NOT_USABLE: {
    status: 400,
    sentence: 'This session pack {reason}; choose another pack, or book without one.',
    advice: 'The reason says which terms of the pack the visit does not meet; no session was used.',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({ ...patientProblems, ...packProblems })
