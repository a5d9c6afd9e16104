// Writes a whole database to a file, and fills an empty database from it.

import { backup, restore } from '../../../management/backup/operations/backup.ts'
import { origin } from '../from-package.ts'
import { command } from './command.ts'

export const backupCommands = [
  command(backup, {
    target: {
      description: 'A new file; - writes to standard output.',
      what: 'a new file',
      allowsPipe: true,
    },
    formatResult({ file, rows, tables, bytes, createdAt }) {
      const where = file === '-' ? '' : ` in ${file}`
      return `backed up ${rows} rows of ${Object.keys(tables).length} tables as of ${createdAt}: ${bytes} bytes${where}\nIt holds patients and the hashes of keys: keep it where only you can read it.`
    },
  }),
  command(restore, {
    source: {
      description: 'What clinic backup wrote; - reads standard input.',
      what: 'a file that clinic backup made',
      allowsPipe: true,
    },
    formatResult: ({ rows, tables, createdAt, mode, skipped, applied, sessions, keys }) =>
      [
        `restored ${rows} rows of ${Object.keys(tables).length} tables as of ${createdAt}${mode === null ? '' : ` (${mode})`}`,
        ...(applied.length > 0 ? [`brought up to date: ${applied.join(', ')}`] : []),
        ...(skipped.length > 0
          ? [`not restored, because no migration makes them: ${skipped.join(', ')}`]
          : []),
        `ended: sessions and open links of staff (${sessions}), and all sessions of patients; they sign in and verify again`,
        `active API keys: ${keys}; deactivate again those that were deactivated since (clinic key list), and check members, roles and second factors`,
        ...(mode === 'production'
          ? [
              'before the first start: stop the service that the backup is of, because this one goes on with its payments, refunds and calendars; and run clinic notices off for each workspace, because what is due may have been sent',
            ]
          : []),
        `next: start the service with the same settings: ${origin.start}`,
      ].join('\n'),
    members: { as: { value: 'mode' } },
  }),
]
