import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const workspaceProblems = {
  WORKSPACE_DELETED: {
    sentence: 'the workspace has just been deleted',
    toDo: 'see the list: {it}',
    next: 'workspace-list',
  },
  KEY_NOT_FOUND: {
    sentence: 'there is no key {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'key-list',
  },
  KEY_NOT_ACTIVE: {
    sentence: 'key {id} is not active',
    toDo: 'create a new one: {it}',
    next: 'key-create',
  },
  KEY_NOT_FOR_PAGES: {
    sentence: 'key {id} cannot be used on web pages',
    toDo: 'create a widget key: {it}',
    next: 'key-create',
    input: { kind: 'WIDGET' },
  },
  KEY_ALWAYS_BOOKS_FOR_PATIENTS: {
    sentence: 'a widget key always books for patients',
    toDo: 'set this only on developer keys',
  },
  KEY_NAMED_FOR_PATIENTS: {
    sentence: "the clinic file says that keys with the name '{name}' book for patients",
    toDo: 'take the name out of keysForPatients: {it}',
    next: 'settings-show',
  },
  DEVELOPER_KEY_NOT_FOR_PAGES: {
    sentence: 'a developer key cannot be used on web pages',
    toDo: 'create a widget key: {it}',
    next: 'key-create',
    input: { kind: 'WIDGET' },
  },
  KEY_NEEDS_ADDRESS: {
    sentence: 'a developer key needs at least one allowed address',
    toDo: 'name one',
  },
  KEY_HAS_NO_ADDRESS: {
    sentence: 'key {id} has no allowed address',
    toDo: 'add one first: {it}',
    next: 'key-allow',
    input: { id: '{id}' },
  },
  ADDRESSES_NOT_ON_KEY: {
    sentence: 'not on the allowlist of key {id}: {addresses}',
    toDo: 'see its allowlist: {it}',
    next: 'key-list',
  },
  KEY_EXPIRY_IN_PAST: { sentence: 'the key would already have expired', toDo: 'name a later time' },
  ADDRESS_RANGE_INVALID: {
    sentence: '{problem}',
    toDo: 'name single addresses or ranges, such as 203.0.113.7 or 2001:db8::/32',
  },
  TOO_MANY_ADDRESSES: {
    sentence: '{count} addresses are too many',
    toDo: 'a key can have at most {most}; use ranges',
  },
  ORIGIN_INVALID: {
    sentence: "'{origin}' is not an origin",
    toDo: 'give the scheme and host, such as https://clinic.example',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(workspaceProblems)
