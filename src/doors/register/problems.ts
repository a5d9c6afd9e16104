import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const registerProblems = {
  OPERATION_NOT_FOUND: {
    sentence: 'the service has no operation {name}',
    toDo: 'restart the service: its version differs from the version of this command',
  },
  SERVICE_FAILED: { sentence: 'the service failed', toDo: 'read the service log' },
  REPEAT_KEY_REUSED: {
    sentence: 'this key was already sent with different input',
    toDo: 'send a new key with each change',
  },
  ALREADY_DONE: {
    sentence: 'this was already done, and its answer was not kept',
    toDo: 'check the current state',
  },
  GATEWAY_REFUSED: {
    sentence: 'the gateway answered {status}: {body}',
    toDo: 'nothing was changed; resolve it with the gateway, or try again',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(registerProblems)
