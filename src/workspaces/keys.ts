// API keys: made once, shown once, stored as a hash, remembered by every process for a few seconds.

import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { at, type Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { KnownKey } from '../http/pipeline.ts'
import type { Instant } from '../values/clinic-time.ts'
import { addressMatcher } from '../values/ip-address.ts'

export type KeyKind = 'DEVELOPER' | 'WIDGET'
export type KeyStatus = 'ACTIVE' | 'DEACTIVATED' | 'DELETED'

/** What may be shown of a key; the key itself exists in one answer only, the one that created it. */
export interface KeyDescription {
  id: number
  kind: KeyKind
  name: string
  masked: string
  status: KeyStatus
  allowedAddresses: string[]
  createdAt: Instant
  expiresAt: Instant | null
  lastUsedAt: Instant | null
}

const keyByHash = statement(
  'key_by_hash',
  {
    workspaceId: 'bigint',
    id: 'bigint',
    kind: 'text',
    active: 'boolean',
    allowedAddresses: 'text[]',
    expiresAt: 'timestamptz?',
  },
  `
  select k.workspace_id as "workspaceId", k.id, k.kind, k.status = 'ACTIVE' and w.status = 'ACTIVE' as active,
    k.allowed_addresses as "allowedAddresses", k.expires_at as "expiresAt"
  from api_keys k
  join workspaces w on w.id = k.workspace_id
  where k.key_hash = $1`,
)

const insertKey = statement(
  'insert_key',
  { id: 'bigint' },
  `
  insert into api_keys (workspace_id, kind, name, key_hash, masked, allowed_addresses, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
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
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz?',
    lastUsedAt: 'timestamptz?',
  },
  `
  select id, kind, name, masked, status, allowed_addresses as "allowedAddresses", created_at as "createdAt",
    expires_at as "expiresAt", last_used_at as "lastUsedAt"
  from api_keys
  where workspace_id = $1 and ($2::bigint is null or id = $2)
  order by id`,
)

const setKeyStatus = statement(
  'set_key_status',
  { id: 'bigint' },
  `
  update api_keys
  set status = $3
  where workspace_id = $1 and id = $2 and status <> 'DELETED'
  returning id`,
)

const setKeyAddresses = statement(
  'set_key_addresses',
  { id: 'bigint' },
  `
  update api_keys
  set allowed_addresses = $3
  where workspace_id = $1 and id = $2 and status <> 'DELETED'
  returning id`,
)

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

/** Lets a key expire at an instant, or earlier if it already would; false when there is no such active key. */
export async function letKeyExpire(database: Database, workspaceId: number, keyId: number, expiresAt: Instant): Promise<boolean> {
  return (await database.rows(setKeyExpiry, [workspaceId, keyId, at(expiresAt)])).length > 0
}

export interface RememberedKeys {
  find(hash: Buffer): Promise<KnownKey | undefined>
  used(key: KnownKey, now: Instant): void
  /** Writes down when keys were last used; called by a tick and at the end. */
  writeUses(): Promise<void>
  forgetWorkspace(workspaceId: number): void
  forgetAll(): void
}

const keysRememberedMax = 20_000
// How long a revoked key can live on when the notice of it is lost.
const rememberedMs = 5_000

/** Keys as the gates need them. Only keys that exist are remembered, so junk cannot fill the memory. */
export function rememberedKeys(database: Database): RememberedKeys {
  const remembered = new LRUCache<string, KnownKey>({ max: keysRememberedMax, ttl: rememberedMs })
  const uses = new Map<number, { key: KnownKey; at: Instant }>()
  // A key read before a notice but remembered after it would outlive its revocation.
  let notices = 0

  return {
    async find(hash) {
      const name = hash.toString('latin1')
      const known = remembered.get(name)
      if (known) return known
      const noticesBefore = notices
      const [row] = await database.rows(keyByHash, [hash])
      if (!row) return undefined
      const { allowedAddresses, kind, ...rest } = row
      const key: KnownKey = { ...rest, kind: kind as KeyKind, admits: addressMatcher(allowedAddresses) }
      if (notices === noticesBefore) remembered.set(name, key)
      return key
    },
    used: (key, now) => void uses.set(key.id, { key, at: now }),
    async writeUses() {
      const noted = [...uses.values()]
      uses.clear()
      for (const { key, at: usedAt } of noted) await database.rows(noteKeyUse, [key.workspaceId, key.id, at(usedAt)])
    },
    forgetWorkspace(workspaceId) {
      notices += 1
      for (const [name, key] of remembered.entries()) if (key.workspaceId === workspaceId) remembered.delete(name)
    },
    forgetAll() {
      notices += 1
      remembered.clear()
    },
  }
}
