// A member who sees own visits alone (DASH-10) may only name those, and themselves as practitioner. What each operation with visits or
// tokens is asked about is said here; one that is not here is not for such a member.

import { idMeant } from '../catalogue/named-things.ts'
import type { Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { includesOwnPatientsAlone, type Rights } from '../operations/rights.ts'
import { shownAs } from '../patients/led-to.ts'
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

const patientOfDoctor = statement(
  'patient_of_doctor',
  { takes: { workspaceId: 'bigint', patientId: 'bigint', doctorId: 'bigint' }, returns: { isTheirs: 'boolean' } },
  `
  select exists (select from appointments where workspace_id = :workspaceId and patient_id = :patientId and doctor_id = :doctorId)
    or exists (select from queue_visits where workspace_id = :workspaceId and patient_id = :patientId and doctor_id = :doctorId) as "isTheirs"`,
)

const patientOfPack = statement(
  'patient_of_pack',
  { takes: { workspaceId: 'bigint', patientPackId: 'bigint' }, returns: { patientId: 'bigint' } },
  `
  select patient_id as "patientId"
  from patient_packs
  where workspace_id = :workspaceId and id = :patientPackId`,
)

/** Operations on one patient's record, whatever right they ask for: of a patient whom the member has never had, there is none. */
const ofPatient: Readonly<Record<string, 'id' | 'patientId' | 'pack' | 'both'>> = {
  'patient-show': 'id',
  'patient-edit': 'id',
  'patient-merged': 'id',
  'patient-merge': 'both',
  'patient-export': 'id',
  'patient-erase': 'id',
  'patient-payments': 'patientId',
  'audit-show': 'patientId',
  'packs-show': 'patientId',
  'packs-offered': 'patientId',
  'packs-sell': 'patientId',
  'packs-grant': 'patientId',
  'packs-correct': 'pack',
  'packs-pay': 'pack',
  'packs-refund': 'pack',
}

/** Operations whose figures are those of visits: of such a member's own where no practitioner is named. */
const ofFigures: Readonly<Record<string, 'doctorId'>> = { 'report-show': 'doctorId' }

/** Whether an operation is only for what a member may see of others: visits and tokens, patients, or figures. */
export function isOfOwn({ name, right = '' }: { name: string; right?: string }, rights: Rights): boolean {
  if (/^(visits|queue):/.test(right)) return rights.ownVisits
  // Payments, receipts and tills are of patients too: what is not named here is not for such a member.
  return (/^money:/.test(right) || Object.hasOwn(ofPatient, name) || Object.hasOwn(ofFigures, name)) && includesOwnPatientsAlone(rights)
}

/** By the name of an operation: which member of its input names the visit, the practitioner, the practitioners, the shift or the block it is about. */
const about: Readonly<Record<string, 'visit' | 'doctor' | 'doctors' | 'shift' | 'named doctor' | 'block' | 'series' | 'asked by doctor'>> = {
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
  'visit-pay': 'visit',
  'visit-refund': 'visit',
  'visit-notes': 'visit',
  'patient-visits': 'asked by doctor',
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
 * others. Throws VISIT_NOT_FOUND for a visit of somebody else, QUEUE_SHIFT_NOT_FOUND for a shift and PATIENT_NOT_FOUND for a patient, as for one
 * that does not exist.
 */
export async function ownInput(
  queries: Queries,
  { workspaceId, userId }: Member,
  name: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  if (ofNoVisit.includes(name)) return input
  if (Object.hasOwn(ofFigures, name)) return Number(input.doctorId ?? userId) === userId ? { ...input, doctorId: userId } : undefined
  if (Object.hasOwn(ofPatient, name)) return ownPatient(queries, { workspaceId, userId }, name, input)
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
    case 'asked by doctor':
      return { ...input, doctorId: userId }
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

async function ownPatient(
  queries: Queries,
  { workspaceId, userId: doctorId }: Member,
  name: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const member = ofPatient[name]
  if (member === 'both') {
    for (const id of [input.from, input.into]) await ownPatient(queries, { workspaceId, userId: doctorId }, 'patient-merged', { id })
    return input
  }
  // Without a patient it shows the entries of all of them.
  if (name === 'audit-show' && input.patientId === undefined) throw problem('PATIENT_NOT_FOUND')
  const named = Number(member === 'patientId' ? input.patientId : input.id)
  if (!Number.isSafeInteger(named)) return input
  const [owner] = member === 'pack' ? await queries.rows(patientOfPack, { workspaceId, patientPackId: named }) : [{ patientId: named }]
  // What is refused of a pack that does not exist is the operation's to say.
  if (!owner) return input
  const [seen] = await queries.rows(patientOfDoctor, { workspaceId, patientId: await shownAs(queries, workspaceId, owner.patientId), doctorId })
  if (!seen?.isTheirs) throw member === 'pack' ? problem('PACK_NOT_FOUND', { id: named }) : problem('PATIENT_NOT_FOUND')
  return name === 'patient-show' ? { ...input, doctorId } : input
}
