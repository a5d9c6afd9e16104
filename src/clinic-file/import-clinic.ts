// Bringing a workspace to what a clinic file describes.

import { type Database, type Queries, violatedConstraint } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import { type Problem, problem } from '../values/problem.ts'
import type { ByHand } from '../workspaces/entitlements.ts'
import { type Change, changesBetween, countedChanges, namesOf, statesOf } from './changes.ts'
import { checkClinicFile } from './clinic-file.ts'
import { type ClinicFile, clinicFileSections } from './clinic-file-schema.ts'
import { describeClinic } from './describe.ts'
import type { Difference } from './differences.ts'
import { hasOwner } from './last-owner.ts'
import type { Counted, IdsStatement } from './sections/section.ts'
import { type HeldWorkspace, holdKnownWorkspace, holdWorkspace, workspaceIds, writeWorkspace } from './sections/workspace.ts'
import { type Deserted, desertedBy, upcomingOnClosingDays, upcomingText } from './upcoming-visits.ts'
import { keepVersion, lastVersion, type Noting, refuseOlder } from './versions.ts'

/** Ids by kind and name: `ids.practitioner['asha-rao']`. */
export type NamedIds = Record<string, Record<string, number>>

export interface ImportOptions {
  /** Who imports, and as what that is noted among the versions. */
  noting: Omit<Noting, 'now'>
  /** The version it began from: another one by now refuses it. Undefined: it is not asked for. */
  beganFrom?: number | undefined
  /** The same work is done, refusals and all, and then undone. */
  dryRun?: boolean
  /** Whether what has visits to come may be removed; they stay. */
  withUpcomingVisits?: boolean
  /** Origin of the pages of the service. */
  publicOrigin?: string
  /** Looks at what there is then, before it counts, or is undone. */
  look?: (queries: Queries, workspaceId: number) => Promise<void>
}

export interface Imported {
  workspaceId: number
  /** Whether there was no workspace of the name. */
  isNew: boolean
  /** What it is described by now. */
  file: ClinicFile
  /** The last version of its settings. */
  version: number
  /** What differs from the version before. */
  differences: Difference[]
  ids: NamedIds
  changes: Change[]
  /** What was removed although it has visits to come. */
  deserted: Deserted[]
  /** Visits to come on days that are closed now; they stay. */
  onClosingDays: number
  /** Entitlements that were changed by hand, and are again as the file says. */
  undone: ByHand
}

/** Carries what was done out of a transaction that is to be undone. */
class Undone extends Error {
  readonly imported: Imported

  constructor(imported: Imported) {
    super('a dry run is undone')
    this.imported = imported
  }
}

/**
 * Brings a workspace to what a file describes, in one transaction, and returns what that changed. Throws a `Problem` where
 * what is stored forbids it; then nothing is written.
 */
export function importClinic(database: Database, file: ClinicFile, now: Instant, options: ImportOptions): Promise<Imported> {
  return inTransaction(database, options, async (queries) => bringTo(queries, await holdWorkspace(queries, file.workspace), file, now, options))
}

/**
 * Brings a workspace to what `change` makes of its description, which nobody changes meanwhile (SETUP-01). Throws as an import does, and
 * CLINIC_FILE_MISTAKEN where no file could say so.
 */
export function changeSettings(
  database: Database,
  workspaceId: number,
  change: (current: ClinicFile) => ClinicFile,
  now: Instant,
  options: ImportOptions,
): Promise<Imported> {
  return inTransaction(database, options, async (queries) => {
    const held = await holdKnownWorkspace(queries, workspaceId)
    const checked = checkClinicFile(change(await describeClinic(queries, workspaceId)))
    if ('mistakes' in checked) throw problem('CLINIC_FILE_MISTAKEN', {}, checked)
    return bringTo(queries, held, checked.file, now, options)
  })
}

