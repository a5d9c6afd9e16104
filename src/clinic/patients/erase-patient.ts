// Erases a patient's record. What the clinic knew about the person is deleted as each room
// declares; visits and money remain, with a tombstone as their patient.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { InWorkspace } from '../../base/operations/operation.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { publicNameSql } from '../../base/values/public-name.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import { isUpcomingVisit } from '../../base/values/visit-to-come.ts'
import { recordAccess } from '../audit/audit.ts'
import { retryWhileLocked } from './give-way.ts'
import { resolvePatientForRead } from './led-to.ts'
import { erasedMrnPrefix } from './patient-fields.ts'
import { eraseSql, type PatientRegister, patientsTable } from './patient-tables.ts'
import { problem } from './problems.ts'
import { notifyPatientChanged } from './queries.ts'

const patientParameters = { workspaceId: 'bigint', patientId: 'bigint' } as const

/** Waits for bookings of the patient in progress, and blocks new ones. */
const lockPatientRowToErase = statement(
  'lock_patient_to_erase',
  { takes: patientParameters, returns: { id: 'bigint' } },
  `
  select id
  from patients
  where workspace_id = :workspaceId and id = :patientId and erased_at is null
  for update`,
)

const countPatientVisits = statement(
  'count_patient_visits',
  {
    takes: { ...patientParameters, now: 'timestamptz' },
    returns: { visits: 'bigint', upcoming: 'bigint' },
  },
  `
  select count(*) as visits, count(*) filter (where is_to_come) as upcoming
  from (
    select ${isUpcomingVisit('a')} as is_to_come
    from appointments a
    where workspace_id = :workspaceId and patient_id = :patientId
    union all
    -- A queue visit is no longer waiting once its day is over.
    select waits_in_line(status)
    from queue_visits
    where workspace_id = :workspaceId and patient_id = :patientId
  ) as visits_of_both`,
)

const blankPatient = statement(
  'blank_patient',
  { takes: { ...patientParameters, tombstone: 'text', now: 'timestamptz' }, returns: {} },
  `
  ${eraseSql(patientsTable)}`,
)

/** Upcoming visits and tokens, the next ones first. */
const upcomingVisits = statement(
  'upcoming_visits_of_patient',
  {
    takes: { ...patientParameters, now: 'timestamptz', limit: 'bigint' },
    returns: { id: 'bigint', reference: 'text', date: 'date', practitioner: 'text' },
  },
  `
  select to_come.id, to_come.reference, to_come.date, ${publicNameSql('u')} as practitioner
  from (
    select id, booking_reference as reference, appointment_date as date, doctor_id
    from appointments a
    where workspace_id = :workspaceId and patient_id = :patientId and ${isUpcomingVisit('a')}
    union all
    select id, token_letter || '-' || token_number, appointment_date, doctor_id
    from queue_visits
    where workspace_id = :workspaceId and patient_id = :patientId and waits_in_line(status)
  ) to_come
  join users u on u.workspace_id = :workspaceId and u.id = to_come.doctor_id
  order by to_come.date, to_come.id
  limit :limit`,
)

/** Counts the financial rows of visits, tokens and packs that remain, each by its own index. */
const countPatientMoney = statement(
  'count_patient_money',
  { takes: patientParameters, returns: { packs: 'bigint', payments: 'bigint', waiting: 'bigint' } },
  `
  with booked as (
    select id as appointment_id, null::bigint as visit_id, null::bigint as pack_id from appointments where workspace_id = :workspaceId and patient_id = :patientId
    union all
    select null, id, null from queue_visits where workspace_id = :workspaceId and patient_id = :patientId
    union all
    select null, null, id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId
  )
  select (select count(*) from booked where pack_id is not null) as packs,
    (select count(*) from booked b cross join lateral (${patientRowsSql('desk_payments')} union all ${patientRowsSql('payment_sessions')}) paid) as payments,
    (select count(*) from waiting_entries where workspace_id = :workspaceId and patient_id = :patientId) as waiting`,
)

/** SQL for the rows of a table that belong to the patient's bookings. */
function patientRowsSql(table: string): string {
  return [
    ['appointment_id', 'b.appointment_id'],
    ['visit_id', 'b.visit_id'],
    ['patient_pack_id', 'b.pack_id'],
  ]
    .map(
      ([column, bookingCondition]) =>
        `select id from ${table} where workspace_id = :workspaceId and ${column} = ${bookingCondition}`,
    )
    .join(' union all ')
}

/** How many of the upcoming visits are listed. */
const namedMax = 20

/** Locks the record that an id leads to; if that is merged in the meantime, follows it. */
async function lockPatientToErase(
  queries: Queries,
  workspaceId: number,
  id: number,
): Promise<number> {
  for (let tried: number | undefined; ; ) {
    const patientId = await resolvePatientForRead(queries, workspaceId, id)
    if (patientId === tried) throw problem('PATIENT_NOT_FOUND')
    const [row] = await queries.rows(lockPatientRowToErase, { workspaceId, patientId })
    if (row) return patientId
    tried = patientId
  }
}

export interface Erasure {
  patientId: number
  erased: boolean
  /** The visits that remain. */
  visits: number
  /** The upcoming ones among them: they keep their time, without the patient's name. */
  upcoming: number
  /** The next upcoming visits. */
  upcomingVisits: readonly {
    id: number
    reference: string
    date: CalendarDate
    practitioner: string
  }[]
  /**
   * Financial records that remain: session packs, and payments, both at the desk (with corrections)
   * and online; refunds remain with them.
   */
  packs: number
  payments: number
  /** Entries of waiting lists, which are deleted. */
  waiting: number
}

type EraseContext = Pick<
  InWorkspace<{ patients: PatientRegister }>,
  'database' | 'clock' | 'patients' | 'actor' | 'workspaceId'
>

/**
 * Erases a patient's record permanently, with those merged into it or, without `confirmed`, only
 * reports what would remain; throws PATIENT_NOT_FOUND, RECORDS_IN_USE. `isStillWanted` is asked once
 * no one can book for the patient any more.
 */
export async function erasePatient(
  { database, clock, patients, actor, workspaceId }: EraseContext,
  id: number,
  isConfirmed: boolean,
  isStillWanted: (queries: Queries) => Promise<boolean> = async () => true,
): Promise<Erasure> {
  const now = clock.now()
  return retryWhileLocked(database, async (queries) => {
    const patientId = await lockPatientToErase(queries, workspaceId, id)
    const patient = { workspaceId, patientId }
    const confirmed = isConfirmed && (await isStillWanted(queries))
    if (confirmed) await patients.hold(queries, patient)
    // Read before anything is deleted: afterwards the waiting-list entries no longer exist.
    const [money] = await queries.rows(countPatientMoney, patient)
    if (confirmed) {
      await queries.rows(blankPatient, {
        ...patient,
        tombstone: `${erasedMrnPrefix}${randomBase32(12)}`,
        now,
      })
      await patients.erase(queries, patient)
      await recordAccess(queries, workspaceId, actor, {
        action: 'ERASED',
        patientIds: [patientId],
        now,
      })
      await queries.rows(notifyPatientChanged, patient)
    }
    const [counted] = await queries.rows(countPatientVisits, { ...patient, now })
    const nextVisits = await queries.rows(upcomingVisits, { ...patient, now, limit: namedMax })
    const { packs = 0, payments = 0, waiting = 0 } = money ?? {}
    return {
      patientId,
      erased: confirmed,
      visits: counted?.visits ?? 0,
      upcoming: counted?.upcoming ?? 0,
      upcomingVisits: nextVisits,
      packs,
      payments,
      waiting,
    }
  })
}
