// Every operation there is, in one list.

import { type Static, Type } from 'typebox'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { choice, flag, id, integer, list, number, object, optional, text, timestamp } from '../http/schemas.ts'
import { advanceClock } from '../ports/clock-queries.ts'
import { isoAt, parseInstant } from '../values/clinic-time.ts'
import { parseAddressRange } from '../values/ip-address.ts'
import { changeKeyAddresses, changeKeyStatus, createKey, describeKeys, type KeyDescription, letKeyExpire } from '../workspaces/keys.ts'
import { readClinicFile } from './clinic-file.ts'
import { idsOf, importClinic } from './import-clinic.ts'
import { type Operation, OperatorProblem, type OperatorServices, operation } from './operation.ts'

const workspaceNames = statement(
  'workspace_names',
  { id: 'bigint', name: 'text' },
  `
  select id, name
  from workspaces
  order by id`,
)

const allowedAddressesMax = 200
// Beyond it calendars end, and a clock never goes back.
const clockMax = Date.parse('2100-01-01T00:00:00Z')
const workspaceName = optional(text('Name of the workspace; may be omitted when there is only one.', 'sunrise'))
const keyId = id('The key, as `clinic key list` shows it.')
const addresses = list(text('An IP address or CIDR range.', '203.0.113.7'), 'Addresses the key may be used from.')

/** The workspace of a name, or the only one there is. */
async function workspaceIdOf(database: Database, name: string | undefined): Promise<number> {
  const known = await database.rows(workspaceNames, [])
  const names = known.map((workspace) => workspace.name).join(', ')
  if (known.length === 0) throw new OperatorProblem('there is no workspace yet', 'describe one: clinic workspace import FILE')
  if (name === undefined && known.length > 1) throw new OperatorProblem(`there are several workspaces: ${names}`, 'say which one: --workspace NAME')
  const found = name === undefined ? known[0] : known.find((workspace) => workspace.name === name)
  if (!found) throw new OperatorProblem(`there is no workspace named ${name}`, `choose one of: ${names}`)
  return found.id
}

function canonicalRanges(texts: readonly string[]): string[] {
  const read = texts.map(parseAddressRange)
  const problems = read.flatMap((entry) => ('problem' in entry ? [entry.problem] : []))
  if (problems.length > 0) throw new OperatorProblem(problems.join('; '), 'name single addresses or ranges, such as 203.0.113.7 or 2001:db8::/32')
  const ranges = [...new Set(read.flatMap((entry) => ('range' in entry ? [entry.range] : [])))]
  if (ranges.length > allowedAddressesMax)
    throw new OperatorProblem(`${ranges.length} addresses are too many`, `a key takes at most ${allowedAddressesMax}; use ranges`)
  return ranges
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
  expires: optional(timestamp('When the key stops working; never when omitted.')),
})

async function makeKey(services: OperatorServices, input: Static<typeof NewKeyInput>) {
  const { database, clock } = services
  const workspaceId = await workspaceIdOf(database, input.workspace)
  const allowedAddresses = canonicalRanges(input.allow)
  if (input.kind === 'DEVELOPER' && allowedAddresses.length === 0) {
    throw new OperatorProblem('a developer key needs at least one address it may be used from', 'name it: --allow 203.0.113.7')
  }
  const expiresAt = input.expires === undefined ? null : (parseInstant(input.expires) ?? null)
  if (expiresAt !== null && expiresAt <= clock.now()) throw new OperatorProblem('the key would be expired already', 'name a later time: --expires')
  const created = await createKey(database, workspaceId, { kind: input.kind, name: input.name, allowedAddresses, expiresAt }, clock.now())
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

export const operations: readonly Operation[] = [
  operation('workspace-import', object({ source: Type.String() }), async ({ database, clock, configurations }, { source }) => {
    const read = readClinicFile(source)
    if ('mistakes' in read) throw new OperatorProblem('the clinic file has mistakes and nothing was imported', 'mend them and import it again', read.mistakes)
    const { workspaceId, ids } = await importClinic(database, read.file, clock.now())
    configurations.forget(workspaceId)
    return { workspaceId, workspace: read.file.workspace.name, ids }
  }),

  operation('ids', object({ workspace: workspaceName }), async ({ database }, { workspace }) => idsOf(database, await workspaceIdOf(database, workspace))),

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

  operation('clock-show', object({}), async ({ clock, mode, followClock }) => {
    await followClock()
    return { now: isoAt('UTC', clock.now()), mode, hostLagMs: clock.skewMs(), advancedMs: clock.sandboxOffsetMs() }
  }),

  operation(
    'clock-advance',
    object({ ms: integer('How far, in milliseconds.', 1_800_000, { minimum: 1, maximum: 10 * 366 * 86_400_000 }) }),
    async ({ database, clock, mode, followClock }, { ms }) => {
      if (mode !== 'sandbox')
        throw new OperatorProblem('the clock of a production instance does not move', 'use a sandbox: CLINIC_MODE=sandbox and a database of its own')
      if (clock.now() + ms > clockMax)
        throw new OperatorProblem('the clock goes to the year 2100 at most', 'advance it less, or start a new sandbox with another CLINIC_DATA')
      await database.rows(advanceClock, [ms])
      await followClock()
      return { now: isoAt('UTC', clock.now()), mode, advancedMs: clock.sandboxOffsetMs() }
    },
  ),
]
