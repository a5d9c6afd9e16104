// Changes to a visit: confirming, completing, cancelling and moving it.

import {
  choice,
  currency,
  flag,
  id,
  nullable,
  number,
  object,
  optional,
  text,
} from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { includesRight } from '../../../base/operations/rights.ts'
import { isCalendarDate } from '../../../base/values/calendar-date.ts'
import {
  dateAt,
  firstInstantAtWallTime,
  type Instant,
  parseClock,
} from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { refundPercentageAt } from '../../../base/values/refund-policy.ts'
import { deskUndoMs } from '../../../clinic/notices/plan-notices.ts'
import { refundMinor } from '../../../money/payments/refund-amount.ts'
import { loadPaidMinor } from '../../../money/payments/refunds.ts'
import { changeMember, findChangeSince } from '../../booking/desk-changes.ts'
import { type ChangeServices, changeStatus, previewCancellation } from '../change-status.ts'
import { problem } from '../problems.ts'
import { reschedule } from '../reschedule.ts'
import { unofferedReason } from '../staff-booking.ts'
import type { StatusChange } from '../status-change.ts'
import { listedVisitMembers } from '../visit-list.ts'
import { loadVisit, type Visit } from '../visits.ts'
import { findListedVisit } from './visit-show.ts'

const visitId = id('The visit.', 41)

/** The current visit, and the change made to it since an instant. */
async function visitWithChange(
  { database, clock, workspaceId }: InWorkspace<ChangeServices>,
  appointmentId: number,
  since: Instant,
) {
  const visit = await findListedVisit(database, workspaceId, appointmentId, clock.now())
  if (!visit) throw new Error('the changed visit was not found')
  return { ...visit, change: await findChangeSince(database, workspaceId, appointmentId, since) }
}

const changedVisit = object({ ...listedVisitMembers, change: changeMember })

const settableStatuses = ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'] as const

/** Around midnight, a visit of the previous date may be late, or one of the next date early. */
const aroundMidnightMs = 3 * 3_600_000

/**
 * Checks the day of a change at the desk: a visit begins on its own day, and is not completed or
 * missed before that day; anything else is a mistake in the date.
 */
function checkDay(
  status: (typeof settableStatuses)[number],
  { id, appointmentDate, timezone, fromAt }: Visit,
  now: Instant,
): void {
  const today = dateAt(timezone, now)
  if (
    status === 'CONFIRMED' ||
    appointmentDate === today ||
    Math.abs(fromAt - now) < aroundMidnightMs
  )
    return
  if (status !== 'IN_CONSULTATION' && appointmentDate < today) return
  throw problem('VISIT_ON_ANOTHER_DAY', { id, date: appointmentDate, today, status })
}

export const visitStatus = workspaceOperation({
  name: 'visit-status',
  right: 'visits:write',
  about: 'visit',
  summary: 'Set the status of a visit: confirmed, in consultation, completed or no-show.',
  input: object({ id: visitId, status: choice(settableStatuses, 'The new status.') }),
  output: changedVisit,
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, status }) {
    const { workspaceId } = services
    const since = services.clock.now()
    const check = (visit: Visit, now: Instant) => checkDay(status, visit, now)
    const change = {
      status,
      cancellationReason: null,
      refund: undefined,
      voided: false,
      returnsSession: false,
      check,
    }
    await changeStatus(services, { workspaceId, actor: services.actor }, appointmentId, change)
    return visitWithChange(services, appointmentId, since)
  },
})

const cancellation = {
  id: visitId,
  refund: optional(
    number(
      'Refund this percentage of the payment; default: as the refund policy says, and without a policy the fee is kept. Online payments are refunded by their gateway, all others at the desk.',
      100,
      {
        minimum: 0,
        maximum: 100,
      },
    ),
  ),
  void: optionalWithDefault(
    flag('Cancel it as if it had never been booked: no notice and no refund.'),
    false,
  ),
  returnSession: optionalWithDefault(
    flag('Return the session to its pack; only for a visit that was paid with a pack.'),
    false,
  ),
}

const refundOverrideReason = optional(
  text(
    'Why a percentage other than that of the refund policy is refunded; kept with the refund.',
    'Doctor was ill',
    { minLength: 1, maxLength: 500 },
  ),
)

interface CancellationInput {
  id: number
  refund?: number
  void: boolean
  returnSession: boolean
}

/**
 * The percentage that the policy refunds for a paid visit that is cancelled now; null without a
 * policy, or if nothing is paid (POL-02).
 */
async function policyPercentage(
  { database, configurations, clock, workspaceId }: InWorkspace<ChangeServices>,
  visit: Visit,
): Promise<number | null> {
  const { id, doctorId, fromAt } = visit
  const { doctors } = await configurations.of(workspaceId)
  const policy = doctors.find((doctor) => doctor.id === doctorId)?.refundPolicy ?? null
  if (
    policy === null ||
    (await loadPaidMinor(database, workspaceId, { kind: 'APPOINTMENT', id }, visit)) === 0
  )
    return null
  return refundPercentageAt(policy, fromAt, clock.now())
}

