// Times that are not on offer and that staff may book: off the grid, already begun, outside the
// hours. Never overlapping a live visit.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  listSlots,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'

const house = await openHarness()

const why = 'Patient came late'
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })
function bookAtDesk(clinic: Clinic, changes: Json = {}): Promise<Json> {
  const place = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  const patientPayload = { firstName: 'Meera', phoneNumber: '9876543210' }
  return operate(clinic, 'visit-book', {
    ...place,
    mode: 'OFFLINE',
    patientPayload,
    ...slotTimes('09:00'),
    ...changes,
  })
}
const listVisitRows = ({ workspaceId }: Clinic) =>
  house.sql(
    'select id, from_at, to_at, status, unoffered_reason from appointments where workspace_id = $1 order by id',
    [workspaceId],
  )

describe('a time that is not on offer', () => {
  it('is booked by staff who give a reason, and the visit is marked as such wherever it is shown [DAY-18]', async () => {
    const clinic = await house.clinic()
    const times = [
      slotTimes('09:05'),
      slotTimes('14:00'),
      slotTimes('07:00'),
      slotTimes('10:00', 15, '2030-01-12'),
    ]
    for (const time of times) {
      await expect(bookAtDesk(clinic, time)).rejects.toThrow(
        'do not match a slot this doctor offers',
      )
      expect(await bookAtDesk(clinic, { ...time, unofferedReason: why })).toMatchObject({
        unofferedReason: why,
        payableAmount: 500,
        status: 'SCHEDULED',
      })
    }
    const [{ id }] = await listVisitRows(clinic)
    expect(await operate(clinic, 'visit-show', { id })).toMatchObject({ unofferedReason: why })
    const { visits } = (
      await operate(clinic, 'day-show', {
        addressId: clinic.id('location', 'jaipur'),
        date: '2030-01-07',
      })
    ).doctors[0]
    expect(visits.map((visit: Json) => visit.unofferedReason)).toEqual([why, why, why])
    const found = await clinic.post('/v1/appointments/search', {})
    expect(found.json.list.map((visit: Json) => visit.unofferedReason)).toEqual(
      times.map(() => why),
    )
    // The two slots that the visit overlaps are taken for everyone else.
    const { slots } = (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json
    expect(slots[0].fromDateTimeTs).toBe('09:30')
    // Visits booked outside the offered hours on purpose are not listed as stranded.
    expect(await operate(clinic, 'visit-stranded', {})).toEqual([])
  })

  it('needs no reason if it is on offer, and is not marked [DAY-18]', async () => {
    const clinic = await house.clinic()
    expect(await bookAtDesk(clinic, { unofferedReason: why })).toMatchObject({
      unofferedReason: null,
    })
  })

  it('may have begun, and may not be over, too far ahead, of a mode or length that the practice lacks, or on two days [DAY-18]', async () => {
    const clinic = await house.clinic()
    const begun = {
      fromDateTimeIso: '2030-01-01T05:20:00+05:30',
      toDateTimeIso: '2030-01-01T05:35:00+05:30',
    }
    const visit = await bookAtDesk(clinic, { ...begun, unofferedReason: why })
    expect([visit.fromDateTimeTs, visit.unofferedReason]).toEqual([begun.fromDateTimeIso, why])
    const before = await clinic.bookingRows()
    const refused: [Json, string][] = [
      [slotTimes('05:00', 15, '2030-01-01'), 'do not match a slot'],
      [slotTimes('10:00', 15, '2033-01-05'), 'at most 3 years ahead'],
      [slotTimes('14:00', 20), 'do not match a slot'],
      [slotTimes('23:50'), 'do not match a slot'],
      [
        {
          fromDateTimeIso: '2030-01-07T14:00:30+05:30',
          toDateTimeIso: '2030-01-07T14:15:30+05:30',
        },
        'do not match a slot',
      ],
      [{ ...slotTimes('14:00'), mode: 'HOME_COLLECTION' }, 'does not offer the mode'],
      [
        { ...slotTimes('14:00'), doctorId: clinic.id('practitioner', 'meera-shah') },
        'appointmentSystemType is QMS',
      ],
    ]
    for (const [changes, text] of refused)
      await expect(bookAtDesk(clinic, { ...changes, unofferedReason: why }), text).rejects.toThrow(
        text,
      )
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('cannot be booked through the API, with any body [DAY-18]', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic, { ...slotTimes('09:05'), unofferedReason: why })).status).toBe(400)
    const plain = await clinic.post('/v1/appointments/book-appointment', {
      ...createBookingBody(clinic, slotTimes('09:05')),
      unofferedReason: why,
    })
    expect([plain.status, plain.json.error]).toEqual([400, 'SLOT_NOT_OFFERED'])
    expect(await listVisitRows(clinic)).toEqual([])
  })

  it('can be the target of a move, and the mark is removed when the visit moves to an offered time [DAY-18]', async () => {
    const clinic = await house.clinic()
    const { id } = await bookAtDesk(clinic)
    await expect(operate(clinic, 'visit-move', { id, to: '2030-01-07T20:05' })).rejects.toThrow(
      'do not match a slot',
    )
    expect(
      await operate(clinic, 'visit-move', { id, to: '2030-01-07T20:05', unofferedReason: why }),
    ).toMatchObject({ unofferedReason: why })
    expect(await operate(clinic, 'visit-move', { id, to: '2030-01-07T16:00' })).toMatchObject({
      unofferedReason: null,
      status: 'RESCHEDULED',
    })
  })
})

