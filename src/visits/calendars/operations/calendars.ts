// Operations on practitioners' external calendars. The clinic file has their addresses.

import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { maskedFeedUrl } from '../feed-url.ts'
import { problem } from '../problems.ts'
import { calendarStates, visitsOverlappingCalendars } from '../queries.ts'
import {
  type CalendarServices,
  type RefreshResult,
  readCalendarFile,
  refreshCalendar,
} from '../refresh.ts'

type State = RowOf<typeof calendarStates.returns>

const visitsShownMax = 20
/** The number of failed attempts after which the known busy times count as stale. */
const attemptsBeforeStale = 3
const atOnceMax = 4
const freshness = ['FRESH', 'STALE', 'NEVER_READ'] as const

const calendarMembers = {
  id: id('The calendar.', 3),
  doctorId: id('The practitioner.', 3),
  doctor: text('The practitioner, by the name in the clinic file.', 'asha-rao'),
  name: text('Its name in the clinic file.', 'google'),
}

const overlappingVisitSchema = object({
  appointmentId: id('The visit.', 42),
  from: timestamp('Its start, in the clinic’s local time.', '2026-12-01T09:00:00+05:30'),
})

const calendarSchema = object({
  ...calendarMembers,
  source: text('Source: only the host of its URL, or `file`.', 'https://calendar.google.com/…'),
  state: choice(freshness, `STALE: at an address, and not read for ${attemptsBeforeStale} turns.`),
  lastSuccess: nullable(timestamp('When it was last known to be up to date.')),
  ageMinutes: nullable(integer('Whole minutes since then.', 12)),
  lastError: nullable(
    text(
      'Why the last attempt failed; null if it succeeded.',
      'the calendar was refused by its server with status 404',
    ),
  ),
  nextRefresh: nullable(timestamp('When it is fetched next; null for a file.')),
  busyTimes: integer(
    'Number of known busy times; a time that spans midnight in UTC counts once for each day.',
    212,
  ),
  knownUntil: nullable(timestamp('Busy times are known up to this time.')),
  unreadableEvents: integer(
    'Number of events that could not be read, or only in part; if their day is known, all of it is blocked.',
    0,
  ),
  unknownZones: flag(
    'Whether events were in an unknown zone; their days are blocked. In a zone for which only the winter offset is known, the hour before is blocked too.',
    false,
  ),
  visits: integer(
    'Upcoming visits that were booked before the calendar became busy at their time.',
    1,
  ),
  overlappingVisits: list(overlappingVisitSchema, `The first ${visitsShownMax} of them.`),
})

export const calendarList = workspaceOperation({
  name: 'calendar-list',
  right: 'setup:read',
  summary:
    'List the external calendars of practitioners, when they were last read, and the visits they overlap.',
  input: object({
    doctor: optional(
      text('Only calendars of this practitioner, by the name in the clinic file.', 'asha-rao'),
    ),
  }),
  output: list(calendarSchema, 'Calendars, by practitioner.'),
  async run(
    { database, clock, calendarMs, workspaceId }: InWorkspace<{ calendarMs: number }>,
    { doctor },
  ) {
    const now = clock.now()
    const overlappingVisits = await database.rows(visitsOverlappingCalendars, {
      workspaceId,
      now,
      most: visitsShownMax,
    })
    const states = await database.rows(calendarStates, { workspaceId })
    return states
      .filter((state) => doctor === undefined || state.doctor === doctor)
      .map((state) => {
        const visits = overlappingVisits.filter(({ calendarId }) => calendarId === state.id)
        return {
          ...calendarIdentity(state),
          source: calendarSource(state),
          state: calendarFreshness(state, now, calendarMs),
          lastSuccess: formatUtc(state.succeededAt),
          ageMinutes:
            state.succeededAt === null ? null : Math.floor((now - state.succeededAt) / 60_000),
          lastError: state.problem === null ? null : `the calendar ${state.problem}`,
          nextRefresh: formatUtc(state.nextAt),
          busyTimes: state.busyTimes,
          knownUntil: formatUtc(state.readTo),
          unreadableEvents: state.unreadableEvents,
          unknownZones: state.unknownZones,
          visits: visits[0]?.count ?? 0,
          overlappingVisits: visits.map(({ appointmentId, from, timezone }) => ({
            appointmentId,
            from: isoAt(timezone, from),
          })),
        }
      })
  },
})

const outcome = object({
  ...calendarMembers,
  outcome: choice(
    ['READ', 'UNCHANGED', 'SUPERSEDED', 'GONE', 'FAILED'],
    'SUPERSEDED: another attempt began in the meantime.',
  ),
  added: integer('Number of new busy times.', 3),
  removed: integer('Number of removed busy times.', 1),
  problem: nullable(
    text('Why it failed.', 'the calendar was refused by its server with status 404'),
  ),
})

