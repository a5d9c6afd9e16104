// The way of a request up to its body. The order below is the specification's, and it is this
// list: nothing is refused elsewhere, and no gate reads the body.

import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Instant } from '../values/clinic-time.ts'
import { canonicalIpAddress, type IpAddress } from '../values/ip-address.ts'
import { refusal } from './errors.ts'
import type { Caller, Feature, Policy } from './route.ts'

/** A key as the gates need it. */
export interface KnownKey {
  workspaceId: number
  id: number
  kind: 'DEVELOPER' | 'WIDGET'
  /** Active, in a workspace that is not suspended. */
  active: boolean
  expiresAt: Instant | null
  admits(address: IpAddress): boolean
}

export interface GateServices {
  now(): Instant
  /** The key with this SHA-256, in whatever state it is; fails closed. */
  findKey(hash: Buffer): Promise<KnownKey | undefined>
  /** Called once the key has been accepted and its caller's address admitted. */
  keyUsed(key: KnownKey, now: Instant): void
  isEntitled(workspaceId: number, feature: Feature): Promise<boolean>
}

/** What the gates have learnt so far. */
export interface Passage {
  address: IpAddress
  key?: KnownKey
  caller?: Caller
}

/** Throws a refusal, or notes in the passage what later gates need. `policy` is undefined on an undocumented route. */
type Gate = (request: FastifyRequest, passage: Passage, policy: Policy | undefined, services: GateServices) => void | Promise<void>

/** 3, 4: there is a credential, and it is a live Developer API key. One look-up and one body for every cause. */
async function credential(request: FastifyRequest, passage: Passage, _policy: Policy | undefined, services: GateServices) {
  const presented = request.headers['x-api-key']
  if (presented === undefined) throw refusal(bearsLookAlike(request) ? 'INVALID_API_KEY' : 'NO_CREDENTIAL')
  // A repeated header arrives joined by commas and matches no key.
  const key = await services.findKey(hash('sha256', String(presented), 'buffer'))
  const usable = key?.kind === 'DEVELOPER' && key.active && (key.expiresAt === null || key.expiresAt > services.now())
  if (!usable) throw refusal('INVALID_API_KEY')
  passage.key = key
  passage.caller = { workspaceId: key.workspaceId, keyId: key.id }
}

/** A credential under another header than `x-api-key`: wrong rather than absent. */
function bearsLookAlike(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some((name) => name === 'authorization' || /^x?api(key|token)$/.test(name.replace(/[^a-z]/g, '')))
}

/** 5: the caller's address is on the key's allowlist. */
function allowlist(_request: FastifyRequest, passage: Passage, _policy: Policy | undefined, services: GateServices) {
  if (!passage.key?.admits(passage.address)) throw refusal('ADDRESS_NOT_ALLOWED', { address: canonicalIpAddress(passage.address) })
  services.keyUsed(passage.key, services.now())
}

/** 6: method and path are documented. */
function documentedRoute(_request: FastifyRequest, _passage: Passage, policy: Policy | undefined) {
  if (!policy) throw refusal('ROUTE_NOT_DOCUMENTED')
}

/** 9: the workspace is entitled to the route. */
async function entitlement(_request: FastifyRequest, passage: Passage, policy: Policy | undefined, services: GateServices) {
  const feature = policy?.feature
  if (feature && passage.caller && !(await services.isEntitled(passage.caller.workspaceId, feature))) {
    throw refusal('NOT_ENTITLED', { requiredFeature: feature })
  }
}

/** In this order, first refusal answers. */
export const gates: readonly Gate[] = [credential, allowlist, documentedRoute, entitlement]
