// POST /v1/appointments/:appointmentId/vitals: adds what staff measured to a visit.

import { at, type Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { refusal } from '../http/errors.ts'
import { type Route, route } from '../http/route.ts'
import { anyObject, id, object, timestamp } from '../http/schemas.ts'
import type { Clock } from '../ports/clock.ts'
import { isoAt } from '../values/clinic-time.ts'
import { vitalText } from './booking-body.ts'

const addVitals = statement(
  'add_vitals',
  { found: 'boolean', recordedAt: 'timestamptz?' },
  // Vitals of one visit differ by their moment; of two that come in the same one, the later moves on a little.
  `
  with visit as (
    select id from appointments where workspace_id = $1 and id = $2
  ),
  added as (
    insert into appointment_vitals (workspace_id, appointment_id, recorded_at, vitals, recorded_by)
    select $1, id, $3, $4::jsonb, $5
    from visit
    on conflict do nothing
    returning recorded_at
  )
  select exists (select from visit) as found, (select recorded_at from added) as "recordedAt"`,
)

const Recorded = object({
  appointmentId: id('The visit.', 41),
  recordedAt: timestamp('When, in UTC.', '2026-12-01T03:40:00+00:00'),
  vital: anyObject('The vitals as they were sent.', { pulse: 72 }),
})

export function recordVitalsRoute({ database, clock }: { database: Database; clock: Clock }): Route {
  return route({
    method: 'POST',
    path: '/v1/appointments/:appointmentId/vitals',
    name: 'recordVitals',
    area: 'Booking',
    summary: 'Adds vitals to a visit; earlier ones stay.',
    policy: { actingUser: true, unusableBody: 'fieldErrors' },
    pathParameters: object({ appointmentId: id('The visit.', 41) }),
    body: object({ vital: anyObject('Any JSON object up to 8 KiB.', { pulse: 72, temperature: 36.8 }) }),
    exampleBody: { vital: { pulse: 72, temperature: 36.8 } },
    refusals: ['APPOINTMENT_NOT_FOUND'],
    replies: { 201: Recorded },

    async handle({ caller: { workspaceId, actingUserId }, path: { appointmentId }, body: { vital } }) {
      const text = vitalText(vital)
      for (let now = clock.now(); ; now += 1) {
        const [added] = await database.rows(addVitals, [workspaceId, appointmentId, at(now), text, actingUserId ?? null])
        if (!added?.found) throw refusal('APPOINTMENT_NOT_FOUND')
        if (added.recordedAt !== null) return { status: 201, body: { appointmentId, recordedAt: isoAt('UTC', added.recordedAt), vital } }
      }
    },
  })
}
