import type { Caller } from '../../base/contract/route.ts'
import type { Actor, LinkHolder, Operator, StaffMember } from '../../base/operations/actor.ts'

/**
 * Who books: a caller of the API, someone at the clinic, who needs no key, or the holder of a link,
 * who can book only what the clinic has offered.
 */
export type Booker = Caller | ((Operator | StaffMember | LinkHolder) & { workspaceId: number })

/** The booker for an operation. */
export function toBooker({ actor, workspaceId }: { actor: Actor; workspaceId: number }): Booker {
  if (actor.kind === 'service' || actor.kind === 'visit link')
    throw new Error('neither the service nor a visit link can book a visit')
  return { ...actor, workspaceId }
}

/** The source of a booking. */
export function bookingSource({ kind }: Booker): 'DEVELOPER_API' | 'WIDGET' | 'DASHBOARD' {
  if (kind === 'session') return 'WIDGET'
  return kind === 'key' ? 'DEVELOPER_API' : 'DASHBOARD'
}
