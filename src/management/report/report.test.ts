// The report of a clinic: what it counts, who may see it, and how stored past days follow later
// changes.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { openQueueDesk, shiftId, startShift } from '../../../test/support/clinic/queue-clinic.ts'
import { bookTokens } from '../../../test/support/screens/watched-queue.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { dateAt, isoAt } from '../../base/values/clinic-time.ts'
import { storeAllPastDays } from './count-days.ts'
import { lengthMs } from './offered.ts'

const house = await openHarness()
const zone = 'Asia/Kolkata'
const day = 86_400_000

const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const report = (clinic: Clinic, input: Json) => operate(clinic, 'report-show', input)
const today = () => dateAt(zone, house.application.clock.now())

/** The next Monday, as the clock of the tests advances from test to test. */
function nextMonday(): string {
  let date = addDays(today(), 1)
  while (new Date(`${date}T00:00:00Z`).getUTCDay() !== 1) date = addDays(date, 1)
  return date
}

async function visit(
  clinic: Clinic,
  date: string,
  clock: string,
  changes: Json = {},
): Promise<number> {
  const { status, json } = await book(clinic, {
    patientPayload: { firstName: `At ${clock} on ${date}` },
    ...slotTimes(clock, 15, date),
    ...changes,
  })
  expect(status, JSON.stringify(json)).toBe(201)
  return json.appointment.id
}
const over = (date: string) => house.moveTo(`${addDays(date, 2)}T00:00:00Z`)
const keptDays = async (clinic: Clinic) =>
  (
    await house.sql(
      "select to_char(date, 'YYYY-MM-DD') as date from report_days where workspace_id = $1 order by date",
      [clinic.workspaceId],
    )
  ).map(({ date }) => date)
const keptHours = (clinic: Clinic, date: string) =>
  house.sql(
    'select offered_minutes, offered_places from offered_hours where workspace_id = $1 and date = $2 order by doctor_id',
    [clinic.workspaceId, date],
  )

describe('the days of a report', () => {
  it('are those of the month until today, or as requested, by day, week or month, including empty ones [REPORT-01]', async () => {
    const clinic = await house.clinic()
    const monday = nextMonday()
    await visit(clinic, monday, '09:00')
    const shown = await report(clinic, { from: monday, to: addDays(monday, 13), by: 'week' })
    expect(shown.periods.map(({ date, visits }: Json) => [date, visits])).toEqual([
      [monday, 1],
      [addDays(monday, 7), 0],
    ])
    // Five days of seven hours for Asha, and of eight for Jonas in Berlin.
    expect(
      shown.practitioners.map(({ doctor, offeredMinutes }: Json) => [doctor, offeredMinutes]),
    ).toContainEqual(['Jonas Weber', 2 * 5 * 480])
    const usual = await report(clinic, {})
    expect([usual.from, usual.to, usual.today]).toEqual([
      `${today().slice(0, 8)}01`,
      today(),
      today(),
    ])
    const months = await report(clinic, { from: monday, to: addDays(monday, 40), by: 'month' })
    expect(months.periods[0].date).toBe(`${monday.slice(0, 8)}01`)
  })

  it('are at most 366, in order, for an existing practitioner and location [REPORT-01]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    await expect(report(clinic, { from: '2030-01-01', to: '2031-01-02' })).rejects.toThrow(
      'at most 366 days',
    )
    await expect(report(clinic, { from: '2030-01-02', to: '2030-01-01' })).rejects.toThrow(
      'from must not be after to',
    )
    await expect(
      report(clinic, { doctorId: other.id('practitioner', 'asha-rao') }),
    ).rejects.toThrow()
    await expect(report(clinic, { addressId: other.id('location', 'jaipur') })).rejects.toThrow()
    expect((await report(clinic, { from: '2030-01-01', to: '2031-01-01' })).periods).toHaveLength(
      366,
    )
  })

  it('are stored once they are over everywhere, and not before [REPORT-03]', async () => {
    const clinic = await house.clinic((file) => {
      if (file.locations.berlin) file.locations.berlin.timezone = 'Pacific/Pago_Pago'
    })
    const monday = nextMonday()
    await visit(clinic, monday, '09:00')
    const range = { from: monday, to: monday }
    // In Jaipur it is over; on Samoa, 16 and a half hours behind, it is not.
    await house.moveTo(`${addDays(monday, 1)}T05:00:00Z`)
    expect((await report(clinic, range)).total).toMatchObject({ visits: 1, missed: 1 })
    expect(await keptDays(clinic)).toEqual([])
    await house.moveTo(`${addDays(monday, 1)}T12:30:00Z`)
    expect((await report(clinic, range)).total).toMatchObject({ visits: 1, missed: 1 })
    expect(await keptDays(clinic)).toEqual([monday])
  })

  it('are stored by the service itself, from the first visit on, and again when they change [REPORT-03]', async () => {
    const clinic = await house.clinic()
    const monday = nextMonday()
    const id = await visit(clinic, monday, '09:00')
    await over(addDays(monday, 1))
    await storeAllPastDays(house.application)
    expect(await keptDays(clinic)).toEqual([0, 1, 2].map((days) => addDays(monday, days)))
    await operate(clinic, 'visit-status', { id, status: 'COMPLETED' })
    const stale = () =>
      house.sql('select 1 from stale_report_days where workspace_id = $1', [clinic.workspaceId])
    expect(await stale()).not.toEqual([])
    await storeAllPastDays(house.application)
    expect(await stale()).toEqual([])
    const kept = await house.sql(
      'select completed::int, missed::int from report_sums where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(kept).toEqual([{ completed: 1, missed: 0 }])
  })
})

