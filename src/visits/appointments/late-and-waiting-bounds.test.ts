// Lateness and the waiting list at their bounds: noon, five o'clock, first and last dates, the
// minute an offer ends, and dates by the clock of the location.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  bookLena,
  createMeridianClinic,
  people,
  runInClinic,
} from '../../../test/support/clinic/meridian.ts'
import { currentOfferState } from './offers.ts'
import { isFitting, type WaitingTimes } from './waiting/waiting-fits.ts'

const inBerlin = (clinic: Clinic) => ({
  addressId: clinic.id('location', 'berlin'),
  doctorId: clinic.id('practitioner', 'lena-vogel'),
})

describe('a practitioner who runs late', () => {
  it('is late for those of the date there who are still to come, also during their visit [DAY-12]', async () => {
    const house = await openHarness()
    const clinic = await createMeridianClinic(house, (file) => {
      file.workspace.notices = { late: true }
    })
    const late = (minutes: number) =>
      runInClinic(house, clinic, 'doctor-late', { ...inBerlin(clinic), minutes })
    await house.moveTo('2030-01-06T20:00:00Z')
    const book = (from: string, name: string) =>
      bookLena(house, clinic, 'berlin', from, {
        patientPayload: { firstName: name, email: `${name}@example.org` },
      })
    // After midnight in Berlin, before it by UTC.
    const inside = await book('2030-01-07T00:00:00+01:00', 'inside')
    const arrived = await book('2030-01-07T00:30:00+01:00', 'arrived')
    const next = await book('2030-01-07T01:00:00+01:00', 'next')
    const tomorrow = await book('2030-01-08T00:00:00+01:00', 'tomorrow')
    expect(new Set([inside.id, arrived.id, next.id, tomorrow.id]).size).toBe(4)
    await house.moveTo('2030-01-06T23:10:00Z')
    await runInClinic(house, clinic, 'visit-arrive', { id: arrived.id })
    expect(await late(20)).toEqual({ minutes: 20, upcomingPatients: 2, told: 2 })
    await expect(late(601)).rejects.toThrow('minutes')
    expect(await late(600)).toMatchObject({ upcomingPatients: 2 })
  })
})

describe('a free time', () => {
  const waits: WaitingTimes = {
    mode: null,
    fromDate: '2030-01-07',
    toDate: '2030-01-09',
    weekdays: [],
    partsOfDay: [],
    doctorIds: [],
  }
  const at = (clock: string, more: Partial<WaitingTimes>, date = '2030-01-07') =>
    isFitting(
      { ...waits, ...more },
      1,
      { from: Date.parse(`${date}T${clock}:00+05:30`), modes: ['OFFLINE'] },
      'Asia/Kolkata',
    )

  it.each<[string, string]>([
    ['11:59', 'MORNING'],
    ['12:00', 'AFTERNOON'],
    ['16:59', 'AFTERNOON'],
    ['17:00', 'EVENING'],
    ['00:00', 'MORNING'],
    ['23:59', 'EVENING'],
  ])('at %s is of the %s alone [DAY-15]', (clock, part) => {
    expect(
      (['MORNING', 'AFTERNOON', 'EVENING'] as const).filter((one) =>
        at(clock, { partsOfDay: [one] }),
      ),
    ).toEqual([part])
  })

  it('isFitting from the first date to the last, by the clock there, on its weekday, mode and practitioner [DAY-15]', () => {
    expect(
      ['2030-01-06', '2030-01-07', '2030-01-09', '2030-01-10'].map((date) => at('00:30', {}, date)),
    ).toEqual([false, true, true, false])
    expect([at('00:30', { weekdays: ['MON'] }), at('00:30', { weekdays: ['SUN'] })]).toEqual([
      true,
      false,
    ])
    expect([
      at('09:00', { mode: 'OFFLINE' }),
      at('09:00', { mode: 'ONLINE' }),
      at('09:00', { doctorIds: [1] }),
      at('09:00', { doctorIds: [2] }),
    ]).toEqual([true, false, true, false])
  })
})

describe('the waiting list', () => {
  it('keeps an entry through its last date there, and takes one for today alone [DAY-15]', async () => {
    const house = await openHarness()
    const clinic = await createMeridianClinic(house)
    await house.moveTo('2030-01-06T23:10:00Z')
    const { addressId } = inBerlin(clinic)
    const add = (toDate: string, patientPayload: Json) =>
      runInClinic(house, clinic, 'waiting-add', { addressId, toDate, patientPayload })
    const { id } = await add('2030-01-07', people.aged)
    await expect(add('2030-01-06', people.full)).rejects.toThrow()
    const listWaitingIds = async () =>
      (await runInClinic(house, clinic, 'waiting-list', { addressId })).map(
        (entry: Json) => entry.id,
      )
    expect(await listWaitingIds()).toEqual([id])
    await house.moveTo('2030-01-07T22:59:00Z')
    expect(await listWaitingIds()).toEqual([id])
    await house.moveTo('2030-01-07T23:00:00Z')
    expect(await listWaitingIds()).toEqual([])
  })

  it('knows an offer as over from the instant at which it ends [DAY-15]', () => {
    const offer = { state: 'OPEN', expiresAt: 1_000 } as const
    expect([
      currentOfferState(offer, 999),
      currentOfferState(offer, 1_000),
      currentOfferState({ ...offer, state: 'ACCEPTED' }, 2_000),
    ]).toEqual(['OPEN', 'EXPIRED', 'ACCEPTED'])
  })
})
