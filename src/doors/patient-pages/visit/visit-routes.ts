// GET /visit/:token and the paths below it: the page of one visit, or of an offer. The token is the only credential, so the page does not
// name the patient. Forms send nothing but their path; those from another site are refused, though other sites cannot know the token.

import type { LivePage, PageAnswer, Sent } from '../../../base/http/pages.ts'
import { isCalendarDate } from '../../../base/values/calendar-date.ts'
import { dateAt, type Instant, parseInstant } from '../../../base/values/clinic-time.ts'
import { PassedThrough } from '../../../base/values/passed-through.ts'
import { Problem, problem } from '../../../base/values/problem.ts'
import { type RefundPolicy, returnsSessionAt, shareAt, sharesFrom } from '../../../base/values/refund-policy.ts'
import { tidyName } from '../../../base/values/text.ts'
import { practiceOf } from '../../../clinic/catalogue/configuration.ts'
import { calendarFile } from '../../../clinic/notices/calendar-entry.ts'
import type { CheckoutServices } from '../../../money/checkout/checkout-services.ts'
import { refundMinor } from '../../../money/payments/refund-amount.ts'
import { mayBecome, mayMove } from '../../../visits/appointments/appointment-status.ts'
import { noteArrival } from '../../../visits/appointments/arrive.ts'
import { changeStatus, previewCancellation } from '../../../visits/appointments/change-status.ts'
import { changedByLink, lastChangeAt, mayPatientConfirm, mayTakeBack } from '../../../visits/appointments/patient-limits.ts'
import { reschedule } from '../../../visits/appointments/reschedule.ts'
import { bookableOf } from '../../../visits/availability/bookable.ts'
import { daysAndNext } from '../../../visits/availability/next-available.ts'
import { busyTime } from '../../../visits/occupancy/busy-time.ts'
import { cancelToken, mayPatientCancel } from '../../../visits/queue/cancel-token.ts'
import { actorOf, isFromElsewhere, linkedAt, linkPage, shown, unknownPage, type VisitPageServices, viewedOf, wayTo } from '../link-answers.ts'
import { offerScreen } from '../offer-page.ts'
import { offerPages } from '../offer-routes.ts'
import { packScreen } from '../pack-page.ts'
import { type Act, paymentsByLink, type ShownPayable } from '../pay-by-link.ts'
import { videoOfVisitPage } from '../video-routes.ts'
import { arrivalWindow, isAtClinic, isAwaited, type PageOfVisit, type ShownVisit } from './visit.ts'
import { cancelScreen, confirmScreen, type FreeTimes, instantOfCompact, moveScreen, timesScreen } from './visit-change-page.ts'
import { type Allowed, type Linked, paidMinorOf, type Viewed, visitHeaders, visitScreen } from './visit-page.ts'

// Two weeks fit on a few screens of a phone.
const daysShown = 14

/** The message for a refusal; rethrows other errors. */
function saidOf(error: unknown, what?: 'PAYMENT'): NonNullable<Viewed['said']> {
  // The gateway refused or did not answer.
  if (error instanceof PassedThrough) return what === 'PAYMENT' ? 'payFailed' : 'refundFailed'
  if (!(error instanceof Problem)) throw error
  if (['REFUND_OUTCOME_UNKNOWN', 'REFUND_NOT_POSSIBLE'].includes(error.code)) return 'refundFailed'
  if (['SLOT_NOT_OFFERED', 'SLOT_NOT_AVAILABLE', 'ROOM_NOT_AVAILABLE'].includes(error.code)) return 'taken'
  if (['GATEWAY_NOT_REACHED', 'GATEWAY_NOT_CONFIGURED', 'TOO_MANY_CHECKOUTS', 'RESERVATION_OVER'].includes(error.code)) return 'payFailed'
  if (error.code === 'PAYMENT_UNDECIDED') return 'payUndecided'
  return [
    'STATUS_NOT_ALLOWED',
    'PAYABLE_NOT_OWED',
    'PAYABLE_CANCELLED',
    'PAYABLE_PAID_IN_PART',
    'VISIT_NOT_MOVABLE',
    'REFUND_UNDER_WAY',
    'NOBODY_AWAITED',
  ].includes(error.code)
    ? 'changedMeanwhile'
    : 'notAllowed'
}

const byLink = (visit: ShownVisit, sent: Sent) => changedByLink(visit.workspaceId, actorOf(sent))

const unchangeable = {
  confirm: false,
  pay: undefined,
  takeBack: false,
  move: false,
  cancelUntil: undefined,
  back: { minor: 0, session: false },
  backUntil: [],
} as const
const confirmation = { status: 'CONFIRMED', cancellationReason: null, refund: undefined, voided: false, returnsSession: false } as const
const cancellation = { status: 'CANCELLED', cancellationReason: null, refund: undefined, voided: false, returnsSession: false } as const

