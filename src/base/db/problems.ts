import { makeProblems, type ProblemTable } from '../values/problem.ts'

export const databaseProblems = {
  NO_INSTALLATION: {
    sentence: 'this database has no installation yet, and nothing was created in it',
    toDo: 'check which database is configured; starting the service creates an installation',
  },
  DATABASE_CONNECTION_LOST: {
    sentence: 'the connection to the database was lost; {undone}',
    toDo: 'check that the database is running, then try again',
  },
  CONNECTION_LOST_IN_MIGRATION: {
    sentence: 'the connection to the database was lost during a migration',
    toDo: 'check that the database is running, then try again: each migration is applied completely or not at all',
  },
  ROWS_VIOLATE_RULE: {
    sentence: 'the rows violate the rule {rule}; {undone}',
    toDo: 'use another file',
  },
  VALUE_REFUSED: {
    sentence: 'the database refused a value ({state}); {undone}',
    toDo: 'use another file',
  },
  SCHEMA_IN_USE: {
    sentence:
      'another process is changing the schema of this database or importing into it; {undone}',
    toDo: 'wait until it has finished, then try again',
  },
  DATABASE_REFUSED: {
    sentence: 'the database refused: {message}; {undone}',
    toDo: 'check that the database is running and has free space, then try again',
  },
  TABLES_IN_USE: {
    sentence: '{what} needs tables that others have been using for {minutes} minutes{who}',
    toDo: 'wait for them to finish or stop them, then start again; nothing of this migration was applied, and the running service continues',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(databaseProblems)
