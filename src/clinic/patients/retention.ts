// Erases what a clinic no longer keeps: patients without a visit for as many years as its file says,
// and earlier their answers to forms. A job looks at a part of the patients every hour, so that it
// holds up no one, however many there are.

import type { Database, Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { Problem } from '../../base/values/problem.ts'
import { erasePatient } from './erase-patient.ts'
import type { PatientRegister } from './patient-tables.ts'

/** For how long a clinic keeps what, in years after a patient's last visit; omitted: for ever. */
export interface RetentionSettings {
  patientsYears?: number
  formAnswersYears?: number
}

const workspacesWithRetention = statement(
  'workspaces_with_retention',
  {
    takes: {},
    returns: { workspaceId: 'bigint', retention: narrowType<RetentionSettings>('jsonb') },
  },
  `
  select id as "workspaceId", coalesce(retention, '{}') as retention
  from workspaces
  where retention is not null
  order by id`,
)

const retentionOfWorkspace = statement(
  'retention_of_workspace',
  {
    takes: { workspaceId: 'bigint' },
    returns: { retention: narrowType<RetentionSettings>('jsonb?') },
  },
  `
  select retention
  from workspaces
  where id = :workspaceId`,
)

const pageParameters = {
  workspaceId: 'bigint',
  after: 'bigint',
  now: 'timestamptz',
  limit: 'bigint',
} as const

/**
 * A page of patients by their ids, with their last visits. A visit that is yet to come is later than
 * now, and so is the last day of a pack with sessions left; who waits for a time has just come.
 */
const patientsByLastVisit = statement(
  'patients_by_last_visit',
  {
    takes: pageParameters,
    returns: { id: 'bigint', lastAt: 'timestamptz', hasAnswers: 'boolean' },
  },
  `
  select p.id,
    greatest(
      p.created_at,
      (select max(a.to_at) from appointments a where a.workspace_id = :workspaceId and a.patient_id = p.id),
      (select max(v.appointment_date)::timestamp at time zone 'UTC' from queue_visits v where v.workspace_id = :workspaceId and v.patient_id = p.id),
      (
        select max(k.expires_on)::timestamp at time zone 'UTC'
        from patient_packs k
        where k.workspace_id = :workspaceId and k.patient_id = p.id and k.ended_at is null and k.sessions_used < k.total_sessions
      ),
      (select :now::timestamptz from waiting_entries w where w.workspace_id = :workspaceId and w.patient_id = p.id and w.state = 'OPEN' limit 1)
    ) as "lastAt",
    exists (select from filled_forms f where f.workspace_id = :workspaceId and f.patient_id = p.id and f.signed_hash is null) as "hasAnswers"
  from (
    select id, created_at
    from patients
    where workspace_id = :workspaceId and id > :after and erased_at is null
    order by id
    limit :limit
  ) as p
  order by p.id`,
)

/** Patients who are looked at at once. */
const pageSize = 1_000
/** How many of a workspace are looked at in an hour, and how many are erased. */
const pagesPerRun = 10
const erasedPerRun = 200

const readPage = (
  queries: Queries,
  place: { workspaceId: number; after: number; now: Instant },
  limit = pageSize,
) => queries.rows(patientsByLastVisit, { ...place, limit })

/** The instant so many years before another; of a 29th of February the 28th. */
export function yearsBefore(at: Instant, years: number): Instant {
  const date = new Date(at)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() - years)
  // Otherwise it would be the 1st of March.
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.getTime()
}

const isPast = (lastAt: Instant, now: Instant, years: number | undefined) =>
  years !== undefined && lastAt < yearsBefore(now, years)

export interface RetentionServices {
  database: Database
  clock: Clock
  patients: PatientRegister
  /**
   * Deletes what a patient had answered in forms before an instant, except in signed ones, and
   * audits it.
   */
  deleteAnswers(
    queries: Queries,
    patient: { workspaceId: number; patientId: number },
    at: { before: Instant; now: Instant },
  ): Promise<void>
}

