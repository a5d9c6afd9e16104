// Series, blocks and closings of a practitioner at two locations, with clock changes and visits of
// a day that has begun.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  bookLena,
  createMeridianClinic,
  people,
  runInClinic,
  shortNight,
} from '../../../test/support/clinic/meridian.ts'

const jaipurAt = (clock: string, date = '2030-01-07') => `${date}T${clock}:00+05:30`
const lena = (clinic: Clinic) => clinic.id('practitioner', 'lena-vogel')
const place = (clinic: Clinic, location: 'berlin' | 'jaipur') => ({
  addressId: clinic.id('location', location),
  doctorId: lena(clinic),
})
const times = ({ visits }: Json) => visits.map(({ fromDateTimeTs }: Json) => fromDateTimeTs)

describe('a series', () => {
  it('whose first visit has begun today is cancelled and moved without it [DAY-16]', async () => {
    const house = await openHarness()
    const clinic = await createMeridianClinic(house)
    const starts = [jaipurAt('09:00'), jaipurAt('12:00'), jaipurAt('09:00', '2030-01-14')]
    const { id } = await runInClinic(house, clinic, 'series-book', {
      ...place(clinic, 'jaipur'),
      mode: 'OFFLINE',
      patientPayload: people.full,
      starts,
    })
    await house.moveTo(jaipurAt('09:01'))
    const moved = await runInClinic(house, clinic, 'series-move', {
      id,
      fromDate: '2030-01-07',
      days: 1,
    })
    expect(times(moved)).toEqual([
      jaipurAt('09:00'),
      jaipurAt('12:00', '2030-01-08'),
      jaipurAt('09:00', '2030-01-15'),
    ])
    const ended = await runInClinic(house, clinic, 'series-cancel', { id, fromDate: '2030-01-07' })
    expect(ended.visits.map(({ status }: Json) => status)).toEqual([
      expect.not.stringMatching('CANCELLED'),
      'CANCELLED',
      'CANCELLED',
    ])
  })

  const house = openHarness()

  it('keeps its clock time when it is moved over a clock change [DAY-16]', async () => {
    const clinic = await createMeridianClinic(await house)
    const starts = ['2030-03-28T09:00:00+01:00', '2030-03-29T09:00:00+01:00']
    const { id } = await runInClinic(await house, clinic, 'series-book', {
      ...place(clinic, 'berlin'),
      mode: 'OFFLINE',
      patientPayload: people.aged,
      starts,
    })
    const moved = await runInClinic(await house, clinic, 'series-move', {
      id,
      fromDate: '2030-03-28',
      days: 2,
    })
    expect(times(moved)).toEqual(['2030-03-30T09:00:00+01:00', `${shortNight}T09:00:00+02:00`])
  })

  it('gives sessions of its pack back only if that is asked [DAY-16]', async () => {
    const clinic = await createMeridianClinic(await house)
    const operate = async (name: string, input: Json) =>
      runInClinic(await house, clinic, name, input)
    const { patientId } = await bookLena(await house, clinic, 'berlin', '2030-01-06T09:00:00+01:00')
    const { id: packId } = await operate('packs-sell', {
      patientId,
      pack: 'five',
      addressId: clinic.id('location', 'berlin'),
      paidBy: 'CASH',
    })
    const used = async () =>
      (await operate('packs-show', { patientId })).map(({ sessionsUsed }: Json) => sessionsUsed)
    const series = async (day: string) => {
      const starts = ['09:00', '10:00'].map((clock) => `2030-01-${day}T${clock}:00+01:00`)
      return operate('series-book', {
        ...place(clinic, 'berlin'),
        mode: 'OFFLINE',
        patientId,
        patientPackageId: packId,
        starts,
      })
    }
    const kept = await series('07')
    const returned = await series('08')
    expect(await used()).toEqual([4])
    await operate('series-cancel', { id: kept.id, fromDate: '2030-01-01' })
    expect(await used()).toEqual([4])
    await operate('series-cancel', { id: returned.id, fromDate: '2030-01-01', returnSession: true })
    expect(await used()).toEqual([2])
  })

  it('is offered the earlier of two times equally near, none further than six days away, and a room only if it is free [DAY-16]', async () => {
    const clinic = await createMeridianClinic(await house, ({ practitioners }) => {
      const jaipur = practitioners['lena-vogel']?.at.jaipur
      if (jaipur && 'hours' in jaipur)
        jaipur.hours = [{ days: ['MON'], from: '09:00', to: '13:00', modes: ['OFFLINE'] }]
      practitioners['dev-anand'] = {
        name: 'Dev Anand',
        specialization: 'Dermatology',
        system: 'SCHEDULED',
        at: { jaipur: structuredClone(jaipur) as never },
      }
    })
    const operate = async (name: string, input: Json) =>
      runInClinic(await house, clinic, name, input)
    const asked = { ...place(clinic, 'jaipur'), mode: 'OFFLINE' }
    await bookLena(await house, clinic, 'jaipur', jaipurAt('10:00', '2030-01-14'))
    await operate('block-add', {
      ...place(clinic, 'jaipur'),
      fromDateTimeIso: jaipurAt('00:00', '2030-01-21'),
      toDateTimeIso: jaipurAt('00:00', '2030-01-22'),
      reason: 'Away',
    })
    const roomId = clinic.id('room', 'jaipur/room-1')
    await operate('visit-book', {
      ...asked,
      doctorId: clinic.id('practitioner', 'dev-anand'),
      roomId,
      patientPayload: people.bare,
      fromDateTimeIso: jaipurAt('10:00'),
    })
    const plan = async (more: Json) =>
      (
        await operate('series-plan', {
          ...asked,
          fromDateTimeIso: jaipurAt('10:00'),
          every: 7,
          unit: 'DAYS',
          count: 3,
          ...more,
        })
      ).map(({ isFree, nearest }: Json) => (isFree ? 'free' : nearest))
    expect(await plan({})).toEqual(['free', jaipurAt('09:45', '2030-01-14'), null])
    expect(await plan({ roomId })).toEqual([
      jaipurAt('09:45'),
      jaipurAt('09:45', '2030-01-14'),
      null,
    ])
  })
})

