// Reserves something, and opens a checkout for it if the caller asks for one. There are three
// phases, and each survives the end of the process. One transaction makes the booking with its
// payment session and its key. Outside of any transaction, the gateway is asked. The gateway's
// answer is recorded together with the response. A retry with the same key continues where the
// first request stopped. Without a retry, checkout-work.ts ends the reservation.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../base/contract/route.ts'
import type { Queries } from '../../base/db/database.ts'
import { loggableError, runAfterWriting } from '../../base/db/failures.ts'
import type { Actor } from '../../base/operations/actor.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { Problem } from '../../base/values/problem.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import { withCurrentConfiguration } from '../../clinic/catalogue/current-configuration.ts'
import { lockContact } from '../../visits/booking/queries.ts'
import {
  type Gateway,
  type GatewayCheckout,
  GatewayRefused,
  GatewaySilent,
} from '../payments/gateways/gateway.ts'
import { openCheckout, toGatewayReading } from '../payments/gateways/gateways.ts'
import type { PaymentStatus } from '../payments/payable.ts'
import { type PayableName, payableIds, toPayableName } from '../payments/payable-name.ts'
import { beginSession, findLatestSession } from '../payments/payment-session.ts'
import {
  countHoldsOfContact,
  type NewPaymentSession,
  type PaymentSession,
  type PaymentSessionState,
  recordOpened,
} from '../payments/payment-session-queries.ts'
import { type CheckoutServices, lockPayable, type SettlementContext } from './checkout-services.ts'
import { rethrowForCaller } from './confirm.ts'
import {
  awaitKeyOutcome,
  behindSeconds,
  findAnswer,
  type IdempotencyKey,
  KeyAlreadyTied,
  patienceMs,
  releaseIdempotencyKey,
  storeAnswer,
  tieKeyToPayable,
} from './idempotency.ts'
import { problem } from './problems.ts'
import { payableById } from './queries.ts'
import { keepUnpaid, openAgain } from './settle.ts'
import { loadPayableAnswer } from './shown-payable.ts'

export type Answer = Record<string, unknown>

/** Something that a transaction made and that has to be paid for. */
export interface MadePayable {
  payable: PayableName
  /** The reference that people use; null for a pack that is sold on its own. */
  reference: string | null
  patientId: number
  locationId: number
  /** PENDING means that it waits for a checkout. */
  paymentStatus: PaymentStatus
  dueMinor: number
  currency: string
  /** The answer in the form that the route returns. */
  shown: Answer
}

/** What is to be reserved, and for which request. */
export interface Reservation {
  caller: Caller
  key: IdempotencyKey | undefined
  /** Where the patient goes after the checkout; null: no checkout is opened. */
  returnUrl: string | null
  /** How it is paid if no checkout can be opened. */
  paymentMode: string
  /** Makes the reservation; if it throws a problem, nothing has been written. */
  make(queries: Queries, configuration: Configuration): Promise<MadePayable>
  /**
   * Makes it without an explicit transaction if no checkout is opened, and stores its answer with
   * the key. Returns undefined, with nothing written, if a transaction is needed; throws like
   * `make`, and `KeyAlreadyTied`.
   */
  makeAtOnce?(configuration: Configuration): Promise<Answer | undefined>
}

/** Unpaid reservations that one contact may hold at a time under sessions. */
const holdsMax = 3

/**
 * Reserves, once for each key, and returns the answer. Throws a problem, or the gateway's answer;
 * in the latter case the booking is kept, unpaid.
 */
export async function reserve(
  services: CheckoutServices,
  reservation: Reservation,
): Promise<Answer> {
  const { key } = reservation
  const answerBy = performance.now() + patienceMs
  const storedAnswer = key && (await continueForKey(services, reservation, key, answerBy))
  if (storedAnswer) return storedAnswer
  const started = await beginReservation(services, reservation).catch(async (error: unknown) => {
    if (!key || !(error instanceof KeyAlreadyTied || error instanceof Problem)) throw error
    // The conflict may be with its own booking: the same request, a moment earlier.
    const answer = await continueForKey(services, reservation, key, answerBy)
    if (!answer) throw error
    return { answer }
  })
  if ('answer' in started) return started.answer
  const { made, isPending, session } = started
  if (!isPending) return made.shown
  const opening = runAfterWriting(() =>
    orStoredAnswer(services, key, () =>
      openCheckoutSession(services, reservation, { ...made, isFirst: true }, session),
    ),
  )
  return answerInTime(services, opening, answerBy, async () => {
    if (key || !session) throw checkoutUnderWay()
    // No one can request this checkout again. It is not opened in the background, since the visit
    // would then be released for lack of payment.
    if (await keepReservation(services, reservation, session, false))
      throw keptWithoutCheckoutProblem(session, made.reference)
    return opening
  })
}

