// One visit, with its refunds.

import { Type } from 'typebox'
import {
  anyObject,
  choice,
  currency,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { narrowType, type RowOf, statement } from '../../../base/db/statement.ts'
import { workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import { refundStates } from '../../../money/payments/refund-queries.ts'
import { visitRefunds } from '../../../money/payments/visit-refund-queries.ts'
import { listedTokenMembers, loadListedTokens } from '../../queue/listed-tokens.ts'
import { nextStatuses, storedStatuses } from '../appointment-status.ts'
import { problem } from '../problems.ts'
import { listedVisitMembers, listedVisitView } from '../visit-list.ts'
import { listedVisits } from '../visit-list-queries.ts'
import { loadVisit } from '../visits.ts'

const vitalsMax = 20

const visitVitals = statement(
  'vitals_of_visit',
  {
    takes: { workspaceId: 'bigint', visitId: 'bigint', limit: 'bigint' },
    returns: {
      recordedAt: 'timestamptz',
      vital: narrowType<Record<string, unknown>>('jsonb'),
      by: 'text?',
    },
  },
  `
  select v.recorded_at as "recordedAt", v.vitals as vital, u.display_name as by
  from appointment_vitals v
  left join users u on u.workspace_id = v.workspace_id and u.id = v.recorded_by
  where v.workspace_id = :workspaceId and v.appointment_id = :visitId
  order by v.recorded_at desc
  limit :limit`,
)

const refund = object({
  amount: number('Refunded amount, in `currency`.', 250),
  currency: currency('ISO 4217 code.'),
  percentage: number('Refunded percentage of the payable amount.', 50),
  online: flag('Who makes the refund: the gateway or the desk.'),
  state: choice(
    refundStates,
    'DONE once it is refunded; REQUESTED and PENDING while the gateway is working on it; REFUSED and FAILED if the clinic still has the money.',
  ),
  reason: nullable(text('The reason given with the request.', 'Doctor is ill')),
  problem: nullable(
    text(
      'What went wrong at the gateway; null if nothing did.',
      'the account has too little money',
    ),
  ),
  requestedAt: timestamp('When it was requested.'),
  doneAt: nullable(timestamp('When it was refunded.')),
})

const refunds = list(refund, 'Refunds made or requested, oldest first.')

/** A refund with its own reason, or otherwise with the reason for the cancellation. */
function refundView(
  { amountMinor, currency, isOnline, ...refund }: RowOf<typeof visitRefunds.returns>,
  timezone: string,
  cancellationReason: string | null,
) {
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

const vitals = list(
  object({
    recordedAt: timestamp('When, with the clinic offset.'),
    vital: anyObject('The vitals as they were sent.', { pulse: 72 }),
    by: nullable(
      text(
        'The staff member who took them; null if they were sent with a booking, or by a program.',
        'Ravi Shah',
      ),
    ),
  }),
  `What was measured, the latest first, at most ${vitalsMax}.`,
)

const nextStatusesSchema = list(
  choice(storedStatuses, 'A status.'),
  'Statuses it can be set to now; empty if its status is final.',
)

export const visitShow = workspaceOperation({
  name: 'visit-show',
  right: 'visits:read',
  about: 'visit',
  summary: 'Show a visit or token and its refunds.',
  input: object({ id: id('The visit.', 41) }),
  output: Type.Union([
    object({ ...listedVisitMembers, nextStatuses: nextStatusesSchema, refunds, vitals }),
    object({ ...listedTokenMembers, refunds }),
  ]),
  async run({ database, clock, actor, workspaceId }, { id: visitId }) {
    const now = clock.now()
    return database.transaction(async (queries) => {
      const found = await findListedVisitOrToken(queries, workspaceId, visitId, now)
      if (!found) throw problem('VISIT_NOT_FOUND', { id: visitId })
      const auditFields =
        found.system === 'SCHEDULED' ? { appointmentId: visitId } : { visitIds: [visitId] }
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: [found.patientId],
        ...auditFields,
        now,
      })
      const rows = await queries.rows(visitRefunds, { workspaceId, visitId })
      const refunds = rows.map((row) =>
        refundView(row, found.appointmentTimezone, found.cancellationReason),
      )
      if (found.system === 'QMS') return { ...found, refunds }
      const { storedStatus } = await loadVisit(queries, workspaceId, visitId, now)
      const vitalRows = await queries.rows(visitVitals, { workspaceId, visitId, limit: vitalsMax })
      const vitals = vitalRows.map(({ recordedAt, ...one }) => ({
        ...one,
        recordedAt: isoAt(found.appointmentTimezone, recordedAt),
      }))
      return { ...found, nextStatuses: [...nextStatuses(storedStatus)], refunds, vitals }
    }, 'repeatable read')
  },
})

/** An appointment by its id; undefined if there is none. */
export async function findListedVisit(
  queries: Queries,
  workspaceId: number,
  visitId: number,
  now: number,
) {
  const [visit] = await queries.rows(listedVisits, { workspaceId, ids: [visitId], now })
  return visit && listedVisitView(visit)
}

/** An appointment or token by its id; undefined if there is none. */
export async function findListedVisitOrToken(
  queries: Queries,
  workspaceId: number,
  visitId: number,
  now: number,
) {
  return (
    (await findListedVisit(queries, workspaceId, visitId, now)) ??
    (await loadListedTokens(queries, workspaceId, [visitId]))[0]
  )
}
