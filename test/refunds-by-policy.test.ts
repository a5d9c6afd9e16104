// Whole cancellations at random, through two applications on one database: what people read before,
// the answer, the refund, the ledger, the till and the gateway's own books agree to the minor unit
// with a calculation that shares nothing with the service.

import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import { expect, it, vi } from 'vitest'
import { isoAt } from '../src/base/values/clinic-time.ts'
import { makeVisitLink } from '../src/clinic/notices/visit-links.ts'
import type { ClinicFile } from '../src/management/clinic-file/clinic-file.ts'
import { openMemberDesk } from './support/clinic/desk-member.ts'
import {
  book,
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  type Reply,
} from './support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reserve,
} from './support/clinic/paying-clinic.ts'
import { tokenBody } from './support/clinic/queue-clinic.ts'
import { createRecordingRail } from './support/clinic/recording-rail.ts'
import { fastCheckOptions, runSize } from './support/run/sizes.ts'
import { createRandom } from './support/storms/storm.ts'

const rail = createRecordingRail()
const options = { rails: rail, publicUrl: 'https://booking.example', databaseConnections: 10 }
const harness = await openHarness(options)
const other = await openHarness({ ...options, connection: harness.connection })
const houses = [harness, other] as const

const minuteMs = 60_000
const hourMs = 3_600_000
/**
 * A Tuesday, 06:00 in Jaipur, at which everything is cancelled, or a millisecond beside it;
 * everything is booked a second earlier.
 */
const at = Date.parse('2030-01-01T00:30:00Z')
const cancelledAt = new AsyncLocalStorage<number>()
for (const { application } of houses)
  vi.spyOn(application.clock, 'now').mockImplementation(() => cancelledAt.getStore() ?? at - 1_000)

const decimals = { INR: 2, USD: 2, KWD: 3, JPY: 0 } as const
type Currency = keyof typeof decimals
const toAmount = (minor: number, currency: Currency) => minor / 10 ** decimals[currency]

/**
 * Percentages are in thousandths, so that shares can be calculated with integers; halves are
 * rounded up.
 */
const roundedShare = (minor: number, thousandths: number) =>
  Number((BigInt(minor) * BigInt(thousandths) * 2n + 100_000n) / 200_000n)

interface Step {
  hours: number
  thousandths: number
}

/** What goes back at an instant: by the step with the longest notice that is kept. */
function dueAt(steps: readonly Step[], start: number, now: number): number {
  let longest = -1
  let thousandths = 0
  for (const step of steps) {
    if (start - now < step.hours * hourMs || step.hours <= longest) continue
    longest = step.hours
    thousandths = step.thousandths
  }
  return thousandths
}

const drawsFrom = (seed: number) => {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)] as T }
}
type Draws = ReturnType<typeof drawsFrom>

const drawnShare = ({ of, below }: Draws) =>
  of([0, 100_000, 50_000, 33_300, 1 + below(100_000), 10 * below(10_001)])
const drawnMinor = ({ of, below }: Draws) => 1 + below(of([3, 20, 1_000, 99_999, 10_000_000]))
/** Some steps begin when the shift of a token is as far away: it begins at nine o'clock. */
function drawnSteps(draws: Draws): Step[] {
  const hours = new Set(
    Array.from({ length: draws.of([0, 1, 2, 3, 4, 5]) }, () =>
      draws.of([0, 1, 2, 3, 24, 27, 48, 51, 72, draws.below(240)]),
    ),
  )
  return [...hours].map((each) => ({ hours: each, thousandths: drawnShare(draws) }))
}
const buildPolicy = (steps: readonly Step[]) => ({
  steps: steps.map(({ hours, thousandths }) => ({
    untilHoursBefore: hours,
    percentage: thousandths / 1_000,
  })),
})

/**
 * Who is booked: a practitioner who follows the clinic's policy, a practitioner with another
 * policy, or a queue.
 */
const practitioners = ['asha-rao', 'tara-sen', 'meera-shah'] as const
type Practitioner = (typeof practitioners)[number]

