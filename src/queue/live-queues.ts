// Who watches which queue from this process. A day's line is read once for all who watch it: when staff change something (told by the
// database), when that may have been missed, and once a minute, since estimates move on by themselves. Only what changed is written.

import type { ServerResponse } from 'node:http'
import type { Database } from '../db/database.ts'
import { endHeld } from '../http/pages.ts'
import type { Clock } from '../ports/clock.ts'
import { clockAt, dateAt } from '../values/clinic-time.ts'
import { consultationsCounted } from './consultation-time.ts'
import { queueStatuses } from './queue-status.ts'
import { lineOfDay } from './status-queries.ts'

export interface StreamLimits {
  /** Streams of one visit; the oldest makes room. */
  perVisitMax: number
  perProcessMax: number
  /** Bytes a client may leave unread beyond what the kernel takes. */
  unreadBytesMax: number
  /** How long a stream lives; its page opens another. */
  streamMs: number
  /** How long a stream is silent at most. */
  beatMs: number
  /** After how long a line is read again, whatever is told. */
  rereadMs: number
  /** What is told within this time is one reading. */
  gatherMs: number
}

export const defaultStreamLimits: StreamLimits = {
  perVisitMax: 5,
  perProcessMax: 6_000,
  unreadBytesMax: 64 * 1024,
  streamMs: 2 * 3_600_000,
  beatMs: 25_000,
  rereadMs: 60_000,
  gatherMs: 250,
}

/** A visit whose page is open. */
export interface WatchedVisit {
  workspaceId: number
  queueDayId: number
  visitId: number
}

export interface LiveQueues {
  /** False: no stream can be had now. */
  hasRoom(): boolean
  /** Tells a visit's page by this response what changes, from how it is now, until it is over. */
  show(visit: WatchedVisit, response: ServerResponse): void
  /** Staff changed something in a queue. */
  changed(workspaceId: number, queueDayId: number): void
  /** What changed may not have been told. */
  changedUnheard(): void
  streams(): number
  /** Ends all streams and takes no more. */
  close(): void
}

interface Stream extends WatchedVisit {
  response: ServerResponse
  openedAt: number
  wroteAt: number
  /** What its page shows. */
  told: string | undefined
}

interface OpenDay {
  workspaceId: number
  queueDayId: number
  streams: Set<Stream>
  timer: NodeJS.Timeout | undefined
  isReading: boolean
  readAt: number
  /** When it was last read, on the clinic clock. */
  clock: string
}

const tickMs = 1_000
// Pages that lose their stream together do not come back together.
const retryMs = { least: 2_000, more: 8_000 }
const rereadShareMin = 0.8

const keyOf = (workspaceId: number, queueDayId: number) => `${workspaceId} ${queueDayId}`

export function liveQueues(
  { database, clock, failed }: { database: Database; clock: Clock; failed(error: unknown): void },
  limits: StreamLimits = defaultStreamLimits,
): LiveQueues {
  const streams = openStreams(limits)
  let isClosed = false

  function readSoon(day: OpenDay, ms = limits.gatherMs) {
    day.timer ??= setTimeout(() => {
      day.timer = undefined
      // Whoever came after the reading had begun is not in it.
      if (day.isReading) readSoon(day)
      else read(day).catch(failed)
    }, ms)
  }

  async function read(day: OpenDay) {
    const { workspaceId, queueDayId } = day
    const watching = [...day.streams]
    day.isReading = true
    day.readAt = performance.now() - Math.random() * (1 - rereadShareMin) * limits.rereadMs
    try {
      const visitIds = [...new Set(watching.map(({ visitId }) => visitId))]
      const [line] = await database.rows(lineOfDay, { workspaceId, queueDayId, visitIds, consultations: consultationsCounted })
      const now = clock.now()
      const isGone = line === undefined || dateAt(line.timezone, now) > line.date
      if (!isGone) day.clock = clockAt(line.timezone, now)
      const statusOf = isGone ? () => undefined : queueStatuses(line, now)
      for (const stream of watching) if (day.streams.has(stream)) streams.tell(stream, statusOf(stream.visitId), day.clock)
    } finally {
      day.isReading = false
    }
  }

  const ticking = setInterval(
    () => {
      const now = performance.now()
      for (const day of streams.days.values()) {
        if (now - day.readAt >= limits.rereadMs) readSoon(day)
        for (const stream of day.streams) {
          if (now - stream.openedAt >= limits.streamMs) streams.end(stream)
          else if (now - stream.wroteAt >= limits.beatMs) streams.write(stream, day.clock === '' ? ':\n\n' : `event: beat\ndata: ${day.clock}\n\n`)
        }
      }
    },
    Math.min(tickMs, limits.beatMs),
  )
  ticking.unref()

  return {
    hasRoom: () => !isClosed && streams.count() < limits.perProcessMax,

    show(visit, response) {
      if (isClosed) return endHeld(response)
      readSoon(streams.add(visit, response), 0)
    },

    changed(workspaceId, queueDayId) {
      const day = streams.days.get(keyOf(workspaceId, queueDayId))
      if (day) readSoon(day)
    },

    changedUnheard() {
      for (const day of streams.days.values()) readSoon(day)
    },

    streams: streams.count,

    close() {
      isClosed = true
      clearInterval(ticking)
      for (const day of [...streams.days.values()]) for (const stream of [...day.streams]) streams.end(stream)
    },
  }
}

