import { makeProblems, type ProblemTable } from '../values/problem.ts'

export const portProblems = {
  CLOCK_NOT_MOVABLE: {
    sentence: 'the clock of a production instance cannot be moved',
    toDo: 'use a sandbox: set CLINIC_MODE=sandbox and give it its own database',
  },
  CLOCK_TOO_FAR: {
    sentence: 'the clock cannot go beyond the year 2100',
    toDo: 'advance it less, or start a new sandbox with another CLINIC_DATA',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(portProblems)
