// Writes a whole database to a file, and fills an empty database from it.

import { Type } from 'typebox'
import {
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import {
  databaseOperation,
  type Progress,
  type Source,
} from '../../../base/operations/operation.ts'
import { type Progress as BackupProgress, writeBackup } from '../backup.ts'
import { type BackupReader, openBackup, sumRows } from '../backup-file.ts'
import { checkBackup, planRestore, restoreBackup } from '../restore.ts'

const modes = ['sandbox', 'production'] as const
const countFields = {
  file: text('The file; - is standard input or output.', 'clinic-monday.gz'),
  createdAt: timestamp('The instant that the backup represents.', '2026-11-23T04:15:00.000Z'),
  rows: integer('Rows of all tables.', 61_000),
  tables: Type.Record(Type.String(), Type.Integer(), {
    description: 'Rows by table.',
    examples: [{ patients: 1_000 }],
  }),
}

export const backup = databaseOperation({
  name: 'backup',
  summary: 'Write the whole database to a backup file; the service can keep running.',
  runsOn: 'database',
  scope: 'installation',
  input: object({}),
  output: object({ ...countFields, bytes: integer('Size of the backup.', 3_500_000) }),
  async run({ connect, target, progress }) {
    return {
      file: target.name,
      ...(await writeBackup(await connect(), target.write, toBackupProgress(progress))),
    }
  },
})

export const restore = databaseOperation({
  name: 'restore',
  summary: 'Fill an empty database from a backup.',
  runsOn: 'empty database',
  scope: 'installation',
  input: object({ as: optional(choice(modes, 'Make it an instance of another mode.')) }),
  output: object({
    ...countFields,
    mode: nullable(
      choice(modes, 'Mode of the instance; null if the service was never started on it.'),
    ),
    skipped: list(
      text('A table.', 'notes'),
      'Tables of the backup that no migration creates; their rows were not restored.',
    ),
    applied: list(
      text('A migration.', '0010 actors'),
      'Migrations of this release that the backup did not have.',
    ),
    sessions: integer('Sessions and open links of staff that were ended.', 12),
    keys: integer(
      'Active API keys: keys that were deactivated after the backup was made work again.',
      3,
    ),
  }),
  async run({ mode, source, connect, progress }, { as }) {
    const plan = ({ header }: BackupReader) => planRestore(header, mode, as)
    // If the source can be read twice, a damaged backup is refused before anything is done;
    // otherwise, once it has been read to its end.
    const rows = source.isRepeatable
      ? await withBackup(source, (reader) => plan(reader).then(() => checkBackup(reader)))
      : undefined
    return withBackup(source, async (reader) => {
      const planned = await plan(reader)
      return {
        file: source.name,
        ...(await restoreBackup(
          await connect(),
          reader,
          planned,
          toBackupProgress(progress, rows && sumRows(rows)),
        )),
      }
    })
  },
})

async function withBackup<T>(
  source: Source,
  work: (reader: BackupReader) => Promise<T>,
): Promise<T> {
  const reader = await openBackup(
    source.read(),
    source.name === '-' ? 'standard input' : source.name,
  )
  return work(reader).finally(reader.close)
}

/** Passes the progress of a backup or restore to the operation. */
export function toBackupProgress(
  progress: ((at: Progress) => void) | undefined,
  rowsTotal?: number,
): BackupProgress | undefined {
  if (!progress) return undefined
  return ({ table, rows, rowsExpected = rowsTotal }) =>
    progress({ rows, share: rowsExpected ? rows / rowsExpected : undefined, table })
}

export const backupOperations = [backup, restore]
