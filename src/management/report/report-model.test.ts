// Random histories of a clinic: whatever happens, and however late, each report equals a sum over
// search, and over the money that moved.

import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { createPayingClinic } from '../../../test/support/clinic/paying-clinic.ts'
import { openQueueDesk, shiftId, startShift } from '../../../test/support/clinic/queue-clinic.ts'
import {
  expectedReport,
  type MoneyMovement,
  normalizeReport,
} from '../../../test/support/clinic/report-oracle.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { dateAt, isoAt } from '../../base/values/clinic-time.ts'
import { Problem } from '../../base/values/problem.ts'
import { TerminalProblem } from '../../doors/cli/terminal-problem.ts'

const house = await openHarness()

type Step =
  | { what: 'book'; berlin: boolean; inDays: number; slot: number; patient: number; paid: boolean }
  | { what: 'token'; patient: number }
  | { what: 'queue'; doing: 'start' | 'next' | 'begin' | 'complete' | 'skip' | 'end'; pick: number }
  | {
      what: 'status'
      pick: number
      status: 'CONFIRMED' | 'IN_CONSULTATION' | 'COMPLETED' | 'NO_SHOW'
    }
  | { what: 'cancel'; pick: number; voided: boolean }
  | { what: 'move'; pick: number; inDays: number; slot: number }
  | { what: 'pay'; pick: number; method: string }
  | { what: 'correct'; pick: number }
  | { what: 'refund'; pick: number; percentage: number }
  | { what: 'merge'; from: number; into: number }
  | { what: 'erase'; pick: number }
  | { what: 'wait'; hours: number }
  | { what: 'report'; back: number; length: number; whose: 'all' | 'asha' | 'jaipur' }

const pick = fc.nat(1_000)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('book' as const),
      berlin: fc.boolean(),
      inDays: fc.nat(5),
      slot: fc.nat(9),
      patient: fc.nat(5),
      paid: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('token' as const), patient: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('queue' as const),
      doing: fc.constantFrom('start', 'next', 'begin', 'complete', 'skip', 'end'),
      pick,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('status' as const),
      pick,
      status: fc.constantFrom('CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('cancel' as const), pick, voided: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('move' as const),
      pick,
      inDays: fc.nat(4),
      slot: fc.nat(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('pay' as const),
      pick,
      method: fc.constantFrom('CASH', 'CARD', 'UPI'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('correct' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('refund' as const),
      pick,
      percentage: fc.constantFrom(25, 50, 100),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('merge' as const), from: fc.nat(5), into: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('erase' as const), pick: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 5, 20, 30, 55),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('report' as const),
      back: fc.nat(9),
      length: fc.nat(12),
      whose: fc.constantFrom('all', 'asha', 'jaipur'),
    }),
  },
)

interface Desk {
  clinic: Clinic
  zones: Record<number, string>
  people: number[]
  /** Visits and tokens that were booked, with what can be paid for them. */
  visits: {
    id: number
    doctorId: number
    addressId: number
    amount: number
    currency: string
    payment?: MoneyMovement & { id: number }
  }[]
  moved: MoneyMovement[]
}

const everything: Step[] = [
  ...[0, 1, 2, 3].map(
    (slot): Step => ({
      what: 'book',
      berlin: false,
      inDays: 0,
      slot,
      patient: slot,
      paid: slot === 3,
    }),
  ),
  { what: 'book', berlin: true, inDays: 1, slot: 0, patient: 0, paid: false },
  ...[0, 1, 2].map((patient): Step => ({ what: 'token', patient })),
  { what: 'pay', pick: 0, method: 'CASH' },
  { what: 'pay', pick: 1, method: 'CARD' },
  { what: 'wait', hours: 5 },
  { what: 'queue', doing: 'start', pick: 0 },
  { what: 'queue', doing: 'next', pick: 0 },
  { what: 'queue', doing: 'begin', pick: 0 },
  { what: 'queue', doing: 'complete', pick: 0 },
  { what: 'status', pick: 2, status: 'COMPLETED' },
  { what: 'wait', hours: 55 },
  { what: 'report', back: 3, length: 5, whose: 'all' },
  { what: 'cancel', pick: 0, voided: false },
  { what: 'refund', pick: 0, percentage: 50 },
  { what: 'correct', pick: 1 },
  { what: 'report', back: 3, length: 5, whose: 'asha' },
  { what: 'status', pick: 1, status: 'COMPLETED' },
  { what: 'cancel', pick: 3, voided: true },
  { what: 'status', pick: 4, status: 'NO_SHOW' },
  { what: 'move', pick: 4, inDays: 4, slot: 3 },
  { what: 'report', back: 3, length: 9, whose: 'jaipur' },
  { what: 'merge', from: 2, into: 1 },
  { what: 'erase', pick: 0 },
  { what: 'report', back: 4, length: 9, whose: 'all' },
]

const operate = ({ clinic }: Desk, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })
const today = (zone = 'Asia/Kolkata') => dateAt(zone, house.application.clock.now())
const chosen = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)]

