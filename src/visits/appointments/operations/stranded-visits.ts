import { list, nullable, object, timestamp } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { nextTimeFinder } from '../next-times.ts'
import { strandedVisits } from '../stranded-visits.ts'
import { listedVisitMembers, listedVisitView } from '../visit-list.ts'
import { listedVisits } from '../visit-list-queries.ts'

const strandedMax = 500

export const visitStranded = workspaceOperation({
  name: 'visit-stranded',
  right: 'visits:read',
  about: 'the whole clinic',
  summary:
    'List upcoming visits that are no longer within working hours, each with the next free time it could move to.',
  input: object({}),
  output: list(
    object({
      ...listedVisitMembers,
      next: nullable(
        timestamp(
          'The next free time of the same practitioner, location, mode and length within 31 days.',
        ),
      ),
    }),
    `Visits by start, at most ${strandedMax}.`,
  ),
  async run({ database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const stranded = (await strandedVisits(database, configuration, now)).slice(0, strandedMax)
    const visits = await database.rows(listedVisits, {
      workspaceId,
      ids: stranded.map(({ id }) => id),
      now,
    })
    await recordAccess(database, workspaceId, actor, {
      action: 'READ',
      patientIds: [...new Set(visits.map(({ patientId }) => patientId))],
      now,
    })
    const nextTime = nextTimeFinder(database, configuration, now)
    const listed = []
    for (const visit of visits) {
      const next = await nextTime(visit)
      listed.push({ ...listedVisitView(visit), next: next && isoAt(visit.timezone, next.from) })
    }
    return listed
  },
})