describe('the stored past day', () => {
  it('follows a visit that is moved away, voided or recorded late, and the patient who then counts as new elsewhere [REPORT-01] [A-208]', async () => {
    const clinic = await house.clinic()
    const monday = nextMonday()
    const patientPayload = { firstName: 'Twice', phoneNumber: '9876500077' }
    const first = await visit(clinic, monday, '09:00', { patientPayload })
    const second = await visit(clinic, addDays(monday, 1), '09:00', { patientPayload })
    const voided = await visit(clinic, monday, '09:15')
    const moved = await visit(clinic, monday, '09:30')
    await house.moveTo(`${addDays(monday, 1)}T04:00:00Z`)
    await operate(clinic, 'visit-status', { id: second, status: 'COMPLETED' })
    await over(addDays(monday, 1))
    const days = async () => {
      const { periods } = await report(clinic, { from: monday, to: addDays(monday, 9) })
      return periods.map(({ visits, newPatients }: Json) => [visits, newPatients])
    }
    expect((await days()).slice(0, 2)).toEqual([
      [3, 0],
      [1, 1],
    ])
    // Recording on Thursday that the patient came on Monday makes Tuesday's visit a returning one.
    await operate(clinic, 'visit-status', { id: first, status: 'COMPLETED' })
    expect((await days()).slice(0, 2)).toEqual([
      [3, 1],
      [1, 0],
    ])
    await operate(clinic, 'visit-cancel', { id: voided, void: true })
    expect((await days()).slice(0, 2)).toEqual([
      [2, 1],
      [1, 0],
    ])
    const next = addDays(monday, 7)
    await operate(clinic, 'visit-move', { id: moved, to: `${next}T09:30` })
    expect((await days()).map(([visits]: number[]) => visits)).toEqual([
      1, 1, 0, 0, 0, 0, 0, 1, 0, 0,
    ])
  })

  it('follows a merge of two records, and an erasure [REPORT-01]', async () => {
    const clinic = await house.clinic()
    const monday = nextMonday()
    const came = async (name: string, date: string, clock: string) => {
      const id = await visit(clinic, date, clock, { patientPayload: { firstName: name } })
      const { json } = await clinic.post('/v1/appointments/search', { startDate: date, size: 50 })
      return { id, patientId: json.list.find((one: Json) => one.id === id).patientId }
    }
    const one = await came('Meera', monday, '10:00')
    const other = await came('Mira', addDays(monday, 1), '10:00')
    await house.moveTo(`${addDays(monday, 1)}T06:00:00Z`)
    for (const { id } of [one, other])
      await operate(clinic, 'visit-status', { id, status: 'COMPLETED' })
    await over(addDays(monday, 1))
    const isNew = async () =>
      (await report(clinic, { from: monday, to: addDays(monday, 1) })).periods.map(
        ({ newPatients }: Json) => newPatients,
      )
    expect(await isNew()).toEqual([1, 1])
    await operate(clinic, 'patient-merge', {
      from: one.patientId,
      into: other.patientId,
      reason: 'One person',
      confirmed: true,
    })
    expect(await isNew()).toEqual([1, 0])
    await operate(clinic, 'patient-erase', { id: other.patientId, confirmed: true })
    expect(await isNew()).toEqual([1, 0])
  })

  it('has the hours that applied when it was over, and not later ones; late ones are marked as estimated [REPORT-01]', async () => {
    const clinic = await house.clinic()
    const monday = nextMonday()
    await visit(clinic, monday, '09:00')
    await operate(clinic, 'block-add', {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      fromDateTimeIso: slotTimes('12:00', 15, monday).fromDateTimeIso,
      toDateTimeIso: slotTimes('16:30', 15, monday).fromDateTimeIso,
      reason: 'Training',
    })
    const range = { from: monday, to: monday, doctorId: clinic.id('practitioner', 'asha-rao') }
    // Four hours and three, less one and a half that are blocked.
    expect((await report(clinic, range)).total).toMatchObject({
      offeredMinutes: 330,
      bookedMinutes: 15,
    })
    await house.moveTo(`${addDays(monday, 1)}T12:00:00Z`)
    expect(await report(clinic, range)).toMatchObject({
      total: { offeredMinutes: 330 },
      hoursEstimatedUntil: null,
    })
    expect(await keptHours(clinic, monday)).toEqual(
      expect.arrayContaining([
        { offered_minutes: 330, offered_places: 0 },
        { offered_minutes: 0, offered_places: 43 },
      ]),
    )
    await clinic.change((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice)
        practice.hours = [{ days: ['MON'], from: '09:00', to: '10:00', modes: ['OFFLINE'] }]
    })
    expect((await report(clinic, range)).total).toMatchObject({ offeredMinutes: 330 })
    // The days are counted again without looking up their hours again.
    await house.sql('delete from report_days where workspace_id = $1', [clinic.workspaceId])
    expect((await report(clinic, range)).total).toMatchObject({ offeredMinutes: 330 })
    const before = addDays(monday, -7)
    expect(await report(clinic, { ...range, from: before, to: before })).toMatchObject({
      total: { offeredMinutes: 60 },
      hoursEstimatedUntil: before,
    })
  })

  it('stays when the practitioner and the location are removed [REPORT-01]', async () => {
    const clinic = await house.clinic()
    const monday = nextMonday()
    await visit(clinic, monday, '09:00')
    await over(monday)
    const range = { from: monday, to: monday }
    const before = await report(clinic, range)
    await clinic.change((file) => {
      const doctor = file.practitioners['asha-rao']
      if (doctor) doctor.membership = 'inactive'
    })
    expect(await report(clinic, range)).toEqual(before)
    expect(before.practitioners.find(({ doctor }: Json) => doctor === 'Dr Asha Rao')).toMatchObject(
      { visits: 1, offeredMinutes: 420 },
    )
  })

  it('is counted again once a zone changes, because it may not be over, or money may belong to another day [REPORT-01]', async () => {
    const clinic = await createPayingClinic(house)
    const monday = nextMonday()
    const id = await visit(clinic, addDays(monday, 1), '09:00', { paymentStatus: 'UNPAID' })
    await house.moveTo(`${monday}T19:00:00Z`)
    await operate(clinic, 'visit-pay', { id, method: 'CASH' })
    await over(addDays(monday, 1))
    const days = async () =>
      (await report(clinic, { from: monday, to: addDays(monday, 1) })).periods.map(
        ({ money }: Json) => money.length,
      )
    expect(await days()).toEqual([0, 1])
    await clinic.change((file) => {
      if (file.locations.jaipur) file.locations.jaipur.timezone = 'Europe/London'
    })
    expect(await keptDays(clinic)).toEqual([])
    expect(await days()).toEqual([1, 0])
  })

  it('is counted by one of several concurrent requests, and correct for all [REPORT-03]', async () => {
    const clinic = await house.clinic()
    const monday = nextMonday()
    const id = await visit(clinic, monday, '09:00')
    await over(monday)
    const range = { from: addDays(monday, -20), to: monday }
    const reports = await Promise.all([
      ...Array.from({ length: 6 }, () => report(clinic, range)),
      operate(clinic, 'visit-status', { id, status: 'COMPLETED' }).then(() =>
        report(clinic, range),
      ),
    ])
    expect(reports.map(({ total }) => total.visits)).toEqual(Array(7).fill(1))
    expect(reports.at(-1).total.completed).toBe(1)
    expect((await report(clinic, range)).total).toMatchObject({ completed: 1, missed: 0 })
    expect(
      await house.sql('select date from report_days where workspace_id = $1', [clinic.workspaceId]),
    ).toHaveLength(21)
  })

  it('does not include another workspace [REPORT-01]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const monday = nextMonday()
    const id = await visit(clinic, monday, '09:00')
    await over(monday)
    const range = { from: monday, to: monday }
    expect((await report(clinic, range)).total.visits).toBe(1)
    expect((await report(other, range)).total.visits).toBe(0)
    await operate(clinic, 'visit-status', { id, status: 'COMPLETED' })
    expect(
      await house.sql('select 1 from stale_report_days where workspace_id = $1', [
        other.workspaceId,
      ]),
    ).toEqual([])
    expect((await report(clinic, range)).total).toMatchObject({ completed: 1, missed: 0 })
  })
})

