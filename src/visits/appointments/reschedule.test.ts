import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  listSlots,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })
const quarters = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45']

const move = (clinic: Clinic, id: number, body: unknown, options?: CallOptions) =>
  house.call('PATCH', `/v1/appointments/${id}/reschedule`, { key: clinic.key, body, ...options })

async function bookVisit(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await book(clinic, changes)
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}

async function freeTimes(clinic: Clinic): Promise<string[]> {
  const { slots } = (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json
  return slots.map(({ fromDateTimeTs }: { fromDateTimeTs: string }) => fromDateTimeTs)
}

async function expectStays(
  clinic: Clinic,
  work: () => Promise<Reply>,
  status: number,
  error: string,
  message: RegExp | string = '',
) {
  const before = await clinic.bookingRows()
  const reply = await work()
  expect([reply.status, reply.json.error], reply.text).toEqual([status, error])
  expect(reply.json.message).toMatch(message)
  expect(await clinic.bookingRows()).toBe(before)
}

describe('a visit that is moved', () => {
  it('is the same visit, at the same price, with its old time free and its new time taken [STAT-33] [STAT-12] [SLOT-39] (A-199)', async () => {
    const clinic = await house.clinic()
    const before = (await book(clinic, { paymentStatus: 'PAID', paymentReference: 'TXN-1' })).json
      .appointment
    const reply = await move(clinic, before.id, {
      ...slotTimes('11:00'),
      reason: 'Patient is travelling',
    })
    expect(reply.status, reply.text).toBe(200)
    const { fromDateTimeIso, toDateTimeIso } = slotTimes('11:00')
    const { updatedAt } = reply.json
    expect(reply.json).toEqual({
      ...before,
      status: 'RESCHEDULED',
      fromDateTimeTs: fromDateTimeIso,
      toDateTimeTs: toDateTimeIso,
      rescheduleReason: 'Patient is travelling',
      updatedAt,
    })
    const free = await freeTimes(clinic)
    expect([free.includes('09:00'), free.includes('11:00')]).toEqual([true, false])
    expect((await book(clinic, slotTimes('11:00'))).json.error).toBe('SLOT_NOT_AVAILABLE')
  })

  it('to its own time changes nothing but the audit', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic)
    const before = await clinic.bookingRows()
    const { status, json } = await move(clinic, id, {
      ...slotTimes('09:00'),
      reason: 'Patient is travelling',
    })
    expect([status, json.status, json.rescheduleReason]).toEqual([200, 'SCHEDULED', null])
    expect(await clinic.bookingRows()).toBe(before)
    const noted = await house.sql(
      "select appointment_id::int as id from audit_entries where workspace_id = $1 and action = 'RESCHEDULED'",
      [clinic.workspaceId],
    )
    expect(noted).toEqual([{ id }])
  })

  it('keeps the reason of an earlier move if none is given, and has the latest', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic)
    const reasonAfter = async (clock: string, reason?: string) =>
      (await move(clinic, id, { ...slotTimes(clock), ...(reason && { reason }) })).json
        .rescheduleReason
    expect(await reasonAfter('09:15')).toBeNull()
    expect(await reasonAfter('09:30', 'Patient is travelling')).toBe('Patient is travelling')
    expect(await reasonAfter('09:45')).toBe('Patient is travelling')
    expect(await reasonAfter('10:00', 'Doctor is ill')).toBe('Doctor is ill')
  })

  it('uses the present calendar and clock of the location, like a visit booked there [A-199]', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic)
    const change = (file: ClinicFile) => {
      if (file.locations.jaipur) file.locations.jaipur.timezone = 'America/Los_Angeles'
    }
    await clinic.change(change, { withUpcomingVisits: true })
    const time = (from: string, to: string) => ({
      fromDateTimeIso: `2030-01-07T${from}:00-08:00`,
      toDateTimeIso: `2030-01-07T${to}:00-08:00`,
    })
    const moved = await move(clinic, id, time('11:00', '11:15'))
    // In Jaipur it is half past midnight of the next day.
    const there = { appointmentDate: '2030-01-07', appointmentTimezone: 'America/Los_Angeles' }
    expect(moved.json, moved.text).toMatchObject({
      ...there,
      fromDateTimeTs: '2030-01-07T11:00:00-08:00',
      toDateTimeTs: '2030-01-07T11:15:00-08:00',
    })
    expect((await book(clinic, time('11:15', '11:30'))).json.appointment).toMatchObject(there)
    const rows = await house.sql(
      'select distinct timezone, from_offset_mins, to_offset_mins, day_ends_at from appointments where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(rows).toHaveLength(1)
  })

  it('stays where it was when the new time is taken, not a slot, too long, or of a mode not offered then', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic)
    await bookVisit(clinic, slotTimes('11:00'))
    await expectStays(clinic, () => move(clinic, id, slotTimes('11:00')), 400, 'SLOT_NOT_AVAILABLE')
    await expectStays(clinic, () => move(clinic, id, slotTimes('11:05')), 400, 'SLOT_NOT_OFFERED')
    await expectStays(clinic, () => move(clinic, id, slotTimes('03:00')), 400, 'SLOT_NOT_OFFERED')
    await expectStays(
      clinic,
      () => move(clinic, id, slotTimes('11:30', 30)),
      400,
      'VALIDATION_ERROR',
      '15 minutes after',
    )
    await expectStays(
      clinic,
      () => move(clinic, id, slotTimes('11:30', 15, '2029-12-31')),
      400,
      'SLOT_NOT_OFFERED',
    )
    await expectStays(
      clinic,
      () => move(clinic, id, { fromDateTimeIso: '2030-01-07T11:30:00' }),
      400,
      'VALIDATION_ERROR',
    )
    await expectStays(
      clinic,
      () => move(clinic, id, { ...slotTimes('11:30'), reasons: 'x' }),
      400,
      'VALIDATION_ERROR',
      'the nearest is reason.',
    )
    await expectStays(
      clinic,
      () => move(clinic, 999_999, slotTimes('11:30')),
      404,
      'APPOINTMENT_NOT_FOUND',
    )
    await clinic.change((file) => void delete file.practitioners['asha-rao']?.at.jaipur?.hours, {
      withUpcomingVisits: true,
    })
    await expectStays(clinic, () => move(clinic, id, slotTimes('11:30')), 400, 'MODE_NOT_OFFERED')
  })

  it('keeps its room, which must be free too [INV-02]', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) file.practitioners['dev-nair'] = { ...structuredClone(asha), name: 'Dev Nair' }
    })
    const roomId = clinic.id('room', 'jaipur/room-1')
    const id = await bookVisit(clinic, { roomId })
    await bookVisit(clinic, {
      roomId,
      doctorId: clinic.id('practitioner', 'dev-nair'),
      ...slotTimes('11:00'),
    })
    await expectStays(clinic, () => move(clinic, id, slotTimes('11:00')), 400, 'ROOM_NOT_AVAILABLE')
    expect((await move(clinic, id, slotTimes('11:15'))).json).toMatchObject({
      roomId,
      status: 'RESCHEDULED',
    })
  })

  it.each(['COMPLETED', 'CANCELLED', 'IN_CONSULTATION'])(
    'cannot be one that is %s',
    async (status) => {
      const clinic = await house.clinic()
      const id = await bookVisit(clinic)
      expect(
        (
          await house.call('PATCH', `/v1/appointments/${id}/status`, {
            key: clinic.key,
            body: { status },
          })
        ).status,
      ).toBe(200)
      await expectStays(
        clinic,
        () => move(clinic, id, slotTimes('11:00')),
        400,
        'VISIT_NOT_MOVABLE',
      )
    },
  )

  it('may be one that no one came to, long past its time', async () => {
    const own = await openHarness()
    const clinic = await own.clinic()
    const id = await bookVisit(clinic)
    await own.moveTo('2030-01-10T00:00:00+05:30')
    const body = slotTimes('09:00', 15, '2030-01-14')
    const reply = await own.call('PATCH', `/v1/appointments/${id}/reschedule`, {
      key: clinic.key,
      body,
    })
    expect([reply.status, reply.json.status, reply.json.appointmentDate]).toEqual([
      200,
      'RESCHEDULED',
      '2030-01-14',
    ])
  })

  it('moves once to a time that many want at once, and never overlaps [INV-01]', async () => {
    const clinic = await house.clinic()
    const ids: number[] = []
    for (const clock of quarters) ids.push(await bookVisit(clinic, slotTimes(clock)))
    const replies = await Promise.all([
      ...ids.map((id) => move(clinic, id, slotTimes('12:00'))),
      ...quarters.map(() => book(clinic, slotTimes('12:00'))),
    ])
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    for (const { status, json } of replies.filter((reply) => reply.status >= 300))
      expect([status, json.error]).toEqual([400, 'SLOT_NOT_AVAILABLE'])
  })
})

