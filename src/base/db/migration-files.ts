// The schema as files. A new database runs the baseline, then the numbered changes since. A
// database of release 0.1.0 runs what was changed between that release and the baseline, and is at
// the baseline from then on.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface Migration {
  number: number
  name: string
  text: string
  checksum: string
}

export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum'>

/** A migration that cannot be applied; the message says what to do. */
export class MigrationError extends Error {}

const baselineName = 'baseline'
/** The number of the last migration that the baseline includes. */
const baselineNumber = 90
const upgradeFolder = 'upgrade-from-0.1.0/'
/** Release 0.1.0 had this many migrations. */
export const firstReleaseMigrationCount = 68

/** The baseline, and the numbered files after it. */
export async function migrationFiles(): Promise<[baseline: Migration, ...later: Migration[]]> {
  // In the order of their numbers, which is the order of the rooms (docs/architecture.md).
  const rooms = await readSqlFiles('schema/')
  const text = rooms.map((room) => room.text).join('\n')
  const baseline = {
    number: baselineNumber,
    name: baselineName,
    text,
    checksum: textChecksum(text),
  }
  return [baseline, ...(await numberedFiles('migrations/', baselineNumber + 1))]
}

/**
 * The migrations before the baseline, of which release 0.1.0 had the first 68. Their SQL is one
 * schema, stored as the text of the first; the others have only their names and checksums.
 */
export async function migrationsBeforeBaseline(): Promise<Migration[]> {
  const schema = await readText(`${upgradeFolder}schema.sql`)
  const history = (await readText(`${upgradeFolder}history.txt`)).trimEnd().split('\n')
  const released = history.map((line, index): Migration => {
    const [number, name, checksum] = line.split(' ') as [string, string, string]
    return { number: Number(number), name, text: index === 0 ? schema : '', checksum }
  })
  return [...released, ...(await numberedFiles(upgradeFolder, firstReleaseMigrationCount + 1))]
}

/** This release's migrations, with which the history of a database or backup is compared. */
export function migrationsForHistory(history: readonly AppliedMigration[]): Promise<Migration[]> {
  return history[0]?.number === 1 ? migrationsBeforeBaseline() : migrationFiles()
}

/**
 * The part of a history that counts. An upgraded database keeps what release 0.1.0 recorded, so
 * that a process of that release can still start.
 */
export function sinceBaseline<Applied extends AppliedMigration>(
  history: readonly Applied[],
): readonly Applied[] {
  return history.slice(Math.max(0, history.findIndex(isBaseline)))
}

export function isBaseline({ number, name }: AppliedMigration): boolean {
  return number === baselineNumber && name === baselineName
}

/** Records the baseline in a database whose schema equals it. */
export function baselineStamp(baseline: Migration): Migration {
  return {
    ...baseline,
    text: `delete from migrations where number > ${firstReleaseMigrationCount}`,
  }
}

async function numberedFiles(folder: string, first: number): Promise<Migration[]> {
  const files = (await readSqlFiles(folder)).filter(({ file }) => /^\d{4}-/.test(file))
  return files.map(({ file, text }, index) => {
    const number = Number(file.slice(0, 4))
    if (number !== first + index)
      throw new MigrationError(
        `migration ${file} is out of order: numbers run from ${first} without a gap`,
      )
    return { number, name: file.slice(5, -4), text, checksum: textChecksum(text) }
  })
}

async function readSqlFiles(folder: string): Promise<{ file: string; text: string }[]> {
  const names = (await readdir(new URL(folder, import.meta.url)))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return Promise.all(names.map(async (file) => ({ file, text: await readText(folder + file) })))
}

function readText(file: string): Promise<string> {
  return readFile(new URL(file, import.meta.url), 'utf8')
}

function textChecksum(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
