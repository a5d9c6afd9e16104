// What an operator does with API keys.

import type { Static } from 'typebox'
import type { Database } from '../db/database.ts'
import { choice, flag, id, integer, list, nullable, number, object, optional, text, timestamp } from '../http/schemas.ts'
import { isoAt, parseInstant } from '../values/clinic-time.ts'
import { parseAddressRange } from '../values/ip-address.ts'
import {
  changeKeyAddresses,
  changeKeyLimit,
  changeKeyOrigins,
  changeKeyStatus,
  createKey,
  describeKeys,
  type KeyDescription,
  letKeyExpire,
} from '../workspaces/keys.ts'
import { type Operation, OperatorProblem, type OperatorServices, operation } from './operation.ts'
import { workspaceIdOf, workspaceName } from './which-workspace.ts'

const allowedAddressesMax = 200
const keyId = id('The key, as `clinic key list` shows it.')
const addresses = list(text('An IP address or CIDR range.', '203.0.113.7'), 'Addresses the key may be used from.')
const origins = list(text('An origin, as browsers write it.', 'https://clinic.example'), 'Origins of pages a widget key is used from.')

function canonicalRanges(texts: readonly string[]): string[] {
  const read = texts.map(parseAddressRange)
  const problems = read.flatMap((entry) => ('problem' in entry ? [entry.problem] : []))
  if (problems.length > 0) throw new OperatorProblem(problems.join('; '), 'name single addresses or ranges, such as 203.0.113.7 or 2001:db8::/32')
  const ranges = [...new Set(read.flatMap((entry) => ('range' in entry ? [entry.range] : [])))]
  if (ranges.length > allowedAddressesMax)
    throw new OperatorProblem(`${ranges.length} addresses are too many`, `a key takes at most ${allowedAddressesMax}; use ranges`)
  return ranges
}

/** Origins as browsers write them: scheme, host and a port that is not the usual one. */
function canonicalOrigins(texts: readonly string[]): string[] {
  return [
    ...new Set(
      texts.map((text) => {
        const { origin, href } = URL.canParse(text) ? new URL(text) : { origin: 'null', href: '' }
        const isOrigin = /^https?:/.test(origin) && (href === `${origin}/` || href === origin)
        if (!isOrigin) throw new OperatorProblem(`'${text}' is not an origin`, 'name scheme and host, such as https://clinic.example')
        return origin
      }),
    ),
  ]
}

function keyView(key: KeyDescription) {
  const shown = (instant: number | null) => (instant === null ? null : isoAt('UTC', instant))
  return { ...key, createdAt: shown(key.createdAt), expiresAt: shown(key.expiresAt), lastUsedAt: shown(key.lastUsedAt) }
}

async function keyOf(database: Database, workspaceId: number, wanted: number): Promise<KeyDescription> {
  const [key] = await describeKeys(database, workspaceId, wanted)
  if (!key || key.status === 'DELETED') throw noSuchKey(wanted)
  return key
}

function noSuchKey(wanted: number) {
  return new OperatorProblem(`there is no key ${wanted} in this workspace`, 'look it up: clinic key list')
}

const NewKeyInput = object({
  workspace: workspaceName,
  kind: choice(['DEVELOPER', 'WIDGET'], 'A developer key calls the API from servers; a widget key opens browser sessions.'),
  name: text('What the key is for.', 'Booking server', { minLength: 1, maxLength: 200 }),
  allow: addresses,
  origins: optional(list(text('An origin, as browsers write it.', 'https://clinic.example'), 'Origins of pages a widget key is used from.')),
  expires: optional(timestamp('When the key stops working; never when omitted.')),
})

async function makeKey(services: OperatorServices, input: Static<typeof NewKeyInput>) {
  const { database, clock } = services
  const workspaceId = await workspaceIdOf(database, input.workspace)
  const allowedAddresses = canonicalRanges(input.allow)
  if (input.kind === 'DEVELOPER' && allowedAddresses.length === 0) {
    throw new OperatorProblem('a developer key needs at least one address it may be used from', 'name it: --allow 203.0.113.7')
  }
  const allowedOrigins = canonicalOrigins(input.origins ?? [])
  if (input.kind === 'DEVELOPER' && allowedOrigins.length > 0) throw new OperatorProblem('a developer key is not for pages', 'make a widget key: --kind widget')
  const expiresAt = input.expires === undefined ? null : (parseInstant(input.expires) ?? null)
  if (expiresAt !== null && expiresAt <= clock.now()) throw new OperatorProblem('the key would be expired already', 'name a later time: --expires')
  const created = await createKey(database, workspaceId, { kind: input.kind, name: input.name, allowedAddresses, allowedOrigins, expiresAt }, clock.now())
  return { id: created.id, key: created.key, allowedAddresses, expiresAt: expiresAt === null ? null : isoAt('UTC', expiresAt) }
}

