// A visitor of a clinic's page who has verified a contact does its worst: other visitors are served, and nothing of another patient is shown.

import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AttackedClinic, attackedClinic, counted, keysAddress, pageOrigin, unified } from './attacked-clinic.ts'
import { type Heard, p99 } from './honest-calls.ts'
import { runClinic } from './service-process.ts'
import { long, size } from './sizes.ts'

const attackersAddress = '203.0.113.66'
const searchPath = (phoneNumber: string) => `/v1/patients/search-by-phone?phoneNumber=${phoneNumber}`

let clinic: AttackedClinic
beforeAll(async () => {
  clinic = await attackedClinic()
})

/** A phone number that no one else in this file has. */
let lastPhone = 9_800_000_000 + randomInt(1e6) * 10
function newPhone(): string {
  lastPhone += 1
  return String(lastPhone)
}

/** The last code that was sent to a phone of India. */
async function codeTo(phoneNumber: string): Promise<string> {
  const messages = JSON.parse(await runClinic(clinic.settings, ['outbox', '-w', 'attacked', '--limit', '200', '--json'])) as {
    destination: string
    code: string
  }[]
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
  const opened = await clinic.call(from, 'POST', '/v1/widget/session', { 'x-api-key': clinic.widgetKey, origin: pageOrigin })
  expect(opened.status, opened.text).toBe(201)
  const own = { authorization: `Bearer ${opened.json.token}`, 'x-end-user-id': endUser, origin: pageOrigin }
  return { phoneNumber: newPhone(), endUser, ask: (method, path, body, headers = {}) => clinic.call(from, method, path, { ...own, ...headers }, body) }
}

async function verify({ phoneNumber, ask }: Visitor): Promise<Heard[]> {
  const sent = await ask('POST', '/v1/otp/send', { phoneNumber })
  return [sent, await ask('POST', '/v1/otp/verify', { phoneNumber, otpCode: await codeTo(phoneNumber) })]
}