describe('a block', () => {
  it('at every location is in the list and the day of each, and one at a location is not elsewhere [DAY-11]', async () => {
    const house = await openHarness()
    const clinic = await createMeridianClinic(house)
    const operate = (name: string, input: Json) => runInClinic(house, clinic, name, input)
    const time = {
      fromDateTimeIso: '2030-01-07T09:00:00+01:00',
      toDateTimeIso: '2030-01-07T10:00:00+01:00',
      reason: 'Away',
    }
    const visit = await bookLena(house, clinic, 'berlin', '2030-01-07T09:30:00+01:00')
    const local = await operate('block-add', { ...place(clinic, 'jaipur'), ...time })
    expect(local.visits).toEqual([])
    const everywhere = await operate('block-add', {
      ...place(clinic, 'jaipur'),
      ...time,
      everywhere: true,
    })
    expect(everywhere.visits.map(({ id }: Json) => id)).toEqual([visit.id])
    for (const [location, ids] of [
      ['jaipur', [local.block.id, everywhere.block.id]],
      ['berlin', [everywhere.block.id]],
    ] as const) {
      const { addressId } = place(clinic, location)
      expect((await operate('block-list', { addressId })).map(({ id }: Json) => id)).toEqual(ids)
      const { doctors } = await operate('day-show', { addressId, date: '2030-01-07' })
      const busy = doctors
        .find(({ doctorId }: Json) => doctorId === lena(clinic))
        .busy.flatMap(({ block }: Json) => block?.id ?? [])
      expect(busy, location).toEqual(ids)
    }
    await expect(bookLena(house, clinic, 'berlin', '2030-01-07T09:00:00+01:00')).rejects.toThrow(
      'taken',
    )
    await operate('block-remove', { id: everywhere.block.id })
    await bookLena(house, clinic, 'berlin', '2030-01-07T09:00:00+01:00')
  })

  it('displaces no visit that is over, completed or missed, and closes no one who has left [DAY-12]', async () => {
    const house = await openHarness()
    const clinic = await createMeridianClinic(house)
    const operate = (name: string, input: Json) => runInClinic(house, clinic, name, input)
    const ids = []
    for (const clock of ['09:00', '09:15', '09:30', '09:45', '10:00'])
      ids.push((await bookLena(house, clinic, 'jaipur', jaipurAt(clock))).id)
    await house.moveTo(jaipurAt('09:15'))
    await operate('visit-status', { id: ids[2], status: 'COMPLETED' })
    await operate('visit-status', { id: ids[3], status: 'NO_SHOW' })
    const { addressId } = place(clinic, 'jaipur')
    const closing = await operate('block-close', {
      addressId,
      fromDateTimeIso: jaipurAt('00:00'),
      toDateTimeIso: jaipurAt('23:00'),
      reason: 'Fire drill',
    })
    expect(closing.visits.map(({ id }: Json) => id)).toEqual([ids[1], ids[4]])
    expect(closing.blocks.map(({ doctorId }: Json) => doctorId)).toEqual([lena(clinic)])
    expect((await operate('visit-displaced', { addressId })).map(({ id }: Json) => id)).toEqual([
      ids[1],
      ids[4],
    ])
  })

  it('may last 366 days and until midnight three years on, by the clock there, and five hundred count that are not over [DAY-11]', async () => {
    const house = await openHarness()
    const clinic = await createMeridianClinic(house)
    const block = (from: string, to: string) =>
      runInClinic(house, clinic, 'block-add', {
        ...place(clinic, 'jaipur'),
        fromDateTimeIso: from,
        toDateTimeIso: to,
        reason: 'Away',
      })
    const first = await block(jaipurAt('00:00', '2030-01-02'), jaipurAt('00:00', '2031-01-03'))
    await expect(
      block(jaipurAt('00:00', '2030-01-02'), jaipurAt('00:01', '2031-01-03')),
    ).rejects.toThrow('at most 366 days')
    await expect(
      block(jaipurAt('10:00', '2030-01-02'), jaipurAt('10:00', '2030-01-02')),
    ).rejects.toThrow('before toDateTimeIso')
    await block(jaipurAt('23:00', '2033-01-01'), jaipurAt('00:00', '2033-01-02'))
    await expect(
      block(jaipurAt('23:00', '2033-01-01'), jaipurAt('00:01', '2033-01-02')),
    ).rejects.toThrow('3 years ahead')
    await house.sql(
      `insert into blocks (workspace_id, doctor_id, location_id, from_at, to_at, timezone, reason, created_at)
       select workspace_id, doctor_id, location_id, from_at - interval '3653 days', to_at - interval '3653 days', timezone, reason, created_at
       from blocks, generate_series(1, 500) where id = $1`,
      [first.block.id],
    )
    await block(jaipurAt('09:00'), jaipurAt('10:00'))
  })
})
