// Undoes the last change of a visit at the desk: its status, time, arrival or cancellation, with
// its payment and its pack (DAY-19). The order of locks is the same as for the change: doctor and
// room, pack, visit.

import { type Database, type Queries, violatedConstraint } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { type Actor, authorValues } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { homeModes } from '../../base/values/modes.ts'
import type { Problem } from '../../base/values/problem.ts'
import { reusePackSession } from '../../money/packs/queries.ts'
import { lockPack } from '../../money/packs/wallet.ts'
import { undoDeskRefund } from '../../money/payments/refund-queries.ts'
import {
  beginUndo,
  finishUndo,
  loadChange,
  restoreAssignments,
  visitBeforeSql,
} from '../booking/desk-changes.ts'
import { findTakenResource, releaseTime } from '../occupancy/claims.ts'
import { lock } from '../occupancy/locks.ts'
import { undoTokenChange } from '../queue/undo-token-change.ts'
import { problem } from './problems.ts'
import { loadVisit, lockVisit } from './visits.ts'

/**
 * Restores a visit in one statement with its claim, so that the two never differ. The claim may lie
 * in a blocked time, like that of any visit booked before the block.
 */
const restoreVisit = statement(
  'restore_visit',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint',
      changeId: 'bigint',
      now: 'timestamptz',
    },
    returns: {
      isRestored: 'boolean',
      from: 'timestamptz',
      to: 'timestamptz',
      travelMins: 'integer',
    },
  },
  `
  with before as (${visitBeforeSql('appointments')}
  ),
  travel as (
    select coalesce((
      select l.travel_mins
      from appointments a
      join doctor_locations l on l.workspace_id = a.workspace_id and l.doctor_id = a.doctor_id and l.location_id = a.location_id
      where a.workspace_id = :workspaceId and a.id = :appointmentId and a.mode in (${homeModes.map((mode) => `'${mode}'`).join(', ')})
    ), 0) as mins
  ),
  claim as (
    insert into claims (workspace_id, appointment_id, doctor_id, room_id, from_at, to_at, travel_mins)
    select a.workspace_id, a.id, a.doctor_id, a.room_id, before.from_at, before.to_at, travel.mins
    from appointments a
    cross join before
    cross join travel
    where a.workspace_id = :workspaceId and a.id = :appointmentId
      and not exists (select from claims c where c.workspace_id = a.workspace_id and c.appointment_id = a.id)
      and travel_is_left_free(a.workspace_id, a.doctor_id, before.from_at, before.to_at, travel.mins)
    on conflict do nothing
    returning appointment_id
  ),
  restored as (
    update appointments a
    set ${restoreAssignments('appointments')}, updated_at = :now
    from before
    where a.workspace_id = :workspaceId and a.id = :appointmentId
      and (exists (select from claim) or exists (select from claims c where c.workspace_id = a.workspace_id and c.appointment_id = a.id))
    returning a.id
  )
  select exists (select from restored) as "isRestored", before.from_at as "from", before.to_at as "to", travel.mins as "travelMins"
  from before
  cross join travel`,
)

interface UndoAuthor {
  workspaceId: number
  actor: Actor
}

/** Database constraints, with the problem to report when each is violated. */
const constraintProblems: Readonly<Record<string, (visit: number, id: number) => Problem>> = {
  one_live_follow_up: () => problem('FOLLOW_UP_NOT_ELIGIBLE'),
  sessions_within_pack: () =>
    problem('SESSION_PACK_NOT_USABLE', { reason: 'has no sessions left' }),
  refund_with_a_receipt_stays: (visit, id) => problem('VISIT_CHANGED_SINCE', { id, visit }),
}

/**
 * Undoes a change of a visit, or of a token that visits:write can change; returns the visit's or
 * token's id.
 * @throws {Problem} CHANGE_NOT_FOUND, CHANGE_ALREADY_UNDONE, CHANGE_UNDO_EXPIRED, VISIT_CHANGED_SINCE, REFUND_IN_PROGRESS, SLOT_NOT_AVAILABLE,
 * ROOM_NOT_AVAILABLE, SESSION_PACK_NOT_USABLE or FOLLOW_UP_NOT_ELIGIBLE; nothing has then changed
 */
export async function undoVisitChange(
  services: { database: Database; clock: { now(): Instant } },
  author: UndoAuthor,
  id: number,
): Promise<number> {
  const { appointmentId, visitId } = await loadChange(
    services.database,
    author.workspaceId,
    id,
    'VISIT',
  )
  if (appointmentId === null) {
    await undoTokenChange(services, author, id, 'VISIT')
    return visitId as number
  }
  try {
    await services.database.transaction((queries) =>
      undoAppointmentChange(queries, services.clock, author, appointmentId, id),
    )
  } catch (error) {
    throw constraintProblems[violatedConstraint(error) ?? '']?.(appointmentId, id) ?? error
  }
  return appointmentId
}

async function undoAppointmentChange(
  queries: Queries,
  clock: { now(): Instant },
  author: UndoAuthor,
  appointmentId: number,
  id: number,
): Promise<void> {
  const { workspaceId, actor } = author
  const { doctorId, roomId, patientPackageId, locationId } = await loadVisit(
    queries,
    workspaceId,
    appointmentId,
    clock.now(),
  )
  await lock(queries, workspaceId, { doctor: doctorId, room: roomId })
  const pack =
    patientPackageId === null ? undefined : await lockPack(queries, workspaceId, patientPackageId)
  const now = clock.now()
  const visit = await lockVisit(queries, workspaceId, appointmentId, now)
  const change = await beginUndo(queries, author, { id, kind: 'VISIT' }, visit.patientId, now)
  if (visit.fromAt !== change.fromAtBefore) await releaseTime(queries, workspaceId, appointmentId)
  const [outcome] = await queries.rows(restoreVisit, {
    workspaceId,
    appointmentId,
    changeId: id,
    now,
  })
  if (!outcome) throw new Error('a recorded change does not contain the visit before it')
  if (!outcome.isRestored) {
    const { from, to, travelMins } = outcome
    const takenResource = await findTakenResource(queries, workspaceId, {
      doctorId,
      locationId,
      roomId,
      from,
      to,
      travelMins,
    })
    throw problem(takenResource === 'doctor' ? 'SLOT_NOT_AVAILABLE' : 'ROOM_NOT_AVAILABLE')
  }
  if (visit.storedStatus === 'CANCELLED') {
    await queries.rows(undoDeskRefund, { workspaceId, appointmentId, now })
    if (pack)
      await queries.rows(reusePackSession, {
        workspaceId,
        patientPackId: pack.id,
        appointmentId,
        now,
        ...authorValues(actor),
      })
  }
  await finishUndo(queries, workspaceId, change, visit.patientId)
}
