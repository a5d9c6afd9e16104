/**
 * Which status can follow which, written out again so that the tests do not rely on the
 * service's table.
 */
const permittedTransitions: Record<string, readonly string[]> = {
  SCHEDULED: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  RESCHEDULED: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  CONFIRMED: ['IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  IN_CONSULTATION: ['COMPLETED', 'CANCELLED'],
  NO_SHOW: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
}

/**
 * Whether one status may follow another; keeping the same one changes nothing, and is refused in a
 * final status.
 */
export function isTransitionPermitted(from: string, to: string): boolean {
  const transitions = permittedTransitions[from] ?? []
  return transitions.includes(to) || (from === to && transitions.length > 0)
}
