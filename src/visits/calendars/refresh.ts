// Updates the busy times of a calendar from its feed. After a failure, those of the last successful
// attempt remain.

import { type Database, sqlState } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { type Environment, readSecret, secretVariable } from '../../base/ports/secrets.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { horizonYears } from '../../base/values/horizon.ts'
import { type FetchServices, fetchCalendar, type Version } from './fetch-calendar.ts'
import {
  beginAttempt,
  lockAttempt,
  recordAttempt,
  recordRead,
  replaceBusyTimes,
} from './queries.ts'
import { type CalendarProblem, readWindow } from './read-calendar.ts'
import { readCalendarInProcess } from './read-in-process.ts'

export interface CalendarServices {
  database: Database
  clock: { now(): Instant }
  /** Holds the secrets that clinic files refer to. */
  environment: Environment
  /** How feeds are fetched. */
  feeds: FetchServices
}

/** Identifies a calendar. */
export interface CalendarKey {
  workspaceId: number
  calendarId: number
}

/**
 * The result of an attempt. UNCHANGED: reported by its server. SUPERSEDED: a later attempt has
 * begun, or the address was changed. GONE: the calendar does not exist. The problem ends the
 * sentence `the calendar …`.
 */
export type RefreshResult =
  | { outcome: 'READ'; added: number; removed: number }
  | { outcome: 'UNCHANGED' | 'SUPERSEDED' | 'GONE' }
  | { outcome: 'FAILED'; problem: string; costly?: CostlyAttempt }

/**
 * What determines the next attempt after an attempt that used up its limits: the number of
 * attempts, and the time of the last success.
 */
export type CostlyAttempt = Pick<Attempt, 'attempt' | 'succeededAt'>

type Attempt = RowOf<typeof beginAttempt.returns>

/**
 * Fetches a calendar, reads it, and writes its busy times; takes less than a minute, or stops when
 * `signal` aborts.
 */
export async function refreshCalendar(
  services: CalendarServices,
  key: CalendarKey,
  signal?: AbortSignal,
): Promise<RefreshResult> {
  return runAttempt(services, key, signal, async (attempt) => {
    if (attempt.url === null) return { problem: 'has no address; bring it as a file' }
    const address = resolveFeedUrl(attempt.url, services.environment)
    if (typeof address !== 'string') return address
    // A calendar is read up to the last bookable day, which moves on by a day each day; a timezone
    // may have changed too.
    const isStoredReadComplete =
      attempt.readTo === currentWindow(services).to && attempt.readZones === attempt.zones.join(' ')
    const storedVersion =
      isStoredReadComplete && (attempt.etag ?? attempt.lastModified) !== null ? attempt : undefined
    return fetchCalendar(address, storedVersion, services.feeds, signal)
  })
}

/** Does the same with a file from an operator. */
export async function readCalendarFile(
  services: CalendarServices,
  key: CalendarKey,
  text: string,
): Promise<RefreshResult> {
  return runAttempt(services, key, undefined, async () => ({
    bytes: Buffer.from(text),
    version: { etag: null, lastModified: null },
  }))
}

const currentWindow = ({ clock }: CalendarServices) => readWindow(clock.now(), horizonYears)

async function runAttempt(
  services: CalendarServices,
  key: CalendarKey,
  signal: AbortSignal | undefined,
  fetchContent: (
    attempt: Attempt,
  ) => Promise<{ bytes: Uint8Array; version: Version } | 'unchanged' | CalendarProblem>,
): Promise<RefreshResult> {
  const { database, clock } = services
  const [attempt] = await database.rows(beginAttempt, { ...key, now: clock.now() })
  if (!attempt) return { outcome: 'GONE' }
  const content = await fetchContent(attempt)
  // An aborted attempt says nothing about the feed.
  signal?.throwIfAborted()
  if (content === 'unchanged') {
    await database.rows(recordAttempt, {
      ...key,
      attempt: attempt.attempt,
      now: clock.now(),
      problem: null,
    })
    return { outcome: 'UNCHANGED' }
  }
  const result =
    'problem' in content ? content : await readAndWrite(services, key, signal, attempt, content)
  if (!('problem' in result)) return result
  await database.rows(recordAttempt, {
    ...key,
    attempt: attempt.attempt,
    now: clock.now(),
    problem: result.problem,
  })
  return {
    outcome: 'FAILED',
    problem: result.problem,
    ...('isCostly' in result ? { costly: attempt } : {}),
  }
}

async function readAndWrite(
  services: CalendarServices,
  key: CalendarKey,
  signal: AbortSignal | undefined,
  { attempt, doctorId, zones, url, email }: Attempt,
  { bytes, version }: { bytes: Uint8Array; version: Version },
): Promise<RefreshResult | CalendarProblem> {
  const { database, clock } = services
  const window = currentWindow(services)
  const calendar = await readCalendarInProcess(
    {
      text: bytes,
      zones,
      window,
      owners: [...(email === null ? [] : [email]), ...emailAddressesIn(url ?? '')],
    },
    { deadlineMs: services.feeds.readMsMax, signal, workspaceId: key.workspaceId },
  )
  signal?.throwIfAborted()
  if ('problem' in calendar) return calendar
  const rows = calendar.busy.map(({ from, to }) => ({
    from_at: new Date(from).toISOString(),
    to_at: new Date(to).toISOString(),
  }))
  const { unreadableEvents, unknownZones } = calendar
  try {
    return await database.transaction(async (queries): Promise<RefreshResult> => {
      const [latestAttempt] = await queries.rows(lockAttempt, { ...key, attempt })
      if (!latestAttempt) return { outcome: 'SUPERSEDED' }
      const [counts = { added: 0, removed: 0 }] = await queries.rows(replaceBusyTimes, {
        ...key,
        doctorId,
        rows,
      })
      await queries.rows(recordRead, {
        ...key,
        now: clock.now(),
        ...version,
        readTo: window.to,
        readZones: zones.join(' '),
        unreadableEvents,
        unknownZones,
      })
      // The commit waits for bookings in progress that the new busy times may affect: see
      // `calendars_make_busy`.
      return { outcome: 'READ', ...counts }
    })
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error
    return { problem: 'could not be saved because bookings took too long; it will be retried' }
  }
}

/** E-mail addresses in a feed's URL: Google's URLs contain the calendar's address. */
const emailAddressesIn = (url: string) =>
  /^https?:/.test(url) ? (url.replaceAll('%40', '@').match(/[\w.+-]+@[\w.-]+/g) ?? []) : []

const lockNotAvailable = '55P03'

/** The feed's URL: the text itself, or the value of the secret that it refers to. */
function resolveFeedUrl(url: string, environment: Environment): string | CalendarProblem {
  const variable = secretVariable(url)
  if (variable === undefined) return url
  const { secret, problems = [] } = readSecret(environment, variable)
  return secret ?? { problem: `has its address in a secret: ${problems.join('; ')}` }
}
