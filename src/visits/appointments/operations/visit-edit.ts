// Changes the kind, room and address of a booked visit (DAY-14, HOME-01). Its time, practitioner
// and price stay the same.

import { isDeepStrictEqual } from 'node:util'
import { flag, id, object, optional } from '../../../base/contract/schemas.ts'
import { violatedConstraint } from '../../../base/db/database.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { isAtHome } from '../../../base/values/modes.ts'
import { invalid } from '../../../base/values/problem.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { lock } from '../../occupancy/locks.ts'
import { UnifiedBookingBody } from '../booking-body.ts'
import { toStoredType } from '../booking-request.ts'
import { problem } from '../problems.ts'
import { listedVisitSchema } from '../visit-list.ts'
import { loadVisit, lockVisit } from '../visits.ts'
import { findListedVisit } from './visit-show.ts'

const editVisit = statement(
  'edit_visit',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint',
      type: 'text',
      roomId: 'bigint?',
      changesRoom: 'boolean',
      visitAddress: narrowType<object | null>('jsonb?'),
      now: 'timestamptz',
    },
    returns: { outcome: narrowType<'DONE' | 'ROOM_BLOCKED'>('text') },
  },
  `
  with wanted as (
    select a.workspace_id, a.id, not :changesRoom or not exists (
        select from blocks b
        where b.workspace_id = a.workspace_id and b.room_id = :roomId::bigint and b.to_at > a.from_at and b.from_at < a.to_at
      ) as is_free
    from appointments a
    where a.workspace_id = :workspaceId and a.id = :appointmentId
  ),
  claimed as (
    update claims c
    set room_id = :roomId::bigint
    from wanted w
    where :changesRoom and w.is_free and c.workspace_id = w.workspace_id and c.appointment_id = w.id
  ),
  changed as (
    update appointments a
    set type = :type, room_id = :roomId::bigint, visit_address = coalesce(:visitAddress::jsonb, a.visit_address), updated_at = :now
    from wanted w
    where w.is_free and a.workspace_id = w.workspace_id and a.id = w.id
  )
  select case when is_free then 'DONE' else 'ROOM_BLOCKED' end as outcome
  from wanted`,
)

export const visitEdit = workspaceOperation({
  name: 'visit-edit',
  right: 'visits:write',
  about: 'visit',
  summary:
    'Change the kind or the room of a visit, or the address of a home visit; its time and price stay the same.',
  input: object({
    id: id('The visit.', 41),
    type: UnifiedBookingBody.properties.type,
    roomId: optional(id('A room of its location; unchanged when omitted.', 4)),
    withoutRoom: optionalWithDefault(flag('Remove the room.'), false),
    visitAddress: UnifiedBookingBody.properties.visitAddress,
  }),
  output: listedVisitSchema,
  async run(
    { database, configurations, clock, actor, workspaceId }: InWorkspace<Configured>,
    { id: appointmentId, type: requestedType, roomId: askedRoom, withoutRoom, visitAddress },
  ) {
    if (withoutRoom && askedRoom !== undefined)
      throw invalid('roomId and withoutRoom cannot be sent together')
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    try {
      return await database.transaction(async (queries) => {
        const current = await loadVisit(queries, workspaceId, appointmentId, now)
        await lock(queries, workspaceId, {
          doctor: current.doctorId,
          room: [current.roomId, askedRoom ?? null],
        })
        const visit = await lockVisit(queries, workspaceId, appointmentId, now)
        const { status, mode, locationId, patientId } = visit
        if (visitAddress !== undefined && !isAtHome(mode))
          throw invalid(`visitAddress does not go with mode ${mode}`)
        const type = requestedType === undefined ? visit.type : toStoredType(requestedType)
        const roomId = withoutRoom ? null : (askedRoom ?? visit.roomId)
        const changesRoom = roomId !== visit.roomId
        const changesAddress =
          visitAddress !== undefined && !isDeepStrictEqual(visitAddress, visit.visitAddress)
        if (status === 'CANCELLED' || (changesRoom && status === 'COMPLETED'))
          throw problem('VISIT_NOT_CHANGEABLE', { id: appointmentId, status })
        const location = configuration.locations.find((one) => one.id === locationId)
        if (changesRoom && roomId !== null && !location?.roomIds.has(roomId))
          throw problem('ROOM_NOT_FOUND')
        const changedMembers = [
          ...(type === visit.type ? [] : ['type']),
          ...(changesRoom ? ['roomId'] : []),
          ...(changesAddress ? ['visitAddress'] : []),
        ]
        const auditFields = { patientIds: [patientId], appointmentId, now }
        if (changedMembers.length === 0)
          await recordAccess(queries, workspaceId, actor, { action: 'READ', ...auditFields })
        else {
          const [edited] = await queries.rows(editVisit, {
            workspaceId,
            appointmentId,
            type,
            roomId,
            changesRoom,
            visitAddress: visitAddress ?? null,
            now,
          })
          if (edited?.outcome !== 'DONE') throw problem('ROOM_NOT_AVAILABLE')
          await recordAccess(queries, workspaceId, actor, {
            action: 'CHANGED',
            changedMembers,
            ...auditFields,
          })
        }
        const changed = await findListedVisit(queries, workspaceId, appointmentId, now)
        if (!changed) throw new Error('the changed visit was not found')
        return changed
      })
    } catch (error) {
      if (violatedConstraint(error) === 'room_is_claimed_once') throw problem('ROOM_NOT_AVAILABLE')
      throw error
    }
  },
})