/**
 * The outcome of a key, for a request that was refused because of a conflict, possibly with its own
 * earlier attempt.
 */
export async function findConcurrentOutcome(
  services: CheckoutServices,
  reservation: Reservation,
): Promise<Answer | undefined> {
  return (
    reservation.key &&
    continueForKey(services, reservation, reservation.key, performance.now() + patienceMs)
  )
}

/**
 * Returns the work's answer, or that of `late` if the work takes longer than a caller waits. The
 * work then continues in the background, and its answer is stored for the key.
 */
async function answerInTime(
  { log }: CheckoutServices,
  work: Promise<Answer>,
  answerBy: number,
  late: () => Promise<Answer>,
): Promise<Answer> {
  const answered = new AbortController()
  const timeout = sleep(Math.max(0, answerBy - performance.now()), undefined, {
    signal: answered.signal,
  }).then(() => {
    work.catch((error: unknown) => {
      const isExpected = error instanceof Problem || error instanceof ForwardedAnswer
      if (!isExpected)
        log.warn(
          { error: loggableError(error) },
          'a checkout could not be opened in the background',
        )
    })
    return late()
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    answered.abort()
  }
}

const checkoutUnderWay = () =>
  problem('CHECKOUT_IN_PROGRESS', { retryAfterSeconds: String(behindSeconds) })

async function beginReservation(services: CheckoutServices, reservation: Reservation) {
  const { database, configurations, clock, gateways } = services
  const { caller, key, returnUrl } = reservation
  const { workspaceId } = caller
  return withCurrentConfiguration(configurations, workspaceId, async (configuration) => {
    const answer = returnUrl === null ? await reservation.makeAtOnce?.(configuration) : undefined
    if (answer) return { answer }
    const configuredGateway =
      returnUrl === null ? undefined : await gateways.of(workspaceId, configuration.paymentGateway)
    return database.transaction(async (queries) => {
      const made = await reservation.make(queries, configuration)
      const isPending = returnUrl !== null && made.paymentStatus === 'PENDING'
      if (isPending) await checkHolds(queries, caller)
      const gateway = isPending ? configuredGateway : undefined
      const session =
        gateway &&
        (await beginSession(
          queries,
          toNewSession(services, reservationSessionInput(reservation), made, {
            gateway: gateway.name,
            payee: configuration.title,
          }),
        ))
      if (isPending && !gateway) {
        const lockedPayable = await lockPayable(
          queries,
          settlementContext(services, caller, configuration),
          made.payable,
        )
        await lockedPayable.setPayment('UNPAID', reservation.paymentMode)
      }
      if (key)
        await tieKeyToPayable(queries, clock, key, {
          payable: made.payable,
          answer: isPending ? null : made.shown,
        })
      return { made, isPending, session }
    })
  })
}

function settlementContext(
  { clock }: CheckoutServices,
  caller: Actor & { workspaceId: number },
  { notices }: Configuration,
): SettlementContext {
  return { workspaceId: caller.workspaceId, actor: caller, notices, clock }
}

/**
 * Checks that one contact under a session holds only a few unpaid reservations; bookings of one
 * contact are made one at a time.
 */
async function checkHolds(queries: Queries, { workspaceId, kind, countedContact }: Caller) {
  if (kind !== 'session' || !countedContact) return
  await queries.rows(lockContact, { workspaceId, contact: countedContact.toString('hex') })
  const [holds] = await queries.rows(countHoldsOfContact, {
    workspaceId,
    contactHash: countedContact,
  })
  if ((holds?.count ?? 0) >= holdsMax) throw problem('TOO_MANY_RESERVATIONS')
}

const reservationSessionInput = ({
  caller: { workspaceId, countedContact },
  returnUrl,
  paymentMode,
}: Reservation) => ({
  workspaceId,
  returnUrl: returnUrl ?? '',
  deskPaymentMode: paymentMode,
  contactHash: countedContact ?? null,
  keepsBooking: false,
})

/** The input for a payment session for something that was made. */
export function toNewSession(
  { clock, holdMs }: CheckoutServices,
  sessionInput: Pick<
    NewPaymentSession,
    'workspaceId' | 'returnUrl' | 'deskPaymentMode' | 'contactHash' | 'keepsBooking'
  >,
  {
    payable,
    reference,
    dueMinor,
    currency,
    locationId,
  }: Pick<MadePayable, 'payable' | 'reference' | 'dueMinor' | 'currency'> & {
    locationId: number | null
  },
  { gateway, payee }: Pick<PaymentSession, 'gateway' | 'payee'>,
) {
  const labels: Record<PayableName['kind'], string> = {
    APPOINTMENT: 'Appointment',
    VISIT: 'Token',
    SESSION_PACK: 'Session pack',
  }
  const now = clock.now()
  return {
    ...sessionInput,
    sessionRef: `ps_${randomBase32(26).toLowerCase()}`,
    ...payableIds(payable),
    locationId,
    gateway,
    payee,
    description: reference === null ? labels[payable.kind] : `${labels[payable.kind]} ${reference}`,
    amountMinor: dueMinor,
    currency,
    // Rounded to whole milliseconds, as it is stored: a reopened checkout must have identical
    // fields.
    heldUntil: Math.floor(now + holdMs),
    createdAt: now,
  }
}

export interface OpeningInput extends Pick<MadePayable, 'reference' | 'patientId' | 'shown'> {
  /** Whether the gateway has not been asked for it before. */
  isFirst: boolean
}

/**
 * Asks the gateway for the checkout and records its answer; without a payment session there is no
 * gateway to ask.
 */
export async function openCheckoutSession(
  services: CheckoutServices,
  reservation: Pick<Reservation, 'key'> & { caller: Actor & { workspaceId: number } },
  { isFirst, reference, patientId, shown }: OpeningInput,
  session: PaymentSession | undefined,
): Promise<Answer> {
  const { database, clock, gateways } = services
  const { key } = reservation
  const gateway = session && (await gateways.of(session.workspaceId, session.gateway))
  if (!session || !gateway) {
    await keepReservation(services, reservation, session, isFirst)
    throw problem('GATEWAY_NOT_CONFIGURED')
  }
  const { workspaceId, id } = session
  const opened = await openAtGateway(gateway, session).catch(async (error: unknown) => {
    const isAnswer = error instanceof GatewayRefused
    if (isAnswer || error instanceof GatewaySilent)
      await keepReservation(
        services,
        reservation,
        session,
        isFirst && isAnswer && error.status < 500,
      )
    if (error instanceof GatewaySilent && !key) throw keptWithoutCheckoutProblem(session, reference)
    return rethrowForCaller(error)
  })
  const { gatewayId, url } = opened
  const answer = {
    ...shown,
    checkoutUrl: url,
    provider: gateway.name,
    sessionRef: session.sessionRef,
    appointmentRef: reference,
    patientId,
  }
  await database.transaction(async (queries) => {
    const [recorded] = await queries.rows(recordOpened, {
      workspaceId,
      id,
      gatewayId,
      checkoutUrl: url,
      now: clock.now(),
    })
    // The answer took so long that the hold has expired.
    if (!recorded) throw problem('RESERVATION_ENDED')
    if (key) await storeAnswer(queries, key, answer)
  })
  return answer
}

/**
 * The refusal if the gateway does not answer and the request cannot be retried: it says what was
 * booked.
 */
function keptWithoutCheckoutProblem(session: PaymentSession, reference: string | null): Problem {
  const { kind, id } = toPayableName(session)
  const labels: Record<PayableName['kind'], string> = {
    APPOINTMENT: 'visit',
    VISIT: 'token',
    SESSION_PACK: 'session pack',
  }
  return problem('BOOKED_WITHOUT_CHECKOUT', { booked: `the ${labels[kind]} ${reference ?? id}` })
}

/**
 * Opens a checkout; a checkout that differs from the request, or cannot be paid, counts as not
 * opened.
 */
async function openAtGateway(gateway: Gateway, session: PaymentSession): Promise<GatewayCheckout> {
  const opened = await openCheckout(gateway, session)
  if (toGatewayReading(session, opened) !== 'OPEN')
    throw new GatewaySilent('the gateway opened a different checkout than requested')
  return opened
}

/**
 * Keeps the reservation unpaid, and lets the next request with its key try again; false if its
 * checkout was no longer being opened.
 */
async function keepReservation(
  services: CheckoutServices,
  { caller, key }: Parameters<typeof openCheckoutSession>[1],
  session: PaymentSession | undefined,
  isCertain: boolean,
) {
  const context = settlementContext(
    services,
    caller,
    await services.configurations.of(caller.workspaceId),
  )
  return services.database.transaction(async (queries) => {
    const isKept = session !== undefined && (await keepUnpaid(queries, context, session, isCertain))
    if (key) await releaseIdempotencyKey(queries, key)
    return isKept
  })
}

/** The answer for a key that has an outcome; undefined if it has none. */
async function continueForKey(
  services: CheckoutServices,
  reservation: Reservation,
  key: IdempotencyKey,
  answerBy: number,
): Promise<Answer | undefined> {
  const outcome = await awaitKeyOutcome(services, key, answerBy)
  if (!outcome || 'answer' in outcome) return outcome?.answer
  const resumed = orStoredAnswer(services, key, () =>
    resume(services, reservation, key, outcome.payable),
  )
  return answerInTime(services, resumed, answerBy, () => Promise.reject(checkoutUnderWay()))
}

/**
 * Works on a key's answer. If that is refused, but another request has taken over and stored an
 * answer in the meantime, returns that answer.
 */
async function orStoredAnswer(
  { database }: CheckoutServices,
  key: IdempotencyKey | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!key || !(error instanceof Problem)) throw error
    await releaseIdempotencyKey(database, key)
    const answer = await findAnswer(database, key)
    if (!answer) throw error
    return answer
  }
}