interface Rules {
  currency: Currency
  /** Null without a policy. */
  steps: Record<Practitioner, Step[] | null>
  /** How long before a visit its patient may still cancel it. */
  lastHours: number
  tokenMinor: number
}

function drawnRules(draws: Draws): Rules {
  const ofClinic = draws.of([drawnSteps(draws), drawnSteps(draws), drawnSteps(draws), null])
  const ofQueue = draws.of([drawnSteps(draws), null])
  return {
    currency: draws.of(Object.keys(decimals) as Currency[]),
    steps: {
      'asha-rao': ofClinic,
      'tara-sen': drawnSteps(draws),
      'meera-shah': ofQueue ?? ofClinic,
    },
    lastHours: draws.of([0, 0, 2, 24]),
    tokenMinor: drawnMinor(draws),
  }
}

function createClinic({ currency, steps, lastHours, tokenMinor }: Rules): Promise<Clinic> {
  const days: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[] = [
    'MON',
    'TUE',
    'WED',
    'THU',
    'FRI',
    'SAT',
    'SUN',
  ]
  return createPayingClinic(harness, (file) => {
    const { 'asha-rao': asha, 'meera-shah': meera } = file.practitioners
    const { jaipur } = file.locations
    if (!asha || !meera || !jaipur) throw new Error('the test clinic lacks practitioners')
    Reflect.deleteProperty(file, 'sessionPacks')
    Reflect.deleteProperty(jaipur, 'internationalCurrency')
    jaipur.currency = currency
    file.workspace.messages = { codesPerDay: 1_000_000 }
    if (steps['asha-rao']) file.workspace.refundPolicy = buildPolicy(steps['asha-rao'])
    const hours: NonNullable<ClinicFile['practitioners'][string]['at'][string]['hours']> = [
      { days, from: '00:00', to: '24:00', modes: ['OFFLINE'] },
    ]
    asha.permissions = { cancellationAllowedBeforeInHours: lastHours }
    asha.at = { jaipur: { slotMinutes: 15, fees: [{ mode: 'OFFLINE', amount: 1 }], hours } }
    const tara = {
      ...structuredClone(asha),
      name: 'Tara Sen',
      refundPolicy: buildPolicy(steps['tara-sen'] ?? []),
    }
    meera.at = {
      jaipur: {
        slotMinutes: 10,
        fees: [{ mode: 'OFFLINE', amount: toAmount(tokenMinor, currency) }],
        shifts: { morning: { days, from: '09:00', to: '13:00', maxAppointments: 5_000 } },
      },
    }
    if (steps['meera-shah'] && steps['meera-shah'] !== steps['asha-rao'])
      meera.refundPolicy = buildPolicy(steps['meera-shah'])
    file.practitioners = { 'asha-rao': asha, 'tara-sen': tara, 'meera-shah': meera }
  })
}

/** The clinic, called through a house. */
const through = (at: Harness, clinic: Clinic): Clinic => ({
  ...clinic,
  get: (url, asked) => at.call('GET', url, { key: clinic.key, ...asked }),
  post: (url, body, asked) => at.call('POST', url, { key: clinic.key, body, ...asked }),
})

/** Every patient of a clinic has its phone, so that one session reaches all of them. */
const clinicPhone = ({ workspaceId }: Clinic) => `98${String(workspaceId).padStart(8, '0')}`

async function openVerifiedSession(clinic: Clinic): Promise<Record<string, string>> {
  const headers = { ...(await clinic.session()), 'x-end-user-id': 'u-1' }
  const phoneNumber = clinicPhone(clinic)
  await clinic.post('/v1/otp/send', { phoneNumber }, { key: null, headers })
  const verified = await clinic.post(
    '/v1/otp/verify',
    { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) },
    { key: null, headers },
  )
  expect(verified.status, verified.text).toBe(200)
  return headers
}

/** A clinic, its rules, and the times that are taken. */
interface Scene {
  clinic: Clinic
  rules: Rules
  headers: Record<string, string>
  taken: Set<string>
}

