// The versions of a workspace's settings (SETUP-03). Each change writes one in its transaction,
// which locks the row of the workspace.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { type Actor, authorValues, describeActor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { ClinicFile } from './clinic-file-schema.ts'
import { describeClinic } from './describe.ts'
import { type Difference, findDifferences } from './differences.ts'
import { problem } from './problems.ts'

export const origins = ['FOUND', 'FILE', 'FORM', 'PUT_BACK'] as const
export type Origin = (typeof origins)[number]

/** How many versions are kept for each workspace. */
const versionsKeptMax = 500

const versionColumns = {
  ...({
    number: 'integer',
    createdAt: 'timestamptz',
    origin: narrowType<Origin>('text'),
    putBack: 'integer?',
  } as const),
  ...({ actingUserId: 'bigint?', memberName: 'text?', operator: 'text?' } as const),
} as const
const versionColumnsSql = `v.number, v.made_at as "createdAt", v.origin, v.put_back as "putBack", v.acting_user_id as "actingUserId", u.display_name as "memberName", v.operator`
const versions = `settings_versions v
  left join users u on u.workspace_id = v.workspace_id and u.id = v.acting_user_id`

const versionsBefore = statement(
  'settings_versions_before',
  { takes: { workspaceId: 'bigint', before: 'integer', limit: 'bigint' }, returns: versionColumns },
  `
  select ${versionColumnsSql}
  from ${versions}
  where v.workspace_id = :workspaceId and v.number < :before
  order by v.number desc
  limit :limit`,
)

const versionByNumber = statement(
  'settings_version',
  {
    takes: { workspaceId: 'bigint', number: 'integer' },
    returns: { ...versionColumns, description: narrowType<ClinicFile>('json') },
  },
  `
  select ${versionColumnsSql}, v.description
  from ${versions}
  where v.workspace_id = :workspaceId and v.number = :number`,
)

const insertVersion = statement(
  'insert_settings_version',
  {
    takes: {
      ...({
        workspaceId: 'bigint',
        number: 'integer',
        createdAt: 'timestamptz',
        origin: narrowType<Origin>('text'),
        putBack: 'integer?',
      } as const),
      ...({
        actingUserId: 'bigint?',
        operator: 'text?',
        description: narrowType<ClinicFile>('json'),
        lastForgotten: 'integer',
      } as const),
    },
  },
  `
  with forgotten as (
    delete from settings_versions
    where workspace_id = :workspaceId and number <= :lastForgotten
  )
  insert into settings_versions (workspace_id, number, made_at, origin, put_back, acting_user_id, operator, description)
  values (:workspaceId, :number, :createdAt, :origin, :putBack, :actingUserId, :operator, :description)`,
)

export type Version = RowOf<typeof versionColumns>

/** Versions before a number, newest first. */
export function listVersions(
  queries: Queries,
  workspaceId: number,
  { before, limit }: { before: number; limit: number },
): Promise<Version[]> {
  return queries.rows(versionsBefore, { workspaceId, before, limit })
}

/** A version with its description; undefined if it is no longer stored, or never existed. */
export async function settingsVersion(
  queries: Queries,
  workspaceId: number,
  number: number,
): Promise<(Version & { description: ClinicFile }) | undefined> {
  const [version] = await queries.rows(versionByNumber, { workspaceId, number })
  return version
}

/** The latest version; undefined if none has been stored yet. */
export async function lastVersion(
  queries: Queries,
  workspaceId: number,
): Promise<Version | undefined> {
  const [last] = await listVersions(queries, workspaceId, { before: 2 ** 31 - 1, limit: 1 })
  return last
}

/** Who made a version, in words: the member's name, or the same text as in the audit. */
export function versionAuthor({ actingUserId, memberName, operator }: Version): string {
  return describeActor({
    keyId: null,
    bySession: false,
    byService: false,
    actingUserId,
    memberName,
    operator,
  })
}

const changesNamedMax = 20

/**
 * Refuses a change that is not based on the latest version, and reports what has changed since then
 * (SETUP-03).
 */
export async function refuseOutdated(
  queries: Queries,
  workspaceId: number,
  basedOnVersion: number,
  last: Version | undefined,
): Promise<void> {
  if (basedOnVersion === (last?.number ?? 0)) return
  const baseVersion = await settingsVersion(queries, workspaceId, basedOnVersion)
  const currentVersion = last && (await settingsVersion(queries, workspaceId, last.number))
  const since =
    baseVersion && currentVersion
      ? findDifferences(baseVersion.description, currentVersion.description)
      : []
  throw problem('SETTINGS_CONFLICT', {
    version: last?.number ?? 0,
    by: last ? versionAuthor(last) : '',
    changed: since.slice(0, changesNamedMax).map(({ path }) => path.join('.')),
  })
}

/** Who makes a change, and how. */
export interface VersionAuthorship {
  actor: Actor
  now: Instant
  origin: Exclude<Origin, 'FOUND'>
  putBack?: number | undefined
}

/**
 * Stores the current description as a version if it differs from the latest one; returns its
 * number. `found` is the description before the change, for a workspace that has no version yet.
 */
export async function storeVersion(
  queries: Queries,
  workspaceId: number,
  last: Version | undefined,
  found: ClinicFile | undefined,
  { actor, now, origin, putBack }: VersionAuthorship,
): Promise<{ number: number; differences: Difference[] }> {
  const description = await describeClinic(queries, workspaceId)
  const before = last
    ? (await settingsVersion(queries, workspaceId, last.number))?.description
    : found
  const commonValues = { workspaceId, createdAt: now, lastForgotten: 0 }
  const differences = findDifferences(before ?? {}, description)
  if (before && differences.length === 0) return { number: last?.number ?? 0, differences }
  const { actingUserId, operator } = authorValues(actor)
  if (!last && found) {
    await queries.rows(insertVersion, {
      ...commonValues,
      number: 1,
      origin: 'FOUND',
      putBack: null,
      actingUserId: null,
      operator: null,
      description: found,
    })
  }
  const number = (last?.number ?? (found ? 1 : 0)) + 1
  const authorship = { actingUserId, operator, origin, putBack: putBack ?? null }
  await queries.rows(insertVersion, {
    ...commonValues,
    ...authorship,
    number,
    description,
    lastForgotten: number - versionsKeptMax,
  })
  return { number, differences }
}
