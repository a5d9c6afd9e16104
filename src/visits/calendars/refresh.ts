// Updates the busy times of a calendar from its feed. After any failure, those of the last success
// remain.

import { type Database, sqlState } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { type Environment, readSecret, secretVariable } from '../../base/ports/secrets.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { horizonYears } from '../../base/values/horizon.ts'
import { type FetchServices, fetchCalendar, type Version } from './fetch-calendar.ts'
import { beginAttempt, holdAttempt, noteAttempt, noteRead, replaceBusyTimes } from './queries.ts'
import { readCalendarAside } from './read-aside.ts'
import { type WrongCalendar, windowAt } from './read-calendar.ts'

export interface CalendarServices {
  database: Database
  clock: { now(): Instant }
  /** Contains the secrets that clinic files name. */
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
 * The result of an attempt. UNCHANGED: reported by its server. SUPERSEDED: a later attempt has begun, or the address was changed. GONE: the
 * calendar does not exist. The problem ends the sentence `the calendar …`.
 */
export type Refreshed =
  | { outcome: 'READ'; added: number; removed: number }
  | { outcome: 'UNCHANGED' | 'SUPERSEDED' | 'GONE' }
  | { outcome: 'FAILED'; problem: string; costly?: Costly }

/** For the time of the next attempt, after a reading that used up its limits: the number of attempts, and the last success. */
export type Costly = Pick<Attempt, 'attempt' | 'succeededAt'>

type Attempt = RowOf<typeof beginAttempt.returns>

/** Fetches a calendar, reads it, and writes its busy times; takes less than a minute, or stops on `signal`. */
export async function refreshCalendar(services: CalendarServices, key: CalendarKey, signal?: AbortSignal): Promise<Refreshed> {
  return attemptWith(services, key, signal, async (attempt) => {
    if (attempt.url === null) return { problem: 'has no address; bring it as a file' }
    const address = addressOf(attempt.url, services.environment)
    if (typeof address !== 'string') return address
    // A calendar is read as far ahead as can be booked, which is a day further each day; a timezone may have changed too.
    const isWholeStill = attempt.readTo === windowOf(services).to && attempt.readZones === attempt.zones.join(' ')
    const known = isWholeStill && (attempt.etag ?? attempt.lastModified) !== null ? attempt : undefined
    return fetchCalendar(address, known, services.feeds, signal)
  })
}

/** The same with a file from an operator. */
export async function readCalendarFile(services: CalendarServices, key: CalendarKey, text: string): Promise<Refreshed> {
  return attemptWith(services, key, undefined, async () => ({ bytes: Buffer.from(text), version: { etag: null, lastModified: null } }))
}

const windowOf = ({ clock }: CalendarServices) => windowAt(clock.now(), horizonYears)

async function attemptWith(
  services: CalendarServices,
  key: CalendarKey,
  signal: AbortSignal | undefined,
  obtain: (attempt: Attempt) => Promise<{ bytes: Uint8Array; version: Version } | 'unchanged' | WrongCalendar>,
): Promise<Refreshed> {
  const { database, clock } = services
  const [attempt] = await database.rows(beginAttempt, { ...key, now: clock.now() })
  if (!attempt) return { outcome: 'GONE' }
  const obtained = await obtain(attempt)
  // An aborted attempt says nothing about the feed.
  signal?.throwIfAborted()
  if (obtained === 'unchanged') {
    await database.rows(noteAttempt, { ...key, attempt: attempt.attempt, now: clock.now(), problem: null })
    return { outcome: 'UNCHANGED' }
  }
  const written = 'problem' in obtained ? obtained : await readAndWrite(services, key, signal, attempt, obtained)
  if (!('problem' in written)) return written
  await database.rows(noteAttempt, { ...key, attempt: attempt.attempt, now: clock.now(), problem: written.problem })
  return { outcome: 'FAILED', problem: written.problem, ...('isCostly' in written ? { costly: attempt } : {}) }
}

async function readAndWrite(
  services: CalendarServices,
  key: CalendarKey,
  signal: AbortSignal | undefined,
  { attempt, doctorId, zones, url, email }: Attempt,
  { bytes, version }: { bytes: Uint8Array; version: Version },
): Promise<Refreshed | WrongCalendar> {
  const { database, clock } = services
  const window = windowOf(services)
  const read = await readCalendarAside(
    { text: bytes, zones, window, owners: [...(email === null ? [] : [email]), ...addressesIn(url ?? '')] },
    { deadlineMs: services.feeds.readMsMax, signal, workspaceId: key.workspaceId },
  )
  signal?.throwIfAborted()
  if ('problem' in read) return read
  const rows = read.busy.map(({ from, to }) => ({ from_at: new Date(from).toISOString(), to_at: new Date(to).toISOString() }))
  const { unreadableEvents, unknownZones } = read
  try {
    return await database.transaction(async (queries): Promise<Refreshed> => {
      const [held] = await queries.rows(holdAttempt, { ...key, attempt })
      if (!held) return { outcome: 'SUPERSEDED' }
      const [written = { added: 0, removed: 0 }] = await queries.rows(replaceBusyTimes, { ...key, doctorId, rows })
      await queries.rows(noteRead, { ...key, now: clock.now(), ...version, readTo: window.to, readZones: zones.join(' '), unreadableEvents, unknownZones })
      // At its commit it waits for bookings in progress that it may affect: see `calendars_make_busy`.
      return { outcome: 'READ', ...written }
    })
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error
    return { problem: 'could not be saved because bookings took too long; it will be retried' }
  }
}

/** E-mail addresses in the address of a feed: Google's has the one of the calendar. */
const addressesIn = (url: string) => (/^https?:/.test(url) ? (url.replaceAll('%40', '@').match(/[\w.+-]+@[\w.-]+/g) ?? []) : [])

const lockNotAvailable = '55P03'

/** The address itself, or the one in the secret that a calendar names. */
function addressOf(url: string, environment: Environment): string | WrongCalendar {
  const variable = secretVariable(url)
  if (variable === undefined) return url
  const { secret, problems = [] } = readSecret(environment, variable)
  return secret ?? { problem: `has its address in a secret: ${problems.join('; ')}` }
}