it('any times that staff book leave no two visits at one time, and each is accepted or refused as a model says [DAY-18] [INV-01]', async () => {
  const requestArbitrary = fc.record({
    minute: fc.integer({ min: 0, max: 1_430 }),
    length: fc.constantFrom(10, 15, 30),
    unofferedReason: fc.constantFrom(undefined, why),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(requestArbitrary, { minLength: 4, maxLength: 14 }), async (times) => {
      const clinic = await house.clinic()
      const taken: { from: number; to: number }[] = []
      // Asha works from 9 to 13 and from 16 to 19.
      const isOffered = (minute: number, length: number) =>
        [
          [540, 780],
          [960, 1140],
        ].some(
          ([from = 0, to = 0]) =>
            minute >= from && minute + length <= to && (minute - from) % length === 0,
        )
      for (const { minute, length, unofferedReason } of times) {
        const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        const isFree = !taken.some(({ from, to }) => from < minute + length && to > minute)
        const isAllowed =
          isOffered(minute, length) || (unofferedReason !== undefined && minute + length <= 1440)
        const outcome = await bookAtDesk(clinic, {
          ...slotTimes(clock, length),
          ...(unofferedReason && { unofferedReason }),
        }).then(
          () => 'booked',
          ({ message }: Error) => {
            if (/taken/.test(message)) return 'taken'
            return /do not match a slot/.test(message) ? 'not offered' : message
          },
        )
        const allowedOutcome = isFree ? 'booked' : 'taken'
        expect(outcome).toBe(isAllowed ? allowedOutcome : 'not offered')
        if (outcome === 'booked') taken.push({ from: minute, to: minute + length })
      }
    }),
    { numRuns: runSize(6, 60), ...fastCheckOptions },
  )
})

it('of many concurrent bookings of overlapping times one succeeds [DAY-18] [INV-01]', async () => {
  const clinic = await house.clinic()
  for (let round = 0; round < runSize(3, 30); round += 1) {
    const hour = `${String(round % 10).padStart(2, '0')}`
    const date = `2030-01-${String(7 + Math.floor(round / 10)).padStart(2, '0')}`
    const racing = Array.from({ length: 8 }, (_, place) =>
      bookAtDesk(clinic, { ...slotTimes(`${hour}:0${place}`, 15, date), unofferedReason: why }),
    )
    const outcomes = await Promise.allSettled(racing)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})
