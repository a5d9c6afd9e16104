// Reservations, payments and confirmations at random, through two services that are killed now and then, at a gateway that has bad days and
// is killed too. In the end the books of both say the same, payment by payment, and nothing is lost, doubled or left in between.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { checkoutHouse, type Fault, type Process } from './checkout-house.ts'
import { deadlocks } from './connections.ts'
import type { Clinic, Json } from './harness.ts'
import { payingClinic, reservationOf, reservedThings } from './paying-clinic.ts'
import { replay, size } from './sizes.ts'

const all = await checkoutHouse()
const { house, gateway } = all

const minuteMs = 60_000
const reservations = size(70, 300)
const atOnce = 8
const slotsOfDoctor = 16
const doctors = Math.ceil(reservations / slotsOfDoctor)

const seed = replay.seed ?? Math.floor(Math.random() * 2 ** 31)

/** Numbers from 0 to 1, the same for a seed. */
function randomFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const stormClinic = () =>
  payingClinic(house, (file) => {
    const asha = file.practitioners['asha-rao']
    const morning = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
    if (!asha || !morning) throw new Error('the test clinic lacks its doctors')
    morning.maxAppointments = 1_000
    for (let number = 0; number < doctors; number += 1) file.practitioners[`doctor-${number}`] = structuredClone(asha)
  })

interface Answer {
  status: number
  text: string
}

