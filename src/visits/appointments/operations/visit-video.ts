// Opens the video of a visit or token as the host. The link is made at that moment, and is valid
// for a few minutes.

import { id, object, text } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import type { Problem } from '../../../base/values/problem.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import {
  type EntryResult,
  enterVideo,
  type VideoServices,
  videoEntry,
} from '../../video/enter-video.ts'
import { videoByVisitId } from '../../video/queries.ts'
import { problem } from '../problems.ts'

export const visitVideo = workspaceOperation({
  name: 'visit-video',
  right: 'visits:write',
  about: 'visit',
  once: 'WITHOUT_ANSWER',
  summary: 'Open the video of an online visit or token as the host.',
  input: object({ id: id('The visit or token.', 41) }),
  output: object({
    url: text(
      'The link that opens it, valid for a few minutes; anyone who has it joins as the host.',
      'https://video.example.org/7q2m9x4ktd5w8hbnz3rvy6cjfa?jwt=…',
    ),
  }),
  async run(
    { database, clock, actor, workspaceId, ...services }: InWorkspace<VideoServices>,
    { id: visitId },
  ) {
    const now = clock.now()
    return database.transaction(async (queries) => {
      const [visit] = await queries.rows(videoByVisitId, { workspaceId, visitId })
      if (!visit) throw problem('VISIT_NOT_FOUND', { id: visitId })
      if (visit.mode !== 'ONLINE') throw problem('VISIT_NOT_ONLINE', { id: visitId })
      const entry = await enterVideo(services, visit, videoEntry(visit, now), 'HOST', now)
      if (!('url' in entry)) throw closedProblem(entry, visit.timezone)
      const auditFields = visit.isToken ? { visitIds: [visitId] } : { appointmentId: visitId }
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: [visit.patientId],
        ...auditFields,
        now,
      })
      return { url: entry.url }
    })
  },
})

function closedProblem(entry: Exclude<EntryResult, { url: string }>, timezone: string): Problem {
  switch (entry.state) {
    case 'EARLY':
      return problem('VIDEO_NOT_OPEN_YET', { opensAt: isoAt(timezone, entry.opensAt) })
    case 'NOT_CALLED':
      return problem('VIDEO_OPENS_WHEN_CALLED')
    case 'OVER':
      return entry.closedAt === null
        ? problem('VIDEO_VISIT_ENDED')
        : problem('VIDEO_CLOSED', { closedAt: isoAt(timezone, entry.closedAt) })
    case 'NO_ROOM':
      return problem('VIDEO_LINK_MISSING')
  }
}
