// Visits at home have an address: sent with the booking, otherwise that of the patient.

import { describe, expect, it } from 'vitest'
import {
  actingUserHeaders,
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  addHomeVisits,
  bookAtHome,
  createHomeBody,
  homeModes,
} from '../../../test/support/clinic/home-clinic.ts'
import { runInClinic } from '../../../test/support/clinic/meridian.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { watchDatabase } from '../../../test/support/database/watched-database.ts'
import { bookVisit } from './book/book.ts'
import { toBookingRequest, type UnifiedBookingBody } from './booking-body.ts'

const house = await openHarness()

const registered = { address: '12 MI Road', city: 'Jaipur' }
const elsewhere = { address: '4 Lake View', city: 'Amer', floor: 2 }
const routes = ['book-appointment-unified', 'book-appointment', 'reserve-slot'] as const

async function addPatient(
  clinic: Clinic,
  firstName: string,
  patientAddress?: object,
): Promise<number> {
  const { status, text, json } = await clinic.post(
    '/v1/patients',
    { firstName, phoneNumber: '9876543210', ...(patientAddress && { patientAddress }) },
    byNina(clinic),
  )
  expect(status, text).toBe(201)
  return json.id
}

const byNina = (clinic: Clinic) => ({
  headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) },
})

const findVisit = async (clinic: Clinic, id: number): Promise<Json> => {
  const { list } = (await clinic.post('/v1/appointments/search', { size: 50 })).json
  return list.find((visit: Json) => visit.id === id)
}

