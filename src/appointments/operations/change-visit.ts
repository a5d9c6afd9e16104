// Changes of a visit: confirming, completing, cancelling and moving it.

import { changeMember, changeSince } from '../../booking/desk-changes.ts'
import { choice, currency, flag, id, nullable, number, object, optional, text } from '../../contract/schemas.ts'
import { undoMs } from '../../notices/plan-notices.ts'
import { byDefault, type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { refundMinor } from '../../payments/refund-amount.ts'
import { isCalendarDate } from '../../values/calendar-date.ts'
import { dateAt, firstInstantOf, type Instant, parseClock } from '../../values/clinic-time.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { problem } from '../../values/problem.ts'
import { type ChangeServices, changeStatus, paidMinorOf, previewCancellation } from '../change-status.ts'
import { reschedule } from '../reschedule.ts'
import { unofferedReason } from '../staff-booking.ts'
import type { StatusChange } from '../status-change.ts'
import { listedVisitMembers } from '../visit-list.ts'
import { type Visit, visitOf } from '../visits.ts'
import { listedVisitOf } from './visit-show.ts'

const visitId = id('The visit.', 41)

/** The visit in its present state, and its change since an instant. */
async function changed({ database, clock, workspaceId }: InWorkspace<ChangeServices>, appointmentId: number, since: Instant) {
  const visit = await listedVisitOf(database, workspaceId, appointmentId, clock.now())
  if (!visit) throw new Error('a visit was changed but is not there')
  return { ...visit, change: await changeSince(database, workspaceId, appointmentId, since) }
}

const changedVisit = object({ ...listedVisitMembers, change: changeMember })

const sendable = ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'] as const

/** Around midnight a visit of the other date may be late, or early. */
const aroundMidnightMs = 3 * 3_600_000

/** At the desk a visit begins on its own day, and is over, or missed, no earlier: anything else is a slip of the date. */
function checkDay(status: (typeof sendable)[number], { id, appointmentDate, timezone, fromAt }: Visit, now: Instant): void {
  const today = dateAt(timezone, now)
  if (status === 'CONFIRMED' || appointmentDate === today || Math.abs(fromAt - now) < aroundMidnightMs) return
  if (status !== 'IN_CONSULTATION' && appointmentDate < today) return
  throw problem('VISIT_OF_ANOTHER_DAY', { id, date: appointmentDate, today, status })
}

export const visitStatus = workspaceOperation({
  name: 'visit-status',
  right: 'visits:write',
  about: 'visit',
  summary: 'Set the status of a visit: confirmed, in consultation, completed or no-show.',
  input: object({ id: visitId, status: choice(sendable, 'The new status.') }),
  output: changedVisit,
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, status }) {
    const { workspaceId } = services
    const since = services.clock.now()
    const check = (visit: Visit, now: Instant) => checkDay(status, visit, now)
    const change = { status, cancellationReason: null, refund: undefined, voided: false, returnsSession: false, check }
    await changeStatus(services, { workspaceId, actor: services.actor }, appointmentId, change)
    return changed(services, appointmentId, since)
  },
})

const cancellation = {
  id: visitId,
  refund: optional(
    number('Refund this percentage of the payment; by default the fee is kept. Online payments are refunded by their gateway, all others at the desk.', 100, {
      minimum: 0,
      maximum: 100,
    }),
  ),
  void: byDefault(flag('As if it had never been booked: no notice, no money back.'), false),
  returnSession: byDefault(flag('Give the session of its pack back; of a visit that a pack paid for.'), false),
}

interface Cancellation {
  id: number
  refund?: number
  void: boolean
  returnSession: boolean
}

/** The change of status for a cancellation. */
async function cancellationAsked(
  { database, clock, workspaceId }: InWorkspace<ChangeServices>,
  { id: appointmentId, refund: percentage, void: voided, returnSession }: Cancellation,
  cancellationReason: string | null,
): Promise<StatusChange> {
  if (voided && percentage !== undefined) throw problem('VOID_WITH_REFUND')
  const visit = await visitOf(database, workspaceId, appointmentId, clock.now())
  const { currency, bookingType, patientPackageId } = visit
  const paidMinor = await paidMinorOf(database, workspaceId, visit)
  if (returnSession && patientPackageId === null) throw problem('NO_PACK_PAID', { id: appointmentId })
  // A session is returned by a refund of zero.
  const share = percentage ?? (returnSession && !voided && bookingType === 'USE_ACTIVE_PACKAGE' ? 0 : undefined)
  const amountOf = (share: number) => fromMinorUnits(refundMinor(paidMinor, share), currency)
  return {
    status: 'CANCELLED',
    cancellationReason,
    refund: share === undefined ? undefined : { percentage: share, amount: amountOf(share), overrideReason: null },
    voided,
    returnsSession: returnSession || percentage !== undefined,
  }
}

