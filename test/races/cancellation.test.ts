// A patient cancels on the page of the visit while something else happens to it, in another process
// of the service: in either order, and while the gateway is being asked. The money is then where
// the visit says it is, by the clinic's books and by the gateway's.

import { describe, expect, it } from 'vitest'
import { makeVisitLink } from '../../src/clinic/notices/visit-links.ts'
import { openApplication } from '../../src/doors/app/application.ts'
import { TerminalProblem } from '../../src/doors/cli/terminal-problem.ts'
import { countDeadlocks } from '../support/clinic/connections.ts'
import {
  book,
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  slotTimes,
} from '../support/clinic/harness.ts'
import { withoutLimits } from '../support/clinic/no-limits.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  readBooks,
  reserve,
} from '../support/clinic/paying-clinic.ts'
import { tokenBody } from '../support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../support/clinic/recording-rail.ts'
import { createDatabaseGate } from '../support/database/database-gate.ts'
import { openHarnessWithGateway } from '../support/gateways/recorded-gateway.ts'
import { runSize } from '../support/run/sizes.ts'

// Neither runs due work: the test lets the sweeper run, in an application of its own.
const options = {
  rails: createRecordingRail(),
  publicUrl: 'https://booking.example',
  doesDueWork: false,
}
const harness = await openHarnessWithGateway(options)
const other = await openHarness({ ...options, connection: harness.connection })

