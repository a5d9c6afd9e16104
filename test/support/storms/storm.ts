// Random reservations, payments, confirmations, cancellations and messages, through two services
// that are killed from time to time, with a gateway that fails.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Clinic, Json } from '../clinic/harness.ts'
import { reservableKinds, reservationRequest } from '../clinic/paying-clinic.ts'
import type { Random } from '../gateways/gateway-servers.ts'
import type { ServerProcess } from '../processes/service-harness.ts'
import type { RequestedPayment, StormSite } from './storm-sites.ts'

const minuteMs = 60_000
const concurrency = 8
export const slotsPerDoctor = 16

/** The reason given for cancellations without a refund. */
export const feeKeptReason = 'the fee is kept'

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom(start: number): Random {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What callers observed. */
export interface Storm {
  /** How often each thing happened. */
  tally: Record<string, number>
  /** The 201 answers for each key. */
  answers: Map<string, Set<string>>
  /** Answers that no caller should ever get. */
  unexpected: string[]
  /** Payments that were less than requested. */
  parts: Set<string>
  /** The refund requested for a visit, by the visit's key, in minor units. */
  refundsAsked: Map<string, number>
  /** Refunds that were answered with 200, and the payment statuses in those answers. */
  refundsAnswered: Map<string, Set<string>>
  /** Ends the services; shows their logs if something unexpected was answered. */
  stop(): Promise<void>
}

interface Answer {
  status: number
  text: string
}

const unknownRefundText = 'did not say whether it refunded the payment'

/**
 * Whether a failure is the gateway's own, passed through; the service's own failures have no object
 * there.
 */
function isGatewayFailure(text: string): boolean {
  try {
    return typeof JSON.parse(text).error === 'object'
  } catch {
    return false
  }
}

/**
 * Runs the storm, and returns when the last reservation has been handled; work in progress is still
 * open.
 */
export async function runStorm(
  site: StormSite,
  clinic: Clinic,
  reservations: number,
  random: Random,
): Promise<Storm> {
  const { house: harness } = site
  const pickRandom = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const all: ServerProcess[] = []
  async function startService(): Promise<ServerProcess> {
    const service = await site.startService()
    all.push(service)
    return service
  }
  const services: [ServerProcess, ServerProcess] = [await startService(), await startService()]
  const storm: Storm = {
    tally: {},
    answers: new Map(),
    unexpected: [],
    parts: new Set(),
    refundsAsked: new Map(),
    refundsAnswered: new Map(),
    async stop() {
      if (storm.unexpected.length > 0)
        process.stdout.write(all.map(({ readOutput: written }) => written()).join(''))
      for (const { child } of services) child.kill('SIGKILL')
      await Promise.all(services.map(({ ended }) => ended))
    },
  }
  const count = (what: string) => {
    storm.tally[what] = (storm.tally[what] ?? 0) + 1
  }

  async function sendRaw(
    method: string,
    path: string,
    body: string | Buffer,
    headers: Record<string, string>,
  ): Promise<Answer | undefined> {
    try {
      const reply = await fetch(`${pickRandom(services).url}${path}`, {
        method,
        headers,
        body: new Uint8Array(Buffer.from(body)),
      })
      return { status: reply.status, text: await reply.text() }
    } catch {
      count('broken off')
      return undefined
    }
  }
  const send = (method: string, path: string, body: Json, key?: string) =>
    sendRaw(method, path, JSON.stringify(body), {
      'x-api-key': clinic.key,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    })

  /**
   * Counts an answer. The gateway's own failures are passed through; the service's own would be
   * faults.
   */
  function recordAnswer(what: string, { status, text }: Answer, mayBeUnknown = false) {
    count(`${what} ${status}`)
    if (status < 500 || status === 503 || isGatewayFailure(text)) return
    if (mayBeUnknown && text.includes(unknownRefundText)) count('refunds of which it was not known')
    else storm.unexpected.push(text)
  }

  const randomRepeats = () => (random() < 0.5 ? 1 : 2 + Math.floor(random() * 7))
  async function runConcurrently(
    times: number,
    work: () => Promise<Answer | undefined>,
  ): Promise<Answer[]> {
    return (await Promise.all(Array.from({ length: times }, work))).filter(
      (reply) => reply !== undefined,
    )
  }

  /** Sends one reservation until it gets a final answer, and returns that answer. */
  async function reserveUntilAnswered(
    path: string,
    body: Json,
    key: string,
  ): Promise<string | undefined> {
    let failures = 0
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const replies = await runConcurrently(randomRepeats(), () => send('POST', path, body, key))
      for (const reply of replies) {
        recordAnswer('reserve', reply)
        if (reply.status === 201)
          storm.answers.set(key, (storm.answers.get(key) ?? new Set()).add(reply.text))
      }
      const created = replies.find((reply) => reply.status === 201)
      if (created) return created.text
      // The reservation had ended before it was answered.
      if (replies.some((reply) => reply.text.includes('RESERVATION_ENDED'))) return undefined
      // A gateway may repeat a failure for its key for a day.
      failures =
        replies.length > 0 &&
        replies.every(({ status, text }) => status === 500 && isGatewayFailure(text))
          ? failures + 1
          : 0
      if (failures === 10) {
        count('given up at the gateway')
        return undefined
      }
      await sleep(50)
    }
    throw new Error(`${key} was never answered`)
  }

  /** Sends a message twice or more, and a forged one. */
  async function sendMessages(payment: RequestedPayment) {
    if (!site.message) return
    const genuine = site.message(clinic, payment, false)
    const path = `/gateways/${site.name}/${clinic.name}`
    for (const reply of await runConcurrently(randomRepeats(), () =>
      sendRaw('POST', path, genuine.body, genuine.headers),
    )) {
      count(`message ${reply.status}`)
      if (![200, 503].includes(reply.status))
        storm.unexpected.push(`message: ${reply.status} ${reply.text}`)
    }
    const forged = site.message(clinic, payment, true)
    const reply = await sendRaw('POST', path, forged.body, forged.headers)
    if (reply) count(`forged message ${reply.status}`)
    if (reply && reply.status !== 400)
      storm.unexpected.push(`forged message: ${reply.status} ${reply.text}`)
  }

  /**
   * Every third reservation is a visit that is paid and refunded; otherwise a short storm could
   * pass without a refund.
   */
  const mustRefund = (key: string) => Number(key.slice(4)) % 3 === 1

  /** Cancels a visit until the cancellation gets a final answer. */
  async function cancelVisit(
    { id, payableAmount }: { id: number; payableAmount: number },
    { sessionRef }: RequestedPayment,
    key: string,
    isPaid: boolean,
  ) {
    const percentage =
      isPaid && (mustRefund(key) || random() < 0.8)
        ? pickRandom([100, 50, 33.33, 12.5, 1, 0.1])
        : undefined
    const minor =
      percentage === undefined ? 0 : Math.floor((payableAmount * 100 * percentage) / 100 + 0.5)
    const refund = {
      refundIssued: true,
      refundPercentage: percentage,
      refundAmount: minor / 100,
      cancellationReason: 'Doctor is ill',
    }
    const body =
      percentage === undefined ? { refundIssued: false, cancellationReason: feeKeptReason } : refund
    count(percentage === undefined ? 'called off without a refund' : 'called off with a refund')
    if (percentage !== undefined) storm.refundsAsked.set(key, minor)
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const replies = await runConcurrently(randomRepeats(), () =>
        send('PATCH', `/v1/appointments/${id}/cancel`, body),
      )
      for (const reply of replies) {
        recordAnswer('cancel', reply, true)
        if (reply.text.includes('back already')) storm.unexpected.push(reply.text)
        if (reply.status === 200)
          storm.refundsAnswered.set(
            key,
            (storm.refundsAnswered.get(key) ?? new Set()).add(JSON.parse(reply.text).paymentStatus),
          )
      }
      // A refund that is reported as done must already have arrived.
      if (storm.refundsAnswered.get(key)?.has('REFUNDED')) {
        const book = (await site.readBooks(clinic)).find(
          ({ reference }) => reference === sessionRef,
        )
        if (book?.refunds !== 1)
          storm.unexpected.push(
            `${key} was called REFUNDED, and its gateway says ${JSON.stringify(book)}`,
          )
      }
      if (replies.some(({ status, text }) => status === 200 || text.includes('STATUS_NOT_ALLOWED')))
        return
      await sleep(100)
    }
    // If the gateway keeps refusing the refund, the visit stays as it was.
    count('not called off')
  }

  /** An operator refunds an unused pack. */
  async function refundPack(sessionRef: string) {
    const asked = {
      workspace: clinic.name,
      reference: sessionRef,
      percentage: pickRandom([100, 50, 12.5]),
    }
    count('given back by an operator')
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const refusal = await harness.operate('payments-refund', asked).then(
        () => undefined,
        (error: Error & { details?: object }) =>
          `${error.message} ${JSON.stringify(error.details)}`,
      )
      if (refusal?.includes('back already')) storm.unexpected.push(refusal)
      // Either a later check finds out what happened to the refund, or it is done.
      if (
        refusal === undefined ||
        /REFUND_OUTCOME_UNKNOWN|REFUND_IN_PROGRESS|nothing to refund/.test(refusal)
      )
        return
      await sleep(100)
    }
    count('not given back')
  }

  async function confirmPayment(sessionRef: string): Promise<boolean> {
    const replies = await runConcurrently(3, () =>
      send('POST', '/v1/appointments/confirm-payments', { sessionRef }),
    )
    for (const reply of replies) recordAnswer('confirm', reply)
    return replies.some(
      ({ status, text }) => status === 200 && JSON.parse(text).status === 'SUCCESS',
    )
  }

  async function runReservation(number: number) {
    const key = `key-${number}`
    const thing = mustRefund(key)
      ? 'visit'
      : pickRandom([...reservableKinds, 'visit', 'visit'] as const)
    const start = 9 * 60 + (number % slotsPerDoctor) * 15
    const clock = `${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}`
    const doctorId = clinic.id('practitioner', `doctor-${Math.floor(number / slotsPerDoctor)}`)
    const changes = {
      paymentReference: key,
      ...(thing.includes('visit') ? { doctorId } : {}),
      patientPayload: { firstName: key },
    }
    const { path, body } = reservationRequest(clinic, thing, clock, changes)
    const text = await reserveUntilAnswered(path, body, key)
    if (text === undefined) return
    const {
      appointment,
      ...payment
    }: RequestedPayment & { appointment?: { id: number; payableAmount: number } } = JSON.parse(text)
    // The answer already says that it is paid.
    if (!payment.sessionRef) return
    const acts = mustRefund(key)
      ? (['pay'] as const)
      : pickRandom([
          ['pay'],
          ['pay', 'pay'],
          ['pay'],
          ['pay'],
          ['decline'],
          ['pay-late'],
          ['decline', 'pay'],
          ['part'],
          [],
        ] as const)
    if (thing === 'visit' && !mustRefund(key) && random() < 0.1)
      await cancelVisit(appointment as NonNullable<typeof appointment>, payment, key, false)
    let isPaid = false
    for (const act of acts) {
      const could = await site.pay(clinic, payment, act).catch(() => count('the page broke off'))
      if (could) count(act)
      if (could && act === 'part') storm.parts.add(payment.sessionRef)
      if (random() < 0.5) await sendMessages(payment)
      isPaid = (await confirmPayment(payment.sessionRef)) || isPaid
    }
    if (!isPaid || (!mustRefund(key) && random() < 0.2) || (!appointment && thing !== 'pack'))
      return
    if (!mustRefund(key) && random() < 0.3)
      await site.delayRefund(clinic, payment, random).catch(() => {})
    await (appointment
      ? cancelVisit(appointment, payment, key, true)
      : refundPack(payment.sessionRef))
    if (random() < 0.5) await sendMessages(payment)
  }

  let isOver = false
  const until = async (everyMs: number, work: () => Promise<unknown>) => {
    while (!isOver) {
      await work()
      await sleep(everyMs * (0.5 + random()))
    }
  }
  const around = [
    until(120, () => site.failNext(clinic, random).catch(() => {})),
    // The real time of leases passes twenty times as fast, so that a slow process meets another
    // that takes over.
    until(200, async () => {
      await harness.sql(
        "update idempotency_keys set leased_until = leased_until - interval '4 seconds' where leased_until is not null",
      )
      // Like in production, a refund's lease is longer than its gateway's timeout.
      await harness.sql(
        "update due_work set leased_until = leased_until - case kind when 'refund' then interval '0.6 seconds' else interval '4 seconds' end where leased_until is not null",
      )
    }),
    until(1_000, () => site.advance(2 * minuteMs).catch(() => {})),
    until(2_500, async () => {
      const which = random() < 0.5 ? 0 : 1
      services[which].child.kill('SIGKILL')
      count('killed')
      services[which] = await startService()
    }),
  ]
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < reservations) {
        const number = next++
        if (number === Math.floor(reservations / 2)) await site.restart()
        await runReservation(number)
      }
    }),
  )
  isOver = true
  await Promise.all(around)
  return storm
}
