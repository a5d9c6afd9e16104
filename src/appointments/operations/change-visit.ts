// What becomes of a visit: confirmed, completed, called off, given another time.

import { choice, flag, id, number, object, optional, text } from '../../contract/schemas.ts'
import { byDefault, type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { refundMinor } from '../../payments/refund-amount.ts'
import { isCalendarDate } from '../../values/calendar-date.ts'
import { firstInstantOf, type Instant, parseClock } from '../../values/clinic-time.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { problem } from '../../values/problem.ts'
import { type ChangeServices, changeStatus } from '../change-status.ts'
import { reschedule } from '../reschedule.ts'
import { listedVisitSchema } from '../visit-list.ts'
import { visitOf } from '../visits.ts'
import { listedVisitOf } from './visit-show.ts'

const visitId = id('The visit.', 41)

/** The visit as it is now. */
async function changed({ database, clock, workspaceId }: InWorkspace<ChangeServices>, appointmentId: number) {
  const visit = await listedVisitOf(database, workspaceId, appointmentId, clock.now())
  if (!visit) throw new Error('a visit was changed but is not there')
  return visit
}

const sendable = ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'] as const

export const visitStatus = workspaceOperation({
  name: 'visit-status',
  right: 'visits:write',
  summary: 'Say that a visit is confirmed, begun, completed, or that nobody came.',
  input: object({ id: visitId, status: choice(sendable, 'Where it goes.') }),
  output: listedVisitSchema,
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, status }) {
    const { workspaceId } = services
    const change = { status, cancellationReason: null, refund: undefined, voided: false, returnsSession: false }
    await changeStatus(services, { workspaceId, actor: services.actor }, appointmentId, change)
    return changed(services, appointmentId)
  },
})

export const visitCancel = workspaceOperation({
  name: 'visit-cancel',
  once: 'BY_ITSELF',
  right: 'visits:write',
  summary: 'Call a visit off; its time is free at once.',
  input: object({
    id: visitId,
    reason: optional(text('Why; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 })),
    refund: optional(
      number(
        'Refund this share of what was paid, in percent; the fee is kept when omitted. What was paid online is given back by its gateway, anything else at the desk.',
        100,
        {
          minimum: 0,
          maximum: 100,
        },
      ),
    ),
    void: byDefault(flag('As if it had never been booked: no notice, no money back.'), false),
    returnSession: byDefault(flag('Give the session of its pack back; of a visit that a pack paid for.'), false),
  }),
  output: listedVisitSchema,
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, reason = null, refund: percentage, void: voided, returnSession }) {
    const { database, clock, workspaceId } = services
    if (voided && percentage !== undefined) throw problem('VOID_WITH_REFUND')
    const { chargeMinor, discountMinor, currency, bookingType, patientPackageId } = await visitOf(database, workspaceId, appointmentId, clock.now())
    if (returnSession && patientPackageId === null) throw problem('NO_PACK_PAID', { id: appointmentId })
    // A session goes back by a refund of nothing.
    const share = percentage ?? (returnSession && !voided && bookingType === 'USE_ACTIVE_PACKAGE' ? 0 : undefined)
    const amountOf = (share: number) => fromMinorUnits(refundMinor(chargeMinor - discountMinor, share), currency)
    await changeStatus(services, { workspaceId, actor: services.actor }, appointmentId, {
      status: 'CANCELLED',
      cancellationReason: reason,
      refund: share === undefined ? undefined : { percentage: share, amount: amountOf(share), overrideReason: null },
      voided,
      returnsSession: returnSession || percentage !== undefined,
    })
    return changed(services, appointmentId)
  },
})

export const visitMove = workspaceOperation({
  name: 'visit-move',
  right: 'visits:write',
  summary: 'Give a visit another time; it stays as long and costs the same.',
  input: object({
    id: visitId,
    to: text("Date and time on the clinic's clock, YYYY-MM-DDTHH:MM.", '2026-12-01T09:00'),
    reason: optional(text('Why; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 })),
  }),
  output: listedVisitSchema,
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, to, reason = null }) {
    const { database, clock, workspaceId } = services
    const { timezone, fromAt, toAt } = await visitOf(database, workspaceId, appointmentId, clock.now())
    const from = instantAt(timezone, to)
    await reschedule(services, { workspaceId, actor: services.actor }, appointmentId, { from, to: from + toAt - fromAt, reason })
    return changed(services, appointmentId)
  },
})

function instantAt(timezone: string, typed: string): Instant {
  const [date = '', clock = ''] = typed.split(/[T ]/)
  const minute = parseClock(clock)
  if (isCalendarDate(date) && minute !== undefined && minute < 1440) return firstInstantOf(timezone, date, minute)
  throw problem('TIME_NOT_UNDERSTOOD', { time: typed })
}
