import type { Caller } from '../contract/route.ts'
import type { Actor, Operator, StaffMember } from '../operations/actor.ts'

/** Who books: a caller of the API, or one of the clinic who needs no key. */
export type Booker = Caller | ((Operator | StaffMember) & { workspaceId: number })

/** Who books by an operation. */
export function bookerOf({ actor, workspaceId }: { actor: Actor; workspaceId: number }): Booker {
  if (actor.kind === 'service') throw new Error('the service books for nobody')
  return { ...actor, workspaceId }
}

/** What a booking says of who made it. */
export function sourceOf({ kind }: Booker): 'DEVELOPER_API' | 'WIDGET' | 'DASHBOARD' {
  if (kind === 'session') return 'WIDGET'
  return kind === 'key' ? 'DEVELOPER_API' : 'DASHBOARD'
}
