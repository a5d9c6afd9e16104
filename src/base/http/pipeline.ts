// The gates that a request passes before its body is read. The order below is the specification's
// and this list is the whole pipeline: nothing else refuses requests, and no gate reads
// the body.

import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refusal } from '../contract/errors.ts'
import { admitsSessions, type Caller, type Feature, routeRateClass } from '../contract/route.ts'
import type { Instant } from '../values/clinic-time.ts'
import {
  addressNetwork,
  addressNetworks,
  canonicalIpAddress,
  type IpAddress,
} from '../values/ip-address.ts'
import { type MaybePromise, whenAvailable } from '../values/maybe-promise.ts'
import { memoize } from '../values/remembering.ts'
import type { MatchedRoute } from './matched-route.ts'
import { isCountedPageRequest, isServedWhenLate } from './pages.ts'
import type { Limits } from './rate-limits.ts'

export type KeyKind = 'DEVELOPER' | 'WIDGET'

/** A valid key, with what the gates need. */
export interface KnownKey {
  workspaceId: number
  id: number
  kind: KeyKind
  /** The caller's own limit; null: the installation's default. */
  requestsPerMinute: number | null
  /** Whether the rules for patients bind its bookings. */
  booksForPatients: boolean
  /** The origins of pages that may use a widget key. */
  allowedOrigins: readonly string[]
  /** The session through which the key was found, if any. */
  sessionId?: number
  admits(address: IpAddress): boolean
}

export interface Bucket {
  name: string
  limit: number
}

export interface SpendResult {
  /** False: one of the buckets was empty, and nothing was taken from any. */
  allowed: boolean
  /** What is left in each, in the order of the request. */
  remaining: readonly number[]
  retryAfterSeconds: number
}

export interface GateServices {
  now(): Instant
  limits: Limits
  /** How late the process is over several checks, in milliseconds, and its limit. */
  lateMs(): number
  lateMsMax: number
  /**
   * Takes one from every bucket of this minute, or nothing from any. Undefined: counting is
   * unavailable, and every request passes.
   */
  spend(buckets: readonly Bucket[], now: Instant): MaybePromise<SpendResult | undefined>
  /** The key of this kind with this SHA-256 in base64url, if it is valid now; fails closed. */
  findKey(digest: string, kind: KeyKind, now: Instant): MaybePromise<KnownKey | undefined>
  /** The widget key of the live session whose token has this SHA-256 in base64url; fails closed. */
  findSession(digest: string, now: Instant): MaybePromise<KnownKey | undefined>
  /** Called once the key has been accepted and its caller's address admitted. */
  keyUsed(key: KnownKey, now: Instant): void
  isEntitled(workspaceId: number, feature: Feature): MaybePromise<boolean>
  /** Whether pages of this origin may use some widget key that is valid now. */
  knowsOrigin(origin: string, now: Instant): Promise<boolean>
  isActiveMember(workspaceId: number, userId: number): MaybePromise<boolean>
  /** A keyed hash: the id itself is never stored (OTP-38). */
  hashEndUser(endUserId: string): Buffer
  /**
   * The hash of the contact that an end user has verified under a key within the last half hour.
   */
  verifiedContact(
    caller: Caller & { endUser: Buffer },
    now: Instant,
  ): Promise<{ contactHash: Buffer; countedHash: Buffer } | undefined>
}

/** The limits that belong to a key. */
export type LimitOfKey = 'key' | 'workspace' | 'route'

/** What the gates have learnt about a request so far. */
export interface Passage {
  address: IpAddress
  key?: KnownKey
  caller?: Caller
  /**
   * When the key's limits were checked, and which of them refused; absent if nothing was counted.
   */
  counted?: { at: Instant; refusedBy?: LimitOfKey }
  /** What is left of the key's and the endpoint's limits; absent if nothing was counted. */
  limits?: { key: number; keyLeft: number; route: number; routeLeft: number }
}

/** A request under a known key, after its response. */
export interface AnsweredCall {
  key: KnownKey
  address: IpAddress
  counted: Passage['counted'] | undefined
  requestId: string
  method: string
  /** The pattern of the route; null for an unknown path. */
  route: string | null
  status: number
  /** Why it was refused, if it was. */
  code: string | undefined
  ms: number
}

/** The arguments of a gate; the route is undefined if it is undocumented. */
export type GateArguments = [
  request: FastifyRequest,
  passage: Passage,
  to: MatchedRoute | undefined,
  services: GateServices,
]

