// What was done last to a visit at the desk is undone: exactly as it was, once, and only while
// nothing has happened since (DAY-19).

import { describe, expect, it } from 'vitest'
import { openMemberDesk, readClinicState } from '../../../test/support/clinic/desk-member.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'

const house = await openWithoutTimers(() => openHarness())
// 07:00 at the clinic, on the day of the visits.
await house.moveTo('2030-01-07T01:30:00Z')
const clinicThatTells = () =>
  house.clinic((file) => {
    file.workspace.notices = {
      confirmation: true,
      reminder: true,
      move: true,
      cancellation: true,
      late: true,
      channels: ['email'],
    }
    file.sessionPacks = {
      ten: {
        displayName: 'Ten visits',
        sessions: 10,
        validityDays: 300,
        currency: 'INR',
        price: 4000,
        familyBooking: true,
      },
    }
  })
const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
const operate = (clinic: Clinic, name: string, input: Json = {}): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })
const loadHistory = async (clinic: Clinic, id: number): Promise<string[]> =>
  (await operate(clinic, 'visit-history', { id })).map(
    ({ action, actingUserId }: Json) => `${action} ${actingUserId ?? 'key'}`,
  )

async function visit(clinic: Clinic, changes: Json = {}): Promise<number> {
  const reply = await book(clinic, { patientPayload: meera, ...slotTimes('10:00'), ...changes })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}
async function paidAtDesk(clinic: Clinic): Promise<number> {
  const id = await visit(clinic)
  await operate(clinic, 'visit-pay', { id, method: 'UPI' })
  return id
}
async function withPack(clinic: Clinic, sessions: number, changes: Json): Promise<number> {
  const { patientId } = (await book(clinic, { patientPayload: meera, ...slotTimes('11:00') })).json
    .appointment
  const { id: packId } = await operate(clinic, 'packs-sell', {
    patientId,
    pack: 'ten',
    addressId: clinic.id('location', 'jaipur'),
    paidBy: 'CASH',
  })
  if (sessions !== 0)
    await operate(clinic, 'packs-correct', { id: packId, sessions, reason: 'Used elsewhere' })
  return visit(clinic, {
    patientPayload: undefined,
    patientId,
    patientPackageId: packId,
    consultationCharge: undefined,
    ...changes,
  })
}
const byPack = (clinic: Clinic) => withPack(clinic, 0, { bookingType: 'USE_ACTIVE_PACKAGE' })
async function buysPack(clinic: Clinic): Promise<number> {
  const packageConfigId = (
    await house.sql('select id::int from session_packs where workspace_id = $1', [
      clinic.workspaceId,
    ])
  )[0].id
  return visit(clinic, {
    bookingType: 'PACKAGE_PURCHASE',
    packageConfigId,
    packageAmount: 4000,
    consultationCharge: 4000,
    paymentStatus: 'PAID',
  })
}
async function movedBefore(clinic: Clinic): Promise<number> {
  const id = await visit(clinic)
  await operate(clinic, 'visit-move', { id, to: '2030-01-07T09:30', reason: 'Asked for it' })
  return id
}
async function displaced(clinic: Clinic): Promise<number> {
  const id = await visit(clinic)
  const whose = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  await operate(clinic, 'block-add', { ...whose, ...slotTimes('09:00', 180), reason: 'Ill' })
  return id
}

