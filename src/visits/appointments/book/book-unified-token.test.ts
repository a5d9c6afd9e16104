// Tokens that the unified route books: they are described in `qms`, and are the same records as
// those of the queue routes.

import { beforeEach, describe, expect, it } from 'vitest'
import { expectBookingRefused, expectInvalid } from '../../../../test/support/clinic/front-door.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { startShift, tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'
import { cases } from '../../../../test/support/run/cases.ts'
import { unifiedBookings } from '../unified-bookings.fixture.ts'

const house = await openHarness()
const { appointments } = unifiedBookings(house)

describe('a token', () => {
  let clinic: Clinic
  beforeEach(async () => {
    clinic = await house.clinic()
  })

  const qmsInput = (changes: Record<string, unknown> = {}) => {
    const { qmsWorkShiftId, appointmentDate, mode, bookingChannel } = tokenBody(clinic)
    return { qmsWorkShiftId, appointmentDate, mode, bookingChannel, ...changes }
  }
  /** Books a token on the unified route, with the smallest possible body. */
  function bookToken(
    changes: Record<string, unknown> = {},
    qms: unknown = qmsInput(),
  ): Promise<Reply> {
    const { addressId, doctorId, patientPayload } = tokenBody(clinic)
    return clinic.post('/v1/appointments/book-appointment-unified', {
      system: 'QMS',
      addressId,
      doctorId,
      patientPayload,
      qms,
      ...changes,
    })
  }
  async function takeToken(
    changes: Record<string, unknown> = {},
    qms: unknown = qmsInput(),
  ): Promise<Json> {
    const { status, json, text } = await bookToken(changes, qms)
    expect(status, text).toBe(201)
    return json.visit
  }
  const expectNoToken = async (
    named: string,
    changes: Record<string, unknown>,
    qms: unknown = qmsInput(),
  ) => expectInvalid(await expectBookingRefused(clinic, () => bookToken(changes, qms)), named)

  it('is answered with 201 and only the visit [BOOK-55] [BOOK-56] [BOOK-13] [A-128]', async () => {
    const { status, json } = await bookToken()
    expect([status, Object.keys(json), json.system, json.appointment]).toEqual([
      201,
      ['system', 'appointment', 'visit'],
      'QMS',
      null,
    ])
    expect(json.visit).toMatchObject({
      tokenNumber: 1,
      tokenDisplay: 'A-1',
      position: 1,
      publicStatusToken: expect.stringMatching(/^[0-9a-z]{26}$/),
      status: 'WAITING',
      source: 'DEVELOPER_API',
      paymentMode: 'CASH',
      paymentStatus: 'UNPAID',
      consultationCharge: 300,
      currency: 'INR',
    })
    expect(await appointments(clinic.workspaceId)).toEqual([])
  })

  it('is the same kind of record as those of the queue routes, in one line with them, before and after the start [BOOK-58] [A-166]', async () => {
    const first = (await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).json.visit
    const second = await takeToken()
    await startShift(house, clinic)
    const third = await takeToken()
    const fourth = (await clinic.post('/v1/qms-appointments/immediate/book', tokenBody(clinic)))
      .json.visit
    for (const visit of [second, third, fourth])
      expect(Object.keys(visit)).toEqual(Object.keys(first))
    const { json } = await clinic.get('/v1/qms-appointments/visits')
    expect(
      json.list.map(({ visitId, tokenDisplay, position }: Json) => [
        visitId,
        tokenDisplay,
        position,
      ]),
    ).toEqual(
      [first, second, third, fourth].map(({ visitId }, index) => [
        visitId,
        `A-${index + 1}`,
        index + 1,
      ]),
    )
  })

  it('booked again is another token, with any key of the retry [BOOK-02] [A-108]', async () => {
    const body = {
      system: 'QMS',
      ...tokenBody(clinic),
      qmsWorkShiftId: undefined,
      appointmentDate: undefined,
      qms: qmsInput(),
    }
    const options = { headers: { 'idempotency-key': 'same' } }
    const first = await clinic.post('/v1/appointments/book-appointment-unified', body, options)
    const second = await clinic.post('/v1/appointments/book-appointment-unified', body, options)
    expect([first.json.visit?.tokenNumber, second.json.visit?.tokenNumber], second.text).toEqual([
      1, 2,
    ])
  })

  it('needs qms, an object [BOOK-47] [A-126]', async () => {
    for (const qms of [undefined, null])
      await expectNoToken('qms is required when system is QMS', { qms })
    for (const wrong of [[], [qmsInput()], 'x', JSON.stringify(qmsInput()), 1, true])
      await expectNoToken('qms', {}, wrong)
    await expectNoToken('qms is required when system is QMS', {
      qms: undefined,
      ...qmsInput(),
      qmsWorkShiftId: undefined,
      appointmentDate: undefined,
    })
  })

  it('needs the shift, the date, the mode and the channel inside qms, even if they are also outside it [BOOK-49] [A-128]', async () => {
    for (const member of ['qmsWorkShiftId', 'appointmentDate', 'mode', 'bookingChannel']) {
      for (const absent of [undefined, null])
        await expectNoToken(
          `qms.${member}`,
          { mode: 'OFFLINE', bookingChannel: 'WALK_IN' },
          qmsInput({ [member]: absent }),
        )
    }
  })

  const wrongInQms = cases<[string, unknown]>([
    ['qmsWorkShiftId', 'x'],
    ['qmsWorkShiftId', 0],
    ['qmsWorkShiftId', [1]],
    ['qmsWorkShiftId', 2 ** 53],
    ['appointmentDate', '2030-02-30'],
    ['appointmentDate', 20_300_101],
    ['mode', 'offline'],
    ['mode', {}],
    ['bookingChannel', 'walk in'],
    ['bookingChannel', ''],
    ['paymentMode', ''],
    ['paymentStatus', 'REFUNDED'],
    ['paymentReference', 'x'.repeat(201)],
  ])
  it.each(wrongInQms)(
    'with %s %j in qms is refused by that name [BOOK-49] [A-126]',
    async (member, value) => {
      await expectNoToken(member, {}, qmsInput({ [member]: value }))
    },
  )

  it('takes patient and location from the top level, even if qms has others [BOOK-48] [A-129] [A-126]', async () => {
    const foreign = await house.clinic()
    const nested = {
      workspaceId: foreign.workspaceId,
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      patientId: 999_999,
      patientPayload: { firstName: 'Somebody else' },
      unknown: { deeper: true },
      vital: { pulse: 1 },
    }
    const visit = await takeToken(
      { patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' } },
      qmsInput(nested),
    )
    expect([visit.addressId, visit.doctorId]).toEqual([
      clinic.id('location', 'jaipur'),
      clinic.id('practitioner', 'meera-shah'),
    ])
    const [row] = await house.sql(
      'select p.first_name, v.vitals, v.workspace_id::int from queue_visits v join patients p on p.id = v.patient_id where v.id = $1',
      [visit.visitId],
    )
    expect(row).toEqual({ first_name: 'Meera', vitals: null, workspace_id: clinic.workspaceId })
    expect(
      (await takeToken({ patientPayload: undefined, patientId: visit.patientId })).patientId,
    ).toBe(visit.patientId)
    expect(
      (await takeToken({ addressId: undefined, workspaceAddressId: visit.addressId })).addressId,
    ).toBe(visit.addressId)
    // Members that only qms has are not the booking's patient and location.
    for (const member of ['addressId', 'doctorId']) {
      const reply = await expectBookingRefused(clinic, () =>
        bookToken({ [member]: undefined }, qmsInput({ [member]: visit[member] })),
      )
      expect([reply.status, reply.json.message], member).toEqual([
        400,
        expect.stringContaining(member),
      ])
    }
  })

  it.each([
    ['patientPayload', 'x'],
    ['patientPayload', { firstName: 5, phoneNumber: [] }],
    ['patientId', 'x'],
    ['vital', 'x'],
    ['vital', { text: 'x'.repeat(9_216) }],
    ['chiefComplaint', 'x'.repeat(10_000)],
    ['appointmentNotes', { a: 1 }],
    ['workspaceAddressId', -1],
    ['consultationCharge', 0],
    ['source', null],
  ])('drops %s from qms, whatever its value [A-126]', async (member, value) => {
    const dropped = await takeToken({}, qmsInput({ [member]: value }))
    expect(dropped).toMatchObject({
      tokenNumber: 1,
      chiefComplaint: null,
      appointmentNotes: null,
      consultationCharge: 300,
    })
    expect(
      await house.sql('select vitals from queue_visits where id = $1', [dropped.visitId]),
    ).toEqual([{ vitals: null }])
  })

  it('takes mode and channel from qms, over those at the top [A-129]', async () => {
    expect(
      await takeToken(
        { mode: 'HOME_VISIT', bookingChannel: 'WALK_IN' },
        qmsInput({ bookingChannel: 'CHATAPP' }),
      ),
    ).toMatchObject({
      mode: 'OFFLINE',
      bookingChannel: 'CHATAPP',
    })
    await expectNoToken('mode must be OFFLINE', { mode: 'OFFLINE' }, qmsInput({ mode: 'ONLINE' }))
  })

  it('stores payment, notes and vitals as sent, at the top or in qms [A-175] [A-129]', async () => {
    const payment = { paymentMode: 'UPI', paymentStatus: 'PAID', paymentReference: 'TXN-1' }
    expect(await takeToken({}, qmsInput(payment))).toMatchObject(payment)
    const details = { chiefComplaint: 'Fever', appointmentNotes: 'Wheelchair' }
    expect(
      await takeToken({ ...payment, ...details }, qmsInput({ paymentReference: 'TXN-2' })),
    ).toMatchObject({ ...payment, ...details })
    const { visitId } = await takeToken({ vital: { pulse: 72 }, source: 'ANYTHING' })
    expect(
      await house.sql('select vitals, source from queue_visits where id = $1', [visitId]),
    ).toEqual([{ vitals: { pulse: 72 }, source: 'DEVELOPER_API' }])
    await expectNoToken('vital must have at most 8 KiB', { vital: { text: 'x'.repeat(9_216) } })
  })

  it("checks a slot's members if they are sent, although a token does not need them [A-128]", async () => {
    for (const [member, value] of Object.entries({
      fromDateTimeIso: 'nine',
      toDateTimeIso: 9,
      mode: 'VIDEO',
      paymentMode: 1,
      source: '',
      consultationCharge: '300',
      currency: 'RUPEES',
      bookingType: 'OTHER',
      patientTimezone: 'Mars/Base',
      discountAmount: -1,
      system: 'qms',
      followUp: 'yes',
    })) {
      await expectNoToken(member, { [member]: value })
    }
    expect(
      (
        await takeToken({
          ...slotTimes('09:00'),
          consultationCharge: 300,
          currency: 'INR',
          discountAmount: 0,
          followUp: false,
        })
      ).payableAmount,
    ).toBe(300)
  })

  it('refuses what belongs only to slots: packs, tiers, rooms, follow-ups, discounts, other types [A-151]', async () => {
    const id = {
      packageConfigId: 1,
      packageAmount: 7,
      patientPackageId: 1,
      consultationDurationTierId: 1,
      roomId: 1,
    }
    for (const [member, value] of Object.entries({
      ...id,
      followUp: true,
      discountAmount: 0.01,
      bookingType: 'PACKAGE_PURCHASE',
    })) {
      await expectNoToken(`${member}`, { [member]: value })
    }
    await expectNoToken('bookingType USE_ACTIVE_PACKAGE', { bookingType: 'USE_ACTIVE_PACKAGE' })
    expect((await takeToken({ bookingType: 'ONE_TIME_APPOINTMENT' })).tokenNumber).toBe(1)
  })

  it('refuses an unknown member at the top by its name, of the shift too [BOOK-50] [A-127]', async () => {
    for (const member of ['qmsWorkShiftId', 'appointmentDate', 'unknown', 'paymentCollectionType'])
      await expectNoToken(member, { [member]: 1 })
  })

  it('refuses the wrong booking system either way, and a shift that is full, over or unknown [A-130] [INV-05]', async () => {
    const code = async (changes: Record<string, unknown>, qms: unknown = qmsInput()) => {
      const { status, json } = await expectBookingRefused(clinic, () => bookToken(changes, qms))
      return [status, json.error]
    }
    expect(await code({ doctorId: clinic.id('practitioner', 'asha-rao') })).toEqual([
      400,
      'WRONG_APPOINTMENT_SYSTEM',
    ])
    expect(await code({ doctorId: clinic.id('practitioner', 'ravi-old') })).toEqual([
      404,
      'DOCTOR_NOT_FOUND',
    ])
    expect(await code({ patientPayload: undefined, patientId: 999_999 })).toEqual([
      404,
      'PATIENT_NOT_FOUND',
    ])
    expect(await code({}, qmsInput({ qmsWorkShiftId: 999_999 }))).toEqual([400, 'SHIFT_NOT_FOUND'])
    expect(await code({}, qmsInput({ appointmentDate: '2030-01-05' }))).toEqual([
      400,
      'SHIFT_NOT_ON_DATE',
    ])
    expect(await code({}, qmsInput({ appointmentDate: '2029-12-31' }))).toEqual([
      400,
      'SHIFT_ENDED',
    ])
    const evening = qmsInput({ qmsWorkShiftId: clinic.id('shift', 'meera-shah/jaipur/evening') })
    for (const tokenNumber of [1, 2, 3])
      expect((await takeToken({}, evening)).tokenNumber).toBe(tokenNumber)
    expect(await code({}, evening)).toEqual([400, 'SHIFT_FULL'])
    const slot = await expectBookingRefused(clinic, () =>
      book(clinic, { doctorId: clinic.id('practitioner', 'meera-shah'), qms: qmsInput() }),
    )
    expect([slot.status, slot.json.error]).toEqual([400, 'WRONG_APPOINTMENT_SYSTEM'])
  })

  it('nested too deep, or with prototype names, is refused entirely', async () => {
    const { qms: _, ...body } = {
      ...tokenBody(clinic),
      system: 'QMS',
      qms: qmsInput(),
      qmsWorkShiftId: undefined,
      appointmentDate: undefined,
    }
    const start = JSON.stringify(body).slice(0, -1)
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const inside = JSON.stringify(qmsInput()).slice(0, -1)
    for (const qms of [
      deep,
      `${inside},"deep":${deep}}`,
      `${inside},"__proto__":{"mode":"ONLINE"}}`,
      `${inside},"constructor":{"prototype":{}}}`,
    ]) {
      const headers = { 'content-type': 'application/json' }
      const reply = await expectBookingRefused(clinic, () =>
        clinic.post('/v1/appointments/book-appointment-unified', `${start},"qms":${qms}}`, {
          headers,
        }),
      )
      expect(reply.status, qms.slice(0, 80)).toBe(400)
    }
  })
})
