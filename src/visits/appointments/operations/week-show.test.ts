import { expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'

const house = await openHarness()
const monday = '2030-01-07'
const sunday = '2030-01-13'
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })

/** Asha works in Berlin on Tuesdays too. */
const twoPlaces = () =>
  house.clinic(({ practitioners }) => {
    const asha = practitioners['asha-rao']
    if (asha?.at.jaipur)
      asha.at.berlin = {
        slotMinutes: 30,
        fees: [{ mode: 'OFFLINE', amount: 60 }],
        hours: [{ days: ['TUE', 'SAT'], from: '16:00', to: '18:00', modes: ['OFFLINE'] }],
      }
  })

it('shows the days of a practitioner from Monday on, each as the day of the location shows it [DAY-01]', async () => {
  const clinic = await twoPlaces()
  const jaipur = clinic.id('location', 'jaipur')
  const berlin = clinic.id('location', 'berlin')
  const doctorId = clinic.id('practitioner', 'asha-rao')
  const { patientId } = (await book(clinic, slotTimes('10:00', 15, '2030-01-09'))).json.appointment
  await book(clinic, {
    ...slotTimes('11:00', 15, '2030-01-09'),
    patientId,
    patientPayload: undefined,
  })
  await operate(clinic, 'block-add', {
    addressId: jaipur,
    doctorId,
    ...slotTimes('09:00', 60, '2030-01-10'),
    reason: 'Ward round',
  })
  for (const date of [monday, '2030-01-09', sunday]) {
    const week = await operate(clinic, 'week-show', { doctorId, addressId: jaipur, date })
    expect(week).toMatchObject({ doctorId, doctorName: 'Dr Asha Rao', date: monday })
    const days = await Promise.all(
      week.days.map((day: Json) =>
        operate(clinic, 'day-show', {
          addressId: jaipur,
          date: day.date,
          doctorIds: [doctorId],
        }).then(({ now, ...same }) => same),
      ),
    )
    expect(week.days.map(({ now, ...same }: Json) => same)).toEqual(days)
    expect(week.days.map((day: Json) => day.date)).toEqual(
      Array.from({ length: 7 }, (_, index) => `2030-01-${String(7 + index).padStart(2, '0')}`),
    )
  }
  const { days } = await operate(clinic, 'week-show', { doctorId, date: monday })
  expect(
    days.map((day: Json) => [day.date.slice(8), day.addressId, day.timezone, day.doctors.length]),
  ).toEqual([
    ...[7, 8].map((date) => [`0${date}`, jaipur, 'Asia/Kolkata', 1]),
    ['08', berlin, 'Europe/Berlin', 1],
    ...['09', '10', '11'].map((date) => [date, jaipur, 'Asia/Kolkata', 1]),
    ['12', berlin, 'Europe/Berlin', 1],
    ['13', jaipur, 'Asia/Kolkata', 0],
  ])
  // A patient who comes twice in the week was audited once each time it was shown: four times, and
  // once when a single day was shown.
  const read =
    "select count(*)::int as count from audit_entries where workspace_id = $1 and patient_id = $2 and action = 'READ'"
  expect(await house.sql(read, [clinic.workspaceId, patientId])).toEqual([{ count: 7 }])
})

it('has the shifts of a queue with their tokens, and is this week when no date is given [DAY-01]', async () => {
  const clinic = await house.clinic()
  const taken = (await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).json.visit
  const week = await operate(clinic, 'week-show', {
    doctorId: clinic.id('practitioner', 'meera-shah'),
  })
  expect(week.date).toBe('2029-12-31')
  expect(week.days[1].doctors[0].queues[0].tokens).toMatchObject([
    { id: taken.visitId, tokenDisplay: 'A-1' },
  ])
})

it('does not exist for a practitioner or location of another clinic [DAY-01]', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  const doctorId = clinic.id('practitioner', 'asha-rao')
  await expect(operate(other, 'week-show', { doctorId })).rejects.toThrow('No such doctor')
  await expect(
    operate(clinic, 'week-show', { doctorId, addressId: other.id('location', 'jaipur') }),
  ).rejects.toThrow('No such location')
  await expect(operate(clinic, 'week-show', { doctorId, date: '2040-01-01' })).rejects.toThrow(
    'date must be at most',
  )
})
