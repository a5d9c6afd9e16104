import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectFieldErrors, expectInvalid, refused } from '../../test/support/clinic/front-door.ts'
import { book, type CallOptions, type Clinic, callerOf, type Json, openHouse, pageOrigin, type Reply } from '../../test/support/clinic/harness.ts'
import { queueDate, shiftId, shownShift, staffOf, startShift, tokenBody } from '../../test/support/clinic/queue-clinic.ts'
import { recordingRail } from '../../test/support/clinic/recording-rail.ts'
import { watchedDatabase } from '../../test/support/database/watched-database.ts'
import { cases } from '../../test/support/run/cases.ts'
import { replay, size } from '../../test/support/run/sizes.ts'
import type { Configuration } from '../catalogue/configuration.ts'
import type { ClinicFile } from '../clinic-file/clinic-file.ts'
import { defaultRateLimits } from '../http/rate-limits.ts'
import { bookToken } from './book-token.ts'
import { openQueueDay } from './queries.ts'
import type { StaffActionName } from './staff-actions.ts'
import { type TokenBookingBody, toTokenRequest } from './token-body.ts'

const rail = recordingRail()
const house = await openHouse({ rails: rail })
const pre = '/v1/qms-appointments/pre/book'
const immediate = '/v1/qms-appointments/immediate/book'
const unified = '/v1/appointments/book-appointment-unified'
const everyDay: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

let clinic: Clinic
beforeEach(async () => {
  clinic = await house.clinic()
})

const send = (changes: Record<string, unknown> = {}, route = pre, options: CallOptions = {}) => clinic.post(route, tokenBody(clinic, changes), options)
const evening = () => ({ qmsWorkShiftId: shiftId(clinic, 'evening') })

async function take(changes: Record<string, unknown> = {}, route = pre, options: CallOptions = {}): Promise<Json> {
  const { status, json, text } = await send(changes, route, options)
  expect(status, text).toBe(201)
  return json.visit
}

/** Checks that a token is refused with a specific code, and that nothing was written for it. */
async function expectRefused(act: () => Promise<Reply>, code: string, status = 400, message: string | RegExp = code) {
  const reply = await refused(clinic, act)
  expect([reply.status, reply.json.error], reply.text).toEqual([status, code])
  expect(reply.json.message).toMatch(message)
}

type Practice = NonNullable<NonNullable<ClinicFile['practitioners'][string]>['at'][string]>

/** Changes Meera's practice in Jaipur in a file. */
const inJaipur = (change: (practice: Practice) => void) => (file: ClinicFile) => {
  const practice = file.practitioners['meera-shah']?.at.jaipur
  if (practice) change(practice)
}

const bothPriceLists: Practice['fees'] = [
  { mode: 'OFFLINE', amount: 300 },
  { mode: 'OFFLINE', amount: 15.5, international: true },
]

/** Staff do something with the visit of a token. */
const staff = (action: Exclude<StaffActionName, 'move' | 'takeBack'>, tokenNumber: number, name = 'morning') =>
  staffOf(house, clinic, name).act(tokenNumber, action, 'a reason')

const endShift = (name = 'morning') => staffOf(house, clinic, name).end()

