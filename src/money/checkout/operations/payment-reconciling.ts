// Compares the gateways' records of payments with the service's own.

import {
  calendarDate,
  currency,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
} from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { addDays } from '../../../base/values/calendar-date.ts'
import { clinicDay, dateAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { problem } from '../problems.ts'
import { type Difference, reconcile } from '../reconcile.ts'

const defaultDays = 30

const differenceSchema = {
  sessionRef: text(
    'The reference that callers use for the payment.',
    'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa',
  ),
  description: text('What the payment is for.', 'Appointment BK7Q2M9X4KTD'),
  gateway: text('Where.', 'stripe'),
  gatewayId: nullable(text('Its id at the gateway.', 'cs_test_a1b2c3')),
  currency: currency('ISO 4217 code of the amounts.'),
  captured: number('Amount received, as recorded here.', 500),
  capturedAtGateway: nullable(
    number('Amount received, according to the gateway; null if it does not say.', 500),
  ),
  refunded: number('Amount refunded, as recorded here.', 0),
  refundedAtGateway: nullable(number('Amount refunded, according to the gateway.', 250)),
  problem: text(
    'What is wrong, and what to do.',
    'the gateway refunded more than is recorded here',
  ),
}

function differenceView({ session, recorded, there, problem }: Difference) {
  const { sessionRef, description, gateway, gatewayId, currency } = session
  const amount = (minor: number) => fromMinorUnits(minor, currency)
  return {
    sessionRef,
    description,
    gateway,
    gatewayId,
    currency,
    captured: amount(recorded.capturedMinor),
    refunded: amount(recorded.refundedMinor),
    problem,
    capturedAtGateway: there ? amount(there.capturedMinor) : null,
    refundedAtGateway: there ? amount(there.refundedMinor) : null,
  }
}

export const paymentsReconcile = workspaceOperation({
  name: 'payments-reconcile',
  once: 'BY_ITSELF',
  right: 'money:write',
  about: 'the whole clinic',
  summary:
    'Compare the books with those of the gateways, payment by payment; payments that are only not recorded yet are checked now.',
  input: object({
    from: optional(
      calendarDate(`Payments begun on this date or later; ${defaultDays} days ago when omitted.`),
    ),
    to: optional(calendarDate('And on this date at the latest; today when omitted.', '2026-12-31')),
  }),
  output: object({
    compared: integer('How many payments were compared.', 120),
    differences: list(object(differenceSchema), 'Payments that differ, oldest first.'),
  }),
  async run(
    {
      checkouts,
      configurations,
      clock,
      progress,
      workspaceId,
    }: InWorkspace<Configured & { checkouts: CheckoutServices }>,
    { from, to },
  ) {
    const { timezone } = await configurations.of(workspaceId)
    const today = dateAt(timezone, clock.now())
    const first = from ?? addDays(to ?? today, -defaultDays)
    const last = to ?? today
    if (first > last) throw problem('DATES_REVERSED', { from: first, to: last })
    const days = { fromAt: clinicDay(timezone, first).from, toAt: clinicDay(timezone, last).to }
    const { compared, differences } = await reconcile(
      checkouts,
      workspaceId,
      days,
      progress && ((rows) => progress({ rows, table: 'payments' })),
    )
    return { compared, differences: differences.map(differenceView) }
  },
})