describe('a visitor who has verified a contact', () => {
  const honestVisitors = size(10, 80)
  // Ten minutes of them in a long run.
  const betweenVisitorsMs = size(1_800, 7_500)
  const visitorsBefore = size(1, 12)

  it('learns nothing of others, fills no day and locks no one out [INV-35] [OTP-40]', { timeout: 120_000 + honestVisitors * 12_000 }, async () => {
    // Whose records there are to be read: each member holds a mark that no request of the attacker does.
    const victims: { id: number; phoneNumber: string; mrnNumber: string; appointmentId: number }[] = []
    for (let number = 0; number < 5; number += 1) {
      const phoneNumber = newPhone()
      const mrnNumber = `MRN-VICTIM-${number}`
      const patientPayload = { firstName: `Marked${number}`, lastName: 'Markedfamily', phoneNumber, email: `marked${number}@marked.example`, mrnNumber }
      const body = { ...clinic.bookingOf(number, { patientPayload, appointmentNotes: 'marked note' }), source: 'DEVELOPER_API' }
      const booked = await clinic.call(keysAddress, 'POST', unified, { 'x-api-key': clinic.developerKey }, body)
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
      'book for the record of another': () => attacker.ask('POST', unified, clinic.bookingOf(slot++, { patientId: one(victims).id })),
      'book for any record': () => attacker.ask('POST', unified, clinic.bookingOf(slot++, { patientPayload: { id: randomInt(1, 50) } })),
      'book by the record number of another': () =>
        attacker.ask(
          'POST',
          unified,
          clinic.bookingOf(slot++, { patientPayload: { firstName: 'A', phoneNumber: attacker.phoneNumber, mrnNumber: one(victims).mrnNumber } }),
        ),
      'book on the phone of another': () =>
        attacker.ask(
          'POST',
          unified,
          clinic.bookingOf(slot++, { patientPayload: { firstName: 'A', phoneNumber: one(victims).phoneNumber, email: 'a@attacker.example' } }),
        ),
      'quote for the record of another': () => attacker.ask('GET', `${clinic.slotsPath}&followUp=true&patientId=${one(victims).id}`),
      'list patients': () => attacker.ask('GET', '/v1/patients?page=0&size=100'),
      'write vitals for another': () => attacker.ask('POST', `/v1/appointments/${one(victims).appointmentId}/vitals`, { vital: { pulse: 1 } }),
      'guess the code of another': () =>
        attacker.ask('POST', '/v1/otp/verify', { phoneNumber: one(victims).phoneNumber, otpCode: String(randomInt(1e5, 1e6)) }),
      'fill the day': () => attacker.ask('POST', unified, clinic.bookingOf(slot++ % 288, own())),
      'use up the limit of reads': () => attacker.ask('GET', '/v2/workspaces'),
      'use up the limit of slot lists': () => attacker.ask('GET', clinic.slotsPath),
      'use up the limit of sessions': () => clinic.call(attackersAddress, 'POST', '/v1/widget/session', { 'x-api-key': clinic.widgetKey, origin: pageOrigin }),
    }
    // Made one after the other, so each takes as long as the service does.
    const before = await honestVisits(honestVisitors, visitorsBefore, 0)
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

    /** Visitors one after the other, numbered from `first`; returns all that each step was answered. */
    async function honestVisits(first: number, count: number, betweenMs: number): Promise<(Heard & { step: string })[]> {
      const served: (Heard & { step: string })[] = []
      for (let number = first; number < first + count; number += 1) {
        const startedAt = performance.now()
        const honest = await visitor(`198.51.100.${20 + number}`, `honest-${number}`)
        endUsers.push(honest.endUser)
        const mine = { patientPayload: { firstName: `Marked${number}`, lastName: 'Markedhonest', phoneNumber: honest.phoneNumber } }
        const [sent, verified] = await verify(honest)
        served.push({ step: 'send', ...(sent as Heard) }, { step: 'verify', ...(verified as Heard) })
        const listed = await honest.ask('GET', clinic.slotsPath)
        served.push({ step: 'slots', ...listed })
        const last = (listed.json.slots ?? []).at(-1 - number)
        const times = { fromDateTimeIso: last?.fromDateTimeIso, toDateTimeIso: last?.toDateTimeIso }
        served.push({ step: 'book', ...(await honest.ask('POST', unified, clinic.bookingOf(0, { ...mine, ...times }))) })
        const found = await honest.ask('GET', searchPath(honest.phoneNumber))
        served.push({ step: 'search', ...found })
        expect(
          found.json.associatedPatients,
          served
            .slice(-2)
            .map(({ text }) => text)
            .join('\n'),
        ).toMatchObject([{ firstName: `Marked${number}`, lastName: 'Markedhonest' }])
        await sleep(Math.max(0, betweenMs - (performance.now() - startedAt)))
      }
      return served
    }
    let served: (Heard & { step: string })[] = []
    try {
      served = await honestVisits(0, honestVisitors, betweenVisitorsMs)
    } finally {
      attacking = false
      await attacks
    }

    const results = heard.map(({ move, status }) => `${move}: ${status}`)
    process.stdout.write(
      `attacker: ${heard.length} requests, ${JSON.stringify(counted(heard.map(({ status }) => status)))}; honest: ${JSON.stringify(counted(served.map(({ step, status }) => `${step} ${status}`)))}, p99 ${p99(before)} ms before, ${p99(served)} ms meanwhile\n`,
    )

    expect(counted(served.map(({ step, status }) => `${step} ${status}`))).toEqual({
      'send 200': honestVisitors,
      'verify 200': honestVisitors,
      'slots 200': honestVisitors,
      'book 201': honestVisitors,
      'search 200': honestVisitors,
    })
    // Other tests share the machine in a short run.
    if (long) expect(p99(served)).toBeLessThanOrEqual(Math.max(50, 2 * p99(before)))
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
