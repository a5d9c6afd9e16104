// Updates a workspace to match a clinic file.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Database, type Queries, violatedConstraint } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Problem } from '../../base/values/problem.ts'
import type { ManualEntitlements } from '../../clinic/workspaces/entitlements.ts'
import {
  type Change,
  changedNames,
  listChanges,
  listCountedChanges,
  readStates,
} from './changes.ts'
import { checkClinicFile } from './clinic-file.ts'
import { type ClinicFile, clinicFileSections } from './clinic-file-schema.ts'
import { describeClinic } from './describe.ts'
import type { Difference } from './differences.ts'
import { hasOwner } from './last-owner.ts'
import { problem } from './problems.ts'
import type { IdsStatement, WriteCounts } from './sections/section.ts'
import { hasBuiltInVideo, usesBuiltInVideo } from './sections/video.ts'
import {
  type HeldWorkspace,
  holdExistingWorkspace,
  holdWorkspace,
  workspaceIds,
  writeWorkspace,
} from './sections/workspace.ts'
import {
  countOnClosingDays,
  findRemovedWithVisits,
  formatUpcomingVisits,
  type RemovedWithVisits,
} from './upcoming-visits.ts'
import { lastVersion, refuseOutdated, storeVersion, type VersionAuthorship } from './versions.ts'

/** Ids by kind and name: `ids.practitioner['asha-rao']`. */
export type NamedIds = Record<string, Record<string, number>>

export interface ImportOptions {
  /** Who imports, and how the version records it. */
  authorship: Omit<VersionAuthorship, 'now'>
  /**
   * The version that the change is based on; if there is a later one, the import is refused. If
   * undefined, this is not checked.
   */
  basedOnVersion?: number | undefined
  /** Whether everything, including refusals, is done and then rolled back. */
  dryRun?: boolean
  /** Whether items with upcoming visits may be removed; the visits remain. */
  withUpcomingVisits?: boolean
  /** The origin of the service's pages. */
  publicOrigin?: string
  /**
   * Whether the built-in video is a public server, as in production without a video server of its
   * own: it can then be kept, but not newly chosen (VIDEO-03).
   */
  videoIsPublic?: boolean
  /** Throws if the importing actor may not make this change. */
  refuse?: (before: ClinicFile, after: ClinicFile) => void
  /** Inspects the result before it is committed or rolled back. */
  look?: (queries: Queries, workspaceId: number) => Promise<void>
}

export interface ImportResult {
  workspaceId: number
  /** Whether the workspace is new. */
  isNew: boolean
  /** The new description. */
  file: ClinicFile
  /** The latest version of its settings. */
  version: number
  /** The differences from the previous version. */
  differences: Difference[]
  ids: NamedIds
  changes: Change[]
  /** What was removed although it has upcoming visits. */
  removedWithVisits: RemovedWithVisits[]
  /** Upcoming visits on days that are now closed; they remain. */
  onClosingDays: number
  /** Entitlements that had been changed by hand and are now reset to those in the file. */
  undone: ManualEntitlements
}

/** Carries the result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly imported: ImportResult

  constructor(imported: ImportResult) {
    super('a dry run is undone')
    this.imported = imported
  }
}

/**
 * Updates a workspace to match a file, in one transaction, and returns what changed. Throws a
 * `Problem` if stored data prevents it; nothing is then written.
 */
export function importClinic(
  database: Database,
  file: ClinicFile,
  now: Instant,
  options: ImportOptions,
): Promise<ImportResult> {
  return inTransaction(database, options, async (queries) =>
    applyFile(queries, await holdWorkspace(queries, file.workspace), file, now, options),
  )
}

/**
 * Applies `change` to a workspace's description, locked against other changes, and imports the
 * result (SETUP-01). Throws as an import does, and CLINIC_FILE_INVALID if the result is not a valid
 * file.
 */
export function changeSettings(
  database: Database,
  workspaceId: number,
  change: (current: ClinicFile) => unknown,
  now: Instant,
  options: ImportOptions,
): Promise<ImportResult> {
  return inTransaction(database, options, async (queries) => {
    const heldWorkspace = await holdExistingWorkspace(queries, workspaceId)
    // For the largest clinic, each step takes up to 65 ms, and other work of this process runs in
    // between.
    const current = await describeClinic(queries, workspaceId)
    await nextTurn()
    const changed = change(current)
    await nextTurn()
    const checked = checkClinicFile(changed)
    if ('mistakes' in checked) throw problem('CLINIC_FILE_INVALID', {}, checked)
    await nextTurn()
    options.refuse?.(current, checked.file)
    await nextTurn()
    return applyFile(queries, heldWorkspace, checked.file, now, options)
  })
}

