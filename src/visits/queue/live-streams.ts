// Streams that keep pages up to date with a queue. Streams that watch the same thing share one reading: when it changed, when a change may
// have been missed, and again after a while, since estimates change with time. Only changes are written, and a client that does not read is
// dropped.

import type { ServerResponse } from 'node:http'
import { endHeld } from '../../base/http/pages.ts'

export interface StreamLimits {
  /** Streams of one visit; a new one ends the oldest. */
  perVisitMax: number
  /** Streams of one board. */
  perBoardMax: number
  perProcessMax: number
  /** Bytes that a client may leave unread, beyond the kernel's buffers. */
  unreadBytesMax: number
  /** How long a stream lives; then its page opens another. */
  streamMs: number
  /** How long a stream is silent at most. */
  beatMs: number
  /** How long until a line is read again without any change. */
  rereadMs: number
  /**
   * How long until a board is read again without any change; boards also show the tokens after the
   * last one called.
   */
  boardRereadMs: number
  /** Changes within this time share one reading. */
  gatherMs: number
}

export const defaultStreamLimits: StreamLimits = {
  perVisitMax: 5,
  perBoardMax: 20,
  perProcessMax: 6_000,
  unreadBytesMax: 64 * 1024,
  streamMs: 2 * 3_600_000,
  beatMs: 25_000,
  rereadMs: 60_000,
  boardRereadMs: 20_000,
  gatherMs: 250,
}

/** The data shared by all watchers of one thing, read once. */
export interface Reading {
  /** The time that a stream sends with changes and in its beats. */
  updated(): string
  /** The content of a viewer's page; undefined if there is nothing to show any more. `isOver`: it will not change again. */
  of(viewer: string): { view: unknown; isOver: boolean } | undefined
}

/** The content of a stream, and its viewer. */
export interface Watching {
  workspaceId: number
  /** What is watched, in its workspace; all its watchers share one reading. */
  what: string
  /** The viewer whose page it is; a page may be open more than once. */
  viewer: string
  perViewerMax: number
  rereadMs: number
  /** A random delay: pages that lose their stream together must not reconnect together. */
  retryMs: { least: number; more: number }
  read(viewers: string[]): Promise<Reading>
}

export interface LiveStreams {
  /** False: no stream is available now. */
  hasRoom(): boolean
  /** Streams the current state and its changes to a page, until it is over. */
  show(watching: Watching, response: ServerResponse): void
  /** The watched thing has changed. */
  changed(workspaceId: number, what: string): void
  /** Changes may have been missed. */
  changedUnheard(): void
  count(): number
  /** Ends all streams and accepts no more. */
  close(): void
}

interface Stream extends Watching {
  response: ServerResponse
  openedAt: number
  wroteAt: number
  /** The current content of the page. */
  told: string | undefined
}

interface Watched {
  streams: Set<Stream>
  rereadMs: number
  timer: NodeJS.Timeout | undefined
  isReading: boolean
  readAt: number
  reading: Reading | undefined
}

const tickMs = 1_000
const rereadShareMin = 0.8

const keyOf = (workspaceId: number, what: string) => `${workspaceId} ${what}`

