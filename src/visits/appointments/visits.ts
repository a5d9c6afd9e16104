// Reads visits, and locks them for changes.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { type Actor, actingMemberId } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { undoPeriodMs } from '../../clinic/notices/plan-notices.ts'
import { saveBeforeChange } from '../booking/desk-changes.ts'
import { isInBlock } from '../occupancy/block-queries.ts'
import { recordColumns, recordSelectList, refundJoin } from './appointment-record.ts'
import type { StoredStatus } from './appointment-status.ts'
import { problem } from './problems.ts'

const visitRow = statement(
  'visit_by_id',
  {
    takes: { workspaceId: 'bigint', appointmentId: 'bigint', now: 'timestamptz' },
    returns: {
      ...recordColumns,
      storedStatus: narrowType<StoredStatus>('text'),
      isRefundUnderWay: 'boolean',
      /** How often the patient has moved it. */
      movedByPatient: 'smallint',
    },
  },
  `
  select ${recordSelectList}, a.status as "storedStatus",
    exists (select from refunds o where o.workspace_id = a.workspace_id and o.appointment_id = a.id and o.state = 'REQUESTED') as "isRefundUnderWay",
    a.moved_by_patient as "movedByPatient"
  from appointments a
  ${refundJoin}
  where a.workspace_id = :workspaceId and a.id = :appointmentId`,
)

const lockVisitRow = statement(
  'lock_visit',
  { takes: { workspaceId: 'bigint', appointmentId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from appointments
  where workspace_id = :workspaceId and id = :appointmentId
  for no key update`,
)

/** A visit as shown at an instant, with its stored status. */
export type Visit = RowOf<typeof visitRow.returns>

/** A visit as shown at `now`; throws APPOINTMENT_NOT_FOUND. */
export async function loadVisit(
  queries: Queries,
  workspaceId: number,
  appointmentId: number,
  now: Instant,
): Promise<Visit> {
  const [visit] = await queries.rows(visitRow, { workspaceId, appointmentId, now })
  if (!visit) throw problem('APPOINTMENT_NOT_FOUND')
  return visit
}

/**
 * Reads a visit and locks it until the transaction ends, so that changes of one visit are made one
 * after the other; throws while its refund is in progress. It is read after it is locked,
 * since it may have changed during the wait for the lock.
 */
export async function lockVisit(
  queries: Queries,
  workspaceId: number,
  appointmentId: number,
  now: Instant,
): Promise<Visit> {
  const visit = await lockVisitForPayment(queries, workspaceId, appointmentId, now)
  if (visit.isRefundUnderWay) throw problem('REFUND_IN_PROGRESS')
  return visit
}

/**
 * Reads and locks a visit even while a refund is in progress: for code that handles its payment.
 */
export async function lockVisitForPayment(
  queries: Queries,
  workspaceId: number,
  appointmentId: number,
  now: Instant,
): Promise<Visit> {
  await queries.rows(lockVisitRow, { workspaceId, appointmentId })
  return loadVisit(queries, workspaceId, appointmentId, now)
}

/**
 * The patient of a visit in a blocked time; they get one notice about all such visits (DAY-12).
 * Null for any other visit.
 */
export async function displacedPatientId(
  queries: Queries,
  workspaceId: number,
  visit: Visit,
): Promise<number | null> {
  const { doctorId, locationId, roomId, fromAt: from, toAt: to, patientId } = visit
  const [isDisplaced] = await queries.rows(isInBlock, {
    workspaceId,
    doctorId,
    locationId,
    roomId,
    from,
    to,
  })
  return isDisplaced ? patientId : null
}

/**
 * Stores a locked visit as it is before a staff member changes it, so that the change can be undone
 * (DAY-19).
 */
export async function saveVisitBeforeChange(
  queries: Queries,
  actor: Actor,
  workspaceId: number,
  visit: Visit,
  now: Instant,
): Promise<void> {
  if (actingMemberId(actor) === null) return
  const isDisplaced = (await displacedPatientId(queries, workspaceId, visit)) !== null
  await saveBeforeChange(
    queries,
    actor,
    { workspaceId, appointmentId: visit.id },
    { kind: 'VISIT', now, ms: undoPeriodMs(isDisplaced) },
  )
}