describe('money', () => {
  it('is listed by payment method and currency on the day it moved: desk, gateway, elsewhere, and refunds [REPORT-01]', async () => {
    const clinic = await createPayingClinic(house)
    const monday = nextMonday()
    const paid = await visit(clinic, monday, '09:00', { paymentStatus: 'UNPAID' })
    await operate(clinic, 'visit-pay', { id: paid, method: 'CARD' })
    const began = today()
    const mistaken = await visit(clinic, monday, '09:45', { paymentStatus: 'UNPAID' })
    const { id: mistake } = await operate(clinic, 'visit-pay', { id: mistaken, method: 'UPI' })
    await operate(clinic, 'payments-correct', { id: mistake, reason: 'It was another' })
    await visit(clinic, monday, '09:15', { paymentStatus: 'PAID', paymentMode: 'INSURANCE' })
    const { json } = await reserve(clinic, {
      ...slotTimes('09:30', 15, monday),
      patientPayload: { firstName: 'Online' },
    })
    await actOnPaymentPage(house, json.checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef: json.sessionRef })
    const berlin = {
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'jonas-weber'),
    }
    const from = Date.parse(`${monday}T09:00:00Z`)
    const times = {
      fromDateTimeIso: isoAt('Europe/Berlin', from),
      toDateTimeIso: isoAt('Europe/Berlin', from + 1_800_000),
    }
    const inEuro = await clinic.post('/v1/appointments/book-appointment-unified', {
      ...createBookingBody(clinic, {
        ...berlin,
        ...times,
        paymentStatus: 'UNPAID',
        patientPayload: { firstName: 'Euro' },
      }),
      consultationCharge: 60,
      currency: 'EUR',
    })
    expect(inEuro.status, inEuro.text).toBe(201)
    await operate(clinic, 'visit-pay', { id: inEuro.json.appointment.id, method: 'CARD' })
    const money = async (from: string, to: string, more: Json = {}) =>
      (await report(clinic, { from, to, ...more })).money.map(
        ({ channel, method, currency, payments, taken, refunded, net }: Json) =>
          [channel, method, currency, payments, taken, refunded, net].join(' '),
      )
    expect(await money(began, monday)).toEqual([
      'DESK CARD EUR 1 60 0 60',
      'DESK CARD INR 1 500 0 500',
      'ELSEWHERE INSURANCE INR 1 500 0 500',
      'ONLINE ONLINE INR 1 500 0 500',
    ])
    expect(await money(began, monday, { addressId: berlin.addressId })).toEqual([
      'DESK CARD EUR 1 60 0 60',
    ])
    expect(await money(began, monday, berlin)).toEqual(['DESK CARD EUR 1 60 0 60'])
    // Long after the day of the payment, which stays as it was.
    await house.moveTo(`${addDays(monday, -1)}T04:00:00Z`)
    await operate(clinic, 'visit-cancel', { id: paid })
    await operate(clinic, 'visit-refund', { id: paid, percentage: 50, reason: 'Goodwill' })
    const refundedOn = today()
    await over(monday)
    expect(await money(refundedOn, refundedOn)).toEqual(['DESK CARD INR 0 0 250 -250'])
    expect(await money(began, began)).toEqual(
      expect.arrayContaining(['DESK CARD INR 1 500 0 500', 'ONLINE ONLINE INR 1 500 0 500']),
    )
    expect(await money(monday, monday)).toEqual(['ELSEWHERE INSURANCE INR 1 500 0 500'])
  })

  it('belongs to the day on the clock of the location where it came in [REPORT-01]', async () => {
    const clinic = await createPayingClinic(house)
    const monday = nextMonday()
    const id = await visit(clinic, monday, '09:00', { paymentStatus: 'UNPAID' })
    // In Jaipur it is half past midnight; on the clock of Greenwich it is the day before.
    await house.moveTo(`${addDays(monday, -1)}T19:00:00Z`)
    await operate(clinic, 'visit-pay', { id, method: 'CASH' })
    const shown = await report(clinic, { from: addDays(monday, -2), to: monday })
    expect(shown.periods.map(({ money }: Json) => money.length)).toEqual([0, 0, 1])
  })
})

