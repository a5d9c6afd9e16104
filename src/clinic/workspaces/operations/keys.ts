// Operations on API keys.

import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { type Instant, isoAt, parseInstant } from '../../../base/values/clinic-time.ts'
import { parseAddressRange } from '../../../base/values/ip-address.ts'
import { invalid } from '../../../base/values/problem.ts'
import {
  type CachedKeys,
  changeKeyAddresses,
  changeKeyForPatients,
  changeKeyLimit,
  changeKeyOrigins,
  changeKeyStatus,
  createKey,
  describeKeys,
  type KeyDescription,
  replaceBookingPageKey,
  scheduleKeyExpiry,
} from '../keys.ts'
import { problem } from '../problems.ts'

/** The parts of the application that know keys. */
interface KeyServices {
  keys: Pick<CachedKeys, 'writeUses' | 'forgetWorkspace'>
}

const allowedAddressesMax = 200
const allowedOriginsMax = 100
const kinds = ['DEVELOPER', 'WIDGET'] as const
const keyStatuses = ['ACTIVE', 'DEACTIVATED', 'DELETED'] as const

const keyId = id('The key, as `clinic key list` shows it.')
const address = text('An IP address or CIDR range.', '203.0.113.7')
// `https://`, the longest host there can be, and a port.
const origin = text('An origin, in the form that browsers use.', 'https://clinic.example', {
  maxLength: 8 + 253 + 6,
})

const createdKeyFields = {
  id: keyId,
  key: text('The key itself, which is shown only once.', 'clinic_dev_…'),
  allowedAddresses: list(address, 'Addresses it may be used from.'),
}
const keyRequestsMax = 999_999
const forPatients = flag(
  'Whether a developer key books for patients, so that the rules for patients bind it.',
  false,
)

function canonicalRanges(texts: readonly string[]): string[] {
  const read = texts.map(parseAddressRange)
  const problems = read.flatMap((entry) => ('problem' in entry ? [entry.problem] : []))
  if (problems.length > 0) throw problem('ADDRESS_RANGE_INVALID', { problem: problems.join('; ') })
  const ranges = [...new Set(read.flatMap((entry) => ('range' in entry ? [entry.range] : [])))]
  if (ranges.length > allowedAddressesMax)
    throw problem('TOO_MANY_ADDRESSES', { count: ranges.length, most: allowedAddressesMax })
  return ranges
}

/** Origins as browsers write them: scheme, host, and the port unless it is the scheme's default. */
function canonicalOrigins(texts: readonly string[]): string[] {
  const origins = [
    ...new Set(
      texts.map((text) => {
        const { origin, href } = URL.canParse(text) ? new URL(text) : { origin: 'null', href: '' }
        const isOrigin = /^https?:/.test(origin) && (href === `${origin}/` || href === origin)
        if (!isOrigin) throw problem('ORIGIN_INVALID', { origin: text })
        return origin
      }),
    ),
  ]
  if (origins.length > allowedOriginsMax)
    throw invalid(
      `a key can have at most ${allowedOriginsMax} origins, and these are ${origins.length}`,
    )
  return origins
}

function keyView({ isNamedForPatients, ...key }: KeyDescription, now: Instant) {
  const formatInstant = (instant: number | null) =>
    instant === null ? null : isoAt('UTC', instant)
  const isExpired = key.expiresAt !== null && key.expiresAt <= now
  return {
    ...key,
    isExpired,
    booksForPatients: key.booksForPatients || isNamedForPatients,
    createdAt: isoAt('UTC', key.createdAt),
    expiresAt: formatInstant(key.expiresAt),
    lastUsedAt: formatInstant(key.lastUsedAt),
  }
}

async function loadKey(
  database: Database,
  workspaceId: number,
  requestedId: number,
): Promise<KeyDescription> {
  const [key] = await describeKeys(database, workspaceId, requestedId)
  if (!key || key.status === 'DELETED') throw keyNotFoundProblem(requestedId)
  return key
}

