// Sends changes to open dashboards (DASH-16). Each process runs one statement every half second,
// which reads the visits and tokens that have changed since the previous one, in the workspaces
// with an open dashboard; with no dashboard open, it reads nothing. A database notification for
// each visit would be one more lock that all bookings on the server take at commit
// (docs/decisions/screens.md).

import type { ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import { endHeldResponse } from '../../base/http/pages.ts'
import { includesOnlyOwnPatients, includesRight } from '../../base/operations/rights.ts'
import type { MemberWithRights, SignIns, StaffSession } from '../../clinic/sign-in/sign-in.ts'

/**
 * The parts of a change by which a dashboard knows what to reload: days of a location, and records.
 */
interface VisitChange {
  addressId: number
  date: string
  /**
   * The appointment or token; its id is sent since the day that it was moved from still shows it.
   */
  visitId: number
}

/** A change as read, with the facts that decide who is notified of it. */
interface ReadChange extends VisitChange {
  workspaceId: number
  doctorId: number | null
  isToken: boolean
  changedIn: string
}

const changesSince = statement(
  'changes_since',
  {
    takes: { workspaceIds: 'bigint[]', since: 'text', rowsMax: 'bigint' },
    returns: { next: 'text', rows: narrowType<ReadChange[]>('jsonb') },
  },
  // Reads rows of transactions that may have been open at the last reading, and of later ones. It
  // may return rows that were already read.
  `
  select pg_snapshot_xmin(pg_current_snapshot())::text as next, coalesce((
    select jsonb_agg(jsonb_build_object(
      'workspaceId', w.id, 'addressId', r.location_id, 'date', r.date, 'visitId', r.id, 'doctorId', r.doctor_id, 'isToken', r.is_token,
      'changedIn', r.changed_in::text
    ))
    from unnest(:workspaceIds::bigint[]) as w (id)
    cross join lateral (
      (
        select a.id, a.location_id, a.appointment_date as date, a.doctor_id, false as is_token, a.changed_in
        from appointments a
        where a.workspace_id = w.id and a.changed_in >= :since::text::xid8
        order by a.changed_in
        limit :rowsMax
      )
      union all
      (
        select v.id, v.location_id, v.appointment_date, v.doctor_id, true, v.changed_in
        from queue_visits v
        where v.workspace_id = w.id and v.changed_in >= :since::text::xid8
        order by v.changed_in
        limit :rowsMax
      )
    ) r
  ), '[]') as rows`,
)

export interface LiveLimits {
  readMs: number
  beatMs: number
  /**
   * The maximum number of one account's streams in a process, across all its browsers; beyond it,
   * the oldest ends.
   */
  perAccountMax: number
  perProcessMax: number
  unreadBytesMax: number
  /** Beyond this many changes at once, a page reloads everything it shows. */
  rowsMax: number
  /** How often a page reloads everything while no other changes are read. */
  reloadMs: number
  /** How long a stream lasts; its page then opens another, which is authenticated again. */
  streamMs: number
  /** How often the session and the rights of a stream are read again. */
  rightsMs: number
}

const defaultLiveLimits: LiveLimits = {
  readMs: 500,
  beatMs: 20_000,
  perAccountMax: 16,
  perProcessMax: 5_000,
  unreadBytesMax: 64 * 1024,
  rowsMax: 200,
  reloadMs: 5_000,
  streamMs: 15 * 60_000,
  rightsMs: 2_000,
}

/** Tells a page to reload everything it shows. */
const reloadAllEvent = 'event: all\ndata:\n\n'

/** Who opens a stream. */
interface Watcher {
  session: Pick<StaffSession, 'id' | 'accountId'>
  member: Pick<MemberWithRights, 'workspaceId' | 'userId' | 'rights'>
}

interface Stream extends Watcher {
  response: ServerResponse
  openedAt: number
  wroteAt: number
  /** When the session and rights of the stream were last read. */
  checkedAt: number
}

const canSeeVisits = ({ member: { rights } }: Watcher) =>
  includesRight(rights, 'visits:read') || includesRight(rights, 'queue:read')

/** Whether a member may see a visit that has changed. */
function canSeeChange(
  { member: { rights, userId } }: Watcher,
  { isToken, doctorId }: ReadChange,
): boolean {
  return (
    (includesRight(rights, 'visits:read') || (isToken && includesRight(rights, 'queue:read'))) &&
    (!rights.ownVisits || doctorId === userId)
  )
}

export interface LiveChanges {
  hasRoom(): boolean
  /** Streams the changes in its workspace to a dashboard. */
  show(watcher: Watcher, response: ServerResponse): void
  /** Reads and sends the changes; also called periodically. */
  read(): Promise<void>
  /**
   * Reports that staff called a patient or made another change to a queue; sent immediately, since
   * another desk waits for it.
   */
  queueChanged(workspaceId: number): void
  /** Reports that hours, fees or staff of a workspace changed. */
  configurationChanged(workspaceId: number): void
  /** Reports that staff blocked or freed a period, or changed the waiting list. */
  timesChanged(workspaceId: number): void
  /** Reports that a patient's record or packs changed, or that the record was erased. */
  patientChanged(workspaceId: number, patientId: number): void
  /** Reports that changes may have been missed. */
  missedChanges(): void
  streams(): number
  close(): void
}

export function createLiveChanges(
  {
    database,
    currentSessions,
  }: { database: Database; currentSessions: SignIns['currentSessions'] },
  onFailure: (error: unknown) => void,
  limits: LiveLimits = defaultLiveLimits,
): LiveChanges {
  const streams = new Set<Stream>()
  /**
   * The oldest transaction that was open at the last reading; undefined while no dashboard is open.
   */
  let since: string | undefined
  /** The changes sent at the last reading whose rows may be read again. */
  let sentChanges = new Set<string>()
  /** When each workspace's pages last reloaded everything because of too many changes. */
  const reloadedAt = new Map<number, number>()
  let isReading = false
  let isClosed = false

  function write(stream: Stream, text: string) {
    stream.response.write(text)
    stream.wroteAt = performance.now()
    if (stream.response.writableLength <= limits.unreadBytesMax) return
    streams.delete(stream)
    stream.response.destroy()
  }

  function end(stream: Stream) {
    streams.delete(stream)
    endHeldResponse(stream.response)
  }

  /** Sends a text, or one for each stream, to the streams of a workspace or to all. */
  function sendToStreams(
    workspaceId: number | undefined,
    text: string | ((stream: Stream) => string | undefined),
  ) {
    for (const stream of streams) {
      const message = typeof text === 'string' ? text : text(stream)
      if (
        message !== undefined &&
        (workspaceId === undefined || stream.member.workspaceId === workspaceId)
      )
        write(stream, message)
    }
  }

  /**
   * Ends the streams whose session has ended or whose staff member's rights have changed: a page
   * with a valid session opens another stream.
   */
  async function checkRights() {
    const now = performance.now()
    const dueStreams = [...streams].filter(({ checkedAt }) => now - checkedAt >= limits.rightsMs)
    const sessions = new Map(
      (await currentSessions([...new Set(dueStreams.map(({ session }) => session.id))])).map(
        (session) => [session.id, session],
      ),
    )
    for (const stream of dueStreams) {
      const session = sessions.get(stream.session.id)
      const member = session?.members.find(
        ({ workspaceId }) => workspaceId === stream.member.workspaceId,
      )
      stream.checkedAt = now
      if (session?.waitsFor !== null || !isDeepStrictEqual(member?.rights, stream.member.rights))
        end(stream)
    }
  }

  async function read() {
    await checkRights()
    const workspaceIds = [...new Set([...streams].map(({ member }) => member.workspaceId))]
    // The first reading only determines where to start.
    const isFirst = since === undefined
    const changeQuery = {
      workspaceIds: isFirst ? [] : workspaceIds,
      since: since ?? '0',
      rowsMax: limits.rowsMax + 1,
    }
    const [found] = await database.rows(changesSince, changeQuery)
    if (!found) return
    since = found.next
    const before = sentChanges
    sentChanges = new Set(found.rows.map(({ visitId, changedIn }) => `${visitId} ${changedIn}`))
    // Changes between the page's load and this first reading have not been read.
    if (isFirst) return sendToStreams(undefined, reloadAllEvent)
    for (const [workspaceId, rows] of Map.groupBy(found.rows, (row) => row.workspaceId)) {
      const newChanges = rows.filter(
        ({ visitId, changedIn }) => !before.has(`${visitId} ${changedIn}`),
      )
      if (rows.length > limits.rowsMax) {
        // Some rows were not read, possibly new ones. While a long transaction is open on the
        // server, the same rows are read each time.
        if (
          newChanges.length === 0 &&
          performance.now() - (reloadedAt.get(workspaceId) ?? Number.NEGATIVE_INFINITY) <
            limits.reloadMs
        )
          continue
        reloadedAt.set(workspaceId, performance.now())
        sendToStreams(workspaceId, reloadAllEvent)
      } else if (newChanges.length > 0)
        sendToStreams(workspaceId, (stream) => visitsEvent(stream, newChanges))
    }
  }

  const timer = setInterval(() => {
    if (streams.size === 0) {
      since = undefined
      reloadedAt.clear()
      return
    }
    const now = performance.now()
    for (const stream of streams) {
      if (now - stream.openedAt >= limits.streamMs) end(stream)
      else if (now - stream.wroteAt >= limits.beatMs) write(stream, ':\n\n')
    }
    if (isReading) return
    isReading = true
    read()
      .catch(onFailure)
      .finally(() => {
        isReading = false
      })
  }, limits.readMs)
  timer.unref()

  return {
    hasRoom: () => !isClosed && streams.size < limits.perProcessMax,
    show({ session, member }, response) {
      if (isClosed) return endHeldResponse(response)
      const now = performance.now()
      const stream: Stream = {
        session,
        member,
        response,
        openedAt: now,
        wroteAt: now,
        checkedAt: now,
      }
      streams.add(stream)
      response.once('close', () => streams.delete(stream))
      response.on('error', () => {})
      const [oldest, ...others] = [...streams].filter(
        (candidate) => candidate.session.accountId === session.accountId,
      )
      if (oldest && others.length >= limits.perAccountMax) end(oldest)
      // Earlier changes are not sent: a page that opens a stream reloads what it shows.
      write(stream, 'retry: 2000\nevent: open\ndata:\n\n')
    },
    read,
    queueChanged: (workspaceId) =>
      sendToStreams(workspaceId, (stream) =>
        canSeeVisits(stream) ? 'event: queue\ndata:\n\n' : undefined,
      ),
    configurationChanged: (workspaceId) => sendToStreams(workspaceId, reloadAllEvent),
    timesChanged: (workspaceId) => sendToStreams(workspaceId, reloadAllEvent),
    patientChanged: (workspaceId, patientId) =>
      sendToStreams(workspaceId, (stream) => patientEvent(stream, patientId)),
    missedChanges: () => sendToStreams(undefined, reloadAllEvent),
    streams: () => streams.size,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const stream of streams) end(stream)
    },
  }
}

/**
 * What is sent to a staff member about changed visits. A page that shows no visits, such as the
 * report, may still depend on them.
 */
function visitsEvent(watcher: Watcher, changes: readonly ReadChange[]): string | undefined {
  if (!canSeeVisits(watcher)) return reloadAllEvent
  const visibleChanges = changes
    .filter((change) => canSeeChange(watcher, change))
    .map(({ addressId, date, visitId }) => ({ addressId, date, visitId }))
  return visibleChanges.length > 0
    ? `event: visits\ndata: ${JSON.stringify(visibleChanges)}\n\n`
    : undefined
}

/** The page learns whose patient it is when it loads the visit. */
function patientEvent({ member: { rights } }: Watcher, patientId: number): string {
  return includesRight(rights, 'patients:read') && !includesOnlyOwnPatients(rights)
    ? `event: patient\ndata: ${patientId}\n\n`
    : reloadAllEvent
}
