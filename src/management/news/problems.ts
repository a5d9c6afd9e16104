import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { signInProblems } from '../../clinic/sign-in/problems.ts'

export const newsProblems = {
  NEWS_NEED_A_MEMBER: {
    sentence: 'news are kept for each member of staff, and no one is signed in',
    toDo: 'name the member: {it}',
    next: 'staff-list',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({ ...signInProblems, ...newsProblems })