/**
 * Moves the clock, and waits until the work that is due then is done: queues that no one ended are
 * settled.
 */
async function advance(ms: number) {
  await house.operate('clock-advance', { ms })
  await vi.waitFor(async () => {
    await house.application.dueWork.tick()
    expect(
      await house.sql("select from due_work where state = 'WAITING' and due_at <= $1", [
        new Date(house.application.clock.now()),
      ]),
    ).toEqual([])
  }, 300_000)
}

/** What was done and not refused, in any of the histories. */
const done = new Set<Step['what']>()

/** Runs a step; a refused step changes nothing, and does not count. */
async function take(desk: Desk, asked: Step): Promise<void> {
  const { clinic, visits, moved, people } = desk
  const refused = async (work: Promise<unknown>) => {
    try {
      const result = await work
      done.add(asked.what)
      return result ?? true
    } catch (error) {
      if (!(error instanceof Problem || error instanceof TerminalProblem)) throw error
      return undefined
    }
  }
  const buildSlot = (berlin: boolean, inDays: number, slot: number) => {
    const zone = berlin ? 'Europe/Berlin' : 'Asia/Kolkata'
    const minutes = berlin ? 30 : 15
    const date = addDays(today(zone), inDays)
    const from =
      Date.parse(`${date}T00:00:00Z`) +
      (berlin ? 9 * 60 : 9 * 60 - 330) * 60_000 +
      slot * minutes * 60_000
    return {
      fromDateTimeIso: isoAt(zone, from),
      toDateTimeIso: isoAt(zone, from + minutes * 60_000),
    }
  }
  switch (asked.what) {
    case 'book': {
      const [location, practitioner] = asked.berlin
        ? ['berlin', 'jonas-weber']
        : ['jaipur', 'asha-rao']
      const addressId = clinic.id('location', location)
      const doctorId = clinic.id('practitioner', practitioner)
      const { status, json } = await clinic.post('/v1/appointments/book-appointment-unified', {
        addressId,
        doctorId,
        patientId: chosen(people, asked.patient),
        source: 'DEVELOPER_API',
        ...buildSlot(asked.berlin, asked.inDays, asked.slot),
        mode: 'OFFLINE',
        type: 'CONSULTATION',
        bookingType: 'ONE_TIME_APPOINTMENT',
        paymentMode: 'CASH',
        consultationCharge: asked.berlin ? 60 : 500,
        currency: asked.berlin ? 'EUR' : 'INR',
        paymentStatus: asked.paid ? 'PAID' : 'UNPAID',
      })
      if (status !== 201) return
      done.add('book')
      visits.push({
        id: json.appointment.id,
        doctorId,
        addressId,
        amount: asked.berlin ? 60 : 500,
        currency: asked.berlin ? 'EUR' : 'INR',
      })
      return
    }
    case 'token':
      await refused(
        operate(desk, 'token-give', {
          qmsWorkShiftId: shiftId(clinic),
          patientId: chosen(people, asked.patient),
        }),
      )
      return
    case 'queue': {
      const staff = openQueueDesk(house, clinic)
      const number = 1 + (asked.pick % 4)
      if (asked.doing === 'start') await refused(startShift(house, clinic))
      else if (asked.doing === 'next') await refused(staff.callNext())
      else if (asked.doing === 'end') await refused(staff.end())
      else await refused(staff.act(number, asked.doing))
      return
    }
    case 'status':
      await refused(
        operate(desk, 'visit-status', { id: chosen(visits, asked.pick)?.id, status: asked.status }),
      )
      return
    case 'cancel':
      await refused(
        operate(desk, 'visit-cancel', {
          id: chosen(visits, asked.pick)?.id,
          ...(asked.voided && { void: true }),
        }),
      )
      return
    case 'move': {
      const visit = chosen(visits, asked.pick)
      if (visit)
        await refused(
          operate(desk, 'visit-move', {
            id: visit.id,
            to: buildSlot(visit.currency === 'EUR', asked.inDays, asked.slot).fromDateTimeIso.slice(
              0,
              16,
            ),
          }),
        )
      return
    }
    case 'pay': {
      const visit = chosen(visits, asked.pick)
      const paid =
        visit &&
        ((await refused(
          operate(desk, 'visit-pay', { id: visit.id, method: asked.method }),
        )) as Json)
      if (!visit || !paid) return
      const { doctorId, addressId, amount, currency } = visit
      const move: MoneyMovement = {
        date: today(desk.zones[addressId]),
        doctorId,
        addressId,
        channel: 'DESK',
        method: asked.method,
        currency,
        taken: amount,
        refunded: 0,
      }
      visit.payment = { ...move, id: paid.id }
      moved.push(move)
      return
    }
    case 'correct': {
      const visit = chosen(
        visits.filter(({ payment }) => payment),
        asked.pick,
      )
      const payment = visit?.payment
      if (
        !visit ||
        !payment ||
        !(await refused(
          operate(desk, 'payments-correct', { id: payment.id, reason: 'It was another' }),
        ))
      )
        return
      const { id: _, ...move } = payment
      moved.push({ ...move, date: today(desk.zones[visit.addressId]), taken: -visit.amount })
      delete visit.payment
      return
    }
    case 'refund': {
      const visit = chosen(visits, asked.pick)
      if (!visit) return
      const given = (await refused(
        operate(desk, 'visit-refund', {
          id: visit.id,
          percentage: asked.percentage,
          reason: 'Goodwill',
        }),
      )) as Json
      if (!given || !visit.payment) return
      const { id: _, ...move } = visit.payment
      moved.push({
        ...move,
        date: today(desk.zones[visit.addressId]),
        taken: 0,
        refunded: (visit.amount * asked.percentage) / 100,
      })
      return
    }
    case 'merge': {
      const from = chosen(people, asked.from)
      const into = chosen(people, asked.into)
      if (
        from !== into &&
        (await refused(
          operate(desk, 'patient-merge', { from, into, reason: 'One person', confirmed: true }),
        ))
      )
        people.splice(people.indexOf(from ?? 0), 1)
      return
    }
    case 'erase': {
      const id = chosen(people, asked.pick)
      if (
        people.length > 2 &&
        (await refused(operate(desk, 'patient-erase', { id, confirmed: true })))
      )
        people.splice(people.indexOf(id ?? 0), 1)
      return
    }
    case 'wait':
      await advance(asked.hours * 3_600_000)
      return
    case 'report': {
      const from = addDays(today(), -asked.back)
      await compare(desk, { from, to: addDays(from, asked.length) }, asked.whose)
    }
  }
}