describe('the address of a visit at home', () => {
  it.each(routes)(
    'is what %s sends, for both modes, and is in every record of the visit [HOME-01]',
    async (route) => {
      const clinic = await addHomeVisits(house)
      const patientId = await addPatient(clinic, 'Meera', registered)
      for (const [index, mode] of homeModes.entries()) {
        const clock = ['09:00', '09:15'][index] as string
        const body = createHomeBody(clinic, {
          mode,
          patientPayload: undefined,
          patientId,
          visitAddress: elsewhere,
          ...slotTimes(clock),
        })
        const reply = await clinic.post(`/v1/appointments/${route}`, body)
        expect(reply.status, reply.text).toBe(201)
        const visit = reply.json.appointment ?? reply.json
        expect(visit.visitAddress).toEqual(elsewhere)
        expect((await findVisit(clinic, visit.id)).visitAddress).toEqual(elsewhere)
        expect(
          (await runInClinic(house, clinic, 'visit-show', { id: visit.id })).visitAddress,
        ).toEqual(elsewhere)
      }
      const [patient] = await house.sql(
        'select patient_address from patients where workspace_id = $1',
        [clinic.workspaceId],
      )
      expect(patient.patient_address).toEqual(registered)
    },
  )

  it('is that of the patient if none is sent: by their record, or as a new patient is described [HOME-01]', async () => {
    const clinic = await addHomeVisits(house)
    const known = await addPatient(clinic, 'Meera', registered)
    const unknown = await addPatient(clinic, 'Arjun')
    const person = (firstName: string, patientAddress?: object) => ({
      firstName,
      phoneNumber: '9876543210',
      ...(patientAddress && { patientAddress }),
    })
    const cases: [string, Record<string, unknown>, object | null][] = [
      ['09:00', { patientPayload: undefined, patientId: known }, registered],
      ['09:15', { patientPayload: person('Meera') }, registered],
      ['09:30', { patientPayload: person('Meera', elsewhere) }, elsewhere],
      ['09:45', { patientPayload: person('Kavya', elsewhere) }, elsewhere],
      ['10:00', { patientPayload: person('Ravi') }, null],
      ['10:15', { patientPayload: undefined, patientId: unknown }, null],
      ['10:30', { patientPayload: { ...person('Unread', elsewhere), id: known } }, registered],
    ]
    for (const [clock, changes, address] of cases) {
      const reply = await bookAtHome(clinic, { ...changes, ...slotTimes(clock) })
      expect(reply.status, reply.text).toBe(201)
      expect(reply.json.appointment.visitAddress, clock).toEqual(address)
      expect((await findVisit(clinic, reply.json.appointment.id)).visitAddress, clock).toEqual(
        address,
      )
    }
    // What the patient's record says later changes no visit.
    await clinic.post('/v1/patients', { id: known, patientAddress: elsewhere }, byNina(clinic))
    expect(
      (await clinic.post('/v1/appointments/search', { size: 50 })).json.list.filter(
        (visit: Json) => visit.visitAddress?.city === 'Jaipur',
      ),
    ).toHaveLength(3)
  })

  it('is null for every other visit, also of a patient with an address, in as many statements [HOME-01]', async () => {
    const clinic = await addHomeVisits(house)
    const patientId = await addPatient(clinic, 'Meera', registered)
    const reply = await book(clinic, { patientPayload: undefined, patientId })
    expect(reply.json.appointment).toMatchObject({ mode: 'OFFLINE', visitAddress: null })
    await house.application.configurations.of(clinic.workspaceId)
    for (const [body, statements] of [
      [
        createHomeBody(clinic, { patientPayload: undefined, patientId, ...slotTimes('09:15') }),
        ['book_slot'],
      ],
      [
        {
          ...createHomeBody(clinic, {
            patientPayload: undefined,
            patientId,
            ...slotTimes('09:30'),
          }),
          mode: 'OFFLINE',
          consultationCharge: 500,
        },
        ['patient_country', 'book_slot'],
      ],
    ] as const) {
      const { database, asked } = watchDatabase(house.application.database)
      await bookVisit(
        { ...house.application, database },
        actingUserHeaders(clinic),
        toBookingRequest(body as UnifiedBookingBody),
      )
      expect(asked).toEqual(statements)
    }
  })

  it('is in the answer to a repeated Idempotency-Key, as it was stored [HOME-01]', async () => {
    const clinic = await addHomeVisits(house)
    const patientId = await addPatient(clinic, 'Meera', registered)
    const body = createHomeBody(clinic, { patientPayload: undefined, patientId })
    const options = { headers: { 'idempotency-key': 'at-home-1' } }
    const first = await clinic.post('/v1/appointments/reserve-slot', body, options)
    const again = await clinic.post('/v1/appointments/reserve-slot', body, options)
    expect(first.json.appointment.visitAddress).toEqual(registered)
    expect(again.json.appointment).toEqual(first.json.appointment)
  })

  it('stays when the visit is moved [HOME-01]', async () => {
    const clinic = await addHomeVisits(house)
    const { json } = await bookAtHome(clinic, { visitAddress: elsewhere })
    const moved = await runInClinic(house, clinic, 'visit-move', {
      id: json.appointment.id,
      to: '2030-01-07T10:00',
    })
    expect(moved).toMatchObject({ status: 'RESCHEDULED', visitAddress: elsewhere })
  })

  it('is refused for visits elsewhere, for tokens, and unless it is an object; nothing is written [HOME-01]', async () => {
    const clinic = await addHomeVisits(house)
    const before = await clinic.bookingRows()
    const shift = {
      mode: 'OFFLINE',
      bookingChannel: 'PHONE_CALL',
      qmsWorkShiftId: clinic.id('shift', 'meera-shah/jaipur/morning'),
      appointmentDate: '2030-01-07',
    }
    const queued = {
      system: 'QMS',
      doctorId: clinic.id('practitioner', 'meera-shah'),
      qms: shift,
      visitAddress: elsewhere,
    }
    const refused: [string, Json][] = [
      ...routes.map((route): [string, Json] => [
        route,
        createHomeBody(clinic, {
          mode: 'OFFLINE',
          consultationCharge: 500,
          visitAddress: elsewhere,
        }),
      ]),
      ...routes.map((route): [string, Json] => [
        route,
        createHomeBody(clinic, {
          mode: 'ONLINE',
          consultationCharge: 400,
          visitAddress: elsewhere,
        }),
      ]),
      ...routes.flatMap((route) =>
        ['Jaipur', ['Jaipur'], 7, true].map((visitAddress): [string, Json] => [
          route,
          createHomeBody(clinic, { visitAddress }),
        ]),
      ),
      ['book-appointment-unified', createHomeBody(clinic, queued)],
      ['reserve-slot', createHomeBody(clinic, queued)],
    ]
    for (const [route, body] of refused) {
      const reply = await clinic.post(`/v1/appointments/${route}`, body)
      expect([reply.status, reply.json.error], reply.text).toEqual([400, 'VALIDATION_ERROR'])
      expect(reply.json.message).toContain('visitAddress')
    }
    const token = await clinic.post('/v1/qms-appointments/pre/book', {
      ...tokenBody(clinic),
      visitAddress: elsewhere,
    })
    expect([token.status, token.json.error], token.text).toEqual([400, 'VALIDATION_ERROR'])
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('is exported and erased with the patient [HOME-01]', async () => {
    const clinic = await addHomeVisits(house)
    const { json } = await bookAtHome(clinic, { visitAddress: elsewhere })
    const { id, patientId } = json.appointment
    const exported = await runInClinic(house, clinic, 'patient-export', { id: patientId })
    expect(exported.appointments[0].visit_address).toEqual(elsewhere)
    await runInClinic(house, clinic, 'visit-cancel', { id })
    expect(
      (await runInClinic(house, clinic, 'patient-erase', { id: patientId, confirmed: true }))
        .erased,
    ).toBe(true)
    const [row] = await house.sql(
      'select to_jsonb(t) as row from appointments t where workspace_id = $1 and id = $2',
      [clinic.workspaceId, id],
    )
    expect(row.row.visit_address).toBeNull()
    expect(JSON.stringify(row.row)).not.toContain('Lake View')
  })

  it('is taken by the database only for a visit at home, and only as an object [HOME-01]', async () => {
    const clinic = await addHomeVisits(house)
    const atHome = (await bookAtHome(clinic)).json.appointment.id
    const atClinic = (await book(clinic, slotTimes('09:15'))).json.appointment.id
    const set = (id: number, address: unknown) =>
      house.sql(
        'update appointments set visit_address = $3::jsonb where workspace_id = $1 and id = $2',
        [clinic.workspaceId, id, JSON.stringify(address)],
      )
    await expect(set(atClinic, elsewhere)).rejects.toMatchObject({
      constraint: 'visit_address_is_of_a_visit_at_home',
    })
    await expect(set(atHome, ['Jaipur'])).rejects.toMatchObject({
      constraint: 'visit_address_is_an_object',
    })
    await set(atHome, elsewhere)
  })
})
