// A clinic's day: its appointments and tokens.

import { Type } from 'typebox'
import { calendarDate, id, list, object, optional, text } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { dateAt } from '../../../base/values/clinic-time.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { resolvePractice } from '../../../clinic/catalogue/named-things.ts'
import { resolvePatientForRead } from '../../../clinic/patients/led-to.ts'
import { patientTokens } from '../../queue/listed-token-queries.ts'
import { listedTokenSchema, loadListedTokens } from '../../queue/listed-tokens.ts'
import { queueVisitsOfDate } from '../../queue/visit-queries.ts'
import { dateBounds, listedVisitSchema, listedVisitView } from '../visit-list.ts'
import { latestPatientVisits, visitsOnDate } from '../visit-list-queries.ts'

const visitsMax = 2_000

const visitOrToken = Type.Union([listedVisitSchema, listedTokenSchema], {
  description: 'A visit or a token.',
})

const dayMembers = {
  date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
  doctor: optional(
    text('Only visits to this practitioner, by name in the clinic file or by id.', 'asha-rao'),
  ),
  location: optional(
    text('Only visits at this location, by name in the clinic file or by id.', 'jaipur'),
  ),
}

interface DayInput {
  date?: string | undefined
  doctor?: string | undefined
  location?: string | undefined
}

export const visitList = workspaceOperation({
  name: 'visit-list',
  right: 'visits:read',
  about: 'the whole clinic',
  summary: 'List the visits and tokens of a day, or the latest ones of a patient.',
  input: object({
    ...dayMembers,
    patientId: optional(id("This patient's visits and tokens, newest first, of every date.", 17)),
  }),
  output: list(visitOrToken, `Visits and tokens by start, at most ${visitsMax}.`),
  async run(context: InWorkspace<Configured>, { patientId: requestedPatientId, ...input }) {
    if (requestedPatientId === undefined) return (await listVisitsOfDate(context, input)).visits
    const { database, clock, actor, workspaceId } = context
    const now = clock.now()
    return database.transaction(async (queries) => {
      const patientId = await resolvePatientForRead(queries, workspaceId, requestedPatientId)
      const scope = { workspaceId, patientId, limit: visitsMax }
      const visits = (await queries.rows(latestPatientVisits, { ...scope, now })).map(
        listedVisitView,
      )
      const tokens = await loadListedTokens(
        queries,
        workspaceId,
        ids(await queries.rows(patientTokens, scope)),
      )
      const found = byStart([...visits, ...tokens], -1)
      // An unknown patient is not audited.
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: found.length === 0 ? [] : [patientId],
        now,
      })
      return found
    }, 'repeatable read')
  },
})

export const visitSheet = workspaceOperation({
  name: 'visit-sheet',
  right: 'visits:read',
  about: 'the whole clinic',
  summary:
    'Write the visits and tokens of a day as a page to print, one for each practitioner and location.',
  input: object(dayMembers),
  output: object({
    date: calendarDate('The date.'),
    visits: list(visitOrToken, 'Visits that were not cancelled, by start.'),
  }),
  async run(context: InWorkspace<Configured>, input) {
    const { date, visits } = await listVisitsOfDate(context, input)
    return { date, visits: visits.filter(({ status }) => status !== 'CANCELLED') }
  },
})

/** Appointments and tokens of a date; reading their patients is audited. */
async function listVisitsOfDate(
  { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
  { date: requestedDate, ...names }: DayInput,
) {
  const now = clock.now()
  const date = requestedDate ?? dateAt((await configurations.of(workspaceId)).timezone, now)
  const { doctorId, locationId } = await resolvePractice(database, workspaceId, names)
  return database.transaction(async (queries) => {
    const scope = { workspaceId, date, doctorId, limit: visitsMax }
    const visits = (
      await queries.rows(visitsOnDate, { ...scope, ...dateBounds(date), locationId, now })
    ).map(listedVisitView)
    const tokens = await loadListedTokens(
      queries,
      workspaceId,
      ids(await queries.rows(queueVisitsOfDate, { ...scope, addressId: locationId })),
    )
    const found = byStart([...visits, ...tokens])
    await recordAccess(queries, workspaceId, actor, {
      action: 'READ',
      patientIds: [...new Set(found.map(({ patientId }) => patientId))],
      now,
    })
    return { date, visits: found }
  }, 'repeatable read')
}

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Sorts by start; with -1, the newest first. Equal starts keep their order: tokens by number. */
function byStart<Visit extends { fromDateTimeTs: string }>(
  visits: readonly Visit[],
  direction: 1 | -1 = 1,
): Visit[] {
  return visits
    .map((visit) => ({ visit, at: Date.parse(visit.fromDateTimeTs) }))
    .sort((one, other) => direction * (one.at - other.at))
    .slice(0, visitsMax)
    .map(({ visit }) => visit)
}