const callers = [
  'page',
  'page',
  'session',
  'session',
  'key',
  'key with a refund',
  'key that keeps',
  'staff',
  'staff with another share',
] as const
type By = (typeof callers)[number]
const ways = ['online', 'online', 'online', 'desk', 'in part', 'unpaid'] as const

interface Plan {
  practitioner: Practitioner
  by: By
  way: (typeof ways)[number]
  start: number
  now: number
  chargeMinor: number
  discountMinor: number
  /** What the desk takes, in this order. */
  parts: number[]
  paidMinor: number
  /** What a key or staff ask for. */
  asked: number
}

function planned({ rules, taken }: Scene, draws: Draws): Plan {
  const { below, of } = draws
  const practitioner = of(practitioners)
  const isToken = practitioner === 'meera-shah'
  const steps = rules.steps[practitioner] ?? []
  let start = at + (3 + 24 * below(4)) * hourMs
  if (!isToken) {
    const hours = of([
      ...steps.map((step) => step.hours),
      ...steps.map((step) => step.hours),
      rules.lastHours,
      below(300),
    ])
    start = Math.max(at + hours * hourMs + of([0, 0, 0, -15, 15]) * minuteMs, at + 15 * minuteMs)
    while (taken.has(`${practitioner} ${start}`)) start += 15 * minuteMs
    taken.add(`${practitioner} ${start}`)
  }
  const chargeMinor = isToken ? rules.tokenMinor : drawnMinor(draws)
  const discountMinor = isToken ? 0 : of([0, 0, below(chargeMinor)])
  const dueMinor = chargeMinor - discountMinor
  const drawn = of(ways)
  const way = drawn === 'in part' && dueMinor === 1 ? 'desk' : drawn
  const first = dueMinor === 1 ? 1 : 1 + below(dueMinor - 1)
  let parts: number[] = []
  if (way === 'in part') parts = [first]
  else if (way === 'desk')
    parts = first === dueMinor || below(2) === 0 ? [dueMinor] : [first, dueMinor - first]
  const paidMinor = way === 'online' ? dueMinor : parts.reduce((sum, part) => sum + part, 0)
  const drawnBy = of(isToken ? callers.slice(0, 7) : callers)
  const asksWithoutMoney =
    paidMinor === 0 && (drawnBy === 'key with a refund' || drawnBy === 'staff with another share')
  const by = asksWithoutMoney ? 'key' : drawnBy
  const asked =
    by === 'staff with another share' ? Math.max(1, drawnShare(draws)) : drawnShare(draws)
  return {
    practitioner,
    by,
    way,
    start,
    chargeMinor,
    discountMinor,
    parts,
    paidMinor,
    asked,
    now: at + of([0, 0, 0, -1, 1]),
  }
}

/** Books and pays it, and returns its id. */
async function paidFor(
  { clinic, rules: { currency } }: Scene,
  home: Harness,
  plan: Plan,
  name: string,
): Promise<number> {
  const { practitioner, way, start, chargeMinor, discountMinor, parts } = plan
  const at = through(home, clinic)
  const isToken = practitioner === 'meera-shah'
  const who = { patientPayload: { firstName: name, phoneNumber: clinicPhone(clinic) } }
  const money = {
    consultationCharge: toAmount(chargeMinor, currency),
    discountAmount: toAmount(discountMinor, currency),
  }
  const times = {
    fromDateTimeIso: isoAt('Asia/Kolkata', start),
    toDateTimeIso: isoAt('Asia/Kolkata', start + 15 * minuteMs),
  }
  const visit = { ...who, ...money, ...times, doctorId: clinic.id('practitioner', practitioner) }
  const token = tokenBody(clinic, {
    ...who,
    appointmentDate: isoAt('Asia/Kolkata', start).slice(0, 10),
  })
  if (way === 'online') {
    const reply = isToken
      ? await at.post('/v1/appointments/reserve-slot', {
          ...token,
          bookingChannel: undefined,
          returnUrl: 'https://sunrise.example/paid',
        })
      : await reserve(at, visit)
    if (!reply.json.checkoutUrl) throw new Error(reply.text)
    await actOnPaymentPage(home, reply.json.checkoutUrl, 'pay')
    const confirmed = await confirm(at, { sessionRef: reply.json.sessionRef })
    if (confirmed.json.status !== 'SUCCESS') throw new Error(confirmed.text)
    return isToken ? reply.json.visit.visitId : reply.json.appointment.id
  }
  const reply = isToken
    ? await at.post('/v1/qms-appointments/pre/book', token)
    : await book(at, visit)
  if (reply.status !== 201) throw new Error(reply.text)
  const id = isToken ? reply.json.visit.visitId : reply.json.appointment.id
  const pay = isToken ? 'token-pay' : 'visit-pay'
  for (const part of parts)
    await home.operate(pay, {
      workspace: clinic.name,
      id,
      method: 'CASH',
      amount: toAmount(part, currency),
    })
  return id
}

