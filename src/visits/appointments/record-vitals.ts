// POST /v1/appointments/:appointmentId/vitals: adds measurements by staff to a visit.

import { type Route, route } from '../../base/contract/route.ts'
import { anyObject, id, namedObject, object, timestamp } from '../../base/contract/schemas.ts'
import type { Database, Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { type Instant, isoAt } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { checkVitals } from '../booking/booking-members.ts'
import { problem } from './problems.ts'

const addVitals = statement(
  'add_vitals',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint',
      now: 'timestamptz',
      vitals: 'jsonb',
      actingUserId: 'bigint?',
    },
    returns: { patientId: 'bigint?', recordedAt: 'timestamptz?' },
  },
  // The vitals of a visit are identified by their timestamp; if two arrive at the same moment, the
  // second gets a slightly later one.
  `
  with visit as (
    select a.id, a.patient_id
    from appointments a
    join patients p on p.workspace_id = a.workspace_id and p.id = a.patient_id and p.erased_at is null
    where a.workspace_id = :workspaceId and a.id = :appointmentId
    for key share of p
  ),
  added as (
    insert into appointment_vitals (workspace_id, appointment_id, recorded_at, vitals, recorded_by)
    select :workspaceId, id, :now, :vitals, :actingUserId
    from visit
    on conflict do nothing
    returning recorded_at
  )
  select (select patient_id from visit) as "patientId", (select recorded_at from added) as "recordedAt"`,
)

export const recordedVitals = namedObject('RecordedVitals', {
  appointmentId: id('The visit.', 41),
  recordedAt: timestamp('When, in UTC.', '2026-12-01T03:40:00+00:00'),
  vital: anyObject('The vitals as they were sent.', { pulse: 72 }),
})

export function recordVitalsRoute({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Route {
  return route({
    method: 'POST',
    path: '/v1/appointments/:appointmentId/vitals',
    name: 'recordVitals',
    area: 'Booking',
    title: 'Add vitals to a visit',
    summary: 'Adds vitals to a visit; earlier ones stay.',
    policy: { actingUser: true, unusableBody: 'fieldErrors' },
    pathParameters: object({ appointmentId: id('The visit.', 41) }),
    body: namedObject('Vitals', {
      vital: anyObject('Any JSON object up to 8 KiB.', { pulse: 72, temperature: 36.8 }),
    }),
    exampleBody: { vital: { pulse: 72, temperature: 36.8 } },
    refusals: ['APPOINTMENT_NOT_FOUND'],
    replies: { 201: recordedVitals },

    async handle({ caller, path: { appointmentId }, body: { vital } }) {
      const { workspaceId, actingUserId = null } = caller
      return {
        status: 201,
        body: await recordVitals(
          { database, clock },
          { workspaceId, actor: caller, actingUserId },
          { appointmentId, vital },
        ),
      }
    },
  })
}

interface VitalsRecorder {
  workspaceId: number
  actor: Actor
  /** The member of staff who took them. */
  actingUserId: number | null
}

interface Measurement {
  appointmentId: number
  vital: object
}

/** Adds vitals to a visit, and returns them with their timestamp; throws APPOINTMENT_NOT_FOUND. */
export async function recordVitals(
  { database, clock }: { database: Database; clock: { now(): Instant } },
  recorder: VitalsRecorder,
  { appointmentId, vital }: Measurement,
) {
  checkVitals(vital)
  for (let now = clock.now(); ; now += 1) {
    const recordedAt = await database.transaction((queries) =>
      insertVitals(queries, recorder, { appointmentId, vitals: vital, now }),
    )
    if (recordedAt !== null) return { appointmentId, recordedAt: isoAt('UTC', recordedAt), vital }
  }
}

/** Inserts vitals and returns their timestamp; null if others arrived at the same moment. */
async function insertVitals(
  queries: Queries,
  { workspaceId, actor, actingUserId }: VitalsRecorder,
  measured: { appointmentId: number; vitals: object; now: Instant },
): Promise<Instant | null> {
  const { appointmentId, now } = measured
  const [added] = await queries.rows(addVitals, { workspaceId, ...measured, actingUserId })
  if (!added?.patientId) throw problem('APPOINTMENT_NOT_FOUND')
  if (added.recordedAt !== null)
    await recordAccess(queries, workspaceId, actor, {
      action: 'VITALS_RECORDED',
      patientIds: [added.patientId],
      appointmentId,
      now,
    })
  return added.recordedAt
}