/** The change of status for a cancellation. */
async function cancellationRequest(
  services: InWorkspace<ChangeServices>,
  { id: appointmentId, refund, void: isVoid, returnSession }: CancellationInput,
  cancellationReason: string | null,
  overrideReason: string | null = null,
): Promise<StatusChange> {
  if (isVoid && refund !== undefined) throw problem('VOID_WITH_REFUND')
  const visit = await loadVisit(
    services.database,
    services.workspaceId,
    appointmentId,
    services.clock.now(),
  )
  const { currency, bookingType, patientPackageId } = visit
  const paidMinor = await loadPaidMinor(
    services.database,
    services.workspaceId,
    { kind: 'APPOINTMENT', id: appointmentId },
    visit,
  )
  const policyShare = isVoid ? null : await policyPercentage(services, visit)
  const requestedPercentage = refund ?? policyShare ?? 0
  let percentage = refund
  // Under a policy, a share that rounds to nothing keeps the fee, as when a patient cancels.
  if (policyShare !== null)
    percentage = refundMinor(paidMinor, requestedPercentage) > 0 ? requestedPercentage : undefined
  if (returnSession && patientPackageId === null)
    throw problem('NOT_PAID_BY_PACK', { id: appointmentId })
  // A session is returned by a refund of zero.
  const share =
    percentage ?? (returnSession && !isVoid && bookingType === 'USE_ACTIVE_PACKAGE' ? 0 : undefined)
  const amountFromShare = (share: number) => fromMinorUnits(refundMinor(paidMinor, share), currency)
  return {
    status: 'CANCELLED',
    cancellationReason,
    refund:
      share === undefined
        ? undefined
        : { percentage: share, amount: amountFromShare(share), overrideReason },
    voided: isVoid,
    returnsSession: returnSession || percentage !== undefined,
  }
}

/**
 * Staff without the right to handle money can refund only what the policy says, or nothing if there
 * is no policy (REFUND_NOT_ALLOWED); others must give a reason for departing from it
 * (REFUND_POLICY_MISMATCH, POL-04).
 */
async function checkRefund(
  services: InWorkspace<ChangeServices>,
  { id: appointmentId, refund: percentage }: CancellationInput,
  overrideReason: string | null,
): Promise<void> {
  const { rights } = services
  const mayDecide = !rights || includesRight(rights, 'money:write')
  if (percentage === undefined || (mayDecide && overrideReason !== null)) return
  const policyShare = await policyPercentage(
    services,
    await loadVisit(services.database, services.workspaceId, appointmentId, services.clock.now()),
  )
  if (percentage === (policyShare ?? 0)) return
  if (!mayDecide) throw problem('REFUND_NOT_ALLOWED')
  if (policyShare !== null)
    throw problem('REFUND_POLICY_MISMATCH', { percentage, policy: policyShare })
}

export const visitCancel = workspaceOperation({
  name: 'visit-cancel',
  once: 'BY_ITSELF',
  right: 'visits:write',
  about: 'visit',
  summary: 'Cancel a visit; its time becomes free at once.',
  input: object({
    ...cancellation,
    refundOverrideReason,
    reason: optional(
      text('The reason; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 }),
    ),
  }),
  output: changedVisit,
  async run(
    services: InWorkspace<ChangeServices>,
    { reason = null, refundOverrideReason: overrideReason = null, ...input },
  ) {
    const { workspaceId, actor } = services
    const since = services.clock.now()
    const change = await cancellationRequest(services, input, reason, overrideReason)
    await checkRefund(services, input, overrideReason)
    await changeStatus(services, { workspaceId, actor }, input.id, change)
    return visitWithChange(services, input.id, since)
  },
  async answerIfDone(services, { id: appointmentId }) {
    const visit = await visitWithChange(services, appointmentId, services.clock.now() - deskUndoMs)
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
    policyPercentage: nullable(
      number(
        'The percentage that the refund policy refunds; null without a policy, or if nothing is paid.',
        50,
      ),
    ),
    refundedBy: choice(
      ['GATEWAY', 'DESK', 'NO_ONE'],
      'Who makes the refund: the gateway, the desk, or NO_ONE if there is none.',
    ),
    pack: nullable(
      choice(
        ['SESSION_RETURNED', 'ENDED', 'KEPT'],
        'For a visit with a session pack: the session is returned, the pack bought with the visit ends, or the pack stays unchanged.',
      ),
    ),
  }),
  async run(services: InWorkspace<ChangeServices>, input) {
    const { workspaceId, actor } = services
    const requester = { workspaceId, actor }
    const preview = await previewCancellation(
      services,
      requester,
      input.id,
      await cancellationRequest(services, input, null),
    )
    const { currency, paidMinor, refund, pack } = preview
    const visit = await loadVisit(services.database, workspaceId, input.id, services.clock.now())
    const refundedMinor = refund?.amountMinor ?? 0
    const refunder = refund?.isOnline ? ('GATEWAY' as const) : ('DESK' as const)
    return {
      refundAmount: fromMinorUnits(refundedMinor, currency),
      refundPercentage: refund?.percentage ?? 0,
      keptAmount: fromMinorUnits(paidMinor - refundedMinor, currency),
      currency,
      policyPercentage: await policyPercentage(services, visit),
      refundedBy: refundedMinor === 0 ? ('NO_ONE' as const) : refunder,
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
    reason: optional(
      text('The reason; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 }),
    ),
    unofferedReason,
  }),
  output: changedVisit,
  async run(
    services: InWorkspace<ChangeServices>,
    { id: appointmentId, to, reason = null, unofferedReason = null },
  ) {
    const { database, clock, workspaceId } = services
    const since = clock.now()
    const { timezone, fromAt, toAt } = await loadVisit(
      database,
      workspaceId,
      appointmentId,
      clock.now(),
    )
    const from = parseLocalTime(timezone, to)
    await reschedule(services, { workspaceId, actor: services.actor }, appointmentId, {
      from,
      to: from + toAt - fromAt,
      reason,
      unofferedReason,
    })
    return visitWithChange(services, appointmentId, since)
  },
})

function parseLocalTime(timezone: string, localTime: string): Instant {
  const [date = '', clock = ''] = localTime.split(/[T ]/)
  const minute = parseClock(clock)
  if (isCalendarDate(date) && minute !== undefined && minute < 1440)
    return firstInstantAtWallTime(timezone, date, minute)
  throw problem('TIME_INVALID', { time: localTime })
}
