// clinic backup and clinic restore.

import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { type Command, Option } from 'commander'
import { EngineInUse } from '../db/embedded-engine.ts'
import { type BackupOutcome, type Progress, writeBackup } from '../operator/backup.ts'
import { type BackupReader, openBackup, sumOf } from '../operator/backup-file.ts'
import { OperatorProblem } from '../operator/operation.ts'
import { checkBackup, planRestore, type RestoreOutcome, restoreBackup } from '../operator/restore.ts'
import { readSettings, type Settings } from '../settings.ts'
import { createNewFile, standardOutput } from './new-file.ts'
import { type OpenedDatabase, openDatabaseBeside, openDatabaseOf } from './open.ts'
import { whileOpen } from './operate.ts'
import { progressLine } from './progress.ts'
import { json, sayBeside } from './terminal.ts'

type Mode = Settings['mode']

export function backupCommands(program: Command) {
  program
    .command('backup')
    .description('write everything the database holds to a file; the service may go on')
    .argument('<file>', 'a new file; - writes to standard output')
    .addOption(json())
    .action(async (file: string, options: { json?: boolean }) => {
      const outcome = await backup(readSettings(process.env), file)
      const text = options.json ? JSON.stringify({ file, ...outcome }, null, 2) : backupText(file, outcome)
      // Standard output is the backup itself.
      const place = file === '-' ? process.stderr : process.stdout
      place.write(`${text}\n`)
    })

  program
    .command('restore')
    .description('fill an empty database from a backup')
    .argument('<file>', 'what clinic backup wrote; - reads standard input')
    .addOption(new Option('--as <mode>', 'make it an instance of another mode').choices(['sandbox', 'production']))
    .addOption(json())
    .action(async (file: string, options: { as?: Mode; json?: boolean }) => {
      const outcome = await restore(readSettings(process.env), file, options.as)
      process.stdout.write(`${options.json ? JSON.stringify({ file, ...outcome }, null, 2) : restoreText(outcome)}\n`)
    })
}

async function backup(settings: Settings, file: string): Promise<BackupOutcome> {
  if (file === '-' && process.stdout.isTTY) throw new OperatorProblem('a backup is not for a terminal', 'send it somewhere: clinic backup - > FILE')
  return whileOpen(openBoth(settings, file), async ({ database, target }) => {
    const line = rowProgress('backup')
    try {
      const outcome = await writeBackup(database.connection, target.write, line.progress)
      await target.keep()
      return outcome
    } finally {
      line.end()
    }
  })
}

/** The file first: nothing is started for one that cannot be written. */
async function openBoth(settings: Settings, file: string) {
  const target = file === '-' ? standardOutput() : await createNewFile(file)
  try {
    const database = await openDatabaseBeside(settings, sayBeside)
    return { database, target, close: () => target.abandon().finally(database.close) }
  } catch (error) {
    await target.abandon()
    throw error
  }
}

async function restore(settings: Settings, file: string, as: Mode | undefined): Promise<RestoreOutcome> {
  // A file is read twice, so that a damaged one is refused before anything is started. What is piped in can be read
  // once only, and is refused at its end.
  const rows = file === '-' ? undefined : await withBackup(file, (reader) => plan(reader).then(() => checkBackup(reader)))
  return withBackup(file, async (reader) => {
    const planned = await plan(reader)
    return whileOpen(openEmpty(settings), async ({ connection }) => {
      const line = rowProgress('restore', rows && sumOf(rows))
      try {
        return await restoreBackup(connection, reader, planned, line.progress)
      } finally {
        line.end()
      }
    })
  })

  function plan({ header }: BackupReader) {
    return planRestore(header, settings.mode, as)
  }
}

async function withBackup<T>(file: string, work: (reader: BackupReader) => Promise<T>): Promise<T> {
  const reader = file === '-' ? await openBackup(process.stdin, 'standard input') : await openBackup(await readable(file), file)
  return work(reader).finally(reader.close)
}

async function openEmpty(settings: Settings): Promise<OpenedDatabase> {
  try {
    return await openDatabaseOf(settings, sayBeside)
  } catch (error) {
    if (!(error instanceof EngineInUse)) throw error
    throw new OperatorProblem(
      `a service or a command works on ${settings.dataDirectory}, and a backup is restored into an empty database only`,
      'set CLINIC_DATA to an unused folder and restore there; then stop the service, and start it on that folder',
    )
  }
}

async function readable(file: string): Promise<Readable> {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  try {
    await once(stream, 'readable')
    return stream
  } catch (error) {
    throw new OperatorProblem(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, 'name a file that clinic backup made')
  }
}

/** Shows how many rows are done, of some that are known or expected. */
function rowProgress(what: string, rowsKnown?: number): { progress?: Progress; end(): void } {
  const { show, end } = progressLine()
  if (!show) return { end }
  return {
    progress({ table, rows, rowsExpected = rowsKnown }) {
      // The expectation is an estimate: it may fall short.
      const percent = rowsExpected ? `, ${Math.min(99, Math.floor((rows / rowsExpected) * 100))} %` : ''
      show(`${what}: ${rows} rows${percent}, ${table}`)
    },
    end,
  }
}

function backupText(file: string, { rows, tables, bytes, madeAt }: BackupOutcome): string {
  const where = file === '-' ? '' : ` in ${file}`
  return `backed up ${rows} rows of ${Object.keys(tables).length} tables as of ${madeAt}: ${bytes} bytes${where}\nIt holds patients and the hashes of keys: keep it where only you can read it.`
}

function restoreText({ rows, tables, madeAt, mode, skipped, applied }: RestoreOutcome): string {
  return [
    `restored ${rows} rows of ${Object.keys(tables).length} tables as of ${madeAt}${mode === null ? '' : ` (${mode})`}`,
    ...(applied.length > 0 ? [`brought up to date: ${applied.join(', ')}`] : []),
    ...(skipped.length > 0 ? [`not restored, because no migration makes them: ${skipped.join(', ')}`] : []),
    'next: start the service with the same settings: npm start',
  ].join('\n')
}