it('only the time of the visit to be moved is listed when it is to be ignored', async () => {
  const clinic = await house.clinic()
  const [id] = [await bookVisit(clinic), await bookVisit(clinic, slotTimes('09:15'))]
  const listSlotTimes = async (ignoreAppointmentId: number) => {
    const { slots } = (
      await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07', { ignoreAppointmentId })
    ).json
    return slots.slice(0, 2).map(({ fromDateTimeTs }: { fromDateTimeTs: string }) => fromDateTimeTs)
  }
  expect(await listSlotTimes(id)).toEqual(['09:00', '09:30'])
  expect(await listSlotTimes(999_999)).toEqual(['09:30', '09:45'])
  // An unverified session does not learn the time of the visit.
  const session = { key: null, headers: { ...(await clinic.session()), 'x-end-user-id': 'u-1' } }
  const url = `/v1/appointments/available-slots?addressId=${clinic.id('location', 'jaipur')}&doctorId=${clinic.id('practitioner', 'asha-rao')}&appointmentDate=2030-01-07`
  expect((await clinic.get(`${url}&ignoreAppointmentId=${id}`, session)).text).toBe(
    (await clinic.get(url, session)).text,
  )
})

it('a pack does not pay beyond its last day, wherever the visit is moved to [PACK-13]', async () => {
  const clinic = await house.clinic((file) => {
    file.sessionPacks = {
      three: {
        displayName: 'Three visits',
        sessions: 3,
        validityDays: 10,
        currency: 'INR',
        price: 1200,
      },
    }
  })
  const purchase = {
    bookingType: 'PACKAGE_PURCHASE',
    packageConfigId: clinic.id('sessionPack', 'three'),
    packageAmount: 1200,
    consultationCharge: undefined,
  }
  const { id } = (await book(clinic, purchase)).json.appointment
  await expectStays(
    clinic,
    () => move(clinic, id, slotTimes('09:00', 15, '2030-01-14')),
    400,
    'SESSION_PACK_NOT_USABLE',
    '2030-01-11',
  )
})