function keyNotFoundProblem(requestedId: number) {
  return problem('KEY_NOT_FOUND', { id: requestedId })
}

/** Whether no browser can open a session with a widget key, which makes the key useless. */
export function isUselessInPages({
  kind,
  status,
  allowedOrigins,
}: Pick<KeyDescription, 'kind' | 'status' | 'allowedOrigins'>): boolean {
  return kind === 'WIDGET' && status === 'ACTIVE' && allowedOrigins.length === 0
}

export function uselessKeyWarning(keyId: number): string {
  return `is a widget key without an origin, so no page can use it: clinic key origins ${keyId} https://clinic.example`
}

export const keyCreate = workspaceOperation({
  name: 'key-create',
  once: 'WITHOUT_ANSWER',
  right: 'developers:write',
  summary: 'Create a key; it is shown only once.',
  input: object({
    kind: optionalWithDefault(
      choice(
        kinds,
        'A developer key calls the API from servers; a widget key opens sessions of browsers.',
      ),
      'DEVELOPER',
    ),
    name: optionalWithDefault(
      text('What the key is for.', 'Booking server', { minLength: 1, maxLength: 200 }),
      'API key',
    ),
    allow: optionalWithDefault(list(address, 'An address or range it may be used from.'), []),
    origins: optionalWithDefault(
      list(origin, 'An origin of a page that a widget key is used from.'),
      [],
    ),
    booksForPatients: optional(forPatients),
    expires: optional(
      timestamp('When the key expires, in ISO 8601 with an offset; default: never.'),
    ),
  }),
  output: object({
    ...createdKeyFields,
    expiresAt: nullable(timestamp('When it stops working.')),
    warnings: list(
      text('A warning about what will not work yet.', 'a widget key without an origin'),
      'The warnings.',
    ),
  }),
  async run(
    { database, clock, workspaceId },
    { kind, name, allow, origins, booksForPatients = false, expires },
  ) {
    const allowedAddresses = canonicalRanges(allow)
    if (kind === 'DEVELOPER' && allowedAddresses.length === 0) throw problem('KEY_NEEDS_ADDRESS')
    const allowedOrigins = canonicalOrigins(origins)
    if (kind === 'DEVELOPER' && allowedOrigins.length > 0)
      throw problem('DEVELOPER_KEY_NOT_FOR_PAGES')
    if (kind === 'WIDGET' && booksForPatients) throw problem('KEY_ALWAYS_BOOKS_FOR_PATIENTS')
    const expiresAt = expires === undefined ? null : (parseInstant(expires) ?? null)
    if (expiresAt !== null && expiresAt <= clock.now()) throw problem('KEY_EXPIRY_IN_PAST')
    const created = await createKey(
      database,
      workspaceId,
      { kind, name, allowedAddresses, allowedOrigins, booksForPatients, expiresAt },
      clock.now(),
    )
    const warnings = isUselessInPages({ kind, status: 'ACTIVE', allowedOrigins })
      ? [`key ${created.id} ${uselessKeyWarning(created.id)}`]
      : []
    return {
      id: created.id,
      key: created.key,
      allowedAddresses,
      expiresAt: expiresAt === null ? null : isoAt('UTC', expiresAt),
      warnings,
    }
  },
})

export const keyList = workspaceOperation({
  name: 'key-list',
  right: 'developers:read',
  summary: 'List the keys of a workspace.',
  input: object({ all: optionalWithDefault(flag('Include deleted keys.'), false) }),
  output: list(
    object({
      id: keyId,
      kind: choice(kinds, 'Who uses it.'),
      name: text('What it is for.', 'Booking server'),
      keyPreview: text('The beginning and the end of the key.', 'clinic_dev_a1b2…c3d4'),
      status: choice(keyStatuses, 'Only an active key works.'),
      allowedAddresses: list(address, 'Addresses it may be used from.'),
      allowedOrigins: list(origin, 'Origins of pages it may be used from.'),
      requestsPerMinute: nullable(integer('Its own limit; null for the default.', 3000)),
      booksForPatients: forPatients,
      createdAt: timestamp('When it was made.'),
      expiresAt: nullable(timestamp('When it stops working.')),
      isExpired: flag('Whether it has expired.', false),
      lastUsedAt: nullable(timestamp('When it was last used.')),
    }),
    'The keys, in the order in which they were created.',
  ),
  async run({ database, clock, keys, workspaceId }: InWorkspace<KeyServices>, { all }) {
    await keys.writeUses()
    const described = await describeKeys(database, workspaceId)
    return described
      .filter(({ status }) => all || status !== 'DELETED')
      .map((key) => keyView(key, clock.now()))
  },
})

