// Opens the video of a visit or token as the host. The link is made at that moment, and is valid for a few minutes.

import { id, object, text } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { type Problem, problem } from '../../../base/values/problem.ts'
import { note } from '../../../clinic/audit/audit.ts'
import { type Entered, enterVideo, entryOf, type VideoServices } from '../../video/enter-video.ts'
import { videoOfVisitId } from '../../video/queries.ts'

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
  async run({ database, clock, actor, workspaceId, ...services }: InWorkspace<VideoServices>, { id: visitId }) {
    const now = clock.now()
    return database.transaction(async (queries) => {
      const [visit] = await queries.rows(videoOfVisitId, { workspaceId, visitId })
      if (!visit) throw problem('VISIT_NOT_FOUND', { id: visitId })
      if (visit.mode !== 'ONLINE') throw problem('VISIT_NOT_ONLINE', { id: visitId })
      const entered = await enterVideo(services, visit, entryOf(visit, now), 'HOST', now)
      if (!('url' in entered)) throw whyClosed(entered, visit.timezone)
      const about = visit.isToken ? { visitIds: [visitId] } : { appointmentId: visitId }
      await note(queries, workspaceId, actor, { action: 'READ', patientIds: [visit.patientId], ...about, now })
      return { url: entered.url }
    })
  },
})

function whyClosed(entered: Exclude<Entered, { url: string }>, timezone: string): Problem {
  switch (entered.state) {
    case 'EARLY':
      return problem('VIDEO_OPENS_LATER', { opensAt: isoAt(timezone, entered.opensAt) })
    case 'NOT_CALLED':
      return problem('VIDEO_OPENS_WITH_THE_CALL')
    case 'OVER':
      return entered.closedAt === null ? problem('VIDEO_OVER') : problem('VIDEO_CLOSED', { closedAt: isoAt(timezone, entered.closedAt) })
    case 'NO_ROOM':
      return problem('VIDEO_HAS_NO_LINK')
  }
}
