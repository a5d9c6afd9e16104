import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  queryString,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'
import { fastCheckOptions, runSize } from '../../../../test/support/run/sizes.ts'

const house = await openHarness()
const monday = '2030-01-07'

async function showDay(clinic: Clinic, input: Json = {}): Promise<Json> {
  return house.operate('day-show', {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    date: monday,
    ...input,
  })
}
const findColumn = (day: Json, clinic: Clinic, doctor: string) =>
  day.doctors.find(({ doctorId }: Json) => doctorId === clinic.id('practitioner', doctor))
const loadSchedule = async (clinic: Clinic, date: string) => {
  const { json } = await clinic.get(
    `/v1/appointments/schedule-slots?${queryString({ addressId: clinic.id('location', 'jaipur'), appointmentDate: date })}`,
  )
  return json
}

describe('a column', () => {
  it('exists for everyone who works, would work on such a weekday, or has visits; closed days say why they are closed [DAY-01]', async () => {
    const clinic = await house.clinic()
    const working = await showDay(clinic)
    expect(working).toMatchObject({
      timezone: 'Asia/Kolkata',
      date: monday,
      now: expect.stringMatching(/\+05:30$/),
    })
    expect(working.doctors.map(({ doctorName, hoursBy }: Json) => [doctorName, hoursBy])).toEqual([
      ['Dr Asha Rao', 'WEEKDAY'],
      ['Meera Shah', 'WEEKDAY'],
    ])
    expect(findColumn(working, clinic, 'asha-rao').hours).toEqual([
      {
        fromDateTimeIso: `${monday}T09:00:00+05:30`,
        toDateTimeIso: `${monday}T13:00:00+05:30`,
        modes: ['OFFLINE', 'ONLINE', 'WALK_IN'],
      },
      {
        fromDateTimeIso: `${monday}T16:00:00+05:30`,
        toDateTimeIso: `${monday}T19:00:00+05:30`,
        modes: ['OFFLINE', 'WALK_IN'],
      },
    ])
    expect(
      findColumn(await showDay(clinic, { date: '2030-01-15' }), clinic, 'asha-rao'),
    ).toMatchObject({ hoursBy: 'DATE', hours: [], slots: [], isBookable: true })
    expect((await showDay(clinic, { date: '2030-01-06' })).doctors).toEqual([])
    const only = await showDay(clinic, { doctorIds: [clinic.id('practitioner', 'meera-shah')] })
    expect(only.doctors.map(({ doctorName }: Json) => doctorName)).toEqual(['Meera Shah'])
    // A practitioner who has left is shown with the visits that are still to come.
    const { id } = (await book(clinic, slotTimes('10:00'))).json.appointment
    await clinic.change(({ practitioners }) =>
      Object.assign(practitioners['asha-rao'] ?? {}, { membership: 'inactive' }),
    )
    expect(findColumn(await showDay(clinic), clinic, 'asha-rao')).toMatchObject({
      isBookable: false,
      hours: [],
      slots: [],
      visits: [{ id }],
    })
  })

  it('distinguishes held unpaid time, and time taken at another location, from visits here [DAY-01] [DAY-02]', async () => {
    const clinic = await house.clinic(({ practitioners }) => {
      const asha = practitioners['asha-rao']
      if (asha?.at.jaipur)
        asha.at.berlin = {
          slotMinutes: 30,
          fees: [{ mode: 'OFFLINE', amount: 60 }],
          hours: [{ days: ['MON'], from: '05:30', to: '08:00', modes: ['OFFLINE'] }],
        }
    })
    const held = (await book(clinic, { ...slotTimes('09:00'), paymentStatus: 'PENDING' })).json
      .appointment
    const paid = (
      await book(clinic, { ...slotTimes('09:15'), paymentStatus: 'PAID', followUp: false })
    ).json.appointment
    const elsewhere = (
      await book(clinic, {
        ...slotTimes('10:00', 30),
        addressId: clinic.id('location', 'berlin'),
        consultationCharge: 60,
        currency: 'EUR',
      })
    ).json.appointment
    const gone = (await book(clinic, slotTimes('11:00'))).json.appointment
    await house.operate('visit-cancel', { workspace: clinic.name, id: gone.id })
    const column = findColumn(await showDay(clinic), clinic, 'asha-rao')
    expect(column.busy).toEqual([
      {
        fromDateTimeIso: held.fromDateTimeTs,
        toDateTimeIso: held.toDateTimeTs,
        kind: 'HELD',
        appointmentId: held.id,
      },
      {
        fromDateTimeIso: `${monday}T10:00:00+05:30`,
        toDateTimeIso: `${monday}T10:30:00+05:30`,
        kind: 'ELSEWHERE',
        appointmentId: elsewhere.id,
      },
    ])
    expect(
      column.visits.map(({ id, status, paymentStatus }: Json) => [id, status, paymentStatus]),
    ).toEqual([
      [held.id, 'SCHEDULED', 'PENDING'],
      [paid.id, 'SCHEDULED', 'PAID'],
      [gone.id, 'CANCELLED', 'UNPAID'],
    ])
    expect(column.visits[0].patient).toMatchObject({
      id: held.patientId,
      firstName: 'Meera',
      lastName: 'Iyer',
    })
  })

  it('has the shifts of a queue with their tokens, and their patients are audited [DAY-01] [DASH-14]', async () => {
    const clinic = await house.clinic()
    const taken = (
      await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { appointmentDate: monday }),
      )
    ).json.visit
    const [morning, evening] = findColumn(await showDay(clinic), clinic, 'meera-shah').queues
    expect(morning).toMatchObject({
      shift: 'morning',
      state: 'NOT_STARTED',
      bookedCount: 1,
      maxAppointments: 40,
    })
    expect(morning.tokens).toMatchObject([
      {
        id: taken.visitId,
        tokenDisplay: 'A-1',
        status: 'WAITING',
        paymentStatus: 'UNPAID',
        payableAmount: 300,
      },
    ])
    expect(evening).toMatchObject({ shift: 'evening', tokens: [] })
    const noted =
      "select operator from audit_entries where workspace_id = $1 and patient_id = $2 and action = 'READ'"
    expect(await house.sql(noted, [clinic.workspaceId, taken.patientId])).toEqual([
      { operator: 'tester' },
    ])
  })

  it('says of what the clinic tells patients, and of nothing once that is switched off [DAY-08] [DAY-12]', async () => {
    const clinic = await house.clinic(({ workspace }) =>
      Object.assign(workspace, { notices: { move: true, late: true, cancellation: false } }),
    )
    expect((await showDay(clinic)).notices).toEqual(['move', 'late'])
    await house.operate('notices-off', { workspace: clinic.name })
    expect((await showDay(clinic)).notices).toEqual([])
    expect((await showDay(await house.clinic())).notices).toEqual([])
  })

  it('does not exist for a location of another clinic', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    await expect(showDay(clinic, { addressId: other.id('location', 'jaipur') })).rejects.toThrow(
      'No such location in this workspace',
    )
    await expect(showDay(clinic, { date: '2040-01-01' })).rejects.toThrow('date must be at most')
  })
})

