// What staff see of a visit beside its time: its refunds, tokens, and patients whose record is
// erased.

import { describe, expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  type ReservableKind,
  reservationRequest,
} from '../../../../test/support/clinic/paying-clinic.ts'
import { tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'
import { renderResult } from '../../../../test/support/clinic/shown-text.ts'
import { openHarnessWithGateway } from '../../../../test/support/gateways/recorded-gateway.ts'

const house = await openHarnessWithGateway()
const monday = '2030-01-07'
const morning = { shift: 'meera-shah/jaipur/morning', date: monday }

const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const show = (clinic: Clinic, id: number) => operate(clinic, 'visit-show', { id })

/** The same as a person reads it. */
async function read(clinic: Clinic, name: string, input: Json = {}): Promise<string> {
  return renderResult(name, await operate(clinic, name, input), input)
}

async function paid(clinic: Clinic, thing: ReservableKind): Promise<Json> {
  const { path, body } = reservationRequest(clinic, thing)
  const { json } = await clinic.post(path, body)
  await actOnPaymentPage(house, json.checkoutUrl, 'pay')
  expect((await confirm(clinic, { sessionRef: json.sessionRef })).json.status).toBe('SUCCESS')
  return json
}

async function takenToken(clinic: Clinic, changes: Json = {}): Promise<Json> {
  const reply = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, { appointmentDate: monday, ...changes }),
  )
  expect(reply.status, reply.text).toBe(201)
  return reply.json.visit
}

describe('the refund of a visit', () => {
  it('is shown with its amount, state and reason: at the desk, and online', async () => {
    const clinic = await createPayingClinic(house)
    const atDesk = (await book(clinic, { ...slotTimes('10:00'), paymentStatus: 'PAID' })).json
      .appointment.id
    await operate(clinic, 'visit-cancel', { id: atDesk, reason: 'Doctor is ill', refund: 50 })
    const desk = {
      amount: 250,
      currency: 'INR',
      percentage: 50,
      online: false,
      state: 'DONE',
      reason: 'Doctor is ill',
      problem: null,
    }
    expect(await show(clinic, atDesk)).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'Doctor is ill',
      refunds: [desk],
    })
    expect(await read(clinic, 'visit-show', { id: atDesk })).toMatch(
      /\nrefund +250 INR \(50 %\) at the desk, DONE 20\d\d-\d\d-\d\d \d\d:\d\d: Doctor is ill/,
    )

    const { appointment } = await paid(clinic, 'visit')
    expect((await show(clinic, appointment.id)).refunds).toEqual([])
    await operate(clinic, 'sandbox-gateway-fail', {
      call: 'refund',
      how: 'refuse',
      status: 402,
      body: { message: 'Not today.' },
      times: 1,
    })
    const cancel = { id: appointment.id, reason: 'Doctor is away', refund: 100 }
    await expect(operate(clinic, 'visit-cancel', cancel)).rejects.toThrow()
    const [refused] = (await show(clinic, appointment.id)).refunds
    expect(refused).toMatchObject({
      amount: 500,
      currency: 'INR',
      online: true,
      state: 'REFUSED',
      reason: 'Doctor is away',
      doneAt: null,
    })
    await operate(clinic, 'visit-cancel', cancel)
    expect((await show(clinic, appointment.id)).refunds).toMatchObject([
      { state: 'REFUSED' },
      { state: 'DONE', doneAt: expect.any(String) },
    ])
  })

  it('of a token is shown too, with what the gateway could not do and why', async () => {
    const clinic = await createPayingClinic(house)
    const { visit, sessionRef } = await paid(clinic, 'token')
    await operate(clinic, 'queue-cancel', { ...morning, token: 'A-1', reason: 'Doctor is ill' })
    await operate(clinic, 'sandbox-gateway-fail', {
      call: 'refund',
      how: 'pending-then-fails',
      times: 1,
    })
    await operate(clinic, 'payments-refund', { reference: sessionRef, reason: 'Goodwill' }).catch(
      () => {},
    )
    await house.operate('clock-advance', { ms: 300_000 })
    const stored = async () =>
      (
        await house.sql('select state from refunds where workspace_id = $1', [clinic.workspaceId])
      ).map(({ state }) => state)
    await expect.poll(stored).toEqual(['FAILED'])
    const states = async () =>
      (await show(clinic, visit.visitId)).refunds.map(({ state }: Json) => state)
    expect(await states()).toEqual(['FAILED'])
    const shown = await show(clinic, visit.visitId)
    expect(shown).toMatchObject({
      system: 'QMS',
      tokenDisplay: 'A-1',
      status: 'CANCELLED',
      cancellationReason: 'Doctor is ill',
    })
    expect(shown.refunds).toMatchObject([
      { amount: 300, reason: 'Goodwill', problem: expect.any(String) },
    ])
    await operate(clinic, 'payments-refund', { reference: sessionRef, reason: 'Goodwill' })
    expect(await states()).toEqual(['FAILED', 'DONE'])
    expect(await read(clinic, 'visit-show', { id: visit.visitId })).toMatch(
      /\nrefund +300 INR \(100 %\) online, FAILED .*: Goodwill: \S.*\nrefund +300 INR .*DONE/,
    )
  })

  it('of another clinic, or unknown, is not shown', async () => {
    const clinic = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    const { visitId } = await takenToken(other)
    for (const id of [visitId, 999_999_999])
      await expect(show(clinic, id)).rejects.toThrow(`there is no visit ${id} in this workspace`)
  })
})