/** The changes that a patient can make through the link; each throws the problem that prevents it, and nothing has then changed. */
function changesByLink(services: VisitPageServices) {
  const { clock } = services

  /** Moves the visit to a chosen time, whatever has happened to it since. */
  async function move(visit: ShownVisit, sent: Sent, { at = '' }: Record<string, string>) {
    const from = instantOfCompact(at)
    if (visit.kind === 'TOKEN' || from === undefined) throw problem('VISIT_NOT_MOVABLE', { status: visit.status })
    await reschedule(services, byLink(visit, sent), visit.id, { from, to: from + visit.toAt - visit.fromAt, reason: null, unofferedReason: null })
  }

  async function cancel(visit: ShownVisit, sent: Sent) {
    const by = byLink(visit, sent)
    if (visit.kind === 'TOKEN') await cancelToken(services, { ...by, checkOwn: async () => {} }, visit.id, cancellation)
    else await changeStatus(services, by, visit.id, cancellation)
  }

  async function confirm(visit: ShownVisit, sent: Sent) {
    if (visit.kind === 'TOKEN') throw problem('CHANGE_OF_THE_CLINIC')
    await changeStatus(services, byLink(visit, sent), visit.id, confirmation)
  }

  async function arrive(visit: ShownVisit, sent: Sent) {
    const tooSoon = () => problem('CHANGE_NOT_PERMITTED', { reason: 'It is not the time of this visit' })
    const checkTime = (fromAt: Instant) => {
      const { from, to } = arrivalWindow({ ...visit, fromAt })
      const now = clock.now()
      if (!isAtClinic(visit) || now < from || now >= to) throw tooSoon()
    }
    checkTime(visit.fromAt)
    await noteArrival(services, {
      ...{ workspaceId: visit.workspaceId, actor: actorOf(sent), visitId: visit.id, arrived: true },
      checkTime: (fromDateTimeTs) => checkTime(parseInstant(fromDateTimeTs) ?? visit.fromAt),
    })
  }

  return { move, cancel, confirm, arrive }
}

/**
 * What goes back of a visit that is cancelled on its page, now and until later, by the policy of the clinic (POL-02). `lastAt`: when it can be
 * cancelled there for the last time.
 */
function refundsOf(visit: ShownVisit, policy: RefundPolicy | null, now: Instant, lastAt?: Instant): Pick<Allowed, 'back' | 'backUntil'> {
  // A pack is not refunded if other sessions of it were used.
  if (policy === null || (visit.kind === 'VISIT' && visit.isPackInUse)) return { back: unchangeable.back, backUntil: [] }
  const { fromAt } = visit
  const paidMinor = paidMinorOf(visit)
  const isByPack = visit.kind === 'VISIT' && visit.bookingType === 'USE_ACTIVE_PACKAGE'
  const told = sharesFrom(policy, fromAt, now, lastAt).map(({ until, percentage }) => ({ until, minor: refundMinor(paidMinor, percentage) }))
  return {
    back: { minor: refundMinor(paidMinor, shareAt(policy, fromAt, now)), session: isByPack && returnsSessionAt(policy, fromAt, now) },
    // A lower refund for more notice is shown too; after the last refund, nothing more is shown.
    backUntil: told.slice(0, told.findLastIndex(({ minor }) => minor > 0) + 1),
  }
}

