// PATCH /v1/appointments/:appointmentId/status, and …/cancel, which is the same with a fixed status (STAT-32, A-227).

import { type Caller, type Route, route } from '../../base/contract/route.ts'
import { choice, id, ignored, named, object } from '../../base/contract/schemas.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { cancellationMembers } from '../booking/cancellation.ts'
import { checkChangeOfPatient } from '../booking/patient-changes.ts'
import { appointmentSchema, appointmentView } from './appointment-record.ts'
import { appointmentStatuses } from './appointment-status.ts'
import { type ChangeServices, changeStatus } from './change-status.ts'
import { changedBy } from './patient-limits.ts'
import { toStatusChange } from './status-change.ts'

// A misspelled member must not lose a refund or a reason, so unknown ones are refused.
const closed = { unknown: 'refused' } as const

const refusals = [
  'APPOINTMENT_NOT_FOUND',
  'STATUS_NOT_ALLOWED',
  'CHANGE_NOT_PERMITTED',
  'CHANGE_OF_THE_CLINIC',
  'REFUND_NOT_POSSIBLE',
  'REFUND_UNDER_WAY',
  'REFUND_OUTCOME_UNKNOWN',
] as const
const policy = { endUser: 'verified for sessions', unusableBody: 'fieldErrors' } as const
const pathParameters = object({ appointmentId: id('The visit.', 41) })

export function statusRoutes({ gate, ...services }: ChangeServices & { gate: ConsentGate }): Route[] {
  const common = {
    method: 'PATCH',
    area: 'Booking',
    policy,
    pathParameters,
    refusals,
    passesOn: 'the payment gateway',
    replies: { 200: appointmentSchema },
  } as const
  async function answer(caller: Caller, appointmentId: number, body: Parameters<typeof toStatusChange>[0]) {
    const by = changedBy(gate, caller)
    if (by.limits) checkChangeOfPatient(body)
    return { status: 200, body: appointmentView(await changeStatus(services, by, appointmentId, toStatusChange(body))) } as const
  }
  return [
    route({
      ...common,
      path: '/v1/appointments/:appointmentId/status',
      name: 'setAppointmentStatus',
      title: 'Change the status of a visit',
      summary: 'Confirms, starts, completes or cancels a visit, or marks it as a no-show. A cancellation states what happens to the payment.',
      body: named(
        'StatusChange',
        { status: choice(appointmentStatuses, 'The new status; RESCHEDULED, OVERDUE and MISSED cannot be sent.', 'CONFIRMED'), ...cancellationMembers },
        closed,
      ),
      exampleBody: { status: 'CONFIRMED' },
      async handle({ caller, path, body }) {
        return answer(caller, path.appointmentId, body)
      },
    }),
    route({
      ...common,
      path: '/v1/appointments/:appointmentId/cancel',
      name: 'cancelAppointment',
      title: 'Cancel a visit',
      summary: 'Cancels a visit; its time becomes free at once.',
      body: named('Cancellation', { status: ignored('the visit is cancelled', 'CANCELLED'), ...cancellationMembers }, closed),
      exampleBody: { cancellationReason: 'Patient is travelling' },
      async handle({ caller, path, body }) {
        return answer(caller, path.appointmentId, { ...body, status: 'CANCELLED' })
      },
    }),
  ]
}
