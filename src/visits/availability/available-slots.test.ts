import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { recordStatements } from '../../../test/support/database/statements-during.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { slotViews } from './slot-views.ts'

const house = await openHarness()
const monday = '2030-01-07'

const starts = (slots: Json[]): string[] => slots.map((slot) => slot.fromDateTimeTs)

/** Books every slot of a date. */
async function fill(clinic: Clinic, date: string) {
  const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', date, { mode: 'OFFLINE' })
  const replies = await Promise.all(
    json.slots.map((slot: Json) =>
      book(clinic, { fromDateTimeIso: slot.fromDateTimeIso, toDateTimeIso: slot.toDateTimeIso }),
    ),
  )
  expect(replies.filter(({ status }) => status !== 201)).toEqual([])
}

describe('200', () => {
  it('returns every documented member [SLOT-14]', async () => {
    const clinic = await house.clinic()
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    expect(Object.keys(json).sort()).toEqual(
      [
        'slots',
        'unavailableSlots',
        'plans',
        'activeSessionPackResponses',
        'allSessionPackResponses',
        'nextAvailableDate',
        'selectedDurationTierId',
        'availableDurations',
        'patientTimezone',
        'patientTimezoneSource',
      ].sort(),
    )
  })

  it('shows a slot in clinic time, with its date, clock times, offset and zone [SLOT-03] [SLOT-15] [SLOT-16] [SLOT-17]', async () => {
    const clinic = await house.clinic()
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    expect(json.slots[0]).toEqual({
      appointmentDate: monday,
      fromDateTimeTs: '09:00',
      toDateTimeTs: '09:15',
      fromDateTimeIso: '2030-01-07T09:00:00+05:30',
      toDateTimeIso: '2030-01-07T09:15:00+05:30',
      appointmentTimezone: 'Asia/Kolkata',
      patientFromDateTimeIso: '2030-01-07T09:00:00+05:30',
      patientToDateTimeIso: '2030-01-07T09:15:00+05:30',
      patientTimezone: 'Asia/Kolkata',
      modes: ['OFFLINE', 'ONLINE', 'WALK_IN'],
    })
    expect(json.slots).toHaveLength(16 + 12)
  })

  it('names the zone of the clinic and of the viewer on each slot [SLOT-19] [SLOT-21] [TZ-09]', async () => {
    const clinic = await house.clinic()
    const { json } = await listSlots(clinic, 'jonas-weber', 'berlin', monday, {
      patientTimezone: 'Asia/Tokyo',
    })
    expect(json.patientTimezone).toBe('Asia/Tokyo')
    for (const slot of json.slots)
      expect([slot.appointmentTimezone, slot.patientTimezone]).toEqual([
        'Europe/Berlin',
        'Asia/Tokyo',
      ])
  })

  it('renders the same instants for the viewer, and the same slots for every viewer [SLOT-20] [TZ-01] [TZ-10]', async () => {
    const clinic = await house.clinic()
    const plain = await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    for (const zone of ['Asia/Dubai', 'America/St_Johns', 'Pacific/Chatham', 'utc']) {
      const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday, {
        patientTimezone: zone,
      })
      expect(json.patientTimezoneSource).toBe('PARAM')
      expect(json.slots.map((slot: Json) => slot.fromDateTimeIso)).toEqual(
        plain.json.slots.map((slot: Json) => slot.fromDateTimeIso),
      )
      for (const slot of json.slots) {
        expect(Date.parse(slot.patientFromDateTimeIso)).toBe(Date.parse(slot.fromDateTimeIso))
        expect(Date.parse(slot.patientToDateTimeIso)).toBe(Date.parse(slot.toDateTimeIso))
        expect(slot.patientFromDateTimeIso).not.toBe(slot.fromDateTimeIso)
      }
    }
  })

  it("falls back to the clinic's zone, with both renderings identical and no error [TZ-04] [TZ-05] [TZ-06]", async () => {
    const clinic = await house.clinic()
    const { status, json } = await listSlots(clinic, 'jonas-weber', 'berlin', monday)
    expect([status, json.patientTimezone, json.patientTimezoneSource]).toEqual([
      200,
      'Europe/Berlin',
      'CLINIC',
    ])
    for (const slot of json.slots) expect(slot.patientFromDateTimeIso).toBe(slot.fromDateTimeIso)
  })

  it.each([
    'Mars/Base',
    '+05:30',
    '',
    'Asia',
    'Europe/Berlin; drop',
    'x'.repeat(101),
    'Asia/'.repeat(1_000),
  ])('skips the unusable zone %j [TZ-07]', async (patientTimezone) => {
    const clinic = await house.clinic()
    const { status, json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday, {
      patientTimezone,
    })
    expect([status, json.patientTimezone, json.patientTimezoneSource]).toEqual([
      200,
      'Asia/Kolkata',
      'CLINIC',
    ])
  })

  it('uses the next source if a zone is invalid [TZ-07] [TZ-08]', async () => {
    const clinic = await house.clinic()
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday, {
      patientTimezone: 'Mars/Base',
    })
    expect(['HEADER', 'IP', 'CLINIC']).toContain(json.patientTimezoneSource)
  })

  it('leaves out the patient fields of a slot that cannot be rendered, and nothing else [SLOT-22]', () => {
    const slot = {
      from: Date.parse('2030-01-07T03:30:00Z'),
      to: Date.parse('2030-01-07T03:45:00Z'),
      modes: ['OFFLINE' as const],
    }
    const [view] = slotViews([slot], [slot], {
      date: monday,
      clinicZone: 'Asia/Kolkata',
      viewer: 'No/Such_Zone',
    })
    expect(Object.keys(view ?? {}).filter((name) => name.startsWith('patient'))).toEqual([])
    expect(view?.fromDateTimeIso).toBe('2030-01-07T09:00:00+05:30')
  })

  it('lists the slots of every mode on offer, or of one [SLOT-05] [SLOT-06]', async () => {
    const clinic = await house.clinic()
    const all = await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    const online = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { mode: 'ONLINE' })
    const walkIn = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { mode: 'WALK_IN' })
    expect(starts(online.json.slots)).toEqual(
      starts(all.json.slots).filter((start) => start < '13:00'),
    )
    expect(starts(walkIn.json.slots)).toEqual(starts(all.json.slots))
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', monday, { mode: 'HOME_VISIT' })).json.slots,
    ).toEqual([])
  })

  it('offers the modes of a date worked today or later, and drops those of past dates [A-092]', async () => {
    const modesWith = async (date: string) => {
      const clinic = await house.clinic((file) => {
        const practice = file.practitioners['asha-rao']?.at.jaipur
        if (!practice) return
        practice.fees = [...(practice.fees ?? []), { mode: 'HOME_VISIT', amount: 900 }]
        practice.exceptions = [
          { date, hours: [{ from: '09:00', to: '10:00', modes: ['HOME_VISIT'] }] },
        ]
      })
      const plans = (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json.plans.map(
        (plan: Json) => plan.mode,
      )
      return [plans, (await book(clinic, { mode: 'HOME_VISIT' })).json.error]
    }
    // Today is 2030-01-01 in Jaipur.
    for (const date of ['2030-01-01', '2030-01-31'])
      expect(await modesWith(date)).toEqual([
        ['OFFLINE', 'ONLINE', 'HOME_VISIT', 'WALK_IN'],
        'SLOT_NOT_OFFERED',
      ])
    for (const date of ['2029-12-31', '2029-06-01'])
      expect(await modesWith(date)).toEqual([['OFFLINE', 'ONLINE', 'WALK_IN'], 'MODE_NOT_OFFERED'])
  })

  it('keeps walk-ins to their own windows if they have any, on every day of the week [A-093]', async () => {
    const clinic = await house.clinic((file) => {
      file.practitioners['asha-rao']?.at.jaipur?.hours?.push({
        days: ['MON'],
        from: '14:00',
        to: '15:00',
        modes: ['WALK_IN'],
      })
    })
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { mode: 'WALK_IN' })
    expect(starts(json.slots)).toEqual(['14:00', '14:15', '14:30', '14:45'])
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-08', { mode: 'WALK_IN' })).json,
    ).toMatchObject({
      slots: [],
      nextAvailableDate: '2030-01-14',
    })
    expect(
      (await book(clinic, { mode: 'WALK_IN', ...slotTimes('09:00', 15, '2030-01-08') })).status,
    ).toBe(400)
  })

  it('lists no walk-ins to a session, which cannot book them [A-234]', async () => {
    const clinic = await house.clinic((file) => {
      file.practitioners['asha-rao']?.at.jaipur?.hours?.push({
        days: ['MON'],
        from: '14:00',
        to: '15:00',
        modes: ['OFFLINE', 'WALK_IN'],
      })
      file.practitioners['asha-rao']?.at.jaipur?.hours?.push({
        days: ['MON'],
        from: '20:00',
        to: '21:00',
        modes: ['WALK_IN'],
      })
    })
    await book(clinic, { mode: 'WALK_IN', ...slotTimes('20:00') })
    const session = { key: null, headers: await clinic.session() }
    const place = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      appointmentDate: monday,
    }
    const loadSlots = async (more: Record<string, string | number>, options?: CallOptions) =>
      (
        await clinic.get(
          `/v1/appointments/available-slots?${queryString({ ...place, ...more })}`,
          options,
        )
      ).json
    const distinctModes = (items: { mode?: string; modes?: string[] }[]) => [
      ...new Set(items.flatMap(({ mode, modes }) => modes ?? mode)),
    ]

    const toKey = await loadSlots({})
    const toSession = await loadSlots({ days: 2 }, session)
    expect(distinctModes(toKey.slots)).toEqual(['OFFLINE', 'ONLINE', 'WALK_IN'])
    expect(distinctModes(toKey.plans)).toEqual(['OFFLINE', 'ONLINE', 'WALK_IN'])
    for (const items of [
      toSession.slots,
      toSession.plans,
      ...toSession.days.map(({ slots }: Json) => slots),
    ])
      expect(distinctModes(items)).toEqual(['OFFLINE', 'ONLINE'])
    // Hours only for walk-ins are not hours for a visitor, free or taken.
    expect(starts(toSession.slots)).toEqual(starts(toKey.slots).filter((start) => start < '20:00'))
    expect([toKey.unavailableSlots.length, toSession.unavailableSlots]).toEqual([1, []])

    const notOffered = await loadSlots({ mode: 'HOME_VISIT' }, session)
    expect(await loadSlots({ mode: 'WALK_IN' }, session)).toEqual(notOffered)
    expect(notOffered).toMatchObject({ slots: [], plans: [], nextAvailableDate: null })
    expect(starts((await loadSlots({ mode: 'WALK_IN' })).slots)).toEqual([
      '14:00',
      '14:15',
      '14:30',
      '14:45',
      '20:15',
      '20:30',
      '20:45',
    ])
  })

  it('offers no mode that is switched off', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) asha.permissions = { allowOffline: false }
    })
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    expect(json.slots.every((slot: Json) => slot.modes.includes('ONLINE'))).toBe(true)
    expect(json.plans.map((plan: Json) => plan.mode)).toEqual(['ONLINE'])
  })

  it('returns the grid of a duration tier, by its id or by its minutes [SLOT-07] [SLOT-08] [SLOT-34]', async () => {
    const clinic = await house.clinic()
    const tier = clinic.id('tier', 'asha-rao/jaipur/long')
    const byId = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { durationTierId: tier })
    const byMinutes = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { durationMins: 30 })
    expect(byMinutes.json).toEqual(byId.json)
    expect(byId.json.selectedDurationTierId).toBe(tier)
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json.selectedDurationTierId,
    ).toBeNull()
    for (const slot of byId.json.slots)
      expect(Date.parse(slot.toDateTimeIso) - Date.parse(slot.fromDateTimeIso)).toBe(30 * 60_000)
    const other = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { durationMins: 45 })
    expect([other.status, other.json.slots, other.json.nextAvailableDate]).toEqual([200, [], null])
  })

  it('lists the distinct lengths on offer [SLOT-35]', async () => {
    const clinic = await house.clinic((file) => {
      const tiers = file.practitioners['asha-rao']?.at.jaipur?.tiers
      if (tiers) tiers.usual = { minutes: 15, fee: 450 }
    })
    expect((await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json.availableDurations).toEqual(
      [10, 15, 30],
    )
  })

  it('prices plans from the list for the country [SLOT-11] [SLOT-28] [SLOT-29]', async () => {
    const clinic = await house.clinic()
    const plans = async (more: Record<string, string | number>) =>
      (await listSlots(clinic, 'asha-rao', 'jaipur', monday, more)).json.plans
    expect(await plans({})).toEqual([
      {
        kind: 'GENERAL_CONSULTATION',
        mode: 'OFFLINE',
        pricePerSession: 500,
        currency: 'INR',
        isInternational: false,
      },
      {
        kind: 'GENERAL_CONSULTATION',
        mode: 'ONLINE',
        pricePerSession: 400,
        currency: 'INR',
        isInternational: false,
      },
      {
        kind: 'GENERAL_CONSULTATION',
        mode: 'WALK_IN',
        pricePerSession: 500,
        currency: 'INR',
        isInternational: false,
      },
    ])
    expect(await plans({ patientCountryCode: '+1', mode: 'OFFLINE' })).toEqual([
      {
        kind: 'GENERAL_CONSULTATION',
        mode: 'OFFLINE',
        pricePerSession: 25,
        currency: 'USD',
        isInternational: true,
      },
    ])
    // No international fee for the mode, nor for the tier: the domestic one.
    expect(await plans({ patientCountryCode: '+1', mode: 'ONLINE' })).toEqual([
      {
        kind: 'GENERAL_CONSULTATION',
        mode: 'ONLINE',
        pricePerSession: 400,
        currency: 'INR',
        isInternational: false,
      },
    ])
    expect(
      (await plans({ patientCountryCode: '+1', durationMins: 10, mode: 'OFFLINE' }))[0],
    ).toMatchObject({ pricePerSession: 350, isInternational: false })
    expect((await plans({ patientCountryCode: 'India', mode: 'OFFLINE' }))[0]).toMatchObject({
      pricePerSession: 500,
      currency: 'INR',
    })
    expect(
      (await plans({ patientCountryCode: '+1', durationMins: 30, mode: 'ONLINE' }))[0],
    ).toMatchObject({ pricePerSession: 45, currency: 'USD' })
  })

  it('prices a follow-up without a patient, and for a named patient only with a visit to follow up [SLOT-12] [FUP-10]', async () => {
    const clinic = await house.clinic()
    const priceFor = async (more: Record<string, string | number>) =>
      (
        await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-09', {
          mode: 'OFFLINE',
          followUp: true,
          ...more,
        })
      ).json.plans[0].pricePerSession
    const { patientId, id } = (await book(clinic)).json.appointment
    expect(await priceFor({})).toBe(200)
    expect(await priceFor({ patientId })).toBe(500)
    await house.sql(
      "update appointments set status = 'COMPLETED' where workspace_id = $1 and id = $2",
      [clinic.workspaceId, id],
    )
    expect(await priceFor({ patientId })).toBe(200)
    expect(await priceFor({ patientPhoneNumber: '9876543210' })).toBe(200)
    expect(await priceFor({ patientPhoneNumber: ' 919876543210' })).toBe(200)
    expect(await priceFor({ patientPhoneNumber: '5550001' })).toBe(500)
    expect(await priceFor({ patientId: 999_999 })).toBe(500)
  })

  it('removes a booked slot from the list and shows it as BOOKED, without its patient [SLOT-24] [SLOT-25] [SLOT-27]', async () => {
    const clinic = await house.clinic()
    await book(clinic, {
      patientPayload: { firstName: 'Canary-Name', phoneNumber: '5550009' },
      appointmentNotes: 'Canary-Note',
    })
    const { json, text } = await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    expect(json.unavailableSlots).toEqual([
      {
        appointmentDate: monday,
        fromDateTimeIso: '2030-01-07T09:00:00+05:30',
        toDateTimeIso: '2030-01-07T09:15:00+05:30',
        status: 'BOOKED',
      },
    ])
    expect(starts(json.slots)[0]).toBe('09:15')
    expect(text).not.toMatch(/Canary|5550009|patientId|bookingReference/)
  })

  it('holds the slot of an unpaid and of a pending booking alike [SLOT-40]', async () => {
    const clinic = await house.clinic()
    await book(clinic, { paymentStatus: 'UNPAID' })
    await book(clinic, { paymentStatus: 'PENDING', ...slotTimes('09:15') })
    expect(starts((await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json.slots)[0]).toBe(
      '09:30',
    )
  })

  it('returns for a closed day no slots and the next date that has any [SLOT-36] [SLOT-33]', async () => {
    const clinic = await house.clinic()
    const closed = await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-15')
    expect([closed.status, closed.json.slots, closed.json.nextAvailableDate]).toEqual([
      200,
      [],
      '2030-01-16',
    ])
    const weekend = await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-05')
    expect([weekend.json.slots, weekend.json.nextAvailableDate]).toEqual([[], monday])
  })

  it('skips full days, in two statements however many there are [SLOT-33]', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice)
        practice.hours = [
          {
            days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
            from: '09:00',
            to: '09:30',
            modes: ['OFFLINE'],
          },
        ]
    })
    for (const date of ['2030-01-08', '2030-01-09', '2030-01-10', '2030-01-11', '2030-01-14'])
      await fill(clinic, date)
    let json: Json
    const statements = await recordStatements(house.application.database, async () => {
      json = (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json
    })
    expect(json.nextAvailableDate).toBe('2030-01-16')
    expect(statements).toHaveLength(2)
  })

  it('reads taken times twice even if all of the 60 days are full [SLOT-33]', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice)
        practice.hours = [{ days: ['FRI'], from: '09:00', to: '09:15', modes: ['OFFLINE'] }]
    })
    for (let date = '2030-01-11'; date <= '2030-03-08'; date = addDays(date, 7))
      expect((await book(clinic, slotTimes('09:00', 15, date))).status).toBe(201)
    let json: Json
    const statements = await recordStatements(house.application.database, async () => {
      json = (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json
    })
    expect(json.nextAvailableDate).toBeNull()
    expect(statements).toHaveLength(2)
  })

  it('looks 60 days ahead and no further', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice) {
        practice.hours = []
        practice.exceptions = [
          { date: '2030-03-08', hours: [{ from: '09:00', to: '10:00', modes: ['OFFLINE'] }] },
        ]
      }
    })
    expect((await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json.nextAvailableDate).toBe(
      '2030-03-08',
    )
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-06')).json.nextAvailableDate,
    ).toBeNull()
  })

  it('reads the date in the clinic zone, not in UTC [GEN-15] [SLOT-03]', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice)
        practice.hours = [{ days: ['MON'], from: '00:00', to: '24:00', modes: ['OFFLINE'] }]
    })
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    expect([json.slots[0].fromDateTimeIso, json.slots.at(-1).fromDateTimeIso]).toEqual([
      '2030-01-07T00:00:00+05:30',
      '2030-01-07T23:45:00+05:30',
    ])
    // 00:15 in Jaipur is still Sunday in UTC; the visit at 23:45 ends on Tuesday.
    const early = await book(clinic, {
      fromDateTimeIso: '2030-01-06T18:45:00Z',
      toDateTimeIso: '2030-01-06T19:00:00Z',
    })
    expect(early.json.appointment?.appointmentDate, early.text).toBe(monday)
    const late = await book(clinic, {
      fromDateTimeIso: '2030-01-07T23:45:00+05:30',
      toDateTimeIso: '2030-01-08T00:00:00+05:30',
    })
    expect(late.json.appointment?.appointmentDate, late.text).toBe(monday)
  })

  it('returns no slots for a past date', async () => {
    const clinic = await house.clinic()
    expect((await listSlots(clinic, 'asha-rao', 'jaipur', '2029-12-31')).json).toMatchObject({
      slots: [],
      unavailableSlots: [],
      nextAvailableDate: '2030-01-01',
    })
    expect((await listSlots(clinic, 'asha-rao', 'jaipur', '2020-01-01')).json).toMatchObject({
      slots: [],
      nextAvailableDate: null,
    })
  })

  it('returns nothing to book for a queue doctor', async () => {
    const clinic = await house.clinic()
    const { status, json } = await listSlots(clinic, 'meera-shah', 'jaipur', monday)
    expect([status, json.slots, json.nextAvailableDate, json.plans]).toEqual([200, [], null, []])
  })

  it('lists both passes of a repeated hour, distinguished by their offsets, and books both', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['jonas-weber']?.at.berlin
      if (practice)
        practice.exceptions = [
          { date: '2030-10-27', hours: [{ from: '01:00', to: '04:00', modes: ['OFFLINE'] }] },
        ]
    })
    const { json } = await listSlots(clinic, 'jonas-weber', 'berlin', '2030-10-27')
    expect(
      json.slots.map((slot: Json) => `${slot.fromDateTimeTs} ${slot.fromDateTimeIso.slice(-6)}`),
    ).toEqual([
      '01:00 +02:00',
      '01:30 +02:00',
      '02:00 +02:00',
      '02:30 +02:00',
      '02:00 +01:00',
      '02:30 +01:00',
      '03:00 +01:00',
      '03:30 +01:00',
    ])
    for (const slot of json.slots) {
      const reply = await book(clinic, {
        addressId: clinic.id('location', 'berlin'),
        doctorId: clinic.id('practitioner', 'jonas-weber'),
        fromDateTimeIso: slot.fromDateTimeIso,
        toDateTimeIso: slot.toDateTimeIso,
      })
      expect(reply.json.appointment?.fromDateTimeTs, reply.text).toBe(slot.fromDateTimeIso)
    }
  })

  it('lists no time of a skipped hour', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['jonas-weber']?.at.berlin
      if (practice)
        practice.exceptions = [
          { date: '2030-03-31', hours: [{ from: '01:00', to: '04:00', modes: ['OFFLINE'] }] },
        ]
    })
    const { json } = await listSlots(clinic, 'jonas-weber', 'berlin', '2030-03-31')
    expect(starts(json.slots)).toEqual(['01:00', '01:30', '03:00', '03:30'])
  })
})

