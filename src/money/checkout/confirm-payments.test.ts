import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  readBooks,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { queueDate, shiftId } from '../../../test/support/clinic/queue-clinic.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'

const house = await openHarnessWithGateway()
const minuteMs = 60_000
const later = (minutes: number) => house.operate('clock-advance', { ms: minutes * minuteMs })
const pay = async (clinic: Clinic, changes: Record<string, unknown> = {}): Promise<Json> => {
  const { json } = await reserve(clinic, changes)
  await actOnPaymentPage(house, json.checkoutUrl, 'pay')
  return json
}
const token = (clinic: Clinic) => ({
  doctorId: clinic.id('practitioner', 'meera-shah'),
  bookingType: undefined,
  mode: undefined,
  consultationCharge: undefined,
  fromDateTimeIso: undefined,
  toDateTimeIso: undefined,
  qmsWorkShiftId: shiftId(clinic),
  appointmentDate: queueDate,
})
const loadVisitStatus = async (clinic: Clinic) => (await listVisits(clinic))[0].status
const cancel = (clinic: Clinic, id: number, body: object = {}) =>
  house.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body })

describe('200', () => {
  it('says SUCCESS for a paid booking, once it was paid, by each of its references [PAY-01] [PAY-02] [PAY-03] [PAY-10] [PAY-12] [PAY-15]', async () => {
    const clinic = await createPayingClinic(house)
    const { json } = await reserve(clinic)
    const { sessionRef, appointmentRef, checkoutUrl } = json
    const gatewayReferenceId = checkoutUrl.split('/').at(-1)
    const open = await confirm(clinic, { sessionRef })
    expect(open.status).toBe(200)
    expect(open.json).toEqual({
      status: 'PENDING',
      appointmentRef,
      paymentStatus: 'PENDING',
      walletBalanceAfter: null,
      message: expect.stringMatching(/\w{3,}/),
      over: false,
      reason: null,
      heldUntil: expect.stringMatching(/^2030-01-01T00:15:/),
    })
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    expect(await listVisits(clinic)).toMatchObject([{ paymentStatus: 'PENDING' }])
    for (const body of [
      { appointmentRef },
      { gatewayReferenceId },
      { sessionRef, provider: 'sandbox' },
      { sessionRef, appointmentRef, gatewayReferenceId },
    ]) {
      const paid = await confirm(clinic, body)
      expect(paid.json, JSON.stringify(body)).toEqual({
        status: 'SUCCESS',
        appointmentRef,
        paymentStatus: 'PAID',
        walletBalanceAfter: null,
        message: expect.stringMatching(/\w{3,}/),
        over: false,
        reason: null,
        heldUntil: null,
      })
    }
    expect(await listVisits(clinic)).toMatchObject([{ paymentStatus: 'PAID', status: 'SCHEDULED' }])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
  })

  it('only reads at the gateway, and not even that once it is decided [PAY-20] [PAY-21] [PAY-05]', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef } = await pay(clinic)
    house.calls()
    const answers = []
    for (const provider of [undefined, 'sandbox', 'another', null, ''])
      answers.push((await confirm(clinic, { sessionRef, provider })).text)
    expect(new Set(answers).size).toBe(1)
    expect(house.calls()).toEqual(['read'])
    const actions = await house.sql(
      "select count(*)::int as count from audit_entries where workspace_id = $1 and action = 'PAID'",
      [clinic.workspaceId],
    )
    expect(actions).toEqual([{ count: 1 }])
  })

  it('can be requested thirty times in a row [PAY-16]', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef } = (await reserve(clinic)).json
    for (let time = 0; time < 30; time += 1) {
      const reply = await confirm(clinic, { sessionRef })
      expect([reply.status, reply.json.status]).toEqual([200, 'PENDING'])
    }
  })

  it('tries the references in order, and skips those that lead nowhere [PAY-04] [A-182]', async () => {
    const clinic = await createPayingClinic(house)
    const paid = await pay(clinic)
    const open = (await reserve(clinic, slotTimes('09:15'))).json
    const first = await confirm(clinic, {
      sessionRef: paid.sessionRef,
      appointmentRef: open.appointmentRef,
    })
    expect(first.json).toMatchObject({ status: 'SUCCESS', appointmentRef: paid.appointmentRef })
    const second = await confirm(clinic, {
      sessionRef: `ps_${'0'.repeat(26)}`,
      appointmentRef: open.appointmentRef,
      gatewayReferenceId: paid.checkoutUrl.split('/').at(-1),
    })
    expect(second.json).toMatchObject({ status: 'PENDING', appointmentRef: open.appointmentRef })
  })

  it('says FAILED for a declined payment for good, and for one whose checkout ended at the gateway until its place is given up [PAY-11] [PAY-14] [PAY-16]', async () => {
    const clinic = await createPayingClinic(house)
    const declined = (await reserve(clinic)).json
    await actOnPaymentPage(house, declined.checkoutUrl, 'decline')
    const failed = await confirm(clinic, { sessionRef: declined.sessionRef })
    expect(failed.json).toMatchObject({
      status: 'FAILED',
      paymentStatus: 'PENDING',
      message: expect.stringMatching(/\w{3,}/),
    })
    const ended = (await reserve(clinic, slotTimes('09:15'))).json
    const gatewayId = ended.checkoutUrl.split('/').at(-1)
    await (await house.application.checkouts.gateways.of(clinic.workspaceId, 'sandbox'))?.expire({
      workspaceId: clinic.workspaceId,
      gatewayId,
    })
    expect((await confirm(clinic, { sessionRef: ended.sessionRef })).json).toMatchObject({
      status: 'FAILED',
      paymentStatus: 'PENDING',
    })
    // A failed reservation is not held any longer.
    await expect
      .poll(async () => (await listVisits(clinic)).map(({ status }: Json) => status))
      .toEqual(['CANCELLED', 'CANCELLED'])
    // A declined payment stays declined; a payment that was not made in time is over.
    for (const _ of [1, 2]) {
      const { json } = await confirm(clinic, { sessionRef: declined.sessionRef })
      expect(json).toMatchObject({
        status: 'FAILED',
        over: false,
        reason: null,
        message: expect.stringContaining('declined'),
      })
      expect((await confirm(clinic, { sessionRef: ended.sessionRef })).json).toMatchObject({
        status: 'PENDING',
        over: true,
        reason: 'NOT_PAID_IN_TIME',
        message: expect.stringContaining('not completed in time'),
      })
    }
  })

  it('says FAILED for a payment whose decline was first seen when its hold had ended [PAY-11] (A-183)', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef, checkoutUrl } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'decline')
    await later(16)
    await expect.poll(() => loadVisitStatus(clinic)).toBe('CANCELLED')
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'FAILED',
      over: false,
    })
  })

  it('leaves room for a new attempt of the same patient, at once [PAY-26] [A-164]', async () => {
    const clinic = await createPayingClinic(house)
    const { json } = await reserve(clinic)
    await house.sql("update payment_sessions set state = 'FAILED' where workspace_id = $1", [
      clinic.workspaceId,
    ])
    const other = await reserve(clinic, {
      patientPayload: { firstName: 'Ravi', phoneNumber: '9876500001' },
    })
    expect([other.status, other.json.error]).toEqual([400, 'SLOT_NOT_AVAILABLE'])
    const again = await reserve(clinic, {}, 'second')
    expect(again.status, again.text).toBe(201)
    expect((await reserve(clinic, {}, 'second')).text).toBe(again.text)
    expect(
      (await listVisits(clinic))
        .map(({ bookingReference, status }: Json) => [bookingReference, status])
        .toSorted(),
    ).toEqual(
      [
        [json.appointmentRef, 'CANCELLED'],
        [again.json.appointmentRef, 'SCHEDULED'],
      ].toSorted(),
    )
    await actOnPaymentPage(house, again.json.checkoutUrl, 'pay')
    expect((await confirm(clinic, { sessionRef: again.json.sessionRef })).json.status).toBe(
      'SUCCESS',
    )
  })

  it('says PENDING for a cancelled booking, and ends its checkout [PAY-17] [A-210]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic)).json
    expect((await cancel(clinic, appointment.id)).status).toBe(200)
    const outcome = await confirm(clinic, { sessionRef })
    expect(outcome.json).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PENDING',
      message: expect.stringContaining('was cancelled'),
    })
    await expect
      .poll(
        async () =>
          (
            await house.sql('select state from payment_sessions where workspace_id = $1', [
              clinic.workspaceId,
            ])
          )[0].state,
      )
      .toBe('RELEASED')
    expect((await house.call('GET', new URL(checkoutUrl).pathname)).text).toMatch(
      /closed|expired|over/i,
    )
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('does not ask the gateway about an ended booking whose checkout is not closed yet [A-210]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef } = (await reserve(clinic)).json
    const closing = house.pauseNext('expire', 'before')
    await cancel(clinic, appointment.id)
    await closing.reached
    house.calls()
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'PENDING',
      message: expect.stringContaining('was cancelled'),
    })
    expect(house.calls()).toEqual([])
    expect(
      await house.sql('select state from payment_sessions where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ state: 'OPEN' }])
    closing.goOn()
  })

  it('has its checkout ended at once when it is cancelled, even while another process is checking it [A-210]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment } = (await reserve(clinic)).json
    const work = `due_work where workspace_id = $1 and kind = 'checkout'`
    // Another process has leased it, and has already read the state of the booking.
    await house.sql(
      "update due_work set leased_until = '2100-01-01' where workspace_id = $1 and kind = 'checkout'",
      [clinic.workspaceId],
    )
    expect((await cancel(clinic, appointment.id)).status).toBe(200)
    const [asked] = await house.sql(`select planned_again, due_at from ${work}`, [
      clinic.workspaceId,
    ])
    expect(asked.planned_again).toBe(true)
    expect(asked.due_at).toBeLessThanOrEqual(house.application.clock.now())
  })

  it('says for a paid booking that was cancelled whether the clinic kept the money [A-185]', async () => {
    const clinic = await createPayingClinic(house)
    const cancelAndConfirm = async (body: Json) => {
      const { appointment, sessionRef } = await pay(clinic)
      await confirm(clinic, { sessionRef })
      expect((await cancel(clinic, appointment.id, body)).status).toBe(200)
      return (await confirm(clinic, { sessionRef })).json
    }
    expect(await cancelAndConfirm({})).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PAID',
      message: expect.stringContaining('kept'),
    })
    const refund = { refundIssued: true, refundPercentage: 100, refundAmount: 500 }
    expect(await cancelAndConfirm(refund)).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'REFUNDED',
      message: expect.stringContaining('refunded'),
    })
  })

  it('gives the state of a booking without a checkout [A-184]', async () => {
    const clinic = await createPayingClinic(house)
    const unpaid = (await book(clinic)).json.appointment
    const paid = (await book(clinic, { ...slotTimes('09:15'), paymentStatus: 'PAID' })).json
      .appointment
    expect((await confirm(clinic, { appointmentRef: unpaid.bookingReference })).json).toMatchObject(
      { status: 'PENDING', paymentStatus: 'UNPAID' },
    )
    expect((await confirm(clinic, { appointmentRef: paid.bookingReference })).json).toMatchObject({
      status: 'SUCCESS',
      paymentStatus: 'PAID',
    })
  })

  it('confirms a token by its sessionRef [PAY-08]', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef } = await pay(clinic, token(clinic))
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'SUCCESS',
      appointmentRef: 'A-1',
      paymentStatus: 'PAID',
    })
    expect(
      (await clinic.get(`/v1/qms-appointments/visits?startDate=${queueDate}`)).json.list,
    ).toMatchObject([{ paymentStatus: 'PAID', status: 'WAITING' }])
  })

  it('activates the pack that was bought, and says what is left in it [PAY-13] [PACK-11] [PACK-20] [A-142]', async () => {
    const clinic = await createPayingClinic(house)
    const packageConfigId = clinic.id('sessionPack', 'ten')
    const bought = (
      await reserve(clinic, {
        bookingType: 'PACKAGE_PURCHASE',
        packageConfigId,
        packageAmount: 4000,
      })
    ).json
    const { patientId, sessionRef } = bought
    const listActivePacks = async () => {
      const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07', { patientId })
      return json.plans.filter(({ kind }: Json) => kind === 'ACTIVE_PACKAGE')
    }
    expect(await listActivePacks()).toEqual([])
    await actOnPaymentPage(house, bought.checkoutUrl, 'pay')
    for (const _ of [1, 2])
      expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
        status: 'SUCCESS',
        walletBalanceAfter: 9,
      })
    expect(await listActivePacks()).toMatchObject([
      { patientPackageId: bought.appointment.patientPackageId, sessionsRemaining: 9 },
    ])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 400_000, service: 400_000 })
  })

  it('leaves neither visit nor pack of a purchase that is not paid in time [PAY-22] [INV-18]', async () => {
    const clinic = await createPayingClinic(house)
    const packageConfigId = clinic.id('sessionPack', 'ten')
    await reserve(clinic, { bookingType: 'PACKAGE_PURCHASE', packageConfigId, packageAmount: 4000 })
    await later(16)
    await expect.poll(() => loadVisitStatus(clinic)).toBe('CANCELLED')
    const packs = await house.sql(
      'select activated_at, ended_at is not null as ended, sessions_used from patient_packs where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(packs).toEqual([{ activated_at: null, ended: true, sessions_used: 0 }])
  })
})

