import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const demoProblems = {
  DEMO_NOT_IN_PRODUCTION: {
    sentence: 'a production instance has no demo',
    toDo: 'use a sandbox: set CLINIC_MODE=sandbox and give it its own database',
  },
  DEMO_NOT_FOUND: {
    sentence: 'this sandbox has no demo with a history',
    toDo: 'start a new sandbox with another CLINIC_DATA',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(demoProblems)