it(`of ${reservations} reservations is lost, doubled or left in between none, and no payment (seed ${seed}) [IDEM-05] [IDEM-07] [INV-26] [INV-28] [INV-29] [INV-30] [INV-31]`, {
  timeout: 600_000,
}, async () => {
  const random = randomFrom(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const clinic = await stormClinic()
  const services: [Process, Process] = [await all.service(), await all.service()]
  const tally: Record<string, number> = {}
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1
  }

  async function send(path: string, body: Json, key?: string): Promise<Answer | undefined> {
    const headers = { 'x-api-key': clinic.key, 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) }
    try {
      const reply = await fetch(`${pick(services).url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: reply.status, text: await reply.text() }
    } catch {
      count('broken off')
      return undefined
    }
  }

  /** The answers of 201 to each key. */
  const answers = new Map<string, Set<string>>()
  const unexpected: string[] = []

  /** The gateway's own failures are passed on; ours would be faults. */
  function noteFault({ status, text }: { status: number; text: string }) {
    const isOfGateway = text.includes('"OF_GATEWAY"') || text.includes('"BROKEN"')
    if (status >= 500 && status !== 503 && !isOfGateway) unexpected.push(text)
  }

  /** Sends one reservation until it is answered for good; returns what was answered. */
  async function insist(path: string, body: Json, key: string): Promise<string | undefined> {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const duplicates = random() < 0.5 ? 1 : 2 + Math.floor(random() * 7)
      const replies = await Promise.all(Array.from({ length: duplicates }, () => send(path, body, key)))
      for (const reply of replies) {
        if (!reply) continue
        count(`reserve ${reply.status}`)
        if (reply.status === 201) answers.set(key, (answers.get(key) ?? new Set()).add(reply.text))
        noteFault(reply)
      }
      const made = replies.find((reply) => reply?.status === 201)
      if (made) return made.text
      // It was over before it was answered.
      if (replies.some((reply) => reply?.text.includes('RESERVATION_OVER'))) return undefined
      await sleep(50)
    }
    throw new Error(`${key} was never answered`)
  }

  async function oneReservation(number: number) {
    const thing = pick(reservedThings)
    const key = `key-${number}`
    const start = 9 * 60 + (number % slotsOfDoctor) * 15
    const clock = `${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}`
    const doctorId = clinic.id('practitioner', `doctor-${Math.floor(number / slotsOfDoctor)}`)
    const changes = { paymentReference: key, ...(thing.includes('visit') ? { doctorId } : {}), patientPayload: { firstName: key } }
    const { path, body } = reservationOf(clinic, thing, clock, changes)
    const text = await insist(path, body, key)
    if (text === undefined) return
    const { checkoutUrl, sessionRef } = JSON.parse(text)
    const acts = pick([['pay'], ['pay', 'pay'], ['pay'], ['decline'], ['pay-late'], ['decline', 'pay'], []] as const)
    for (const act of acts) {
      count(act)
      await gateway.pays(clinic, checkoutUrl, act).catch(() => count('the page broke off'))
      const asked = await Promise.all([0, 1, 2].map(() => send('/v1/appointments/confirm-payments', { sessionRef })))
      for (const reply of asked) {
        if (!reply) continue
        count(`confirm ${reply.status}`)
        noteFault(reply)
      }
    }
  }

  let isOver = false
  const until = async (everyMs: number, work: () => Promise<unknown>) => {
    while (!isOver) {
      await work()
      await sleep(everyMs * (0.5 + random()))
    }
  }
  const faulty = () => {
    const call = pick(['open', 'open', 'read', 'expire', 'refund'] as const)
    const faults: Omit<Fault, 'call'>[] = [
      { how: 'refuse', status: 402, body: { error: { code: 'OF_GATEWAY' } } },
      { how: 'refuse', status: 500, body: { error: { code: 'OF_GATEWAY' } } },
      { how: 'time-out-before' },
      { how: 'time-out-after' },
      { how: 'slow', ms: 300 },
      { how: call === 'refund' ? 'time-out-after' : 'wrong-amount' },
    ]
    return random() < 0.2 ? gateway.breaks(1) : gateway.fails(clinic, { call, ...pick(faults) })
  }
  const around = [
    until(120, () => faulty().catch(() => {})),
    // The real time of leases passes twenty times as fast: whoever takes long meets another who goes on for them.
    until(200, async () => {
      await house.sql("update idempotency_keys set leased_until = leased_until - interval '4 seconds' where leased_until is not null")
      await house.sql("update due_work set leased_until = leased_until - interval '4 seconds' where leased_until is not null")
    }),
    until(1_000, () => all.advance(2 * minuteMs).catch(() => {})),
    until(2_500, async () => {
      const which = random() < 0.5 ? 0 : 1
      services[which].child.kill('SIGKILL')
      count('killed')
      services[which] = await all.service()
    }),
  ]
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < reservations) {
        const number = next++
        if (number === Math.floor(reservations / 2)) await gateway.restarts()
        await oneReservation(number)
      }
    }),
  )
  isOver = true
  await Promise.all(around)
  await gateway.heals(clinic)

  await all.advance(17 * minuteMs)
  await all.workIsDone()
  const { workspaceId } = clinic
  const rows = (text: string) => house.sql(text, [workspaceId])
  // INV-28
  expect(await rows("select session_ref from payment_sessions where workspace_id = $1 and state in ('OPENING', 'OPEN', 'FAILED')")).toEqual([])
  // What failed to go back is tried again within an hour or two, and what had to be watched is over after a day and a quarter.
  for (let hour = 0; hour < 36; hour += 3) {
    await all.advance(180 * minuteMs)
    await all.workIsDone()
  }
  for (const { child } of services) child.kill('SIGKILL')
  await Promise.all(services.map(({ ended }) => ended))
  process.stdout.write(`${JSON.stringify({ seed, ...tally })}\n`)
  await expectInOrder(clinic)
  expect(unexpected).toEqual([])
  for (const [key, given] of answers) expect([...given], key).toHaveLength(1)
  // A run in which nobody was killed, paid or refunded has shown nothing.
  expect(tally).toMatchObject({ killed: expect.any(Number), pay: expect.any(Number), 'broken off': expect.any(Number) })
  expect(answers.size).toBeGreaterThan(reservations / 2)
})

async function expectInOrder({ workspaceId }: Clinic) {
  const rows = (text: string) => house.sql(text, [workspaceId])
  // Both ledgers, payment by payment.
  const sums = (kind: string) => `
    sum(case ${kind} when 'CAPTURED' then m.amount_minor else 0 end)::float8 as captured, sum(case ${kind} when 'REFUNDED' then m.amount_minor else 0 end)::float8 as refunded,
    count(*)::int as movements, m.currency`
  const atGateway = await gateway.sql(
    `select c.reference, ${sums('m.kind')} from sandbox_gateway_movements m
     join sandbox_gateway_checkouts c on c.workspace_id = m.workspace_id and c.gateway_id = m.gateway_id
     where m.workspace_id = $1 group by c.reference, m.currency order by 1`,
    [workspaceId],
  )
  const atService = await rows(
    `select s.session_ref as reference, ${sums('m.cause')} from ledger_entries m
     join payment_sessions s on s.workspace_id = m.workspace_id and s.id = m.payment_session_id
     where m.workspace_id = $1 group by s.session_ref, m.currency order by 1`,
  )
  expect(atService).toEqual(atGateway)
  for (const { captured, refunded, movements } of atService) expect([refunded, movements]).toEqual(refunded === 0 ? [0, 1] : [captured, 2])

  const things = `(
    select 'appointment' as kind, id, payment_reference as tag, payment_status as payment, payment_mode as mode, status = 'CANCELLED' as is_over from appointments where workspace_id = $1
    union all
    select 'visit', id, payment_reference, payment_status, payment_mode, status = 'CANCELLED' from queue_visits where workspace_id = $1
    union all
    select 'pack', id, payment_reference, payment_status, payment_mode, ended_at is not null from patient_packs where workspace_id = $1 and payment_status is not null
  )`
  const sessionOf = (thing: string) =>
    `(case ${thing}.kind when 'appointment' then s.appointment_id when 'visit' then s.visit_id else s.patient_pack_id end) = ${thing}.id`
  const questions = {
    'two bookings of a key [INV-30]': `select tag from ${things} t group by tag having count(*) > 1`,
    'a booking that waits for ever [INV-28]': `select tag from ${things} t where payment = 'PENDING' and not is_over`,
    'a paid booking without its money, or with it twice': `
      select tag from ${things} t where payment = 'PAID' and not is_over and (
        select count(*) from payment_sessions s where s.workspace_id = $1 and ${sessionOf('t')} and s.state = 'PAID') <> 1`,
    'money that is kept for what is over [INV-29]': `
      select tag from ${things} t join payment_sessions s on s.workspace_id = $1 and ${sessionOf('t')} where is_over and s.state in ('PAID', 'RETURNING')`,
    'a refund that is not done': `select id from refunds where workspace_id = $1 and state <> 'DONE'`,
    'a place that is held by what is given up': `
      select c.appointment_id from claims c join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
      where c.workspace_id = $1 and a.status = 'CANCELLED'`,
    'a pack that can be used and was not paid': `
      select p.id from patient_packs p left join appointments a on a.workspace_id = p.workspace_id and a.patient_package_id = p.id
      where p.workspace_id = $1 and p.activated_at is not null and p.ended_at is null and coalesce(p.payment_status, a.payment_status) <> 'PAID'`,
    // One whose checkout could not be opened is kept unpaid, and a retry would open it.
    'a key whose answer nobody will find': `
      select t.tag from idempotency_keys k join ${things} t
        on (case t.kind when 'appointment' then k.appointment_id when 'visit' then k.visit_id else k.patient_pack_id end) = t.id
      where k.workspace_id = $1 and k.answer is null and not t.is_over and t.payment not in ('UNPAID', 'PAID')`,
    'a patient without what was booked [INV-31]': `
      select p.id from patients p where p.workspace_id = $1
        and not exists (select from appointments a where a.workspace_id = $1 and a.patient_id = p.id)
        and not exists (select from queue_visits v where v.workspace_id = $1 and v.patient_id = p.id)
        and not exists (select from patient_packs k where k.workspace_id = $1 and k.patient_id = p.id)`,
    'a checkout that nobody looks after': `
      select session_ref from payment_sessions s where s.workspace_id = $1 and s.state in ('RELEASED', 'NOT_OPENED', 'RETURNING') and s.gateway_id is not null
        and not exists (select from due_work d where d.workspace_id = $1 and d.kind = 'checkout' and d.subject_id = s.id)`,
    'dead work': `select last_error from due_work where workspace_id = $1 and kind in ('checkout', 'refund') and state = 'DEAD'`,
  }
  const found: Record<string, Json[]> = {}
  for (const [wrong, question] of Object.entries(questions)) {
    const contradicting = await rows(question)
    if (contradicting.length > 0) found[wrong] = contradicting
  }
  expect(found).toEqual({})
}

it('never deadlock, in all of this', async () => {
  expect(await deadlocks(house)).toBe(0)
})
