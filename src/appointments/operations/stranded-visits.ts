import { note } from '../../audit/audit.ts'
import { bookableOf } from '../../availability/bookable.ts'
import { busyTimeOf, daysAndNext } from '../../availability/next-available.ts'
import { type Configuration, type Configured, practiceOf } from '../../catalogue/configuration.ts'
import { list, nullable, object, timestamp } from '../../contract/schemas.ts'
import type { Database } from '../../db/database.ts'
import { type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { dateAt, type Instant, isoAt } from '../../values/clinic-time.ts'
import { strandedVisits } from '../stranded-visits.ts'
import { listedVisitMembers, listedVisitView } from '../visit-list.ts'
import { listedVisits, type UpcomingVisit } from '../visit-list-queries.ts'

const strandedMax = 500

export const visitStranded = workspaceOperation({
  name: 'visit-stranded',
  right: 'visits:read',
  summary: 'Visits to come that no hours hold any more, each with the next free time it could move to.',
  input: object({}),
  output: list(
    object({
      ...listedVisitMembers,
      next: nullable(timestamp('The next free time of the same practitioner, location, mode and length within 31 days.')),
    }),
    `Visits by start, at most ${strandedMax}.`,
  ),
  async run({ database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const stranded = (await strandedVisits(database, configuration, now)).slice(0, strandedMax)
    const visits = await database.rows(listedVisits, { workspaceId, ids: stranded.map(({ id }) => id), now })
    await note(database, workspaceId, actor, { action: 'READ', patientIds: [...new Set(visits.map(({ patientId }) => patientId))], now })
    const nextTime = nextTimes(database, configuration, now)
    const listed = []
    for (const visit of visits) listed.push({ ...listedVisitView(visit), next: await nextTime(visit) })
    return listed
  },
})

/** Finds the next free time for visits, another for each that is asked for. */
function nextTimes(database: Database, configuration: Configuration, now: Instant) {
  const given = new Set<string>()
  return async ({ doctorId, locationId, mode, fromAt, toAt, timezone }: UpcomingVisit): Promise<string | null> => {
    const practice = practiceOf(configuration, doctorId, locationId)
    const bookable = practice && bookableOf(configuration, practice, now)
    if (!bookable) return null
    const wish = { mode, lengthMins: (toAt - fromAt) / 60_000 }
    const taken = busyTimeOf(database, configuration.workspaceId, bookable)
    const { days } = await daysAndNext(taken, bookable, { from: dateAt(timezone, Math.max(fromAt, now)), count: 31 }, wish, now)
    const slot = days.flatMap(({ free }) => free).find(({ from }) => !given.has(`${doctorId} ${from}`))
    if (!slot) return null
    given.add(`${doctorId} ${slot.from}`)
    return isoAt(timezone, slot.from)
  }
}