describe('listed slots and bookable slots', () => {
  it('are the same, for any length, mode and earlier bookings [SLOT-23]', async () => {
    const clinic = await house.clinic()
    const lengths = [10, 15, 30]
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(...lengths),
        fc.constantFrom('OFFLINE', 'ONLINE', 'WALK_IN', 'HOME_VISIT'),
        fc.constantFrom('2030-01-07', '2030-01-08', '2030-01-12'),
        fc.integer({ min: 0, max: 143 }),
        async (pick, durationMins, mode, date, step) => {
          const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', date, {
            mode,
            durationMins,
          })
          // Half of the tries use a listed slot, half any time of the day.
          const listed = json.slots[pick % Math.max(1, json.slots.length)]
          const from =
            pick % 2 === 0 && listed
              ? Date.parse(listed.fromDateTimeIso)
              : Date.parse(`${date}T00:00:00+05:30`) + step * 10 * 60_000
          const isListed = json.slots.some(
            (slot: Json) => Date.parse(slot.fromDateTimeIso) === from,
          )
          const reply = await book(clinic, {
            mode,
            fromDateTimeIso: new Date(from).toISOString(),
            toDateTimeIso: new Date(from + durationMins * 60_000).toISOString(),
          })
          expect(reply.status === 201, reply.text).toBe(isListed)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('400', () => {
  it('requires location, doctor and date [SLOT-01]', async () => {
    const clinic = await house.clinic()
    const all = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      appointmentDate: monday,
    }
    for (const name of Object.keys(all)) {
      const { [name as keyof typeof all]: _, ...rest } = all
      const reply = await clinic.get(`/v1/appointments/available-slots?${queryString(rest)}`)
      expect([reply.status, reply.json.message]).toEqual([
        400,
        `VALIDATION_ERROR: ${name} is required.`,
      ])
    }
  })

  it.each([
    '07-01-2030',
    '2030-1-7',
    '2030-02-30',
    '2030-01-07T00:00',
    'now',
    'infinity',
    '',
    '20300107',
    '٢٠٣٠-٠١-٠٧',
  ])('refuses the date %j', async (date) => {
    const clinic = await house.clinic()
    const reply = await listSlots(clinic, 'asha-rao', 'jaipur', date)
    expect([reply.status, reply.json.error]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('refuses a date that is not YYYY-MM-DD and a mode outside the five [SLOT-02] [SLOT-04] [GEN-03]', async () => {
    const clinic = await house.clinic()
    for (const date of ['07-01-2030', '2030-1-7', '2030-02-30'])
      expect((await listSlots(clinic, 'asha-rao', 'jaipur', date)).status).toBe(400)
    for (const mode of ['VIDEO', 'offline', ''])
      expect((await listSlots(clinic, 'asha-rao', 'jaipur', monday, { mode })).status).toBe(400)
  })

  it('refuses an unknown tier', async () => {
    const clinic = await house.clinic()
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', monday, { durationTierId: 999_999 })).json
        .error,
    ).toBe('DURATION_TIER_NOT_FOUND')
  })
})

describe('403 and 404', () => {
  it('refuses an address that is not on the allowlist [SLOT-38]', async () => {
    const clinic = await house.clinic()
    const parameters = queryString({
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      appointmentDate: monday,
    })
    const reply = await clinic.get(`/v1/appointments/available-slots?${parameters}`, {
      from: '10.9.8.7',
    })
    expect([reply.status, reply.json.message]).toEqual([403, expect.stringContaining('10.9.8.7')])
  })

  it('refuses a doctor who does not work at the location, or is deactivated [SLOT-37]', async () => {
    const clinic = await house.clinic()
    for (const [doctor, location] of [
      ['asha-rao', 'berlin'],
      ['ravi-old', 'jaipur'],
    ] as const) {
      const reply = await listSlots(clinic, doctor, location, monday)
      expect([reply.status, reply.json.error]).toEqual([404, 'DOCTOR_NOT_FOUND'])
    }
  })
})