/** The streams that are open, by the day they watch. One whose client does not read is dropped. */
function openStreams(limits: StreamLimits) {
  const days = new Map<string, OpenDay>()
  const byVisit = new Map<number, Set<Stream>>()
  let count = 0

  function dayOf({ workspaceId, queueDayId }: WatchedVisit): OpenDay {
    const key = keyOf(workspaceId, queueDayId)
    let day = days.get(key)
    if (!day) {
      day = { workspaceId, queueDayId, streams: new Set(), timer: undefined, isReading: false, readAt: performance.now(), clock: '' }
      days.set(key, day)
    }
    return day
  }

  function forget(stream: Stream) {
    const ofVisit = byVisit.get(stream.visitId)
    if (!ofVisit?.delete(stream)) return
    if (ofVisit.size === 0) byVisit.delete(stream.visitId)
    count -= 1
    const day = dayOf(stream)
    day.streams.delete(stream)
    if (day.streams.size > 0) return
    clearTimeout(day.timer)
    days.delete(keyOf(stream.workspaceId, stream.queueDayId))
  }

  function end(stream: Stream) {
    forget(stream)
    endHeld(stream.response)
  }

  function write(stream: Stream, text: string) {
    stream.response.write(text)
    stream.wroteAt = performance.now()
    if (stream.response.writableLength <= limits.unreadBytesMax) return
    forget(stream)
    stream.response.destroy()
  }

  function tell(stream: Stream, status: ReturnType<ReturnType<typeof queueStatuses>>, clockNow: string) {
    if (!status) {
      write(stream, 'event: gone\ndata:\n\n')
      return end(stream)
    }
    const view = JSON.stringify(status)
    if (view !== stream.told) write(stream, `data: {"updated":"${clockNow}","view":${view}}\n\n`)
    stream.told = view
    if (status.isOver) end(stream)
  }

  /** Opens a stream; the oldest of a visit that has too many makes room. */
  function add(visit: WatchedVisit, response: ServerResponse): OpenDay {
    const now = performance.now()
    const stream: Stream = { ...visit, response, openedAt: now, wroteAt: now, told: undefined }
    const ofVisit = byVisit.get(visit.visitId) ?? new Set()
    byVisit.set(visit.visitId, ofVisit.add(stream))
    count += 1
    const day = dayOf(visit)
    day.streams.add(stream)
    response.once('close', () => forget(stream))
    response.on('error', () => {})
    const [oldest] = ofVisit
    if (oldest && ofVisit.size > limits.perVisitMax) {
      // Its page would come back at once, and push out the next.
      write(oldest, 'event: replaced\ndata:\n\n')
      end(oldest)
    }
    write(stream, `retry: ${Math.round(retryMs.least + Math.random() * retryMs.more)}\n\n`)
    return day
  }

  return { days, count: () => count, add, end, write, tell }
}
