import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const signInProblems = {
  ACTIVE_STAFF_NOT_FOUND: {
    sentence: 'there is no active staff member {id} in this workspace',
    toDo: 'look them up: {it}',
    next: 'staff-list',
  },
  DASHBOARD_OFF: {
    sentence: 'the dashboard is switched off',
    toDo: 'remove CLINIC_DASHBOARD=off and restart the service',
  },
  NO_OWNER: {
    sentence: 'no active staff member is an owner',
    toDo: 'give one a role with `dashboard: owner` in the clinic file, then import it: {it}',
    next: 'workspace-import',
  },
  STAFF_HAS_NO_DASHBOARD_RIGHTS: {
    sentence: 'none of the roles of {name} gives access to the dashboard',
    toDo: 'give one of them `dashboard: reception` in the clinic file, then import it: {it}',
    next: 'workspace-import',
  },
  STAFF_HAS_NO_EMAIL: {
    sentence: '{name} has no e-mail address to sign in with',
    toDo: 'add one to the clinic file, then import it: {it}',
    next: 'workspace-import',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(signInProblems)
