import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { registerProblems } from '../register/problems.ts'

export const cliProblems = {
  OPERATION_NOT_AVAILABLE: {
    sentence: '{name} does not run inside the service',
    toDo: 'run it as a separate command',
  },
  INPUT_TOO_LARGE: {
    sentence: 'the input is larger than {bytesMax} bytes',
    toDo: 'send less at once',
  },
  SERVICE_STOPPED: {
    sentence: 'the service ended before it answered',
    toDo: 'check whether the operation took effect, and repeat it if it did not',
  },
  FOLDER_OWNED_BY_ANOTHER_USER: {
    sentence: 'the folder {path} belongs to another user',
    toDo: 'remove it, or set CLINIC_DATA to a folder of your own',
  },
  FOLDER_OPEN_TO_OTHERS: {
    sentence: 'the folder {path} is open to other users',
    toDo: 'check what they left there, remove the folder, then restart the service',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({ ...registerProblems, ...cliProblems })
