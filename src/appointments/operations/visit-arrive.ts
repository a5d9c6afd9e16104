// The patient has come: a time of the visit or token, and no status.

import { Type } from 'typebox'
import { note } from '../../audit/audit.ts'
import { flag, id, object } from '../../contract/schemas.ts'
import { statement } from '../../db/statement.ts'
import { byDefault, workspaceOperation } from '../../operations/operation.ts'
import { listedTokenSchema } from '../../queue/listed-tokens.ts'
import { holdToken, setTokenArrival } from '../../queue/staff-queries.ts'
import { parseInstant } from '../../values/clinic-time.ts'
import { problem } from '../../values/problem.ts'
import { listedVisitSchema } from '../visit-list.ts'
import { visitHeldForMoney } from '../visits.ts'
import { listedAnyOf } from './visit-show.ts'

/** For so long a slip can be taken back. */
const undoMs = 60_000

/** Statuses in which a patient is awaited, of visits and of tokens. */
const awaited: readonly string[] = ['SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'OVERDUE', 'WAITING', 'CALLED', 'SKIPPED']

const setArrival = statement(
  'set_arrival',
  { takes: { workspaceId: 'bigint', visitId: 'bigint', arrivedAt: 'timestamptz?', now: 'timestamptz' } },
  `
  update appointments
  set arrived_at = :arrivedAt, updated_at = :now
  where workspace_id = :workspaceId and id = :visitId`,
)

export const visitArrive = workspaceOperation({
  name: 'visit-arrive',
  right: 'visits:write',
  summary: 'Say that the patient of a visit or token has come, or within a minute that this was a slip.',
  input: object({ id: id('The visit or token.', 41), arrived: byDefault(flag('Whether the patient is there.'), true) }),
  output: Type.Union([listedVisitSchema, listedTokenSchema]),
  async run({ database, clock, actor, workspaceId }, { id: visitId, arrived }) {
    return database.transaction(async (queries) => {
      const [token] = await queries.rows(holdToken, { workspaceId, visitId })
      const now = clock.now()
      if (!token) await visitHeldForMoney(queries, workspaceId, visitId, now)
      const seen = await listedAnyOf(queries, workspaceId, visitId, now)
      if (!seen) throw problem('APPOINTMENT_NOT_FOUND')
      if (!awaited.includes(seen.status)) throw problem('NOBODY_AWAITED', { id: visitId, status: seen.status })
      const isToken = seen.system === 'QMS'
      const about = { patientIds: [seen.patientId], ...(isToken ? { visitIds: [visitId] } : { appointmentId: visitId }), now }
      const before = seen.arrivedAt === null ? undefined : parseInstant(seen.arrivedAt)
      if (arrived === (before !== undefined)) {
        await note(queries, workspaceId, actor, { action: 'READ', ...about })
        return seen
      }
      if (before !== undefined && now - before > undoMs) throw problem('ARRIVAL_STANDS', { id: visitId })
      await queries.rows(isToken ? setTokenArrival : setArrival, { workspaceId, visitId, arrivedAt: arrived ? now : null, now })
      await note(queries, workspaceId, actor, { action: 'CHANGED', changedMembers: ['arrivedAt'], ...about })
      const changed = await listedAnyOf(queries, workspaceId, visitId, now)
      if (!changed) throw new Error('a visit was changed but is not there')
      return changed
    })
  },
})
