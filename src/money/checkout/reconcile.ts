// Compares the gateways' records with the service's, payment by payment. What the service has
// merely not recorded yet is recorded in passing. The rest needs a person: money that moved without
// the service, or that is missing on one side.

import { narrowType, statement } from '../../base/db/statement.ts'
import { makeDueNow } from '../../base/due-work/work.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { Problem } from '../../base/values/problem.ts'
import { GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import {
  checkoutKind,
  type PaymentSession,
  type PaymentSessionState,
  sessionById,
} from '../payments/payment-session-queries.ts'
import type { StoredRefundState } from '../payments/refund-queries.ts'
import { refundKind } from '../payments/refunds.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { askGateway } from './confirm.ts'
import { recheckCheckout } from './settle.ts'

const pageSize = 200
/** Gateways limit the rate of requests; four at a time make some twenty a second. */
const atOnce = 4

const paymentBooks = statement(
  'books_of_payments',
  {
    takes: {
      workspaceId: 'bigint',
      fromAt: 'timestamptz',
      toAt: 'timestamptz',
      after: 'bigint',
      limit: 'bigint',
    },
    returns: {
      id: 'bigint',
      capturedMinor: 'bigint',
      refundedMinor: 'bigint',
      refundId: 'bigint?',
      refundState: narrowType<StoredRefundState | null>('text?'),
      refundMinor: 'bigint?',
    },
  },
  `
  select s.id,
    coalesce((select sum(e.amount_minor) from ledger_entries e
      where e.workspace_id = s.workspace_id and e.payment_session_id = s.id and e.cause = 'CAPTURED'), 0)::bigint as "capturedMinor",
    coalesce((select sum(e.amount_minor) from ledger_entries e
      where e.workspace_id = s.workspace_id and e.payment_session_id = s.id and e.cause = 'REFUNDED'), 0)::bigint as "refundedMinor",
    r.id as "refundId", r.state as "refundState", r.amount_minor as "refundMinor"
  from payment_sessions s
  left join refunds r on r.workspace_id = s.workspace_id and r.payment_session_id = s.id and r.state in ('REQUESTED', 'PENDING')
  where s.workspace_id = :workspaceId and s.created_at >= :fromAt and s.created_at < :toAt and s.gateway_id is not null and s.id > :after
  order by s.id
  limit :limit`,
)

/** One payment in the service's records. */
interface RecordedBooks {
  capturedMinor: number
  refundedMinor: number
  /** The refund in progress, as far as it is known. */
  refundState: StoredRefundState | null
  refundMinor: number | null
}

export interface Difference {
  session: PaymentSession
  recorded: RecordedBooks
  /** The movements that the gateway reports; undefined if it reports none. */
  there: { capturedMinor: number; refundedMinor: number } | undefined
  /** What is wrong, and what to do. */
  problem: string
}

/**
 * Compares the payments that were begun in a period, and checks those in progress now.
 * `reportProgress` receives the number compared. A refund in progress counts as refunded if the
 * gateway says so.
 */
export async function reconcile(
  services: CheckoutServices,
  workspaceId: number,
  { fromAt, toAt }: { fromAt: Instant; toAt: Instant },
  reportProgress: (compared: number) => void = () => {},
): Promise<{ compared: number; differences: Difference[] }> {
  const { database, clock } = services
  const differences: Difference[] = []
  const readBooks = (after: number, limit: number) =>
    database.rows(paymentBooks, { workspaceId, fromAt, toAt, after, limit })
  let compared = 0
  for (let after = 0; ; ) {
    const page = await readBooks(after, pageSize)
    const rest = [...page]
    const compareRest = async () => {
      for (let row = rest.shift(); row; row = rest.shift()) {
        const difference = await compare(
          services,
          workspaceId,
          row,
          async () => (await readBooks(row.id - 1, 1))[0],
        )
        if (difference) differences.push(difference)
        if (row.refundId !== null)
          await makeDueNow(
            database,
            { workspaceId, kind: refundKind, subjectId: row.refundId },
            clock.now(),
          )
        compared += 1
        reportProgress(compared)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, compareRest))
    const last = page.at(-1)
    if (!last || page.length < pageSize)
      return {
        compared,
        differences: differences.toSorted((one, other) => one.session.id - other.session.id),
      }
    after = last.id
  }
}

/**
 * Compares one row; `readAgain` reads it once more, since it may be a minute old and the difference
 * may have been recorded since.
 */
async function compare(
  services: CheckoutServices,
  workspaceId: number,
  row: RecordedBooks & { id: number },
  readAgain: () => Promise<RecordedBooks | undefined>,
): Promise<Difference | undefined> {
  const { database, gateways, clock } = services
  const { id } = row
  const current = async () => (await database.rows(sessionById, { workspaceId, id }))[0]
  const session = await current()
  if (!session || session.gatewayId === null) return undefined
  const name = { workspaceId, gatewayId: session.gatewayId }
  const gateway = await gateways.of(workspaceId, session.gateway)
  const unknownDifference = (problem: string): Difference => ({
    session,
    recorded: row,
    there: undefined,
    problem,
  })
  if (!gateway)
    return unknownDifference(
      `the gateway ${session.gateway} is not set up here; it cannot be asked`,
    )
  try {
    if (findDifference(row, await gateway.books(name), session.state) === undefined)
      return undefined
    const recorded = await readAgain()
    const currentSession = await current()
    if (!recorded || !currentSession) return undefined
    const gatewayBooks = await gateway.books(name)
    const problem = findDifference(recorded, gatewayBooks, currentSession.state)
    if (problem === undefined) return undefined
    const wasRefunded = currentSession.state === 'CLOSED' && gatewayBooks.refundedMinor > 0
    if (gatewayBooks.capturedMinor === 0 || recorded.capturedMinor > 0 || wasRefunded)
      return { session: currentSession, recorded, there: gatewayBooks, problem }
    // The checkout was paid, and no one has confirmed it yet: these calls record the payment or
    // plan the next step.
    if (currentSession.state === 'OPEN')
      await askGateway(services, { kind: 'service' }, currentSession)
    if (currentSession.state === 'CLOSED') await recheckCheckout(services, currentSession)
    const isRecheckPlanned = await makeDueNow(
      database,
      { workspaceId, kind: checkoutKind, subjectId: id },
      clock.now(),
    )
    const now = await current()
    if (now?.state === 'PAID') return undefined
    return {
      session: currentSession,
      recorded,
      there: gatewayBooks,
      problem: isRecheckPlanned || now?.state !== currentSession.state ? problem : givenUpText,
    }
  } catch (error) {
    if (error instanceof GatewayRefused || error instanceof ForwardedAnswer)
      return unknownDifference(
        `the gateway answered ${error.status}; see whether the account is right`,
      )
    if (error instanceof GatewaySilent || error instanceof Problem)
      return unknownDifference('the gateway did not answer; reconcile again later')
    throw error
  }
}

const givenUpText =
  'the gateway has a payment that is not recorded here and is no longer checked: see why in the list of dead work, and retry it'

/**
 * The difference between the service's records and a gateway's; undefined if they agree, or will
 * agree.
 */
export function findDifference(
  { capturedMinor, refundedMinor, refundState, refundMinor }: RecordedBooks,
  gatewayBooks: { capturedMinor: number; refundedMinor: number },
  state: PaymentSessionState,
): string | undefined {
  if (gatewayBooks.capturedMinor > capturedMinor) {
    if (capturedMinor > 0)
      return 'the gateway took more than is recorded here: refund the rest there'
    return state === 'CLOSED' && gatewayBooks.refundedMinor > 0
      ? 'the gateway has a late payment that was already partly refunded there: refund the rest there too'
      : 'the gateway has a payment that is not recorded here; it is checked now: reconcile again in a minute'
  }
  if (gatewayBooks.capturedMinor < capturedMinor)
    return 'the gateway has less than is recorded here: ask the gateway about the difference'
  const underWay = refundMinor ?? 0
  const matchingAmounts =
    refundState === 'REQUESTED'
      ? [refundedMinor, refundedMinor + underWay]
      : [refundedMinor + underWay]
  if (matchingAmounts.includes(gatewayBooks.refundedMinor)) return undefined
  if (refundState === 'PENDING' && gatewayBooks.refundedMinor === refundedMinor) {
    return 'the gateway refunded less than is in progress here: the refund failed there; once it is recorded as FAILED, refund again'
  }
  return gatewayBooks.refundedMinor > refundedMinor + underWay
    ? 'the gateway refunded more than is recorded here, perhaps by hand: enter it in the books of the clinic, and do not refund it here'
    : 'the gateway refunded less than is recorded here: a refund failed there after it was complete; pay the patient another way'
}
