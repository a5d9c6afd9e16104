// Tokens that are cancelled through the API, and what happens to their money.

import { describe, expect, it } from 'vitest'
import {
  type CallOptions,
  type Clinic,
  type Json,
  pageOrigin,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  readBooks,
} from '../../../test/support/clinic/paying-clinic.ts'
import {
  openQueueDesk,
  readShownShift,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'

const rail = createRecordingRail()
const house = await openHarnessWithGateway({ rails: rail })
const returnUrl = 'https://sunrise.example/paid'
const half = {
  refundIssued: true,
  refundPercentage: 50,
  refundAmount: 150,
  refundOverrideReason: 'Our fault',
}
const unrefunded = { refundPercentage: null, refundAmount: null, refundOverrideReason: null }

async function take(clinic: Clinic, changes: Json = {}): Promise<Json> {
  const { status, json, text } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, changes),
  )
  expect(status, text).toBe(201)
  return json.visit
}

/** A token of 300 rupees that was paid at the gateway. */
async function paidToken(clinic: Clinic): Promise<Json> {
  const { json, text } = await clinic.post(
    '/v1/appointments/reserve-slot',
    tokenBody(clinic, { bookingChannel: undefined, returnUrl }),
  )
  expect(json.visit, text).toBeTruthy()
  await actOnPaymentPage(house, json.checkoutUrl, 'pay')
  expect((await confirm(clinic, { sessionRef: json.sessionRef })).json.status).toBe('SUCCESS')
  return json.visit
}

const cancel = (
  clinic: Clinic,
  visitId: number,
  body: Json = {},
  options: CallOptions = {},
): Promise<Reply> =>
  house.call('PATCH', `/v1/qms-appointments/visits/${visitId}/cancel`, {
    key: clinic.key,
    body,
    ...options,
  })

async function expectRefused(
  clinic: Clinic,
  work: () => Promise<Reply>,
  status: number,
  error: string,
  message: RegExp = /./,
) {
  const before = await clinic.bookingRows()
  const reply = await work()
  expect([reply.status, reply.json.error], reply.text).toEqual([status, error])
  expect(reply.json.message).toMatch(message)
  expect(await clinic.bookingRows()).toBe(before)
}

