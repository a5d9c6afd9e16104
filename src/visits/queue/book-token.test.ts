// A token that is booked: what the caller gets, whose it is, and its number and place in the queue.

import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { unified } from '../../../test/support/clinic/front-door.ts'
import {
  actingUserHeaders,
  type Clinic,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import {
  queueDate,
  readShownShift,
  shiftId,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { watchDatabase } from '../../../test/support/database/watched-database.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { defaultRateLimits } from '../../base/http/rate-limits.ts'
import { bookToken } from './book-token.ts'
import { type TokenBookingBody, toTokenRequest } from './token-body.ts'
import { immediate, inJaipur, pre, tokenBookings } from './token-bookings.fixture.ts'

const house = await openHarness()

let clinic: Clinic
beforeEach(async () => {
  clinic = await house.clinic()
})

const { send, evening, take, staff, endShift } = tokenBookings(house, () => clinic)

describe('201', () => {
  const members = [
    'visitId',
    'patientId',
    'addressId',
    'doctorId',
    'qmsWorkShiftId',
    'appointmentDate',
    'mode',
    'tokenNumber',
    'tokenDisplay',
    'position',
    'publicStatusToken',
    'status',
    'bookingChannel',
    'source',
    'consultationCharge',
    'currency',
    'paymentStatus',
    'paymentMode',
    'paymentReference',
    'discountAmount',
    'discountReason',
    'payableAmount',
    'chiefComplaint',
    'appointmentNotes',
    'cancellationReason',
    'arrivedAt',
    'createdAt',
    'updatedAt',
    'videoLink',
    'voided',
    'refundPercentage',
    'refundAmount',
    'refundOverrideReason',
  ]

  it('is a token in its envelope, on a shift that has not started [QUEUE-01] [QUEUE-09] [QUEUE-10] [A-178]', async () => {
    const { status, json } = await send()
    expect([status, Object.keys(json), json.system, json.appointment]).toEqual([
      201,
      ['system', 'appointment', 'visit'],
      'QMS',
      null,
    ])
    expect(Object.keys(json.visit).toSorted()).toEqual(members.toSorted())
    expect(json.visit).toEqual({
      visitId: expect.any(Number),
      patientId: expect.any(Number),
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'meera-shah'),
      qmsWorkShiftId: shiftId(clinic),
      appointmentDate: queueDate,
      mode: 'OFFLINE',
      tokenNumber: 1,
      tokenDisplay: 'A-1',
      position: 1,
      publicStatusToken: expect.stringMatching(/^[0-9a-z]{26}$/),
      status: 'WAITING',
      bookingChannel: 'PHONE_CALL',
      source: 'DEVELOPER_API',
      consultationCharge: 300,
      currency: 'INR',
      paymentStatus: 'UNPAID',
      paymentMode: 'CASH',
      paymentReference: null,
      discountAmount: 0,
      discountReason: null,
      payableAmount: 300,
      chiefComplaint: null,
      appointmentNotes: null,
      cancellationReason: null,
      arrivedAt: null,
      videoLink: null,
      voided: false,
      refundPercentage: null,
      refundAmount: null,
      refundOverrideReason: null,
      createdAt: expect.stringMatching(/^2030-01-01T05:\d\d:\d\d.*\+05:30$/),
      updatedAt: expect.stringMatching(/^2030-01-01T05:\d\d:\d\d.*\+05:30$/),
    })
    expect(json.visit.tokenDisplay).toMatch(/^[A-Z]+-\d+$/)
  })

  it('is the same in a running queue, by the other route [QUEUE-02] [QUEUE-03] [SHIFT-17]', async () => {
    await startShift(house, clinic)
    const { status, json } = await send({ bookingChannel: 'WALK_IN' }, immediate)
    expect([status, Object.keys(json), json.system, json.appointment]).toEqual([
      201,
      ['system', 'appointment', 'visit'],
      'QMS',
      null,
    ])
    expect(Object.keys(json.visit).toSorted()).toEqual(members.toSorted())
    expect(json.visit).toMatchObject({
      tokenNumber: 1,
      tokenDisplay: 'A-1',
      position: 1,
      status: 'WAITING',
      bookingChannel: 'WALK_IN',
    })
  })

  it('stores everything that can be sent, except that the source is set and the workspace is the key’s [QUEUE-04] [A-116] [A-175]', async () => {
    const other = await house.clinic()
    const sent = {
      workspaceId: other.workspaceId,
      paymentMode: 'INSURANCE',
      paymentStatus: 'PAID',
      paymentReference: 'TXN-881',
      source: 'SOMEWHERE',
      bookingChannel: 'SELF_QR',
      chiefComplaint: 'Fever 🤒 since Monday',
      appointmentNotes: 'x'.repeat(500),
      vital: { pulse: 72, nested: [{ bp: '120/80' }] },
    }
    const visit = await take(sent)
    const { workspaceId: _, vital, source: __, ...kept } = sent
    expect(visit).toMatchObject({ ...kept, source: 'DEVELOPER_API' })
    const [row] = await house.sql(
      'select workspace_id::int, vitals, source, api_key_id::int from queue_visits where id = $1',
      [visit.visitId],
    )
    expect(row).toEqual({
      workspace_id: clinic.workspaceId,
      vitals: vital,
      source: 'DEVELOPER_API',
      api_key_id: clinic.keyId,
    })
    expect(
      await house.sql('select from queue_visits where workspace_id = $1', [other.workspaceId]),
    ).toEqual([])
    for (const paymentStatus of ['UNPAID', 'PENDING', 'PAID'])
      expect((await take({ paymentStatus })).paymentStatus).toBe(paymentStatus)
    const [entry] = await house.sql(
      'select action, patient_id::int, visit_id::int from audit_entries where workspace_id = $1 and visit_id = $2',
      [clinic.workspaceId, visit.visitId],
    )
    expect(entry).toEqual({
      action: 'BOOKED',
      patient_id: visit.patientId,
      visit_id: visit.visitId,
    })
  })

  it('drops what no booking route knows [A-127]', async () => {
    const visit = await take({ unknown: 1, status: 'COMPLETED' })
    expect(visit).toMatchObject({ status: 'WAITING' })
    expect(Object.keys(visit)).not.toContain('unknown')
  })

  it('needs one query and one statement for a described patient who has a record [QUEUE-14] [A-220]', async () => {
    const { patientId } = await take()
    const { database, asked } = watchDatabase(house.application.database)
    const request = toTokenRequest(tokenBody(clinic) as unknown as TokenBookingBody)
    const visit = await bookToken(
      { ...house.application, database },
      actingUserHeaders(clinic),
      request,
      'NOT_STARTED',
    )
    expect([visit.patientId, ...asked]).toEqual([patientId, 'people_on_phone', 'take_token'])
  })

  it('finds or creates the patient, and accepts either id of one [QUEUE-14] [A-131]', async () => {
    const { patientId } = await take()
    const variants = [
      { patientPayload: undefined, patientId },
      { patientPayload: { id: patientId } },
      { patientId },
      { patientId: String(patientId) },
      {},
    ]
    for (const variant of variants)
      expect((await take(variant)).patientId, JSON.stringify(variant)).toBe(patientId)
    expect((await take({ patientPayload: { firstName: 'Somebody' } })).patientId).not.toBe(
      patientId,
    )
    expect(
      await house.sql('select from patients where workspace_id = $1', [clinic.workspaceId]),
    ).toHaveLength(2)
  })

  it('accepts the location under its alias, and ids as text', async () => {
    const text = String(clinic.id('location', 'jaipur'))
    expect((await take({ addressId: undefined, workspaceAddressId: Number(text) })).addressId).toBe(
      Number(text),
    )
    expect(
      (await take({ addressId: text, qmsWorkShiftId: String(shiftId(clinic)) })).addressId,
    ).toBe(Number(text))
  })

  it('accepts any channel on either route [QUEUE-13]', async () => {
    for (const bookingChannel of ['WALK_IN', 'SELF_QR', 'PHONE_CALL', 'CHATAPP', 'X', 'A_1'])
      expect((await take({ bookingChannel })).bookingChannel).toBe(bookingChannel)
    await startShift(house, clinic)
    for (const bookingChannel of ['PHONE_CALL', 'CHATAPP', 'WALK_IN'])
      expect((await take({ bookingChannel }, immediate)).bookingChannel).toBe(bookingChannel)
  })

  it('gives each visit its own status token [QUEUE-21]', async () => {
    const tokens = []
    for (let index = 0; index < 5; index += 1) tokens.push((await take()).publicStatusToken)
    expect(new Set(tokens).size).toBe(5)
  })

  it('issues another one for a retry, with any key [BOOK-02] [A-108] [A-114]', async () => {
    const headers = { 'idempotency-key': 'same' }
    const first = await take({}, pre, { headers })
    const second = await take({}, pre, { headers })
    expect([first.tokenNumber, second.tokenNumber]).toEqual([1, 2])
    expect(second.patientId).toBe(first.patientId)
  })

  it('is sensitive, and each route has its own limit [RATE-09] [RATE-11]', async () => {
    const usual = await openHarness({ limits: defaultRateLimits, connection: house.connection })
    const own = await usual.clinic()
    const replies = [
      await own.post(pre, tokenBody(own)),
      await own.post(pre, tokenBody(own)),
      await own.post(immediate, tokenBody(own)),
    ]
    expect(
      replies.map(({ headers }) => [
        headers['x-ratelimit-route-limit'],
        headers['x-ratelimit-route-remaining'],
      ]),
    ).toEqual([
      ['60', '59'],
      ['60', '58'],
      [undefined, undefined],
    ])
    await startShift(usual, own)
    const { headers } = await own.post(immediate, tokenBody(own))
    expect([headers['x-ratelimit-route-limit'], headers['x-ratelimit-route-remaining']]).toEqual([
      '60',
      '58',
    ])
  })
})

describe('numbers and places', () => {
  it('continue after cancellations, of the last number too, and start again with each shift and date [QUEUE-17] [INV-10] [A-168]', async () => {
    for (let number = 1; number <= 3; number += 1) expect((await take()).tokenNumber).toBe(number)
    await staff('cancel', 3)
    await staff('cancel', 1)
    const next = await take()
    expect([next.tokenNumber, next.tokenDisplay]).toEqual([4, 'A-4'])
    expect((await take(evening())).tokenDisplay).toBe('B-1')
    expect((await take({ appointmentDate: '2030-01-02' })).tokenDisplay).toBe('A-1')
    const rows = await house.sql(
      'select token_number, status from queue_visits where workspace_id = $1 and appointment_date = $2 and token_letter = $3 order by 1',
      [clinic.workspaceId, queueDate, 'A'],
    )
    expect(rows.map(({ token_number, status }) => `${token_number} ${status}`)).toEqual([
      '1 CANCELLED',
      '2 WAITING',
      '3 CANCELLED',
      '4 WAITING',
    ])
  })

  it('count the patients who wait before this one at opening time [QUEUE-12] [A-171]', async () => {
    const positions = []
    for (let index = 0; index < 3; index += 1) positions.push((await take()).position)
    expect(positions).toEqual([1, 2, 3])
    await staff('cancel', 2)
    expect((await take()).position).toBe(3)
  })

  it('count the patients who wait now, not those skipped, in consultation, seen, absent or cancelled [QUEUE-11] [A-171]', async () => {
    for (let index = 0; index < 8; index += 1) await take()
    await startShift(house, clinic)
    expect((await take({}, immediate)).position).toBe(9)
    await staff('skip', 2)
    await staff('begin', 3)
    await staff('complete', 3)
    await staff('noShow', 4)
    await staff('cancel', 5)
    await staff('begin', 6)
    // Of nine the first, the seventh, the eighth and the ninth still wait.
    expect((await take({}, immediate)).position).toBe(5)
    // A called patient has not gone in yet.
    await staff('call', 1)
    expect((await take({}, immediate)).position).toBe(6)
    await staff('bringBack', 2)
    const last = await take({}, immediate)
    expect([last.position, last.tokenNumber]).toEqual([8, 12])
  })

  it('are the same for one patient with several tokens, and with two shifts of a day [A-114] [INV-10]', async () => {
    const { patientId } = await take()
    const own = { patientPayload: undefined, patientId }
    expect((await take(own)).position).toBe(2)
    expect(await take({ ...own, ...evening() })).toMatchObject({ position: 1, tokenNumber: 1 })
    expect(await take({ ...own, ...evening() })).toMatchObject({ position: 2, tokenNumber: 2 })
  })

  const step = fc.record({
    what: fc.constantFrom(
      'pre',
      'pre',
      'immediate',
      'immediate',
      'unified',
      'cancel',
      'cancel',
      'skip',
      'begin',
      'complete',
      'noShow',
      'start',
      'end',
    ),
    shift: fc.constantFrom('morning' as const, 'evening' as const),
    number: fc.integer({ min: 1, max: 6 }),
  })
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  it('agree with a simple model after any sequence of bookings and staff actions [INV-10] [INV-11] [INV-12] [INV-13]', async () => {
    const waits = (status: string) => status === 'WAITING'
    const moves: Record<string, { from: string[]; to: string; onlyRunning: boolean }> = {
      cancel: { from: ['WAITING', 'SKIPPED', 'NO_SHOW'], to: 'CANCELLED', onlyRunning: false },
      skip: { from: ['WAITING'], to: 'SKIPPED', onlyRunning: true },
      begin: { from: ['WAITING'], to: 'IN_CONSULTATION', onlyRunning: true },
      complete: { from: ['IN_CONSULTATION'], to: 'COMPLETED', onlyRunning: true },
      noShow: { from: ['WAITING', 'SKIPPED'], to: 'NO_SHOW', onlyRunning: true },
    }
    const atEnd: Record<string, string> = {
      WAITING: 'CANCELLED',
      SKIPPED: 'NO_SHOW',
      IN_CONSULTATION: 'COMPLETED',
    }
    const run = async (story: Step[]) => {
      clinic = await house.clinic(
        inJaipur(
          ({ shifts }) => shifts?.morning && Object.assign(shifts.morning, { maxAppointments: 2 }),
        ),
      )
      const capacity = { morning: 2, evening: 3 }
      const model = {
        morning: { state: 'NOT_STARTED', visits: [] as string[] },
        evening: { state: 'NOT_STARTED', visits: [] as string[] },
      }
      const sendBooking = (what: string, qmsWorkShiftId: number) => {
        if (what !== 'unified') return send({ qmsWorkShiftId }, what === 'pre' ? pre : immediate)
        const { addressId, doctorId, patientPayload, appointmentDate, mode, bookingChannel } =
          tokenBody(clinic)
        return clinic.post(unified, {
          system: 'QMS',
          addressId,
          doctorId,
          patientPayload,
          qms: { qmsWorkShiftId, appointmentDate, mode, bookingChannel },
        })
      }
      for (const { what, shift, number } of story) {
        const queue = model[shift]
        const live = queue.visits.filter((status) => status !== 'CANCELLED').length
        const move = moves[what]
        if (what === 'start') {
          if (queue.state !== 'NOT_STARTED') continue
          await startShift(house, clinic, shift)
          queue.state = 'RUNNING'
        } else if (what === 'end') {
          if (queue.state !== 'RUNNING') continue
          await endShift(shift)
          queue.state = 'ENDED'
          queue.visits = queue.visits.map((status) => atEnd[status] ?? status)
        } else if (move) {
          const status = queue.visits[number - 1]
          const may =
            status !== undefined &&
            move.from.includes(status) &&
            (queue.state === 'RUNNING' || (queue.state === 'NOT_STARTED' && !move.onlyRunning))
          if (!may) continue
          await staff(what as 'cancel', number, shift)
          queue.visits[number - 1] = move.to
        } else {
          const wrongState = {
            pre: queue.state === 'RUNNING' ? 'SHIFT_STARTED' : undefined,
            immediate: queue.state === 'NOT_STARTED' ? 'SHIFT_NOT_STARTED' : undefined,
          }
          const expected =
            queue.state === 'ENDED'
              ? 'SHIFT_ENDED'
              : (wrongState[what as 'pre'] ?? (live >= capacity[shift] ? 'SHIFT_FULL' : undefined))
          const before = await clinic.bookingRows()
          const { status, json, text } = await sendBooking(what, shiftId(clinic, shift))
          expect([status, json.error], `${what} ${shift} ${text}`).toEqual(
            expected ? [400, expected] : [201, undefined],
          )
          if (expected) expect(await clinic.bookingRows()).toBe(before)
          else {
            queue.visits.push('WAITING')
            expect([json.visit.tokenNumber, json.visit.position]).toEqual([
              queue.visits.length,
              queue.visits.filter(waits).length,
            ])
          }
        }
      }
      for (const [shift, queue] of Object.entries(model)) {
        const visits = await house.sql(
          'select v.token_number, v.status, v.mode = s.mode as same from queue_visits v join work_shifts s on s.id = v.work_shift_id where v.work_shift_id = $1 order by 1',
          [shiftId(clinic, shift)],
        )
        expect(visits).toEqual(
          queue.visits.map((status, index) => ({ token_number: index + 1, status, same: true })),
        )
        const live = queue.visits.filter((status) => status !== 'CANCELLED').length
        const shown = await readShownShift(clinic, shift)
        expect(shown).toMatchObject({
          bookedCount: live,
          isStarted: queue.state !== 'NOT_STARTED',
          isEnded: queue.state === 'ENDED',
        })
        expect(shown.bookedCount).toBeLessThanOrEqual(shown.maxAppointments)
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), {
      numRuns: runSize(12, 150),
      ...fastCheckOptions,
    })
  })
})