function statusOperation(name: string, status: 'DEACTIVATED' | 'DELETED'): Operation {
  return operation(name, object({ workspace: workspaceName, id: keyId }), async ({ database, keys }, input) => {
    const workspaceId = await workspaceIdOf(database, input.workspace)
    if (!(await changeKeyStatus(database, workspaceId, input.id, status))) throw noSuchKey(input.id)
    keys.forgetWorkspace(workspaceId)
    return { id: input.id, status }
  })
}

export const keyOperations: readonly Operation[] = [
  operation('key-create', NewKeyInput, makeKey),

  operation('key-list', object({ workspace: workspaceName, all: optional(flag('Deleted keys too.')) }), async ({ database, keys }, input) => {
    await keys.writeUses()
    const described = await describeKeys(database, await workspaceIdOf(database, input.workspace))
    return described.filter(({ status }) => input.all || status !== 'DELETED').map(keyView)
  }),

  operation('key-allow', object({ workspace: workspaceName, id: keyId, add: addresses, remove: addresses }), async ({ database, keys }, input) => {
    const workspaceId = await workspaceIdOf(database, input.workspace)
    const key = await keyOf(database, workspaceId, input.id)
    const removed = canonicalRanges(input.remove)
    const unknown = removed.filter((range) => !key.allowedAddresses.includes(range))
    if (unknown.length > 0) throw new OperatorProblem(`not on the allowlist of key ${key.id}: ${unknown.join(', ')}`, 'see what is: clinic key list')
    const kept = key.allowedAddresses.filter((range) => !removed.includes(range))
    const allowedAddresses = canonicalRanges([...kept, ...input.add])
    await changeKeyAddresses(database, workspaceId, key.id, allowedAddresses)
    keys.forgetWorkspace(workspaceId)
    return { id: key.id, allowedAddresses }
  }),

  // A second key takes over and the first one runs out, so that an integrator can change over (AUTH-06).
  operation(
    'key-rotate',
    object({ workspace: workspaceName, id: keyId, overlapHours: number('How long the old key goes on working.', 24, { minimum: 0, maximum: 8760 }) }),
    async (services, input) => {
      const { database, clock, keys } = services
      const workspaceId = await workspaceIdOf(database, input.workspace)
      const old = await keyOf(database, workspaceId, input.id)
      if (old.status !== 'ACTIVE') throw new OperatorProblem(`key ${old.id} is not active`, 'create a new one: clinic key create')
      if (old.kind === 'DEVELOPER' && old.allowedAddresses.length === 0) {
        throw new OperatorProblem(`key ${old.id} may be used from no address`, `add one first: clinic key allow ${old.id} 203.0.113.7`)
      }
      const created = await createKey(database, workspaceId, { ...old, expiresAt: null }, clock.now())
      const oldExpiresAt = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, Math.round(clock.now() + input.overlapHours * 3_600_000))
      await letKeyExpire(database, workspaceId, old.id, oldExpiresAt)
      keys.forgetWorkspace(workspaceId)
      return { id: created.id, key: created.key, allowedAddresses: old.allowedAddresses, replaces: old.id, oldKeyExpiresAt: isoAt('UTC', oldExpiresAt) }
    },
  ),

  statusOperation('key-deactivate', 'DEACTIVATED'),
  statusOperation('key-delete', 'DELETED'),

  operation('key-origins', object({ workspace: workspaceName, id: keyId, add: origins, remove: origins }), async ({ database, keys }, input) => {
    const workspaceId = await workspaceIdOf(database, input.workspace)
    const key = await keyOf(database, workspaceId, input.id)
    if (key.kind !== 'WIDGET') throw new OperatorProblem(`key ${key.id} is not for pages`, 'make a widget key: clinic key create --kind widget')
    const removed = canonicalOrigins(input.remove)
    const kept = key.allowedOrigins.filter((origin) => !removed.includes(origin))
    const allowedOrigins = canonicalOrigins([...kept, ...input.add])
    await changeKeyOrigins(database, workspaceId, key.id, allowedOrigins)
    keys.forgetWorkspace(workspaceId)
    return { id: key.id, allowedOrigins }
  }),

  operation(
    'key-limit',
    object({
      workspace: workspaceName,
      id: keyId,
      requestsPerMinute: nullable(integer('Null: the limit of the installation.', 3000, { minimum: 1, maximum: 999_999 })),
    }),
    async ({ database, keys }, input) => {
      const workspaceId = await workspaceIdOf(database, input.workspace)
      if (!(await changeKeyLimit(database, workspaceId, input.id, input.requestsPerMinute))) throw noSuchKey(input.id)
      keys.forgetWorkspace(workspaceId)
      return { id: input.id, requestsPerMinute: input.requestsPerMinute }
    },
  ),
]
