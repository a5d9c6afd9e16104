// A location's queues on a day, for its desks: each with its line, every patient's remaining wait,
// and what can be undone.

import {
  calendarDate,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
  zone,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { dateAt, type Instant, isoAt, parseInstant } from '../../../base/values/clinic-time.ts'
import { resolvePublicName } from '../../../base/values/public-name.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { consultationsCounted } from '../consultation-time.ts'
import { lineTokens } from '../line-queries.ts'
import { listedTokenMembers, loadListedTokens } from '../listed-tokens.ts'
import { problem } from '../problems.ts'
import { queueStatuses } from '../queue-status.ts'
import { callUndoMs } from '../run-queue.ts'
import { dayLine } from '../status-queries.ts'
import { listQueuesWithDays, queueSchema } from './queues.ts'

const tokenInLine = object({
  ...listedTokenMembers,
  wait: nullable(
    object(
      {
        fromMinutes: integer('At the earliest, in minutes.', 10),
        toMinutes: integer('At the latest, in minutes.', 25),
      },
      {
        description:
          'Expected remaining wait, as on the patient’s own page; if the queue has not started, counted from its start. Null once the patient no longer waits.',
      },
    ),
  ),
  takeBackUntil: nullable(
    timestamp(
      'Until when the call, or the start of the consultation, can be undone; null if neither can.',
    ),
  ),
})

const lineSchema = object({
  ...queueSchema.properties,
  doctorName: text(
    'Public name if a profile is published, otherwise the staff name.',
    'Dr Meera Shah',
  ),
  startedAt: nullable(timestamp('When its queue was started.')),
  endedAt: nullable(timestamp('When its queue was ended.')),
  tokens: list(tokenInLine, 'All tokens, in the order of the line.'),
})

export const queueLine = workspaceOperation({
  name: 'queue-line',
  right: 'queue:read',
  about: 'doctors',
  summary:
    'Show the queues of a location on a day, each with its line and the expected waiting times.',
  input: object({
    addressId: id('The location.'),
    date: optional(calendarDate("The date in the location's zone; today when omitted.")),
    doctorIds: optional(
      list(id('A practitioner.'), 'Only shifts of these practitioners.', { maxItems: 100 }),
    ),
  }),
  output: object({
    addressId: id('The location.'),
    timezone: zone("The location's zone."),
    date: calendarDate('The date.'),
    now: timestamp('The current business time, with the clinic offset.'),
    publicUrl: text(
      "Where patients reach the service: what the address of each token's page begins with.",
      'https://booking.sunrise.example',
    ),
    queues: list(lineSchema, 'Shifts by their start.'),
  }),
  async run(
    {
      database,
      clock,
      configurations,
      actor,
      workspaceId,
      publicUrl,
    }: InWorkspace<Configured & { publicUrl(): string }>,
    { addressId, date: requestedDate, doctorIds },
  ) {
    const configuration = await configurations.of(workspaceId)
    const location = configuration.locations.find((candidate) => candidate.id === addressId)
    if (!location) throw problem('ADDRESS_NOT_FOUND')
    const now = clock.now()
    const { timezone } = location
    const date = requestedDate ?? dateAt(timezone, now)
    const names = new Map(
      configuration.doctors.map((doctor) => [doctor.id, resolvePublicName(doctor)]),
    )
    const at = (instant: Instant | null) => (instant === null ? null : isoAt(timezone, instant))
    return database.transaction(async (queries) => {
      const days = await listQueuesWithDays(
        queries,
        configuration,
        { workspaceId, date, doctorId: null, locationId: addressId },
        now,
      )
      const queues = []
      for (const { queue, queueDayId, startedAt, endedAt } of days) {
        if (doctorIds && !doctorIds.includes(queue.doctorId)) continue
        const tokens =
          queueDayId === null
            ? []
            : await loadTokens(
                queries,
                { workspaceId, workShiftId: queue.qmsWorkShiftId, date, queueDayId },
                timezone,
                now,
              )
        queues.push({
          ...queue,
          doctorName: names.get(queue.doctorId) ?? queue.doctor,
          startedAt: at(startedAt),
          endedAt: at(endedAt),
          tokens,
        })
      }
      const patientIds = [
        ...new Set(queues.flatMap(({ tokens }) => tokens.map(({ patientId }) => patientId))),
      ]
      await recordAccess(queries, workspaceId, actor, { action: 'READ', patientIds, now })
      return {
        addressId,
        timezone,
        date,
        now: isoAt(timezone, now),
        publicUrl: new URL(publicUrl()).origin,
        queues,
      }
    }, 'repeatable read')
  },
})

async function loadTokens(
  queries: Queries,
  {
    queueDayId,
    ...day
  }: { workspaceId: number; workShiftId: number; date: string; queueDayId: number },
  timezone: string,
  now: Instant,
) {
  const { workspaceId } = day
  const ids = (await queries.rows(lineTokens, day)).map(({ id }) => id)
  const [line] = await queries.rows(dayLine, {
    workspaceId,
    queueDayId,
    visitIds: [],
    consultations: consultationsCounted,
  })
  const statusOf = line && queueStatuses(line, now)
  return (await loadListedTokens(queries, workspaceId, ids)).map((token) => {
    const begunSince = token.status === 'IN_CONSULTATION' ? token.beganAt : null
    const since = token.status === 'CALLED' ? token.calledAt : begunSince
    const until = since === null ? undefined : (parseInstant(since) as Instant) + callUndoMs
    return {
      ...token,
      wait: statusOf?.(token.id)?.wait ?? null,
      takeBackUntil:
        until !== undefined && until >= now && line?.endedAt === null
          ? isoAt(timezone, until)
          : null,
    }
  })
}