/** Throws a refusal, or records in the passage what later gates need. */
type PipelineGate = (...at: GateArguments) => MaybePromise<void>

// A newly built string has to be hashed again at each look-up, so names are cached.
const addressBucketNames = memoize((address: IpAddress) => {
  const network = addressNetwork(address)
  return { all: `address ${network}`, pages: `pages of ${network}` }
})

/**
 * 2: the address has requests left, whatever credential it sends; and pages, if it asks for one
 * that is counted.
 */
function checkSourceAddress(
  request: FastifyRequest,
  { address }: Passage,
  _to: MatchedRoute | undefined,
  { limits, spend, now }: GateServices,
) {
  const names = addressBucketNames(address)
  const buckets = [{ name: names.all, limit: limits.perAddress }]
  if (isCountedPageRequest(request)) buckets.push({ name: names.pages, limit: limits.pages })
  return whenAvailable(spend(buckets, now()), (spendResult) => {
    if (spendResult && !spendResult.allowed) throw tooManyRequests(spendResult)
  })
}

/**
 * The process is not overloaded. If it is, it refuses here, where this costs least; webhook
 * messages of gateways and payment queries are still served.
 */
function checkLateness(
  request: FastifyRequest,
  _passage: Passage,
  to: MatchedRoute | undefined,
  { lateMs, lateMsMax }: GateServices,
) {
  if (lateMs() > lateMsMax && !to?.policy.evenWhenLate && !isServedWhenLate(request))
    throw refusal('OVERLOADED')
}

/**
 * 3, 4: there is a credential, and it is valid and of the kind that the route takes. One response
 * for every cause.
 */
function checkCredential(
  request: FastifyRequest,
  passage: Passage,
  to: MatchedRoute | undefined,
  services: GateServices,
) {
  const now = services.now()
  const opensSessions = to?.policy.opensSessions === true
  const presented = request.headers['x-api-key']
  const token = presented === undefined ? bearerToken(request) : undefined
  if (presented === undefined && token === undefined)
    throw refusal(hasLookAlikeHeader(request) ? 'INVALID_API_KEY' : 'NO_CREDENTIAL')
  if (token !== undefined && opensSessions) throw refusal('INVALID_API_KEY')
  // A repeated header arrives joined by commas and matches no key. The digest is a string, as a key
  // for look-ups: 0.25 µs instead of 1.25 through a buffer.
  const digest = hash('sha256', String(presented ?? token), 'base64url')
  const found =
    token === undefined
      ? services.findKey(digest, opensSessions ? 'WIDGET' : 'DEVELOPER', now)
      : services.findSession(digest, now)
  return whenAvailable(found, (key) => {
    if (!key) throw refusal('INVALID_API_KEY')
    passage.key = key
    passage.caller = {
      workspaceId: key.workspaceId,
      keyId: key.id,
      kind: token === undefined ? 'key' : 'session',
      booksForPatients: key.booksForPatients,
      ...(key.sessionId === undefined
        ? {}
        : { sessionId: key.sessionId, origins: key.allowedOrigins }),
      address: passage.address,
      requestId: request.id,
    }
  })
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(headers.authorization ?? '')?.[1]
}

/** A credential in a header other than `x-api-key`: wrong rather than absent. */
function hasLookAlikeHeader(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some(
    (name) => name === 'authorization' || /^x?api(key|token)$/.test(name.replace(/[^a-z]/g, '')),
  )
}

/**
 * 5: the caller's address is on the allowlist of its developer key; browsers have no fixed address
 * . A page that asks for a session is of an origin that its widget key lists.
 */
function checkAllowlist(
  { headers: { origin } }: FastifyRequest,
  { key, address }: Passage,
  to: MatchedRoute | undefined,
  services: GateServices,
) {
  if (!key) throw refusal('INVALID_API_KEY')
  if (key.kind === 'DEVELOPER' && !key.admits(address))
    throw refusal('ADDRESS_NOT_ALLOWED', { address: canonicalIpAddress(address) })
  if (to?.policy.opensSessions && origin !== undefined && !key.allowedOrigins.includes(origin))
    throw refusal('ORIGIN_NOT_ALLOWED', { origin })
  services.keyUsed(key, services.now())
}

