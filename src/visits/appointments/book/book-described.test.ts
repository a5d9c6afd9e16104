// Booking for a person by name and phone: in few round trips for any patient, and in a transaction
// only if nothing else is possible.

import { expect, it } from 'vitest'
import {
  actingUserHeaders,
  book as bookOverHttp,
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { watchDatabase } from '../../../../test/support/database/watched-database.ts'
import { formatClock } from '../../../base/values/clinic-time.ts'
import { findOrCreatePatient } from '../../../clinic/patients/find-or-create.ts'
import { toPerson } from '../../../clinic/patients/patient-fields.ts'
import { toBookingRequest, type UnifiedBookingBody } from '../booking-body.ts'
import { bookVisit } from './book.ts'

const house = await openHarness()
const { application } = house

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const look = 'people_on_phone'

/** Books at a time, and returns the record beside the names of its statements. */
async function bookFor(
  clinic: Clinic,
  patientPayload: Json,
  clock: string,
  watching: Parameters<typeof watchDatabase>[1] = {},
) {
  await application.configurations.of(clinic.workspaceId)
  const { database, asked } = watchDatabase(application.database, watching)
  const request = toBookingRequest(
    createBookingBody(clinic, { patientPayload, ...slotTimes(clock) }) as UnifiedBookingBody,
  )
  return {
    record: await bookVisit({ ...application, database }, actingUserHeaders(clinic), request),
    asked,
  }
}

const listPatients = ({ workspaceId }: Clinic) =>
  house.sql('select * from patients where workspace_id = $1 order by id', [workspaceId])
const listAuditEntries = ({ workspaceId }: Clinic) =>
  house.sql(
    'select action, patient_id, appointment_id, key_id from audit_entries where workspace_id = $1 order by id',
    [workspaceId],
  )

it('creates the record of a new patient in the statement that books, audited before the visit [BOOK-09] [A-132]', async () => {
  const clinic = await house.clinic()
  const { record, asked } = await bookFor(
    clinic,
    { ...meera, email: 'Meera@Example.org', dob: '1990-04-12', patientAddress: { city: 'Jaipur' } },
    '09:00',
  )
  expect(asked).toEqual([look, 'book_slot_for_new_patient'])
  const { patientId, id } = record
  const made = {
    action: 'CREATED',
    patient_id: patientId,
    appointment_id: null,
    key_id: clinic.keyId,
  }
  expect(await listAuditEntries(clinic)).toEqual([
    made,
    { ...made, action: 'BOOKED', appointment_id: id },
  ])
  const [booked] = await listPatients(clinic)
  // The same record that a transaction creates, except for what differs in every record.
  const other = await house.clinic()
  const person = toPerson(
    { ...meera, email: 'Meera@Example.org', dob: '1990-04-12', patientAddress: { city: 'Jaipur' } },
    'patient',
  )
  await application.database.transaction((queries) =>
    findOrCreatePatient(queries, other.workspaceId, person, {
      now: application.clock.now(),
      userId: null,
    }),
  )
  const [found] = await listPatients(other)
  const own = { workspace_id: 0, id: 0, mrn_number: '', created_at: 0, updated_at: 0 }
  expect({ ...booked, ...own }).toEqual({ ...found, ...own })
  expect(booked).toMatchObject({
    id: patientId,
    created_at: record.createdAt,
    mrn_number: expect.stringMatching(/^MRN-\w{8}$/),
  })
})

it('finds a known patient with one query, and answers like a booking by their id [BOOK-08] [BOOK-09] [A-220]', async () => {
  const clinic = await house.clinic()
  const { record: first } = await bookFor(clinic, meera, '09:00')
  const { record, asked } = await bookFor(
    clinic,
    { firstName: 'MEERA', phoneNumber: '+91 98765-43210' },
    '09:15',
  )
  // The country, which decides between two prices, comes with the query.
  expect(asked).toEqual([look, 'book_slot'])
  const byId = await bookFor(clinic, { id: first.patientId }, '09:30')
  const of = ({
    id: _,
    bookingReference: __,
    fromAt: ___,
    toAt: ____,
    createdAt: _____,
    updatedAt: ______,
    ...same
  }: typeof first) => same
  expect(of(record)).toEqual(of(byId.record))
  expect(of(record)).toEqual(of(first))
  expect(await listPatients(clinic)).toHaveLength(1)
})

it('creates another record for another relative on one phone, and always one without a phone [A-220]', async () => {
  const clinic = await house.clinic()
  const family = ['Meera', 'Arjun', 'Kavya']
  const ids = []
  for (const [index, firstName] of family.entries()) {
    const { record, asked } = await bookFor(
      clinic,
      { ...meera, firstName },
      formatClock(9 * 60 + index * 15),
    )
    expect(asked).toEqual([look, 'book_slot_for_new_patient'])
    ids.push(record.patientId)
  }
  expect((await bookFor(clinic, { ...meera, firstName: 'Arjun' }, '09:45')).record.patientId).toBe(
    ids[1],
  )
  expect(
    (await bookFor(clinic, { phoneNumber: meera.phoneNumber }, '10:00')).record.patientId,
  ).toBe(ids[0])
  for (const clock of ['10:15', '10:30']) {
    const { record, asked } = await bookFor(clinic, { firstName: 'Meera' }, clock)
    expect(asked).toEqual(['book_slot_for_new_patient'])
    ids.push(record.patientId)
  }
  expect((await listPatients(clinic)).map(({ id }) => id)).toEqual(ids)
})

it('finds a record by the phone of one that was merged into it, and follows later merges [A-220] [TILL-02]', async () => {
  const clinic = await house.clinic()
  const merge = (from: number, into: number) =>
    house.operate('patient-merge', {
      workspace: clinic.name,
      from,
      into,
      reason: 'One person',
      confirmed: true,
    })
  const { patientId: from } = (await bookFor(clinic, meera, '09:00')).record
  const { patientId: into } = (
    await bookFor(clinic, { ...meera, phoneNumber: '9876500000' }, '09:15')
  ).record
  const { patientId: last } = (
    await bookFor(clinic, { ...meera, phoneNumber: '9876511111' }, '09:30')
  ).record
  await merge(from, into)
  const { record, asked } = await bookFor(clinic, meera, '09:45')
  expect([record.patientId, ...asked]).toEqual([into, look, 'book_slot'])
  const moved = await bookFor(clinic, meera, '10:00', {
    after: async (name) => void (name === look && (await merge(into, last))),
  })
  expect([moved.record.patientId, ...moved.asked]).toEqual([last, look, 'book_slot', 'transaction'])
})

it('writes nothing if the time is taken: no record, no entry of the audit [BOOK-68]', async () => {
  const clinic = await house.clinic()
  await bookFor(clinic, meera, '09:00')
  const rows = await clinic.bookingRows()
  const audit = await listAuditEntries(clinic)
  for (const person of [
    { firstName: 'Arjun', phoneNumber: '9876500000' },
    { ...meera, firstName: 'Arjun' },
    { firstName: 'Arjun' },
  ]) {
    await expect(bookFor(clinic, person, '09:00')).rejects.toMatchObject({
      code: 'SLOT_NOT_AVAILABLE',
    })
  }
  expect(await clinic.bookingRows()).toBe(rows)
  expect(await listAuditEntries(clinic)).toEqual(audit)
})

it('uses a matching record that was added to the phone after the query [A-221]', async () => {
  const clinic = await house.clinic()
  /** Books for someone while another transaction on the phone creates their record. */
  function meanwhile(person: Json, other: Json, [clock, otherClock]: [string, string]) {
    let isFirst = true
    return bookFor(clinic, person, clock, {
      async after(name) {
        if (name !== look || !isFirst) return
        isFirst = false
        await bookFor(clinic, other, otherClock)
      },
    })
  }
  const same = await meanwhile(meera, meera, ['09:00', '09:15'])
  expect(same.asked).toEqual([look, 'book_slot_for_new_patient', 'transaction'])
  expect(await listPatients(clinic)).toHaveLength(1)
  const arjun = { ...meera, firstName: 'Arjun' }
  await meanwhile(arjun, arjun, ['09:30', '09:45'])
  expect(await listPatients(clinic)).toHaveLength(2)
  await meanwhile({ ...meera, firstName: 'Kavya' }, { ...meera, firstName: 'Ravi' }, [
    '10:00',
    '10:15',
  ])
  expect((await listPatients(clinic)).map(({ first_name: name }) => name).toSorted()).toEqual([
    'Arjun',
    'Kavya',
    'Meera',
    'Ravi',
  ])
})

it('waits for a concurrent creation of a record on the phone, and then books for it [A-221]', async () => {
  const clinic = await house.clinic()
  let booking: ReturnType<typeof bookFor> | undefined
  const made = await application.database.transaction(async (queries) => {
    const { id } = await findOrCreatePatient(
      queries,
      clinic.workspaceId,
      toPerson(meera, 'patient'),
      { now: application.clock.now(), userId: null },
    )
    booking = bookFor(clinic, meera, '09:00')
    const waiting =
      "select from pg_locks where not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"
    await expect.poll(() => house.sql(waiting)).toHaveLength(1)
    return id
  })
  expect((await booking)?.record.patientId).toBe(made)
  expect(await listPatients(clinic)).toHaveLength(1)
})

it('creates one record for twenty concurrent bookings of one new person, at twenty times [A-221]', async () => {
  const clinic = await house.clinic((file) => {
    const practice = file.practitioners['asha-rao']?.at.jaipur
    if (practice)
      Object.assign(practice, {
        hours: [{ days: ['MON'], from: '09:00', to: '14:00', modes: ['OFFLINE'] }],
        exceptions: [],
      })
  })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      bookOverHttp(clinic, {
        patientPayload: meera,
        ...slotTimes(formatClock(9 * 60 + index * 15)),
      }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  expect(await listPatients(clinic)).toHaveLength(1)
  expect((await listAuditEntries(clinic)).map(({ action }) => action)).toEqual([
    'CREATED',
    ...replies.map(() => 'BOOKED'),
  ])
})

it('generates another record number if the first is taken [A-222]', async () => {
  const clinic = await house.clinic()
  await bookFor(clinic, meera, '09:00')
  const [{ mrn_number: taken }] = await listPatients(clinic)
  let isFirst = true
  const { asked } = await bookFor(
    clinic,
    { firstName: 'Arjun', phoneNumber: '9876500000' },
    '09:15',
    {
      before(name, parameters) {
        if (name === 'book_slot_for_new_patient' && isFirst)
          Object.assign(parameters, { mrnNumber: taken })
        isFirst &&= name !== 'book_slot_for_new_patient'
      },
    },
  )
  expect(asked).toEqual([look, 'book_slot_for_new_patient', look, 'book_slot_for_new_patient'])
  expect(await listPatients(clinic)).toHaveLength(2)
  expect((await listAuditEntries(clinic)).map(({ action }) => action)).toEqual([
    'CREATED',
    'BOOKED',
    'CREATED',
    'BOOKED',
  ])
})

it('leaves patients with a record number, and packs of new patients, to a transaction [A-220] [BOOK-68]', async () => {
  const clinic = await house.clinic((file) => {
    file.sessionPacks = {
      five: {
        displayName: 'Five visits',
        sessions: 5,
        validityDays: 90,
        currency: 'INR',
        price: 2000,
      },
    }
  })
  expect((await bookFor(clinic, { ...meera, mrnNumber: 'OLD-7' }, '09:00')).asked).toEqual([
    'transaction',
  ])
  const { patientPackageId } = (
    await bookOverHttp(clinic, {
      ...slotTimes('09:15'),
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: clinic.id('sessionPack', 'five'),
      packageAmount: 2000,
    })
  ).json.appointment
  const before = await clinic.bookingRows()
  const reply = await bookOverHttp(clinic, {
    ...slotTimes('09:30'),
    patientPayload: { firstName: 'Stranger' },
    bookingType: 'USE_ACTIVE_PACKAGE',
    patientPackageId,
    consultationCharge: undefined,
  })
  expect([reply.status, reply.json.error], reply.text).toEqual([400, 'SESSION_PACK_NOT_FOUND'])
  expect(await clinic.bookingRows()).toBe(before)
})