describe('a payment that can no longer succeed', () => {
  it('is over, with a reason, if its booking was not paid in time; one that can still be paid is not [PAY-16] [PAY-18]', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef, appointmentRef } = (await reserve(clinic)).json
    const open = (await confirm(clinic, { sessionRef })).json
    expect(open).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PENDING',
      over: false,
      reason: null,
    })
    await later(16)
    await expect.poll(() => loadVisitStatus(clinic)).toBe('CANCELLED')
    for (const body of [{ sessionRef }, { appointmentRef }]) {
      const swept = (await confirm(clinic, body)).json
      expect(swept).toMatchObject({
        status: 'PENDING',
        appointmentRef,
        paymentStatus: 'PENDING',
        over: true,
        reason: 'NOT_PAID_IN_TIME',
      })
    }
  })

  it('is over for a cancelled booking, depending on what happened to the money [A-185]', async () => {
    const clinic = await createPayingClinic(house)
    const unpaid = (await reserve(clinic)).json
    await cancel(clinic, unpaid.appointment.id)
    expect((await confirm(clinic, unpaid)).json).toMatchObject({ over: true, reason: 'CANCELLED' })
    const ended = async (body: Json) => {
      const { appointment, sessionRef } = await pay(clinic)
      expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
        status: 'SUCCESS',
        over: false,
        reason: null,
      })
      expect((await cancel(clinic, appointment.id, body)).status).toBe(200)
      return (await confirm(clinic, { sessionRef })).json
    }
    expect(await ended({})).toMatchObject({ over: true, reason: 'FEE_KEPT' })
    expect(
      await ended({ refundIssued: true, refundPercentage: 100, refundAmount: 500 }),
    ).toMatchObject({ over: true, reason: 'REFUNDED' })
    const third = await ended({ refundIssued: true, refundPercentage: 33.3, refundAmount: 166.5 })
    expect(third).toMatchObject({
      over: true,
      reason: 'PART_REFUNDED',
      message: expect.stringMatching(/; INR.166\.50 of INR.500\.00 has been refunded\.$/),
    })
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'pending-then-fails',
      times: 1,
    })
    expect(
      await ended({ refundIssued: true, refundPercentage: 100, refundAmount: 500 }),
    ).toMatchObject({ over: true, reason: 'REFUND_IN_PROGRESS' })
    await later(5)
    const reference = (
      await house.sql(
        'select session_ref as ref from payment_sessions where workspace_id = $1 order by id desc limit 1',
        [clinic.workspaceId],
      )
    )[0].ref
    await expect
      .poll(async () => (await confirm(clinic, { sessionRef: reference })).json.reason)
      .toBe('REFUND_FAILED')
  })

  it('is over for a booking without a checkout, and not for one that failed a moment ago [A-184]', async () => {
    const clinic = await createPayingClinic(house)
    const none = (await book(clinic, { paymentStatus: 'PENDING' })).json.appointment
    expect((await confirm(clinic, { appointmentRef: none.bookingReference })).json).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PENDING',
      over: true,
      reason: 'NO_CHECKOUT',
    })
    const { sessionRef, checkoutUrl } = (await reserve(clinic, slotTimes('09:15'))).json
    await actOnPaymentPage(house, checkoutUrl, 'decline')
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({ status: 'FAILED' })
  })
})

