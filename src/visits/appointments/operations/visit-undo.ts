// Undoes the last change to a visit at the desk (DAY-19).

import { Type } from 'typebox'
import { id, object } from '../../../base/contract/schemas.ts'
import { workspaceOperation } from '../../../base/operations/operation.ts'
import { listedTokenSchema } from '../../queue/listed-tokens.ts'
import { undoVisitChange } from '../undo-visit-change.ts'
import { listedVisitSchema } from '../visit-list.ts'
import { findListedVisitOrToken } from './visit-show.ts'

export const visitUndo = workspaceOperation({
  name: 'visit-undo',
  right: 'visits:write',
  about: 'change',
  summary:
    'Undo a status, a move, a cancellation or an arrival within 12 seconds: the visit is restored, and the patient is not told.',
  input: object({ id: id('The change, as the operation that made it returned it.', 7) }),
  output: Type.Union([listedVisitSchema, listedTokenSchema]),
  async run(services, { id }) {
    const { database, clock, workspaceId, actor } = services
    const visitId = await undoVisitChange(services, { workspaceId, actor }, id)
    const visit = await findListedVisitOrToken(database, workspaceId, visitId, clock.now())
    if (!visit) throw new Error('the visit of the undone change was not found')
    return visit
  },
})
