// API keys: made once, shown once, stored as a hash, remembered by every process for a few seconds.

import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { at, type Database } from '../db/database.ts'
import { type RowOf, statement } from '../db/statement.ts'
import type { KeyKind, KnownKey } from '../http/pipeline.ts'
import type { Instant } from '../values/clinic-time.ts'
import { addressMatcher } from '../values/ip-address.ts'

export type KeyStatus = 'ACTIVE' | 'DEACTIVATED' | 'DELETED'

/** What may be shown of a key; the key itself exists in one answer only, the one that created it. */
export interface KeyDescription {
  id: number
  kind: KeyKind
  name: string
  masked: string
  status: KeyStatus
  allowedAddresses: string[]
  allowedOrigins: string[]
  requestsPerMinute: number | null
  createdAt: Instant
  expiresAt: Instant | null
  lastUsedAt: Instant | null
}

const keyColumns = {
  workspaceId: 'bigint',
  id: 'bigint',
  kind: 'text',
  allowedAddresses: 'text[]',
  allowedOrigins: 'text[]',
  requestsPerMinute: 'integer?',
  expiresAt: 'timestamptz?',
} as const

const usableKey = `
  select k.workspace_id as "workspaceId", k.id, k.kind, k.allowed_addresses as "allowedAddresses",
    k.allowed_origins as "allowedOrigins", k.requests_per_minute as "requestsPerMinute", k.expires_at as "expiresAt"
  from api_keys k
  join workspaces w on w.id = k.workspace_id and w.status = 'ACTIVE'`

const keyByHash = statement(
  'key_by_hash',
  keyColumns,
  `${usableKey}
  where k.key_hash = $1 and k.kind = $2 and k.status = 'ACTIVE' and (k.expires_at is null or k.expires_at > $3)`,
)

const keyBySession = statement(
  'key_by_session',
  { ...keyColumns, sessionExpiresAt: 'timestamptz' },
  `${usableKey.replace('\n  from', ', s.expires_at as "sessionExpiresAt"\n  from')}
  join widget_sessions s on s.workspace_id = k.workspace_id and s.key_id = k.id
  where s.token_hash = $1 and s.expires_at > $2 and k.status = 'ACTIVE' and (k.expires_at is null or k.expires_at > $2)`,
)

const anyKeyWithOrigin = statement(
  'any_key_with_origin',
  { exists: 'boolean' },
  `
  select exists (
    select from api_keys k
    join workspaces w on w.id = k.workspace_id and w.status = 'ACTIVE'
    where k.allowed_origins @> array[$1::text] and k.status = 'ACTIVE' and (k.expires_at is null or k.expires_at > $2)
  ) as exists`,
)

const insertKey = statement(
  'insert_key',
  { id: 'bigint' },
  `
  insert into api_keys (workspace_id, kind, name, key_hash, masked, allowed_addresses, created_at, expires_at, allowed_origins)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  returning id`,
)

const keyDescriptions = statement(
  'key_descriptions',
  {
    id: 'bigint',
    kind: 'text',
    name: 'text',
    masked: 'text',
    status: 'text',
    allowedAddresses: 'text[]',
    allowedOrigins: 'text[]',
    requestsPerMinute: 'integer?',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz?',
    lastUsedAt: 'timestamptz?',
  },
  `
  select id, kind, name, masked, status, allowed_addresses as "allowedAddresses", allowed_origins as "allowedOrigins",
    requests_per_minute as "requestsPerMinute", created_at as "createdAt",
    expires_at as "expiresAt", last_used_at as "lastUsedAt"
  from api_keys
  where workspace_id = $1 and ($2::bigint is null or id = $2)
  order by id`,
)

/** Sets one column of a key that is not deleted: deletion is for good. */
function settingOfKey(name: string, column: string) {
  return statement(
    name,
    { id: 'bigint' },
    `
  update api_keys
  set ${column} = $3
  where workspace_id = $1 and id = $2 and status <> 'DELETED'
  returning id`,
  )
}

