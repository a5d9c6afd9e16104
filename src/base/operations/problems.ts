import { makeProblems, type ProblemTable } from '../values/problem.ts'

export const operationProblems = {
  NO_WORKSPACE: {
    sentence: 'there is no workspace yet',
    toDo: 'describe one: {it}',
    next: 'workspace-import',
  },
  WORKSPACE_REQUIRED: {
    sentence: 'there are several workspaces: {names}',
    toDo: 'name one of them',
  },
  WORKSPACE_NOT_FOUND: {
    sentence: 'there is no workspace named {name}',
    toDo: 'choose one of: {names}',
  },
  STAFF_HAS_MORE_RIGHTS: {
    sentence: '{name} has more rights than you',
    toDo: 'ask an owner to do it',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(operationProblems)
