// A statement for the clinic's accountant: online payments of a period, by location and currency.

import {
  calendarDate,
  choice,
  currency,
  flag,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { dateAt, isoAt } from '../../../base/values/clinic-time.ts'
import { toCsv } from '../../../base/values/csv-text.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { problem } from '../problems.ts'
import { buildStatement } from '../statement.ts'

const entriesMax = 50_000

/** The columns of a statement in tables and CSV, in order. */
export const statementColumns = {
  totals: [
    'location',
    'currency',
    'payments',
    'captured',
    'refunds',
    'refunded',
    'net',
    'late',
    'lateReturned',
  ],
  entries: [
    'at',
    'location',
    'cause',
    'amount',
    'currency',
    'late',
    'sessionRef',
    'description',
    'gateway',
    'gatewayId',
  ],
} as const

const location = nullable(
  text('The location; null for packs that were sold before it was kept.', 'Jaipur'),
)
const addressId = nullable(id('The location.'))
const total = {
  addressId,
  location,
  currency: currency('ISO 4217 code of its amounts.'),
  payments: integer('Number of payments received.', 12),
  captured: number('Amount received.', 6_000),
  refunds: integer('Number of refunds.', 1),
  refunded: number('Amount refunded.', 250),
  net: number('Payments minus refunds.', 5_750),
  late: number('Payments that arrived too late, for bookings that were over.', 500),
  lateReturned: number('Refunds of late payments.', 500),
}
const entry = {
  at: timestamp('When it was recorded, on the clock of the location.'),
  addressId,
  location,
  cause: choice(['CAPTURED', 'REFUNDED'], 'A payment or a refund.'),
  amount: number('Positive for payments, negative for refunds.', 500),
  currency: total.currency,
  late: flag('Whether it is a payment that arrived too late, or the refund of one.', false),
  sessionRef: text(
    'The reference that callers use for the payment.',
    'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa',
  ),
  description: text('What the payment is for.', 'Appointment BK7Q2M9X4KTD'),
  gateway: text('Where it was paid.', 'stripe'),
  gatewayId: nullable(text('Its id at the gateway.', 'cs_test_a1b2c3')),
}

export const paymentsStatement = workspaceOperation({
  name: 'payments-statement',
  right: 'money:read',
  about: 'the whole clinic',
  summary:
    'Show online payments and refunds of a period, by location and currency; desk payments are not included.',
  input: object({
    from: calendarDate("The first date, in each location's zone."),
    to: calendarDate('The last date, included.', '2026-12-31'),
    entries: optionalWithDefault(
      flag('Show every movement of money instead of the totals.'),
      false,
    ),
    csv: optionalWithDefault(flag('Write CSV, for a spreadsheet.'), false),
  }),
  output: object({
    totals: list(object(total), 'By location and currency.'),
    entries: list(object(entry), 'Every movement, oldest first; empty unless asked for.'),
    csv: nullable(text('The same as CSV, if requested.', 'location,currency,payments\n')),
  }),
  async run(
    { database, clock, configurations, workspaceId }: InWorkspace<Configured>,
    { from, to, entries: wantsEntries, csv },
  ) {
    if (from > to) throw problem('DATES_REVERSED', { from, to })
    const { timezone } = await configurations.of(workspaceId)
    if (from > dateAt(timezone, clock.now())) throw problem('DATES_IN_FUTURE', { from })
    const { totals, entries } = await buildStatement(
      database,
      workspaceId,
      { from, to },
      wantsEntries ? entriesMax + 1 : 0,
    )
    if (entries.length > entriesMax) throw problem('TOO_MANY_MOVEMENTS', { most: entriesMax })
    const statementView = {
      totals: totals.map((row) => {
        const amount = (minor: number) => fromMinorUnits(minor, row.currency)
        return {
          addressId: row.locationId,
          location: row.place?.name || null,
          currency: row.currency,
          payments: row.payments,
          captured: amount(row.capturedMinor),
          refunds: row.refunds,
          refunded: amount(row.refundedMinor),
          net: amount(row.capturedMinor - row.refundedMinor),
          late: amount(row.lateMinor),
          lateReturned: amount(row.lateReturnedMinor),
        }
      }),
      entries: entries.map(({ at, cause, isLate, amountMinor, place, ...row }) => ({
        at: isoAt(place?.timezone ?? timezone, at),
        addressId: row.locationId,
        location: place?.name || null,
        cause,
        late: isLate,
        currency: row.currency,
        sessionRef: row.sessionRef,
        description: row.description,
        gateway: row.gateway,
        gatewayId: row.gatewayId,
        amount: fromMinorUnits(cause === 'CAPTURED' ? amountMinor : -amountMinor, row.currency),
      })),
    }
    const csvText = wantsEntries
      ? toCsv(
          statementColumns.entries,
          statementView.entries.map((row) => ({ ...row, late: row.late ? 'yes' : '' })),
        )
      : toCsv(statementColumns.totals, statementView.totals)
    return { ...statementView, csv: csv ? csvText : null }
  },
})
