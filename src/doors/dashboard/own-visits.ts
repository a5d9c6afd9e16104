// A member who may see only the patients of their own visits (DASH-10) may refer only to those, and
// only to themselves as practitioner. Each operation declares what its input refers to (`about`);
// this code looks up in the database whose that is.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Operation } from '../../base/operations/operation.ts'
import { findName, loadIds, resolveNamedId } from '../../clinic/catalogue/named-things.ts'
import { resolvePatientForRead } from '../../clinic/patients/led-to.ts'
import { problem } from './problems.ts'

const doctorOfVisit = statement(
  'doctor_of_visit',
  { takes: { workspaceId: 'bigint', visitId: 'bigint' }, returns: { doctorId: 'bigint?' } },
  `
  select coalesce(
    (select doctor_id from appointments where workspace_id = :workspaceId and id = :visitId),
    (select doctor_id from queue_visits where workspace_id = :workspaceId and id = :visitId)
  ) as "doctorId"`,
)

const doctorOfChange = statement(
  'doctor_of_change',
  { takes: { workspaceId: 'bigint', changeId: 'bigint' }, returns: { doctorId: 'bigint' } },
  `
  select coalesce(a.doctor_id, v.doctor_id) as "doctorId"
  from desk_changes c
  left join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
  left join queue_visits v on v.workspace_id = c.workspace_id and v.id = c.visit_id
  where c.workspace_id = :workspaceId and c.id = :changeId`,
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

/** SQL condition: the visit was booked by the member, not by someone else. */
const bookedByMember = (visit: string, column: 'appointment_id' | 'visit_id') => `exists (
        select from audit_entries e
        where e.workspace_id = ${visit}.workspace_id and e.${column} = ${visit}.id and e.action = 'BOOKED' and e.acting_user_id = :doctorId and e.key_id is null
      )`

// Members' own bookings do not count: otherwise a member could open any record by booking a visit
// for it. What was entered at such a visit can be read.
const patientOfDoctor = statement(
  'patient_of_doctor',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint', doctorId: 'bigint' },
    returns: { isTheirs: 'boolean' },
  },
  `
  select exists (
      select from appointments a
      where a.workspace_id = :workspaceId and a.patient_id = :patientId and a.doctor_id = :doctorId and not ${bookedByMember('a', 'appointment_id')}
    )
    or exists (
      select from queue_visits v
      where v.workspace_id = :workspaceId and v.patient_id = :patientId and v.doctor_id = :doctorId and not ${bookedByMember('v', 'visit_id')}
    )
    or exists (
      select from audit_entries
      where workspace_id = :workspaceId and action = 'CREATED' and acting_user_id = :doctorId and key_id is null
        and patient_id = any (array(select id from merged_patients where workspace_id = :workspaceId and merged_into = :patientId) || :patientId)
    ) as "isTheirs"`,
)

const patientOfPack = statement(
  'patient_of_pack',
  { takes: { workspaceId: 'bigint', patientPackId: 'bigint' }, returns: { patientId: 'bigint' } },
  `
  select patient_id as "patientId"
  from patient_packs
  where workspace_id = :workspaceId and id = :patientPackId`,
)

type StaffMember = { workspaceId: number; userId: number }
type Input = Record<string, unknown>

/**
 * The input of an operation, restricted to the member's own visits and their patients; undefined if
 * the operation is not available to such a member. Throws VISIT_NOT_FOUND for a visit of another
 * practitioner, and similar problems for a change, a shift, a block, a series, a pack and a
 * patient, as if they did not exist.
 */
