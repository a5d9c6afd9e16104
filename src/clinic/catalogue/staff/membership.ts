/** A person's membership of the staff; only active members can act and be booked. */
export const memberships = ['active', 'inactive', 'invited'] as const
export type Membership = (typeof memberships)[number]