describe('201', () => {
  const members = [
    ...['visitId', 'patientId', 'addressId', 'doctorId', 'qmsWorkShiftId', 'appointmentDate', 'mode', 'tokenNumber', 'tokenDisplay', 'position'],
    ...['publicStatusToken', 'status', 'bookingChannel', 'source', 'consultationCharge', 'currency', 'paymentStatus', 'paymentMode', 'paymentReference'],
    ...['discountAmount', 'discountReason', 'payableAmount', 'chiefComplaint', 'appointmentNotes', 'cancellationReason', 'arrivedAt', 'createdAt', 'updatedAt'],
  ]

  it('is a token in its envelope, on a shift that has not started [QUEUE-01] [QUEUE-09] [QUEUE-10] [A-178]', async () => {
    const { status, json } = await send()
    expect([status, Object.keys(json), json.system, json.appointment]).toEqual([201, ['system', 'appointment', 'visit'], 'QMS', null])
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
      createdAt: expect.stringMatching(/^2030-01-01T05:\d\d:\d\d.*\+05:30$/),
      updatedAt: expect.stringMatching(/^2030-01-01T05:\d\d:\d\d.*\+05:30$/),
    })
    expect(json.visit.tokenDisplay).toMatch(/^[A-Z]+-\d+$/)
  })

  it('is the same in a running queue, by the other route [QUEUE-02] [QUEUE-03] [SHIFT-17]', async () => {
    await startShift(house, clinic)
    const { status, json } = await send({ bookingChannel: 'WALK_IN' }, immediate)
    expect([status, Object.keys(json), json.system, json.appointment]).toEqual([201, ['system', 'appointment', 'visit'], 'QMS', null])
    expect(Object.keys(json.visit).toSorted()).toEqual(members.toSorted())
    expect(json.visit).toMatchObject({ tokenNumber: 1, tokenDisplay: 'A-1', position: 1, status: 'WAITING', bookingChannel: 'WALK_IN' })
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
    const [row] = await house.sql('select workspace_id::int, vitals, source, api_key_id::int from queue_visits where id = $1', [visit.visitId])
    expect(row).toEqual({ workspace_id: clinic.workspaceId, vitals: vital, source: 'DEVELOPER_API', api_key_id: clinic.keyId })
    expect(await house.sql('select from queue_visits where workspace_id = $1', [other.workspaceId])).toEqual([])
    for (const paymentStatus of ['UNPAID', 'PENDING', 'PAID']) expect((await take({ paymentStatus })).paymentStatus).toBe(paymentStatus)
    const [entry] = await house.sql('select action, patient_id::int, visit_id::int from audit_entries where workspace_id = $1 and visit_id = $2', [
      clinic.workspaceId,
      visit.visitId,
    ])
    expect(entry).toEqual({ action: 'BOOKED', patient_id: visit.patientId, visit_id: visit.visitId })
  })

  it('drops unknown members, charges included [A-127] [A-151] [A-172]', async () => {
    const visit = await take({
      unknown: 1,
      qms: [],
      followUp: true,
      consultationCharge: 1,
      discountAmount: 300,
      status: 'COMPLETED',
    })
    expect(visit).toMatchObject({ consultationCharge: 300, payableAmount: 300, status: 'WAITING' })
    for (const member of ['unknown', 'qms', 'followUp']) expect(Object.keys(visit)).not.toContain(member)
  })

  it('costs what its shift costs: a charge or currency of the unified and the reserve route must match it [A-172] [A-243]', async () => {
    const { qmsWorkShiftId, appointmentDate, mode, bookingChannel, ...rest } = tokenBody(clinic)
    const qms = { qmsWorkShiftId, appointmentDate, mode, bookingChannel }
    const routes = [
      (changes: object) => clinic.post(unified, { system: 'QMS', ...rest, qms, ...changes }),
      (changes: object) => clinic.post('/v1/appointments/reserve-slot', { ...rest, qmsWorkShiftId, appointmentDate, ...changes }),
    ]
    for (const booked of routes) {
      for (const changes of [{ currency: 'USD' }, { currency: 'USD', consultationCharge: 300 }]) {
        expectInvalid(await refused(clinic, () => booked(changes)), 'currency must be INR: this shift costs 300 INR')
      }
      for (const consultationCharge of [0, 1, 299.99, 300.001, 500]) {
        expectInvalid(await refused(clinic, () => booked({ consultationCharge })), 'consultationCharge must be 300 INR, the fee of this shift')
      }
      for (const changes of [{}, { currency: 'INR' }, { consultationCharge: 300 }, { currency: 'INR', consultationCharge: 300 }]) {
        const { status, json, text } = await booked(changes)
        expect([status, json.visit?.consultationCharge, json.visit?.currency], text).toEqual([201, 300, 'INR'])
      }
    }
    // The flat routes drop both, like all unknown members.
    expect(await take({ currency: 'USD', consultationCharge: 1 })).toMatchObject({ currency: 'INR', consultationCharge: 300 })
  })

  it('needs one query and one statement for a described patient who has a record [QUEUE-14] [A-220]', async () => {
    const { patientId } = await take()
    const { database, asked } = watchedDatabase(house.application.database)
    const request = toTokenRequest(tokenBody(clinic) as unknown as TokenBookingBody)
    const visit = await bookToken({ ...house.application, database }, callerOf(clinic), request, 'NOT_STARTED')
    expect([visit.patientId, ...asked]).toEqual([patientId, 'people_on_phone', 'take_token'])
  })

  it('finds or creates the patient, and accepts either id of one [QUEUE-14] [A-131]', async () => {
    const { patientId } = await take()
    const variants = [{ patientPayload: undefined, patientId }, { patientPayload: { id: patientId } }, { patientId }, { patientId: String(patientId) }, {}]
    for (const variant of variants) expect((await take(variant)).patientId, JSON.stringify(variant)).toBe(patientId)
    expect((await take({ patientPayload: { firstName: 'Somebody' } })).patientId).not.toBe(patientId)
    expect(await house.sql('select from patients where workspace_id = $1', [clinic.workspaceId])).toHaveLength(2)
  })

  it('accepts the location under its alias, and ids as text', async () => {
    const text = String(clinic.id('location', 'jaipur'))
    expect((await take({ addressId: undefined, workspaceAddressId: Number(text) })).addressId).toBe(Number(text))
    expect((await take({ addressId: text, qmsWorkShiftId: String(shiftId(clinic)) })).addressId).toBe(Number(text))
  })

  it('accepts any channel on either route [QUEUE-13]', async () => {
    for (const bookingChannel of ['WALK_IN', 'SELF_QR', 'PHONE_CALL', 'CHATAPP', 'X', 'A_1'])
      expect((await take({ bookingChannel })).bookingChannel).toBe(bookingChannel)
    await startShift(house, clinic)
    for (const bookingChannel of ['PHONE_CALL', 'CHATAPP', 'WALK_IN']) expect((await take({ bookingChannel }, immediate)).bookingChannel).toBe(bookingChannel)
  })

  it('gives each visit its own status token [QUEUE-21]', async () => {
    const tokens = []
    for (let index = 0; index < 5; index += 1) tokens.push((await take()).publicStatusToken)
    expect(new Set(tokens).size).toBe(5)
  })

  it('issues another one for a retry, whatever key it names [BOOK-02] [A-108] [A-114]', async () => {
    const headers = { 'idempotency-key': 'same' }
    const [first, second] = [await take({}, pre, { headers }), await take({}, pre, { headers })]
    expect([first.tokenNumber, second.tokenNumber]).toEqual([1, 2])
    expect(second.patientId).toBe(first.patientId)
  })

  it('is sensitive, and each route has its own limit [RATE-09] [RATE-11]', async () => {
    const usual = await openHouse({ limits: defaultRateLimits, connection: house.connection })
    const own = await usual.clinic()
    const replies = [await own.post(pre, tokenBody(own)), await own.post(pre, tokenBody(own)), await own.post(immediate, tokenBody(own))]
    expect(replies.map(({ headers }) => [headers['x-ratelimit-route-limit'], headers['x-ratelimit-route-remaining']])).toEqual([
      ['60', '59'],
      ['60', '58'],
      [undefined, undefined],
    ])
    await startShift(usual, own)
    const { headers } = await own.post(immediate, tokenBody(own))
    expect([headers['x-ratelimit-route-limit'], headers['x-ratelimit-route-remaining']]).toEqual(['60', '58'])
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
    expect(rows.map(({ token_number, status }) => `${token_number} ${status}`)).toEqual(['1 CANCELLED', '2 WAITING', '3 CANCELLED', '4 WAITING'])
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
    what: fc.constantFrom('pre', 'pre', 'immediate', 'immediate', 'unified', 'cancel', 'cancel', 'skip', 'begin', 'complete', 'noShow', 'start', 'end'),
    shift: fc.constantFrom('morning' as const, 'evening' as const),
    number: fc.integer({ min: 1, max: 6 }),
  })
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  it('agree with a simple model after any sequence of bookings and staff actions [INV-10] [INV-11] [INV-12] [INV-13]', { timeout: 300_000 }, async () => {
    const waits = (status: string) => status === 'WAITING'
    const moves: Record<string, { from: string[]; to: string; onlyRunning: boolean }> = {
      cancel: { from: ['WAITING', 'SKIPPED', 'NO_SHOW'], to: 'CANCELLED', onlyRunning: false },
      skip: { from: ['WAITING'], to: 'SKIPPED', onlyRunning: true },
      begin: { from: ['WAITING'], to: 'IN_CONSULTATION', onlyRunning: true },
      complete: { from: ['IN_CONSULTATION'], to: 'COMPLETED', onlyRunning: true },
      noShow: { from: ['WAITING', 'SKIPPED'], to: 'NO_SHOW', onlyRunning: true },
    }
    const atEnd: Record<string, string> = { WAITING: 'CANCELLED', SKIPPED: 'NO_SHOW', IN_CONSULTATION: 'COMPLETED' }
    const run = async (story: Step[]) => {
      clinic = await house.clinic(inJaipur(({ shifts }) => shifts?.morning && Object.assign(shifts.morning, { maxAppointments: 2 })))
      const capacity = { morning: 2, evening: 3 }
      const model = { morning: { state: 'NOT_STARTED', visits: [] as string[] }, evening: { state: 'NOT_STARTED', visits: [] as string[] } }
      const bookingOf = (what: string, qmsWorkShiftId: number) => {
        if (what !== 'unified') return send({ qmsWorkShiftId }, what === 'pre' ? pre : immediate)
        const { addressId, doctorId, patientPayload, appointmentDate, mode, bookingChannel } = tokenBody(clinic)
        return clinic.post(unified, { system: 'QMS', addressId, doctorId, patientPayload, qms: { qmsWorkShiftId, appointmentDate, mode, bookingChannel } })
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
          const may = status !== undefined && move.from.includes(status) && (queue.state === 'RUNNING' || (queue.state === 'NOT_STARTED' && !move.onlyRunning))
          if (!may) continue
          await staff(what as 'cancel', number, shift)
          queue.visits[number - 1] = move.to
        } else {
          const wrongState = {
            pre: queue.state === 'RUNNING' ? 'SHIFT_STARTED' : undefined,
            immediate: queue.state === 'NOT_STARTED' ? 'SHIFT_NOT_STARTED' : undefined,
          }
          const expected = queue.state === 'ENDED' ? 'SHIFT_ENDED' : (wrongState[what as 'pre'] ?? (live >= capacity[shift] ? 'SHIFT_FULL' : undefined))
          const before = await clinic.bookingRows()
          const { status, json, text } = await bookingOf(what, shiftId(clinic, shift))
          expect([status, json.error], `${what} ${shift} ${text}`).toEqual(expected ? [400, expected] : [201, undefined])
          if (expected) expect(await clinic.bookingRows()).toBe(before)
          else {
            queue.visits.push('WAITING')
            expect([json.visit.tokenNumber, json.visit.position]).toEqual([queue.visits.length, queue.visits.filter(waits).length])
          }
        }
      }
      for (const [shift, queue] of Object.entries(model)) {
        const visits = await house.sql(
          'select v.token_number, v.status, v.mode = s.mode as same from queue_visits v join work_shifts s on s.id = v.work_shift_id where v.work_shift_id = $1 order by 1',
          [shiftId(clinic, shift)],
        )
        expect(visits).toEqual(queue.visits.map((status, index) => ({ token_number: index + 1, status, same: true })))
        const live = queue.visits.filter((status) => status !== 'CANCELLED').length
        const shown = await shownShift(clinic, shift)
        expect(shown).toMatchObject({ bookedCount: live, isStarted: queue.state !== 'NOT_STARTED', isEnded: queue.state === 'ENDED' })
        expect(shown.bookedCount).toBeLessThanOrEqual(shown.maxAppointments)
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), { numRuns: size(12, 150), ...replay })
  })
})

