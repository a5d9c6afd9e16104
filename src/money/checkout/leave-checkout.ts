// Abandons the checkout of a reservation: the reservation is kept, and paid at the clinic.
// docs/decisions/money.md

import type { Caller } from '../../base/contract/route.ts'
import { PassedThrough } from '../../base/values/passed-through.ts'
import { Problem, problem } from '../../base/values/problem.ts'
import { payableOf } from '../payments/payable-name.ts'
import { latestSessionOf } from '../payments/payment-session.ts'
import { type CheckoutServices, holdPayable } from './checkout-services.ts'
import { askGateway } from './confirm.ts'
import { answerTo, refuseWhileUnderWay, type SentKey, saysTheSame } from './idempotency.ts'
import { outcomeOfKey } from './queries.ts'
import { keepForDesk } from './settle.ts'
import { shownPayable } from './shown-payable.ts'

/**
 * Returns the reservation of a key, which is kept, or PAID if its payment has arrived. Throws
 * IDEMPOTENCY_KEY_REUSED, RESERVATION_OVER, and RESERVATION_UNDER_WAY while the checkout is being
 * opened.
 */
export async function leaveCheckout(services: CheckoutServices, caller: Caller, key: SentKey): Promise<Record<string, unknown>> {
  const { database, configurations, clock } = services
  const { workspaceId, keyHash } = key
  const [found] = await database.rows(outcomeOfKey, { workspaceId, keyHash })
  if (!found) throw problem('RESERVATION_OVER')
  if (!saysTheSame(found, key)) throw problem('IDEMPOTENCY_KEY_REUSED')
  refuseWhileUnderWay(clock, found.leasedUntil)
  const payable = payableOf(found)
  const session = await latestSessionOf(database, workspaceId, payable)
  // A payment that has arrived is seen; without an answer, it is seen later, and confirms the booking then.
  if (session?.state === 'OPEN') await askGateway(services, caller, session).catch(unlessUnknown)
  const { notices } = await configurations.of(workspaceId)
  return database.transaction(async (queries) => {
    const by = { workspaceId, actor: caller, notices, clock }
    const isKept = session ? await keepForDesk(queries, by, session) : !(await holdPayable(queries, by, payable)).standing.isOver
    if (!isKept) throw problem('RESERVATION_OVER')
    const answer = await shownPayable(queries, workspaceId, payable, clock.now())
    await answerTo(queries, key, answer)
    return answer
  })
}

function unlessUnknown(error: unknown): void {
  if (!(error instanceof Problem || error instanceof PassedThrough)) throw error
}