describe('late and doubtful money', () => {
  it('is refunded once when it comes for a booking that was swept [PAY-19] [PAY-23] [INV-29] [A-191]', async () => {
    const clinic = await createPayingClinic(house)
    const { checkoutUrl, sessionRef } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay-late')
    await later(16)
    await expect.poll(() => loadVisitStatus(clinic)).toBe('CANCELLED')
    await later(5)
    await expect.poll(async () => (await listVisits(clinic))[0].paymentStatus).toBe('REFUNDED')
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'REFUNDED',
      message: expect.stringContaining('refunded'),
    })
    await later(30)
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
    expect(await listVisits(clinic)).toMatchObject([{ refundAmount: 500, refundPercentage: 100 }])
    const entries = await house.sql(
      'select cause, debit, credit from ledger_entries where workspace_id = $1 order by id',
      [clinic.workspaceId],
    )
    expect(entries).toEqual([
      { cause: 'CAPTURED', debit: 'GATEWAY', credit: 'OWED_BACK' },
      { cause: 'REFUNDED', debit: 'OWED_BACK', credit: 'GATEWAY' },
    ])
  })

  it('is retried until the gateway refunds it, and is then refunded once [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const { checkoutUrl } = (await reserve(clinic, token(clinic))).json
    const state = async () =>
      (
        await house.sql('select state from payment_sessions where workspace_id = $1', [
          clinic.workspaceId,
        ])
      )[0].state
    const refunds = async () =>
      (
        await house.sql(
          "select count(*)::int as count from sandbox_gateway_movements where workspace_id = $1 and kind = 'REFUNDED'",
          [clinic.workspaceId],
        )
      )[0].count
    await actOnPaymentPage(house, checkoutUrl, 'pay-late')
    await later(16)
    await expect.poll(state).toBe('RELEASED')
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'time-out-after',
      times: 1,
    })
    await later(5)
    // The gateway refunded the payment, but its answer was lost.
    await expect.poll(refunds).toBe(1)
    expect(await state()).toBe('RETURNING')
    await expect
      .poll(
        async () =>
          (
            await house.sql(
              "select last_error from due_work where workspace_id = $1 and kind = 'refund'",
              [clinic.workspaceId],
            )
          )[0].last_error,
      )
      .toContain('did not answer')
    await later(2)
    await expect.poll(state).toBe('RETURNED')
    expect(await refunds()).toBe(1)
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('belongs to the patient even if the gateway refuses the refund, which is retried [INV-29] [A-191]', async () => {
    const clinic = await createPayingClinic(house)
    const { checkoutUrl, sessionRef } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay-late')
    await later(16)
    await expect.poll(() => loadVisitStatus(clinic)).toBe('CANCELLED')
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'refuse',
      status: 402,
      times: 1,
    })
    await later(5)
    const lastError = async () =>
      (
        await house.sql(
          "select last_error from due_work where workspace_id = $1 and kind = 'refund'",
          [clinic.workspaceId],
        )
      )[0]?.last_error
    await expect.poll(lastError).toContain('answered 402')
    expect((await confirm(clinic, { sessionRef })).json.message).toContain('is being refunded')
    await later(2)
    await expect.poll(async () => (await listVisits(clinic))[0].paymentStatus).toBe('REFUNDED')
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('is reported to be with the clinic if the gateway accepted its refund and then failed, until it is retried [PAY-16] [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const { checkoutUrl, sessionRef } = (await reserve(clinic)).json
    const outcome = async () => (await confirm(clinic, { sessionRef })).json
    await actOnPaymentPage(house, checkoutUrl, 'pay-late')
    await later(16)
    await expect.poll(() => loadVisitStatus(clinic)).toBe('CANCELLED')
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'pending-then-fails',
      times: 1,
    })
    const refunds = async () =>
      (
        await house.sql('select state from refunds where workspace_id = $1', [clinic.workspaceId])
      ).map(({ state }) => state)
    await later(5)
    await expect.poll(refunds).toEqual(['PENDING'])
    expect(await outcome()).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PAID',
      message: expect.stringContaining('is being refunded'),
    })
    await later(5)
    await expect.poll(refunds).toEqual(['FAILED'])
    for (const _ of [1, 2]) {
      expect(await outcome()).toMatchObject({
        status: 'PENDING',
        paymentStatus: 'PAID',
        message: expect.stringContaining('could not refund the payment'),
      })
    }
    expect((await outcome()).message).toContain('auto-cancelled')
    await house.operate('payments-refund', { workspace: clinic.name, reference: sessionRef })
    expect(await outcome()).toMatchObject({
      paymentStatus: 'REFUNDED',
      message: expect.stringContaining('has been refunded'),
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('confirms a payment made in time, even if no one asked [A-191]', async () => {
    const clinic = await createPayingClinic(house)
    await pay(clinic)
    await later(16)
    await expect.poll(async () => (await listVisits(clinic))[0].paymentStatus).toBe('PAID')
    expect(await loadVisitStatus(clinic)).toBe('SCHEDULED')
  })

  it('frees the place when the gateway is silent, and still refunds late money [A-193]', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef } = await pay(clinic)
    for (const call of ['expire', 'read'])
      await house.operate('sandbox-gateway-fail', {
        workspace: clinic.name,
        call,
        how: 'time-out-before',
      })
    const silent = await confirm(clinic, { sessionRef })
    expect(silent.status).toBe(503)
    await later(16)
    await expect.poll(() => loadVisitStatus(clinic)).toBe('CANCELLED')
    await house.operate('sandbox-gateway-heal', { workspace: clinic.name })
    await later(5)
    await expect.poll(async () => (await listVisits(clinic))[0].paymentStatus).toBe('REFUNDED')
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('is not believed when its amount differs from what was due [A-186]', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef } = await pay(clinic)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how: 'wrong-amount',
      times: 1,
    })
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PENDING',
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 0 })
    expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
  })

  it('is left to the operator when the gateway keeps reporting another amount [A-186]', async () => {
    const clinic = await createPayingClinic(house)
    await pay(clinic)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how: 'wrong-amount',
    })
    await later(16)
    await expect.poll(() => loadVisitStatus(clinic)).toBe('CANCELLED')
    await later(25 * 60)
    await expect
      .poll(
        async () =>
          (
            await house.sql(
              "select state from due_work where workspace_id = $1 and kind = 'checkout'",
              [clinic.workspaceId],
            )
          )[0]?.state,
      )
      .toBe('DEAD')
    expect(await listVisits(clinic)).toMatchObject([{ paymentStatus: 'PENDING' }])
  })

  it('keeps a visit that has begun, to be paid at the clinic [INV-28]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef } = (await reserve(clinic)).json
    await house.call('PATCH', `/v1/appointments/${appointment.id}/status`, {
      key: clinic.key,
      body: { status: 'IN_CONSULTATION' },
    })
    await later(16)
    await expect.poll(async () => (await listVisits(clinic))[0].paymentStatus).toBe('UNPAID')
    expect(await listVisits(clinic)).toMatchObject([
      { status: 'IN_CONSULTATION', paymentMode: 'CASH' },
    ])
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'UNPAID',
    })
  })
})

