// A visitor uses up what a clinic shares: its codes per day, the attempts at a phone, its busiest
// endpoints, its free times. Everyone from elsewhere is still served.

import { randomInt } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { runClinic } from '../support/processes/service-process.ts'
import { runSize } from '../support/run/sizes.ts'
import {
  type AttackedClinic,
  countValues,
  pageOrigin,
  startAttackedClinic,
  unified,
} from '../support/storms/attacked-clinic.ts'
import { p99, type TimedReply } from '../support/storms/honest-calls.ts'
import { createBookingBody } from '../support/storms/visitor-moves.ts'

const codesPerDay = 100
const shareOfNetwork = codesPerDay / 10
const attackersAddresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
const honestVisitors = runSize(8, 40)

let clinic: AttackedClinic
beforeAll(async () => {
  clinic = await startAttackedClinic({ codesPerDay })
})

let lastPhone = 9_700_000_000 + randomInt(1e6) * 10
const newPhone = () => String(++lastPhone)

interface Message {
  destination: string
  code: string
}
const outbox = async (): Promise<Message[]> =>
  JSON.parse(
    await runClinic(clinic.settings, ['outbox', '-w', 'attacked', '--limit', '200', '--json']),
  )
const codeTo = async (to: string) =>
  (await outbox()).find(({ destination }) => destination === to)?.code

type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TimedReply>

async function visitor(from: string, endUser: string): Promise<Ask> {
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
  return (method, path, body, headers = {}) =>
    clinic.call(from, method, path, { ...own, ...headers }, body)
}

const isSent = ({ status }: TimedReply) => status === 200
let slot = 0

/**
 * Verifies a new phone and books a visit on it, with a new key; returns the answer to each step.
 */
async function honestVisit(number: number) {
  const ask = await visitor(`198.51.100.${number}`, `honest-${number}`)
  const phoneNumber = newPhone()
  const sent = await ask('POST', '/v1/otp/send', { phoneNumber })
  const verified = await ask('POST', '/v1/otp/verify', {
    phoneNumber,
    otpCode: await codeTo(`+91${phoneNumber}`),
  })
  const body = createBookingBody(clinic.day, slot++, {
    patientPayload: { firstName: 'Meera', phoneNumber },
  })
  const booked = await ask('POST', unified, body, { 'idempotency-key': `honest-${number}` })
  return { heard: [sent, verified, booked], body }
}

it('fresh numbers, tags, wrong codes and replays from a few addresses block nothing for others [OTP-40] [INV-35]', async () => {
  const victim = newPhone()
  const attackers = await Promise.all(
    attackersAddresses.map((from, number) => visitor(from, `attacker-${number}`)),
  )
  const [one] = attackers as [Ask]
  const before = (await honestVisit(1)).heard

  const attacked = {
    numbers: [] as TimedReply[],
    tags: [] as TimedReply[],
    guesses: [] as TimedReply[],
    floods: [] as TimedReply[],
  }
  let attacking = true
  async function attack() {
    for (let number = 0; attacking; number += 1) {
      const route = number % 2 === 0 ? '/v1/otp/send' : '/v1/patients/send-phone-verification-otp'
      attacked.numbers.push(await one('POST', route, { phoneNumber: newPhone() }))
      attacked.tags.push(
        await one(
          'POST',
          '/v1/otp/send',
          { channel: 'email', email: `attacker+${number}@attacker.example` },
          { 'x-end-user-id': `tag-${number}` },
        ),
      )
      attacked.guesses.push(
        await one('POST', '/v1/otp/verify', { phoneNumber: victim, otpCode: '000000' }),
      )
      const floods = attackers.map((ask) =>
        ask('POST', '/v1/otp/verify', { phoneNumber: newPhone(), otpCode: '000000' }),
      )
      attacked.floods.push(...(await Promise.all(floods)))
    }
  }
  const attacks = attack()
  const served: TimedReply[] = []
  const booked: Awaited<ReturnType<typeof honestVisit>>[] = []
  try {
    for (let number = 2; number < 2 + honestVisitors; number += 1) {
      const visit = await honestVisit(number)
      booked.push(visit)
      served.push(...visit.heard)
    }
    // The owner of the phone still has an attempt, from an address that sent no wrong code.
    const owner = await visitor('198.51.100.200', 'owner')
    served.push(await owner('POST', '/v1/otp/send', { phoneNumber: victim }))
    served.push(
      await owner('POST', '/v1/otp/verify', {
        phoneNumber: victim,
        otpCode: await codeTo(`+91${victim}`),
      }),
    )
  } finally {
    attacking = false
    await attacks
  }

  expect(
    countValues(served.map(({ status }) => status)),
    served.map(({ text }) => text).join('\n'),
  ).toEqual({
    200: 2 * honestVisitors + 2,
    201: honestVisitors,
  })
  const all = Object.values(attacked).flat()
  expect(all.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
  // A network has its share, whatever numbers and mailboxes it names, and a mailbox three in ten
  // minutes, whatever its tags.
  expect([...attacked.numbers, ...attacked.tags].filter(isSent).length).toBeLessThanOrEqual(
    shareOfNetwork,
  )
  expect(attacked.tags.filter(isSent).length).toBeLessThanOrEqual(3)
  const toMailbox = (await outbox()).filter(({ destination }) =>
    destination.endsWith('@attacker.example'),
  )
  expect(toMailbox.length).toBeLessThanOrEqual(3)

  // The same request does not get another caller's answer, from another address with the same end
  // user.
  const stolen = booked[0] as (typeof booked)[number]
  const thief = await visitor('203.0.113.4', 'honest-2')
  const replayed = await thief('POST', unified, stolen.body, { 'idempotency-key': 'honest-2' })
  expect({ status: replayed.status, text: replayed.text }).toMatchObject({
    status: 403,
    text: expect.not.stringContaining('Meera'),
  })
  process.stdout.write(
    `attack: ${JSON.stringify(Object.fromEntries(Object.entries(attacked).map(([name, heard]) => [name, countValues(heard.map(({ status }) => status))])))}; ` +
      `honest: p99 ${p99(before)} ms before, ${p99(served)} ms meanwhile (${served.length})\n`,
  )
})
