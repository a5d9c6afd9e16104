// A member who sees own visits alone (DASH-10) may only name those, and themselves as practitioner. What each operation with visits or
// tokens is asked about is said here; one that is not here is not for such a member.

import type { Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { problem } from '../values/problem.ts'

const doctorOfVisit = statement(
  'doctor_of_visit',
  { takes: { workspaceId: 'bigint', visitId: 'bigint' }, returns: { doctorId: 'bigint?' } },
  `
  select coalesce(
    (select doctor_id from appointments where workspace_id = :workspaceId and id = :visitId),
    (select doctor_id from queue_visits where workspace_id = :workspaceId and id = :visitId)
  ) as "doctorId"`,
)

/** By the name of an operation: which member of its input names the visit, the practitioner, or the practitioners it is about. */
const about: Readonly<Record<string, 'visit' | 'doctor' | 'doctors'>> = {
  'day-show': 'doctors',
  'times-nearest': 'doctors',
  'visit-quote': 'doctor',
  'visit-book': 'doctor',
  'visit-show': 'visit',
  'visit-history': 'visit',
  'visit-status': 'visit',
  'visit-arrive': 'visit',
  'visit-move': 'visit',
  'visit-cancel': 'visit',
  'visit-cancel-quote': 'visit',
  'visit-vitals': 'visit',
  'visit-notes': 'visit',
}

/** Of other operations on visits and queues these say nothing of one. */
const ofNoVisit = ['location-list', 'doctor-list']

type Member = { workspaceId: number; userId: number }

/**
 * The input of an operation as far as it is about the member's own visits; undefined where the operation is not for one who sees no
 * others. Throws VISIT_NOT_FOUND for a visit of somebody else, as for one that does not exist.
 */
export async function ownInput(
  queries: Queries,
  { workspaceId, userId }: Member,
  name: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  if (ofNoVisit.includes(name)) return input
  switch (about[name]) {
    case 'doctors':
      return { ...input, doctorIds: [userId] }
    case 'doctor':
      return Number(input.doctorId) === userId ? input : undefined
    case 'visit': {
      const visitId = Number(input.id)
      if (!Number.isSafeInteger(visitId)) return input
      const [visit] = await queries.rows(doctorOfVisit, { workspaceId, visitId })
      if (visit?.doctorId !== userId) throw problem('VISIT_NOT_FOUND', { id: visitId })
      return input
    }
    case undefined:
      return undefined
  }
}
