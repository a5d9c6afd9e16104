// Abandons a reservation's checkout: the reservation is kept, and is paid at the clinic.
// docs/decisions/money.md

import type { Caller } from '../../base/contract/route.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { Problem } from '../../base/values/problem.ts'
import { toPayableName } from '../payments/payable-name.ts'
import { findLatestSession } from '../payments/payment-session.ts'
import { type CheckoutServices, lockPayable } from './checkout-services.ts'
import { askGateway } from './confirm.ts'
import {
  type IdempotencyKey,
  isSameRequest,
  refuseWhileInProgress,
  storeAnswer,
} from './idempotency.ts'
import { problem } from './problems.ts'
import { keyOutcome } from './queries.ts'
import { keepForDesk } from './settle.ts'
import { loadPayableAnswer } from './shown-payable.ts'

/**
 * Leaves the checkout of a key's reservation and returns the reservation, which is kept, and is
 * PAID if its payment has arrived. Throws IDEMPOTENCY_KEY_REUSED, RESERVATION_ENDED, and
 * RESERVATION_IN_PROGRESS while the checkout is being opened.
 */
export async function leaveCheckout(
  services: CheckoutServices,
  caller: Caller,
  key: IdempotencyKey,
): Promise<Record<string, unknown>> {
  const { database, configurations, clock } = services
  const { workspaceId, keyHash } = key
  const [outcome] = await database.rows(keyOutcome, { workspaceId, keyHash })
  if (!outcome) throw problem('RESERVATION_ENDED')
  if (!isSameRequest(outcome, key)) throw problem('IDEMPOTENCY_KEY_REUSED')
  refuseWhileInProgress(clock, outcome.leasedUntil)
  const payable = toPayableName(outcome)
  const session = await findLatestSession(database, workspaceId, payable)
  // This finds a payment that has arrived; if the gateway does not answer, it is found later and
  // confirms the booking then.
  if (session?.state === 'OPEN')
    await askGateway(services, caller, session).catch(ignoreUnknownOutcome)
  const { notices } = await configurations.of(workspaceId)
  return database.transaction(async (queries) => {
    const context = { workspaceId, actor: caller, notices, clock }
    const isKept = session
      ? await keepForDesk(queries, context, session)
      : !(await lockPayable(queries, context, payable)).standing.isOver
    if (!isKept) throw problem('RESERVATION_ENDED')
    const answer = await loadPayableAnswer(queries, workspaceId, payable, clock.now())
    await storeAnswer(queries, key, answer)
    return answer
  })
}

function ignoreUnknownOutcome(error: unknown): void {
  if (!(error instanceof Problem || error instanceof ForwardedAnswer)) throw error
}