const setKeyStatus = settingOfKey('set_key_status', 'status')
const setKeyAddresses = settingOfKey('set_key_addresses', 'allowed_addresses')
const setKeyOrigins = settingOfKey('set_key_origins', 'allowed_origins')
const setKeyLimit = settingOfKey('set_key_limit', 'requests_per_minute')

const setKeyExpiry = statement(
  'set_key_expiry',
  { id: 'bigint' },
  `
  update api_keys
  set expires_at = least($3, coalesce(expires_at, $3))
  where workspace_id = $1 and id = $2 and status = 'ACTIVE'
  returning id`,
)

const noteKeyUse = statement(
  'note_key_use',
  {},
  `
  update api_keys
  set last_used_at = greatest($3, coalesce(last_used_at, $3))
  where workspace_id = $1 and id = $2`,
)

const prefixes: Record<KeyKind, string> = { DEVELOPER: 'clinic_dev_', WIDGET: 'clinic_widget_' }

export interface NewKey {
  kind: KeyKind
  name: string
  /** In canonical form. */
  allowedAddresses: readonly string[]
  /** Of pages, as browsers write them; a widget key's alone. */
  allowedOrigins: readonly string[]
  expiresAt: Instant | null
}

/** Creates a key and answers it whole, for the only time (AUTH-05). 256 random bits behind a readable prefix. */
export async function createKey(database: Database, workspaceId: number, key: NewKey, now: Instant): Promise<{ id: number; key: string }> {
  const whole = prefixes[key.kind] + randomBytes(32).toString('base64url')
  const masked = `${whole.slice(0, prefixes[key.kind].length + 4)}…${whole.slice(-4)}`
  const [created] = await database.rows(insertKey, [
    workspaceId,
    key.kind,
    key.name,
    createHash('sha256').update(whole).digest(),
    masked,
    key.allowedAddresses,
    at(now),
    key.expiresAt === null ? null : at(key.expiresAt),
    key.allowedOrigins,
  ])
  if (!created) throw new Error('a key was inserted but not returned')
  return { id: created.id, key: whole }
}

/** The keys of a workspace, deleted ones included, or one of them. */
export async function describeKeys(database: Database, workspaceId: number, keyId?: number): Promise<KeyDescription[]> {
  const rows = await database.rows(keyDescriptions, [workspaceId, keyId ?? null])
  return rows.map((row) => ({ ...row, kind: row.kind as KeyKind, status: row.status as KeyStatus }))
}

/** False when there is no such key, or it is deleted: deletion is for good. */
export async function changeKeyStatus(database: Database, workspaceId: number, keyId: number, status: KeyStatus): Promise<boolean> {
  return (await database.rows(setKeyStatus, [workspaceId, keyId, status])).length > 0
}

/** Replaces the allowlist of a key; false when there is no such key. */
export async function changeKeyAddresses(database: Database, workspaceId: number, keyId: number, addresses: readonly string[]): Promise<boolean> {
  return (await database.rows(setKeyAddresses, [workspaceId, keyId, addresses])).length > 0
}

/** Replaces the origins of a widget key; false when there is no such key. */
export async function changeKeyOrigins(database: Database, workspaceId: number, keyId: number, origins: readonly string[]): Promise<boolean> {
  return (await database.rows(setKeyOrigins, [workspaceId, keyId, origins])).length > 0
}

/** Gives a key a limit of its own, or the installation's again; false when there is no such key. */
export async function changeKeyLimit(database: Database, workspaceId: number, keyId: number, requestsPerMinute: number | null): Promise<boolean> {
  return (await database.rows(setKeyLimit, [workspaceId, keyId, requestsPerMinute])).length > 0
}

/** Lets a key expire at an instant, or earlier if it already would; false when there is no such active key. */
export async function letKeyExpire(database: Database, workspaceId: number, keyId: number, expiresAt: Instant): Promise<boolean> {
  return (await database.rows(setKeyExpiry, [workspaceId, keyId, at(expiresAt)])).length > 0
}