describe('tokens', () => {
  it('are listed with the visits of a day, of a patient and on the sheet', async () => {
    const clinic = await createPayingClinic(house)
    const { patientId } = (await book(clinic, slotTimes('10:00'))).json.appointment
    const { visitId } = await takenToken(clinic)
    const other = await takenToken(clinic, {
      patientPayload: { firstName: 'Arjun', phoneNumber: '9876500017' },
      chiefComplaint: 'a & b',
    })
    const listTokens = async (input: Json) =>
      (await operate(clinic, 'visit-list', input)).map(
        ({ tokenDisplay }: Json) => tokenDisplay ?? null,
      )
    const shift = await operate(clinic, 'queue-list', { date: monday })
    const [{ startTime, endTime, doctorId, addressId, qmsWorkShiftId }] = shift
    const listed = await operate(clinic, 'visit-list', { date: monday })
    expect(listed).toContainEqual(
      expect.objectContaining({
        id: visitId,
        system: 'QMS',
        tokenDisplay: 'A-1',
        position: 1,
        appointmentDate: monday,
        patientId,
        patient: expect.objectContaining({
          id: patientId,
          firstName: 'Meera',
          lastName: 'Iyer',
          phone: '+919876543210',
        }),
        status: 'WAITING',
        payableAmount: 300,
        currency: 'INR',
        paymentStatus: 'UNPAID',
        doctorId,
        addressId,
        qmsWorkShiftId,
        doctor: expect.stringContaining('Meera'),
      }),
    )
    expect(listed[0]).toMatchObject({
      fromDateTimeTs: `${monday}T${startTime}:00+05:30`,
      toDateTimeTs: `${monday}T${endTime}:00+05:30`,
    })
    expect(await listTokens({ date: monday })).toEqual(['A-1', 'A-2', null])
    expect(await listTokens({ date: monday, doctor: 'asha-rao' })).toEqual([null])
    expect(await listTokens({ date: monday, doctor: 'meera-shah', location: 'jaipur' })).toEqual([
      'A-1',
      'A-2',
    ])
    expect(await listTokens({ date: monday, location: 'berlin' })).toEqual([])
    expect(await listTokens({ date: '2030-01-08' })).toEqual([])
    expect((await listTokens({ patientId })).sort()).toEqual(['A-1', null])
    expect(await read(clinic, 'visit-list', { date: monday })).toMatch(
      /^time +token +patient .*\n-.*\n.* A-1 +Meera Iyer[\s\S]*\n1 visit and 2 tokens, times of the clinic/,
    )
    const html = await read(clinic, 'visit-sheet', { date: monday })
    expect(html).toContain(`<b>A-2</b> ${startTime}–${endTime}</td><td>Arjun`)
    expect(html.match(/<section>/g)).toHaveLength(2)
    await operate(clinic, 'queue-cancel', { ...morning, token: 'A-2' })
    expect(await read(clinic, 'visit-sheet', { date: monday })).not.toContain('Arjun')
    // The patient is audited, also for a token alone.
    await operate(clinic, 'visit-list', { patientId: other.patientId })
    const noted =
      "select action, operator from audit_entries where workspace_id = $1 and patient_id = $2 and action = 'READ'"
    expect(await house.sql(noted, [clinic.workspaceId, other.patientId])).toEqual([
      { action: 'READ', operator: 'tester' },
    ])
  })
})

describe('an upcoming visit of a patient whose record is erased', () => {
  it('says so in the list, on the sheet and by itself, until it is cancelled', async () => {
    const clinic = await createPayingClinic(house)
    const { id, patientId } = (await book(clinic, slotTimes('10:00'))).json.appointment
    const { visitId } = await takenToken(clinic)
    expect(await read(clinic, 'visit-list', { date: monday })).not.toContain('erased')
    await operate(clinic, 'patient-erase', { id: patientId, confirmed: true })
    const listed = await operate(clinic, 'visit-list', { date: monday })
    const gone = {
      id: patientId,
      firstName: null,
      lastName: null,
      countryCode: null,
      phoneNumber: null,
      phone: null,
      erased: true,
    }
    expect(listed.map(({ patient }: Json) => patient)).toEqual([gone, gone])
    const told = await read(clinic, 'visit-list', { date: monday })
    expect(told).toContain(
      `still to come, of a patient whose record is erased: ${visitId}, ${id}; cancel what is not meant to be kept`,
    )
    expect(told.match(/\(erased\)/g)).toHaveLength(2)
    expect(await read(clinic, 'visit-show', { id })).toMatch(
      /\npatient +\(erased\)[\s\S]*still to come, of a patient whose record is erased; cancel/,
    )
    expect(
      (await read(clinic, 'visit-sheet', { date: monday })).match(/<td>record erased<\/td>/g),
    ).toHaveLength(2)
    await operate(clinic, 'visit-cancel', { id })
    expect(await read(clinic, 'visit-list', { date: monday })).toContain(
      `whose record is erased: ${visitId};`,
    )
    expect(await read(clinic, 'visit-show', { id })).not.toContain('still to come')
  })
})