async function inTransaction(database: Database, { dryRun = false }: ImportOptions, bring: (queries: Queries) => Promise<Imported>): Promise<Imported> {
  try {
    // What a file no longer names may be hundreds of thousands of rows, and at its end the import waits for the bookings that are
    // under way, each of which may wait for others.
    return await database.transaction(async (queries) => {
      const imported = await bring(queries)
      if (dryRun) throw new Undone(imported)
      return imported
    }, 'unhurried')
  } catch (error) {
    if (error instanceof Undone) return error.imported
    throw problemBehind(violatedConstraint(error)) ?? error
  }
}

async function bringTo(
  queries: Queries,
  { workspaceId, isNew, byHand }: HeldWorkspace,
  file: ClinicFile,
  now: Instant,
  { noting, beganFrom, dryRun = false, withUpcomingVisits = false, publicOrigin, look }: ImportOptions,
): Promise<Imported> {
  const last = isNew ? undefined : await lastVersion(queries, workspaceId)
  if (beganFrom !== undefined && !isNew) await refuseOlder(queries, workspaceId, beganFrom, last)
  const found = isNew || last ? undefined : await describeClinic(queries, workspaceId)
  const before = isNew ? new Map() : await statesOf(queries, workspaceId)
  const hadOwner = !isNew && (await hasOwner(queries, workspaceId))
  await writeWorkspace(queries, workspaceId, file.workspace)
  const target = { queries, workspaceId, now, publicOrigin: publicOrigin ?? null }
  for (const section of clinicFileSections) await section.refuse?.(target, file)
  const counted: Record<string, Counted> = {}
  for (const section of clinicFileSections) Object.assign(counted, await section.write(target, file))
  if (hadOwner && !(await hasOwner(queries, workspaceId))) throw problem('LAST_OWNER')
  const changes = [...changesBetween(before, await statesOf(queries, workspaceId)), ...countedChanges(counted)]
  const ids = await idsOf(queries, workspaceId)
  const { number: version, differences } = await keepVersion(queries, workspaceId, last, found, { ...noting, now })
  // Last: from its look on, bookings wait for the end of the import.
  const deserted = await desertedBy(queries, workspaceId, changes, now, dryRun)
  if (deserted.length > 0 && !withUpcomingVisits) throw removalOfBooked(deserted)
  const onClosingDays = await upcomingOnClosingDays(queries, workspaceId, now)
  await look?.(queries, workspaceId)
  return { workspaceId, isNew, file, version, differences, ids, changes, deserted, onClosingDays, undone: undoneBy(changes, byHand) }
}

function undoneBy(changes: readonly Change[], { granted, withdrawn }: ByHand): ByHand {
  const of = (change: Change['change']) => namesOf(changes, 'entitlement', change)
  return { granted: granted.filter((name) => of('removed').includes(name)), withdrawn: withdrawn.filter((name) => of('added').includes(name)) }
}

function removalOfBooked(deserted: readonly Deserted[]): Problem {
  const mistakes = deserted.map(({ kind, name, visits }) => ({ path: `${kind} ${name}`, reason: `has ${upcomingText(visits)}` }))
  return problem('UPCOMING_VISITS_LEFT_OUT', {}, { mistakes })
}

/** What a section knows of the violation of a constraint. */
function problemBehind(constraint = ''): Problem | undefined {
  return clinicFileSections.map(({ violations = {} }) => violations[constraint]).find((problem) => problem !== undefined)?.()
}

/** The ids of a workspace's names. */
export async function idsOf(queries: Queries, workspaceId: number): Promise<NamedIds> {
  const ids: NamedIds = {}
  const kinds: Readonly<Record<string, IdsStatement>>[] = [workspaceIds, ...clinicFileSections.map((section) => section.ids ?? {})]
  for (const [kind, statement] of kinds.flatMap((statements) => Object.entries(statements))) {
    for (const { name, id } of await queries.rows(statement, { workspaceId })) {
      if (name === null) continue
      ids[kind] ??= {}
      ids[kind][name] = id
    }
  }
  return ids
}