describe('a key', () => {
  it('cancels a token that waits, with its reason, and its number is not given again [A-177]', async () => {
    const clinic = await house.clinic()
    const { visitId } = await take(clinic)
    const reply = await cancel(clinic, visitId, { cancellationReason: 'Patient is travelling' })
    expect([reply.status, reply.json], reply.text).toEqual([
      200,
      expect.objectContaining({ visitId, ...unrefunded }),
    ])
    expect(reply.json).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'Patient is travelling',
      position: null,
      voided: false,
    })
    expect((await readShownShift(clinic)).bookedCount).toBe(0)
    expect((await take(clinic)).tokenDisplay).toBe('A-2')
  })

  it('cancels one that is called, skipped or absent, and none that is seen, over or cancelled [A-177]', async () => {
    const clinic = await house.clinic()
    const tokens: Json[] = []
    for (let count = 0; count < 6; count += 1) tokens.push(await take(clinic))
    await startShift(house, clinic)
    const staff = openQueueDesk(house, clinic)
    const [called, skipped, absent, seen, completed, cancelled] = tokens
    await staff.act(1, 'call')
    await staff.act(2, 'skip')
    await staff.act(3, 'noShow')
    await staff.act(4, 'begin')
    await staff.act(5, 'begin')
    await staff.act(5, 'complete')
    await cancel(clinic, cancelled.visitId)
    for (const { visitId } of [called, skipped, absent])
      expect((await cancel(clinic, visitId)).json.status).toBe('CANCELLED')
    const left = {
      [seen.visitId]: 'IN_CONSULTATION',
      [completed.visitId]: 'COMPLETED',
      [cancelled.visitId]: 'CANCELLED',
    }
    for (const [visitId, status] of Object.entries(left)) {
      await expectRefused(
        clinic,
        () => cancel(clinic, Number(visitId)),
        400,
        'STATUS_NOT_ALLOWED',
        new RegExp(status),
      )
    }
    const rest = await take(clinic, {}).catch(() => undefined)
    expect(rest, 'the queue runs, so no token ahead of it').toBeUndefined()
  })

  it('finds no token of another clinic, and no appointment under its id [A-177]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { visitId } = await take(other)
    await expectRefused(other, () => cancel(clinic, visitId), 404, 'APPOINTMENT_NOT_FOUND')
    await expectRefused(other, () => cancel(clinic, 999_999_999), 404, 'APPOINTMENT_NOT_FOUND')
    const asAppointment = () =>
      house.call('PATCH', `/v1/appointments/${visitId}/cancel`, { key: other.key, body: {} })
    await expectRefused(other, asAppointment, 404, 'APPOINTMENT_NOT_FOUND')
  })

  it('refunds what was paid at the gateway, once, and the ledger and the gateway agree [A-177] [PAY-23] [STAT-20]', async () => {
    const clinic = await createPayingClinic(house)
    const { visitId } = await paidToken(clinic)
    const reply = await cancel(clinic, visitId, half)
    expect(reply.json, reply.text).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'REFUNDED',
      paymentMode: 'ONLINE',
    })
    expect(reply.json).toMatchObject({
      refundPercentage: 50,
      refundAmount: 150,
      refundOverrideReason: 'Our fault',
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 15_000, service: 15_000 })
    await expectRefused(clinic, () => cancel(clinic, visitId, half), 400, 'STATUS_NOT_ALLOWED')
    const [listed] = (await clinic.get('/v1/qms-appointments/visits?startDate=2030-01-01')).json
      .list
    expect(listed).toMatchObject({ visitId, refundAmount: 150, voided: false })
  })

  it('keeps the token as it was where the gateway refuses, and passes its answer on [A-177] [STAT-23]', async () => {
    const clinic = await createPayingClinic(house)
    const { visitId } = await paidToken(clinic)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'refuse',
      times: 1,
    })
    const refused = await cancel(clinic, visitId, half)
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
    const [listed] = (await clinic.get('/v1/qms-appointments/visits?startDate=2030-01-01')).json
      .list
    expect(listed).toMatchObject({
      visitId,
      status: 'WAITING',
      paymentStatus: 'PAID',
      refundAmount: null,
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 30_000, service: 30_000 })
  })

  it('refunds what was paid at the desk there, and the till says so [A-177] [A-204]', async () => {
    const clinic = await house.clinic()
    const { visitId } = await take(clinic)
    await house.operate('token-pay', { workspace: clinic.name, id: visitId, method: 'CASH' })
    const reply = await cancel(clinic, visitId, half)
    expect(reply.json, reply.text).toMatchObject({ paymentStatus: 'REFUNDED', refundAmount: 150 })
    const entries = await house.sql(
      'select cause, amount_minor::int as minor from till_entries where workspace_id = $1 order by at, cause',
      [clinic.workspaceId],
    )
    expect(entries).toEqual([
      { cause: 'PAID', minor: 30_000 },
      { cause: 'REFUNDED', minor: -15_000 },
    ])
  })

  it('is refused a refund of what was not paid, of another amount, and members that do not go together [A-177] [A-206]', async () => {
    const clinic = await house.clinic()
    const { visitId } = await take(clinic)
    await expectRefused(
      clinic,
      () => cancel(clinic, visitId, half),
      400,
      'REFUND_NOT_POSSIBLE',
      /UNPAID/,
    )
    await expectRefused(
      clinic,
      () => cancel(clinic, visitId, { refundPercentage: 50 }),
      400,
      'VALIDATION_ERROR',
      /refundIssued/,
    )
    await expectRefused(
      clinic,
      () => cancel(clinic, visitId, { refundIsued: true }),
      400,
      'VALIDATION_ERROR',
    )
    const paid = await take(clinic, { paymentStatus: 'PAID' })
    await expectRefused(
      clinic,
      () => cancel(clinic, paid.visitId, { ...half, refundAmount: 149 }),
      400,
      'VALIDATION_ERROR',
      /150/,
    )
  })

  it('voids a token: no refund, no notice, and no place in the report [A-177] [STAT-24] [STAT-25]', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.notices = { tokenCancellation: true }
    })
    const kept = await take(clinic, { paymentStatus: 'PAID' })
    const voided = await take(clinic, { paymentStatus: 'PAID' })
    await cancel(clinic, kept.visitId)
    const reply = await cancel(clinic, voided.visitId, { voidBooking: true, refundIssued: true })
    expect(reply.json, reply.text).toMatchObject({
      status: 'CANCELLED',
      voided: true,
      paymentStatus: 'PAID',
      ...unrefunded,
    })
    const notified = await house.sql(
      "select subject_id::int as id from due_work where workspace_id = $1 and kind = 'visit-token-cancellation'",
      [clinic.workspaceId],
    )
    expect(notified).toEqual([{ id: kept.visitId }])
    const report = await house.operate('report-show', {
      workspace: clinic.name,
      from: '2030-01-01',
      to: '2030-01-01',
    })
    expect(report.total.visits).toBe(1)
  })
})