async function compare(
  desk: Desk,
  range: { from: string; to: string },
  whose: 'all' | 'asha' | 'jaipur',
) {
  const { clinic, moved, zones } = desk
  const query = {
    ...range,
    ...(whose === 'asha' && { doctorId: clinic.id('practitioner', 'asha-rao') }),
    ...(whose === 'jaipur' && { addressId: clinic.id('location', 'jaipur') }),
  }
  const expected = await expectedReport(clinic, query, moved, zones)
  const report = await operate(desk, 'report-show', query)
  const shown = normalizeReport(report)
  // Consultations of tokens are in the busy hours too, and nothing else is.
  const began = await house.sql(
    `select to_char(v.began_at at time zone 'Asia/Kolkata', 'HH24')::int as hour, upper(to_char(v.appointment_date, 'DY')) as weekday
     from queue_visits v where v.workspace_id = $1 and v.began_at is not null and v.appointment_date between $2 and $3`,
    [clinic.workspaceId, range.from, range.to],
  )
  const starts: Record<string, number> = { ...expected.starts }
  if (whose !== 'asha')
    for (const { weekday, hour } of began)
      starts[`${weekday} ${hour}`] = (starts[`${weekday} ${hour}`] ?? 0) + 1
  expect(shown, JSON.stringify(query)).toEqual({ ...expected, starts })
  for (const by of ['week', 'month']) {
    const other = await operate(desk, 'report-show', { ...query, by })
    expect({ ...other, by: 'day', periods: [] }, by).toEqual({ ...report, periods: [] })
    const sum = (periods: Json[]) =>
      periods.reduce(
        (all, { visits, offeredMinutes, waitedSeconds }) => [
          all[0] + visits,
          all[1] + offeredMinutes,
          all[2] + waitedSeconds,
        ],
        [0, 0, 0],
      )
    expect(sum(other.periods), by).toEqual(sum(report.periods))
  }
}

it('equals a sum over search, however late days change [REPORT-01] [A-208]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60 }), async (steps) => {
      const clinic = await createPayingClinic(house)
      const zones = {
        [clinic.id('location', 'jaipur')]: 'Asia/Kolkata',
        [clinic.id('location', 'berlin')]: 'Europe/Berlin',
      }
      const people = (
        await house.sql(
          `insert into patients (workspace_id, mrn_number, first_name, first_name_folded, country_code, phone_number, phone_normalised, created_at, updated_at)
           select $1, 'P' || n, 'P' || n, 'p' || n, '+91', '98765432' || (10 + n), '+9198765432' || (10 + n), now(), now() from generate_series(1, 6) n returning id::int`,
          [clinic.workspaceId],
        )
      ).map(({ id }) => id)
      const desk: Desk = { clinic, zones, people, visits: [], moved: [] }
      const began = today()
      for (const one of steps) await take(desk, one)
      await compare(desk, { from: began, to: addDays(began, 30) }, 'all')
      await advance(7 * 86_400_000)
      await compare(desk, { from: began, to: addDays(began, 30) }, 'all')
    }),
    { numRuns: runSize(15, 150), examples: [[everything]], ...fastCheckOptions },
  )
  expect([...done].sort()).toEqual(
    [...new Set(everything.map(({ what }) => what))]
      .filter((what) => what !== 'wait' && what !== 'report')
      .sort(),
  )
})
