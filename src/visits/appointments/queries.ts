import { columnNames, columnValues } from '../../base/db/columns.ts'
import { type Columns, narrowType, type Statement, statement } from '../../base/db/statement.ts'
import { actorParameters } from '../../base/operations/actor.ts'
import { homeModes } from '../../base/values/modes.ts'
import { chargeParameters } from '../../clinic/audit/charge.ts'
import { actorColumns, entryColumns } from '../../clinic/audit/queries.ts'
import { noticeParameters, planNoticesFor } from '../../clinic/notices/plan-notices.ts'
import { insertPatientFrom, newPatientParameters } from '../../clinic/patients/queries.ts'
import { claimParameters, claimSql } from '../occupancy/claims.ts'
import { bookingColumns } from './appointment-record.ts'

const { patientId, visitAddress, ...columnsButThose } = bookingColumns

const bookingParameters = {
  ...columnsButThose,
  visitAddress,
  ...claimParameters,
  ...actorParameters,
  ...noticeParameters,
  ...chargeParameters,
  configurationVersion: 'bigint',
  fromOffsetMins: 'smallint',
  toOffsetMins: 'smallint',
  vitals: 'jsonb?',
  /** The pack that pays; null if none does. */
  usedPackId: 'bigint?',
} as const

const bookingOutcome = {
  patientFound: 'boolean',
  packUsable: 'boolean',
  configurationCurrent: 'boolean',
  appointmentId: 'bigint?',
  patientId: 'bigint?',
  visitAddress: narrowType<object>('jsonb?'),
} as const

/**
 * A complete booking in one statement, and so in one transaction: the claim on the time, the
 * appointment, the vitals, the session of a pack, the audit entry, the planned notices. It writes
 * all or nothing. It returns what it found, so that a refusal is a row and not an SQL error: a
 * missing patient, a configuration that changed since the caller's rules were applied, a pack that
 * can no longer be used, or (if all are true and there is no appointment) time that is taken. It
 * waits for other transactions that use the same pack.
 *
 * `patient` has a row if the patient can be booked for. The id comes from `whom`: `patient` itself,
 * or the last of the parts in `making`, which create the record once the time is claimed. `address`
 * is SQL for the address of a home visit if the caller did not send one. `more` are further parts,
 * which may refer to `booked`.
 */
const bookingSql = ({
  patient,
  making = '',
  whom,
  address,
  more = '',
}: {
  patient: string
  making?: string
  whom: string
  address: string
  more?: string
}) => `
  with patient as (${patient}
  ),
  pack as (
    select id from patient_packs
    where workspace_id = :workspaceId and id = :usedPackId
      and activated_at is not null and ended_at is null and not is_refunding and sessions_used < total_sessions
    for no key update
  ),
  payable as (
    select from patient
    where :usedPackId is null or exists (select from pack)
  ),
  ready as (
    select nextval('appointments_id_seq') as appointment_id
    from payable
    where configuration_is_held(:workspaceId, :configurationVersion)
  ),
  claim as (${claimSql('ready')}
  ),${making}
  booked as (
    insert into appointments (id, patient_id, from_offset_mins, to_offset_mins, api_key_id, visit_address, ${columnNames(columnsButThose)})
    overriding system value
    select appointment_id, ${whom}.id, :fromOffsetMins, :toOffsetMins, :keyId, coalesce(:visitAddress::jsonb, ${address}), ${columnValues(columnsButThose)}
    from claim, ${whom}
    returning id, patient_id, visit_address
  ),
  vitals as (
    insert into appointment_vitals (workspace_id, appointment_id, recorded_at, vitals)
    select :workspaceId, id, :createdAt, :vitals::jsonb
    from booked
    where :vitals is not null
  ),
  used as (
    insert into pack_movements (workspace_id, patient_pack_id, at, cause, sessions, appointment_id, key_id, by_session, acting_user_id, operator, by_service)
    select :workspaceId, :patientPackageId, :createdAt, 'USED', -1, id, :keyId, :bySession, :actingUserId, :operator, :byService
    from booked
    where :patientPackageId is not null
  ),
  recorded as (
    insert into audit_entries (${entryColumns}, ${columnNames(chargeParameters)})
    select :workspaceId, :createdAt, 'BOOKED', patient_id, id, ${actorColumns}, ${columnValues(chargeParameters)}
    from booked
  ),
  noticed as (${planNoticesFor('booked')}
  )${more}
  select
    exists (select from patient) as "patientFound",
    exists (select from payable) as "packUsable",
    exists (select from ready) as "configurationCurrent",
    (select id from booked) as "appointmentId",
    (select patient_id from booked) as "patientId",
    (select visit_address from booked) as "visitAddress"`

