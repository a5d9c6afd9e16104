import { makeProblems, type ProblemTable } from '../values/problem.ts'

export const dueWorkProblems = {
  WORK_REQUIRED: {
    sentence: 'no work was named',
    toDo: 'name one item, or all of them: {it}',
    next: 'work-retry',
    input: { allDead: true },
  },
  WORK_NOT_FOUND: {
    sentence: 'there is no dead work item {id}',
    toDo: 'see the list: {it}',
    next: 'work-list',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(dueWorkProblems)