export const visitCancel = workspaceOperation({
  name: 'visit-cancel',
  once: 'BY_ITSELF',
  right: 'visits:write',
  about: 'visit',
  summary: 'Cancel a visit; its time becomes free at once.',
  input: object({ ...cancellation, reason: optional(text('Why; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 })) }),
  output: changedVisit,
  async run(services: InWorkspace<ChangeServices>, { reason = null, ...asked }) {
    const { workspaceId, actor } = services
    const since = services.clock.now()
    await changeStatus(services, { workspaceId, actor }, asked.id, await cancellationAsked(services, asked, reason))
    return changed(services, asked.id, since)
  },
  async answerIfDone(services, { id: appointmentId }) {
    const visit = await changed(services, appointmentId, services.clock.now() - undoMs)
    return visit.status === 'CANCELLED' ? visit : undefined
  },
})

export const visitCancelQuote = workspaceOperation({
  name: 'visit-cancel-quote',
  right: 'visits:read',
  about: 'visit',
  summary: 'Show what cancelling a visit now would refund and keep; changes nothing.',
  input: object(cancellation),
  output: object({
    refundAmount: number('Refunded amount, in `currency`.', 250),
    refundPercentage: number('Refunded percentage of the payable amount.', 50),
    keptAmount: number('Amount the clinic keeps, in `currency`.', 250),
    currency: currency('ISO 4217 code of every amount here.'),
    refundedBy: choice(['GATEWAY', 'DESK', 'NOBODY'], 'Who makes the refund: the gateway, the desk, or NOBODY if there is none.'),
    pack: nullable(
      choice(
        ['SESSION_RETURNED', 'ENDED', 'KEPT'],
        'For a visit with a session pack: the session is returned, the pack bought with the visit ends, or the pack stays unchanged.',
      ),
    ),
  }),
  async run(services: InWorkspace<ChangeServices>, asked) {
    const { workspaceId, actor } = services
    const by = { workspaceId, actor }
    const preview = await previewCancellation(services, by, asked.id, await cancellationAsked(services, asked, null))
    const { currency, paidMinor, refund, pack } = preview
    const back = refund?.amountMinor ?? 0
    return {
      refundAmount: fromMinorUnits(back, currency),
      refundPercentage: refund?.percentage ?? 0,
      keptAmount: fromMinorUnits(paidMinor - back, currency),
      currency,
      refundedBy: back === 0 ? ('NOBODY' as const) : refund?.isOnline ? ('GATEWAY' as const) : ('DESK' as const),
      pack,
    }
  },
})

export const visitMove = workspaceOperation({
  name: 'visit-move',
  right: 'visits:write',
  about: 'visit',
  summary: 'Move a visit to another time; its length and price stay the same.',
  input: object({
    id: visitId,
    to: text("Date and time on the clinic's clock, YYYY-MM-DDTHH:MM.", '2026-12-01T09:00'),
    reason: optional(text('Why; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 })),
    unofferedReason,
  }),
  output: changedVisit,
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, to, reason = null, unofferedReason = null }) {
    const { database, clock, workspaceId } = services
    const since = clock.now()
    const { timezone, fromAt, toAt } = await visitOf(database, workspaceId, appointmentId, clock.now())
    const from = instantAt(timezone, to)
    await reschedule(services, { workspaceId, actor: services.actor }, appointmentId, { from, to: from + toAt - fromAt, reason, unofferedReason })
    return changed(services, appointmentId, since)
  },
})

function instantAt(timezone: string, typed: string): Instant {
  const [date = '', clock = ''] = typed.split(/[T ]/)
  const minute = parseClock(clock)
  if (isCalendarDate(date) && minute !== undefined && minute < 1440) return firstInstantOf(timezone, date, minute)
  throw problem('TIME_NOT_UNDERSTOOD', { time: typed })
}
