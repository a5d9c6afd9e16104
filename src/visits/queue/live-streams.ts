// Streams that keep pages up to date with a queue. Streams that watch the same thing share one
// reading. It is read when it changed, when a change may have been missed, and again after a while,
// since estimates change with time. Only changes are written, and a client that does not read is
// dropped.

import type { ServerResponse } from 'node:http'
import { endHeldResponse } from '../../base/http/pages.ts'

export interface StreamLimits {
  /** The maximum number of streams per visit; a new stream ends the oldest. */
  perVisitMax: number
  /** The maximum number of streams per board. */
  perBoardMax: number
  perProcessMax: number
  /** The number of bytes that a client may leave unread, beyond the kernel's buffers. */
  unreadBytesMax: number
  /** How long a stream lasts; its page then opens another. */
  streamMs: number
  /** The longest time for which a stream is silent. */
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

/** Whose page it is, and in which language. */
export interface Reader {
  /** The viewer, whose page may be open more than once. */
  viewer: string
  /** The viewer's locale, if the page is in their language. */
  locale?: string
}

/** The data shared by all watchers of one thing, read once. */
export interface SharedReading {
  /** The time that a stream sends with changes and in its beats. */
  updated(reader: Reader): string
  /**
   * The content of a viewer's page; undefined if there is nothing left to show. `isOver` means that
   * it will not change again.
   */
  viewFor(reader: Reader): { view: unknown; isOver: boolean } | undefined
}

/** The content of a stream, and its viewer. */
export interface StreamRequest extends Reader {
  workspaceId: number
  /** Identifies what is watched in the workspace; all its watchers share one reading. */
  what: string
  perViewerMax: number
  rereadMs: number
  /** A random delay: pages that lose their stream together must not reconnect together. */
  retryMs: { least: number; more: number }
  read(viewers: string[]): Promise<SharedReading>
}

export interface LiveStreams {
  /** Whether a stream is available now. */
  hasRoom(): boolean
  /** Streams the current state and its changes to a page, until it is over. */
  show(request: StreamRequest, response: ServerResponse): void
  /** Reports that the watched thing has changed. */
  changed(workspaceId: number, what: string): void
  /** Reports that changes may have been missed. */
  missedChanges(): void
  count(): number
  /** Ends all streams and accepts no more. */
  close(): void
}

interface Stream extends StreamRequest {
  response: ServerResponse
  openedAt: number
  wroteAt: number
  /** The content that was last sent to the page. */
  told: string | undefined
}

interface WatchedSubject {
  streams: Set<Stream>
  rereadMs: number
  timer: NodeJS.Timeout | undefined
  isReading: boolean
  readAt: number
  reading: SharedReading | undefined
}

const tickMs = 1_000
const rereadShareMin = 0.8

const subjectKey = (workspaceId: number, what: string) => `${workspaceId} ${what}`

export function liveStreams(
  limits: StreamLimits,
  onFailure: (error: unknown) => void,
): LiveStreams {
  const streams = openStreams(limits)
  let isClosed = false

  function readSoon(subject: WatchedSubject, ms = limits.gatherMs) {
    subject.timer ??= setTimeout(() => {
      subject.timer = undefined
      // A viewer who connected after the reading had begun is not included in it.
      if (subject.isReading) readSoon(subject)
      else read(subject).catch(onFailure)
    }, ms)
  }

  async function read(subject: WatchedSubject) {
    const currentStreams = [...subject.streams]
    const [first] = currentStreams
    if (!first) return
    subject.isReading = true
    subject.readAt = performance.now() - Math.random() * (1 - rereadShareMin) * subject.rereadMs
    try {
      const reading = await first.read([...new Set(currentStreams.map(({ viewer }) => viewer))])
      subject.reading = reading
      for (const stream of currentStreams)
        if (subject.streams.has(stream)) streams.tell(stream, reading)
    } finally {
      subject.isReading = false
    }
  }

  const beatTimer = setInterval(
    () => {
      const now = performance.now()
      for (const subject of streams.watched.values()) {
        if (now - subject.readAt >= subject.rereadMs) readSoon(subject)
        for (const stream of subject.streams) {
          if (now - stream.openedAt >= limits.streamMs) streams.end(stream)
          else if (now - stream.wroteAt >= limits.beatMs) {
            streams.write(
              stream,
              subject.reading
                ? `event: beat\ndata: ${subject.reading.updated(stream)}\n\n`
                : ':\n\n',
            )
          }
        }
      }
    },
    Math.min(tickMs, limits.beatMs),
  )
  beatTimer.unref()

  return {
    hasRoom: () => !isClosed && streams.count() < limits.perProcessMax,

    show(request, response) {
      if (isClosed) return endHeldResponse(response)
      readSoon(streams.add(request, response), 0)
    },

    changed(workspaceId, what) {
      const subject = streams.watched.get(subjectKey(workspaceId, what))
      if (subject) readSoon(subject)
    },

    missedChanges() {
      for (const subject of streams.watched.values()) readSoon(subject)
    },

    count: streams.count,

    close() {
      isClosed = true
      clearInterval(beatTimer)
      for (const subject of Array.from(streams.watched.values()))
        for (const stream of Array.from(subject.streams)) streams.end(stream)
    },
  }
}

/** The open streams, by what they watch. */
function openStreams(limits: StreamLimits) {
  const subjects = new Map<string, WatchedSubject>()
  const byViewer = new Map<string, Set<Stream>>()
  let count = 0

  const viewerKey = ({ workspaceId, what, viewer }: StreamRequest) =>
    `${subjectKey(workspaceId, what)} ${viewer}`

  function findOrAddSubject({ workspaceId, what, rereadMs }: StreamRequest): WatchedSubject {
    const key = subjectKey(workspaceId, what)
    let subject = subjects.get(key)
    if (!subject) {
      subject = {
        streams: new Set(),
        rereadMs,
        timer: undefined,
        isReading: false,
        readAt: performance.now(),
        reading: undefined,
      }
      subjects.set(key, subject)
    }
    return subject
  }

  function forget(stream: Stream) {
    const viewer = viewerKey(stream)
    const viewerStreams = byViewer.get(viewer)
    if (!viewerStreams?.delete(stream)) return
    if (viewerStreams.size === 0) byViewer.delete(viewer)
    count -= 1
    const subject = findOrAddSubject(stream)
    subject.streams.delete(stream)
    if (subject.streams.size > 0) return
    clearTimeout(subject.timer)
    subjects.delete(subjectKey(stream.workspaceId, stream.what))
  }

  function end(stream: Stream) {
    forget(stream)
    endHeldResponse(stream.response)
  }

  function write(stream: Stream, text: string) {
    stream.response.write(text)
    stream.wroteAt = performance.now()
    if (stream.response.writableLength <= limits.unreadBytesMax) return
    forget(stream)
    stream.response.destroy()
  }

  function sendView(stream: Stream, reading: SharedReading) {
    const content = reading.viewFor(stream)
    if (!content) {
      write(stream, 'event: gone\ndata:\n\n')
      return end(stream)
    }
    const view = JSON.stringify(content.view)
    if (view !== stream.told)
      write(
        stream,
        `data: {"updated":${JSON.stringify(reading.updated(stream))},"view":${view}}\n\n`,
      )
    stream.told = view
    if (content.isOver) end(stream)
  }

  /** Opens a stream; if its viewer has too many, the oldest ends. */
  function add(request: StreamRequest, response: ServerResponse): WatchedSubject {
    const now = performance.now()
    const stream: Stream = { ...request, response, openedAt: now, wroteAt: now, told: undefined }
    const viewer = viewerKey(stream)
    const viewerStreams = byViewer.get(viewer) ?? new Set()
    byViewer.set(viewer, viewerStreams.add(stream))
    count += 1
    const subject = findOrAddSubject(request)
    subject.streams.add(stream)
    response.once('close', () => forget(stream))
    response.on('error', () => {})
    const [oldest] = viewerStreams
    if (oldest && viewerStreams.size > request.perViewerMax) {
      // Otherwise its page would reconnect at once and end the next stream.
      write(oldest, 'event: replaced\ndata:\n\n')
      end(oldest)
    }
    const { least, more } = request.retryMs
    write(stream, `retry: ${Math.round(least + Math.random() * more)}\n\n`)
    return subject
  }

  return { watched: subjects, count: () => count, add, end, write, tell: sendView }
}