describe('waiting times', () => {
  it('are what patients were told when they began to wait, and how long they did [REPORT-01]', async () => {
    const clinic = await house.clinic()
    await house.moveTo(`${nextMonday()}T03:30:00Z`)
    const date = today()
    const tokens = await bookTokens(clinic, 4, { appointmentDate: date })
    const waits: Json[] = []
    await startShift(house, clinic)
    for (const token of tokens)
      waits.push((await house.call('GET', `/queue/${token}/state`)).json.view.wait)
    const staff = openQueueDesk(house, clinic)
    const minutes = [0, 20, 31, 52]
    const start = house.application.clock.now()
    for (const [index, minute] of minutes.entries()) {
      if (index > 0) await house.moveTo(new Date(start + minute * 60_000).toISOString())
      if (index > 0) await staff.act(index, 'complete')
      await staff.callNext()
      await staff.act(index + 1, 'begin')
    }
    const check = async () => {
      const { total } = await report(clinic, { from: date, to: date })
      const sum = (list: number[]) => list.reduce((a, b) => a + b, 0)
      expect(total).toMatchObject({
        waits: 4,
        toldFromMinutes: sum(waits.map(({ fromMinutes }) => fromMinutes)),
        toldToMinutes: sum(waits.map(({ toMinutes }) => toMinutes)),
        waitsAsTold: waits.filter(
          ({ fromMinutes, toMinutes }, index) =>
            fromMinutes <= (minutes[index] ?? 0) && (minutes[index] ?? 0) <= toMinutes,
        ).length,
      })
      expect(Math.abs(total.waitedSeconds - sum(minutes) * 60)).toBeLessThan(60)
    }
    await check()
    // A patient who joins a running queue waits from then on.
    await operate(clinic, 'token-give', {
      qmsWorkShiftId: shiftId(clinic),
      patientPayload: { firstName: 'Late' },
    })
    const [{ late }] = await house.sql(
      'select public_status_token as late from queue_visits where workspace_id = $1 order by id desc limit 1',
      [clinic.workspaceId],
    )
    const lateTold = (await house.call('GET', `/queue/${late}/state`)).json.view.wait
    await house.moveTo(new Date(start + 60 * 60_000).toISOString())
    await staff.callNext()
    waits.push(lateTold)
    minutes.push(8)
    const { total } = await report(clinic, { from: date, to: date })
    expect(total.waits).toBe(5)
    expect(total.toldToMinutes).toBe(waits.reduce((all, { toMinutes }) => all + toMinutes, 0))
    await over(date)
    expect((await report(clinic, { from: date, to: date })).total).toMatchObject({
      waits: 5,
      toldToMinutes: total.toldToMinutes,
      waitedSeconds: total.waitedSeconds,
    })
  })
})

