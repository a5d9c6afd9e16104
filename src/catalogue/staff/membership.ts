/** How a person belongs to the staff; only active members act and are booked. */
export const memberships = ['active', 'inactive', 'invited'] as const
export type Membership = (typeof memberships)[number]