const calendarHint =
  'By id, by practitioner and name (asha-rao/google), or by practitioner alone if they have only one.'

export const calendarRefresh = workspaceOperation({
  name: 'calendar-refresh',
  once: 'BY_ITSELF',
  right: 'setup:write',
  summary: 'Fetch one or all calendars now.',
  input: object({
    calendar: optional(
      text(`Which one; all that have an address when omitted. ${calendarHint}`, 'asha-rao/google'),
    ),
  }),
  output: list(outcome, 'What became of each.'),
  async run(context: InWorkspace<CalendarServices>, { calendar }) {
    const { database, progress, workspaceId } = context
    const states = await database.rows(calendarStates, { workspaceId })
    const selected =
      calendar === undefined
        ? states.filter(({ url }) => url !== null)
        : [requireCalendar(states, calendar)]
    const onlyCalendar = calendar === undefined ? undefined : selected[0]
    if (onlyCalendar?.url === null)
      throw problem('CALENDAR_HAS_NO_URL', {
        calendar: `${onlyCalendar.doctor}/${onlyCalendar.name}`,
      })
    const outcomes: ReturnType<typeof outcomeView>[] = []
    const waiting = [...selected]
    async function refreshNext() {
      for (let state = waiting.shift(); state; state = waiting.shift()) {
        outcomes.push(
          outcomeView(state, await refreshCalendar(context, { workspaceId, calendarId: state.id })),
        )
        progress?.({ rows: outcomes.length, share: outcomes.length / selected.length })
      }
    }
    await Promise.all(Array.from({ length: atOnceMax }, refreshNext))
    if (onlyCalendar) refuseFailure(outcomes)
    return outcomes.sort((a, b) => a.id - b.id)
  },
})

export const calendarImport = workspaceOperation({
  name: 'calendar-import',
  once: 'BY_ITSELF',
  right: 'setup:write',
  summary: 'Import a calendar that has no URL from an iCalendar file.',
  input: object({
    calendar: text(`Which one. ${calendarHint}`, 'asha-rao/holidays'),
    source: text('The file, in iCalendar.', 'BEGIN:VCALENDAR'),
  }),
  output: outcome,
  async run(context: InWorkspace<CalendarServices>, { calendar, source }) {
    const { workspaceId } = context
    const state = requireCalendar(
      await context.database.rows(calendarStates, { workspaceId }),
      calendar,
    )
    if (state.url !== null) throw problem('CALENDAR_HAS_URL', { calendar: String(state.id) })
    const result = outcomeView(
      state,
      await readCalendarFile(context, { workspaceId, calendarId: state.id }, source),
    )
    refuseFailure([result])
    return result
  },
})

const calendarIdentity = ({ id, doctorId, doctor, name }: State) => ({
  id,
  doctorId,
  doctor: doctor ?? String(id),
  name,
})
const calendarSource = ({ url }: State) => (url === null ? 'file' : maskedFeedUrl(url))
const formatUtc = (instant: number | null) =>
  instant === null ? null : isoAt('UTC', Math.floor(instant))

function calendarFreshness(
  { url, succeededAt }: State,
  now: number,
  calendarMs: number,
): (typeof freshness)[number] {
  if (succeededAt === null) return 'NEVER_READ'
  return url !== null && now - succeededAt > attemptsBeforeStale * calendarMs ? 'STALE' : 'FRESH'
}

function requireCalendar(states: readonly State[], identifier: string): State {
  const found = states.filter(({ id, doctor, name }) =>
    [String(id), doctor, `${doctor}/${name}`].includes(identifier),
  )
  const [firstFound, secondFound] = found
  if (firstFound && !secondFound) return firstFound
  if (!firstFound) throw problem('CALENDAR_NOT_FOUND', { calendar: identifier })
  throw problem('CALENDAR_REQUIRED', {
    doctor: identifier,
    calendars: found.map(({ doctor, name }) => `${doctor}/${name}`),
  })
}

function outcomeView(state: State, result: RefreshResult) {
  const { added, removed } = result.outcome === 'READ' ? result : { added: 0, removed: 0 }
  return {
    ...calendarIdentity(state),
    outcome: result.outcome,
    added,
    removed,
    problem: result.outcome === 'FAILED' ? `the calendar ${result.problem}` : null,
  }
}

function refuseFailure([onlyOutcome]: readonly ReturnType<typeof outcomeView>[]): void {
  if (onlyOutcome?.problem) throw problem('CALENDAR_UNREADABLE', { problem: onlyOutcome.problem })
  if (onlyOutcome?.outcome === 'SUPERSEDED' || onlyOutcome?.outcome === 'GONE')
    throw problem('CALENDAR_CHANGED')
}

export const calendarOperations = [calendarList, calendarRefresh, calendarImport]
