/**
 * SQL: whether an appointment is still to come or under way at `:now`. One that was completed
 * before its time ended is over.
 */
export const isUpcomingVisit = (alias: string) =>
  `${alias}.status not in ('CANCELLED', 'COMPLETED') and ${alias}.to_at > :now`