/** Continues where the request that made this payable stopped. */
async function resume(
  services: CheckoutServices,
  reservation: Reservation,
  key: IdempotencyKey,
  payable: PayableName,
): Promise<Answer> {
  const { database, clock } = services
  const { workspaceId } = reservation.caller
  const [payableState] = await database.rows(payableById, { workspaceId, ...payableIds(payable) })
  if (!payableState || payableState.isOver) throw problem('RESERVATION_ENDED')
  const session =
    payableState.paymentStatus === 'PAID'
      ? 'PAID'
      : await chooseSession(services, reservation, { ...payableState, payable })
  const view = await loadPayableAnswer(database, workspaceId, payable, clock.now())
  if (session === 'PAID') {
    await storeAnswer(database, key, view)
    return view
  }
  const { reference, patientId } = payableState
  return openCheckoutSession(
    services,
    reservation,
    { isFirst: false, reference, patientId, shown: view },
    session,
  )
}

/**
 * A session in these states is not followed by another: its checkout was opened, or its hold is
 * over and it is about to be ended.
 */
const irreplaceableStates: ReadonlySet<PaymentSessionState> = new Set<PaymentSessionState>([
  'OPENING',
  'OPEN',
  'FAILED',
  'PAID',
])

/**
 * Chooses the payment session to continue with: the latest, while its hold lasts; otherwise a new
 * session, or none without a gateway.
 */
