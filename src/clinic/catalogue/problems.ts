import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const catalogueProblems = {
  NAME_NOT_FOUND: {
    sentence: 'there is no {kind} {name} in this workspace',
    toDo: 'see the list: {it}',
    next: 'ids',
  },
  STAFF_NOT_FOUND: {
    sentence: 'there is no staff member {id} in this workspace',
    toDo: 'look them up: {it}',
    next: 'staff-list',
  },
  STAFF_MANAGED_BY_FILE: {
    sentence: 'staff member {id} comes from a clinic file, as {name}',
    toDo: 'set their membership in the file, then import it: {it}',
    next: 'workspace-import',
  },
  ROLE_NOT_FOUND: {
    status: 400,
    sentence:
      'roleNames contains a role that is not configured; GET /v1/users lists the configured roles.',
    advice: 'Send names from `extras.configuredRoles`, or have the role added to the clinic file.',
  },
  EMAIL_TAKEN: {
    status: 400,
    sentence: 'Another staff member has this email; send a different one.',
    advice: 'After a retry, it may be the staff member you just added: check `GET /v1/users`.',
  },
  ADDRESS_NOT_FOUND: {
    status: 404,
    sentence: 'No such location in this workspace.',
    advice: 'Take `addressId` from `GET /v1/addresses` or workspace detail.',
  },
  PROFILE_NOT_FOUND: {
    status: 404,
    sentence: 'No such published profile in this workspace.',
    advice: 'Drafts and profiles of inactive staff are not shown.',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(catalogueProblems)
