// The arrival of a patient: a time on the visit or token, not a status.

import { Type } from 'typebox'
import { flag, id, object } from '../../../base/contract/schemas.ts'
import { optionalWithDefault, workspaceOperation } from '../../../base/operations/operation.ts'
import { changeMember, findChangeSince } from '../../booking/desk-changes.ts'
import { listedTokenMembers } from '../../queue/listed-tokens.ts'
import { recordArrival } from '../arrive.ts'
import { listedVisitMembers } from '../visit-list.ts'

export const visitArrive = workspaceOperation({
  name: 'visit-arrive',
  right: 'visits:write',
  about: 'visit',
  summary: 'Record that the patient of a visit or token has arrived, or undo that within a minute.',
  input: object({
    id: id('The visit or token.', 41),
    arrived: optionalWithDefault(flag('Whether the patient is there.'), true),
  }),
  output: Type.Union([
    object({ ...listedVisitMembers, change: changeMember }),
    object({ ...listedTokenMembers, change: changeMember }),
  ]),
  async run({ database, clock, workspaceId, actor }, { id: visitId, arrived }) {
    const since = clock.now()
    const visit = await recordArrival({ database, clock }, { workspaceId, actor, visitId, arrived })
    return { ...visit, change: await findChangeSince(database, workspaceId, visitId, since) }
  },
})