export async function restrictToOwnVisits(
  queries: Queries,
  member: StaffMember,
  operation: Pick<Operation, 'about' | 'input'>,
  input: Input,
): Promise<Input | undefined> {
  const { workspaceId, userId } = member
  const id = toNumber(input.id)
  // The input's schema refuses anything that is not an id.
  const isId = Number.isSafeInteger(id)
  switch (operation.about) {
    // Settings, keys and members do not belong to a patient.
    case undefined:
    case 'no record':
      return input
    case 'the whole clinic':
      return undefined
    case 'doctors':
      return { ...input, doctorIds: [userId] }
    case 'doctor':
      return toNumber(input.doctorId) === userId ? input : undefined
    case 'any doctor':
      return toNumber(input.doctorId ?? userId) === userId
        ? { ...input, doctorId: userId }
        : undefined
    case 'named doctor':
      // The name is used: an id could be mistaken for a colleague's name that is spelt the same.
      return {
        ...input,
        doctor: findName(await loadIds(queries, workspaceId, 'practitioner'), userId),
      }
    case 'block': {
      const [block] = isId ? await queries.rows(doctorOfBlock, { workspaceId, blockId: id }) : []
      if (isId && block?.doctorId !== userId) throw problem('BLOCK_NOT_FOUND', { id })
      return input
    }
    case 'series': {
      const doctors = isId ? await queries.rows(doctorsOfSeries, { workspaceId, seriesId: id }) : []
      if (isId && (doctors.length === 0 || doctors.some(({ doctorId }) => doctorId !== userId)))
        throw problem('SERIES_NOT_FOUND', { id })
      return input
    }
    case 'visit': {
      const [visit] = isId ? await queries.rows(doctorOfVisit, { workspaceId, visitId: id }) : []
      if (isId && visit?.doctorId !== userId) throw problem('VISIT_NOT_FOUND', { id })
      return input
    }
    case 'change': {
      const [change] = isId ? await queries.rows(doctorOfChange, { workspaceId, changeId: id }) : []
      if (isId && change?.doctorId !== userId) throw problem('CHANGE_NOT_FOUND', { id })
      return input
    }
    case 'shift': {
      // The input member that the operation itself reads: no other member may decide whose queue it
      // is.
      const shiftInput = input['shift' in operation.input.properties ? 'shift' : 'qmsWorkShiftId']
      const typed =
        typeof shiftInput === 'string' || typeof shiftInput === 'number' ? String(shiftInput) : ''
      const workShiftId =
        typed === '' ? undefined : await resolveNamedId(queries, workspaceId, 'shift', typed)
      const [shift] =
        workShiftId === undefined
          ? []
          : await queries.rows(doctorOfShift, { workspaceId, workShiftId })
      if (workShiftId !== undefined && shift?.doctorId !== userId)
        throw problem('QUEUE_SHIFT_NOT_FOUND', { shift: typed })
      return input
    }
    case 'pack': {
      const [pack] = isId
        ? await queries.rows(patientOfPack, { workspaceId, patientPackId: id })
        : []
      if (isId && !(pack && (await isOwnPatient(queries, member, pack.patientId))))
        throw problem('PACK_NOT_FOUND', { id })
      return input
    }
    case 'patient':
      await requireOwnPatient(queries, member, input.id)
      // Restricts a record to the staff member's own visits.
      return 'doctorId' in operation.input.properties ? { ...input, doctorId: userId } : input
    case 'patientId':
      // Without a patient, the operation would apply to all of them.
      if (input.patientId === undefined) throw problem('PATIENT_NOT_FOUND')
      await requireOwnPatient(queries, member, input.patientId)
      return input
    case 'two patients':
      for (const patientInput of [input.from, input.into])
        await requireOwnPatient(queries, member, patientInput)
      return input
  }
}

/**
 * A number that was sent, possibly as text. The input is not validated yet: conversion throws for
 * objects with their own `toString`.
 */
function toNumber(sent: unknown): number {
  return typeof sent === 'number' || typeof sent === 'string' ? Number(sent) : Number.NaN
}

async function requireOwnPatient(
  queries: Queries,
  member: StaffMember,
  patientInput: unknown,
): Promise<void> {
  const patientId = toNumber(patientInput)
  if (Number.isSafeInteger(patientId) && !(await isOwnPatient(queries, member, patientId)))
    throw problem('PATIENT_NOT_FOUND')
}

/**
 * Whether someone else gave the member a visit of a patient or the member created the record,
 * including through a merged record.
 */
async function isOwnPatient(
  queries: Queries,
  { workspaceId, userId: doctorId }: StaffMember,
  patientId: number,
): Promise<boolean> {
  const [found] = await queries.rows(patientOfDoctor, {
    workspaceId,
    patientId: await resolvePatientForRead(queries, workspaceId, patientId),
    doctorId,
  })
  return found?.isTheirs ?? false
}
