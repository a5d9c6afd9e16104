// GET /visit/:token and the paths below it: the page of one visit, or of an offer. The token is the
// only credential, so the page does not name the patient. Forms send nothing but their path; those
// from another site are refused, though other sites cannot know the token.

import type { LivePage, PageAnswer, PageRequest } from '../../../base/http/pages.ts'
import { isCalendarDate } from '../../../base/values/calendar-date.ts'
import { dateAt, type Instant, parseInstant } from '../../../base/values/clinic-time.ts'
import { ForwardedAnswer } from '../../../base/values/forwarded-answer.ts'
import { Problem } from '../../../base/values/problem.ts'
import {
  type RefundPolicy,
  refundPercentageAt,
  returnsSessionAt,
  upcomingRefundShares,
} from '../../../base/values/refund-policy.ts'
import { tidyName } from '../../../base/values/text.ts'
import { findPracticeOfVisit } from '../../../clinic/catalogue/visit-types.ts'
import { calendarFile } from '../../../clinic/notices/calendar-entry.ts'
import type { CheckoutServices } from '../../../money/checkout/checkout-services.ts'
import { refundMinor } from '../../../money/payments/refund-amount.ts'
import { canMove, canTransition } from '../../../visits/appointments/appointment-status.ts'
import { recordArrival } from '../../../visits/appointments/arrive.ts'
import { changeStatus, previewCancellation } from '../../../visits/appointments/change-status.ts'
import {
  canPatientConfirm,
  canUndoBooking,
  checkMoveCount,
  lastChangeAt,
  requesterFromLink,
} from '../../../visits/appointments/patient-limits.ts'
import { reschedule } from '../../../visits/appointments/reschedule.ts'
import { patientBookable, toBookable } from '../../../visits/availability/bookable.ts'
import { calendarReader, findDaysAndNext } from '../../../visits/availability/next-available.ts'
import { cancelToken, canPatientCancel } from '../../../visits/queue/cancel-token.ts'
import {
  findLinked,
  isFromElsewhere,
  linkActor,
  linkPage,
  pageAnswer,
  redirectToVisit,
  toPageView,
  unknownPage,
  type VisitPageServices,
} from '../link-answers.ts'
import { offerScreen } from '../offer-page.ts'
import { offerPages } from '../offer-routes.ts'
import { packScreen } from '../pack-page.ts'
import { linkPayments, type PageAction, type ShownPayable } from '../pay-by-link.ts'
import { problem } from '../problems.ts'
import { enterVideoFromVisitPage } from '../video-routes.ts'
import { formsNotice } from './form-page.ts'
import { listPageForms } from './form-routes.ts'
import { arrivalWindow, isAtClinic, isAwaited, type ShownVisit, type VisitPage } from './visit.ts'
import {
  cancelScreen,
  confirmScreen,
  type FreeTimes,
  moveScreen,
  parseCompactInstant,
  timesScreen,
} from './visit-change-page.ts'
import {
  type AllowedActions,
  type LinkedPage,
  type PageView,
  paidAmountMinor,
  visitHeaders,
  visitScreen,
} from './visit-page.ts'

// Two weeks fit on a few phone screens.
const daysShown = 14

/** The message for a refusal; rethrows other errors. */
function refusalMessage(error: unknown, context?: 'PAYMENT'): NonNullable<PageView['said']> {
  // The gateway refused or did not answer.
  if (error instanceof ForwardedAnswer) return context === 'PAYMENT' ? 'payFailed' : 'refundFailed'
  if (!(error instanceof Problem)) throw error
  if (['REFUND_OUTCOME_UNKNOWN', 'REFUND_NOT_POSSIBLE'].includes(error.code)) return 'refundFailed'
  if (['SLOT_NOT_OFFERED', 'SLOT_NOT_AVAILABLE', 'ROOM_NOT_AVAILABLE'].includes(error.code))
    return 'taken'
  if (
    [
      'GATEWAY_NOT_REACHED',
      'GATEWAY_NOT_CONFIGURED',
      'TOO_MANY_CHECKOUTS',
      'RESERVATION_ENDED',
    ].includes(error.code)
  )
    return 'payFailed'
  if (error.code === 'PAYMENT_PENDING') return 'payUndecided'
  return [
    'STATUS_NOT_ALLOWED',
    'PAYABLE_ALREADY_SETTLED',
    'PAYABLE_CANCELLED',
    'PAYABLE_PARTLY_PAID',
    'VISIT_NOT_MOVABLE',
    'REFUND_IN_PROGRESS',
    'PATIENT_NOT_EXPECTED',
  ].includes(error.code)
    ? 'changedMeanwhile'
    : 'notAllowed'
}