describe('a session', () => {
  /** A patient on the page, verified for the phone of their token. */
  async function patientAtPage(change?: Parameters<typeof house.clinic>[0]) {
    const clinic = await house.clinic(change)
    const options = {
      key: null,
      headers: { ...(await clinic.session()), 'x-end-user-id': 'u-1', origin: pageOrigin },
    }
    const phoneNumber = '9876543210'
    await clinic.post('/v1/otp/send', { phoneNumber }, options)
    const verified = await clinic.post(
      '/v1/otp/verify',
      { phoneNumber, otpCode: rail.delivered.at(-1)?.code },
      options,
    )
    expect(verified.status, verified.text).toBe(200)
    return { clinic, options, token: await take(clinic) }
  }

  it('cancels its own token until it is called, and nothing else of it [A-177] [A-020]', async () => {
    const { clinic, options, token } = await patientAtPage()
    for (const money of [half, { voidBooking: true }]) {
      await expectRefused(
        clinic,
        () => cancel(clinic, token.visitId, money, options),
        403,
        'CHANGE_RESERVED_FOR_CLINIC',
      )
    }
    const second = await take(clinic)
    expect(
      (await cancel(clinic, token.visitId, { cancellationReason: 'Ill' }, options)).json,
    ).toMatchObject({ status: 'CANCELLED', cancellationReason: 'Ill' })
    await startShift(house, clinic)
    await openQueueDesk(house, clinic).act(second.tokenNumber, 'call')
    await expectRefused(
      clinic,
      () => cancel(clinic, second.visitId, {}, options),
      400,
      'STATUS_NOT_ALLOWED',
      /CALLED/,
    )
    expect((await cancel(clinic, second.visitId)).status).toBe(200)
  })

  it('finds no token of another patient, and needs an open gate [A-177] [A-020]', async () => {
    const { clinic, options } = await patientAtPage()
    const theirs = await take(clinic, {
      patientPayload: { firstName: 'Ravi', phoneNumber: '9123456780' },
    })
    await expectRefused(
      clinic,
      () => cancel(clinic, theirs.visitId, {}, options),
      404,
      'APPOINTMENT_NOT_FOUND',
    )
    const stranger = { key: null, headers: { ...options.headers, 'x-end-user-id': 'u-2' } }
    const reply = await cancel(clinic, theirs.visitId, {}, stranger)
    expect([reply.status, reply.json.requiresVerification], reply.text).toEqual([403, true])
  })

  it('is bound by the practitioner’s permission, and a key is not [A-177] [A-209]', async () => {
    const { clinic, options, token } = await patientAtPage((file) =>
      Object.assign(file.practitioners['meera-shah'] as object, {
        permissions: { allowCancellation: false },
      }),
    )
    await expectRefused(
      clinic,
      () => cancel(clinic, token.visitId, {}, options),
      400,
      'CHANGE_NOT_PERMITTED',
      /from a web page/,
    )
    expect((await cancel(clinic, token.visitId)).status).toBe(200)
  })
})

describe('a token that is being refunded', () => {
  it('is neither called nor seen, and another one is called in its place, until its gateway has answered [A-177] [A-205] [INV-22]', async () => {
    const clinic = await createPayingClinic(house)
    const { visitId } = await paidToken(clinic)
    const { tokenNumber: next } = await take(clinic)
    await startShift(house, clinic)
    const staff = openQueueDesk(house, clinic)
    const { reached, goOn } = house.pauseNext('refund', 'after')
    const cancellation = cancel(clinic, visitId, half)
    await reached
    const before = await clinic.bookingRows()
    for (const action of ['call', 'begin', 'skip', 'noShow', 'cancel'] as const)
      await expect(staff.act(1, action), action).rejects.toMatchObject({
        code: 'REFUND_IN_PROGRESS',
      })
    expect(await clinic.bookingRows()).toBe(before)
    expect(await staff.callNext()).toMatchObject({ tokenNumber: next })
    goOn()
    expect((await cancellation).json).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'REFUNDED',
      refundAmount: 150,
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 15_000, service: 15_000 })
  })

  it.each(['skip', 'noShow', undefined] as const)(
    'after %s is cancelled when its gateway has answered, though its queue has ended [A-177] [A-205] [INV-22]',
    async (action) => {
      const clinic = await createPayingClinic(house)
      const { visitId } = await paidToken(clinic)
      await startShift(house, clinic)
      const staff = openQueueDesk(house, clinic)
      if (action) await staff.act(1, action)
      const { reached, goOn } = house.pauseNext('refund', 'after')
      const cancellation = cancel(clinic, visitId, half)
      await reached
      await staff.end()
      goOn()
      expect((await cancellation).json).toMatchObject({
        status: 'CANCELLED',
        paymentStatus: 'REFUNDED',
        refundAmount: 150,
      })
      expect(await readBooks(house, clinic)).toEqual({ gateway: 15_000, service: 15_000 })
    },
  )
})

it('cancelled by a key and by its patient at once, and called in the meantime, is cancelled or refused, and refunded at most once [A-177] [INV-22]', async () => {
  const clinic = await createPayingClinic(house)
  for (let round = 0; round < 4; round += 1) {
    const { visitId } = await paidToken(clinic)
    const replies = await Promise.all([
      cancel(clinic, visitId, half),
      cancel(clinic, visitId),
      cancel(clinic, visitId, half),
    ])
    const done = replies.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    for (const { status, json } of replies)
      expect(
        status === 200 ||
          ['STATUS_NOT_ALLOWED', 'REFUND_IN_PROGRESS', 'REFUND_NOT_POSSIBLE'].includes(json.error),
      ).toBe(true)
    const refunds = await house.sql(
      "select count(*)::int as count from refunds where workspace_id = $1 and visit_id = $2 and state in ('PENDING', 'DONE')",
      [clinic.workspaceId, visitId],
    )
    expect(refunds[0].count).toBeLessThanOrEqual(1)
  }
  const { gateway, service } = await readBooks(house, clinic)
  expect(gateway).toBe(service)
})