describe('undone within 12 seconds', () => {
  it.each([
    ['a confirmation', visit, 'visit-status', { status: 'CONFIRMED' }],
    ['a completion', visit, 'visit-status', { status: 'COMPLETED' }],
    ['a completion of a moved visit', movedBefore, 'visit-status', { status: 'COMPLETED' }],
    ['a no-show', visit, 'visit-status', { status: 'NO_SHOW' }],
    ['an arrival', visit, 'visit-arrive', {}],
    ['a move', visit, 'visit-move', { to: '2030-01-08T12:00', reason: 'Doctor is ill' }],
    [
      'a second move',
      movedBefore,
      'visit-move',
      { to: '2030-01-08T12:00', reason: 'Doctor is ill' },
    ],
    [
      'a move out of a blocked time',
      displaced,
      'visit-move',
      { to: '2030-01-08T12:00', reason: 'Doctor is ill' },
    ],
    ['a cancellation', visit, 'visit-cancel', { reason: 'Doctor is ill' }],
    ['a void cancellation', visit, 'visit-cancel', { void: true }],
    ['a cancellation in a blocked time', displaced, 'visit-cancel', {}],
    ['a cancellation that keeps the money', paidAtDesk, 'visit-cancel', {}],
    ['a cancellation with a part of the money', paidAtDesk, 'visit-cancel', { refund: 33.3 }],
    ['a cancellation with all of it', paidAtDesk, 'visit-cancel', { refund: 100 }],
    ['a cancellation that returns a session', byPack, 'visit-cancel', { returnSession: true }],
    ['a cancellation that keeps the session', byPack, 'visit-cancel', {}],
    ['a cancellation that ends the pack it bought', buysPack, 'visit-cancel', { refund: 100 }],
  ])('%s leaves everything as it was, with its history [DAY-19]', async (_, made, name, input) => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const id = await made(clinic)
    const before = await readClinicState(house, clinic)
    const history = await loadHistory(clinic, id)
    for (const time of ['first', 'second']) {
      const { change } = await desk(name, { id, ...input })
      expect(change, time).toEqual(expect.any(Number))
      expect(await readClinicState(house, clinic)).not.toEqual(before)
      expect(await desk('visit-undo', { id: change })).toMatchObject({ id })
      expect(await readClinicState(house, clinic)).toEqual(before)
    }
    const nina = clinic.id('staff', 'nina-roy')
    const added = (await loadHistory(clinic, id)).slice(history.length)
    expect(added.filter((one) => one === `TAKEN_BACK ${nina}`)).toHaveLength(2)
    expect(added).toHaveLength(4)
  })

  it('what was done before it can be undone next, down to the first [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const id = await visit(clinic)
    const standings: Json[] = []
    const changes: number[] = []
    for (const [name, input] of [
      ['visit-arrive', {}],
      ['visit-status', { status: 'CONFIRMED' }],
      ['visit-move', { to: '2030-01-08T12:00' }],
      ['visit-cancel', {}],
    ] as const) {
      standings.push(await readClinicState(house, clinic))
      changes.push((await desk(name, { id, ...input })).change)
    }
    for (const [change, standing] of changes
      .map((change, index) => [change, standings[index]] as const)
      .reverse()) {
      await desk('visit-undo', { id: change })
      expect(await readClinicState(house, clinic)).toEqual(standing)
    }
  })

  it('an arrival of a token by visits:write, and no action of its queue [DAY-19] [DASH-11]', async () => {
    const clinic = await house.clinic()
    const desk = openMemberDesk(house, clinic)
    const { visitId } = (
      await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { appointmentDate: '2030-01-08' }),
      )
    ).json.visit
    const before = await readClinicState(house, clinic)
    const { change } = await desk('visit-arrive', { id: visitId })
    expect(await desk('visit-undo', { id: change })).toMatchObject({ id: visitId, arrivedAt: null })
    expect(await readClinicState(house, clinic)).toEqual(before)
    const cancelled = await desk('queue-cancel', {
      shift: 'meera-shah/jaipur/morning',
      date: '2030-01-08',
      token: '1',
    })
    await expect(desk('visit-undo', { id: cancelled.change })).rejects.toMatchObject({
      code: 'CHANGE_NOT_FOUND',
    })
  })
})

