import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const house = await openHarness()
const monday = '2030-01-07'

/** Asha and Dev see patients in Jaipur, which has the rooms 1 and 2. */
const clinicWithTypes = (
  visitTypes: NonNullable<ClinicFile['visitTypes']>,
  change: (file: ClinicFile) => void = () => {},
) =>
  house.clinic((file) => {
    const at = file.practitioners['asha-rao']?.at.jaipur
    for (const name of ['dev-anand', 'ela-kapoor'])
      file.practitioners[name] = {
        name,
        specialization: 'Dermatology',
        system: 'SCHEDULED',
        at: { jaipur: { slotMinutes: 20, fees: at?.fees ?? [], hours: at?.hours ?? [] } },
      }
    file.visitTypes = visitTypes
    change(file)
  })

const inJaipur = ['asha-rao', 'dev-anand', 'ela-kapoor']
const skinCheck = {
  displayName: 'Skin check',
  minutes: 25,
  fee: 650,
  modes: ['OFFLINE' as const],
  practitioners: inJaipur,
}

const typed = (clinic: Clinic, name: string) => ({ visitTypeId: clinic.id('visitType', name) })

const starts = ({ json }: { json: Json }): string[] =>
  json.slots.map(({ fromDateTimeTs }: Json) => fromDateTimeTs)

/** Books a type with Asha at 9 in Jaipur, without naming a charge. */
async function bookType(clinic: Clinic, name: string, changes: Json = {}) {
  const { status, json } = await book(clinic, {
    ...typed(clinic, name),
    consultationCharge: undefined,
    ...changes,
  })
  return { status, json: json.appointment ?? json }
}

async function listTypes(clinic: Clinic) {
  const { json } = await clinic.get('/v2/workspaces')
  const jaipur = json.addresses.find(({ city }: Json) => city === 'Jaipur')
  return { json, doctors: new Map<number, Json>(jaipur.doctors.map((one: Json) => [one.id, one])) }
}

describe('a clinic without visit types', () => {
  it('says nothing of them in its workspace detail [RULE-09] [WS-01]', async () => {
    const clinic = await house.clinic()
    const { json, doctors } = await listTypes(clinic)
    expect(json).not.toHaveProperty('visitTypes')
    for (const doctor of doctors.values()) expect(doctor).not.toHaveProperty('visitTypes')
  })
})

