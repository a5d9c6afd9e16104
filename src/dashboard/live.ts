// Sends changes to open dashboards (DASH-16). Each process runs one statement every half second, which reads the visits and tokens that
// have changed since the last one, in the workspaces with an open dashboard; with no dashboard open, it reads nothing. A database
// notification for each visit would be one more lock that all bookings on the server take at commit
// (docs/decisions/0055-what-dashboards-hear.md).

import type { ServerResponse } from 'node:http'
import type { Database } from '../db/database.ts'
import { narrowed, statement } from '../db/statement.ts'
import { endHeld } from '../http/pages.ts'

/** What a dashboard reloads: days of a location, and records. */
interface Changed {
  addressId: number
  date: string
  /** The appointment or token, since the day that it was moved from still shows it. */
  visitId: number
}

const changesSince = statement(
  'changes_since',
  {
    takes: { workspaceIds: 'bigint[]', sessionIds: 'bigint[]', since: 'text', rowsMax: 'bigint' },
    returns: { next: 'text', liveSessionIds: 'bigint[]', rows: narrowed<(Changed & { workspaceId: number; changedIn: string })[]>('jsonb') },
  },
  // Rows of transactions that may have been open at the last reading, and of later ones. Rows that were already read may be returned again.
  `
  select pg_snapshot_xmin(pg_current_snapshot())::text as next,
    array(select id from staff_sessions where id = any (:sessionIds::bigint[])) as "liveSessionIds", coalesce((
    select jsonb_agg(jsonb_build_object('workspaceId', w.id, 'addressId', r.location_id, 'date', r.date, 'visitId', r.id, 'changedIn', r.changed_in::text))
    from unnest(:workspaceIds::bigint[]) as w (id)
    cross join lateral (
      (
        select a.id, a.location_id, a.appointment_date as date, a.changed_in
        from appointments a
        where a.workspace_id = w.id and a.changed_in >= :since::text::xid8
        order by a.changed_in
        limit :rowsMax
      )
      union all
      (
        select v.id, v.location_id, v.appointment_date, v.changed_in
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
  /** If one session has too many streams, the oldest ends. */
  perSessionMax: number
  perProcessMax: number
  unreadBytesMax: number
  /** Beyond this many changes at once, a page reloads everything it shows. */
  rowsMax: number
  /** How long a stream lives; its page then opens another, which is authenticated again. */
  streamMs: number
}

const defaultLiveLimits: LiveLimits = {
  ...{ readMs: 500, beatMs: 20_000, perSessionMax: 8, perProcessMax: 5_000, unreadBytesMax: 64 * 1024, rowsMax: 200, streamMs: 15 * 60_000 },
}

/** Tells a page to reload everything it shows. */
const everything = 'event: all\ndata:\n\n'

interface Stream {
  sessionId: number
  workspaceId: number
  response: ServerResponse
  openedAt: number
  wroteAt: number
}

export interface LiveChanges {
  hasRoom(): boolean
  /** Streams the changes in its workspace to a dashboard. */
  show(watcher: { sessionId: number; workspaceId: number }, response: ServerResponse): void
  /** Reads and sends the changes; also called periodically. */
  read(): Promise<void>
  /** Staff called a patient or did something else with a queue: sent immediately, since another desk waits for it. */
  queueChanged(workspaceId: number): void
  /** Hours, fees or staff of a workspace changed. */
  configurationChanged(workspaceId: number): void
  /** Staff blocked or freed a time, or changed the waiting list. */
  timesChanged(workspaceId: number): void
  /** A patient's record or packs changed, or the record was erased. */
  patientChanged(workspaceId: number, patientId: number): void
  /** Changes may have been missed. */
  changedUnheard(): void
  streams(): number
  close(): void
}

export function liveChanges(database: Database, failed: (error: unknown) => void, limits: LiveLimits = defaultLiveLimits): LiveChanges {
  const streams = new Set<Stream>()
  /** The oldest transaction that was open at the last reading; undefined while no dashboard is open. */
  let since: string | undefined
  /** What the last reading sent of transactions whose rows may be read again. */
  let told = new Set<string>()
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
    endHeld(stream.response)
  }

  function tell(workspaceId: number | undefined, text: string) {
    for (const stream of streams) if (workspaceId === undefined || stream.workspaceId === workspaceId) write(stream, text)
  }

  async function read() {
    const workspaceIds = [...new Set([...streams].map(({ workspaceId }) => workspaceId))]
    // The first reading only learns where to start.
    const isFirst = since === undefined
    const sessionIds = [...new Set([...streams].map(({ sessionId }) => sessionId))]
    const asked = { workspaceIds: isFirst ? [] : workspaceIds, sessionIds, since: since ?? '0', rowsMax: limits.rowsMax + 1 }
    const [found] = await database.rows(changesSince, asked)
    if (!found) return
    // A stream ends when its member is signed out; streams opened in the meantime are checked next time.
    const ended = new Set(sessionIds.filter((id) => !found.liveSessionIds.includes(id)))
    for (const stream of streams) if (ended.has(stream.sessionId)) end(stream)
    since = found.next
    const before = told
    told = new Set(found.rows.map(({ visitId, changedIn }) => `${visitId} ${changedIn}`))
    // Changes between the page's load and this first reading have not been read.
    if (isFirst) return tell(undefined, everything)
    for (const [workspaceId, rows] of Map.groupBy(found.rows, (row) => row.workspaceId)) {
      const fresh = rows.filter(({ visitId, changedIn }) => !before.has(`${visitId} ${changedIn}`))
      const changed = fresh.map(({ addressId, date, visitId }) => ({ addressId, date, visitId }))
      // With this many rows, some were not read, possibly new ones.
      if (rows.length > limits.rowsMax) tell(workspaceId, everything)
      else if (changed.length > 0) tell(workspaceId, `event: visits\ndata: ${JSON.stringify(changed)}\n\n`)
    }
  }

  const ticking = setInterval(() => {
    if (streams.size === 0) {
      since = undefined
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
      .catch(failed)
      .finally(() => {
        isReading = false
      })
  }, limits.readMs)
  ticking.unref()

  return {
    hasRoom: () => !isClosed && streams.size < limits.perProcessMax,
    show({ sessionId, workspaceId }, response) {
      if (isClosed) return endHeld(response)
      const now = performance.now()
      const stream: Stream = { sessionId, workspaceId, response, openedAt: now, wroteAt: now }
      streams.add(stream)
      response.once('close', () => streams.delete(stream))
      response.on('error', () => {})
      const ofSession = [...streams].filter((candidate) => candidate.sessionId === sessionId)
      if (ofSession.length > limits.perSessionMax && ofSession[0]) end(ofSession[0])
      // Earlier changes are not sent: a page that opens a stream reloads what it shows.
      write(stream, 'retry: 2000\nevent: open\ndata:\n\n')
    },
    read,
    queueChanged: (workspaceId) => tell(workspaceId, 'event: queue\ndata:\n\n'),
    configurationChanged: (workspaceId) => tell(workspaceId, everything),
    timesChanged: (workspaceId) => tell(workspaceId, everything),
    patientChanged: (workspaceId, patientId) => tell(workspaceId, `event: patient\ndata: ${patientId}\n\n`),
    changedUnheard: () => tell(undefined, everything),
    streams: () => streams.size,
    close() {
      isClosed = true
      clearInterval(ticking)
      for (const stream of streams) end(stream)
    },
  }
}
