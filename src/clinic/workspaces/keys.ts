// API keys: created once, shown once, stored as a hash, cached by every process for a few seconds.

import { createHash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Database, Queries } from '../../base/db/database.ts'
import { createLastTimes, lastTimesUpdate, timesToWrite } from '../../base/db/last-times.ts'
import { type DeclaredType, narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import type { KeyKind, KnownKey } from '../../base/http/pipeline.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { addressMatcher } from '../../base/values/ip-address.ts'
import type { MaybePromise } from '../../base/values/maybe-promise.ts'
import { createCacheByWorkspace } from './cache-by-workspace.ts'

export type KeyStatus = 'ACTIVE' | 'DEACTIVATED' | 'DELETED'

const usableKeyColumns = {
  workspaceId: 'bigint',
  id: 'bigint',
  kind: narrowType<KeyKind>('text'),
  allowedAddresses: 'text[]',
  allowedOrigins: 'text[]',
  requestsPerMinute: 'integer?',
  booksForPatients: 'boolean',
  expiresAt: 'timestamptz?',
} as const

// A key books for patients by its own mark, or because the clinic file names it.
const isNamedForPatients = "(k.kind = 'DEVELOPER' and k.name = any (w.keys_for_patients))"

const usableKey = `k.workspace_id as "workspaceId", k.id, k.kind, k.allowed_addresses as "allowedAddresses",
    k.allowed_origins as "allowedOrigins", k.requests_per_minute as "requestsPerMinute",
    k.books_for_patients or ${isNamedForPatients} as "booksForPatients", k.expires_at as "expiresAt"`

const joinActiveWorkspace = `
  join workspaces w on w.id = k.workspace_id and w.status = 'ACTIVE'`

const usableNow = "k.status = 'ACTIVE' and (k.expires_at is null or k.expires_at > :now)"

const keyByHash = statement(
  'key_by_hash',
  {
    takes: { keyHash: 'bytea', kind: narrowType<KeyKind>('text'), now: 'timestamptz' },
    returns: usableKeyColumns,
    isShort: true,
  },
  `
  select ${usableKey}
  from api_keys k${joinActiveWorkspace}
  where k.key_hash = :keyHash and k.kind = :kind and ${usableNow}`,
)

/**
 * The same query with the snapshot of the configuration (configuration-rows.ts), which a request
 * with an uncached key also needs.
 */
const keyAndConfiguration = statement(
  'key_and_configuration',
  {
    takes: { ...keyByHash.takes, shape: 'text' },
    returns: { ...usableKeyColumns, configuration: 'json?' },
    isShort: true,
  },
  `
  select ${usableKey}, s.rows as configuration
  from api_keys k${joinActiveWorkspace}
  left join configuration_snapshots s on s.workspace_id = w.id and s.version = w.configuration_version and s.shape = :shape
  where k.key_hash = :keyHash and k.kind = :kind and ${usableNow}`,
)

const keyBySession = statement(
  'key_by_session',
  {
    takes: { tokenHash: 'bytea', now: 'timestamptz' },
    returns: { ...usableKeyColumns, sessionId: 'bigint', sessionExpiresAt: 'timestamptz' },
    isShort: true,
  },
  `
  select ${usableKey}, s.id as "sessionId", s.expires_at as "sessionExpiresAt"
  from api_keys k${joinActiveWorkspace}
  join widget_sessions s on s.workspace_id = k.workspace_id and s.key_id = k.id
  where s.token_hash = :tokenHash and s.expires_at > :now and ${usableNow}`,
)

const workspaceWithOrigin = statement(
  'workspace_with_origin',
  { takes: { origin: 'text', now: 'timestamptz' }, returns: { workspaceId: 'bigint' } },
  `
  select k.workspace_id as "workspaceId"
  from api_keys k${joinActiveWorkspace}
  where k.allowed_origins @> array[:origin::text] and ${usableNow}
  limit 1`,
)

const insertKey = statement(
  'insert_key',
  {
    takes: {
      workspaceId: 'bigint',
      kind: narrowType<KeyKind>('text'),
      name: 'text',
      keyHash: 'bytea',
      keyPreview: 'text',
      allowedAddresses: 'text[]',
      allowedOrigins: 'text[]',
      createdAt: 'timestamptz',
      expiresAt: 'timestamptz?',
      booksForPatients: 'boolean',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into api_keys (workspace_id, kind, name, key_hash, masked, allowed_addresses, allowed_origins, created_at, expires_at, books_for_patients)
  values (:workspaceId, :kind, :name, :keyHash, :keyPreview, :allowedAddresses, :allowedOrigins, :createdAt, :expiresAt, :booksForPatients)
  returning id`,
)

const keyDescriptions = statement(
  'key_descriptions',
  {
    takes: { workspaceId: 'bigint', keyId: 'bigint?' },
    returns: {
      id: 'bigint',
      kind: narrowType<KeyKind>('text'),
      name: 'text',
      keyPreview: 'text',
      status: narrowType<KeyStatus>('text'),
      allowedAddresses: 'text[]',
      allowedOrigins: 'text[]',
      requestsPerMinute: 'integer?',
      booksForPatients: 'boolean',
      isNamedForPatients: 'boolean',
      createdAt: 'timestamptz',
      expiresAt: 'timestamptz?',
      lastUsedAt: 'timestamptz?',
    },
  },
  `
  select k.id, k.kind, k.name, k.masked as "keyPreview", k.status, k.allowed_addresses as "allowedAddresses",
    k.allowed_origins as "allowedOrigins", k.requests_per_minute as "requestsPerMinute", k.books_for_patients as "booksForPatients",
    ${isNamedForPatients} as "isNamedForPatients", k.created_at as "createdAt", k.expires_at as "expiresAt",
    k.last_used_at as "lastUsedAt"
  from api_keys k
  join workspaces w on w.id = k.workspace_id
  where k.workspace_id = :workspaceId and (:keyId::bigint is null or k.id = :keyId)
  order by k.id`,
)

/**
 * The part of a key that may be shown; the key itself leaves the service only once, when it is
 * created.
 */
export type KeyDescription = RowOf<typeof keyDescriptions.returns>

/** Sets one column of a key unless it is deleted: deletion is final. */
function keySettingStatement<const T extends DeclaredType>(name: string, column: string, type: T) {
  return statement(
    name,
    { takes: { workspaceId: 'bigint', keyId: 'bigint', value: type }, returns: { id: 'bigint' } },
    `
  update api_keys
  set ${column} = :value
  where workspace_id = :workspaceId and id = :keyId and status <> 'DELETED'
  returning id`,
  )
}

const setKeyStatus = keySettingStatement('set_key_status', 'status', narrowType<KeyStatus>('text'))
const setKeyAddresses = keySettingStatement('set_key_addresses', 'allowed_addresses', 'text[]')
const setKeyOrigins = keySettingStatement('set_key_origins', 'allowed_origins', 'text[]')
const setKeyLimit = keySettingStatement('set_key_limit', 'requests_per_minute', 'integer?')

const setKeyForPatients = keySettingStatement(
  'set_key_for_patients',
  'books_for_patients',
  'boolean',
)

const setKeyExpiry = statement(
  'set_key_expiry',
  {
    takes: { workspaceId: 'bigint', keyId: 'bigint', expiresAt: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  update api_keys
  set expires_at = least(:expiresAt, coalesce(expires_at, :expiresAt))
  where workspace_id = :workspaceId and id = :keyId and status = 'ACTIVE'
  returning id`,
)

const setBookingPageKey = statement(
  'set_booking_page_key',
  { takes: { workspaceId: 'bigint', oldId: 'bigint', id: 'bigint', key: 'text' } },
  `
  update booking_pages
  set key_id = :id, widget_key = :key
  where workspace_id = :workspaceId and key_id = :oldId`,
)

const updateKeyUses = statement(
  'update_key_uses',
  { takes: timesToWrite },
  lastTimesUpdate('api_keys', 'last_used_at'),
)

const prefixes: Record<KeyKind, string> = { DEVELOPER: 'clinic_dev_', WIDGET: 'clinic_widget_' }

export interface NewKey {
  kind: KeyKind
  name: string
  /** The allowed addresses, in canonical form. */
  allowedAddresses: readonly string[]
  /** The origins of pages, as browsers write them; only for a widget key. */
  allowedOrigins: readonly string[]
  expiresAt: Instant | null
  /** Whether the rules for patients bind it; only for a developer key. */
  booksForPatients: boolean
}

/**
 * Creates a key and returns it in full, the only time (AUTH-05). 256 random bits after a readable
 * prefix.
 */
export async function createKey(
  queries: Queries,
  workspaceId: number,
  key: NewKey,
  now: Instant,
): Promise<{ id: number; key: string }> {
  const fullKey = prefixes[key.kind] + randomBytes(32).toString('base64url')
  const keyPreview = `${fullKey.slice(0, prefixes[key.kind].length + 4)}…${fullKey.slice(-4)}`
  const keyHash = createHash('sha256').update(fullKey).digest()
  const [created] = await queries.rows(insertKey, {
    workspaceId,
    ...key,
    keyHash,
    keyPreview,
    createdAt: now,
  })
  if (!created) throw new Error('a key was inserted but not returned')
  return { id: created.id, key: fullKey }
}

/** All keys of a workspace, including deleted ones, or only one of them. */
export async function describeKeys(
  database: Database,
  workspaceId: number,
  keyId?: number,
): Promise<KeyDescription[]> {
  return database.rows(keyDescriptions, { workspaceId, keyId: keyId ?? null })
}

/** False if there is no such key, or it is deleted: deletion is final. */
export async function changeKeyStatus(
  database: Database,
  workspaceId: number,
  keyId: number,
  status: KeyStatus,
): Promise<boolean> {
  return (await database.rows(setKeyStatus, { workspaceId, keyId, value: status })).length > 0
}

/** Replaces the allowlist of a key; false if there is no such key. */
export async function changeKeyAddresses(
  database: Database,
  workspaceId: number,
  keyId: number,
  addresses: readonly string[],
): Promise<boolean> {
  return (await database.rows(setKeyAddresses, { workspaceId, keyId, value: addresses })).length > 0
}

/** Replaces the origins of a widget key; false if there is no such key. */
export async function changeKeyOrigins(
  database: Database,
  workspaceId: number,
  keyId: number,
  origins: readonly string[],
): Promise<boolean> {
  return (await database.rows(setKeyOrigins, { workspaceId, keyId, value: origins })).length > 0
}

/** Gives a key its own limit, or the installation's again; false if there is no such key. */
export async function changeKeyLimit(
  database: Database,
  workspaceId: number,
  keyId: number,
  requestsPerMinute: number | null,
): Promise<boolean> {
  return (
    (await database.rows(setKeyLimit, { workspaceId, keyId, value: requestsPerMinute })).length > 0
  )
}

/** Lets the rules for patients bind a developer key, or not; false if there is no such key. */
export async function changeKeyForPatients(
  database: Database,
  workspaceId: number,
  keyId: number,
  booksForPatients: boolean,
): Promise<boolean> {
  return (
    (await database.rows(setKeyForPatients, { workspaceId, keyId, value: booksForPatients }))
      .length > 0
  )
}

/**
 * Sets a key to expire at an instant, unless it already expires earlier; false if there is no such
 * active key.
 */
export async function scheduleKeyExpiry(
  database: Database,
  workspaceId: number,
  keyId: number,
  expiresAt: Instant,
): Promise<boolean> {
  return (await database.rows(setKeyExpiry, { workspaceId, keyId, expiresAt })).length > 0
}

/**
 * Replaces the old key in the booking page that uses it with the new one, which the page shows in
 * full.
 */
export async function replaceBookingPageKey(
  database: Database,
  workspaceId: number,
  oldId: number,
  created: { id: number; key: string },
): Promise<void> {
  await database.rows(setBookingPageKey, { workspaceId, oldId, ...created })
}

export interface CachedKeys {
  /**
   * The key of this kind with this SHA-256 in base64url, if it is valid at `now`; synchronous if it
   * is cached.
   */
  find(digest: string, kind: KeyKind, now: Instant): MaybePromise<KnownKey | undefined>
  /**
   * The widget key of the session whose token has this SHA-256 in base64url, if both are valid at
   * `now`.
   */
  findSession(digest: string, now: Instant): MaybePromise<KnownKey | undefined>
  /** Whether a valid widget key allows pages of this origin. */
  knowsOrigin(origin: string, now: Instant): Promise<boolean>
  used(key: KnownKey, now: Instant): void
  /** Writes when keys were last used; called periodically and at the end. */
  writeUses(): Promise<void>
  forgetWorkspace(workspaceId: number): void
  forgetAll(): void
}

const keysCachedMax = 20_000
const originsCachedMax = 1_000
const keysSharedMax = 1_000
// How long a revoked key can remain valid if the notification is lost.
const cachedMs = 5_000

interface CachedKey {
  workspaceId: number
  key: KnownKey
  /** The end of the key, or of the session if that is sooner. */
  until: Instant
}

/**
 * Takes the snapshots of configurations that are read with keys (`Snapshots` in configuration.ts).
 */
interface Configurations {
  isCached(workspaceId: number): boolean
  snapshots: { shape: string; reading(): (workspaceId: number, snapshot: unknown) => void }
}

/**
 * Keys and sessions for the gates. Only valid ones are cached: unknown keys cannot fill the memory,
 * and every refusal runs one statement, so its time does not reveal the reason. The configuration
 * of its workspace is read with a key, unless it is known to be cached.
 */
export function createKeyCache(database: Database, configurations: Configurations): CachedKeys {
  const cache = createCacheByWorkspace<CachedKey>({ max: keysCachedMax, ttl: cachedMs })
  // A known origin is known through one workspace, whatever the others do; an unknown one may
  // become known through any workspace.
  const origins = createCacheByWorkspace<{ workspaceId: number }>({
    max: originsCachedMax,
    ttl: cachedMs,
  })
  const unknownOrigins = new LRUCache<string, true>({ max: originsCachedMax, ttl: cachedMs })
  const shared = createKeySharing()
  const uses = createLastTimes((times) => database.rows(updateKeyUses, times))
  // A key that was read before a notification but cached after it would outlive its revocation.
  let notices = 0

  function findCached(
    name: string,
    now: Instant,
    read: () => Promise<Omit<CachedKey, 'workspaceId'> | undefined>,
  ): MaybePromise<KnownKey | undefined> {
    const cachedKey = cache.get(name)
    return cachedKey && cachedKey.until > now ? cachedKey.key : readAndCache(name, read)
  }

  async function readAndCache(
    name: string,
    read: () => Promise<Omit<CachedKey, 'workspaceId'> | undefined>,
  ): Promise<KnownKey | undefined> {
    const noticesBefore = notices
    const found = await read()
    if (found && notices === noticesBefore)
      cache.set(name, { ...found, workspaceId: found.key.workspaceId })
    return found?.key
  }

  async function readKey(
    key: RowOf<typeof keyByHash.takes>,
    workspaceId: number | undefined,
  ): Promise<RowOf<typeof usableKeyColumns> | undefined> {
    if (workspaceId !== undefined && configurations.isCached(workspaceId))
      return (await database.rows(keyByHash, key))[0]
    const { snapshots } = configurations
    const storeSnapshot = snapshots.reading()
    const [row] = await database.rows(keyAndConfiguration, { ...key, shape: snapshots.shape })
    if (row?.configuration) storeSnapshot(row.workspaceId, row.configuration)
    return row
  }

  return {
    find(digest, kind, now) {
      const name = `${kind} ${digest}`
      return findCached(name, now, async () => {
        const row = await readKey(
          { keyHash: Buffer.from(digest, 'base64url'), kind, now },
          cache.getExpired(name)?.workspaceId,
        )
        return row && { key: shared(row), until: row.expiresAt ?? Number.POSITIVE_INFINITY }
      })
    },
    findSession: (digest, now) =>
      findCached(`session ${digest}`, now, async () => {
        const [row] = await database.rows(keyBySession, {
          tokenHash: Buffer.from(digest, 'base64url'),
          now,
        })
        return (
          row && {
            key: { ...shared(row), sessionId: row.sessionId },
            until: Math.min(row.sessionExpiresAt, row.expiresAt ?? Number.POSITIVE_INFINITY),
          }
        )
      }),
    async knowsOrigin(origin, now) {
      if (origins.get(origin)) return true
      if (unknownOrigins.has(origin)) return false
      const noticesBefore = notices
      const [workspace] = await database.rows(workspaceWithOrigin, { origin, now })
      if (notices === noticesBefore) {
        if (workspace) origins.set(origin, workspace)
        else unknownOrigins.set(origin, true)
      }
      return workspace !== undefined
    },
    used: ({ workspaceId, id }, now) => uses.record(workspaceId, id, now),
    writeUses: uses.write,
    forgetWorkspace(workspaceId) {
      notices += 1
      unknownOrigins.clear()
      origins.forgetWorkspace(workspaceId)
      cache.forgetWorkspace(workspaceId)
    },
    forgetAll() {
      notices += 1
      unknownOrigins.clear()
      origins.clear()
      cache.clear()
    },
  }
}

/** Thousands of cached sessions belong to one key, and share its addresses and origins. */
function createKeySharing(): (row: RowOf<typeof usableKeyColumns>) => KnownKey {
  const last = new LRUCache<string, { row: RowOf<typeof usableKeyColumns>; key: KnownKey }>({
    max: keysSharedMax,
  })
  return (read) => {
    const {
      workspaceId,
      id,
      kind,
      allowedAddresses,
      allowedOrigins,
      requestsPerMinute,
      booksForPatients,
      expiresAt,
    } = read
    const row = {
      workspaceId,
      id,
      kind,
      allowedAddresses,
      allowedOrigins,
      requestsPerMinute,
      booksForPatients,
      expiresAt,
    }
    const name = `${workspaceId}/${id}`
    const sharedKey = last.get(name)
    if (sharedKey && isDeepStrictEqual(sharedKey.row, row)) return sharedKey.key
    const key = toKnownKey(row)
    last.set(name, { row, key })
    return key
  }
}

function toKnownKey({
  workspaceId,
  id,
  kind,
  allowedAddresses,
  allowedOrigins,
  requestsPerMinute,
  booksForPatients,
}: RowOf<typeof usableKeyColumns>): KnownKey {
  return {
    workspaceId,
    id,
    kind,
    allowedOrigins,
    requestsPerMinute,
    booksForPatients,
    admits: addressMatcher(allowedAddresses),
  }
}
