// A visitor with a verified contact attacks a clinic's page: other visitors are served, and nothing
// of another patient is shown.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, it } from 'vitest'
import { runClinic } from '../support/processes/service-process.ts'
import { runSize } from '../support/run/sizes.ts'
import {
  type AttackedClinic,
  countValues,
  keyAddress,
  pageOrigin,
  startAttackedClinic,
  unified,
} from '../support/storms/attacked-clinic.ts'
import { p99, type TimedReply } from '../support/storms/honest-calls.ts'
import {
  type Attack,
  createBookingBody,
  listMoves,
  type VisitorMove,
} from '../support/storms/visitor-moves.ts'
import type { FloodResult } from './visitor-flood.ts'

const attackersAddress = '203.0.113.66'
const searchPath = (phoneNumber: string) =>
  `/v1/patients/search-by-phone?phoneNumber=${phoneNumber}`

let clinic: AttackedClinic
beforeAll(async () => {
  clinic = await startAttackedClinic()
})

/** A phone number that no one else in this file has. */
let lastPhone = 9_800_000_000 + randomInt(1e6) * 10
function newPhone(): string {
  lastPhone += 1
  return String(lastPhone)
}

/** The last code that was sent to an Indian phone. */
async function codeTo(phoneNumber: string): Promise<string> {
  const messages = JSON.parse(
    await runClinic(clinic.settings, ['outbox', '-w', 'attacked', '--limit', '200', '--json']),
  ) as {
    destination: string
    code: string
  }[]
  const found = messages.find(({ destination }) => destination === `+91${phoneNumber}`)
  if (!found) throw new Error('the outbox has no code for this phone')
  return found.code
}

/**
 * A visitor of the clinic's page: an address, a session, an end user, and the contact they claim.
 */
interface Visitor {
  phoneNumber: string
  headers: Record<string, string>
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TimedReply>
}

async function visitor(from: string, endUser: string): Promise<Visitor> {
  const opened = await clinic.call(from, 'POST', '/v1/widget/session', {
    'x-api-key': clinic.widgetKey,
    origin: pageOrigin,
  })
  expect(opened.status, opened.text).toBe(201)
  const own = {
    authorization: `Bearer ${opened.json.token}`,
    'x-end-user-id': endUser,
    origin: pageOrigin,
  }
  return {
    phoneNumber: newPhone(),
    headers: own,
    ask: (method, path, body, headers = {}) =>
      clinic.call(from, method, path, { ...own, ...headers }, body),
  }
}

async function verify({ phoneNumber, ask }: Visitor): Promise<TimedReply[]> {
  const sent = await ask('POST', '/v1/otp/send', { phoneNumber })
  return [
    sent,
    await ask('POST', '/v1/otp/verify', { phoneNumber, otpCode: await codeTo(phoneNumber) }),
  ]
}

/** A flood of the attacker's attempts until `end`, which returns the answers. */
function flooding(attack: Attack): { end(): Promise<FloodResult> } {
  const thread = new Worker(new URL('./visitor-flood.ts', import.meta.url), { workerData: attack })
  return {
    async end() {
      thread.postMessage('end')
      const [flood] = (await once(thread, 'message')) as [FloodResult]
      return flood
    },
  }
}

