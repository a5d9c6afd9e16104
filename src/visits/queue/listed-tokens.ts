// A token as shown to staff: its position in the queue, its patient and the time of its shift.

import {
  choice,
  id,
  nullable,
  object,
  pickDeclared,
  text,
  timestamp,
  zone,
} from '../../base/contract/schemas.ts'
import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { firstInstantAtWallTime, isoAt } from '../../base/values/clinic-time.ts'
import { patientSummarySchema, withPatient } from '../../clinic/patients/visiting-patient.ts'
import { dueAmount, dueMember } from '../../money/payments/payable.ts'
import { tokenRecords } from './listed-token-queries.ts'
import { queueVisitMembers, queueVisitSchema, queueVisitView } from './queue-visit.ts'
import { linePositions } from './visit-queries.ts'
import { visitStatuses } from './visit-status.ts'

export const listedTokenMembers = {
  ...queueVisitMembers,
  dueAmount: dueMember,
  id: id('The visit, under the name that a scheduled visit uses.', 43),
  system: choice(['QMS'], 'Tokens belong to the queue.'),
  status: choice(
    visitStatuses,
    'Status in the queue; callers of the API see CALLED as WAITING, and SKIPPED as NO_SHOW.',
  ),
  fromDateTimeTs: timestamp('Start of its shift with the clinic offset.'),
  toDateTimeTs: timestamp('End of its shift with the clinic offset.', '2026-12-01T13:00:00+05:30'),
  appointmentTimezone: zone("The clinic's zone."),
  calledAt: nullable(timestamp('When the patient was called.')),
  beganAt: nullable(timestamp('When the consultation began.')),
  doctor: text('The practitioner.', 'Dr. Meera Shah'),
  location: text('The location, as in the clinic file.', 'jaipur'),
  patient: patientSummarySchema,
}

export const listedTokenSchema = object(listedTokenMembers, { description: 'A token.' })

/**
 * The tokens with these ids, in the order of the ids; needs a transaction that sees one snapshot of
 * the database.
 */
export async function loadListedTokens(
  queries: Queries,
  workspaceId: number,
  ids: readonly number[],
) {
  if (ids.length === 0) return []
  const records = await queries.rows(tokenRecords, { workspaceId, ids })
  const positions = new Map(
    (await queries.rows(linePositions, { workspaceId, ids })).map(({ id, position }) => [
      id,
      position,
    ]),
  )
  return records.map((record) => listedTokenView(record, positions.get(record.id) ?? null))
}

function listedTokenView(record: RowOf<typeof tokenRecords.returns>, position: number | null) {
  const { patient, rest } = withPatient(record)
  const { calledAt, beganAt, fromMinute, toMinute, doctor, location, partPaidMinor, ...visit } =
    rest
  const { id, status, timezone, appointmentDate } = visit
  const atMinute = (minute: number) =>
    isoAt(timezone, firstInstantAtWallTime(timezone, appointmentDate, minute))
  return {
    ...pickDeclared(queueVisitSchema, queueVisitView({ ...visit, position })),
    dueAmount: dueAmount({ ...visit, partPaidMinor }),
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