const linkRequester = (visit: ShownVisit, request: PageRequest) =>
  requesterFromLink(visit.workspaceId, linkActor(request))

const noActionsAllowed = {
  confirm: false,
  pay: undefined,
  canUndo: false,
  move: false,
  cancelUntil: undefined,
  back: { minor: 0, session: false },
  refundUntil: [],
} as const
const confirmation = {
  status: 'CONFIRMED',
  cancellationReason: null,
  refund: undefined,
  voided: false,
  returnsSession: false,
} as const
const cancellation = {
  status: 'CANCELLED',
  cancellationReason: null,
  refund: undefined,
  voided: false,
  returnsSession: false,
} as const

/**
 * The changes that a patient can make through the link; each throws the problem that prevents it,
 * in which case nothing has changed.
 */
function linkChanges(services: VisitPageServices) {
  const { clock } = services

  /** Moves the visit to a chosen time, whatever has happened to it since the choice. */
  async function move(
    visit: ShownVisit,
    request: PageRequest,
    { at = '' }: Record<string, string>,
  ) {
    const from = parseCompactInstant(at)
    if (visit.kind === 'TOKEN' || from === undefined)
      throw problem('VISIT_NOT_MOVABLE', { status: visit.status })
    await reschedule(services, linkRequester(visit, request), visit.id, {
      from,
      to: from + visit.toAt - visit.fromAt,
      reason: null,
      unofferedReason: null,
    })
  }

  async function cancel(visit: ShownVisit, request: PageRequest) {
    const requester = linkRequester(visit, request)
    if (visit.kind === 'TOKEN')
      await cancelToken(
        services,
        { ...requester, checkOwn: async () => {} },
        visit.id,
        cancellation,
      )
    else await changeStatus(services, requester, visit.id, cancellation)
  }

  async function confirm(visit: ShownVisit, request: PageRequest) {
    if (visit.kind === 'TOKEN') throw problem('CHANGE_RESERVED_FOR_CLINIC')
    await changeStatus(services, linkRequester(visit, request), visit.id, confirmation)
  }

  async function arrive(visit: ShownVisit, request: PageRequest) {
    const tooSoonProblem = () =>
      problem('CHANGE_NOT_PERMITTED', { reason: 'It is not the time of this visit' })
    const checkTime = (fromAt: Instant) => {
      const { from, to } = arrivalWindow({ ...visit, fromAt })
      const now = clock.now()
      if (!isAtClinic(visit) || now < from || now >= to) throw tooSoonProblem()
    }
    checkTime(visit.fromAt)
    await recordArrival(services, {
      workspaceId: visit.workspaceId,
      actor: linkActor(request),
      visitId: visit.id,
      arrived: true,
      checkTime: (fromDateTimeTs) => checkTime(parseInstant(fromDateTimeTs) ?? visit.fromAt),
    })
  }

  return { move, cancel, confirm, arrive }
}

/**
 * What the clinic's policy refunds for a visit that is cancelled on its page, now and later
 * (POL-02). `lastAt` is the last instant at which it can be cancelled there.
 */
