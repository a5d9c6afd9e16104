// Two attackers at the real service, each with what it can get hold of: a visitor of a clinic's page who has verified a contact, and an
// address without any credential. While each does its worst, honest callers are served, and nothing of another patient is shown.

import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from './after-file.ts'
import type { Json } from './harness.ts'
import { runClinic, type ServiceProcess, startService } from './service-process.ts'
import { long, size } from './sizes.ts'
import { sunrise } from './sunrise.ts'

const folder = await mkdtemp(join(tmpdir(), 'clinic-attackers-'))
// The limits that hold when nothing is said; whoever calls is told by the proxy that this process plays.
const settings = {
  CLINIC_DATA: folder,
  CLINIC_LOG_LEVEL: 'fatal',
  CLINIC_TRUSTED_PROXIES: '127.0.0.1',
  CLINIC_MONITOR_PORT: '0',
  CLINIC_LIMIT_ADDRESS: '2400',
  CLINIC_LIMIT_KEY: '1200',
  CLINIC_LIMIT_WORKSPACE: '6000',
  CLINIC_LIMIT_READ: '600',
  CLINIC_LIMIT_WRITE: '300',
  CLINIC_LIMIT_SENSITIVE: '60',
}
const origin = 'https://sunrise.example'
const attackersAddress = '203.0.113.66'
const strangersAddress = '203.0.113.99'
const keysAddress = '198.51.100.7'
const unified = '/v1/appointments/book-appointment-unified'

let service: ServiceProcess
let developerKey: string
let widgetKey: string
let workspaceId: number
let addressId: number
let doctorId: number

beforeAll(async () => {
  service = await startService(settings)
  afterFile(async () => {
    service.child.kill('SIGTERM')
    await service.ended
    await rm(folder, { recursive: true, force: true })
  })
  const file = sunrise()
  file.workspace.name = 'attacked'
  const asha = file.practitioners['asha-rao']
  if (!asha?.at.jaipur) throw new Error('the test clinic lacks its doctor')
  const always = { days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: '00:00', to: '24:00', modes: ['OFFLINE'] } as const
  asha.at.jaipur = { ...asha.at.jaipur, slotMinutes: 5, hours: [{ ...always, days: [...always.days], modes: [...always.modes] }], exceptions: [] }
  file.practitioners = { 'asha-rao': asha }
  const clinic = async (...parameters: string[]) => JSON.parse(await runClinic(settings, [...parameters, '-w', 'attacked', '--json']))
  const imported = JSON.parse(await runClinic(settings, ['workspace', 'import', '-', '--json'], JSON.stringify(file)))
  workspaceId = imported.workspaceId
  addressId = imported.ids.location.jaipur
  doctorId = imported.ids.practitioner['asha-rao']
  developerKey = (await clinic('key', 'create', '--allow', keysAddress)).key
  widgetKey = (await clinic('key', 'create', '--kind', 'widget', '--origin', origin)).key
})

interface Heard {
  status: number
  text: string
  json: Json
  ms: number
}

/** One request, on a connection of its own, as the proxy passes it on. */
function call(from: string, method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Heard> {
  const startedAt = performance.now()
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const ofBody = content === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port, method, path, headers: { 'x-forwarded-for': from, ...ofBody, ...headers }, agent: false as const }
    const sent = httpRequest(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const isJson = response.headers['content-type']?.startsWith('application/json') === true && text !== ''
        resolve({ status: response.statusCode ?? 0, text, json: isJson ? JSON.parse(text) : undefined, ms: performance.now() - startedAt })
      })
    })
    sent.on('error', reject)
    sent.end(content)
  })
}

/** A phone number that no one else in this file has. */
let lastPhone = 9_800_000_000 + randomInt(1e6) * 10
function newPhone(): string {
  lastPhone += 1
  return String(lastPhone)
}

/** The last code that was sent to a phone of India. */
async function codeTo(phoneNumber: string): Promise<string> {
  const messages = JSON.parse(await runClinic(settings, ['outbox', '-w', 'attacked', '--limit', '200', '--json'])) as { destination: string; code: string }[]
  const found = messages.find(({ destination }) => destination === `+91${phoneNumber}`)
  if (!found) throw new Error('the outbox has no code for this phone')
  return found.code
}

