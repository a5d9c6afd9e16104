import { describe, expect, it } from 'vitest'
import { RefusalError, type Service } from './api.ts'
import type { Offer, VisitKind } from './catalogue.ts'
import type { Options } from './options.ts'
import { TimesLoader } from './times.ts'

const now = Date.parse('2026-11-23T20:00:00Z')
const offer = {
  key: '1/5',
  isQueue: false,
  name: 'Cardiology',
  location: { id: 1 },
  doctor: { id: 5 },
} as unknown as Offer
const queue = { ...offer, isQueue: true } as Offer
const plan = {
  kind: 'GENERAL_CONSULTATION',
  mode: 'OFFLINE',
  pricePerSession: 500,
  currency: 'INR',
}
const slot = (clock: string, modes = ['OFFLINE']) => ({
  fromDateTimeIso: `2026-11-24T${clock}:00+05:30`,
  toDateTimeIso: `2026-11-24T${clock}:00+05:30`,
  appointmentTimezone: 'Asia/Kolkata',
  modes,
})

/** What the service is asked, and answers. */
function createTimes(answer: (query: Record<string, unknown>) => unknown) {
  const asked: Record<string, unknown>[] = []
  const service = {
    now: () => now,
    get: async (_: string, query: Record<string, unknown>) => {
      asked.push(query)
      return answer(query)
    },
  } as unknown as Service
  return {
    asked,
    times: new TimesLoader(
      service,
      { zone: 'Asia/Kathmandu', mode: undefined } as unknown as Options,
      () => '+977',
    ),
  }
}

describe('the free times', () => {
  it('begin a day early, because the clinic may still have the day before [PAGE-05]', async () => {
    const { times, asked } = createTimes(() => ({
      days: [{ slots: [slot('09:00')] }],
      plans: [plan],
      availableDurations: [15],
    }))
    const from = '2026-11-24T09:00:00+05:30'
    const time = {
      addressId: 1,
      doctorId: 5,
      from,
      to: from,
      zone: 'Asia/Kolkata',
      lengthMins: 0,
      mode: 'OFFLINE',
    }
    expect(await times.loadNext(offer)).toEqual({
      times: [time],
      lengths: [15],
      modes: ['OFFLINE'],
    })
    expect(asked).toEqual([
      {
        addressId: 1,
        doctorId: 5,
        appointmentDate: '2026-11-22',
        patientTimezone: 'Asia/Kathmandu',
        patientCountryCode: '+977',
        days: 7,
        mode: undefined,
      },
    ])
  })

  it('are the next three in the mode of the soonest [PAGE-05]', async () => {
    const slots = [
      slot('08:00', ['WALK_IN']),
      slot('09:00', ['ONLINE']),
      slot('09:15', ['OFFLINE']),
      ...['10', '11', '12'].map((hour) => slot(`${hour}:00`, ['OFFLINE', 'ONLINE'])),
    ]
    const { times } = createTimes(() => ({
      days: [{ slots }],
      plans: [plan, { ...plan, mode: 'ONLINE' }],
      availableDurations: [15],
    }))
    const next = await times.loadNext(offer)
    expect(next?.times.map(({ from, mode }) => [from.slice(11, 16), mode])).toEqual(
      ['09:00', '10:00', '11:00'].map((clock) => [clock, 'ONLINE']),
    )
  })

  it('are read from the next date on if that is beyond the week, and of no one who has left [PAGE-05]', async () => {
    const later = createTimes(({ appointmentDate }) => ({
      plans: [plan],
      availableDurations: [15],
      nextAvailableDate: '2026-12-31',
      days: appointmentDate === '2026-12-31' ? [{ slots: [slot('09:00')] }] : [],
    }))
    expect((await later.times.loadNext(offer))?.times).toHaveLength(1)
    expect(later.asked).toHaveLength(2)
    const unpriced = createTimes(() => ({ days: [], plans: [], availableDurations: [] }))
    expect(await unpriced.times.loadNext(offer)).toBeUndefined()
    const gone = createTimes(() => {
      throw new RefusalError(404, { status: 'failed', error: 'DOCTOR_NOT_FOUND' })
    })
    expect(await gone.times.loadNext(offer)).toBeUndefined()
    const broken = createTimes(() => {
      throw new RefusalError(500, {})
    })
    await expect(broken.times.loadNext(offer)).rejects.toThrow(RefusalError)
  })

  it('of a week are read with a day more at each end, and come by time with their price [PAGE-05]', async () => {
    const { times, asked } = createTimes(({ doctorId }) => ({
      days: [{ slots: [slot(doctorId === 5 ? '10:00' : '09:00')] }],
      plans: [plan],
      nextAvailableDate: doctorId === 5 ? '2026-12-20' : '2026-12-10',
    }))
    const other = { ...offer, doctor: { id: 6 } } as unknown as Offer
    const kind: VisitKind = { mode: 'OFFLINE', lengthMins: 15, tierId: null }
    const found = await times.loadDays(
      [offer, other],
      kind,
      { firstDate: '2026-11-24', days: 7 },
      12,
    )
    expect(asked[0]).toMatchObject({
      appointmentDate: '2026-11-23',
      days: 9,
      durationMins: 15,
      ignoreAppointmentId: 12,
    })
    expect(
      found.times.map(({ from, doctorId, price }) => [from.slice(11, 16), doctorId, price?.amount]),
    ).toEqual([
      ['09:00', 6, 500],
      ['10:00', 5, 500],
    ])
    expect(found.nexts).toEqual(['2026-12-10', '2026-12-20'])
    await times.loadDays(
      [offer],
      { ...kind, tierId: 4 },
      { firstDate: '2026-11-24', days: 7 },
      undefined,
    )
    expect(asked[2]).toMatchObject({ durationTierId: 4, ignoreAppointmentId: undefined })
    expect(asked[2]).not.toHaveProperty('durationMins')
  })
})