export function liveStreams(limits: StreamLimits, failed: (error: unknown) => void): LiveStreams {
  const streams = openStreams(limits)
  let isClosed = false

  function readSoon(watched: Watched, ms = limits.gatherMs) {
    watched.timer ??= setTimeout(() => {
      watched.timer = undefined
      // A viewer who arrived after the reading had begun is not in it.
      if (watched.isReading) readSoon(watched)
      else read(watched).catch(failed)
    }, ms)
  }

  async function read(watched: Watched) {
    const watching = [...watched.streams]
    const [first] = watching
    if (!first) return
    watched.isReading = true
    watched.readAt = performance.now() - Math.random() * (1 - rereadShareMin) * watched.rereadMs
    try {
      const reading = await first.read([...new Set(watching.map(({ viewer }) => viewer))])
      watched.reading = reading
      for (const stream of watching) if (watched.streams.has(stream)) streams.tell(stream, reading)
    } finally {
      watched.isReading = false
    }
  }

  const ticking = setInterval(
    () => {
      const now = performance.now()
      for (const watched of streams.watched.values()) {
        if (now - watched.readAt >= watched.rereadMs) readSoon(watched)
        for (const stream of watched.streams) {
          if (now - stream.openedAt >= limits.streamMs) streams.end(stream)
          else if (now - stream.wroteAt >= limits.beatMs) {
            streams.write(stream, watched.reading ? `event: beat\ndata: ${watched.reading.updated()}\n\n` : ':\n\n')
          }
        }
      }
    },
    Math.min(tickMs, limits.beatMs),
  )
  ticking.unref()

  return {
    hasRoom: () => !isClosed && streams.count() < limits.perProcessMax,

    show(watching, response) {
      if (isClosed) return endHeld(response)
      readSoon(streams.add(watching, response), 0)
    },

    changed(workspaceId, what) {
      const watched = streams.watched.get(keyOf(workspaceId, what))
      if (watched) readSoon(watched)
    },

    changedUnheard() {
      for (const watched of streams.watched.values()) readSoon(watched)
    },

    count: streams.count,

    close() {
      isClosed = true
      clearInterval(ticking)
      for (const watched of [...streams.watched.values()]) for (const stream of [...watched.streams]) streams.end(stream)
    },
  }
}

/** The open streams, by what they watch. */
function openStreams(limits: StreamLimits) {
  const watched = new Map<string, Watched>()
  const byViewer = new Map<string, Set<Stream>>()
  let count = 0

  const viewerOf = ({ workspaceId, what, viewer }: Watching) => `${keyOf(workspaceId, what)} ${viewer}`

  function watchedBy({ workspaceId, what, rereadMs }: Watching): Watched {
    const key = keyOf(workspaceId, what)
    let found = watched.get(key)
    if (!found) {
      found = { streams: new Set(), rereadMs, timer: undefined, isReading: false, readAt: performance.now(), reading: undefined }
      watched.set(key, found)
    }
    return found
  }

  function forget(stream: Stream) {
    const viewer = viewerOf(stream)
    const ofViewer = byViewer.get(viewer)
    if (!ofViewer?.delete(stream)) return
    if (ofViewer.size === 0) byViewer.delete(viewer)
    count -= 1
    const ofStream = watchedBy(stream)
    ofStream.streams.delete(stream)
    if (ofStream.streams.size > 0) return
    clearTimeout(ofStream.timer)
    watched.delete(keyOf(stream.workspaceId, stream.what))
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

  function tell(stream: Stream, reading: Reading) {
    const shown = reading.of(stream.viewer)
    if (!shown) {
      write(stream, 'event: gone\ndata:\n\n')
      return end(stream)
    }
    const view = JSON.stringify(shown.view)
    if (view !== stream.told) write(stream, `data: {"updated":"${reading.updated()}","view":${view}}\n\n`)
    stream.told = view
    if (shown.isOver) end(stream)
  }

  /** Opens a stream; if its viewer has too many, the oldest ends. */
  function add(watching: Watching, response: ServerResponse): Watched {
    const now = performance.now()
    const stream: Stream = { ...watching, response, openedAt: now, wroteAt: now, told: undefined }
    const viewer = viewerOf(stream)
    const ofViewer = byViewer.get(viewer) ?? new Set()
    byViewer.set(viewer, ofViewer.add(stream))
    count += 1
    const ofStream = watchedBy(watching)
    ofStream.streams.add(stream)
    response.once('close', () => forget(stream))
    response.on('error', () => {})
    const [oldest] = ofViewer
    if (oldest && ofViewer.size > watching.perViewerMax) {
      // Otherwise its page would reconnect at once and end the next one.
      write(oldest, 'event: replaced\ndata:\n\n')
      end(oldest)
    }
    const { least, more } = watching.retryMs
    write(stream, `retry: ${Math.round(least + Math.random() * more)}\n\n`)
    return ofStream
  }

  return { watched, count: () => count, add, end, write, tell }
}
