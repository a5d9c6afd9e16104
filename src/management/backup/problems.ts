import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { workspaceProblems } from '../../clinic/workspaces/problems.ts'

export const backupProblems = {
  WORKSPACE_AUDIT_TOO_RECENT: {
    sentence:
      'the audit of {name} has entries from the last 30 days, which cannot be removed, so nothing was deleted',
    toDo: 'deactivate its keys ({it}) so that nothing is added, then delete it after {until}',
    next: 'key-deactivate',
  },
  BACKUP_REQUIRED: {
    sentence:
      '{name} holds records (patients: {patients}, visits: {visits}, upcoming: {upcomingVisits}) and can be deleted only after a backup',
    toDo: 'name a new file for the backup',
  },
  WORKSPACE_CHANGED: {
    sentence: 'something was added to {name} in the meantime, so nothing was deleted',
    toDo: 'try again',
  },
  BACKUP_TOO_NEW: {
    sentence: 'the backup was made by a newer release (migration {number}, {name})',
    toDo: 'restore it with that release',
  },
  BACKUP_MIGRATION_MISMATCH: {
    sentence: 'migration {number} ({name}) in the backup differs from the one in this release',
    toDo: 'restore it with the release that made it, then upgrade',
  },
  BACKUP_FORMAT_NOT_SUPPORTED: {
    sentence: '{file} is in backup format {version}, and this release reads only format 1',
    toDo: 'restore it with the release that made it',
  },
  BACKUP_DAMAGED: {
    sentence: '{file} is damaged: {how}',
    toDo: 'use another copy of this backup, or another backup',
  },
  NOT_A_BACKUP: { sentence: '{file} is not a backup', toDo: 'name a file that is one' },
  BACKUP_HAS_UNKNOWN_COLUMNS: {
    sentence: 'the table {table} of the backup has columns that no migration makes: {columns}',
    toDo: 'drop them in the original database, then make a new backup',
  },
  MODE_CONFLICT: {
    sentence: 'the mode {as} contradicts the environment, which says {mode}',
    toDo: 'set CLINIC_MODE={as}',
  },
  BACKUP_MODE_MISMATCH: {
    sentence: 'the backup comes from a {of} instance, but CLINIC_MODE is {mode}',
    toDo: 'set CLINIC_MODE={of}, or restore it as a {mode} instance',
  },
  CLOCK_WAS_MOVED: {
    sentence:
      'the clock of this sandbox was moved ahead, so its visits lie in the future and it can never become production',
    toDo: 'restore it as a sandbox: CLINIC_MODE=sandbox',
  },
  RESTORE_OUTCOME_UNKNOWN: {
    sentence:
      'the connection to the database was lost at the last moment; the backup was restored either completely or not at all',
    toDo: 'restore it again; if the database is no longer empty, the backup was restored',
  },
  DATABASE_NOT_EMPTY: {
    sentence:
      'the database is not empty (it holds {found}), and a backup can be restored only into an empty database',
    toDo: 'set DATABASE_URL to a new database or, for the embedded database, set CLINIC_DATA to an unused folder',
  },
  NO_CLINIC: {
    sentence: 'there is no clinic in this database',
    toDo: 'check which database is configured',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({ ...workspaceProblems, ...backupProblems })