it('offers each length in each mode with its price, visits at the clinic first [PAGE-04]', async () => {
  const { times } = createTimes(({ durationMins }) => ({
    selectedDurationTierId: durationMins === 30 ? 4 : null,
    plans: [
      { ...plan, mode: 'ONLINE', pricePerSession: 400 },
      { ...plan, pricePerSession: Number(durationMins) * 10 },
      { ...plan, mode: 'HOME_VISIT' },
    ],
  }))
  const kinds = await times.loadKinds(offer, [30, 15], (mode) => mode !== 'HOME_VISIT')
  expect(
    kinds.map(({ mode, lengthMins, tierId, price }) => [mode, lengthMins, tierId, price?.amount]),
  ).toEqual([
    ['OFFLINE', 15, null, 150],
    ['OFFLINE', 30, 4, 300],
    ['ONLINE', 15, null, 400],
    ['ONLINE', 30, 4, 400],
  ])
})

describe('the shifts of a queue', () => {
  const shift = (bookedCount: number) => ({
    qmsWorkShiftId: 8,
    startTime: '09:00',
    endTime: '12:00',
    mode: 'OFFLINE',
    isStarted: false,
    isEnded: false,
    maxAppointments: 10,
    bookedCount,
    consultationFee: 300,
    internationalFee: 15,
  })
  const answering = (zone: string, bookedOn: (date: string) => number = () => 0) =>
    createTimes(({ date }) => ({
      doctor: { name: 'Dr Rao' },
      clinicTimezone: zone,
      international: false,
      billingCurrency: 'USD',
      domesticCurrency: 'INR',
      dates: [{ date, shifts: [shift(bookedOn(String(date)))] }],
    }))
  const listShiftDates = async (zone: string) =>
    (
      await answering(zone).times.loadShifts({ ...queue, doctor: { id: 5 } } as unknown as Offer)
    ).map(({ date }) => date)

  it('begin with the clinic’s current date, regardless of its zone [PAGE-05]', async () => {
    expect((await listShiftDates('Asia/Kolkata'))[0]).toBe('2026-11-24')
    expect((await listShiftDates('UTC'))[0]).toBe('2026-11-23')
    expect((await listShiftDates('Pacific/Pago_Pago'))[0]).toBe('2026-11-23')
    expect((await listShiftDates('Asia/Kolkata')).at(-1)).toBe('2026-11-29')
  })

  it('are read until one has places, for the next free one [PAGE-05]', async () => {
    const { times, asked } = answering('UTC', (date) => (date < '2026-11-25' ? 10 : 9))
    expect(await times.loadNext(queue)).toMatchObject({
      shift: { date: '2026-11-25', zone: 'UTC', left: 1, fee: 300, currency: 'INR' },
    })
    expect(asked).toHaveLength(4)
  })

  it('tell the name of a practitioner without a profile', async () => {
    const one = { ...queue, doctor: { id: 5 } } as unknown as Offer
    await answering('UTC').times.loadShifts(one, 1)
    expect(one.name).toBe('Dr Rao')
  })
})
