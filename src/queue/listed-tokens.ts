// A token as the people of a clinic look at it: as its queue has it, with whose it is and the time of its shift.

import { choice, declared, id, nullable, object, text, timestamp, zone } from '../contract/schemas.ts'
import { columnsOf } from '../db/columns.ts'
import type { Queries } from '../db/database.ts'
import { type RowOf, statement } from '../db/statement.ts'
import { knownPatient, knownPatientColumns, knownPatientSchema, withPatient } from '../patients/visiting-patient.ts'
import { firstInstantOf, isoAt } from '../values/clinic-time.ts'
import { queueVisitColumns, queueVisitMembers, queueVisitSchema, queueVisitView } from './queue-visit.ts'
import { placesInLine } from './visit-queries.ts'
import { visitStatuses } from './visit-status.ts'

export const listedTokenMembers = {
  ...queueVisitMembers,
  id: id('The visit, under the name that a visit with a time has for it.', 43),
  system: choice(['QMS'], 'Tokens belong to the queue.'),
  status: choice(visitStatuses, 'Where it stands in its queue; outside, who is CALLED is shown as WAITING, and who is SKIPPED as NO_SHOW.'),
  fromDateTimeTs: timestamp('Start of its shift with the clinic offset.'),
  toDateTimeTs: timestamp('End of its shift with the clinic offset.', '2026-12-01T13:00:00+05:30'),
  appointmentTimezone: zone("The clinic's zone."),
  calledAt: nullable(timestamp('When the patient was called.')),
  beganAt: nullable(timestamp('When the consultation began.')),
  doctor: text('The practitioner.', 'Dr. Meera Shah'),
  location: text('The location, as in the clinic file.', 'jaipur'),
  patient: knownPatientSchema,
}

export const listedTokenSchema = object(listedTokenMembers, { description: 'A token.' })

const tokenRecords = statement(
  'token_records',
  {
    takes: { workspaceId: 'bigint', ids: 'bigint[]' },
    returns: {
      ...queueVisitColumns,
      calledAt: 'timestamptz?',
      beganAt: 'timestamptz?',
      /** Of the shift, on the clinic's clock. */
      fromMinute: 'smallint',
      toMinute: 'smallint',
      timezone: 'text',
      doctor: 'text',
      location: 'text',
      ...knownPatientColumns,
    },
  },
  `
  select ${columnsOf('v', queueVisitColumns)}, v.called_at as "calledAt", v.began_at as "beganAt",
    s.from_minute as "fromMinute", s.to_minute as "toMinute", l.timezone, u.display_name as doctor, l.name as location, ${knownPatient}
  from unnest(:ids::bigint[]) with ordinality as wanted (id, rank)
  join queue_visits v on v.workspace_id = :workspaceId and v.id = wanted.id
  join patients p on p.workspace_id = v.workspace_id and p.id = v.patient_id
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
  join users u on u.workspace_id = v.workspace_id and u.id = v.doctor_id
  join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
  order by rank`,
)

/** The latest tokens of a patient, newest first. */
export const tokensOfPatient = statement(
  'latest_tokens_of_patient',
  { takes: { workspaceId: 'bigint', patientId: 'bigint', limit: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from queue_visits
  where workspace_id = :workspaceId and patient_id = :patientId
  order by appointment_date desc, id desc
  limit :limit`,
)

/** The tokens of these ids, in their order; in a transaction that sees the database at one moment. */
export async function listedTokens(queries: Queries, workspaceId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const records = await queries.rows(tokenRecords, { workspaceId, ids })
  const places = new Map((await queries.rows(placesInLine, { workspaceId, ids })).map(({ id, position }) => [id, position]))
  return records.map((record) => listedTokenView(record, places.get(record.id) ?? null))
}

function listedTokenView(record: RowOf<typeof tokenRecords.returns>, position: number | null) {
  const { patient, rest } = withPatient(record)
  const { calledAt, beganAt, fromMinute, toMinute, doctor, location, ...visit } = rest
  const { id, status, timezone, appointmentDate } = visit
  const atMinute = (minute: number) => isoAt(timezone, firstInstantOf(timezone, appointmentDate, minute))
  return {
    ...declared(queueVisitSchema, queueVisitView({ ...visit, position })),
    id,
    system: 'QMS' as const,
    status,
    fromDateTimeTs: atMinute(fromMinute),
    toDateTimeTs: atMinute(toMinute),
    appointmentTimezone: timezone,
    calledAt: calledAt === null ? null : isoAt(timezone, calledAt),
    beganAt: beganAt === null ? null : isoAt(timezone, beganAt),
    doctor,
    location,
    patient,
  }
}
