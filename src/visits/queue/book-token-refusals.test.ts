// Tokens that are refused: by a full shift, by the state of the queue, or because of the request.
// Nothing is written for them.

import { beforeEach, describe, expect, it } from 'vitest'
import { expectBookingRefused, expectInvalid } from '../../../test/support/clinic/front-door.ts'
import { book, type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  readShownShift,
  shiftId,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { immediate, pre, tokenBookings } from './token-bookings.fixture.ts'

const house = await openHarness()

let clinic: Clinic
beforeEach(async () => {
  clinic = await house.clinic()
})

const { send, evening, take, expectRefused, staff, endShift } = tokenBookings(house, () => clinic)

describe('a full shift', () => {
  it('is refused by every route and writes nothing [QUEUE-07] [QUEUE-15] [SHIFT-13] [INV-11]', async () => {
    const listed = await readShownShift(clinic, 'evening')
    for (let index = 0; index < listed.maxAppointments; index += 1) await take(evening())
    await expectRefused(() => send(evening()), 'SHIFT_FULL')
    await expectRefused(
      () =>
        send({ ...evening(), patientPayload: { firstName: 'Newcomer', phoneNumber: '5550001' } }),
      'SHIFT_FULL',
    )
    await startShift(house, clinic, 'evening')
    await expectRefused(() => send(evening(), immediate), 'SHIFT_FULL')
    expect((await readShownShift(clinic, 'evening')).bookedCount).toBe(3)
    expect((await take({ ...evening(), appointmentDate: '2030-01-02' })).tokenNumber).toBe(1)
  })

  it('has a place again for each cancelled token, and none for patients who were seen or did not come [A-168] [QUEUE-07]', async () => {
    await startShift(house, clinic, 'evening')
    for (let index = 0; index < 3; index += 1) await take(evening(), immediate)
    await staff('begin', 1, 'evening')
    await staff('complete', 1, 'evening')
    await staff('noShow', 2, 'evening')
    await staff('skip', 3, 'evening')
    await expectRefused(() => send(evening(), immediate), 'SHIFT_FULL')
    await staff('cancel', 2, 'evening')
    expect(await take(evening(), immediate)).toMatchObject({ tokenNumber: 4, position: 1 })
    await expectRefused(() => send(evening(), immediate), 'SHIFT_FULL')
  })

  it('gives its last place to one of two concurrent requests [QUEUE-16]', async () => {
    await take(evening())
    await take(evening())
    const both = await Promise.all(
      ['5550001', '5550002'].map((phoneNumber) =>
        send({ ...evening(), patientPayload: { firstName: 'Two', phoneNumber } }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(both.map(({ json }) => json.error).filter(Boolean)).toEqual(['SHIFT_FULL'])
    expect((await readShownShift(clinic, 'evening')).bookedCount).toBe(3)
  })
})

describe('the state of the queue', () => {
  it('decides the route, and each names the other [A-166] [SHIFT-16] [SHIFT-17]', async () => {
    await expectRefused(() => send({}, immediate), 'SHIFT_NOT_STARTED', 400, pre)
    await take()
    await expectRefused(() => send({}, immediate), 'SHIFT_NOT_STARTED', 400, pre)
    await startShift(house, clinic)
    await expectRefused(() => send(), 'SHIFT_STARTED', 400, immediate)
    // On another date it is another queue.
    expect((await take({ appointmentDate: '2030-01-02' })).tokenNumber).toBe(1)
    await expectRefused(
      () => send({ appointmentDate: '2030-01-02' }, immediate),
      'SHIFT_NOT_STARTED',
    )
  })

  it('ended allows no booking by any route, although it has places [QUEUE-08] [SHIFT-18] [INV-12]', async () => {
    await startShift(house, clinic)
    await take({}, immediate)
    await endShift()
    for (const route of [pre, immediate]) await expectRefused(() => send({}, route), 'SHIFT_ENDED')
  })
})

describe('a refusal', () => {
  const refusals = cases<[string, Record<string, unknown>, string]>([
    ['no location', { addressId: undefined }, 'addressId'],
    ['two locations', { workspaceAddressId: 999_999 }, 'workspaceAddressId'],
    ['no practitioner', { doctorId: undefined }, 'doctorId'],
    ['no patient', { patientPayload: undefined }, 'patientId or patientPayload'],
    [
      'a patient without name and phone',
      { patientPayload: { email: 'a@example.org' } },
      'patientPayload needs',
    ],
    [
      'two patients',
      { patientId: 1, patientPayload: { id: 2 } },
      'patientId and patientPayload.id',
    ],
    ['no shift', { qmsWorkShiftId: undefined }, 'qmsWorkShiftId is required'],
    ['no date', { appointmentDate: undefined }, 'appointmentDate is required'],
    ['no mode', { mode: undefined }, 'mode is required'],
    ['another mode than the shift’s', { mode: 'ONLINE' }, 'mode must be OFFLINE'],
    ['a mode of slots', { mode: 'HOME_VISIT' }, 'mode must be OFFLINE'],
    ['a mode there is not', { mode: 'offline' }, 'mode'],
    ['no channel', { bookingChannel: undefined }, 'bookingChannel is required'],
    ['an empty channel', { bookingChannel: '' }, 'bookingChannel'],
    ['a channel in small letters', { bookingChannel: 'walk_in' }, 'bookingChannel'],
    ['a channel of 41 letters', { bookingChannel: 'X'.repeat(41) }, 'bookingChannel'],
    ['a date that does not exist', { appointmentDate: '2030-02-30' }, 'appointmentDate'],
    ['a date with a time', { appointmentDate: '2030-01-01T09:00:00Z' }, 'appointmentDate'],
    ['a date before all dates', { appointmentDate: '0000-01-01' }, 'appointmentDate'],
    ['a date after all dates', { appointmentDate: '9999-12-31' }, 'appointmentDate'],
    ['a date beyond three years', { appointmentDate: '2033-01-03' }, 'at most 3 years ahead'],
    ['a payment mode that does not exist', { paymentMode: 'BARTER' }, 'paymentMode must be one of'],
    [
      'a payment mode of every object',
      { paymentMode: 'constructor' },
      'paymentMode must be one of',
    ],
    ['a payment that came back', { paymentStatus: 'REFUNDED' }, 'paymentStatus'],
    ['a reference of 201 letters', { paymentReference: 'x'.repeat(201) }, 'paymentReference'],
    ['notes of 501 letters', { appointmentNotes: 'x'.repeat(501) }, 'appointmentNotes'],
    ['a complaint of 501 letters', { chiefComplaint: 'x'.repeat(501) }, 'chiefComplaint'],
    ['vitals that are a list', { vital: [1] }, 'vital'],
    ['vitals of 9 KiB', { vital: { text: 'x'.repeat(9 * 1024) } }, 'vital must have at most 8 KiB'],
    [
      'vitals of 9 KiB in few letters',
      { vital: { text: '€'.repeat(3 * 1024) } },
      'vital must have at most 8 KiB',
    ],
  ])
  it.each(refusals)(
    'for %s names it on both routes and writes nothing [QUEUE-03] [QUEUE-05] [QUEUE-06] [QUEUE-18]',
    async (_, changes, named) => {
      await startShift(house, clinic, 'evening')
      expectInvalid(await expectBookingRefused(clinic, () => send(changes)), named)
      const running =
        changes.qmsWorkShiftId === undefined && 'qmsWorkShiftId' in changes
          ? changes
          : { ...evening(), ...changes }
      expectInvalid(await expectBookingRefused(clinic, () => send(running, immediate)), named)
    },
  )

  it.each([pre, immediate])(
    'by a rule says which, and writes nothing: %s [A-130] [A-165] [A-167] [QUEUE-03]',
    async (route) => {
      const [asha, jonas, ravi] = ['asha-rao', 'jonas-weber', 'ravi-old'].map((name) =>
        clinic.id('practitioner', name),
      )
      const foreign = await house.clinic()
      const wrong = cases<[Record<string, unknown>, string, number?]>([
        [{ doctorId: asha }, 'WRONG_APPOINTMENT_SYSTEM'],
        [{ doctorId: jonas }, 'DOCTOR_NOT_FOUND', 404],
        [{ doctorId: ravi }, 'DOCTOR_NOT_FOUND', 404],
        [{ doctorId: 999_999 }, 'DOCTOR_NOT_FOUND', 404],
        [{ addressId: clinic.id('location', 'berlin') }, 'DOCTOR_NOT_FOUND', 404],
        [{ addressId: foreign.id('location', 'jaipur') }, 'DOCTOR_NOT_FOUND', 404],
        [{ doctorId: foreign.id('practitioner', 'meera-shah') }, 'DOCTOR_NOT_FOUND', 404],
        [{ qmsWorkShiftId: 999_999 }, 'SHIFT_NOT_FOUND'],
        [{ qmsWorkShiftId: Number.MAX_SAFE_INTEGER }, 'SHIFT_NOT_FOUND'],
        [{ qmsWorkShiftId: shiftId(foreign) }, 'SHIFT_NOT_FOUND'],
        [{ appointmentDate: '2030-01-05' }, 'SHIFT_NOT_ON_DATE'],
        [{ appointmentDate: '2029-12-31' }, 'SHIFT_ENDED'],
        [{ appointmentDate: '1900-01-01' }, 'SHIFT_ENDED'],
      ])
      for (const [changes, code, status = 400] of wrong)
        await expectRefused(() => send(changes, route), code, status)
    },
  )

  it('for a patient who is unknown, another clinic’s or erased leaves no queue of the day behind', async () => {
    const foreign = await house.clinic()
    const theirs = (await foreign.post(pre, tokenBody(foreign))).json.visit.patientId
    const erased = (await book(clinic)).json.appointment
    await house.sql("update appointments set status = 'CANCELLED' where id = $1", [erased.id])
    await house.operate('patient-erase', {
      workspace: clinic.name,
      id: erased.patientId,
      confirmed: true,
    })
    for (const patientId of [999_999, Number.MAX_SAFE_INTEGER, theirs, erased.patientId]) {
      await expectRefused(
        () => send({ patientPayload: undefined, patientId }),
        'PATIENT_NOT_FOUND',
        404,
      )
      await expectRefused(
        () => send({ patientPayload: { id: patientId } }),
        'PATIENT_NOT_FOUND',
        404,
      )
    }
    expect(
      await house.sql('select from queue_days where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })

  it('leaves neither the new patient nor the day behind, nor an entry of the audit', async () => {
    const newcomer = { patientPayload: { firstName: 'Newcomer', phoneNumber: '5550001' } }
    const entries = () =>
      house.sql('select from audit_entries where workspace_id = $1', [clinic.workspaceId])
    await expectRefused(() => send(newcomer, immediate), 'SHIFT_NOT_STARTED')
    expect(await entries()).toEqual([])
    expect(JSON.parse(await clinic.bookingRows()).flat()).toEqual([])
  })
})
