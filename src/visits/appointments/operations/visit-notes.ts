// Corrects and completes the notes of a visit or token (DAY-14).

import { Type } from 'typebox'
import { id, nullable, object, text } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { workspaceOperation } from '../../../base/operations/operation.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import { listedTokenSchema } from '../../queue/listed-tokens.ts'
import { lockToken } from '../../queue/staff-queries.ts'
import { problem } from '../problems.ts'
import { listedVisitSchema } from '../visit-list.ts'
import { lockVisitForPayment } from '../visits.ts'
import { findListedVisitOrToken } from './visit-show.ts'

const notesMax = 500

const setNotes = (table: 'appointments' | 'queue_visits') =>
  statement(
    `set_notes_of_${table}`,
    { takes: { workspaceId: 'bigint', visitId: 'bigint', notes: 'text?', now: 'timestamptz' } },
    `
  update ${table}
  set appointment_notes = :notes, updated_at = :now
  where workspace_id = :workspaceId and id = :visitId`,
  )
const setNotesOfVisit = setNotes('appointments')
const setNotesOfToken = setNotes('queue_visits')

export const visitNotes = workspaceOperation({
  name: 'visit-notes',
  right: 'visits:write',
  about: 'visit',
  summary:
    'Change the notes of a visit or token, unless someone else has changed them since they were read.',
  input: object({
    id: id('The visit or token.', 41),
    notes: text(`At most ${notesMax} characters; none if empty.`, 'Wheelchair access needed', {
      maxLength: notesMax,
    }),
    before: nullable(text('The notes as they were read; null if there were none.', 'Wheelchair')),
  }),
  output: Type.Union([listedVisitSchema, listedTokenSchema]),
  async run({ database, clock, actor, workspaceId }, { id: visitId, notes, before }) {
    return database.transaction(async (queries) => {
      const [token] = await queries.rows(lockToken, { workspaceId, visitId })
      const now = clock.now()
      if (!token) await lockVisitForPayment(queries, workspaceId, visitId, now)
      const current = await findListedVisitOrToken(queries, workspaceId, visitId, now)
      // An erasure waits for the lock on the visit, so the notes that it clears are not written
      // again.
      if (!current || current.patient.erased) throw problem('APPOINTMENT_NOT_FOUND')
      const newNotes = notes.trim() || null
      const isToken = current.system === 'QMS'
      const auditFields = {
        patientIds: [current.patientId],
        ...(isToken ? { visitIds: [visitId] } : { appointmentId: visitId }),
        now,
      }
      // The same change was sent twice, and has already been made.
      if (current.appointmentNotes === newNotes) {
        await recordAccess(queries, workspaceId, actor, { action: 'READ', ...auditFields })
        return current
      }
      if (current.appointmentNotes !== before) throw problem('NOTES_CHANGED', { id: visitId })
      await queries.rows(isToken ? setNotesOfToken : setNotesOfVisit, {
        workspaceId,
        visitId,
        notes: newNotes,
        now,
      })
      await recordAccess(queries, workspaceId, actor, {
        action: 'CHANGED',
        changedMembers: ['appointmentNotes'],
        ...auditFields,
      })
      return { ...current, appointmentNotes: newNotes }
    })
  },
})