export const keyAllow = workspaceOperation({
  name: 'key-allow',
  right: 'developers:write',
  summary: 'Add addresses to the allowlist of a key, or remove them.',
  input: object({
    id: keyId,
    add: optionalWithDefault(list(address, 'Addresses or ranges to add.'), []),
    remove: optionalWithDefault(list(address, 'An address or range to remove.'), []),
  }),
  output: object({
    id: keyId,
    allowedAddresses: list(address, 'Addresses it may be used from now.'),
  }),
  async run({ database, keys, workspaceId }: InWorkspace<KeyServices>, { id, add, remove }) {
    const key = await loadKey(database, workspaceId, id)
    const removed = canonicalRanges(remove)
    const unknown = removed.filter((range) => !key.allowedAddresses.includes(range))
    if (unknown.length > 0)
      throw problem('ADDRESSES_NOT_ON_KEY', { id: key.id, addresses: unknown })
    const remaining = key.allowedAddresses.filter((range) => !removed.includes(range))
    const allowedAddresses = canonicalRanges([...remaining, ...add])
    await changeKeyAddresses(database, workspaceId, key.id, allowedAddresses)
    keys.forgetWorkspace(workspaceId)
    return { id: key.id, allowedAddresses }
  },
})

// A second key takes over and the first one expires, so that an integrator can switch (AUTH-06).
// The booking page switches at once.
export const keyRotate = workspaceOperation({
  name: 'key-rotate',
  once: 'WITHOUT_ANSWER',
  right: 'developers:write',
  summary: 'Create a second key with the same allowlist, and let the first one expire.',
  input: object({
    id: keyId,
    overlapHours: optionalWithDefault(
      number('How long both keys work.', 24, { minimum: 0, maximum: 8760 }),
      24,
    ),
  }),
  output: object({
    ...createdKeyFields,
    replaces: id('The first key.'),
    oldKeyExpiresAt: timestamp('When the first key stops working.'),
  }),
  async run(
    { database, clock, keys, workspaceId }: InWorkspace<KeyServices>,
    { id: oldId, overlapHours },
  ) {
    const old = await loadKey(database, workspaceId, oldId)
    if (old.status !== 'ACTIVE') throw problem('KEY_NOT_ACTIVE', { id: old.id })
    if (old.kind === 'DEVELOPER' && old.allowedAddresses.length === 0)
      throw problem('KEY_HAS_NO_ADDRESS', { id: old.id })
    const created = await createKey(database, workspaceId, { ...old, expiresAt: null }, clock.now())
    await replaceBookingPageKey(database, workspaceId, old.id, created)
    const oldExpiresAt = Math.min(
      old.expiresAt ?? Number.POSITIVE_INFINITY,
      Math.round(clock.now() + overlapHours * 3_600_000),
    )
    await scheduleKeyExpiry(database, workspaceId, old.id, oldExpiresAt)
    keys.forgetWorkspace(workspaceId)
    return {
      id: created.id,
      key: created.key,
      allowedAddresses: old.allowedAddresses,
      replaces: old.id,
      oldKeyExpiresAt: isoAt('UTC', oldExpiresAt),
    }
  },
})