/**
 * Creates the job, which goes on where it has ended the hour before. Several processes may run it: a
 * patient is erased once.
 */
export function createRetention(services: RetentionServices): () => Promise<void> {
  const positions = new Map<number, number>()
  return async () => {
    for (const { workspaceId, retention } of await services.database.rows(
      workspacesWithRetention,
    )) {
      const after = positions.get(workspaceId) ?? 0
      positions.set(workspaceId, await eraseInWorkspace(services, workspaceId, retention, after))
    }
  }
}

/** Erases among the next patients, and returns the last one that it has looked at; 0: all of them. */
async function eraseInWorkspace(
  services: RetentionServices,
  workspaceId: number,
  { patientsYears, formAnswersYears }: RetentionSettings,
  position: number,
): Promise<number> {
  const { database, clock, deleteAnswers } = services
  let after = position
  let erased = 0
  for (let page = 0; page < pagesPerRun; page += 1) {
    const now = clock.now()
    const rows = await readPage(database, { workspaceId, after, now })
    for (const { id: patientId, lastAt, hasAnswers } of rows) {
      if (isPast(lastAt, now, patientsYears)) {
        if (erased >= erasedPerRun) return after
        erased += 1
        await eraseIfPast(services, workspaceId, patientId, patientsYears)
      } else if (hasAnswers && formAnswersYears && isPast(lastAt, now, formAnswersYears)) {
        const before = yearsBefore(now, formAnswersYears)
        await database.transaction((queries) =>
          deleteAnswers(queries, { workspaceId, patientId }, { before, now }),
        )
      }
      after = patientId
    }
    if (rows.length < pageSize) return 0
  }
  return after
}

/** Erases a patient unless they have booked in the meantime. */
async function eraseIfPast(
  { database, clock, patients }: RetentionServices,
  workspaceId: number,
  patientId: number,
  years: number | undefined,
): Promise<void> {
  const context = {
    database,
    clock,
    patients,
    workspaceId,
    actor: { kind: 'service' } as const,
  }
  const isStillPast = async (queries: Queries) => {
    const now = clock.now()
    const [row] = await readPage(queries, { workspaceId, after: patientId - 1, now }, 1)
    return row?.id === patientId && isPast(row.lastAt, now, years)
  }
  try {
    await erasePatient(context, patientId, true, isStillPast)
  } catch (error) {
    // Another process was faster, or something holds the record: the next hour will tell.
    if (!(error instanceof Problem)) throw error
  }
}

export interface ExpiringPatient {
  id: number
  lastAt: Instant
  /** From when on the patient is erased. */
  erasedFrom: Instant
}

/**
 * The patients after an id whose time is over within some days, as far as one look at 10,000 goes;
 * `next` is the id to go on from, null if there are no more.
 */
export async function listExpiringPatients(
  { database, clock }: { database: Queries; clock: Clock },
  workspaceId: number,
  { after: position, withinMs, limit }: { after: number; withinMs: number; limit: number },
): Promise<{ patients: ExpiringPatient[]; next: number | null }> {
  const [settings] = await database.rows(retentionOfWorkspace, { workspaceId })
  const { patientsYears } = settings?.retention ?? {}
  const patients: ExpiringPatient[] = []
  let after = position
  if (patientsYears === undefined) return { patients, next: null }
  for (let page = 0; page < pagesPerRun; page += 1) {
    const now = clock.now()
    const rows = await readPage(database, { workspaceId, after, now })
    for (const { id, lastAt } of rows) {
      if (isPast(lastAt, now + withinMs, patientsYears)) {
        if (patients.length >= limit) return { patients, next: after }
        patients.push({ id, lastAt, erasedFrom: yearsBefore(lastAt, -patientsYears) })
      }
      after = id
    }
    if (rows.length < pageSize) return { patients, next: null }
  }
  return { patients, next: after }
}