async function chooseSession(
  services: CheckoutServices,
  reservation: Reservation,
  payableState: Pick<MadePayable, 'payable' | 'reference' | 'dueMinor' | 'currency'> & {
    paymentMode: string
    locationId: number | null
  },
): Promise<PaymentSession | 'PAID' | undefined> {
  const { database, configurations, gateways } = services
  const { caller } = reservation
  const { workspaceId } = caller
  const { payable, paymentMode } = payableState
  const configuration = await configurations.of(workspaceId)
  const context = settlementContext(services, caller, configuration)
  const gateway = await gateways.of(workspaceId, configuration.paymentGateway)
  return database.transaction(async (queries) => {
    const latestBefore = await findLatestSession(queries, workspaceId, payable)
    // A session that is still being opened is already counted.
    if (latestBefore?.state !== 'OPENING') await checkHolds(queries, caller)
    const lockedPayable = await lockPayable(queries, context, payable)
    const { isOver, paymentStatus } = lockedPayable.standing
    // Read under the lock: before, another request with this key may have opened a checkout, or the
    // desk may have taken the money.
    const latest = await findLatestSession(queries, workspaceId, payable)
    if (latest && (await openAgain(queries, context, latest))) return latest
    if (isOver || (latest && irreplaceableStates.has(latest.state)))
      throw problem('RESERVATION_ENDED')
    if (paymentStatus === 'PAID') return 'PAID'
    if (!gateway) return undefined
    await lockedPayable.setPayment('PENDING', 'ONLINE')
    const made = {
      ...payableState,
      locationId: payableState.locationId ?? latest?.locationId ?? null,
    }
    const gatewayTerms = { gateway: gateway.name, payee: configuration.title }
    return beginSession(
      queries,
      toNewSession(
        services,
        { ...reservationSessionInput(reservation), deskPaymentMode: paymentMode },
        made,
        gatewayTerms,
      ),
    )
  })
}
