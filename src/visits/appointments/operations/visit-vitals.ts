// The measurements of a patient at a visit.

import { anyObject, id, object } from '../../../base/contract/schemas.ts'
import { workspaceOperation } from '../../../base/operations/operation.ts'
import { recordedVitals, recordVitals } from '../record-vitals.ts'

export const visitVitals = workspaceOperation({
  name: 'visit-vitals',
  right: 'visits:write',
  about: 'visit',
  summary: 'Add vitals to a visit; earlier ones stay.',
  input: object({
    id: id('The visit.', 41),
    vital: anyObject('Any JSON object up to 8 KiB.', { pulse: 72, temperature: 36.8 }),
  }),
  output: object(recordedVitals.properties),
  async run({ database, clock, workspaceId, actor }, { id: appointmentId, vital }) {
    const actingUserId = actor.kind === 'staff' ? actor.userId : null
    return recordVitals(
      { database, clock },
      { workspaceId, actor, actingUserId },
      { appointmentId, vital },
    )
  },
})