const minuteMs = 60_000
const headers = { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' }

type Thing = 'visit' | 'token'

interface Visit {
  thing: Thing
  clinic: Clinic
  id: number
  /** The date of the visit, and the number of its token. */
  date: string
  token: number
  path: string
  checkoutUrl: string
  sessionRef: string
}

async function later(ms: number) {
  await harness.moveTo(new Date(harness.application.clock.now() + ms).toISOString())
  await expect
    .poll(() => other.application.clock.now() - harness.application.clock.now())
    .toBeGreaterThan(-minuteMs)
}

/** All work with checkouts and refunds that is due. */
async function sweep() {
  const due = () =>
    harness.sql(
      "select from due_work where kind in ('checkout', 'refund') and state = 'WAITING' and due_at <= $1",
      [new Date(harness.application.clock.now())],
    )
  if ((await due()).length === 0) return
  const sweeper = await openApplication({
    connection: harness.connection,
    mode: 'sandbox',
    ...withoutLimits,
  })
  await expect.poll(() => sweeper.dueWork.tick().then(due)).toEqual([])
  await sweeper.close()
}

/** A Monday, at least forty days from now. */
function mondayAhead(): string {
  const day = new Date(harness.application.clock.now() + 40 * 24 * 60 * minuteMs)
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/**
 * A clinic that refunds half of 500 rupees, and a visit or a token there that is a long way off.
 */
async function bookVisit(thing: Thing, before: Before): Promise<Visit> {
  const clinic = await createPayingClinic(harness, (file) => {
    file.workspace.refundPolicy = { steps: [{ untilHoursBefore: 24, percentage: 50 }] }
    Object.assign(file.practitioners['meera-shah']?.at.jaipur ?? {}, {
      fees: [{ mode: 'OFFLINE', amount: 500 }],
    })
  })
  const date = mondayAhead()
  const isOnline =
    before === 'paid online' || before === 'being paid' || before === 'paid at the gateway'
  const token = tokenBody(clinic, { appointmentDate: date })
  const makeVisit = () => (isOnline ? reserve : book)(clinic, slotTimes('09:00', 15, date))
  const makeToken = () =>
    isOnline
      ? clinic.post('/v1/appointments/reserve-slot', {
          ...token,
          bookingChannel: undefined,
          returnUrl: 'https://sunrise.example/paid',
        })
      : clinic.post('/v1/qms-appointments/pre/book', token)
  const { json, text } = await (thing === 'visit' ? makeVisit() : makeToken())
  const made = json.appointment ?? json.visit
  expect(made, text).toBeTruthy()
  const id = made.id ?? made.visitId
  const link = {
    workspaceId: clinic.workspaceId,
    appointmentId: null,
    visitId: null,
    offerId: null,
    [thing === 'visit' ? 'appointmentId' : 'visitId']: id,
  }
  const path = await makeVisitLink(
    harness.application.database,
    link,
    harness.application.clock.now(),
  )
  const visit = {
    thing,
    clinic,
    id,
    date,
    token: made.tokenNumber,
    path,
    checkoutUrl: json.checkoutUrl,
    sessionRef: json.sessionRef,
  }
  const pay = (amount: number) =>
    harness.operate(`${thing}-pay`, { workspace: clinic.name, id, method: 'CASH', amount })
  if (before === 'paid online' || before === 'paid at the gateway')
    await actOnPaymentPage(harness, visit.checkoutUrl, 'pay')
  if (before === 'paid online') await confirm(clinic, { sessionRef: visit.sessionRef })
  if (before === 'paid at the desk') await pay(500)
  if (before === 'paid in part') await pay(200)
  return visit
}

type Before =
  | 'paid online'
  | 'paid at the desk'
  | 'paid in part'
  | 'unpaid'
  | 'being paid'
  | 'paid at the gateway'

const press = (at: Harness, { path }: Visit) => at.call('POST', `${path}/cancel`, { headers })
/**
 * Runs an operation in the other process; it may be refused, in words, and nothing else goes wrong.
 */
const operated = (visit: Visit, name: string, input: Json): Promise<unknown> =>
  other
    .operate(name, { workspace: visit.clinic.name, ...input })
    .catch((error: unknown) => expect(error).toBeInstanceOf(TerminalProblem))
const atDesk =
  (name: string, input: Json = {}) =>
  (visit: Visit) =>
    operated(visit, name, { id: visit.id, ...input })
const paysAtDesk = (amount?: number) => (visit: Visit) =>
  operated(visit, `${visit.thing}-pay`, {
    id: visit.id,
    method: 'CASH',
    ...(amount !== undefined && { amount }),
  })
const byKey = (refundPercentage: number) => (visit: Visit) =>
  other.call(
    'PATCH',
    `/v1/${visit.thing === 'visit' ? 'appointments' : 'qms-appointments/visits'}/${visit.id}/cancel`,
    {
      key: visit.clinic.key,
      body: { refundIssued: true, refundPercentage, refundAmount: 5 * refundPercentage },
    },
  )

interface Race {
  what: string
  things: readonly Thing[]
  before: readonly Before[]
  move(visit: Visit): Promise<unknown>
  /**
   * What the clinic has in the end, in rupees, if the patient was first, and if the patient was
   * last.
   */
  kept(before: Before): { first: number; last: number }
  /** The hold of the checkout has ended. */
  isOverdue?: boolean
}

const half = (before: Before) =>
  ({ 'paid online': 250, 'paid at the desk': 250, 'paid in part': 100 })[before as string] ?? 0
const fullAmount = (before: Before) => 2 * half(before)

const visitsAlone: readonly Thing[] = ['visit']
const everything: readonly Thing[] = ['visit', 'token']

const races: Race[] = [
  {
    what: 'the desk takes it out of the line',
    things: ['token'],
    before: ['paid online', 'paid at the desk', 'paid in part', 'unpaid', 'being paid'],
    move: (visit) =>
      operated(visit, 'queue-cancel', {
        shift: 'meera-shah/jaipur/morning',
        date: visit.date,
        token: String(visit.token),
      }),
    kept: (before) => ({ first: half(before), last: fullAmount(before) }),
  },
  {
    what: 'the desk cancels it',
    things: visitsAlone,
    before: ['paid online', 'paid at the desk', 'paid in part', 'unpaid', 'being paid'],
    move: atDesk('visit-cancel'),
    kept: (before) => ({ first: half(before), last: half(before) }),
  },
  {
    what: 'the desk cancels it and keeps the fee',
    things: visitsAlone,
    before: ['paid online', 'paid at the desk', 'paid in part'],
    move: atDesk('visit-cancel', { refund: 0, refundOverrideReason: 'As agreed' }),
    kept: (before) => ({ first: half(before), last: fullAmount(before) }),
  },
  {
    what: 'a key cancels it and refunds all of it',
    things: everything,
    before: ['paid online', 'paid at the desk'],
    move: byKey(100),
    kept: (before) => ({ first: half(before), last: 0 }),
  },
  {
    what: 'a second tab cancels it',
    things: everything,
    before: ['paid online', 'paid at the desk', 'paid in part', 'unpaid', 'being paid'],
    move: (visit) => press(other, visit),
    kept: (before) => ({ first: half(before), last: half(before) }),
  },
  {
    what: 'the sweeper ends its hold',
    things: everything,
    before: ['being paid'],
    move: sweep,
    kept: () => ({ first: 0, last: 0 }),
    isOverdue: true,
  },
  {
    what: 'the sweeper finds a payment',
    things: everything,
    before: ['paid at the gateway'],
    move: sweep,
    kept: () => ({ first: 0, last: 250 }),
    isOverdue: true,
  },
  {
    what: 'its payment is confirmed',
    things: everything,
    before: ['paid at the gateway'],
    move: ({ clinic, sessionRef }) =>
      other.call('POST', '/v1/appointments/confirm-payments', {
        key: clinic.key,
        body: { sessionRef },
      }),
    kept: () => ({ first: 0, last: 250 }),
  },
  {
    what: 'the desk takes what is due',
    things: everything,
    before: ['unpaid', 'paid in part'],
    move: paysAtDesk(),
    kept: (before) => ({ first: half(before), last: 250 }),
  },
  {
    what: 'the desk takes a part',
    things: everything,
    before: ['unpaid'],
    move: paysAtDesk(200),
    kept: () => ({ first: 0, last: 100 }),
  },
]

const rows = races.flatMap((race) =>
  race.things.flatMap((thing) => race.before.map((before) => ({ ...race, thing, before }))),
)

/**
 * Everything that can still come has come: the hold is over, late money was watched for, and
 * refunds are done.
 */
async function settled() {
  for (const ms of [0, 2 * minuteMs, 20 * minuteMs, 26 * 60 * minuteMs]) {
    if (ms > 0) await later(ms)
    await sweep()
  }
}

/**
 * Checks that the money of a visit is where it says, and returns what the clinic has of it, in
 * rupees.
 */
async function loadKeptAmount({ thing, clinic, id }: Visit): Promise<number> {
  const of = [clinic.workspaceId]
  const { gateway, service } = await readBooks(harness, clinic)
  const [{ owed }] = await harness.sql(
    `select coalesce(sum(amount_minor) filter (where credit = 'OWED_BACK'), 0)::int - coalesce(sum(amount_minor) filter (where debit = 'OWED_BACK'), 0)::int as owed
     from ledger_entries where workspace_id = $1`,
    of,
  )
  const [{ till }] = await harness.sql(
    'select coalesce(sum(amount_minor), 0)::int as till from till_entries where workspace_id = $1',
    of,
  )
  const [{ taken }] = await harness.sql(
    "select coalesce(sum(amount_minor), 0)::int as taken from till_entries where workspace_id = $1 and cause = 'PAID'",
    of,
  )
  const [{ captured }] = await harness.sql(
    "select coalesce(sum(amount_minor), 0)::int as captured from ledger_entries where workspace_id = $1 and cause = 'CAPTURED'",
    of,
  )
  const refunds = await harness.sql(
    'select state, amount_minor::int as minor from refunds where workspace_id = $1',
    of,
  )
  const [{ status, payment }] = await harness.sql(
    `select status, payment_status as payment from ${thing === 'visit' ? 'appointments' : 'queue_visits'} where id = $1`,
    [id],
  )
  const refunded = refunds.filter(({ state }) => state === 'DONE')
  expect({
    gateway,
    owed,
    open: refunds.filter(({ state }) => state === 'REQUESTED' || state === 'PENDING'),
    refunds: refunded.length <= 1,
  }).toEqual({
    gateway: service,
    owed: 0,
    open: [],
    refunds: true,
  })
  const back = refunded[0]?.minor ?? 0
  expect(gateway + till).toBe(captured + taken - back)
  const paid = captured + taken
  const keptPayment = paid === 50_000 ? 'PAID' : expect.stringMatching(/^(UNPAID|PENDING)$/)
  expect({ status, payment }).toEqual({
    status: 'CANCELLED',
    payment: refunded.length > 0 ? 'REFUNDED' : keptPayment,
  })
  expect(
    await harness.sql(
      "select from audit_entries where workspace_id = $1 and action = 'CANCELLED'",
      of,
    ),
  ).toHaveLength(1)
  expect(
    await harness.sql(
      "select from due_work where workspace_id = $1 and (state = 'DEAD' or kind = 'refund')",
      of,
    ),
  ).toEqual([])
  expect(await harness.sql('select from claims where workspace_id = $1', of)).toEqual([])
  return (gateway + till) / 100
}

async function ready({
  thing,
  before,
  isOverdue,
}: {
  thing: Thing
  before: Before
  isOverdue?: boolean
}): Promise<Visit> {
  const visit = await bookVisit(thing, before)
  if (isOverdue) await later(16 * minuteMs)
  return visit
}

/** The first is in the middle of its transaction when the second begins. */
async function inOrder(
  { clinic }: Visit,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  const gate = await createDatabaseGate(
    harness,
    `before insert on audit_entries for each row when (new.workspace_id = ${clinic.workspaceId})`,
  )
  const begun = first()
  await gate.waitUntilReached()
  const next = second()
  // Some are refused without waiting.
  await Promise.race([next, gate.waitUntilReached(1)])
  await gate.open()
  await Promise.all([begun, next])
}

describe('a patient who cancels', () => {
  it.each(rows)(
    'a $thing that is $before is first, and $what: half of what was paid is refunded, or what comes later is returned [POL-03] [INV-22] [INV-29]',
    async (race) => {
      const visit = await ready(race)
      await inOrder(
        visit,
        async () => expect((await press(harness, visit)).status).toBe(303),
        () => race.move(visit),
      )
      await settled()
      expect(await loadKeptAmount(visit)).toBe(race.kept(race.before).first)
    },
  )

  it.each(rows)(
    'a $thing that is $before is last, and $what: the money is where the visit says it is [POL-03] [INV-22] [INV-29]',
    async (race) => {
      const visit = await ready(race)
      await inOrder(
        visit,
        () => race.move(visit),
        async () => expect([303, 409]).toContain((await press(harness, visit)).status),
      )
      await settled()
      expect(await loadKeptAmount(visit)).toBe(race.kept(race.before).last)
    },
  )

  it.each(rows.filter(({ before }) => before === 'paid online'))(
    'a $thing has asked the gateway when $what: the patient was first [POL-03] [INV-22] [A-205]',
    async (race) => {
      for (const when of ['before', 'after'] as const) {
        const visit = await ready(race)
        const { reached, goOn } = harness.pauseNext('refund', when)
        const pressed = press(harness, visit)
        await reached
        await race.move(visit)
        goOn()
        expect((await pressed).status).toBe(303)
        await settled()
        expect(await loadKeptAmount(visit)).toBe(race.kept(race.before).first)
      }
    },
  )

  // By chance either is first; the orders above are certain.
  const atOnce = runSize(
    rows.filter(({ before }) => before === 'paid online' || before === 'paid at the gateway'),
    rows,
  )
  it.each(atOnce)(
    'a $thing that is $before does so at the same moment as $what: one of them is first [POL-03] [INV-22] [INV-29]',
    async (race) => {
      const { first, last } = race.kept(race.before)
      for (let round = 0; round < runSize(1, 10); round += 1) {
        const visit = await ready(race)
        const both = [() => press(harness, visit), () => race.move(visit)]
        await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((begin) => begin()))
        await settled()
        expect([first, last]).toContain(await loadKeptAmount(visit))
      }
    },
  )
})

it('never deadlocks in any of these tests', async () => {
  expect(await countDeadlocks(harness)).toBe(0)
})
