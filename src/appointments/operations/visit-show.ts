// One visit, with its refunds.

import { Type } from 'typebox'
import { note } from '../../audit/audit.ts'
import { choice, currency, flag, id, list, nullable, number, object, text, timestamp } from '../../contract/schemas.ts'
import type { Queries } from '../../db/database.ts'
import type { RowOf } from '../../db/statement.ts'
import { workspaceOperation } from '../../operations/operation.ts'
import { refundStates } from '../../payments/refund-queries.ts'
import { refundsOfVisit } from '../../payments/visit-refund-queries.ts'
import { listedTokenMembers, listedTokens } from '../../queue/listed-tokens.ts'
import { isoAt } from '../../values/clinic-time.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { problem } from '../../values/problem.ts'
import { nextOf, storedStatuses } from '../appointment-status.ts'
import { listedVisitMembers, listedVisitView } from '../visit-list.ts'
import { listedVisits } from '../visit-list-queries.ts'
import { visitOf } from '../visits.ts'

const refund = object({
  amount: number('Refunded amount, in `currency`.', 250),
  currency: currency('ISO 4217 code.'),
  percentage: number('Refunded percentage of the payable amount.', 50),
  online: flag('Whether the gateway or the desk makes the refund.'),
  state: choice(
    refundStates,
    'DONE once it is refunded; REQUESTED and PENDING while the gateway is working on it; REFUSED and FAILED if the clinic still has the money.',
  ),
  reason: nullable(text('The reason given with the request.', 'Doctor is ill')),
  problem: nullable(text('What went wrong at the gateway; null if nothing did.', 'the account has too little money')),
  requestedAt: timestamp('When it was requested.'),
  doneAt: nullable(timestamp('When it was refunded.')),
})

const refunds = list(refund, 'Refunds made or requested, oldest first.')

/** A refund; if it has no reason of its own, the reason for the cancellation. */
function refundView({ amountMinor, currency, isOnline, ...refund }: RowOf<typeof refundsOfVisit.returns>, timezone: string, cancellationReason: string | null) {
  return {
    ...refund,
    amount: fromMinorUnits(amountMinor, currency),
    currency,
    online: isOnline,
    reason: refund.reason ?? cancellationReason,
    requestedAt: isoAt(timezone, refund.requestedAt),
    doneAt: refund.doneAt === null ? null : isoAt(timezone, refund.doneAt),
  }
}

const nextStatuses = list(choice(storedStatuses, 'A status.'), 'Statuses it can be set to now; empty if its status is final.')

export const visitShow = workspaceOperation({
  name: 'visit-show',
  right: 'visits:read',
  about: 'visit',
  summary: 'Show a visit or token and its refunds.',
  input: object({ id: id('The visit.', 41) }),
  output: Type.Union([object({ ...listedVisitMembers, nextStatuses, refunds }), object({ ...listedTokenMembers, refunds })]),
  async run({ database, clock, actor, workspaceId }, { id: visitId }) {
    const now = clock.now()
    return database.transaction(async (queries) => {
      const found = await listedAnyOf(queries, workspaceId, visitId, now)
      if (!found) throw problem('VISIT_NOT_FOUND', { id: visitId })
      const about = found.system === 'SCHEDULED' ? { appointmentId: visitId } : { visitIds: [visitId] }
      await note(queries, workspaceId, actor, { action: 'READ', patientIds: [found.patientId], ...about, now })
      const rows = await queries.rows(refundsOfVisit, { workspaceId, visitId })
      const refunds = rows.map((row) => refundView(row, found.appointmentTimezone, found.cancellationReason))
      if (found.system === 'QMS') return { ...found, refunds }
      const { storedStatus } = await visitOf(queries, workspaceId, visitId, now)
      return { ...found, nextStatuses: [...nextOf(storedStatus)], refunds }
    }, 'repeatable read')
  },
})

/** An appointment; undefined if there is none with the id. */
export async function listedVisitOf(queries: Queries, workspaceId: number, visitId: number, now: number) {
  const [visit] = await queries.rows(listedVisits, { workspaceId, ids: [visitId], now })
  return visit && listedVisitView(visit)
}

/** An appointment or token; undefined if there is none with the id. */
export async function listedAnyOf(queries: Queries, workspaceId: number, visitId: number, now: number) {
  return (await listedVisitOf(queries, workspaceId, visitId, now)) ?? (await listedTokens(queries, workspaceId, [visitId]))[0]
}