describe('a full shift', () => {
  it('is refused by every route and writes nothing [QUEUE-07] [QUEUE-15] [SHIFT-13] [INV-11]', async () => {
    const listed = await shownShift(clinic, 'evening')
    for (let index = 0; index < listed.maxAppointments; index += 1) await take(evening())
    await expectRefused(() => send(evening()), 'SHIFT_FULL')
    await expectRefused(() => send({ ...evening(), patientPayload: { firstName: 'Newcomer', phoneNumber: '5550001' } }), 'SHIFT_FULL')
    await startShift(house, clinic, 'evening')
    await expectRefused(() => send(evening(), immediate), 'SHIFT_FULL')
    expect((await shownShift(clinic, 'evening')).bookedCount).toBe(3)
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
    const both = await Promise.all(['5550001', '5550002'].map((phoneNumber) => send({ ...evening(), patientPayload: { firstName: 'Two', phoneNumber } })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(both.map(({ json }) => json.error).filter(Boolean)).toEqual(['SHIFT_FULL'])
    expect((await shownShift(clinic, 'evening')).bookedCount).toBe(3)
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
    await expectRefused(() => send({ appointmentDate: '2030-01-02' }, immediate), 'SHIFT_NOT_STARTED')
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
    ['a patient without name and phone', { patientPayload: { email: 'a@example.org' } }, 'patientPayload needs'],
    ['two patients', { patientId: 1, patientPayload: { id: 2 } }, 'patientId and patientPayload.id'],
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
    ['a payment mode nobody has', { paymentMode: 'BARTER' }, 'paymentMode must be one of'],
    ['a payment mode of every object', { paymentMode: 'constructor' }, 'paymentMode must be one of'],
    ['a payment that came back', { paymentStatus: 'REFUNDED' }, 'paymentStatus'],
    ['a reference of 201 letters', { paymentReference: 'x'.repeat(201) }, 'paymentReference'],
    ['notes of 501 letters', { appointmentNotes: 'x'.repeat(501) }, 'appointmentNotes'],
    ['a complaint of 501 letters', { chiefComplaint: 'x'.repeat(501) }, 'chiefComplaint'],
    ['vitals that are a list', { vital: [1] }, 'vital'],
    ['vitals of 9 KiB', { vital: { text: 'x'.repeat(9 * 1024) } }, 'vital must have at most 8 KiB'],
    ['vitals of 9 KiB in few letters', { vital: { text: '€'.repeat(3 * 1024) } }, 'vital must have at most 8 KiB'],
  ])
  it.each(refusals)('for %s names it on both routes and writes nothing [QUEUE-03] [QUEUE-05] [QUEUE-06] [QUEUE-18]', async (_, changes, named) => {
    await startShift(house, clinic, 'evening')
    expectInvalid(await refused(clinic, () => send(changes)), named)
    const running = changes.qmsWorkShiftId === undefined && 'qmsWorkShiftId' in changes ? changes : { ...evening(), ...changes }
    expectInvalid(await refused(clinic, () => send(running, immediate)), named)
  })

  it.each([pre, immediate])('by a rule says which, and writes nothing: %s [A-130] [A-165] [A-167] [QUEUE-03]', async (route) => {
    const [asha, jonas, ravi] = ['asha-rao', 'jonas-weber', 'ravi-old'].map((name) => clinic.id('practitioner', name))
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
    for (const [changes, code, status = 400] of wrong) await expectRefused(() => send(changes, route), code, status)
  })

  it('for a patient who is unknown, another clinic’s or erased leaves no queue of the day behind', async () => {
    const foreign = await house.clinic()
    const theirs = (await foreign.post(pre, tokenBody(foreign))).json.visit.patientId
    const erased = (await book(clinic)).json.appointment
    await house.sql("update appointments set status = 'CANCELLED' where id = $1", [erased.id])
    await house.operate('patient-erase', { workspace: clinic.name, id: erased.patientId, confirmed: true })
    for (const patientId of [999_999, Number.MAX_SAFE_INTEGER, theirs, erased.patientId]) {
      await expectRefused(() => send({ patientPayload: undefined, patientId }), 'PATIENT_NOT_FOUND', 404)
      await expectRefused(() => send({ patientPayload: { id: patientId } }), 'PATIENT_NOT_FOUND', 404)
    }
    expect(await house.sql('select from queue_days where workspace_id = $1', [clinic.workspaceId])).toEqual([])
  })

  it('leaves neither the new patient nor the day behind, nor an entry of the audit', async () => {
    const newcomer = { patientPayload: { firstName: 'Newcomer', phoneNumber: '5550001' } }
    const entries = () => house.sql('select from audit_entries where workspace_id = $1', [clinic.workspaceId])
    await expectRefused(() => send(newcomer, immediate), 'SHIFT_NOT_STARTED')
    expect(await entries()).toEqual([])
    expect(JSON.parse(await clinic.bookingRows()).flat()).toEqual([])
  })
})

describe('malicious input', () => {
  const values: [string, unknown][] = [
    ['null', null],
    ['true', true],
    ['0', 0],
    ['-1', -1],
    ['1.5', 1.5],
    ['1e308', 1e308],
    ['2 to the 53rd', 2 ** 53],
    ['a number in text, too large', '9'.repeat(400)],
    ['a list', [1]],
    ['an empty list', []],
    ['an object', { id: 1 }],
    ['lists in lists', [[[[1]]]]],
    ['a null byte', 'A\u0000B'],
    ['half a surrogate', 'A\ud800'],
    ['the other half', '\udc00A'],
    ['text that turns', '\u202eABC'],
    ['long text', 'x'.repeat(20_000)],
    ['SQL', "1'; drop table queue_visits; --"],
    ['a prototype', '__proto__'],
  ]
  const names = [
    ...['addressId', 'doctorId', 'patientId', 'patientPayload', 'qmsWorkShiftId', 'appointmentDate', 'mode', 'bookingChannel', 'paymentMode', 'paymentStatus'],
    ...['paymentReference', 'source', 'chiefComplaint', 'appointmentNotes', 'vital', 'workspaceId', 'workspaceAddressId'],
  ]

  it.each(names)('%s of every kind is accepted or refused, never an error of the service', async (name) => {
    for (const [what, value] of values) {
      const before = await clinic.bookingRows()
      const { status, text } = await send({ [name]: value })
      expect([201, 400, 404], `${name}: ${what}: ${text.slice(0, 300)}`).toContain(status)
      if (status !== 201) expect(await clinic.bookingRows(), what).toBe(before)
    }
    // Everything that was accepted can be read by everyone else.
    const { status, json, text } = await clinic.get('/v1/qms-appointments/visits?size=100')
    expect(status, text).toBe(200)
    expect(json.list).toHaveLength(json.count)
    expect(await shownShift(clinic)).toMatchObject({ bookedCount: json.count })
  })

  it.each(['firstName', 'lastName', 'phoneNumber', 'countryCode', 'email', 'gender', 'dob', 'mrnNumber', 'age', 'bloodGroup', 'patientAddress', 'id'])(
    'patientPayload.%s of every kind is accepted or refused, never an error of the service',
    async (name) => {
      for (const [what, value] of values) {
        const before = await clinic.bookingRows()
        const { status, text } = await send({ patientPayload: { firstName: 'Meera', phoneNumber: '9876543210', [name]: value } })
        expect([201, 400, 404], `${name}: ${what}: ${text.slice(0, 300)}`).toContain(status)
        if (status !== 201) expect(await clinic.bookingRows(), what).toBe(before)
      }
    },
  )

  it('nested five thousand deep, or with prototype names, is refused whole or dropped', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const body = JSON.stringify(tokenBody(clinic)).slice(0, -1)
    for (const member of ['vital', 'qms', 'patientAddress', 'unknown']) {
      const reply = await refused(clinic, () => clinic.post(pre, `${body},"${member}":${deep}}`, { headers: { 'content-type': 'application/json' } }))
      expect(reply.status, member).toBe(400)
    }
    for (const member of ['"__proto__":{"mode":"OFFLINE"}', '"constructor":{"prototype":{"x":1}}']) {
      for (const text of [`${body},${member}}`, `${body},"patientPayload":{"firstName":"M",${member}}}`, `${body},"vital":{${member}}}`]) {
        const before = await clinic.bookingRows()
        const { status, json } = await clinic.post(pre, text, { headers: { 'content-type': 'application/json' } })
        expect([201, 400], text).toContain(status)
        if (status === 201) expect(json.visit).toMatchObject({ mode: 'OFFLINE', status: 'WAITING' })
        else expect(await clinic.bookingRows()).toBe(before)
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it.each([pre, immediate])('that is not a JSON object is returned as such by %s [QUEUE-03] [ERR-02] [ERR-08]', async (route) => {
    for (const [body, value] of [
      ['[]', []],
      ['null', null],
      ['"x"', 'x'],
    ] as const) {
      const reply = await refused(clinic, () => clinic.post(route, body, { headers: { 'content-type': 'application/json' } }))
      expectFieldErrors(reply, value, 'must be a JSON object')
    }
  })
})

describe('the fee', () => {
  beforeEach(async () => {
    clinic = await house.clinic(inJaipur((practice) => void Object.assign(practice, { fees: bothPriceLists })))
  })

  it.each(
    cases<[string, Record<string, unknown>, boolean]>([
      ['a phone at home', { phoneNumber: '9876543210' }, false],
      ['a phone at home, with its code', { phoneNumber: '9876543210', countryCode: '+91' }, false],
      ['a phone abroad', { phoneNumber: '7700900123', countryCode: '+44' }, true],
      ['a phone abroad in one', { phoneNumber: '+44 7700 900123' }, true],
      ['a phone abroad cut in two elsewhere', { phoneNumber: '700900123', countryCode: '+447' }, true],
      ['a phone at home cut in two elsewhere', { phoneNumber: '19876543210', countryCode: '+9' }, false],
      ['a country code alone', { countryCode: '+49' }, true],
      ['the code at home alone', { countryCode: '+91' }, false],
      ['nothing that tells', {}, false],
    ]),
  )('of a patient with %s is from the matching price list [QUEUE-20] [SHIFT-11] [A-172]', async (_, fields, isFromAbroad) => {
    const visit = await take({ patientPayload: { firstName: 'Ann', ...fields } })
    expect([visit.consultationCharge, visit.currency, visit.payableAmount]).toEqual(isFromAbroad ? [15.5, 'USD', 15.5] : [300, 'INR', 300])
    const [row] = await house.sql('select charge_minor::int, currency from queue_visits where id = $1', [visit.visitId])
    expect(row).toEqual(isFromAbroad ? { charge_minor: 1550, currency: 'USD' } : { charge_minor: 30_000, currency: 'INR' })
  })

  it('depends on the record of a known patient, whatever country is sent with their id [A-172] [A-173]', async () => {
    const abroad = await take({ patientPayload: { firstName: 'Ann', phoneNumber: '7700900123', countryCode: '+44' } })
    const home = await take({ patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' } })
    expect((await take({ patientPayload: { id: abroad.patientId, countryCode: '+91' } })).currency).toBe('USD')
    expect((await take({ patientPayload: { id: home.patientId, countryCode: '+44' } })).currency).toBe('INR')
    expect((await take({ patientPayload: undefined, patientId: abroad.patientId })).currency).toBe('USD')
  })

  const visitor = fc.record({
    countryCode: fc.constantFrom('+91', '+1', '+44', '+49', '+971', '+880'),
    national: fc.integer({ min: 201_555_0000, max: 989_999_9999 }),
    domestic: fc.integer({ min: 0, max: 100_000_000 }),
    abroad: fc.integer({ min: 0, max: 100_000_000 }),
    mode: fc.constantFrom('OFFLINE' as const, 'ONLINE' as const),
    way: fc.constantFrom('pre', 'immediate', 'unified'),
  })
  it('that is listed is charged, for everyone [SHIFT-11] [SHIFT-06] [QUEUE-20] [INV-13]', { timeout: 300_000 }, async () => {
    const run = async ({ countryCode, national, domestic, abroad, mode, way }: typeof visitor extends fc.Arbitrary<infer V> ? V : never) => {
      clinic = await house.clinic(
        inJaipur((practice) => {
          practice.fees = [
            { mode, amount: domestic / 100 },
            { mode, amount: abroad / 100, international: true },
          ]
          practice.shifts = { morning: { days: everyDay, from: '09:00', to: '13:00', mode, maxAppointments: 40 } }
        }),
      )
      if (way === 'immediate') await startShift(house, clinic)
      const wish = { addressId: clinic.id('location', 'jaipur'), doctorId: clinic.id('practitioner', 'meera-shah') }
      const parameters = new URLSearchParams({ addressId: `${wish.addressId}`, doctorId: `${wish.doctorId}`, date: queueDate, patientCountryCode: countryCode })
      const { json } = await clinic.get(`/v1/qms-appointments/doctor/shifts?${parameters}`)
      const [shift] = json.dates[0].shifts
      const patientPayload = { firstName: 'Anybody', phoneNumber: String(national), countryCode }
      const token = { qmsWorkShiftId: shift.qmsWorkShiftId, appointmentDate: queueDate, mode: shift.mode, bookingChannel: 'PHONE_CALL' }
      const reply =
        way === 'unified'
          ? await clinic.post(unified, { system: 'QMS', ...wish, patientPayload, qms: token })
          : await clinic.post(way === 'pre' ? pre : immediate, { ...wish, patientPayload, ...token })
      expect(reply.status, reply.text).toBe(201)
      const { consultationCharge, currency } = reply.json.visit
      expect([consultationCharge, currency]).toEqual([json.international ? shift.internationalFee : shift.consultationFee, json.billingCurrency])
    }
    await fc.assert(fc.asyncProperty(visitor, run), { numRuns: size(25, 300), ...replay })
  })
})

describe('a configuration that changes between listing and booking', () => {
  const changeShift = (edit: (practice: Practice) => void) => clinic.change(inJaipur(edit), { withUpcomingVisits: true })
  const refusedNow = (changes: Record<string, unknown>, code: string) => expectRefused(() => send(changes), code)

  it('issues no token of a retired shift, and leaves its visits unchanged [A-165]', async () => {
    const listed = (await shownShift(clinic, 'evening')).qmsWorkShiftId
    const visit = await take({ qmsWorkShiftId: listed })
    await changeShift(({ shifts }) => void delete shifts?.evening)
    await refusedNow({ qmsWorkShiftId: listed }, 'SHIFT_NOT_FOUND')
    const { json } = await clinic.get(`/v1/qms-appointments/day-visits?date=${queueDate}`)
    expect(json).toMatchObject([{ visitId: visit.visitId, status: 'WAITING' }])
  })

  it('makes a new shift for another mode, with its own numbers; the old one issues none [INV-13] [QUEUE-18]', async () => {
    const before = shiftId(clinic, 'evening')
    await take({ qmsWorkShiftId: before })
    await changeShift((practice) => {
      practice.fees = [...(practice.fees ?? []), { mode: 'ONLINE', amount: 200 }]
      Object.assign(practice.shifts?.evening as object, { mode: 'ONLINE' })
    })
    const after = shiftId(clinic, 'evening')
    expect(after).not.toBe(before)
    for (const mode of ['OFFLINE', 'ONLINE']) await refusedNow({ qmsWorkShiftId: before, mode }, 'SHIFT_NOT_FOUND')
    expect(await take({ qmsWorkShiftId: after, mode: 'ONLINE' })).toMatchObject({ tokenNumber: 1, mode: 'ONLINE', consultationCharge: 200 })
    const rows = await house.sql(
      'select v.mode, s.mode as shift from queue_visits v join work_shifts s on s.id = v.work_shift_id where v.workspace_id = $1 order by v.id',
      [clinic.workspaceId],
    )
    expect(rows).toEqual([
      { mode: 'OFFLINE', shift: 'OFFLINE' },
      { mode: 'ONLINE', shift: 'ONLINE' },
    ])
    // Back in the old mode it is the old shift, which continues where it was.
    await changeShift((practice) => Object.assign(practice.shifts?.evening as object, { mode: 'OFFLINE' }))
    expect(await take({ qmsWorkShiftId: before })).toMatchObject({ tokenNumber: 2 })
  })

  it('removes shifts from a date, and later tokens have the new prices and letters [A-165]', async () => {
    const first = await take()
    await changeShift((practice) => {
      practice.fees = [{ mode: 'OFFLINE', amount: 350 }]
      Object.assign(practice.shifts?.morning as object, { letter: 'M' })
      practice.exceptions = [{ date: '2030-01-02', hours: [] }]
    })
    await refusedNow({ appointmentDate: '2030-01-02' }, 'SHIFT_NOT_ON_DATE')
    expect(await take()).toMatchObject({ tokenDisplay: 'M-2', consultationCharge: 350 })
    const { json } = await clinic.get(`/v1/qms-appointments/day-visits?date=${queueDate}`)
    expect(json[0]).toMatchObject({ visitId: first.visitId, tokenDisplay: 'A-1', consultationCharge: 300 })
  })

  const request = (changes: Record<string, unknown> = {}) => toTokenRequest(tokenBody(clinic, changes) as unknown as TokenBookingBody)
  /** The services, whose cached configuration stays outdated for this many readings. */
  function lateServices(outdated: Configuration, times: number) {
    const { configurations } = house.application
    let readings = 0
    return {
      ...house.application,
      configurations: { ...configurations, of: (id: number) => (readings++ < times ? Promise.resolve(outdated) : configurations.of(id)) },
    }
  }

  it('is detected by the statement that issues the number, for known and new patients [QUEUE-15]', async () => {
    const { patientId } = await take()
    const outdated = await house.application.configurations.of(clinic.workspaceId)
    const wish = { ...evening() }
    await changeShift(({ shifts }) => void delete shifts?.evening)
    const before = await clinic.bookingRows()
    for (const changes of [wish, { ...wish, patientPayload: undefined, patientId }]) {
      await expect(bookToken(lateServices(outdated, 1), callerOf(clinic), request(changes), 'EITHER')).rejects.toMatchObject({ code: 'SHIFT_NOT_FOUND' })
      await expect(bookToken(lateServices(outdated, 99), callerOf(clinic), request(changes), 'EITHER')).rejects.toMatchObject({ code: 'BUSY' })
    }
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('or a patient who is erased while the day is opened leaves no day behind', async () => {
    const { patientId } = (await book(clinic)).json.appointment
    await house.sql("update appointments set status = 'CANCELLED' where workspace_id = $1", [clinic.workspaceId])
    const { database } = house.application
    const erasing: typeof database = {
      ...database,
      rows: async (statement, ...parameters) => {
        const rows = await database.rows(statement, ...parameters)
        if ((statement as unknown) === openQueueDay) await erase()
        return rows
      },
      // The first look is over when a transaction begins.
      transaction: async (work, isolation) => {
        await erase()
        return database.transaction(work, isolation)
      },
    }
    let isErased = false
    const erase = async () => {
      if (!isErased) await house.operate('patient-erase', { workspace: clinic.name, id: patientId, confirmed: true })
      isErased = true
    }
    const booking = bookToken({ ...house.application, database: erasing }, callerOf(clinic), request({ patientPayload: undefined, patientId }), 'NOT_STARTED')
    await expect(booking).rejects.toMatchObject({ code: 'PATIENT_NOT_FOUND' })
    expect(isErased).toBe(true)
    expect(await house.sql('select from queue_days where workspace_id = $1', [clinic.workspaceId])).toEqual([])
  })
})

describe('a session', () => {
  const notVerified = { success: false, message: expect.any(String), requiresVerification: true }
  let options: CallOptions & { headers: Record<string, string> }
  let phoneNumber: string

  async function page(endUser = 'u-1'): Promise<typeof options> {
    return { key: null, headers: { ...(await clinic.session()), 'x-end-user-id': endUser } }
  }

  async function verify(contact: Record<string, unknown> = { phoneNumber }) {
    expect((await clinic.post('/v1/otp/send', contact, options)).status).toBe(200)
    const reply = await clinic.post('/v1/otp/verify', { ...contact, otpCode: rail.delivered.at(-1)?.code }, options)
    expect(reply.status, reply.text).toBe(200)
  }

  const own = (changes: Record<string, unknown> = {}) => ({
    workspaceId: clinic.workspaceId,
    patientPayload: { firstName: 'Meera', phoneNumber },
    ...changes,
  })
  const sendAs = (changes: Record<string, unknown> = {}, route = pre, as = options) => send(own(changes), route, as)
  /** The same on the unified route. */
  function sendUnified(changes: Record<string, unknown> = {}, qms: Record<string, unknown> = {}) {
    const { qmsWorkShiftId, appointmentDate, mode, bookingChannel, ...rest } = tokenBody(clinic, own(changes))
    return clinic.post(unified, { system: 'QMS', ...rest, qms: { qmsWorkShiftId, appointmentDate, mode, bookingChannel, ...qms } }, options)
  }

  beforeEach(async () => {
    phoneNumber = `98${String(randomInt(1e8)).padStart(8, '0')}`
    options = await page()
  })

  it.each([pre, immediate])('books by %s once its contact is verified, for itself, as WIDGET [A-116] [A-036] [QUEUE-04]', async (route) => {
    if (route === immediate) await startShift(house, clinic)
    const closed = await refused(clinic, () => sendAs({}, route))
    expect([closed.status, closed.json]).toEqual([403, notVerified])
    await verify()
    const { status, json, text } = await sendAs({ source: 'DEVELOPER_API', consultationCharge: 1 }, route)
    expect([status, json.visit?.source, json.visit?.consultationCharge], text).toEqual([201, 'WIDGET', 300])
    const nobody = await refused(clinic, async () => sendAs({}, route, { key: null, headers: await clinic.session() }))
    expect([400, 403]).toContain(nobody.status)
    const another = await refused(clinic, async () => sendAs({}, route, await page('u-2')))
    expect([another.status, another.json]).toEqual([403, notVerified])
  })

  it('books by the unified route, where a charge may be omitted or equal to the fee [A-021] [A-172]', async () => {
    expect((await refused(clinic, () => sendUnified())).json).toEqual(notVerified)
    await verify()
    for (const changes of [{}, { consultationCharge: 300 }, { source: 'WIDGET' }]) {
      const { status, json, text } = await sendUnified(changes)
      expect([status, json.visit?.source, json.visit?.consultationCharge], text).toEqual([201, 'WIDGET', 300])
    }
    for (const consultationCharge of [0, 299.99, 300.001, 301, 1e15]) {
      expectInvalid(await refused(clinic, () => sendUnified({ consultationCharge })), 'consultationCharge must be 300 INR')
    }
  })

  it('reaches only the patients of its contact: an unknown record looks like another’s [A-234]', async () => {
    const other = await take({ patientPayload: { firstName: 'Other', phoneNumber: '9876500009' } })
    await verify()
    const mine = (await sendAs()).json.visit.patientId
    expect((await sendAs({ patientPayload: undefined, patientId: mine })).status).toBe(201)
    const whoever = [
      { patientPayload: undefined, patientId: other.patientId },
      { patientPayload: { id: other.patientId } },
      { patientPayload: undefined, patientId: 999_999 },
      { patientPayload: { firstName: 'Other', phoneNumber: '9876500009' } },
      { patientPayload: { firstName: 'Nobody', phoneNumber: '9876500010' } },
      { patientPayload: { firstName: 'Meera', phoneNumber, mrnNumber: 'MRN-NONE' } },
    ]
    for (const changes of whoever) {
      for (const reply of [await refused(clinic, () => sendAs(changes)), await refused(clinic, () => sendUnified(changes))]) {
        expect([reply.status, reply.json], JSON.stringify(changes)).toEqual([403, notVerified])
      }
    }
  })

  it('cannot decide its own terms, and names its own workspace [A-115] [A-021]', async () => {
    const foreign = await house.clinic()
    await verify()
    for (const [changes, named] of cases<[Record<string, unknown>, string]>([
      [{ paymentStatus: 'PAID' }, 'paymentStatus must be UNPAID under a session'],
      [{ paymentStatus: 'PENDING' }, 'paymentStatus must be UNPAID under a session'],
      [{ workspaceId: undefined }, 'workspaceId must be the workspace of the session'],
      [{ workspaceId: foreign.workspaceId }, 'workspaceId must be the workspace of the session'],
      [{ workspaceId: [clinic.workspaceId] }, 'workspaceId must be the workspace of the session'],
      [{ workspaceId: null }, 'workspaceId must be the workspace of the session'],
    ])) {
      expectInvalid(await refused(clinic, () => sendAs(changes)), named)
      expectInvalid(await refused(clinic, () => sendAs(changes, immediate)), named)
      expectInvalid(await refused(clinic, () => sendUnified(changes)), named)
    }
    expectInvalid(await refused(clinic, () => sendUnified({}, { paymentStatus: 'PAID' })), 'paymentStatus must be UNPAID under a session')
    expectInvalid(await refused(clinic, () => sendUnified({ discountAmount: 1 })), 'discountAmount')
    expectInvalid(await refused(clinic, () => sendUnified({ roomId: 1 })), 'roomId')
    expect((await sendAs({ workspaceId: String(clinic.workspaceId) })).status).toBe(201)
  })

  it('has a limited number of tokens and upcoming visits, not counting patients who no longer wait [A-231]', async () => {
    clinic = await house.clinic((file) => void Object.assign(file.workspace, { sessionVisitsMax: 3 }))
    options = await page()
    await verify()
    const slot = { workspaceId: clinic.workspaceId, patientPayload: { firstName: 'Meera', phoneNumber }, source: 'WIDGET' }
    expect((await book(clinic, slot, options)).status).toBe(201)
    expect((await sendAs()).status).toBe(201)
    expect((await sendAs({ appointmentDate: '2030-01-02' })).status).toBe(201)
    const errors = async () => [(await refused(clinic, () => sendAs())).json.error, (await refused(clinic, () => sendUnified())).json.error]
    expect(await errors()).toEqual(['TOO_MANY_VISITS', 'TOO_MANY_VISITS'])
    expect(
      (
        await refused(clinic, () =>
          book(clinic, { ...slot, fromDateTimeIso: '2030-01-07T10:00:00+05:30', toDateTimeIso: '2030-01-07T10:15:00+05:30' }, options),
        )
      ).json.error,
    ).toBe('TOO_MANY_VISITS')
    // The clinic itself may book any number.
    expect((await send({ patientPayload: { firstName: 'Meera', phoneNumber } })).status).toBe(201)
    await staff('cancel', 1)
    // The second is the clinic's own booking.
    await startShift(house, clinic)
    for (const [token, action] of [
      [3, 'begin'],
      [4, 'skip'],
      [5, 'noShow'],
      [6, 'cancel'],
    ] as const) {
      expect((await sendAs({}, immediate)).status, action).toBe(201)
      expect((await refused(clinic, () => sendAs({}, immediate))).json.error).toBe('TOO_MANY_VISITS')
      await staff(action, token)
    }
    expect((await sendAs({}, immediate)).status).toBe(201)
    await staff('call', 7)
    expect((await refused(clinic, () => sendAs({}, immediate))).json.error).toBe('TOO_MANY_VISITS')
  })

  it('says where its patient is from if the fee depends on it [A-234] [A-172]', async () => {
    clinic = await house.clinic(inJaipur((practice) => void Object.assign(practice, { fees: bothPriceLists })))
    options = await page()
    const email = `only-${phoneNumber}@example.org`
    await verify({ channel: 'email', email })
    const from = (countryCode?: string, changes = {}) => sendAs({ patientPayload: { firstName: `Ada ${countryCode}`, email, countryCode }, ...changes })
    for (const reply of [await refused(clinic, () => from()), await refused(clinic, () => sendUnified({ patientPayload: { firstName: 'Ada', email } }))]) {
      expectInvalid(reply, 'patientPayload.countryCode is required')
    }
    expect((await from('+49')).json.visit).toMatchObject({ consultationCharge: 15.5, currency: 'USD' })
    expect((await from('+91')).json.visit).toMatchObject({ consultationCharge: 300, currency: 'INR' })
    const abroad = { patientPayload: { firstName: 'Ada +49', email, countryCode: '+49' } }
    expectInvalid(await refused(clinic, () => sendUnified({ ...abroad, consultationCharge: 300 })), 'consultationCharge must be 15.5 USD')
    expect((await sendUnified({ ...abroad, consultationCharge: 15.5 })).json.visit.currency).toBe('USD')
  })

  it('belongs to a page, whose browser may reach every booking route [GEN-23]', async () => {
    await verify()
    for (const route of [pre, immediate, unified]) {
      const headers = {
        origin: pageOrigin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-end-user-id',
      }
      const preflight = await house.call('OPTIONS', route, { headers })
      expect([preflight.status, preflight.headers['access-control-allow-origin']], route).toEqual([204, pageOrigin])
    }
    const asPage = { key: null, headers: { ...options.headers, origin: pageOrigin } }
    const booked = await sendAs({}, pre, asPage)
    expect([booked.status, booked.headers['access-control-allow-origin']]).toEqual([201, pageOrigin])
    const notStarted = await sendAs({}, immediate, asPage)
    expect([notStarted.status, notStarted.headers['access-control-allow-origin']]).toEqual([400, pageOrigin])
  })
})

describe('the database itself', () => {
  const breaks = (text: string, constraint: string) => expect(house.sql(text), text).rejects.toMatchObject({ constraint })

  it('issues each number once, in order, and to no queue that has ended [INV-10] [INV-12]', async () => {
    const { visitId } = await take()
    const copy = (changes: string) => `insert into queue_visits select (jsonb_populate_record(v, jsonb_build_object('id', nextval('appointments_id_seq'),
      'public_status_token', substr(md5(random()::text), 1, 26)) || '${changes}'::jsonb)).* from queue_visits v where id = ${visitId}`
    await breaks(copy('{}'), 'token_number_unique')
    await breaks(copy('{"token_number": 2, "place": 2}'), 'visit_takes_the_next_number')
    await breaks(copy('{"token_number": 0, "place": 0}'), 'token_numbers_start_at_one')
    await breaks(`update queue_visits set token_number = 7 where id = ${visitId}`, 'token_is_for_life')
    const day = `from queue_visits v where v.id = ${visitId} and d.id = v.queue_day_id`
    await breaks(`update queue_days d set issued = d.issued + 1 ${day}`, 'number_is_taken')
    await breaks(`update queue_days d set issued = 0, booked = 0, waiting = 0 ${day}`, 'number_is_taken')
    await breaks(`update queue_days d set ended_at = now() ${day}`, 'ended_queue_was_started')
    await breaks(`update queue_days d set started_at = now(), ended_at = now() - interval '1 second' ${day}`, 'queue_ends_after_it_starts')
  })

  it('holds no more than there is room for, and each visit in the mode of its shift [INV-11] [INV-13]', async () => {
    const { visitId } = await take()
    const day = `from queue_visits v where v.id = ${visitId} and d.id = v.queue_day_id`
    await breaks(`update queue_days d set capacity = 0 ${day}`, 'queue_within_capacity')
    await breaks(`update queue_days d set booked = 2 ${day}`, 'queue_counts')
    await breaks(`update queue_visits set mode = 'ONLINE' where id = ${visitId}`, 'queue_visit_is_of_its_shift')
    await breaks(`update work_shifts set mode = 'HOME_VISIT' where id = ${shiftId(clinic)}`, 'shift_mode')
  })
})