/** What the practitioner's rules allow, by the same checks as a change. */
async function rulesOf({ configurations, clock }: VisitPageServices, visit: ShownVisit, sent: Sent, pay: Allowed['pay']): Promise<Allowed> {
  const configuration = await configurations.of(visit.workspaceId)
  const now = clock.now()
  const policy = configuration.doctors.find(({ id }) => id === visit.doctorId)?.refundPolicy ?? null
  if (visit.kind === 'TOKEN') return { cancel: mayPatientCancel(configuration, visit), ...unchangeable, ...refundsOf(visit, policy, now), pay }
  if (!isAwaited(visit)) return { cancel: false, ...unchangeable, pay }
  const change = { ...byLink(visit, sent), appointmentId: visit.id, configuration, now }
  const mayBeMoved = () => {
    try {
      change.limits?.checkMove(change, visit)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
  const isCancellable = mayBecome(visit.status, 'CANCELLED')
  const cancelUntil = lastChangeAt(configuration, visit, 'cancelled')
  return {
    confirm: mayPatientConfirm({ ...visit, storedStatus: visit.status }, now),
    cancel: isCancellable && cancelUntil !== undefined && now <= cancelUntil,
    takeBack: isCancellable && mayTakeBack(visit, now),
    move: mayMove(visit.status) && mayBeMoved(),
    ...{ cancelUntil, ...refundsOf(visit, policy, now, cancelUntil), pay },
  }
}

export function visitPages(services: VisitPageServices & CheckoutServices): LivePage[] {
  const { database, clock, publicUrl } = services
  const { move, cancel, confirm, arrive } = changesByLink(services)
  const payments = paymentsByLink(services)

  /** The visit or pack of a token. */
  async function payableAt(token = ''): Promise<ShownPayable | undefined> {
    const linked = await linkedAt(database, token, clock.now())
    return linked?.kind === 'OFFER' ? undefined : linked
  }

  async function visitAt(token = ''): Promise<ShownVisit | undefined> {
    const linked = await payableAt(token)
    return linked?.kind === 'PACK' ? undefined : linked
  }

  const allowedOf = async (visit: ShownVisit, sent: Sent) => rulesOf(services, visit, sent, await payments.payableNow(visit))

  async function visitAnswer(viewed: Viewed, sent: Sent, status = 200): Promise<PageAnswer> {
    return shown(viewed, visitScreen(viewed, await allowedOf(viewed.visit, sent)), status)
  }

  /** The page of whatever a link leads to. */
  async function pageOf(linked: Linked, token: string, sent: Sent, said?: Viewed['said']): Promise<PageAnswer> {
    const status = said === undefined ? 200 : 409
    const viewedAs = <Shown extends Linked>(it: Shown) => ({ ...viewedOf(it, token, sent, clock.now()), said })
    if (linked.kind === 'OFFER') return shown(viewedAs(linked), offerScreen(viewedAs(linked)), status)
    if (linked.kind !== 'PACK') return visitAnswer(viewedAs(linked), sent, status)
    const viewed = { ...viewedAs(linked), said: said === 'changedMeanwhile' ? 'notAllowed' : said } as const
    return shown(viewed, packScreen(viewed, await payments.payableNow(linked)), status)
  }

  /** Another screen of a visit; redirects to the page if that is not allowed. */
  async function ofVisit(
    token: string,
    sent: Sent,
    allowed: 'confirm' | 'cancel' | 'move',
    answer: (viewed: Viewed) => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const visit = await visitAt(token)
    if (!visit) return unknownPage(sent)
    return (await allowedOf(visit, sent))[allowed] ? answer(viewedOf(visit, token, sent, clock.now())) : wayTo(token)
  }

  async function cancelAnswer({ token = '' }: Record<string, string>, sent: Sent): Promise<PageAnswer> {
    return ofVisit(token, sent, 'cancel', async (viewed) => {
      const { visit } = viewed
      try {
        if (visit.kind === 'TOKEN') return shown(viewed, cancelScreen(viewed, (await allowedOf(visit, sent)).back, false))
        const { refund, pack } = await previewCancellation(services, byLink(visit, sent), visit.id, cancellation)
        return shown(viewed, cancelScreen(viewed, { minor: refund?.amountMinor ?? 0, session: pack === 'SESSION_RETURNED' }, pack === 'ENDED'))
      } catch (error) {
        return visitAnswer({ ...viewed, said: saidOf(error) }, sent, 409)
      }
    })
  }

  async function timesAnswer({ token = '', date }: Record<string, string>, sent: Sent): Promise<PageAnswer> {
    return ofVisit(token, sent, 'move', async (viewed) => {
      const { visit } = viewed
      return visit.kind === 'VISIT' ? shown(viewed, timesScreen(viewed, await timesOf(services, visit, date))) : wayTo(token)
    })
  }

  async function moveAnswer({ token = '', at = '' }: Record<string, string>, sent: Sent): Promise<PageAnswer> {
    const to = instantOfCompact(at)
    if (to === undefined) return unknownPage(sent)
    return ofVisit(token, sent, 'move', async (viewed) => shown(viewed, moveScreen(viewed, to)))
  }

  /** Handles a form: performs the action and shows its answer; a refusal changes nothing and is shown on the page. */
  function answering<Shown extends ShownPayable>(path: string, act: Act<Shown, PageAnswer>, shownAt: (token: string) => Promise<Shown | undefined>): LivePage {
    const answer = async (parameters: Record<string, string>, sent: Sent): Promise<PageAnswer> => {
      const { token = '' } = parameters
      const visit = await shownAt(token)
      if (!visit || isFromElsewhere(sent.headers, new URL(publicUrl()).origin)) return unknownPage(sent)
      try {
        return await act(visit, sent, parameters)
      } catch (error) {
        const said = saidOf(error, path.endsWith('/pay') ? 'PAYMENT' : undefined)
        const now: ShownPayable | undefined = await shownAt(token)
        if (!now) return unknownPage(sent)
        if (said !== 'taken' || now.kind !== 'VISIT') return pageOf(now, token, sent, said)
        const viewed = { ...viewedOf(now, token, sent, clock.now()), said }
        const from = dateAt(now.timezone, instantOfCompact(parameters.at ?? '') ?? clock.now())
        return shown(viewed, timesScreen(viewed, await timesOf(services, now, from)), 409)
      }
    }
    return linkPage(path, answer, 'POST')
  }

  /** Handles a form of a visit, and redirects to the page. */
  function doing(path: string, act: Act<ShownVisit, void>): LivePage {
    const redirecting: Act<ShownVisit, PageAnswer> = async (visit, sent, parameters) => {
      await act(visit, sent, parameters)
      return wayTo(parameters.token ?? '')
    }
    return answering(path, redirecting, visitAt)
  }

  return [
    linkPage('/visit/:token', async ({ token = '' }, sent) => {
      const linked = await linkedAt(database, token, clock.now())
      return linked ? pageOf(linked, token, sent) : unknownPage(sent)
    }),
    linkPage('/visit/:token/visit.ics', async ({ token = '' }, sent) => {
      const visit = await visitAt(token)
      return visit?.kind === 'VISIT' ? calendarOf(visit, clock.now()) : unknownPage(sent)
    }),
    linkPage('/visit/:token/video', async ({ token = '' }, sent) => videoOfVisitPage(services, await visitAt(token), token, sent)),
    // The link of a reminder: a scanner that opens it confirms nothing.
    linkPage('/visit/:token/confirm', ({ token = '' }, sent) => ofVisit(token, sent, 'confirm', async (viewed) => shown(viewed, confirmScreen(viewed)))),
    linkPage('/visit/:token/cancel', cancelAnswer),
    linkPage('/visit/:token/times', timesAnswer),
    linkPage('/visit/:token/times/:date', timesAnswer),
    linkPage('/visit/:token/move/:at', moveAnswer),
    // The addresses that a browser shows after a refusal; reloading them leads back to the page.
    ...['arrive', ...payments.actions].map((done) =>
      linkPage(`/visit/:token/${done}`, async ({ token = '' }, sent) => ((await payableAt(token)) ? wayTo(token) : unknownPage(sent))),
    ),
    ...offerPages(services),
    doing('/visit/:token/cancel', cancel),
    doing('/visit/:token/move/:at', move),
    doing('/visit/:token/confirm', confirm),
    doing('/visit/:token/arrive', arrive),
    ...payments.pages({ payableAt, answering: (path, act) => answering(path, act, payableAt) }),
  ]
}

/** The times that a visit can be moved to, starting from a date. */
async function timesOf({ database, configurations, clock }: VisitPageServices, visit: PageOfVisit, from: string | undefined): Promise<FreeTimes> {
  const { workspaceId, doctorId, locationId, mode, fromAt, toAt, timezone } = visit
  const configuration = await configurations.of(workspaceId)
  const practice = practiceOf(configuration, doctorId, locationId)
  const now = clock.now()
  const bookable = practice && bookableOf(configuration, practice, now)
  const today = dateAt(timezone, now)
  const first = from !== undefined && isCalendarDate(from) && from > today ? from : today
  const isFirst = first === today
  if (!bookable || first > bookable.lastDate) return { days: [], next: null, isFirst }
  const read = (period: { from: Instant; to: Instant }) => busyTime(database, workspaceId, { doctorId, locationId }, period, visit.id)
  const wish = { mode, lengthMins: (toAt - fromAt) / 60_000 }
  const { days } = await daysAndNext(read, bookable, { from: first, count: daysShown }, wish, now)
  const shownDays = days.map(({ date, free }) => ({ date, times: free.map((slot) => slot.from).filter((at) => at !== fromAt) }))
  const last = days.at(-1)?.date
  const next = last === undefined ? null : (await daysAndNext(read, bookable, { from: last, count: 1 }, wish, now)).nextDate
  return { days: shownDays, next, isFirst }
}

function calendarOf(visit: PageOfVisit, now: Instant): PageAnswer {
  const { practitioner, clinic, location, videoLink, mode, status } = visit
  const line = (text: string) => tidyName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '))
  const facts = {
    practitioner: line(practitioner),
    clinic: line(clinic),
    location: isAtClinic(visit) ? line(location) : '',
    videoLink: mode === 'ONLINE' ? (videoLink ?? '') : '',
  }
  const state = status === 'CANCELLED' ? 'CANCELLED' : 'EXPECTED'
  const { 'content-security-policy': _, ...headers } = visitHeaders({})
  return {
    status: 200,
    type: 'text/calendar; charset=utf-8',
    headers: { ...headers, 'content-disposition': `attachment; filename="${visit.bookingReference}.ics"` },
    content: calendarFile({ ...visit, state }, facts, now),
  }
}
