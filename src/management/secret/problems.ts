import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const secretProblems = {
  SECRET_NOT_SET: {
    sentence: 'CLINIC_SECRET is not set, so the secret is in the database',
    toDo: 'set CLINIC_SECRET for every process, start them again, and try again',
  },
  SECRET_UNKNOWN: {
    sentence:
      'neither CLINIC_SECRET nor CLINIC_FORMER_SECRET is the one this database was used with',
    toDo: 'set the one before as CLINIC_FORMER_SECRET for every process, start them again, and try again',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(secretProblems)