async function inTransaction(
  database: Database,
  { dryRun = false }: ImportOptions,
  runImport: (queries: Queries) => Promise<ImportResult>,
): Promise<ImportResult> {
  try {
    // Removed items may have several hundred thousand rows, and at its end the import waits for
    // bookings in progress, each of which may wait for others.
    return await database.transaction(async (queries) => {
      const imported = await runImport(queries)
      if (dryRun) throw new RolledBack(imported)
      return imported
    }, 'unhurried')
  } catch (error) {
    if (error instanceof RolledBack) return error.imported
    throw constraintProblem(violatedConstraint(error)) ?? error
  }
}

async function applyFile(
  queries: Queries,
  { workspaceId, isNew, byHand }: HeldWorkspace,
  file: ClinicFile,
  now: Instant,
  {
    authorship,
    basedOnVersion,
    dryRun = false,
    withUpcomingVisits = false,
    publicOrigin,
    videoIsPublic = false,
    look,
  }: ImportOptions,
): Promise<ImportResult> {
  const last = isNew ? undefined : await lastVersion(queries, workspaceId)
  if (basedOnVersion !== undefined && !isNew)
    await refuseOutdated(queries, workspaceId, basedOnVersion, last)
  const found = isNew || last ? undefined : await describeClinic(queries, workspaceId)
  const before = isNew ? new Map() : await readStates(queries, workspaceId)
  const hadOwner = !isNew && (await hasOwner(queries, workspaceId))
  if (
    videoIsPublic &&
    usesBuiltInVideo(file.workspace) &&
    (isNew || !(await hasBuiltInVideo(queries, workspaceId)))
  )
    throw publicVideoProblem()
  await writeWorkspace(queries, workspaceId, file.workspace)
  const target = { queries, workspaceId, now, publicOrigin: publicOrigin ?? null }
  for (const section of clinicFileSections) await section.refuse?.(target, file)
  const counted: Record<string, WriteCounts> = {}
  for (const section of clinicFileSections)
    Object.assign(counted, await section.write(target, file))
  if (hadOwner && !(await hasOwner(queries, workspaceId))) throw problem('LAST_OWNER')
  const changes = [
    ...listChanges(before, await readStates(queries, workspaceId)),
    ...listCountedChanges(counted),
  ]
  const ids = await readNamedIds(queries, workspaceId)
  const { number: version, differences } = await storeVersion(queries, workspaceId, last, found, {
    ...authorship,
    now,
  })
  // The last step: from this check on, bookings wait for the end of the import.
  const removedWithVisits = await findRemovedWithVisits(queries, workspaceId, changes, now, dryRun)
  if (removedWithVisits.length > 0 && !withUpcomingVisits)
    throw bookedRemovalProblem(removedWithVisits)
  const onClosingDays = await countOnClosingDays(queries, workspaceId, now)
  await look?.(queries, workspaceId)
  return {
    workspaceId,
    isNew,
    file,
    version,
    differences,
    ids,
    changes,
    removedWithVisits,
    onClosingDays,
    undone: findManualChangesUndone(changes, byHand),
  }
}

/**
 * Patients would be treated in rooms that are open to everyone. A clinic that already uses such
 * rooms continues as before, and is warned.
 */
function publicVideoProblem(): Problem {
  const reason =
    'needs a video server of your own in production: set CLINIC_VIDEO_URL where the service runs, or a link here, such as https://video.example.org/{visit}, or jitsi; or set it to off'
  return problem('CLINIC_FILE_INVALID', {}, { mistakes: [{ path: 'workspace.video', reason }] })
}

function findManualChangesUndone(
  changes: readonly Change[],
  { granted, withdrawn }: ManualEntitlements,
): ManualEntitlements {
  const changedEntitlements = (change: Change['change']) =>
    changedNames(changes, 'entitlement', change)
  return {
    granted: granted.filter((name) => changedEntitlements('removed').includes(name)),
    withdrawn: withdrawn.filter((name) => changedEntitlements('added').includes(name)),
  }
}

function bookedRemovalProblem(removedWithVisits: readonly RemovedWithVisits[]): Problem {
  const mistakes = removedWithVisits.map(({ kind, name, visits }) => ({
    path: `${kind} ${name}`,
    reason: `has ${formatUpcomingVisits(visits)}`,
  }))
  return problem('UPCOMING_VISITS_AFFECTED', {}, { mistakes })
}

/** The problem that a section declares for a violated constraint. */
function constraintProblem(constraint = ''): Problem | undefined {
  return clinicFileSections
    .map(({ violations = {} }) => violations[constraint])
    .find((problem) => problem !== undefined)?.()
}

/** The ids of everything that is named in a workspace. */
export async function readNamedIds(queries: Queries, workspaceId: number): Promise<NamedIds> {
  const ids: NamedIds = {}
  const kinds: Readonly<Record<string, IdsStatement>>[] = [
    workspaceIds,
    ...clinicFileSections.map((section) => section.ids ?? {}),
  ]
  for (const [kind, statement] of kinds.flatMap((statements) => Object.entries(statements))) {
    for (const { name, id } of await queries.rows(statement, { workspaceId })) {
      if (name === null) continue
      ids[kind] ??= {}
      ids[kind][name] = id
    }
  }
  return ids
}