/** What must come of it. */
interface Expected {
  isCancelled: boolean
  /** Null where the fee is kept. */
  back: { thousandths: number; minor: number } | null
}

function expectedRefund(
  { rules }: Scene,
  { practitioner, by, start, now, paidMinor, asked }: Plan,
): Expected {
  const steps = rules.steps[practitioner]
  const due = steps === null || paidMinor === 0 ? 0 : dueAt(steps, start, now)
  const isByPatient = by === 'page' || by === 'session'
  const isTooLate =
    isByPatient && practitioner !== 'meera-shah' && now > start - rules.lastHours * hourMs
  if (isTooLate) return { isCancelled: false, back: null }
  if (by === 'key' || by === 'key that keeps') return { isCancelled: true, back: null }
  const thousandths = by === 'key with a refund' || by === 'staff with another share' ? asked : due
  const minor = roundedShare(paidMinor, thousandths)
  // A key has the share that it asks for, whatever it comes to; otherwise a share that comes to
  // nothing keeps the fee where there is a policy.
  const hasRefund =
    minor > 0 || by === 'key with a refund' || (by === 'staff with another share' && steps === null)
  return { isCancelled: true, back: hasRefund ? { thousandths, minor } : null }
}

function expectedPayment(
  { back }: Expected,
  { chargeMinor, discountMinor, paidMinor }: Plan,
): 'REFUNDED' | 'PAID' | 'UNPAID' {
  if (back) return 'REFUNDED'
  return paidMinor === chargeMinor - discountMinor ? 'PAID' : 'UNPAID'
}

/** The amounts that the page shows after the cancellation. */
function expectedLeft(
  { back }: Expected,
  { chargeMinor, discountMinor, paidMinor }: Plan,
): number[][] {
  if (back) return back.minor === paidMinor ? [[paidMinor]] : [[back.minor, paidMinor]]
  return paidMinor === chargeMinor - discountMinor ? [[paidMinor]] : []
}

const plain = ({ text }: Reply) => text.replaceAll(/<\/?bdi>/g, '').replaceAll(/\s/g, ' ')
const amount = String.raw`([A-Z]{3} [\d,]+(?:\.\d+)?)`
/** The amounts in each sentence of a form, in minor units. */
function parseAmounts(text: string, form: string, currency: Currency): number[][] {
  return [...text.matchAll(new RegExp(form.replaceAll('AMOUNT', amount), 'g'))].map(
    ([, ...amounts]) =>
      amounts.map((each) =>
        each.startsWith(currency)
          ? Math.round(Number(each.slice(4).replaceAll(',', '')) * 10 ** decimals[currency])
          : Number.NaN,
      ),
  )
}

/**
 * What the page says goes back until when, for the steps to come: up to the last that gives
 * anything.
 */
