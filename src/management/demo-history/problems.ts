import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const demoProblems = {
  DEMO_NOT_IN_PRODUCTION: {
    sentence: 'a production instance has no demo',
    toDo: 'use a sandbox: set CLINIC_MODE=sandbox and give it its own database',
  },
  NOT_THE_DEMO: {
    sentence: 'this workspace is not the demo that a new sandbox starts with',
    toDo: 'start a new sandbox with another CLINIC_DATA',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(demoProblems)
