import type { Queries } from '../db/database.ts'
import { at } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Interval } from '../values/intervals.ts'

const claimedTimes = statement(
  'claimed_times',
  { from: 'timestamptz', to: 'timestamptz' },
  // range_agg joins touching claims: a full doctor's sixty days come back as some sixty rows instead of
  // two thousand.
  `
  select lower(taken) as "from", upper(taken) as "to"
  from (
    select unnest(range_agg(tstzrange(from_at, to_at))) as taken
    from claims
    where workspace_id = $1 and doctor_id = $2 and tstzrange(from_at, to_at) && tstzrange($3, $4)
  ) as joined`,
)

/** Time of a doctor, at whatever location, that is taken within a period; touching visits are joined. */
export async function busyTime(queries: Queries, workspaceId: number, doctorId: number, period: Interval): Promise<Interval[]> {
  return queries.rows(claimedTimes, [workspaceId, doctorId, at(period.from), at(period.to)])
}
