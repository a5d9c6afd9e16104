import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  listSlots,
  openHarness,
  queryString,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()
const shifts = (clinic: Clinic, parameters: Record<string, string | number>) =>
  clinic.get(`/v1/practitioner-shifts?${queryString(parameters)}`)
const at = (clinic: Clinic) => ({ addressId: clinic.id('location', 'jaipur') })

describe('200', () => {
  it('lists the hours of a date, once for each mode, in clinic time [CAT-07] [ENT-03]', async () => {
    const clinic = await house.clinic()
    const doctorId = clinic.id('practitioner', 'asha-rao')
    const { status, json } = await shifts(clinic, { ...at(clinic), date: '2030-01-07' })
    expect(status).toBe(200)
    const common = {
      doctorId,
      ...at(clinic),
      date: '2030-01-07',
      appointmentSystemType: 'SCHEDULED',
    }
    expect(json.filter((shift: { doctorId: number }) => shift.doctorId === doctorId)).toEqual([
      { ...common, startTime: '09:00', endTime: '13:00', mode: 'OFFLINE' },
      { ...common, startTime: '09:00', endTime: '13:00', mode: 'ONLINE' },
      { ...common, startTime: '16:00', endTime: '19:00', mode: 'OFFLINE' },
    ])
  })

  it('lists the shifts of practitioners with a queue as the hours worked [CAT-07]', async () => {
    const clinic = await house.clinic()
    const doctorId = clinic.id('practitioner', 'meera-shah')
    const { json } = await shifts(clinic, { ...at(clinic), date: '2030-01-07' })
    const common = {
      doctorId,
      ...at(clinic),
      date: '2030-01-07',
      mode: 'OFFLINE',
      appointmentSystemType: 'QMS',
    }
    expect(json.filter((shift: { doctorId: number }) => shift.doctorId === doctorId)).toEqual([
      { ...common, startTime: '09:00', endTime: '13:00' },
      { ...common, startTime: '16:00', endTime: '20:00' },
    ])
  })

  it('shows 00:00 for an end at midnight, as slots do [CAT-07]', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice)
        practice.hours = [{ days: ['MON'], from: '23:00', to: '24:00', modes: ['OFFLINE'] }]
    })
    const doctorId = clinic.id('practitioner', 'asha-rao')
    const { json } = await shifts(clinic, { ...at(clinic), date: '2030-01-07' })
    const [shift] = json.filter((shift: { doctorId: number }) => shift.doctorId === doctorId)
    const { slots } = (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json
    expect([shift.endTime, slots.at(-1).toDateTimeTs]).toEqual(['00:00', '00:00'])
  })

  it('lists seven clinic days from today when no date is given, less the closed ones [CAT-07]', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice) practice.exceptions = [{ date: '2030-01-03', hours: [] }]
    })
    // It is Tuesday, 2030-01-01, in Jaipur.
    const { json } = await shifts(clinic, at(clinic))
    const asha = clinic.id('practitioner', 'asha-rao')
    const dates = new Set(
      json.flatMap(({ date, doctorId }: { date: string; doctorId: number }) =>
        doctorId === asha ? [date] : [],
      ),
    )
    expect([...dates]).toEqual(['2030-01-01', '2030-01-02', '2030-01-04', '2030-01-07'])
  })

  it('leaves out practitioners whose membership is inactive, and other locations', async () => {
    const clinic = await house.clinic()
    const { json } = await shifts(clinic, { ...at(clinic), date: '2030-01-07' })
    expect(new Set(json.map(({ doctorId }: { doctorId: number }) => doctorId))).toEqual(
      new Set([clinic.id('practitioner', 'asha-rao'), clinic.id('practitioner', 'meera-shah')]),
    )
  })
})

describe('400 and 404', () => {
  it('needs a location [CAT-06]', async () => {
    const reply = await shifts(await house.clinic(), {})
    expect([reply.status, reply.json.message]).toEqual([400, expect.stringContaining('addressId')])
  })

  it('refuses an invalid date [CAT-07]', async () => {
    const clinic = await house.clinic()
    for (const date of ['2030-02-30', '07.01.2030', ''])
      expect((await shifts(clinic, { ...at(clinic), date })).status, date).toBe(400)
  })

  it('knows no location of another workspace', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    for (const addressId of [other.id('location', 'jaipur'), 999_999]) {
      const reply = await shifts(clinic, { addressId })
      expect([reply.status, reply.json.error]).toEqual([404, 'ADDRESS_NOT_FOUND'])
    }
  })
})
