import type { Caller } from '../contract/route.ts'
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

/** Who does something: a caller of the API, or one of those who need no key. */
export type Actor = Caller | Operator | StaffMember | Service

/** The columns of an audit entry that say who, with their types. */
export const actorParameters = {
  keyId: 'bigint?',
  bySession: 'boolean',
  actingUserId: 'bigint?',
  endUserHash: 'bytea?',
  address: 'text?',
  requestId: 'text?',
  operator: 'text?',
  byService: 'boolean',
} as const

/** What these columns say of an actor. */
export function actorValues(actor: Actor) {
  const blank = { keyId: null, bySession: false, actingUserId: null, endUserHash: null, address: null, requestId: null, operator: null, byService: false }
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

/** An actor in the words of the audit. */
export function actorText({
  keyId,
  bySession,
  operator,
  byService,
  actingUserId,
}: Pick<ReturnType<typeof actorValues>, 'keyId' | 'bySession' | 'operator' | 'byService' | 'actingUserId'>): string {
  if (keyId !== null) return bySession ? `session of key ${keyId}` : `key ${keyId}`
  if (byService) return 'service'
  if (operator !== null) return `operator ${operator}`
  return actingUserId === null ? 'operator' : `member of staff ${actingUserId}`
}