/** 6: method and path are documented. */
function checkDocumentedRoute(
  _request: FastifyRequest,
  _passage: Passage,
  to: MatchedRoute | undefined,
) {
  if (!to) throw refusal('ROUTE_NOT_DOCUMENTED')
}

/** 7: a session does not use a route that is only for developer keys. */
function checkCredentialKind(
  _request: FastifyRequest,
  { caller }: Passage,
  to: MatchedRoute | undefined,
) {
  if (caller?.kind === 'session' && to && !admitsSessions(to.policy))
    throw refusal('DEVELOPER_KEY_ONLY')
}

const keyBucketNames = memoize(({ workspaceId, id }: KnownKey) => ({
  key: `key ${workspaceId} ${id}`,
  workspace: `workspace ${workspaceId}`,
  ofRoute: memoize(
    ({ method, path }: MatchedRoute) => `route ${workspaceId} ${id} ${method} ${path}`,
  ),
}))

/** 8: key, workspace and endpoint have requests left; one step, all or nothing. */
function checkLimits(
  _request: FastifyRequest,
  passage: Passage,
  to: MatchedRoute | undefined,
  services: GateServices,
): MaybePromise<void> {
  const { key, address } = passage
  if (!key || !to) return
  const names = keyBucketNames(key)
  const perKey = { name: names.key, limit: key.requestsPerMinute ?? services.limits.perKey }
  const perWorkspace = { name: names.workspace, limit: services.limits.perWorkspace }
  const perRoute = { name: names.ofRoute(to), limit: services.limits.perRoute[routeRateClass(to)] }
  const visitorLimits = visitorBuckets(key, address, to)
  // The visitor's buckets are only counted here; every limit is the key's.
  const now = services.now()
  const wantedBuckets = [perKey, perWorkspace, perRoute]
  for (const { name } of visitorLimits) wantedBuckets.push({ name, limit: unlimited })
  return whenAvailable(services.spend(wantedBuckets, now), (spendResult) => {
    if (!spendResult) return
    const [keyLeft = 0, , routeLeft = 0] = spendResult.remaining
    const recordCount = () => {
      passage.counted = { at: now }
      passage.limits = { key: perKey.limit, keyLeft, route: perRoute.limit, routeLeft }
    }
    if (spendResult.allowed) return recordCount()
    passage.counted = { at: now, refusedBy: exhaustedLimit(spendResult) }
    if (visitorLimits.length === 0) throw tooManyRequests(spendResult)
    const reserve = [perKey, perRoute].map(({ name, limit }) => ({
      name: `reserve of ${name}`,
      limit,
    }))
    return whenAvailable(
      services.spend(
        [perWorkspace, ...reserve, ...visitorLimits, ...reserveShare(perRoute, address, to)],
        now,
      ),
      (reserved) => {
        if (reserved && !reserved.allowed) throw tooManyRequests(spendResult)
        recordCount()
      },
    )
  })
}

/**
 * Returns the limit that refused a request: of several that are used up, the key's limit, then the
 * workspace's, then the route's.
 */
function exhaustedLimit({ remaining: [key, workspace] }: SpendResult): LimitOfKey {
  if (key === 0) return 'key'
  return workspace === 0 ? 'workspace' : 'route'
}

const unlimited = 1_000_000_000

/**
 * How many requests a session may have sent in this minute and still count as quiet. All
 * visitors of a page share its widget key, and one of them can use up its limit and an endpoint's.
 * A quiet session then still passes, from a reserve as large as the limit.
 */
const quietSessionMax = {
  requests: 10,
  sensitive: 3,
  fromItsNetwork: 40,
  opened: 10,
  sensitiveFromItsNetwork: 6,
}

/** The buckets of a session, or of an address that opens sessions; none for a developer key. */
function visitorBuckets(
  { workspaceId, sessionId }: KnownKey,
  address: IpAddress,
  to: MatchedRoute,
): Bucket[] {
  if (to.policy.opensSessions)
    return addressNetworks(address).map((network) => ({
      name: `opened from ${network}`,
      limit: quietSessionMax.opened,
    }))
  if (sessionId === undefined) return []
  const networks = addressNetworks(address)
  const session = `session ${workspaceId} ${sessionId}`
  const all = [
    { name: session, limit: quietSessionMax.requests },
    ...networks.map((network) => ({
      name: `sessions from ${network}`,
      limit: quietSessionMax.fromItsNetwork,
    })),
  ]
  return to.policy.sensitive
    ? [...all, { name: `${session} ${to.method} ${to.path}`, limit: quietSessionMax.sensitive }]
    : all
}