/** Somebody at the clinic's page: an address, a session, an end user, and what they say is theirs. */
interface Visitor {
  phoneNumber: string
  endUser: string
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Heard>
}

async function visitor(from: string, endUser: string): Promise<Visitor> {
  const opened = await call(from, 'POST', '/v1/widget/session', { 'x-api-key': widgetKey, origin })
  expect(opened.status, opened.text).toBe(201)
  const own = { authorization: `Bearer ${opened.json.token}`, 'x-end-user-id': endUser, origin }
  return { phoneNumber: newPhone(), endUser, ask: (method, path, body, headers = {}) => call(from, method, path, { ...own, ...headers }, body) }
}

async function verify({ phoneNumber, ask }: Visitor): Promise<Heard[]> {
  const sent = await ask('POST', '/v1/otp/send', { phoneNumber })
  return [sent, await ask('POST', '/v1/otp/verify', { phoneNumber, otpCode: await codeTo(phoneNumber) })]
}

const slotMs = 300_000
// A week from now, on the clinic's clock.
const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
const dayStart = Date.parse(`${day}T00:00:00+05:30`)

/** The body of a booking of the nth slot of that day. */
function bookingOf(slot: number, changes: Record<string, unknown>) {
  const from = dayStart + slot * slotMs
  return {
    workspaceId,
    addressId,
    doctorId,
    bookingType: 'ONE_TIME_APPOINTMENT',
    mode: 'OFFLINE',
    fromDateTimeIso: new Date(from).toISOString(),
    toDateTimeIso: new Date(from + slotMs).toISOString(),
    paymentMode: 'CASH',
    consultationCharge: 500,
    source: 'WIDGET',
    ...changes,
  }
}

const slotsPath = () => `/v1/appointments/available-slots?addressId=${addressId}&doctorId=${doctorId}&appointmentDate=${day}`
const searchPath = (phoneNumber: string) => `/v1/patients/search-by-phone?phoneNumber=${phoneNumber}`