it('matches schedule-slots and search, for all kinds of bookings [DAY-01]', async () => {
  const clock = fc
    .integer({ min: 36, max: 75 })
    .map(
      (quarter) =>
        `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
    )
  const bookings = fc.array(
    fc.record({ clock, date: fc.constantFrom(monday, '2030-01-08'), isCancelled: fc.boolean() }),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(bookings, fc.boolean(), async (wanted, isWorkedAtNight) => {
      const clinic = await house.clinic(({ practitioners }) => {
        const jaipur = practitioners['asha-rao']?.at.jaipur
        if (isWorkedAtNight && jaipur)
          jaipur.hours = [
            ...(jaipur.hours ?? []),
            { days: ['MON'], from: '19:00', to: '24:00', modes: ['OFFLINE'] },
          ]
      })
      for (const { clock, date, isCancelled } of wanted) {
        const { status, json } = await book(clinic, slotTimes(clock, 15, date))
        if (status === 201 && isCancelled)
          await house.operate('visit-cancel', { workspace: clinic.name, id: json.appointment.id })
      }
      for (const date of [monday, '2030-01-08']) {
        const day = await showDay(clinic, { date })
        const listed = (await loadSchedule(clinic, date)).map(({ doctorId, slots }: Json) => [
          doctorId,
          slots.map(({ fromDateTimeIso, toDateTimeIso, modes, status, ...visit }: Json) =>
            JSON.stringify([fromDateTimeIso, toDateTimeIso, modes, status, visit.appointmentId]),
          ),
        ])
        expect(
          day.doctors.map(({ doctorId, slots }: Json) => [
            doctorId,
            slots.map(({ fromDateTimeIso, toDateTimeIso, modes, status, appointmentId }: Json) =>
              JSON.stringify([fromDateTimeIso, toDateTimeIso, modes, status, appointmentId]),
            ),
          ]),
        ).toEqual(listed)
        const { json } = await clinic.post('/v1/appointments/search', {
          startDate: date,
          endDate: date,
          addressId: clinic.id('location', 'jaipur'),
          size: 100,
        })
        const found = json.list.map((visit: Json) => [
          visit.id,
          visit.fromDateTimeTs,
          visit.status,
          visit.payableAmount,
        ])
        const visits = day.doctors.flatMap(({ visits }: Json) => visits)
        expect(
          visits
            .map((visit: Json) => [
              visit.id,
              visit.fromDateTimeTs,
              visit.status,
              visit.payableAmount,
            ])
            .sort(),
        ).toEqual(found.sort())
      }
    }),
    { numRuns: runSize(6, 60), ...fastCheckOptions },
  )
})
