import { describe, expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { openTestRooms, readSignal, type Signal, testRoomLimits } from './test-rooms.ts'

const house = await openHarness()
const { clock, testRooms } = house.application
if (!testRooms) throw new Error('a sandbox has test rooms')

const roomId = (number: number) => String(number).padStart(26, '0')
const here = 'aaaaaaaaaaaa'
const there = 'bbbbbbbbbbbb'
const sdp = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\n'
const bytes = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const hello: Signal = { kind: 'hello', from: here }

const post = (path: string, body: unknown) =>
  house.call('POST', `${path}/signals`, {
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const hear = async (path: string, after: number | string = 0) => {
  const { status, json } = await house.call('GET', `${path}/signals?after=${after}`)
  return status === 200 ? json : status
}

describe('a test room of a sandbox', () => {
  const roomPaths = (room: string) => ({
    host: testRooms.pathFor(room, 'HOST', clock.now()),
    guest: testRooms.pathFor(room, 'GUEST', clock.now()),
  })

  it('passes the signals of each side on to the other, in their order [VIDEO-03]', async () => {
    const { host, guest } = roomPaths(roomId(1))
    expect((await post(guest, hello)).status).toBe(202)
    expect((await post(host, { kind: 'offer', from: there, to: here, sdp })).status).toBe(202)
    expect(await hear(host)).toEqual([{ ...hello, number: 1 }])
    expect(await hear(guest)).toEqual([{ kind: 'offer', from: there, to: here, sdp, number: 2 }])
    expect(await hear(guest, 2)).toEqual([])
    expect(await hear(guest, 'x')).toHaveLength(1)
    expect(await hear(roomPaths(roomId(2)).host)).toEqual([])
  })

  it('lets only those in who were sent there, for an hour, and as whom they were sent [VIDEO-03]', async () => {
    const room = roomId(3)
    const { host, guest } = roomPaths(room)
    const { status, headers, text } = await house.call('GET', host)
    expect([
      status,
      headers['permissions-policy'],
      headers['referrer-policy'],
      headers['cache-control'],
    ]).toEqual([200, 'camera=(self), geolocation=(), microphone=(self)', 'no-referrer', 'no-store'])
    expect(String(headers['content-security-policy'])).toMatch(
      /^default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'none'$/,
    )
    expect(text).toContain('data-role="HOST"')
    const pass = host.slice(host.lastIndexOf('/') + 1)
    const others = [
      `/sandbox-video/${roomId(4)}/${pass}`,
      `/sandbox-video/${room}/${pass.replace(/^h/, 'g')}`,
      `/sandbox-video/${room}/${pass.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
      `/sandbox-video/${room}/${pass.replace(/^h(.)/, 'hz')}`,
      `/sandbox-video/${room}/x`,
      openTestRooms('another secret').pathFor(room, 'HOST', clock.now()),
      testRooms.pathFor(room, 'HOST', clock.now() - testRoomLimits.passMs),
    ]
    for (const path of others) {
      expect((await house.call('GET', path)).status, path).toBe(404)
      expect([await hear(path), (await post(path, hello)).status], path).toEqual([404, 404])
    }
    expect(await hear(guest)).toEqual([])
  })

  it('passes nothing on but signals [VIDEO-03]', async () => {
    const { host, guest } = roomPaths(roomId(5))
    const wrong: unknown[] = [
      '',
      '[]',
      'null',
      '"hello"',
      '{',
      '{"kind":"hello"}',
      { ...hello, text: 'a message to someone' },
      { ...hello, sdp },
      { ...hello, from: 'https://example.org' },
      { ...hello, to: 'x' },
      { kind: 'file', from: here },
      { kind: 'offer', from: here, to: there },
      { kind: 'offer', from: here, sdp },
      { kind: 'answer', from: here, to: there, sdp: 'a message to someone' },
      { kind: ['hello'], from: here },
    ]
    for (const body of wrong)
      expect((await post(guest, body)).status, JSON.stringify(body)).toBe(400)
    const large = {
      kind: 'offer',
      from: here,
      to: there,
      sdp: `v=0${'x'.repeat(testRoomLimits.bytes)}`,
    }
    expect((await post(guest, large)).status).toBe(413)
    expect(await hear(host)).toEqual([])
  })

  it('does not exist in production [VIDEO-03]', async () => {
    const production = await openHarness({
      mode: 'production',
      builtInVideo: 'https://video.example/{visit}',
    })
    expect(production.application.testRooms).toBeUndefined()
    const { host } = roomPaths(roomId(6))
    // Like any address that is not documented, without a key.
    expect((await production.call('GET', host)).status).toBe(401)
    expect((await production.call('POST', `${host}/signals`, { body: hello })).status).toBe(401)
  })
})

describe('the memory of the test rooms is bounded [VIDEO-03]', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')

  it('in rooms, of which quiet ones are forgotten', () => {
    const rooms = openTestRooms('a secret')
    for (let number = 0; number < testRoomLimits.rooms; number += 1)
      expect(rooms.send(roomId(number), 'GUEST', hello, now + number)).toBe(true)
    expect(rooms.send(roomId(1_000), 'GUEST', hello, now + 100)).toBe(false)
    expect(rooms.receive(roomId(1_000), 'HOST', 0, now + 100)).toEqual([])
    // A room in use goes on.
    expect(rooms.send(roomId(0), 'GUEST', hello, now + 100)).toBe(true)
    const later = now + 101 + testRoomLimits.quietMs
    expect(rooms.receive(roomId(0), 'HOST', 0, later)).toEqual([])
    expect(rooms.send(roomId(1_000), 'GUEST', hello, later)).toBe(true)
  })

  it('in signals, of which the latest are kept, with their numbers', () => {
    const rooms = openTestRooms('a secret')
    const many = testRoomLimits.signals + 5
    for (let number = 0; number < many; number += 1) rooms.send(roomId(1), 'GUEST', hello, now)
    const heard = rooms.receive(roomId(1), 'HOST', 0, now)
    expect([heard.length, heard[0]?.number, heard.at(-1)?.number]).toEqual([
      testRoomLimits.signals,
      6,
      many,
    ])
  })
})

it('reads signals in all their kinds', () => {
  const signals: Signal[] = [
    hello,
    { kind: 'bye', from: here },
    { kind: 'offer', from: here, to: there, sdp },
    { kind: 'answer', from: here, to: there, sdp },
  ]
  for (const signal of signals) expect(readSignal(bytes(signal))).toEqual(signal)
})