describe('a visitor who has verified a contact', () => {
  const honestVisitors = runSize(10, 80)
  // Ten minutes of them in a long run.
  const betweenVisitorsMs = runSize(1_800, 7_500)
  const visitorsBefore = runSize(1, 12)

  it('learns nothing about others, fills no day and locks no one out [INV-35] [OTP-40]', async () => {
    // Patients with records to read: each member holds a mark that no request of the attacker does.
    const victims: { id: number; phoneNumber: string; mrnNumber: string; appointmentId: number }[] =
      []
    for (let number = 0; number < 5; number += 1) {
      const phoneNumber = newPhone()
      const mrnNumber = `MRN-VICTIM-${number}`
      const patientPayload = {
        firstName: `Marked${number}`,
        lastName: 'Markedfamily',
        phoneNumber,
        email: `marked${number}@marked.example`,
        mrnNumber,
      }
      const body = {
        ...createBookingBody(clinic.day, number, {
          patientPayload,
          appointmentNotes: 'marked note',
        }),
        source: 'DEVELOPER_API',
      }
      const booked = await clinic.call(
        keyAddress,
        'POST',
        unified,
        { 'x-api-key': clinic.developerKey },
        body,
      )
      expect(booked.status, booked.text).toBe(201)
      const { patientId, id } = booked.json.appointment
      victims.push({ id: patientId, phoneNumber, mrnNumber, appointmentId: id })
    }

    const attacker = await visitor(attackersAddress, 'attacker')
    for (const { status, text } of await verify(attacker)) expect(status, text).toBe(200)
    const attack: Attack = {
      url: clinic.service.url,
      from: attackersAddress,
      headers: attacker.headers,
      phoneNumber: attacker.phoneNumber,
      widgetKey: clinic.widgetKey,
      day: clinic.day,
      slotsPath: clinic.slotsPath,
      victims,
      endUsers: [
        'attacker',
        ...Array.from({ length: honestVisitors }, (_, number) => `honest-${number}`),
      ],
    }
    const moves = listMoves(attack)
    // Made one after the other, so each takes as long as the service does.
    const before = await honestVisits(honestVisitors, visitorsBefore, 0)
    const heard: (TimedReply & { move: string })[] = []
    /** Every attempt once and the day filled, before its flood has used up its limits. */
    for (const [move, make] of Object.entries(moves)) heard.push({ move, ...(await make()) })
    for (let number = 0; number < 14; number += 1) {
      heard.push({ move: 'fill the day', ...(await (moves['fill the day'] as VisitorMove)()) })
    }
    const flood = flooding(attack)

    /** Visitors one after the other, numbered from `first`; returns all answers to each step. */
    async function honestVisits(
      first: number,
      count: number,
      betweenMs: number,
    ): Promise<(TimedReply & { step: string })[]> {
      const served: (TimedReply & { step: string })[] = []
      for (let number = first; number < first + count; number += 1) {
        const startedAt = performance.now()
        const honest = await visitor(`198.51.100.${20 + number}`, `honest-${number}`)
        const mine = {
          patientPayload: {
            firstName: `Marked${number}`,
            lastName: 'Markedhonest',
            phoneNumber: honest.phoneNumber,
          },
        }
        const [sent, verified] = await verify(honest)
        served.push(
          { step: 'send', ...(sent as TimedReply) },
          { step: 'verify', ...(verified as TimedReply) },
        )
        const listed = await honest.ask('GET', clinic.slotsPath)
        served.push({ step: 'slots', ...listed })
        const last = (listed.json.slots ?? []).at(-1 - number)
        const times = { fromDateTimeIso: last?.fromDateTimeIso, toDateTimeIso: last?.toDateTimeIso }
        served.push({
          step: 'book',
          ...(await honest.ask(
            'POST',
            unified,
            createBookingBody(clinic.day, 0, { ...mine, ...times }),
          )),
        })
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
    let served: (TimedReply & { step: string })[] = []
    let flooded: FloodResult = { counts: {}, heard: [] }
    try {
      served = await honestVisits(0, honestVisitors, betweenVisitorsMs)
    } finally {
      flooded = await flood.end()
    }
    heard.push(...flooded.heard)
    process.stdout.write(
      `attacker: ${JSON.stringify(flooded.counts)}; honest: ${JSON.stringify(countValues(served.map(({ step, status }) => `${step} ${status}`)))}, p99 ${p99(before)} ms before, ${p99(served)} ms meanwhile\n`,
    )

    expect(countValues(served.map(({ step, status }) => `${step} ${status}`))).toEqual({
      'send 200': honestVisitors,
      'verify 200': honestVisitors,
      'slots 200': honestVisitors,
      'book 201': honestVisitors,
      'search 200': honestVisitors,
    })
    const results = heard.map(({ move, status }) => `${move}: ${status}`)
    // Nothing of another patient: neither a mark of a record, nor an answer that only its owner
    // gets.
    expect(
      heard
        .filter(({ text }) => /marked/i.test(text))
        .map(({ move, text }) => `${move}: ${text.slice(0, 200)}`),
    ).toEqual([])
    const only = [
      'take codes for tags of one mailbox: 200',
      'fill the day: 201',
      'quote for the record of another: 200',
      'use up the limit of reads: 200',
      'use up the limit of slot lists: 200',
      'use up the limit of sessions: 201',
    ]
    expect([
      ...new Set(results.filter((result) => /: 2\d\d$/.test(result) && !only.includes(result))),
    ]).toEqual([])
    expect(
      heard.filter(({ status }) => status >= 500).map(({ move, text }) => `${move}: ${text}`),
    ).toEqual([])
    // The limits it tried to use up are used up, and its contact has as many visits as it may have.
    expect(flooded.counts[429]).toBeGreaterThan(0)
    expect(
      heard.filter(({ move, status }) => move === 'fill the day' && status === 201),
    ).toHaveLength(10)
    expect(heard.some(({ json }) => json?.error === 'TOO_MANY_VISITS')).toBe(true)
    // Three in ten minutes, whatever its tags.
    const codes = heard.filter(
      ({ move, status }) => move === 'take codes for tags of one mailbox' && status === 200,
    )
    expect(codes.length).toBeGreaterThan(0)
    expect(codes.length).toBeLessThanOrEqual(runSize(3, 9))
    const quoted = heard.filter(
      ({ move, status }) => move === 'quote for the record of another' && status === 200,
    )
    expect(
      quoted.filter(({ json }) =>
        json.plans.some((plan: { pricePerSession: number }) => plan.pricePerSession === 200),
      ),
    ).toEqual([])
  })
})