function refundsOnCancel(
  visit: ShownVisit,
  policy: RefundPolicy | null,
  now: Instant,
  lastAt?: Instant,
): Pick<AllowedActions, 'back' | 'refundUntil'> {
  // A pack is not refunded if other sessions of it were used.
  if (policy === null || (visit.kind === 'VISIT' && visit.isPackInUse))
    return { back: noActionsAllowed.back, refundUntil: [] }
  const { fromAt } = visit
  const paidMinor = paidAmountMinor(visit)
  const isByPack = visit.kind === 'VISIT' && visit.bookingType === 'USE_ACTIVE_PACKAGE'
  const refundSteps = upcomingRefundShares(policy, fromAt, now, lastAt).map(
    ({ until, percentage }) => ({ until, minor: refundMinor(paidMinor, percentage) }),
  )
  return {
    back: {
      minor: refundMinor(paidMinor, refundPercentageAt(policy, fromAt, now)),
      session: isByPack && returnsSessionAt(policy, fromAt, now),
    },
    // A refund that is lower for earlier cancellations is shown too; nothing is shown after the
    // last refund.
    refundUntil: refundSteps.slice(0, refundSteps.findLastIndex(({ minor }) => minor > 0) + 1),
  }
}

/** What the practitioner's rules allow, by the same checks as for a change. */
async function loadAllowedActions(
  { configurations, clock }: VisitPageServices,
  visit: ShownVisit,
  request: PageRequest,
  pay: AllowedActions['pay'],
): Promise<AllowedActions> {
  const configuration = await configurations.of(visit.workspaceId)
  const now = clock.now()
  const policy = configuration.doctors.find(({ id }) => id === visit.doctorId)?.refundPolicy ?? null
  if (visit.kind === 'TOKEN')
    return {
      cancel: canPatientCancel(configuration, visit),
      ...noActionsAllowed,
      ...refundsOnCancel(visit, policy, now),
      pay,
    }
  if (!isAwaited(visit)) return { cancel: false, ...noActionsAllowed, pay }
  const change = { ...linkRequester(visit, request), appointmentId: visit.id, configuration, now }
  const canBeMoved = () => {
    try {
      change.limits?.checkMove(change, visit)
      checkMoveCount(change, visit)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
  const isCancellable = canTransition(visit.status, 'CANCELLED')
  const cancelUntil = lastChangeAt(configuration, visit, 'cancelled')
  return {
    confirm: canPatientConfirm({ ...visit, storedStatus: visit.status }, now),
    cancel: isCancellable && cancelUntil !== undefined && now <= cancelUntil,
    canUndo: isCancellable && canUndoBooking(visit, now),
    move: canMove(visit.status) && canBeMoved(),
    cancelUntil,
    ...refundsOnCancel(visit, policy, now, cancelUntil),
    pay,
  }
}

export function visitPages(services: VisitPageServices & CheckoutServices): LivePage[] {
  const { database, clock, publicUrl } = services
  const { move, cancel, confirm, arrive } = linkChanges(services)
  const payments = linkPayments(services)

  /** The visit or pack of a token. */
  async function findPayable(token = ''): Promise<ShownPayable | undefined> {
    const linked = await findLinked(database, token, clock.now())
    return linked?.kind === 'OFFER' ? undefined : linked
  }

  async function findVisit(token = ''): Promise<ShownVisit | undefined> {
    const linked = await findPayable(token)
    return linked?.kind === 'PACK' ? undefined : linked
  }

  const allowedActions = async (visit: ShownVisit, request: PageRequest) =>
    loadAllowedActions(services, visit, request, await payments.payableNow(visit))

  async function answerVisit(
    view: PageView,
    request: PageRequest,
    status = 200,
  ): Promise<PageAnswer> {
    const forms = await listPageForms(services, view.visit)
    return pageAnswer(
      view,
      visitScreen(view, await allowedActions(view.visit, request), formsNotice(view, forms)),
      status,
    )
  }

  /** The page of whatever a link leads to. */
  async function answerLinkedPage(
    linked: LinkedPage,
    token: string,
    request: PageRequest,
    message?: PageView['said'],
  ): Promise<PageAnswer> {
    const status = message === undefined ? 200 : 409
    const toView = <Subject extends LinkedPage>(linkedPage: Subject) => ({
      ...toPageView(linkedPage, token, request, clock.now()),
      said: message,
    })
    if (linked.kind === 'OFFER')
      return pageAnswer(toView(linked), offerScreen(toView(linked)), status)
    if (linked.kind !== 'PACK') return answerVisit(toView(linked), request, status)
    const view = {
      ...toView(linked),
      said: message === 'changedMeanwhile' ? 'notAllowed' : message,
    } as const
    return pageAnswer(view, packScreen(view, await payments.payableNow(linked)), status)
  }

  /** Another screen of a visit; redirects to the page if that is not allowed. */
  async function answerVisitScreen(
    token: string,
    request: PageRequest,
    allowed: 'confirm' | 'cancel' | 'move',
    answer: (view: PageView) => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const visit = await findVisit(token)
    if (!visit) return unknownPage(request)
    return (await allowedActions(visit, request))[allowed]
      ? answer(toPageView(visit, token, request, clock.now()))
      : redirectToVisit(token)
  }

  async function answerCancel(
    { token = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    return answerVisitScreen(token, request, 'cancel', async (view) => {
      const { visit } = view
      try {
        if (visit.kind === 'TOKEN')
          return pageAnswer(
            view,
            cancelScreen(view, (await allowedActions(visit, request)).back, false),
          )
        const { refund, pack } = await previewCancellation(
          services,
          linkRequester(visit, request),
          visit.id,
          cancellation,
        )
        return pageAnswer(
          view,
          cancelScreen(
            view,
            { minor: refund?.amountMinor ?? 0, session: pack === 'SESSION_RETURNED' },
            pack === 'ENDED',
          ),
        )
      } catch (error) {
        return answerVisit({ ...view, said: refusalMessage(error) }, request, 409)
      }
    })
  }

  async function answerTimes(
    { token = '', date }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    return answerVisitScreen(token, request, 'move', async (view) => {
      const { visit } = view
      return visit.kind === 'VISIT'
        ? pageAnswer(view, timesScreen(view, await loadFreeTimes(services, visit, date)))
        : redirectToVisit(token)
    })
  }

  async function answerMove(
    { token = '', at = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const to = parseCompactInstant(at)
    if (to === undefined) return unknownPage(request)
    return answerVisitScreen(token, request, 'move', async (view) =>
      pageAnswer(view, moveScreen(view, to)),
    )
  }

  /**
   * Handles a form: performs the action and shows its answer; a refusal changes nothing and is
   * shown on the page.
   */
  function formPage<Payable extends ShownPayable>(
    path: string,
    action: PageAction<Payable, PageAnswer>,
    findShown: (token: string) => Promise<Payable | undefined>,
  ): LivePage {
    const answer = async (
      parameters: Record<string, string>,
      request: PageRequest,
    ): Promise<PageAnswer> => {
      const { token = '' } = parameters
      const visit = await findShown(token)
      if (!visit || isFromElsewhere(request.headers, new URL(publicUrl()).origin))
        return unknownPage(request)
      try {
        return await action(visit, request, parameters)
      } catch (error) {
        const message = refusalMessage(error, path.endsWith('/pay') ? 'PAYMENT' : undefined)
        const now: ShownPayable | undefined = await findShown(token)
        if (!now) return unknownPage(request)
        if (message !== 'taken' || now.kind !== 'VISIT')
          return answerLinkedPage(now, token, request, message)
        const view = { ...toPageView(now, token, request, clock.now()), said: message }
        const from = dateAt(now.timezone, parseCompactInstant(parameters.at ?? '') ?? clock.now())
        return pageAnswer(view, timesScreen(view, await loadFreeTimes(services, now, from)), 409)
      }
    }
    return linkPage(path, answer, 'POST')
  }

  /** Handles a form of a visit, and redirects to the page. */
  function visitActionPage(path: string, action: PageAction<ShownVisit, void>): LivePage {
    const actAndRedirect: PageAction<ShownVisit, PageAnswer> = async (
      visit,
      request,
      parameters,
    ) => {
      await action(visit, request, parameters)
      return redirectToVisit(parameters.token ?? '')
    }
    return formPage(path, actAndRedirect, findVisit)
  }

  return [
    linkPage('/visit/:token', async ({ token = '' }, request) => {
      const linked = await findLinked(database, token, clock.now())
      return linked ? answerLinkedPage(linked, token, request) : unknownPage(request)
    }),
    linkPage('/visit/:token/visit.ics', async ({ token = '' }, request) => {
      const visit = await findVisit(token)
      return visit?.kind === 'VISIT' ? calendarAnswer(visit, clock.now()) : unknownPage(request)
    }),
    linkPage('/visit/:token/video', async ({ token = '' }, request) =>
      enterVideoFromVisitPage(services, await findVisit(token), token, request),
    ),
    // The link in a reminder leads here: a scanner that opens it confirms nothing.
    linkPage('/visit/:token/confirm', ({ token = '' }, request) =>
      answerVisitScreen(token, request, 'confirm', async (view) =>
        pageAnswer(view, confirmScreen(view)),
      ),
    ),
    linkPage('/visit/:token/cancel', answerCancel),
    linkPage('/visit/:token/times', answerTimes),
    linkPage('/visit/:token/times/:date', answerTimes),
    linkPage('/visit/:token/move/:at', answerMove),
    // The addresses that a browser shows after a refusal; reloading them leads back to the page.
    ...['arrive', ...payments.actions].map((actionName) =>
      linkPage(`/visit/:token/${actionName}`, async ({ token = '' }, request) =>
        (await findPayable(token)) ? redirectToVisit(token) : unknownPage(request),
      ),
    ),
    ...offerPages(services),
    visitActionPage('/visit/:token/cancel', cancel),
    visitActionPage('/visit/:token/move/:at', move),
    visitActionPage('/visit/:token/confirm', confirm),
    visitActionPage('/visit/:token/arrive', arrive),
    ...payments.pages({
      payableAt: findPayable,
      answering: (path, action) => formPage(path, action, findPayable),
    }),
  ]
}

/** The times that a visit can be moved to, starting from a date. */
async function loadFreeTimes(
  { database, configurations, clock }: VisitPageServices,
  visit: VisitPage,
  from: string | undefined,
): Promise<FreeTimes> {
  const { workspaceId, mode, fromAt, toAt, timezone } = visit
  const configuration = await configurations.of(workspaceId)
  const practice = findPracticeOfVisit(configuration, visit)
  const now = clock.now()
  const clinicBookable = practice && toBookable(configuration, practice, now)
  const bookable = clinicBookable && patientBookable(clinicBookable)
  const today = dateAt(timezone, now)
  const first = from !== undefined && isCalendarDate(from) && from > today ? from : today
  const isFirst = first === today
  if (!bookable || first > bookable.lastDate) return { days: [], next: null, isFirst }
  const reader = calendarReader(database, workspaceId, bookable, visit.id)
  const slotKind = { mode, lengthMins: (toAt - fromAt) / 60_000 }
  const { days } = await findDaysAndNext(
    reader,
    bookable,
    { from: first, count: daysShown },
    slotKind,
    now,
  )
  const shownDays = days.map(({ date, free }) => ({
    date,
    times: free.map((slot) => slot.from).filter((at) => at !== fromAt),
  }))
  const lastShownDate = days.at(-1)?.date
  const next =
    lastShownDate === undefined
      ? null
      : (await findDaysAndNext(reader, bookable, { from: lastShownDate, count: 1 }, slotKind, now))
          .nextDate
  return { days: shownDays, next, isFirst }
}

function calendarAnswer(visit: VisitPage, now: Instant): PageAnswer {
  const { practitioner, clinic, location, videoLink, mode, status } = visit
  const toLine = (text: string) => tidyName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '))
  const entryFacts = {
    practitioner: toLine(practitioner),
    clinic: toLine(clinic),
    location: isAtClinic(visit) ? toLine(location) : '',
    videoLink: mode === 'ONLINE' ? (videoLink ?? '') : '',
  }
  const state = status === 'CANCELLED' ? 'CANCELLED' : 'EXPECTED'
  const { 'content-security-policy': _, ...headers } = visitHeaders({})
  return {
    status: 200,
    type: 'text/calendar; charset=utf-8',
    headers: {
      ...headers,
      'content-disposition': `attachment; filename="${visit.bookingReference}.ics"`,
    },
    content: calendarFile({ ...visit, state }, entryFacts, now),
  }
}
