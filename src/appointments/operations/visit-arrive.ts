// The arrival of a patient: a time on the visit or token, not a status.

import { Type } from 'typebox'
import { flag, id, object } from '../../contract/schemas.ts'
import { byDefault, workspaceOperation } from '../../operations/operation.ts'
import { listedTokenSchema } from '../../queue/listed-tokens.ts'
import { noteArrival } from '../arrive.ts'
import { listedVisitSchema } from '../visit-list.ts'

export const visitArrive = workspaceOperation({
  name: 'visit-arrive',
  right: 'visits:write',
  about: 'visit',
  summary: 'Record that the patient of a visit or token has arrived, or undo that within a minute.',
  input: object({ id: id('The visit or token.', 41), arrived: byDefault(flag('Whether the patient is there.'), true) }),
  output: Type.Union([listedVisitSchema, listedTokenSchema]),
  run: async (services, { id: visitId, arrived }) => noteArrival(services, { workspaceId: services.workspaceId, actor: services.actor, visitId, arrived }),
})