describe('CSV', () => {
  it('has the figures of each table, and no formula [REPORT-02]', async () => {
    const clinic = await createPayingClinic(house, (file) => {
      const doctor = file.practitioners['asha-rao']
      if (doctor?.profile) doctor.profile.name = '=Asha, "Rao"'
    })
    const monday = nextMonday()
    const id = await visit(clinic, monday, '09:00', { paymentStatus: 'UNPAID' })
    await operate(clinic, 'visit-pay', { id, method: 'CASH' })
    const csv = async (table: string) =>
      (await report(clinic, { from: today(), to: monday, csv: table })).csv.trimEnd().split('\n')
    const shown = await report(clinic, { from: today(), to: monday })
    expect(shown.csv).toBeNull()
    const [heading, ...days] = await csv('periods')
    expect(heading).toMatch(/^date,visits,tokens,expected,/)
    expect(days).toHaveLength(shown.periods.length)
    expect(days.at(-1)).toMatch(new RegExp(`^${monday},1,0,1,`))
    expect((await csv('practitioners'))[1]).toContain(`"'=Asha, ""Rao""",1,0,1`)
    expect((await csv('locations'))[0]).toMatch(/^addressId,location,visits,/)
    expect(await csv('busy-hours')).toEqual(['weekday,hour,visits', 'MON,9,1'])
    expect(await csv('money')).toEqual([
      'date,channel,method,currency,payments,taken,refunded,net',
      `${today()},DESK,CASH,INR,1,500,0,500`,
    ])
  })
})

