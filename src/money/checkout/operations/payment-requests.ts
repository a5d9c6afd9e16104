// Requests a payment that the patient makes online later, and ends a request that is paid at the
// desk instead.

import {
  choice,
  currency,
  flag,
  id,
  nullable,
  number,
  object,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { paymentStatuses } from '../../payments/payable.ts'
import { findLatestSession } from '../../payments/payment-session.ts'
import {
  loadOnlinePayment,
  loadPayable,
  type RequestedPayable,
  requestPayment,
} from '../ask-payment.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { endCheckout } from '../close-checkout.ts'

const onlinePaymentSchema = object({
  askedAt: nullable(timestamp('When staff last asked the patient to pay online; null: never.')),
  mayAsk: flag(
    'Whether staff can request it now: it is owed, the clinic takes payments online, and a notice can reach the patient.',
    false,
  ),
  underWay: flag('Whether the patient may be paying online at this moment.', false),
})

interface RequestKind {
  about: 'visit' | 'pack'
  what: string
  id: ReturnType<typeof id>
  of(id: number): RequestedPayable
}

const visits: RequestKind = {
  about: 'visit',
  what: 'a visit or token',
  id: id('The visit or token.', 41),
  of: (visitId) => ({ visitId }),
}
const packs: RequestKind = {
  about: 'pack',
  what: 'a session pack that was sold by itself',
  id: id('The session pack, as `clinic packs show` lists it.', 5),
  of: (packId) => ({ packId }),
}

const showOperation = <Name extends string>(name: Name, { about, what, id, of }: RequestKind) =>
  workspaceOperation({
    name,
    right: 'money:read',
    about,
    summary: `Show whether ${what} can be paid online, or is being paid.`,
    input: object({ id }),
    output: onlinePaymentSchema,
    async run({ database, configurations, mode, workspaceId }: InWorkspace<Configured>, { id }) {
      const configuration = await configurations.of(workspaceId)
      const { standing, askedAt, mayAsk } = await loadOnlinePayment(database, of(id), {
        configuration,
        mode,
      })
      return {
        askedAt: askedAt === null ? null : isoAt(configuration.timezone, askedAt),
        mayAsk,
        underWay: standing.hasOpenCheckout,
      }
    },
  })

const askOperation = <Name extends string>(name: Name, { about, what, id, of }: RequestKind) =>
  workspaceOperation({
    name,
    right: 'money:write',
    about,
    summary: `Send the patient of ${what}, still unpaid, a link to pay online.`,
    input: object({ id }),
    output: object({
      id,
      askedAt: timestamp('When the payment was requested.'),
      amount: number('What is to be paid, in `currency`.', 500),
      currency: currency('ISO 4217 code.'),
    }),
    async run(
      { database, configurations, clock, mode, actor, workspaceId }: InWorkspace<Configured>,
      { id },
    ) {
      const configuration = await configurations.of(workspaceId)
      const now = clock.now()
      const { dueMinor, currency } = await database.transaction((queries) =>
        requestPayment(queries, of(id), { configuration, mode, actor, now }),
      )
      return {
        id,
        askedAt: isoAt(configuration.timezone, now),
        amount: fromMinorUnits(dueMinor, currency),
        currency,
      }
    },
  })

const leaveOperation = <Name extends string>(name: Name, { about, what, id, of }: RequestKind) =>
  workspaceOperation({
    name,
    right: 'money:write',
    about,
    once: 'BY_ITSELF',
    summary: `End the online payment of ${what}, so that it can be paid at the desk.`,
    input: object({ id }),
    output: object({
      id,
      paymentStatus: choice(paymentStatuses, 'UNPAID now; PAID where the money had already come.'),
    }),
    async run(
      {
        checkouts,
        configurations,
        clock,
        actor,
        workspaceId,
      }: InWorkspace<Configured & { checkouts: CheckoutServices }>,
      { id },
    ) {
      const { notices } = await configurations.of(workspaceId)
      const { database } = checkouts
      const { payable } = await loadPayable(database, workspaceId, of(id))
      await endCheckout(
        checkouts,
        { workspaceId, actor, notices, clock },
        await findLatestSession(database, workspaceId, payable),
      )
      return {
        id,
        paymentStatus: (await loadPayable(database, workspaceId, of(id))).standing.paymentStatus,
      }
    },
  })

export const paymentsOnline = showOperation('payments-online', visits)
export const paymentsAsk = askOperation('payments-ask', visits)
export const paymentsLeave = leaveOperation('payments-leave', visits)
export const packsOnline = showOperation('packs-online', packs)
export const packsAsk = askOperation('packs-ask', packs)
export const packsLeave = leaveOperation('packs-leave', packs)

export const paymentRequestOperations = [
  paymentsOnline,
  paymentsAsk,
  paymentsLeave,
  packsOnline,
  packsAsk,
  packsLeave,
]