describe('a visit type', () => {
  it('is listed with its length, modes and fees where it is offered [RULE-09]', async () => {
    const clinic = await clinicWithTypes({
      'skin-check': { ...skinCheck, description: 'Moles and rashes.', internationalFee: 30 },
      long: { displayName: 'Long visit', tier: 'long', patientRules: { newPatients: 'only' } },
      any: { displayName: 'Consultation' },
    })
    const { json, doctors } = await listTypes(clinic)
    expect(json.visitTypes).toEqual([
      {
        id: clinic.id('visitType', 'skin-check'),
        name: 'Skin check',
        description: 'Moles and rashes.',
      },
      { id: clinic.id('visitType', 'long'), name: 'Long visit', description: null },
      { id: clinic.id('visitType', 'any'), name: 'Consultation', description: null },
    ])
    const fee = (consultationMode: string, amount: number) => ({
      consultationMode,
      amount,
      currency: 'INR',
      isInternational: false,
    })
    expect(doctors.get(clinic.id('practitioner', 'asha-rao'))?.visitTypes).toEqual([
      {
        visitTypeId: clinic.id('visitType', 'skin-check'),
        durationMins: 25,
        modes: ['OFFLINE', 'WALK_IN'],
        consultationFees: [fee('OFFLINE', 650), fee('WALK_IN', 650)],
      },
      {
        visitTypeId: clinic.id('visitType', 'long'),
        durationMins: 30,
        modes: ['OFFLINE', 'ONLINE', 'WALK_IN'],
        consultationFees: [fee('OFFLINE', 900), fee('ONLINE', 900), fee('WALK_IN', 900)],
        newPatients: 'only',
      },
      {
        visitTypeId: clinic.id('visitType', 'any'),
        durationMins: 15,
        modes: ['OFFLINE', 'ONLINE', 'WALK_IN'],
        consultationFees: [fee('OFFLINE', 500), fee('ONLINE', 400), fee('WALK_IN', 500)],
      },
    ])
    // Dev has no tier of that name.
    const ofDev = doctors.get(clinic.id('practitioner', 'dev-anand'))?.visitTypes
    expect(ofDev.map(({ visitTypeId }: Json) => visitTypeId)).toEqual([
      clinic.id('visitType', 'skin-check'),
      clinic.id('visitType', 'any'),
    ])
    expect(doctors.get(clinic.id('practitioner', 'meera-shah'))).not.toHaveProperty('visitTypes')
    const abroad = await clinic.get('/v2/workspaces?patientCountryCode=US')
    const [ofAbroad] = abroad.json.addresses.find(({ city }: Json) => city === 'Jaipur').doctors
    expect(ofAbroad.visitTypes[0].consultationFees).toContainEqual({
      ...fee('OFFLINE', 30),
      currency: 'USD',
      isInternational: true,
    })
  })

  it('is booked at a time of its own grid, at its own price, and the visit says so [RULE-09] [INV-12]', async () => {
    const clinic = await clinicWithTypes({ 'skin-check': skinCheck })
    const type = typed(clinic, 'skin-check')
    const listed = await listSlots(clinic, 'asha-rao', 'jaipur', monday, type)
    expect(starts(listed).slice(0, 3)).toEqual(['09:00', '09:25', '09:50'])
    expect(new Set(listed.json.slots.flatMap(({ modes }: Json) => modes))).toEqual(
      new Set(['OFFLINE', 'WALK_IN']),
    )
    expect(listed.json.plans.map(({ pricePerSession }: Json) => pricePerSession)).toEqual([
      650, 650,
    ])
    const refusedTime = await bookType(clinic, 'skin-check', slotTimes('09:15', 25))
    expect(refusedTime.json.error).toBe('SLOT_NOT_OFFERED')
    const { status, json } = await bookType(clinic, 'skin-check', slotTimes('09:25', 25))
    expect(status).toBe(201)
    expect(json).toMatchObject({ ...type, consultationCharge: 650, currency: 'INR' })
    // What was listed without a type is what it was before.
    const plain = await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    expect(plain.json.availableDurations).toEqual([10, 15, 30])
    expect(starts(plain)).not.toContain('09:30')
    const other = await book(clinic, slotTimes('10:00'))
    expect(other.json.appointment.visitTypeId).toBeNull()
  })

  it('that is a duration tier is that tier [RULE-09]', async () => {
    const clinic = await clinicWithTypes({ long: { displayName: 'Long visit', tier: 'long' } })
    const tierId = clinic.id('tier', 'asha-rao/jaipur/long')
    const listed = await listSlots(clinic, 'asha-rao', 'jaipur', monday, typed(clinic, 'long'))
    expect(listed.json.selectedDurationTierId).toBe(tierId)
    const { json } = await bookType(clinic, 'long', slotTimes('09:00', 30))
    expect(json).toMatchObject({
      ...typed(clinic, 'long'),
      consultationDurationTierId: tierId,
      consultationCharge: 900,
    })
  })

  it('is refused where it is not offered, of another clinic, and for a token; nothing is written [RULE-09]', async () => {
    const clinic = await clinicWithTypes({
      'skin-check': { ...skinCheck, practitioners: ['dev-anand'] },
    })
    const other = await clinicWithTypes({ 'skin-check': skinCheck })
    const before = await clinic.bookingRows()
    const refusals = [
      await bookType(clinic, 'skin-check', slotTimes('09:00', 25)),
      await bookType(other, 'skin-check', slotTimes('09:00', 25)).then(() =>
        book(clinic, typed(other, 'skin-check')),
      ),
      await listSlots(clinic, 'asha-rao', 'jaipur', monday, typed(clinic, 'skin-check')),
      await listSlots(clinic, 'asha-rao', 'jaipur', monday, typed(other, 'skin-check')),
    ]
    expect(refusals.map(({ status, json }) => `${status} ${json.error}`)).toEqual(
      Array(4).fill('400 VISIT_TYPE_NOT_OFFERED'),
    )
    const token = await clinic.post('/v1/qms-appointments/pre/book', {
      ...typed(clinic, 'skin-check'),
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'meera-shah'),
    })
    expect(token.status).toBe(400)
    const twice = await bookType(clinic, 'skin-check', {
      doctorId: clinic.id('practitioner', 'dev-anand'),
      consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long'),
      ...slotTimes('09:00', 25),
    })
    expect(twice.json.error).toBe('DURATION_TIER_NOT_FOUND')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('keeps its length, fee and rules when its visit moves, and is kept after it is withdrawn [RULE-09] [STAT-33]', async () => {
    const clinic = await clinicWithTypes({ 'skin-check': skinCheck })
    const { json } = await bookType(clinic, 'skin-check', slotTimes('09:00', 25))
    const move = (clock: string) =>
      house.call('PATCH', `/v1/appointments/${json.id}/reschedule`, {
        key: clinic.key,
        body: slotTimes(clock, 25),
      })
    expect((await move('09:15')).json.error).toBe('SLOT_NOT_OFFERED')
    expect((await move('09:25')).json).toMatchObject({
      ...typed(clinic, 'skin-check'),
      consultationCharge: 650,
      status: 'RESCHEDULED',
    })
    await clinic.change((file) => {
      delete file.visitTypes
    })
    expect((await bookType(clinic, 'skin-check', slotTimes('10:15', 25))).json.error).toBe(
      'VISIT_TYPE_NOT_OFFERED',
    )
    const kept = await house.operate('visit-show', { workspace: clinic.name, id: json.id })
    expect(kept).toMatchObject({ visitType: 'Skin check', consultationCharge: 650 })
  })

  it('that is withdrawn leaves its visits, which then move by the hours of the practitioner [RULE-09] [STAT-33]', async () => {
    const clinic = await clinicWithTypes({
      any: { displayName: 'Consultation', modes: ['ONLINE'] },
    })
    const type = typed(clinic, 'any')
    const { json } = await bookType(clinic, 'any', { mode: 'ONLINE' })
    await clinic.change((file) => {
      delete file.visitTypes
    })
    const nearest = await house.operate('times-nearest', {
      workspace: clinic.name,
      addressId: clinic.id('location', 'jaipur'),
      doctorIds: [clinic.id('practitioner', 'asha-rao')],
      fromDateTimeIso: slotTimes('09:00').fromDateTimeIso,
      ignoreAppointmentId: json.id,
      limit: 1,
      ...type,
    })
    expect(nearest).toMatchObject([slotTimes('09:00')])
    const moved = await house.call('PATCH', `/v1/appointments/${json.id}/reschedule`, {
      key: clinic.key,
      body: slotTimes('09:15'),
    })
    expect(moved.json).toMatchObject({ ...type, status: 'RESCHEDULED' })
  })

  it('has rules of its own for patients, and its limit counts its visits only [RULE-04] [RULE-05] [RULE-09]', async () => {
    const clinic = await clinicWithTypes({
      first: {
        displayName: 'First visit',
        minutes: 30,
        patientRules: { perDay: 1, newPatients: 'only', noticeMinutes: 60 },
      },
    })
    const { key } = await house.operate('key-create', {
      workspace: clinic.name,
      name: 'Patients',
      allow: ['127.0.0.1'],
      booksForPatients: true,
    })
    const list = async (type: Json, by: string) =>
      starts(
        await clinic.get(
          `/v1/appointments/available-slots?${queryString({
            addressId: clinic.id('location', 'jaipur'),
            doctorId: clinic.id('practitioner', 'asha-rao'),
            appointmentDate: monday,
            ...type,
          })}`,
          { key: by },
        ),
      )
    const type = typed(clinic, 'first')
    expect((await book(clinic, {}, { key })).status).toBe(201)
    expect(await list(type, key)).toContain('09:30')
    const booked = await bookType(clinic, 'first', slotTimes('09:30', 30))
    expect(booked.status).toBe(201)
    expect(await list(type, key)).toEqual([])
    expect(await list(type, clinic.key)).not.toEqual([])
    expect(await list({}, key)).not.toEqual([])
    const before = await clinic.bookingRows()
    const full = await book(
      clinic,
      { ...type, consultationCharge: undefined, ...slotTimes('10:30', 30) },
      { key },
    )
    expect(full.json.error).toBe('SLOT_NOT_AVAILABLE')
    expect(await clinic.bookingRows()).toBe(before)
    const explained = await house.operate('availability-explain', {
      workspace: clinic.name,
      doctor: 'asha-rao',
      date: monday,
      visitType: 'first',
      forPatients: true,
      at: '10:30',
    })
    expect(explained).toMatchObject({ durationMins: 30, times: [{ reason: 'FULL_DAY' }] })
  })
})

describe('a visit type with rooms', () => {
  const withRooms = (rooms: string[]) =>
    clinicWithTypes({
      laser: {
        ...skinCheck,
        modes: ['OFFLINE', 'ONLINE'],
        rooms: rooms.map((room) => `jaipur/${room}`),
      },
    })
  const at = (clinic: Clinic, doctor: string, mode = 'OFFLINE') => ({
    doctorId: clinic.id('practitioner', doctor),
    mode,
    ...slotTimes('09:00', 25),
  })

  it('takes the first that is free, and is listed only while one is [RULE-09] [INV-02]', async () => {
    const clinic = await withRooms(['room-1', 'room-2'])
    const rooms = ['room-1', 'room-2'].map((name) => clinic.id('room', `jaipur/${name}`))
    const taken = []
    for (const doctor of ['asha-rao', 'dev-anand'])
      taken.push((await bookType(clinic, 'laser', at(clinic, doctor))).json.roomId)
    expect(taken).toEqual(rooms)
    const list = async (more: Json = {}) =>
      (
        await listSlots(clinic, 'ela-kapoor', 'jaipur', monday, {
          ...typed(clinic, 'laser'),
          ...more,
        })
      ).json.slots
    const [first] = await list()
    const { patientId } = (await bookType(clinic, 'laser', slotTimes('12:20', 25))).json
    expect((await list({ mode: 'OFFLINE', patientId }))[0].fromDateTimeTs).toBe('09:25')
    // An online visit needs no room.
    expect(first).toMatchObject({ fromDateTimeTs: '09:00', modes: ['ONLINE'] })
    expect((await list({ mode: 'OFFLINE' }))[0].fromDateTimeTs).toBe('09:25')
    const before = await clinic.bookingRows()
    const refused = await bookType(clinic, 'laser', at(clinic, 'ela-kapoor'))
    expect(refused.json.error).toBe('SLOT_NOT_AVAILABLE')
    expect(await clinic.bookingRows()).toBe(before)
    const explained = await house.operate('availability-explain', {
      workspace: clinic.name,
      doctor: 'ela-kapoor',
      date: monday,
      visitType: 'laser',
      mode: 'OFFLINE',
      at: '09:00',
    })
    expect(explained.times).toMatchObject([{ reason: 'NO_ROOM' }])
    const online = await bookType(clinic, 'laser', at(clinic, 'ela-kapoor', 'ONLINE'))
    expect(online.json).toMatchObject({ mode: 'ONLINE', roomId: null })
  })

  it('is never booked more often at once than it has rooms, by any number of callers [RULE-09] [INV-02]', async () => {
    const clinic = await withRooms(['room-1', 'room-2'])
    for (const clock of ['09:00', '09:25', '09:50', '10:15', '10:40']) {
      const answers = await Promise.all(
        inJaipur.flatMap((doctor) =>
          Array.from({ length: 3 }, () =>
            bookType(clinic, 'laser', { ...at(clinic, doctor), ...slotTimes(clock, 25) }),
          ),
        ),
      )
      const booked = answers.filter(({ status }) => status === 201).map(({ json }) => json.roomId)
      expect(new Set(booked).size).toBe(2)
      expect(booked).toHaveLength(2)
      for (const { status, json } of answers)
        if (status !== 201) expect(json.error).toBe('SLOT_NOT_AVAILABLE')
    }
  })

  it('moves to a time at which another of its rooms is free, takes that one and keeps it [RULE-09]', async () => {
    const clinic = await withRooms(['room-1', 'room-2'])
    const [one, two] = ['room-1', 'room-2'].map((name) => clinic.id('room', `jaipur/${name}`))
    await bookType(clinic, 'laser', at(clinic, 'dev-anand'))
    const late = await bookType(clinic, 'laser', {
      ...at(clinic, 'asha-rao'),
      ...slotTimes('09:25', 25),
    })
    expect(late.json.roomId).toBe(one)
    const move = (clock: string) =>
      house.call('PATCH', `/v1/appointments/${late.json.id}/reschedule`, {
        key: clinic.key,
        body: slotTimes(clock, 25),
      })
    expect((await move('09:00')).json).toMatchObject({ roomId: two, status: 'RESCHEDULED' })
    const listed = await listSlots(clinic, 'asha-rao', 'jaipur', monday, {
      ...typed(clinic, 'laser'),
      mode: 'OFFLINE',
      ignoreAppointmentId: late.json.id,
    })
    expect(starts(listed)[0]).toBe('09:00')
    const third = await bookType(clinic, 'laser', {
      ...at(clinic, 'ela-kapoor'),
      ...slotTimes('09:25', 25),
    })
    const refused = await house.call('PATCH', `/v1/appointments/${third.json.id}/reschedule`, {
      key: clinic.key,
      body: slotTimes('09:00', 25),
    })
    expect(refused.json.error).toBe('SLOT_NOT_AVAILABLE')
    // Both are free then.
    expect((await move('10:40')).json).toMatchObject({ roomId: two })
  })

  it('takes none of its rooms at another location [RULE-09]', async () => {
    const clinic = await clinicWithTypes({
      laser: { ...skinCheck, rooms: ['berlin/raum-1', 'jaipur/room-1'] },
    })
    const first = await bookType(clinic, 'laser', at(clinic, 'asha-rao'))
    expect(first.json.roomId).toBe(clinic.id('room', 'jaipur/room-1'))
    const before = await clinic.bookingRows()
    const second = await bookType(clinic, 'laser', at(clinic, 'dev-anand'))
    expect(second.json.error).toBe('ROOM_NOT_AVAILABLE')
    expect(await clinic.bookingRows()).toBe(before)
  })
})

describe('staff', () => {
  it('are quoted the price, length and rules of a type, and book it at them [RULE-09] [DAY-04]', async () => {
    const clinic = await clinicWithTypes({
      'skin-check': { ...skinCheck, patientRules: { horizonDays: 1 } },
    })
    const input = {
      workspace: clinic.name,
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      mode: 'OFFLINE',
      fromDateTimeIso: slotTimes('09:25').fromDateTimeIso,
      patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
      ...typed(clinic, 'skin-check'),
    }
    expect(await house.operate('visit-quote', input)).toMatchObject({
      durationMins: 25,
      payableAmount: 650,
      patientRules: ['HORIZON'],
    })
    const { id } = await house.operate('visit-book', { ...input, unofferedReason: 'By phone' })
    const visit = await house.operate('visit-show', { workspace: clinic.name, id })
    expect(visit).toMatchObject({ visitType: 'Skin check', ...typed(clinic, 'skin-check') })
  })

  it('find the nearest times and plan a series of a type, in its rooms [RULE-09] [DAY-08] [DAY-16]', async () => {
    const clinic = await clinicWithTypes({
      laser: { ...skinCheck, rooms: ['jaipur/room-1'] },
    })
    const place = {
      workspace: clinic.name,
      addressId: clinic.id('location', 'jaipur'),
      ...typed(clinic, 'laser'),
    }
    await bookType(clinic, 'laser', slotTimes('09:00', 25))
    const nearest = await house.operate('times-nearest', {
      ...place,
      mode: 'OFFLINE',
      fromDateTimeIso: slotTimes('09:00').fromDateTimeIso,
      limit: 2,
    })
    expect(nearest.map(({ fromDateTimeIso }: Json) => fromDateTimeIso)).toEqual(
      Array(2).fill(slotTimes('09:25').fromDateTimeIso),
    )
    const series = {
      ...place,
      doctorId: clinic.id('practitioner', 'dev-anand'),
      mode: 'OFFLINE',
      fromDateTimeIso: slotTimes('09:00').fromDateTimeIso,
    }
    const planned = await house.operate('series-plan', { ...series, every: 1, count: 2 })
    expect(planned.map(({ isFree }: Json) => isFree)).toEqual([false, true])
    const { fromDateTimeIso: _, ...each } = series
    const { visits } = await house.operate('series-book', {
      ...each,
      patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
      starts: [slotTimes('09:25').fromDateTimeIso, planned[1].fromDateTimeIso],
    })
    expect(visits).toHaveLength(2)
    for (const visit of visits) expect(visit.visitType).toBe('Skin check')
  })
})