/**
 * The share that one network may use of a sensitive endpoint's reserve: six of 60 a minute leave
 * some for nine other networks.
 */
function reserveShare({ name }: Bucket, address: IpAddress, { policy }: MatchedRoute): Bucket[] {
  if (!policy.sensitive) return []
  return addressNetworks(address).map((network) => ({
    name: `reserve of ${name} from ${network}`,
    limit: quietSessionMax.sensitiveFromItsNetwork,
  }))
}

/** 9: the workspace is entitled to the route. */
function checkEntitlement(
  _request: FastifyRequest,
  { caller }: Passage,
  to: MatchedRoute | undefined,
  services: GateServices,
): MaybePromise<void> {
  const feature = to?.policy.feature
  if (!feature || !caller) return
  return whenAvailable(services.isEntitled(caller.workspaceId, feature), (isEntitled) => {
    if (!isEntitled) throw refusal('NOT_ENTITLED', { requiredFeature: feature })
  })
}

/**
 * 10: a write on behalf of staff names an active member of the workspace. Other requests of a
 * server are recorded for the member they name, if any, and are not refused (ACT-08).
 */
function checkActingUser(
  request: FastifyRequest,
  { caller }: Passage,
  to: MatchedRoute | undefined,
  services: GateServices,
): MaybePromise<void> {
  if (!to || caller?.kind !== 'key') return
  const isRequired = to.policy.actingUser === true
  const userIdHeader = String(request.headers['x-acting-user-id'] ?? '')
  if (!/^[1-9]\d{0,15}$/.test(userIdHeader) || !Number.isSafeInteger(Number(userIdHeader))) {
    if (isRequired) throw refusal('ACTING_USER_REQUIRED')
    return
  }
  return whenAvailable(
    services.isActiveMember(caller.workspaceId, Number(userIdHeader)),
    (isActive) => {
      if (isActive) caller.actingUserId = Number(userIdHeader)
      else if (isRequired) throw refusal('ACTING_USER_NOT_ACTIVE')
    },
  )
}

/**
 * 11: the end user is named and, where the route requires it, has verified a contact in the last
 * half hour.
 */
function checkEndUser(
  request: FastifyRequest,
  { caller }: Passage,
  to: MatchedRoute | undefined,
  services: GateServices,
): MaybePromise<void> {
  const endUserPolicy = to?.policy.endUser
  if (!endUserPolicy || !caller) return
  // Under an API key the five booking routes ignore the header, even a malformed one.
  if (endUserPolicy.endsWith('for sessions') && caller.kind === 'key') return
  const endUserHeader = request.headers['x-end-user-id']
  const isOptional = endUserPolicy === 'noticed for sessions'
  if (typeof endUserHeader !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(endUserHeader)) {
    if (isOptional) return
    throw refusal('END_USER_REQUIRED')
  }
  const endUser = services.hashEndUser(endUserHeader)
  caller.endUser = endUser
  if (endUserPolicy === 'named') return
  return services.verifiedContact({ ...caller, endUser }, services.now()).then((contact) => {
    if (contact) {
      caller.verifiedContact = contact.contactHash
      caller.countedContact = contact.countedHash
    } else if (!isOptional) throw refusal('NOT_VERIFIED')
  })
}

function tooManyRequests({ retryAfterSeconds }: SpendResult) {
  return refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: String(retryAfterSeconds) })
}

/**
 * The gates in their order; the first refusal ends the request. The gates of the connection also
 * apply to pages and preflights.
 */
export const connectionGates: readonly PipelineGate[] = [checkSourceAddress, checkLateness]
export const gates: readonly PipelineGate[] = [
  checkCredential,
  checkAllowlist,
  checkDocumentedRoute,
  checkCredentialKind,
  checkLimits,
  checkEntitlement,
  checkActingUser,
  checkEndUser,
]

/**
 * Sends a request through gates, from the `first` on: synchronously as long as each gate answers
 * synchronously, as gates with cached answers do.
 */
export function passGates(
  all: readonly PipelineGate[],
  at: GateArguments,
  first = 0,
): MaybePromise<void> {
  for (let index = first; index < all.length; index += 1) {
    const result = all[index]?.(...at)
    if (result instanceof Promise) return result.then(() => passGates(all, at, index + 1))
  }
}
