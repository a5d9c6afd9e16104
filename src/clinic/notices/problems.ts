import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const noticeProblems = {
  NOTICE_NOT_FOUND: {
    sentence: 'there is no notice {id} in this workspace',
    toDo: 'see the list: {it}',
    next: 'notices-list',
  },
  NOTICE_NOT_RETRIABLE: {
    sentence: 'notice {id} is {state}',
    toDo: 'retry those that are FAILED, UNKNOWN, SKIPPED or UNDELIVERED: {it}',
    next: 'notices-list',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(noticeProblems)
