// A member who sees own visits alone (DASH-10) may only name those, and themselves as practitioner. What each operation with visits or
// tokens is asked about is said here; one that is not here is not for such a member.

import { idMeant } from '../catalogue/named-things.ts'
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

const doctorOfShift = statement(
  'doctor_of_shift',
  { takes: { workspaceId: 'bigint', workShiftId: 'bigint' }, returns: { doctorId: 'bigint' } },
  `
  select doctor_id as "doctorId"
  from work_shifts
  where workspace_id = :workspaceId and id = :workShiftId`,
)

const doctorOfBlock = statement(
  'doctor_of_block',
  { takes: { workspaceId: 'bigint', blockId: 'bigint' }, returns: { doctorId: 'bigint?' } },
  `
  select doctor_id as "doctorId"
  from blocks
  where workspace_id = :workspaceId and id = :blockId`,
)

const doctorsOfSeries = statement(
  'doctors_of_series',
  { takes: { workspaceId: 'bigint', seriesId: 'bigint' }, returns: { doctorId: 'bigint' } },
  `
  select distinct a.doctor_id as "doctorId"
  from visit_series s
  join appointments a on a.workspace_id = s.workspace_id and a.patient_id = s.patient_id and a.series_id = s.id
  where s.workspace_id = :workspaceId and s.id = :seriesId`,
)

/** By the name of an operation: which member of its input names the visit, the practitioner, the practitioners, the shift or the block it is about. */
const about: Readonly<Record<string, 'visit' | 'doctor' | 'doctors' | 'shift' | 'named doctor' | 'block' | 'series'>> = {
  'day-show': 'doctors',
  'week-show': 'doctor',
  'times-nearest': 'doctors',
  'visit-displaced': 'doctors',
  'block-list': 'doctors',
  'block-add': 'doctor',
  'doctor-late': 'doctor',
  'block-remove': 'block',
  'series-plan': 'doctor',
  'series-book': 'doctor',
  'series-show': 'series',
  'series-move': 'series',
  'series-cancel': 'series',
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
  'queue-line': 'doctors',
  'queue-list': 'named doctor',
  ...Object.fromEntries(
    ['show', 'events', 'start', 'next', 'recall', 'skip', 'return', 'begin', 'complete', 'no-show', 'cancel', 'move', 'take-back', 'end'].map(
      (what) => [`queue-${what}`, 'shift'] as const,
    ),
  ),
  'token-give': 'shift',
}

/** Of other operations on visits and queues these say nothing of one. */
const ofNoVisit = ['location-list', 'doctor-list']

type Member = { workspaceId: number; userId: number }

/**
 * The input of an operation as far as it is about the member's own visits; undefined where the operation is not for one who sees no
 * others. Throws VISIT_NOT_FOUND for a visit of somebody else, and QUEUE_SHIFT_NOT_FOUND for a shift, as for one that does not exist.
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
    case 'block': {
      const blockId = Number(input.id)
      if (!Number.isSafeInteger(blockId)) return input
      const [block] = await queries.rows(doctorOfBlock, { workspaceId, blockId })
      if (block?.doctorId !== userId) throw problem('BLOCK_NOT_FOUND', { id: blockId })
      return input
    }
    case 'series': {
      const seriesId = Number(input.id)
      if (!Number.isSafeInteger(seriesId)) return input
      const doctors = await queries.rows(doctorsOfSeries, { workspaceId, seriesId })
      if (doctors.length === 0 || doctors.some(({ doctorId }) => doctorId !== userId)) throw problem('SERIES_NOT_FOUND', { id: seriesId })
      return input
    }
    case 'visit': {
      const visitId = Number(input.id)
      if (!Number.isSafeInteger(visitId)) return input
      const [visit] = await queries.rows(doctorOfVisit, { workspaceId, visitId })
      if (visit?.doctorId !== userId) throw problem('VISIT_NOT_FOUND', { id: visitId })
      return input
    }
    case 'named doctor':
      return { ...input, doctor: String(userId) }
    case 'shift': {
      const typed = String(input.qmsWorkShiftId ?? input.shift ?? '')
      const workShiftId = typed === '' ? undefined : await idMeant(queries, workspaceId, 'shift', typed)
      if (workShiftId === undefined) return input
      const [shift] = await queries.rows(doctorOfShift, { workspaceId, workShiftId })
      if (shift?.doctorId !== userId) throw problem('QUEUE_SHIFT_NOT_FOUND', { shift: typed })
      return input
    }
    case undefined:
      return undefined
  }
}