describe('nothing is undone', () => {
  /** Expects a refusal, and that nothing was written. */
  async function refused(clinic: Clinic, call: () => Promise<Json>, code: string) {
    const before = await readClinicState(house, clinic)
    const rows = await clinic.bookingRows()
    await expect(call()).rejects.toMatchObject({ code })
    expect(await readClinicState(house, clinic)).toEqual(before)
    expect(await clinic.bookingRows()).toBe(rows)
  }

  it('twice, nor after 12 seconds [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const id = await visit(clinic)
    const { change } = await desk('visit-status', { id, status: 'COMPLETED' })
    await desk('visit-undo', { id: change })
    await refused(clinic, () => desk('visit-undo', { id: change }), 'CHANGE_ALREADY_UNDONE')
    const again = (await desk('visit-status', { id, status: 'COMPLETED' })).change
    await house.operate('clock-advance', { ms: 12_500 })
    await refused(clinic, () => desk('visit-undo', { id: again }), 'CHANGE_UNDO_EXPIRED')
  })

  it.each([
    [
      'by another desk',
      (clinic: Clinic, id: number) =>
        openMemberDesk(
          house,
          clinic,
          clinic.id('practitioner', 'asha-rao'),
        )('visit-arrive', { id }),
    ],
    [
      'by a command',
      (clinic: Clinic, id: number) => operate(clinic, 'visit-status', { id, status: 'NO_SHOW' }),
    ],
    [
      'by a payment',
      (clinic: Clinic, id: number) => operate(clinic, 'visit-pay', { id, method: 'CASH' }),
    ],
    [
      'by the API',
      (clinic: Clinic, id: number) =>
        house.call('PATCH', `/v1/appointments/${id}/status`, {
          key: clinic.key,
          body: { status: 'NO_SHOW' },
        }),
    ],
  ])('once something has happened since %s [DAY-19]', async (_, change) => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const id = await visit(clinic)
    const confirmed = await desk('visit-status', { id, status: 'CONFIRMED' })
    await change(clinic, id)
    await refused(clinic, () => desk('visit-undo', { id: confirmed.change }), 'VISIT_CHANGED_SINCE')
  })

  it('where the time has been taken in the meantime [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const moved = await visit(clinic)
    const cancelled = await visit(clinic, slotTimes('10:15'))
    const changes = [
      (await desk('visit-move', { id: moved, to: '2030-01-07T12:00' })).change,
      (await desk('visit-cancel', { id: cancelled })).change,
    ]
    for (const clock of ['10:00', '10:15'])
      await visit(clinic, { patientPayload: { firstName: 'Tara' }, ...slotTimes(clock) })
    for (const change of changes)
      await refused(clinic, () => desk('visit-undo', { id: change }), 'SLOT_NOT_AVAILABLE')
  })

  it('where the last session of the pack was used in the meantime [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const id = await withPack(clinic, -9, { bookingType: 'USE_ACTIVE_PACKAGE' })
    const [{ patient_id: patientId, patient_package_id: patientPackageId }] = await house.sql(
      'select patient_id::int, patient_package_id::int from appointments where id = $1',
      [id],
    )
    const { change } = await desk('visit-cancel', { id, returnSession: true })
    const other = {
      patientPayload: undefined,
      patientId,
      patientPackageId,
      bookingType: 'USE_ACTIVE_PACKAGE',
      consultationCharge: undefined,
    }
    await visit(clinic, { ...other, ...slotTimes('12:00') })
    await refused(clinic, () => desk('visit-undo', { id: change }), 'SESSION_PACK_NOT_USABLE')
  })

  it('where a receipt was given for the refund [DAY-19] [TILL-07]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const id = await visit(clinic)
    const payment = await operate(clinic, 'visit-pay', { id, method: 'CASH' })
    await operate(clinic, 'receipt-give', { deskPaymentId: payment.id })
    const { change } = await desk('visit-cancel', { id, refund: 100 })
    await operate(clinic, 'receipt-give', { deskPaymentId: payment.id })
    await refused(clinic, () => desk('visit-undo', { id: change }), 'VISIT_CHANGED_SINCE')
  })

  it('of a change that does not exist, of another clinic, or of money [DAY-19] [GEN-10]', async () => {
    const clinic = await clinicThatTells()
    const other = await clinicThatTells()
    const id = await visit(other)
    const { change } = await openMemberDesk(house, other)('visit-status', {
      id,
      status: 'CONFIRMED',
    })
    const paid = await openMemberDesk(house, other)('visit-pay', { id, method: 'CASH' })
    for (const unknown of [change, 999_999_999])
      await refused(
        clinic,
        () => openMemberDesk(house, clinic)('visit-undo', { id: unknown }),
        'CHANGE_NOT_FOUND',
      )
    await refused(
      other,
      () => openMemberDesk(house, other)('visit-undo', { id: paid.change }),
      'CHANGE_NOT_FOUND',
    )
    await refused(
      other,
      () => openMemberDesk(house, other)('queue-undo', { id: change }),
      'CHANGE_NOT_FOUND',
    )
    await refused(
      other,
      () => openMemberDesk(house, other)('payments-undo', { id: change }),
      'CHANGE_NOT_FOUND',
    )
  })

  it('of a status that was there before, of a command, or of a request of the API, which names no change [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const id = await visit(clinic)
    const desk = openMemberDesk(house, clinic)
    await desk('visit-status', { id, status: 'CONFIRMED' })
    expect((await desk('visit-status', { id, status: 'CONFIRMED' })).change).toBeNull()
    expect((await operate(clinic, 'visit-status', { id, status: 'NO_SHOW' })).change).toBeNull()
  })
})
