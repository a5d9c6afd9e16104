import type { Caller } from '../contract/route.ts'
import type { RowOf } from '../db/statement.ts'
import { canonicalIpAddress, type IpAddress } from '../values/ip-address.ts'

/** An operator at the machine, by the name the command gives. */
export interface Operator {
  kind: 'operator'
  name: string
}

/** A member of the workspace's staff who does something without a key. */
export interface StaffMember {
  kind: 'staff'
  userId: number
  /** Where the request came from, and what it is called; absent at a terminal. */
  from?: { address: IpAddress; requestId: string }
}

/** The service by itself: its ticks. */
export interface Service {
  kind: 'service'
}

/** A patient on the page of a visit, known by its link alone. */
export interface LinkHolder {
  kind: 'visit link'
  address: IpAddress
  requestId: string
}

/** Who does something: a caller of the API, or one of those who need no key. */
export type Actor = Caller | Operator | StaffMember | Service | LinkHolder

/** The columns of a record that say who, with their types. What follows from a link is the service's doing there; the audit says more. */
export const whoParameters = { keyId: 'bigint?', bySession: 'boolean', actingUserId: 'bigint?', operator: 'text?', byService: 'boolean' } as const

/** The same of an audit entry, which also says by which request, and for whom. */
export const actorParameters = { ...whoParameters, endUserHash: 'bytea?', address: 'text?', requestId: 'text?', byVisitLink: 'boolean' } as const

/** What the columns of a record say of an actor. */
export function whoValues(actor: Actor) {
  const { endUserHash: _, address: __, requestId: ___, byVisitLink, ...who } = actorValues(actor)
  return byVisitLink ? { ...who, byService: true } : who
}

/** The same of an audit entry. */
export function actorValues(actor: Actor) {
  const nobody = { keyId: null, bySession: false, actingUserId: null, operator: null, byService: false, byVisitLink: false }
  const blank = { ...nobody, endUserHash: null, address: null, requestId: null }
  switch (actor.kind) {
    case 'operator':
      return { ...blank, operator: actor.name }
    case 'staff':
      return {
        ...{ ...blank, actingUserId: actor.userId },
        ...(actor.from && { address: canonicalIpAddress(actor.from.address), requestId: actor.from.requestId }),
      }
    case 'service':
      return { ...blank, byService: true }
    case 'visit link':
      return { ...blank, byVisitLink: true, address: canonicalIpAddress(actor.address), requestId: actor.requestId }
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

/** The member of staff who is signed in and does something; null where that is not one. */
export function memberOf(actor: Actor): number | null {
  return actor.kind === 'staff' ? actor.userId : null
}

/** An actor in the words of the audit. */
export function actorText({
  keyId,
  bySession,
  operator,
  byService,
  actingUserId,
  byVisitLink = false,
}: RowOf<typeof whoParameters> & { byVisitLink?: boolean }): string {
  if (byVisitLink) return 'visit link'
  if (keyId !== null) return bySession ? `session of key ${keyId}` : `key ${keyId}`
  if (byService) return 'service'
  if (operator !== null) return `operator ${operator}`
  return actingUserId === null ? 'operator' : `member of staff ${actingUserId}`
}
