// The arrival of a patient: a time on the visit or token, not a status.

import type { Database } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Actor } from '../../base/operations/actor.ts'
import { type Instant, parseInstant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { saveBeforeChange } from '../booking/desk-changes.ts'
import { lockToken, setTokenArrival } from '../queue/staff-queries.ts'
import { findListedVisitOrToken } from './operations/visit-show.ts'
import { problem } from './problems.ts'
import { lockVisitForPayment } from './visits.ts'

/** How long a mistaken arrival can be undone. */
const arrivalUndoMs = 60_000

/** Visit and token statuses in which the patient is awaited. */
const awaitedStatuses: readonly string[] = [
  'SCHEDULED',
  'CONFIRMED',
  'RESCHEDULED',
  'OVERDUE',
  'WAITING',
  'CALLED',
  'SKIPPED',
]

const setArrival = statement(
  'set_arrival',
  {
    takes: {
      workspaceId: 'bigint',
      visitId: 'bigint',
      arrivedAt: 'timestamptz?',
      now: 'timestamptz',
    },
  },
  `
  update appointments
  set arrived_at = :arrivedAt, updated_at = :now
  where workspace_id = :workspaceId and id = :visitId`,
)

export interface Arrival {
  workspaceId: number
  actor: Actor
  /** The id of the visit or token. */
  visitId: number
  arrived: boolean
  /**
   * Throws if it is too early or too late to record an arrival for a visit that starts at this
   * time; not called for tokens.
   */
  checkTime?: (fromDateTimeTs: string) => void
}

/**
 * Records that a patient has arrived, or undoes it, and returns the visit; if it throws a problem,
 * nothing has changed (DAY-17).
 */
export async function recordArrival(
  { database, clock }: { database: Database; clock: { now(): Instant } },
  { workspaceId, actor, visitId, arrived, checkTime }: Arrival,
) {
  return database.transaction(async (queries) => {
    const [token] = await queries.rows(lockToken, { workspaceId, visitId })
    const now = clock.now()
    if (!token) await lockVisitForPayment(queries, workspaceId, visitId, now)
    const current = await findListedVisitOrToken(queries, workspaceId, visitId, now)
    if (!current) throw problem('APPOINTMENT_NOT_FOUND')
    if (!awaitedStatuses.includes(current.status))
      throw problem('PATIENT_NOT_EXPECTED', { id: visitId, status: current.status })
    if (current.system === 'SCHEDULED') checkTime?.(current.fromDateTimeTs)
    const isToken = current.system === 'QMS'
    const auditFields = {
      patientIds: [current.patientId],
      ...(isToken ? { visitIds: [visitId] } : { appointmentId: visitId }),
      now,
    }
    const before = current.arrivedAt === null ? undefined : parseInstant(current.arrivedAt)
    if (arrived === (before !== undefined)) {
      await recordAccess(queries, workspaceId, actor, { action: 'READ', ...auditFields })
      return current
    }
    if (before !== undefined && now - before > arrivalUndoMs)
      throw problem('ARRIVAL_UNDO_EXPIRED', { id: visitId })
    await saveBeforeChange(
      queries,
      actor,
      { workspaceId, ...(isToken ? { visitId } : { appointmentId: visitId }) },
      { kind: 'VISIT', now },
    )
    await queries.rows(isToken ? setTokenArrival : setArrival, {
      workspaceId,
      visitId,
      arrivedAt: arrived ? now : null,
      now,
    })
    await recordAccess(queries, workspaceId, actor, {
      action: 'CHANGED',
      changedMembers: ['arrivedAt'],
      ...auditFields,
    })
    const changed = await findListedVisitOrToken(queries, workspaceId, visitId, now)
    if (!changed) throw new Error('the changed visit was not found')
    return changed
  })
}