function keyEndOperation<Name extends string>(
  name: Name,
  status: 'DEACTIVATED' | 'DELETED',
  summary: string,
) {
  return workspaceOperation({
    name,
    right: 'developers:write',
    summary,
    input: object({ id: keyId }),
    output: object({ id: keyId, status: choice(keyStatuses, 'What it is now.') }),
    async run({ database, keys, workspaceId }: InWorkspace<KeyServices>, { id }) {
      if (!(await changeKeyStatus(database, workspaceId, id, status))) throw keyNotFoundProblem(id)
      keys.forgetWorkspace(workspaceId)
      return { id, status }
    },
  })
}

export const keyDeactivate = keyEndOperation(
  'key-deactivate',
  'DEACTIVATED',
  'Stop a key from working.',
)
export const keyDelete = keyEndOperation('key-delete', 'DELETED', 'Remove a key for good.')

export const keyOrigins = workspaceOperation({
  name: 'key-origins',
  right: 'developers:write',
  summary: 'Add origins to a widget key, or remove them.',
  input: object({
    id: keyId,
    add: optionalWithDefault(list(origin, 'Origins to add, such as https://clinic.example.'), []),
    remove: optionalWithDefault(list(origin, 'An origin to remove.'), []),
  }),
  output: object({
    id: keyId,
    allowedOrigins: list(origin, 'Origins of pages it may be used from now.'),
  }),
  async run({ database, keys, workspaceId }: InWorkspace<KeyServices>, { id, add, remove }) {
    const key = await loadKey(database, workspaceId, id)
    if (key.kind !== 'WIDGET') throw problem('KEY_NOT_FOR_PAGES', { id: key.id })
    const removed = canonicalOrigins(remove)
    const remaining = key.allowedOrigins.filter((entry) => !removed.includes(entry))
    const allowedOrigins = canonicalOrigins([...remaining, ...add])
    await changeKeyOrigins(database, workspaceId, key.id, allowedOrigins)
    keys.forgetWorkspace(workspaceId)
    return { id: key.id, allowedOrigins }
  },
})

export const keyLimit = workspaceOperation({
  name: 'key-limit',
  right: 'developers:write',
  summary: 'Set the rate limit of a key.',
  input: object({
    id: keyId,
    requestsPerMinute: nullable(
      integer("Requests a minute; null for the installation's limit.", 3000, {
        minimum: 1,
        maximum: keyRequestsMax,
      }),
    ),
  }),
  output: object({
    id: keyId,
    requestsPerMinute: nullable(integer('Its own limit; null for the default.', 3000)),
  }),
  async run({ database, keys, workspaceId }: InWorkspace<KeyServices>, { id, requestsPerMinute }) {
    if (!(await changeKeyLimit(database, workspaceId, id, requestsPerMinute)))
      throw keyNotFoundProblem(id)
    keys.forgetWorkspace(workspaceId)
    return { id, requestsPerMinute }
  },
})

export const keyBooksFor = workspaceOperation({
  name: 'key-books-for',
  right: 'developers:write',
  summary: 'Say whether a developer key books for patients, whose rules then bind it.',
  input: object({
    id: keyId,
    bookers: choice(
      ['PATIENTS', 'CLINIC'],
      'PATIENTS: the rules for patients bind its bookings. CLINIC: it books as the clinic does.',
    ),
  }),
  output: object({ id: keyId, booksForPatients: forPatients }),
  async run({ database, keys, workspaceId }: InWorkspace<KeyServices>, { id, bookers }) {
    const key = await loadKey(database, workspaceId, id)
    if (key.kind === 'WIDGET') throw problem('KEY_ALWAYS_BOOKS_FOR_PATIENTS')
    const booksForPatients = bookers === 'PATIENTS'
    if (key.isNamedForPatients && !booksForPatients)
      throw problem('KEY_NAMED_FOR_PATIENTS', { name: key.name })
    await changeKeyForPatients(database, workspaceId, key.id, booksForPatients)
    keys.forgetWorkspace(workspaceId)
    return { id: key.id, booksForPatients }
  },
})

export const keyOperations = [
  keyCreate,
  keyList,
  keyAllow,
  keyRotate,
  keyOrigins,
  keyLimit,
  keyBooksFor,
  keyDeactivate,
  keyDelete,
]