describe('rights', () => {
  const ownPage = { origin: 'http://clinic.test', host: 'clinic.test' }
  const post = (path: string, body: unknown, headers: Json = {}) =>
    house.call('POST', `/dashboard/api/${path}`, { headers: { ...ownPage, ...headers }, body })
  async function signedIn(clinic: Clinic, id: number) {
    const link = await house.operate('dashboard-link', { workspace: clinic.name, id })
    const reply = await post('sign-in/link', { token: String(link.url).split('#')[1] })
    return {
      cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
      'x-workspace': clinic.name,
    }
  }

  it('are those of insight; members who see only their own visits see only their own figures [REPORT-01] [DASH-10]', async () => {
    const clinic = await house.clinic((file: Json) => {
      file.roles = {
        ...file.roles,
        manager: { displayName: 'Manager', dashboard: 'manager' },
        desk: { displayName: 'Desk', dashboard: 'reception' },
        healer: { displayName: 'Healer', dashboard: 'practitioner', rights: { insight: 'read' } },
      }
      file.staff['nina-roy'].roles = ['manager']
      file.practitioners['asha-rao'].roles = ['healer']
      file.practitioners['jonas-weber'].roles = ['desk']
    })
    const asha = clinic.id('practitioner', 'asha-rao')
    const jonas = clinic.id('practitioner', 'jonas-weber')
    const call = (input: Json, headers: Json) => post('operations/report-show', input, headers)
    const monday = nextMonday()
    await visit(clinic, monday, '09:00')
    const range = { from: monday, to: monday }
    const manager = await signedIn(clinic, clinic.id('staff', 'nina-roy'))
    expect(
      (await call(range, manager)).json.practitioners.map(({ doctor }: Json) => doctor),
    ).toEqual(['Dr Asha Rao', 'Jonas Weber', 'Meera Shah'])
    const healer = await signedIn(clinic, asha)
    const own = (await call(range, healer)).json
    expect([
      own.doctorId,
      own.practitioners.map(({ doctor }: Json) => doctor),
      own.total.visits,
    ]).toEqual([asha, ['Dr Asha Rao'], 1])
    expect((await call({ ...range, doctorId: asha }, healer)).status).toBe(200)
    expect((await call({ ...range, doctorId: jonas }, healer)).status).toBe(403)
    expect((await call(range, await signedIn(clinic, jonas))).status).toBe(403)
  })
})

it('the time that others occupy is subtracted, and shared time is counted once', () => {
  const at = (from: number, to: number) => ({ from: from * day, to: to * day })
  expect(lengthMs([at(0, 4), at(2, 6), at(8, 9)], [at(1, 3), at(2, 3), at(5, 8.5)]) / day).toBe(
    1 + 2 + 0.5,
  )
  expect(lengthMs([], [at(0, 1)])).toBe(0)
})
