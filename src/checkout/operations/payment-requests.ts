// Payments that the patient makes online later: asking for one, and ending one that is to be made at the desk after all.

import type { Configured } from '../../catalogue/configuration.ts'
import { choice, currency, flag, id, nullable, number, object, timestamp } from '../../contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { paymentStatuses } from '../../payments/payable.ts'
import { latestSessionOf } from '../../payments/payment-session.ts'
import { isoAt } from '../../values/clinic-time.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { problem } from '../../values/problem.ts'
import { askForPayment, onlinePaymentOf, payableOfVisit } from '../ask-payment.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { endCheckout } from '../close-checkout.ts'

const lookedUp = object({
  askedAt: nullable(timestamp('When staff last asked the patient to pay online; null: never.')),
  mayAsk: flag('Whether they can ask now: it is owed, the clinic takes payments online, and a notice reaches the patient.', false),
  underWay: flag('Whether the patient may be paying online at this moment.', false),
})

const whichVisit = { id: id('The visit or token.', 41) }

export const paymentsOnline = workspaceOperation({
  name: 'payments-online',
  right: 'money:read',
  about: 'visit',
  summary: 'Show whether a visit or token can be paid online, or is being paid.',
  input: object(whichVisit),
  output: lookedUp,
  async run({ database, configurations, mode, workspaceId }: InWorkspace<Configured>, { id: visitId }) {
    const configuration = await configurations.of(workspaceId)
    const { standing, askedAt, mayAsk } = await onlinePaymentOf(database, visitId, { configuration, mode })
    return { askedAt: askedAt === null ? null : isoAt(configuration.timezone, askedAt), mayAsk, underWay: standing.hasOpenCheckout }
  },
})

export const paymentsAsk = workspaceOperation({
  name: 'payments-ask',
  right: 'money:write',
  about: 'visit',
  summary: 'Send the patient of an unpaid visit or token a link to pay online.',
  input: object(whichVisit),
  output: object({
    ...whichVisit,
    askedAt: timestamp('When it was asked for.'),
    amount: number('What is to be paid, in `currency`.', 500),
    currency: currency('ISO 4217 code.'),
  }),
  async run({ database, configurations, clock, mode, actor, workspaceId }: InWorkspace<Configured>, { id: visitId }) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const { dueMinor, currency } = await database.transaction((queries) => askForPayment(queries, visitId, { configuration, mode, actor, now }))
    return { id: visitId, askedAt: isoAt(configuration.timezone, now), amount: fromMinorUnits(dueMinor, currency), currency }
  },
})

export const paymentsLeave = workspaceOperation({
  name: 'payments-leave',
  right: 'money:write',
  about: 'visit',
  once: 'BY_ITSELF',
  summary: 'End the online payment of a visit or token, so that it can be paid at the desk.',
  input: object(whichVisit),
  output: object({ ...whichVisit, paymentStatus: choice(paymentStatuses, 'UNPAID now; PAID where the money had already come.') }),
  async run({ checkouts, configurations, clock, actor, workspaceId }: InWorkspace<Configured & { checkouts: CheckoutServices }>, { id: visitId }) {
    const { notices } = await configurations.of(workspaceId)
    const { database } = checkouts
    const found = await payableOfVisit(database, workspaceId, visitId)
    if (!found) throw problem('VISIT_NOT_FOUND', { id: visitId })
    await endCheckout(checkouts, { workspaceId, actor, notices, clock }, await latestSessionOf(database, workspaceId, found.payable))
    const ended = await payableOfVisit(database, workspaceId, visitId)
    return { id: visitId, paymentStatus: (ended ?? found).standing.paymentStatus }
  },
})

export const paymentRequestOperations = [paymentsOnline, paymentsAsk, paymentsLeave]
