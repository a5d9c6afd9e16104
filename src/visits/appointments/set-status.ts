// PATCH /v1/appointments/:appointmentId/status, and …/cancel, which is the same with a fixed status
// (STAT-32, A-227).

import { type Caller, type Route, route } from '../../base/contract/route.ts'
import { choice, id, ignoredMember, namedObject, object } from '../../base/contract/schemas.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { cancellationMembers } from '../booking/cancellation.ts'
import { checkPatientChange } from '../booking/patient-changes.ts'
import { appointmentSchema, appointmentView } from './appointment-record.ts'
import { appointmentStatuses } from './appointment-status.ts'
import { type ChangeServices, changeStatus } from './change-status.ts'
import { requesterFromCaller } from './patient-limits.ts'
import { toStatusChange } from './status-change.ts'

// A misspelled member must not lose a refund or a reason, so unknown ones are refused.
const closedObject = { unknown: 'refused' } as const

const refusals = [
  'APPOINTMENT_NOT_FOUND',
  'STATUS_NOT_ALLOWED',
  'CHANGE_NOT_PERMITTED',
  'CHANGE_RESERVED_FOR_CLINIC',
  'REFUND_NOT_POSSIBLE',
  'REFUND_IN_PROGRESS',
  'REFUND_OUTCOME_UNKNOWN',
] as const
const policy = { endUser: 'verified for sessions', unusableBody: 'fieldErrors' } as const
const pathParameters = object({ appointmentId: id('The visit.', 41) })

export function statusRoutes({
  gate,
  ...services
}: ChangeServices & { gate: ConsentGate }): Route[] {
  const common = {
    method: 'PATCH',
    area: 'Booking',
    policy,
    pathParameters,
    refusals,
    passesOn: 'the payment gateway',
    replies: { 200: appointmentSchema },
  } as const
  async function changeAndView(
    caller: Caller,
    appointmentId: number,
    body: Parameters<typeof toStatusChange>[0],
  ) {
    const requester = requesterFromCaller(gate, caller)
    if (requester.limits) checkPatientChange(body)
    return {
      status: 200,
      body: appointmentView(
        await changeStatus(services, requester, appointmentId, toStatusChange(body)),
      ),
    } as const
  }
  return [
    route({
      ...common,
      path: '/v1/appointments/:appointmentId/status',
      name: 'setAppointmentStatus',
      title: 'Change the status of a visit',
      summary:
        'Confirms, starts, completes or cancels a visit, or marks it as a no-show. A cancellation states what happens to the payment.',
      body: namedObject(
        'StatusChange',
        {
          status: choice(
            appointmentStatuses,
            'The new status; RESCHEDULED, OVERDUE and MISSED cannot be sent.',
            'CONFIRMED',
          ),
          ...cancellationMembers,
        },
        closedObject,
      ),
      exampleBody: { status: 'CONFIRMED' },
      async handle({ caller, path, body }) {
        return changeAndView(caller, path.appointmentId, body)
      },
    }),
    route({
      ...common,
      path: '/v1/appointments/:appointmentId/cancel',
      name: 'cancelAppointment',
      title: 'Cancel a visit',
      summary: 'Cancels a visit; its time becomes free at once.',
      body: namedObject(
        'Cancellation',
        { status: ignoredMember('the visit is cancelled', 'CANCELLED'), ...cancellationMembers },
        closedObject,
      ),
      exampleBody: { cancellationReason: 'Patient is travelling' },
      async handle({ caller, path, body }) {
        return changeAndView(caller, path.appointmentId, { ...body, status: 'CANCELLED' })
      },
    }),
  ]
}