/** A booking for a patient with a record. It waits if the record is being erased. */
export const bookSlot = bookingStatementWith('book_slot', {}, '')

/**
 * The same statement with `more` parts, which take further parameters. They may refer to `booked`,
 * and are written only if it is.
 */
export function bookingStatementWith<const P extends Columns>(
  name: string,
  takes: P,
  more: string,
): Statement<typeof bookingOutcome, typeof bookingParameters & { patientId: 'bigint' } & P> {
  return statement(
    name,
    { takes: { ...bookingParameters, patientId, ...takes }, returns: bookingOutcome },
    bookingSql({
      patient: `
    select id, patient_address from patients where workspace_id = :workspaceId and id = :patientId and erased_at is null
    for key share`,
      whom: 'patient',
      address: `case when :mode in (${homeModes.map((mode) => `'${mode}'`).join(', ')}) then patient_address end`,
      more,
    }),
  )
}

/**
 * A booking for a new patient, which first creates and audits their record. It waits for anyone who
 * may be creating a record on the phone number. It finds no patient if the number then reaches
 * anyone but `peopleOnPhone`, who were checked before.
 */
export const bookSlotForNewPatient = statement(
  'book_slot_for_new_patient',
  {
    takes: { ...bookingParameters, ...newPatientParameters, peopleOnPhone: 'bigint[]' },
    returns: bookingOutcome,
  },
  bookingSql({
    patient: `
    select where phone_reaches_only(:workspaceId, :phoneNormalised, :peopleOnPhone)`,
    making: `
  made as (${insertPatientFrom('from claim')}
    returning id
  ),
  noted_as_made as (
    insert into audit_entries (${entryColumns})
    select :workspaceId, :now, 'CREATED', id, null, ${actorColumns}
    from made
    returning patient_id as id
  ),`,
    whom: 'noted_as_made',
    // A request that describes a person already contains it.
    address: 'null',
  }),
)

/**
 * Moves a visit that no longer holds time to another time, in one statement, so that the visit and
 * its claim never differ. Like a booking, it returns what it found: a configuration that changed,
 * or time that is taken.
 */
export const moveVisit = statement(
  'move_visit',
  {
    takes: {
      ...claimParameters,
      appointmentId: 'bigint',
      configurationVersion: 'bigint',
      timezone: 'text',
      appointmentDate: 'date',
      dayEndsAt: 'timestamptz',
      fromOffsetMins: 'smallint',
      toOffsetMins: 'smallint',
      reason: 'text?',
      unofferedReason: 'text?',
      movesByPatient: 'smallint',
      now: 'timestamptz',
    },
    returns: { configurationCurrent: 'boolean', isMoved: 'boolean' },
  },
  `
  with ready as (
    select :appointmentId::bigint as appointment_id
    where configuration_is_held(:workspaceId, :configurationVersion)
  ),
  claim as (${claimSql('ready')}
  ),
  moved as (
    update appointments
    set status = 'RESCHEDULED', room_id = :roomId, appointment_date = :appointmentDate, from_at = :fromAt, to_at = :toAt, timezone = :timezone, day_ends_at = :dayEndsAt,
      from_offset_mins = :fromOffsetMins, to_offset_mins = :toOffsetMins, reschedule_reason = coalesce(:reason, reschedule_reason), unoffered_reason = :unofferedReason, arrived_at = null, patient_confirmed_at = null,
      moved_by_patient = moved_by_patient + :movesByPatient, updated_at = :now
    from claim
    where workspace_id = :workspaceId and id = claim.appointment_id
    returning id
  )
  select exists (select from ready) as "configurationCurrent", exists (select from moved) as "isMoved"`,
)