export interface RememberedKeys {
  /** The key of this kind with this SHA-256, if it may be used at `now`. */
  find(hash: Buffer, kind: KeyKind, now: Instant): Promise<KnownKey | undefined>
  /** The widget key of the session whose token has this SHA-256, if both may be used at `now`. */
  findSession(hash: Buffer, now: Instant): Promise<KnownKey | undefined>
  /** True when a widget key that may be used is used from pages of this origin. */
  knowsOrigin(origin: string, now: Instant): Promise<boolean>
  used(key: KnownKey, now: Instant): void
  /** Writes down when keys were last used; called by a tick and at the end. */
  writeUses(): Promise<void>
  forgetWorkspace(workspaceId: number): void
  forgetAll(): void
}

const keysRememberedMax = 20_000
const originsRememberedMax = 1_000
// How long a revoked key can live on when the notice of it is lost.
const rememberedMs = 5_000

interface RememberedKey {
  key: KnownKey
  /** Of the key, or of the session if that is sooner. */
  until: Instant
}

/**
 * Keys and sessions as the gates need them. Only what may be used is remembered: junk cannot fill the memory,
 * and every refusal takes the same statement, so its time does not tell why.
 */
export function rememberedKeys(database: Database): RememberedKeys {
  const remembered = new LRUCache<string, RememberedKey>({ max: keysRememberedMax, ttl: rememberedMs })
  const origins = new LRUCache<string, { known: boolean }>({ max: originsRememberedMax, ttl: rememberedMs })
  const uses = new Map<number, { key: KnownKey; at: Instant }>()
  // A key read before a notice but remembered after it would outlive its revocation.
  let notices = 0

  async function remember(name: string, now: Instant, read: () => Promise<RememberedKey | undefined>): Promise<KnownKey | undefined> {
    const known = remembered.get(name)
    if (known && known.until > now) return known.key
    const noticesBefore = notices
    const found = await read()
    if (found && notices === noticesBefore) remembered.set(name, found)
    return found?.key
  }

  return {
    find: (hash, kind, now) =>
      remember(`${kind} ${hash.toString('latin1')}`, now, async () => {
        const [row] = await database.rows(keyByHash, [hash, kind, at(now)])
        return row && { key: asKnown(row), until: row.expiresAt ?? Number.POSITIVE_INFINITY }
      }),
    findSession: (hash, now) =>
      remember(`session ${hash.toString('latin1')}`, now, async () => {
        const [row] = await database.rows(keyBySession, [hash, at(now)])
        return row && { key: asKnown(row), until: Math.min(row.sessionExpiresAt, row.expiresAt ?? Number.POSITIVE_INFINITY) }
      }),
    async knowsOrigin(origin, now) {
      const before = origins.get(origin)
      if (before) return before.known
      const [row] = await database.rows(anyKeyWithOrigin, [origin, at(now)])
      origins.set(origin, { known: row?.exists === true })
      return row?.exists === true
    },
    used: (key, now) => void uses.set(key.id, { key, at: now }),
    async writeUses() {
      const noted = [...uses.values()]
      uses.clear()
      for (const { key, at: usedAt } of noted) await database.rows(noteKeyUse, [key.workspaceId, key.id, at(usedAt)])
    },
    forgetWorkspace(workspaceId) {
      notices += 1
      origins.clear()
      for (const [name, { key }] of remembered.entries()) if (key.workspaceId === workspaceId) remembered.delete(name)
    },
    forgetAll() {
      notices += 1
      origins.clear()
      remembered.clear()
    },
  }
}

function asKnown({ allowedAddresses, kind, ...row }: RowOf<typeof keyColumns>): KnownKey {
  const { workspaceId, id, allowedOrigins, requestsPerMinute } = row
  return { workspaceId, id, kind: kind as KeyKind, allowedOrigins, requestsPerMinute, admits: addressMatcher(allowedAddresses) }
}