function counted<T>(values: readonly T[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}

/** The time within which 99 of 100 were served, in ms. */
function p99(heard: readonly Heard[]): number {
  const sorted = heard.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
}

describe('a visitor who has verified a contact', () => {
  const honestVisitors = size(10, 80)
  const betweenVisitorsMs = 1_800

  it('learns nothing of others, fills no day and locks no one out [INV-35] [OTP-40]', { timeout: 120_000 + honestVisitors * 6_000 }, async () => {
    // Whose records there are to be read: each member holds a mark that no request of the attacker does.
    const victims: { id: number; phoneNumber: string; mrnNumber: string; appointmentId: number }[] = []
    for (let number = 0; number < 5; number += 1) {
      const phoneNumber = newPhone()
      const mrnNumber = `MRN-VICTIM-${number}`
      const patientPayload = { firstName: `Marked${number}`, lastName: 'Markedfamily', phoneNumber, email: `marked${number}@marked.example`, mrnNumber }
      const body = { ...bookingOf(number, { patientPayload, appointmentNotes: 'marked note' }), source: 'DEVELOPER_API' }
      const booked = await call(keysAddress, 'POST', unified, { 'x-api-key': developerKey }, body)
      expect(booked.status, booked.text).toBe(201)
      const { patientId, id } = booked.json.appointment
      victims.push({ id: patientId, phoneNumber, mrnNumber, appointmentId: id })
    }

    const attacker = await visitor(attackersAddress, 'attacker')
    for (const { status, text } of await verify(attacker)) expect(status, text).toBe(200)
    const heard: (Heard & { move: string })[] = []
    const endUsers: string[] = ['attacker']
    let attacking = true
    let slot = 100
    const one = <T>(values: readonly T[]) => values[randomInt(values.length)] as T
    const own = () => ({ patientPayload: { firstName: 'Attacker', phoneNumber: attacker.phoneNumber } })
    const moves: Record<string, () => Promise<Heard>> = {
      'search by the phone of another': () => attacker.ask('GET', searchPath(one(victims).phoneNumber)),
      'search as another end user': () => attacker.ask('GET', searchPath(one(victims).phoneNumber), undefined, { 'x-end-user-id': one(endUsers) }),
      'book for the record of another': () => attacker.ask('POST', unified, bookingOf(slot++, { patientId: one(victims).id })),
      'book for any record': () => attacker.ask('POST', unified, bookingOf(slot++, { patientPayload: { id: randomInt(1, 50) } })),
      'book by the record number of another': () =>
        attacker.ask(
          'POST',
          unified,
          bookingOf(slot++, { patientPayload: { firstName: 'A', phoneNumber: attacker.phoneNumber, mrnNumber: one(victims).mrnNumber } }),
        ),
      'book on the phone of another': () =>
        attacker.ask(
          'POST',
          unified,
          bookingOf(slot++, { patientPayload: { firstName: 'A', phoneNumber: one(victims).phoneNumber, email: 'a@attacker.example' } }),
        ),
      'quote for the record of another': () => attacker.ask('GET', `${slotsPath()}&followUp=true&patientId=${one(victims).id}`),
      'list patients': () => attacker.ask('GET', '/v1/patients?page=0&size=100'),
      'write vitals for another': () => attacker.ask('POST', `/v1/appointments/${one(victims).appointmentId}/vitals`, { vital: { pulse: 1 } }),
      'guess the code of another': () =>
        attacker.ask('POST', '/v1/otp/verify', { phoneNumber: one(victims).phoneNumber, otpCode: String(randomInt(1e5, 1e6)) }),
      'fill the day': () => attacker.ask('POST', unified, bookingOf(slot++ % 288, own())),
      'use up the limit of reads': () => attacker.ask('GET', '/v2/workspaces'),
      'use up the limit of slot lists': () => attacker.ask('GET', slotsPath()),
      'use up the limit of sessions': () => call(attackersAddress, 'POST', '/v1/widget/session', { 'x-api-key': widgetKey, origin }),
    }
    async function attack() {
      while (attacking) {
        const move = one(Object.keys(moves))
        heard.push({ move, ...(await (moves[move] as () => Promise<Heard>)()) })
      }
    }
    /** Every move once and the day filled, before its flood has spent its limits. */
    for (const [move, make] of Object.entries(moves)) heard.push({ move, ...(await make()) })
    for (let number = 0; number < 14; number += 1) {
      const filling = await (moves['fill the day'] as () => Promise<Heard>)()
      heard.push({ move: 'fill the day', ...filling })
    }
    const attacks = Promise.all(Array.from({ length: 4 }, attack))

    const served: (Heard & { step: string })[] = []
    async function honestVisits() {
      for (let number = 0; number < honestVisitors; number += 1) {
        const startedAt = performance.now()
        const honest = await visitor(`198.51.100.${20 + number}`, `honest-${number}`)
        endUsers.push(honest.endUser)
        const mine = { patientPayload: { firstName: `Marked${number}`, lastName: 'Markedhonest', phoneNumber: honest.phoneNumber } }
        const [sent, verified] = await verify(honest)
        served.push({ step: 'send', ...(sent as Heard) }, { step: 'verify', ...(verified as Heard) })
        const listed = await honest.ask('GET', slotsPath())
        served.push({ step: 'slots', ...listed })
        const last = (listed.json.slots ?? []).at(-1 - number)
        const times = { fromDateTimeIso: last?.fromDateTimeIso, toDateTimeIso: last?.toDateTimeIso }
        served.push({ step: 'book', ...(await honest.ask('POST', unified, bookingOf(0, { ...mine, ...times }))) })
        const found = await honest.ask('GET', searchPath(honest.phoneNumber))
        served.push({ step: 'search', ...found })
        expect(
          found.json.associatedPatients,
          served
            .slice(-2)
            .map(({ text }) => text)
            .join('\n'),
        ).toMatchObject([{ firstName: `Marked${number}`, lastName: 'Markedhonest' }])
        await sleep(Math.max(0, betweenVisitorsMs - (performance.now() - startedAt)))
      }
    }
    try {
      await honestVisits()
    } finally {
      attacking = false
      await attacks
    }

    const results = heard.map(({ move, status }) => `${move}: ${status}`)
    process.stdout.write(
      `attacker: ${heard.length} requests, ${JSON.stringify(counted(heard.map(({ status }) => status)))}; honest: ${JSON.stringify(counted(served.map(({ step, status }) => `${step} ${status}`)))}, p99 ${p99(served)} ms\n`,
    )

    expect(counted(served.map(({ step, status }) => `${step} ${status}`))).toEqual({
      'send 200': honestVisitors,
      'verify 200': honestVisitors,
      'slots 200': honestVisitors,
      'book 201': honestVisitors,
      'search 200': honestVisitors,
    })
    // Nothing of another: neither a mark of a record, nor an answer that only its owner gets.
    expect(heard.filter(({ text }) => /marked/i.test(text)).map(({ move, text }) => `${move}: ${text.slice(0, 200)}`)).toEqual([])
    const only = [
      'fill the day: 201',
      'quote for the record of another: 200',
      'use up the limit of reads: 200',
      'use up the limit of slot lists: 200',
      'use up the limit of sessions: 201',
    ]
    expect([...new Set(results.filter((result) => /: 2\d\d$/.test(result) && !only.includes(result)))]).toEqual([])
    expect(heard.filter(({ status }) => status >= 500).map(({ move, text }) => `${move}: ${text}`)).toEqual([])
    // What it tried to use up was used up, and its contact has the visits it may have.
    expect(heard.some(({ status }) => status === 429)).toBe(true)
    expect(heard.filter(({ move, status }) => move === 'fill the day' && status === 201)).toHaveLength(10)
    expect(heard.some(({ json }) => json?.error === 'TOO_MANY_VISITS')).toBe(true)
    const quoted = heard.filter(({ move, status }) => move === 'quote for the record of another' && status === 200)
    expect(quoted.filter(({ json }) => json.plans.some((plan: { pricePerSession: number }) => plan.pricePerSession === 200))).toEqual([])
  })
})

describe('an address without a credential', () => {
  const sockets = size(200, 2_000)
  const quietMs = size(4_000, 30_000)
  // What a slow socket may take at most: an unread response 30 s, the look at it 5 s; the rest is the machine's.
  const slowMsMax = 30_000 + 5_000 + 15_000

  it('keeps no honest caller from being served, and no socket or memory for long', { timeout: 300_000 }, async () => {
    const [, monitorUrl] = /Monitoring: (http:\S+)\/readyz/.exec(service.printed()) ?? []
    async function metric(name: string): Promise<number> {
      const text = await (await fetch(`${monitorUrl}/metrics`)).text()
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
      return Number(line?.slice(name.length))
    }
    const openFiles = () => metric('process_open_fds')
    const megabytes = async () => Math.round((await metric('process_resident_memory_bytes')) / 1024 / 1024)

    // Honest callers of one key: eight requests a second, within its limits.
    const paths = [slotsPath(), '/v2/workspaces', '/v1/addresses', '/v1/doctors']
    async function honestCallers(until: () => boolean): Promise<Heard[]> {
      const served: Promise<Heard>[] = []
      while (!until()) {
        served.push(call(keysAddress, 'GET', paths[served.length % paths.length] as string, { 'x-api-key': developerKey }))
        await sleep(125)
      }
      return Promise.all(served)
    }
    const forMs = (ms: number) => {
      const end = performance.now() + ms
      return () => performance.now() > end
    }

    // All that is made at its first request is there before anything is compared.
    for (const path of ['/docs', '/docs/explorer.js', '/openapi.json']) expect((await call(strangersAddress, 'GET', path, {})).status).toBe(200)
    const before = await honestCallers(forMs(quietMs))
    const [filesBefore, megabytesBefore] = [await openFiles(), await megabytes()]

    let attacking = true
    const during = honestCallers(() => !attacking)
    const flooded: Heard[] = []
    async function flood() {
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
      const requests: (() => Promise<Heard>)[] = [
        () => call(strangersAddress, 'GET', '/docs', {}),
        () => call(strangersAddress, 'GET', '/docs/explorer.js', {}),
        () => call(strangersAddress, 'GET', '/openapi.json', {}),
        () => call(strangersAddress, 'GET', '/v2/workspaces', { 'x-api-key': `wrong-${randomInt(1e9)}` }),
        () => call(strangersAddress, 'GET', '/v1/patients', { authorization: `Bearer ${randomInt(1e9)}` }),
        () => call(strangersAddress, 'GET', '/v2/workspaces', { 'x-api-key': 'k'.repeat(15_000) }),
        () => call(strangersAddress, 'GET', '/v2/workspaces', { 'x-long': 'y'.repeat(17_000) }),
        () => call(strangersAddress, 'POST', unified, { 'x-api-key': 'wrong' }, deep),
        () => call(strangersAddress, 'POST', '/v1/widget/session', { 'x-api-key': 'wrong', origin: 'https://attacker.example' }),
        () => call(strangersAddress, 'OPTIONS', unified, { origin: 'https://attacker.example', 'access-control-request-method': 'POST' }),
        () => call(strangersAddress, 'GET', `/${randomInt(1e9)}/../v1/patients`, {}),
      ]
      for (let number = 0; attacking; number += 1) {
        // A connection that is closed before its body was read is no response, and none is owed.
        await (requests[number % requests.length] as () => Promise<Heard>)().then(
          (heard) => flooded.push(heard),
          () => {},
        )
        await sleep(40)
      }
    }

    const held: Socket[] = []
    afterFile(() => held.forEach((socket) => void socket.destroy()))
    const { hostname, port } = new URL(service.url)
    const forwarded = `host: c\r\nx-forwarded-for: ${strangersAddress}\r\n`
    const explorer = `GET /docs/explorer.js HTTP/1.1\r\n${forwarded}\r\n`
    const kinds: ((socket: Socket) => void)[] = [
      // Reads nothing of what it asks for: 16 MB.
      (socket) => {
        socket.pause()
        socket.write(explorer.repeat(4))
      },
      // Sends its headers a byte a second.
      (socket) => dripping(socket, 'GET /v2/workspaces HTTP/1.1\r\nx-slow: '),
      // Announces a body and sends it a byte a second.
      (socket) => dripping(socket, `POST ${unified} HTTP/1.1\r\n${forwarded}content-type: application/json\r\ncontent-length: 1000\r\n\r\n`),
      // Says nothing at all.
      () => {},
    ]
    function dripping(socket: Socket, start: string) {
      socket.resume()
      socket.write(start)
      const drops = setInterval(() => socket.write(' '), 1_000)
      socket.once('close', () => clearInterval(drops))
    }
    for (let number = 0; number < sockets; number += 1) {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => {})
      held.push(socket)
      ;(kinds[number % kinds.length] as (socket: Socket) => void)(socket)
      if (number % 50 === 49) await sleep(20)
    }
    const openedAt = performance.now()
    let [closedAfterMs, megabytesMost] = [0, 0]
    const flooding = flood()
    try {
      await expect.poll(openFiles).toBeGreaterThan(filesBefore + sockets / 2)
      megabytesMost = await megabytes()

      // Seen from the service: a client that does not read does not see that it was closed either.
      await expect.poll(openFiles, { timeout: slowMsMax + 60_000, interval: 500 }).toBeLessThanOrEqual(filesBefore + 20)
      closedAfterMs = performance.now() - openedAt
    } finally {
      attacking = false
    }
    const served = await during
    await flooding
    for (const socket of held) socket.destroy()
    const after = await honestCallers(forMs(quietMs))
    await expect.poll(openFiles, { interval: 500 }).toBeLessThanOrEqual(filesBefore + 5)
    const megabytesAfter = await megabytes()

    process.stdout.write(
      `${sockets} slow sockets were closed after ${Math.round(closedAfterMs / 100) / 10} s; memory ${megabytesBefore}, ${megabytesMost}, ${megabytesAfter} MB; ` +
        `flood: ${JSON.stringify(counted(flooded.map(({ status }) => status)))}; honest: p99 ${p99(before)} ms before, ${p99(served)} ms meanwhile (${served.length}), ${p99(after)} ms after\n`,
    )
    expect(counted([...before, ...served, ...after].map(({ status }) => status))).toEqual({ 200: before.length + served.length + after.length })
    expect(
      Object.keys(counted(flooded.map(({ status }) => status))).filter((status) => !['200', '401', '403', '400', '413', '429', '431'].includes(status)),
    ).toEqual([])
    expect(closedAfterMs).toBeLessThan(slowMsMax)
    expect(megabytesAfter).toBeLessThan(megabytesBefore + 150)
    // Other tests share the machine in a short run.
    if (long) expect(p99(served)).toBeLessThanOrEqual(Math.max(50, 2 * p99(before)))
  })
})
