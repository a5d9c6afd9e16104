// PATCH /v1/qms-appointments/visits/:visitId/cancel: cancels a token, as the cancel route of
// appointments does for a visit.

import { type Caller, type Route, route } from '../../base/contract/route.ts'
import { id, ignoredMember, namedObject, object } from '../../base/contract/schemas.ts'
import type { Queries } from '../../base/db/database.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { cancellationMembers, toCancellation } from '../booking/cancellation.ts'
import { checkPatientChange, isPatientReached } from '../booking/patient-changes.ts'
import { type CancelTokenServices, cancelToken, type TokenCanceller } from './cancel-token.ts'
import { problem } from './problems.ts'
import { queueVisitSchema, queueVisitView } from './queue-visit.ts'

export function cancelTokenRoute({
  gate,
  ...services
}: CancelTokenServices & { gate: ConsentGate }): Route {
  function toCanceller(caller: Caller): TokenCanceller {
    const canceller = { workspaceId: caller.workspaceId, actor: caller }
    if (caller.kind === 'key') return canceller
    const checkOwn = async (queries: Queries, patientId: number) => {
      if (!(await isPatientReached(queries, gate, caller, patientId)))
        throw problem('APPOINTMENT_NOT_FOUND')
    }
    return { ...canceller, checkOwn }
  }
  return route({
    method: 'PATCH',
    path: '/v1/qms-appointments/visits/:visitId/cancel',
    name: 'cancelToken',
    area: 'Queue',
    title: 'Cancel a token',
    summary:
      'Cancels a token that is not yet in consultation. A session can cancel only a token of its own patient, and only until it is called.',
    policy: { endUser: 'verified for sessions', unusableBody: 'fieldErrors' },
    pathParameters: object({ visitId: id('The visit of the token.', 43) }),
    refusals: [
      'APPOINTMENT_NOT_FOUND',
      'STATUS_NOT_ALLOWED',
      'CHANGE_NOT_PERMITTED',
      'CHANGE_RESERVED_FOR_CLINIC',
      'REFUND_NOT_POSSIBLE',
      'REFUND_IN_PROGRESS',
      'REFUND_OUTCOME_UNKNOWN',
    ],
    passesOn: 'the payment gateway',
    replies: { 200: queueVisitSchema },
    // A misspelled member must not lose a refund or a reason, so unknown ones are refused.
    body: namedObject(
      'TokenCancellation',
      { status: ignoredMember('the token is cancelled', 'CANCELLED'), ...cancellationMembers },
      { unknown: 'refused' },
    ),
    exampleBody: { cancellationReason: 'Patient is travelling' },
    async handle({ caller, path: { visitId }, body }) {
      if (caller.kind === 'session') checkPatientChange({ ...body, status: 'CANCELLED' })
      return {
        status: 200,
        body: queueVisitView(
          await cancelToken(services, toCanceller(caller), visitId, toCancellation(body)),
        ),
      }
    },
  })
}