it('a visitor can move a follow-up within the days in which it could be booked as one, and the clinic to any date [FUP-05] [A-149]', async () => {
  const clinic = await house.clinic()
  const phoneNumber = '9876501234'
  const page = { key: null, headers: { ...(await clinic.session()), 'x-end-user-id': 'u-1' } }
  await clinic.post('/v1/otp/send', { phoneNumber }, page)
  expect(
    (
      await clinic.post(
        '/v1/otp/verify',
        { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) },
        page,
      )
    ).status,
  ).toBe(200)
  const { id: followed, patientId } = (
    await book(clinic, {
      patientPayload: { firstName: 'Meera', phoneNumber },
      ...slotTimes('09:00', 15, '2030-01-09'),
    })
  ).json.appointment
  await house.sql("update appointments set status = 'COMPLETED' where id = $1", [followed])
  const id = await bookVisit(clinic, {
    followUp: true,
    patientPayload: undefined,
    patientId,
    ...slotTimes('09:00', 15, '2030-01-10'),
  })
  const moveTo = (date: string, options?: CallOptions) =>
    move(clinic, id, slotTimes('11:00', 15, date), options)

  // Follow-ups are within the seven days after the visit.
  for (const date of ['2030-01-08', '2030-01-17', '2030-03-04'])
    await expectStays(clinic, () => moveTo(date, page), 400, 'FOLLOW_UP_NOT_ELIGIBLE')
  for (const date of ['2030-01-09', '2030-01-16']) {
    const moved = await moveTo(date, page)
    expect(moved.json, moved.text).toMatchObject({
      appointmentDate: date,
      consultationCharge: 200,
      parentAppointmentId: followed,
    })
  }
  expect((await moveTo('2030-03-04')).json).toMatchObject({
    appointmentDate: '2030-03-04',
    consultationCharge: 200,
  })
  // An ordinary visit has no such days.
  const ordinary = await bookVisit(clinic, {
    patientPayload: undefined,
    patientId,
    ...slotTimes('10:00'),
  })
  expect((await move(clinic, ordinary, slotTimes('12:00', 15, '2030-03-04'), page)).status).toBe(
    200,
  )
})