function expectedLines(
  { rules }: Scene,
  { practitioner, start, now, paidMinor }: Plan,
): number[][] {
  const steps = rules.steps[practitioner] ?? []
  const last =
    practitioner === 'meera-shah' ? Number.POSITIVE_INFINITY : start - rules.lastHours * hourMs
  const changes = new Set(steps.map(({ hours }) => Math.min(start - hours * hourMs, last)))
  const shares = [...changes]
    .filter((until) => until >= now)
    .toSorted((a, b) => a - b)
    .map((until) => roundedShare(paidMinor, dueAt(steps, start, until)))
  return shares
    .slice(0, shares.findLastIndex((minor) => minor > 0) + 1)
    .map((minor) => [minor, paidMinor])
}

interface Compared {
  number: number
  plan: Plan
  expected: Json
  actual: Json
}

/** Looks at what people read, cancels, and compares. */
async function cancelled(
  scene: Scene,
  home: Harness,
  plan: Plan,
  id: number,
): Promise<Omit<Compared, 'number' | 'plan'>> {
  const { clinic, rules, headers } = scene
  const { currency } = rules
  const { practitioner, by, way, start, paidMinor, asked } = plan
  const isToken = practitioner === 'meera-shah'
  const expected = expectedRefund(scene, plan)
  const backMinor = expected.back?.minor ?? 0
  const percentage = expected.back ? expected.back.thousandths / 1_000 : null
  const refundAmount = expected.back ? toAmount(expected.back.minor, currency) : null
  const paymentStatus = expectedPayment(expected, plan)
  const link = {
    workspaceId: clinic.workspaceId,
    appointmentId: isToken ? null : id,
    visitId: isToken ? id : null,
    offerId: null,
  }
  const path = await makeVisitLink(home.application.database, link, at)
  const get = (url: string) => home.call('GET', url, { headers: { 'accept-language': 'en' } })
  const patch = (body: Json, asked: Json = { key: clinic.key }) =>
    home.call('PATCH', `/v1/${isToken ? 'qms-appointments/visits' : 'appointments'}/${id}/cancel`, {
      ...asked,
      body,
    })
  const answered = ({ status, json }: Reply) =>
    status === 200
      ? [json.status, json.paymentStatus, json.refundPercentage, json.refundAmount]
      : [status, json.error]
  const answer = expected.isCancelled
    ? ['CANCELLED', paymentStatus, percentage, refundAmount]
    : [400, 'CHANGE_NOT_PERMITTED']

  if (by === 'page' || by === 'session') {
    const mayCancel = isToken || plan.now <= start - rules.lastHours * hourMs
    const page = parseAmounts(
      plain(await get(path)),
      'Cancelled until [^<]+?, AMOUNT of AMOUNT is refunded',
      currency,
    )
    const screen = await get(`${path}/cancel`)
    const asks = [
      ...parseAmounts(plain(screen), 'You paid AMOUNT. AMOUNT of it is refunded', currency),
      ...parseAmounts(
        plain(screen),
        'You paid AMOUNT. It is not refunded automatically',
        currency,
      ).map(([paid]) => [paid, 0]),
    ]
    const read = { page, screen: screen.status === 200 ? asks : screen.status }
    const asksExpected = paidMinor === 0 ? [] : [[paidMinor, backMinor]]
    const readExpected = {
      page: mayCancel ? expectedLines(scene, plan) : [],
      screen: mayCancel ? asksExpected : 303,
    }
    if (by === 'session')
      return {
        expected: { read: readExpected, answer },
        actual: { read, answer: answered(await patch({}, { key: null, headers })) },
      }
    const pressed = await home.call('POST', `${path}/cancel`, {
      headers: { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' },
    })
    const after = plain(await get(path))
    const left = expected.back
      ? [
          ...parseAmounts(after, 'AMOUNT, being refunded', currency),
          ...parseAmounts(after, 'AMOUNT of AMOUNT refunded', currency),
        ]
      : parseAmounts(after, 'AMOUNT, paid', currency)
    return {
      expected: {
        read: readExpected,
        status: expected.isCancelled ? 303 : 409,
        left: expectedLeft(expected, plan),
      },
      actual: { read, status: pressed.status, left },
    }
  }
  if (by.startsWith('key')) {
    const refund = {
      refundIssued: true,
      refundPercentage: percentage,
      refundAmount,
      refundOverrideReason: 'As agreed',
    }
    const refundOrNone = by === 'key that keeps' ? { refundIssued: false } : refund
    const body = by === 'key' ? {} : refundOrNone
    return { expected: answer, actual: answered(await patch(body)) }
  }
  const desk = openMemberDesk(home, clinic)
  const share = by === 'staff' ? {} : { refund: asked / 1_000 }
  const quote = await desk('visit-cancel-quote', { id, ...share })
  const done = await desk('visit-cancel', {
    id,
    ...share,
    ...(by === 'staff' ? {} : { refundOverrideReason: 'As agreed' }),
  })
  const steps = rules.steps[practitioner]
  const refundsBy = way === 'online' ? 'GATEWAY' : 'DESK'
  const quoteExpected = {
    refundAmount: toAmount(backMinor, currency),
    refundPercentage: percentage ?? 0,
    keptAmount: toAmount(paidMinor - backMinor, currency),
    currency,
    policyPercentage:
      steps === null || paidMinor === 0 ? null : dueAt(steps, start, plan.now) / 1_000,
    refundedBy: backMinor === 0 ? 'NO_ONE' : refundsBy,
    pack: null,
  }
  return {
    expected: { quote: quoteExpected, answer },
    actual: {
      quote,
      answer: [done.status, done.paymentStatus, done.refundPercentage, done.refundAmount],
    },
  }
}

interface PlannedVisit {
  id: number
  plan: Plan
  expected: Expected
}

/** What the database and the gateway have of each, by its id. */
async function loadBooks(
  { workspaceId }: Clinic,
  kind: 'appointment' | 'visit',
): Promise<Map<number, Json>> {
  const rows = await harness.sql(
    `select a.id::int, a.status, a.payment_status as payment,
       (select coalesce(jsonb_agg(jsonb_build_array(r.state, r.percentage, r.amount_minor, r.currency) order by r.id), '[]')
        from refunds r where r.workspace_id = a.workspace_id and r.${kind}_id = a.id) as refunds,
       (select coalesce(jsonb_agg(jsonb_build_array(e.cause, e.amount_minor, e.currency) order by e.id), '[]')
        from ledger_entries e join payment_sessions s on s.workspace_id = e.workspace_id and s.id = e.payment_session_id
        where s.workspace_id = a.workspace_id and s.${kind}_id = a.id) as ledger,
       (select coalesce(jsonb_agg(jsonb_build_array(m.kind, m.amount_minor, m.currency) order by m.id), '[]')
        from sandbox_gateway_movements m join payment_sessions s on s.workspace_id = m.workspace_id and s.gateway_id = m.gateway_id
        where s.workspace_id = a.workspace_id and s.${kind}_id = a.id) as gateway,
       (select coalesce(jsonb_agg(jsonb_build_array(t.cause, t.amount_minor, t.currency) order by t.number), '[]')
        from till_entries t
        left join desk_payments p on p.workspace_id = t.workspace_id and p.id = t.desk_payment_id
        left join refunds r on r.workspace_id = t.workspace_id and r.id = t.refund_id
        where t.workspace_id = a.workspace_id and coalesce(p.${kind}_id, r.${kind}_id) = a.id) as till
     from ${kind === 'visit' ? 'queue_visits' : 'appointments'} a where a.workspace_id = $1`,
    [workspaceId],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

function expectedBooks({ currency }: Rules, { plan, expected }: PlannedVisit): Json {
  const { isCancelled, back } = expected
  const { practitioner, way, parts, chargeMinor, discountMinor } = plan
  const dueMinor = chargeMinor - discountMinor
  const isOnline = way === 'online'
  // Nothing moves where nothing comes of a share.
  const moved = back && back.minor > 0 ? back.minor : undefined
  const throughGateway = isOnline
    ? [
        ['CAPTURED', dueMinor, currency],
        ...(moved === undefined ? [] : [['REFUNDED', moved, currency]]),
      ]
    : []
  const bookedStatus = practitioner === 'meera-shah' ? 'WAITING' : 'SCHEDULED'
  const refundedAtDesk =
    back && !isOnline ? [['REFUNDED', back.minor === 0 ? 0 : -back.minor, currency]] : []
  return {
    status: isCancelled ? 'CANCELLED' : bookedStatus,
    payment: expectedPayment(expected, plan),
    refunds: back ? [['DONE', back.thousandths / 1_000, back.minor, currency]] : [],
    ledger: throughGateway,
    gateway: throughGateway,
    till: [...parts.map((part) => ['PAID', part, currency]), ...refundedAtDesk],
  }
}

const seed = fastCheckOptions.seed ?? Math.floor(Math.random() * 2 ** 31)
const [clinics, each] = runSize([4, 25], [400, 250])
const lanes = 4

it(`of ${clinics * each} cancellations each refunds what was read before it, to the minor unit, in every book (seed ${seed}) [POL-02] [POL-03]`, {
  timeout: runSize(300_000, 4 * hourMs),
}, async () => {
  const begunAt = performance.now()
  const tally: Record<string, number> = {}
  const differences: Compared[] = []
  const notBooked: string[] = []
  for (let place = 0; place < clinics; place += 1) {
    const rules = drawnRules(drawsFrom(seed + place * each))
    const clinic = await createClinic(rules)
    const scene: Scene = {
      clinic,
      rules,
      headers: await openVerifiedSession(clinic),
      taken: new Set(),
    }
    const kept: { visit: PlannedVisit[]; appointment: PlannedVisit[] } = {
      visit: [],
      appointment: [],
    }
    async function lane(first: number) {
      for (let within = first; within < each; within += lanes) {
        const number = place * each + within
        const draws = drawsFrom(seed ^ (number * 2_654_435_761))
        const plan = planned(scene, draws)
        const booksAt = draws.of(houses)
        const cancelsAt = draws.of(houses)
        const id = await paidFor(scene, booksAt, plan, `Patient ${number}`).catch(
          (error: unknown) => void notBooked.push(String(error)),
        )
        if (id === undefined) continue
        kept[plan.practitioner === 'meera-shah' ? 'visit' : 'appointment'].push({
          id,
          plan,
          expected: expectedRefund(scene, plan),
        })
        const compared = await cancelledAt
          .run(plan.now, () => cancelled(scene, cancelsAt, plan, id))
          .catch((error: unknown) => ({ expected: 'an answer', actual: String(error) }))
        const { isCancelled, back } = expectedRefund(scene, plan)
        const money = back ? 'refunded' : 'kept'
        const outcome = `${plan.by}: ${isCancelled ? money : 'too late'}`
        tally[outcome] = (tally[outcome] ?? 0) + 1
        if (!isDeepStrictEqual(compared.actual, compared.expected))
          differences.push({ number, plan, ...compared })
      }
    }
    await Promise.all(Array.from({ length: lanes }, (_, first) => lane(first)))
    for (const kind of ['visit', 'appointment'] as const) {
      const books = await loadBooks(clinic, kind)
      for (const one of kept[kind]) {
        const expected = expectedBooks(rules, one)
        const actual = books.get(one.id)
        if (!isDeepStrictEqual(actual, expected))
          differences.push({ number: one.id, plan: one.plan, expected, actual })
      }
    }
  }
  const seconds = Math.round((performance.now() - begunAt) / 1_000)
  process.stdout.write(
    `${JSON.stringify({ seed, cancellations: clinics * each, seconds, differences: differences.length, ...tally })}\n`,
  )
  // The first few say enough, in the message too.
  expect(differences.slice(0, 5), JSON.stringify(differences[0])).toEqual([])
  expect(notBooked).toEqual([])
  // A run in which no patient had money back has proved nothing.
  expect((tally['page: refunded'] ?? 0) + (tally['session: refunded'] ?? 0)).toBeGreaterThan(0)
})
