import type { Caller } from '../contract/route.ts'
import type { RowOf } from '../db/statement.ts'
import { canonicalIpAddress, type IpAddress } from '../values/ip-address.ts'

/** An operator at the machine, with the name from the command. */
export interface Operator {
  kind: 'operator'
  name: string
}

/** A member of the workspace's staff who acts without a key. */
export interface StaffMember {
  kind: 'staff'
  userId: number
  /** Where the request came from, and its id; absent at a terminal. */
  from?: { address: IpAddress; requestId: string }
}

/** The service itself, in its periodic work. */
export interface Service {
  kind: 'service'
}

/**
 * A patient on the page of a visit, identified only by its link, or one who answers the notice with
 * the link from their phone: then without an address and a request.
 */
export interface LinkHolder {
  kind: 'visit link'
  from?: { address: IpAddress; requestId: string }
}

/** The author of an action: a caller of the API, or an actor without a key. */
export type Actor = Caller | Operator | StaffMember | Service | LinkHolder

/**
 * The columns of a record that identify its author, with their types. Actions through a link count
 * as the service's there; the audit has more.
 */
export const authorParameters = {
  keyId: 'bigint?',
  bySession: 'boolean',
  actingUserId: 'bigint?',
  operator: 'text?',
  byService: 'boolean',
} as const

/** The same columns for an audit entry, which also has the request and the end user. */
export const actorParameters = {
  ...authorParameters,
  endUserHash: 'bytea?',
  address: 'text?',
  requestId: 'text?',
  byVisitLink: 'boolean',
} as const

/** The values of these columns for an actor. */
export function authorValues(actor: Actor) {
  const { endUserHash: _, address: __, requestId: ___, byVisitLink, ...who } = actorValues(actor)
  return byVisitLink ? { ...who, byService: true } : who
}

/** The values of an audit entry's columns for an actor. */
export function actorValues(actor: Actor) {
  const noActor = {
    keyId: null,
    bySession: false,
    actingUserId: null,
    operator: null,
    byService: false,
    byVisitLink: false,
  }
  const blank = { ...noActor, endUserHash: null, address: null, requestId: null }
  switch (actor.kind) {
    case 'operator':
      return { ...blank, operator: actor.name }
    case 'staff':
      return {
        ...blank,
        actingUserId: actor.userId,
        ...(actor.from && {
          address: canonicalIpAddress(actor.from.address),
          requestId: actor.from.requestId,
        }),
      }
    case 'service':
      return { ...blank, byService: true }
    case 'visit link':
      return {
        ...blank,
        byVisitLink: true,
        ...(actor.from && {
          address: canonicalIpAddress(actor.from.address),
          requestId: actor.from.requestId,
        }),
      }
    case 'key':
    case 'session':
      return {
        ...blank,
        keyId: actor.keyId,
        bySession: actor.kind === 'session',
        actingUserId: actor.actingUserId ?? null,
        endUserHash: actor.endUser ?? null,
        address: canonicalIpAddress(actor.address),
        requestId: actor.requestId,
      }
  }
}

/** The signed-in member of staff who acts; null for other actors. */
export function actingMemberId(actor: Actor): number | null {
  return actor.kind === 'staff' ? actor.userId : null
}

/** SQL for the name of the member of staff who acted, in a row of a table with `acting_user_id`. */
export const memberNameSql = (table: string) =>
  `(select display_name from users where workspace_id = ${table}.workspace_id and id = ${table}.acting_user_id)`

/** An actor as the audit describes it; a member of staff by name, where it is known. */
export function describeActor({
  keyId,
  bySession,
  operator,
  byService,
  actingUserId,
  byVisitLink = false,
  memberName = null,
}: RowOf<typeof authorParameters> & {
  byVisitLink?: boolean
  memberName?: string | null
}): string {
  if (byVisitLink) return 'visit link'
  if (keyId !== null) return bySession ? `session of key ${keyId}` : `key ${keyId}`
  if (byService) return 'service'
  if (operator !== null) return `operator ${operator}`
  return memberName ?? (actingUserId === null ? 'operator' : `member of staff ${actingUserId}`)
}
