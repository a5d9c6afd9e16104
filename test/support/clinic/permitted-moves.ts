/** From which status a visit may be sent to which, written out once more so that the tests know it by themselves. */
const permittedMoves: Record<string, readonly string[]> = {
  SCHEDULED: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  RESCHEDULED: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  CONFIRMED: ['IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  IN_CONSULTATION: ['COMPLETED', 'CANCELLED'],
  NO_SHOW: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
}

/** Whether a visit may be sent there; to stay changes nothing, unless nothing leads on from where it is. */
export function mayBeSent(from: string, to: string): boolean {
  const ways = permittedMoves[from] ?? []
  return ways.includes(to) || (from === to && ways.length > 0)
}
