// The test rooms of a sandbox: two browsers find each other here, and then send picture and sound
// directly to each other. A process keeps their few messages in memory, within limits, and passes
// on nothing else.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../../base/values/clinic-time.ts'
import { videoRoomForm } from '../../base/values/video-link.ts'
import type { VideoRole } from './jitsi.ts'

/**
 * A message from one browser to the other: it has joined or leaves, or how it can be reached (SDP).
 */
export interface Signal {
  kind: 'hello' | 'offer' | 'answer' | 'bye'
  /** The id of a browser's page; a reloaded page gets a new id. */
  from: string
  /** The page that it is meant for; if absent, any page. */
  to?: string
  sdp?: string
}

export interface NumberedSignal extends Signal {
  /** The number of the signal in its room, from 1. */
  number: number
}

export interface TestRooms {
  /** The path with which a room is entered; valid for an hour. */
  pathFor(room: string, role: VideoRole, now: Instant): string
  /** The role that a path gives; undefined if the path is invalid or has expired. */
  findRole(room: string, pass: string, now: Instant): VideoRole | undefined
  /** Passes a signal on; returns false if all rooms are in use. */
  send(room: string, role: VideoRole, signal: Signal, now: Instant): boolean
  /** The other side's signals with higher numbers. */
  receive(room: string, role: VideoRole, after: number, now: Instant): readonly NumberedSignal[]
}

export const testRoomLimits = {
  /** The maximum number of rooms in use at once. */
  rooms: 50,
  /** The maximum number of signals kept for a room; older ones are dropped. */
  signals: 32,
  /** The maximum size of a signal in bytes. */
  bytes: 16 * 1024,
  /** How long a room is kept without a signal. */
  quietMs: 30 * 60_000,
  passMs: 3_600_000,
} as const

const passPattern = /^([hg])([0-9a-z]{6,9})-([0-9a-f]{64})$/
const letters = { HOST: 'h', GUEST: 'g' } as const

interface Room {
  last: number
  usedAt: Instant
  signals: (NumberedSignal & { role: VideoRole })[]
}

/** `secret` signs the paths; all processes have the same. */
export function openTestRooms(secret: string): TestRooms {
  const rooms = new Map<string, Room>()
  const sign = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['test room', ...parts]))
      .digest()

  function forgetQuiet(now: Instant) {
    for (const [name, { usedAt }] of rooms)
      if (now - usedAt > testRoomLimits.quietMs) rooms.delete(name)
  }

  return {
    pathFor(room, role, now) {
      const until = Math.floor((now + testRoomLimits.passMs) / 1000)
      return `${testRoomPath}/${room}/${letters[role]}${until.toString(36)}-${sign(room, role, until).toString('hex')}`
    },
    findRole(room, pass, now) {
      const [, letter, until36 = '', signature = ''] = passPattern.exec(pass) ?? []
      if (letter === undefined || !videoRoomForm.test(room)) return undefined
      const role = letter === 'h' ? 'HOST' : 'GUEST'
      const until = Number.parseInt(until36, 36)
      return timingSafeEqual(sign(room, role, until), Buffer.from(signature, 'hex')) &&
        now < until * 1000
        ? role
        : undefined
    },
    send(name, role, signal, now) {
      forgetQuiet(now)
      const room = rooms.get(name) ?? { last: 0, usedAt: now, signals: [] }
      if (!rooms.has(name) && rooms.size >= testRoomLimits.rooms) return false
      room.last += 1
      room.usedAt = now
      room.signals = [...room.signals, { ...signal, number: room.last, role }].slice(
        -testRoomLimits.signals,
      )
      rooms.set(name, room)
      return true
    },
    receive(name, role, after, now) {
      const room = rooms.get(name)
      if (!room || now - room.usedAt > testRoomLimits.quietMs) return []
      return room.signals
        .filter((signal) => signal.role !== role && signal.number > after)
        .map(({ role: _, ...signal }) => signal)
    },
  }
}

/** The path under which the rooms are served. */
export const testRoomPath = '/sandbox-video'

const pagePattern = /^[0-9a-z]{12}$/
const kinds: readonly string[] = ['hello', 'offer', 'answer', 'bye'] satisfies Signal['kind'][]

/** The signal in a request body; undefined for anything else, so that nothing else is passed on. */
export function readSignal(body: Buffer): Signal | undefined {
  const signal = parseJson(body)
  if (typeof signal !== 'object' || signal === null) return undefined
  const { kind, from, to, sdp, ...others } = signal as Record<string, unknown>
  if (
    Object.keys(others).length > 0 ||
    typeof kind !== 'string' ||
    !kinds.includes(kind) ||
    !isPage(from)
  )
    return undefined
  if (to !== undefined && !isPage(to)) return undefined
  const describes = kind === 'offer' || kind === 'answer'
  if (
    describes !== (typeof sdp === 'string' && sdp.startsWith('v=0')) ||
    describes !== (to !== undefined) ||
    (!describes && sdp !== undefined)
  )
    return undefined
  return {
    kind: kind as Signal['kind'],
    from,
    ...(to !== undefined && { to }),
    ...(typeof sdp === 'string' && { sdp }),
  }
}

const isPage = (value: unknown): value is string =>
  typeof value === 'string' && pagePattern.test(value)

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