describe('400, 403 and 404', () => {
  it('refuses a body without any reference; null and empty ones do not count [PAY-06] [ERR-06] [A-057] [A-059]', async () => {
    const clinic = await createPayingClinic(house)
    for (const body of [
      {},
      { provider: 'x' },
      { sessionRef: null, appointmentRef: '', gatewayReferenceId: null },
    ]) {
      const reply = await confirm(clinic, body)
      expect([reply.status, reply.json]).toEqual([
        400,
        {
          statusCode: 400,
          status: 'failed',
          message: expect.stringMatching(
            /; the answer of reserve-slot or of the purchase has the sessionRef\.$/,
          ),
          fieldErrors: [{ field: 'sessionRef', error: 'is required', value: null }],
        },
      ])
    }
    expect((await confirm(clinic, { sessionRef: 5 })).json.error).toBe('VALIDATION_ERROR')
  })

  it('refuses the display number of a token without its sessionRef, whether it exists or not [PAY-07] [A-170]', async () => {
    const clinic = await createPayingClinic(house)
    await reserve(clinic, token(clinic))
    for (const appointmentRef of ['A-1', 'A-999', 'XYZ-7']) {
      const reply = await confirm(clinic, { appointmentRef })
      expect([reply.status, reply.json.error]).toEqual([403, 'SESSION_REF_REQUIRED'])
    }
    const { sessionRef } = await pay(clinic, slotTimes('09:00'))
    expect((await confirm(clinic, { sessionRef, appointmentRef: 'A-1' })).status).toBe(200)
  })

  it('does not know references of another workspace, nor unknown ones [PAY-09] [GEN-10]', async () => {
    const one = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    const { sessionRef, appointmentRef, checkoutUrl } = await pay(one)
    const before = await one.bookingRows()
    const foreign = [
      { sessionRef },
      { appointmentRef },
      { gatewayReferenceId: checkoutUrl.split('/').at(-1) },
    ]
    const absent = [
      { sessionRef: 'ps_none' },
      { appointmentRef: 'BK0000000000' },
      { gatewayReferenceId: 'none' },
      { sessionRef: "' or 1=1 --" },
    ]
    const replies = await Promise.all([...foreign, ...absent].map((body) => confirm(other, body)))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([replies[0]?.status, replies[0]?.json.error]).toEqual([404, 'PAYMENT_NOT_FOUND'])
    expect(await one.bookingRows()).toBe(before)
  })

  it('refuses a body that is not an object [ERR-07]', async () => {
    const clinic = await createPayingClinic(house)
    for (const path of ['/v1/appointments/confirm-payments', '/v1/session/packs/confirm'])
      for (const body of [[], 'x', 1, null]) {
        const reply = await clinic.post(path, JSON.stringify(body), {
          headers: { 'content-type': 'application/json' },
        })
        expect([reply.status, Object.keys(reply.json)]).toEqual([
          400,
          ['statusCode', 'status', 'message', 'fieldErrors'],
        ])
      }
    const bare = await clinic.post('/v1/session/packs/confirm', {})
    expect(bare.json.fieldErrors).toEqual([
      { field: 'sessionRef', error: 'is required', value: null },
    ])
  })
})

it('says for a paid visit that its patient cancelled that its fee is kept, for any reason they gave [A-183] [PAY-17]', async () => {
  const clinic = await createPayingClinic(house)
  const { checkoutUrl, sessionRef, appointment } = (await reserve(clinic)).json
  await actOnPaymentPage(house, checkoutUrl, 'pay')
  expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
  const body = { cancellationReason: 'auto-cancelled: payment not completed' }
  expect(
    (
      await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
        key: clinic.key,
        body,
      })
    ).status,
  ).toBe(200)
  expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
    status: 'PENDING',
    paymentStatus: 'PAID',
    reason: 'FEE_KEPT',
    message: 'The booking was cancelled; the clinic has kept the fee.',
  })
})
