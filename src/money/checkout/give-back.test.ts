// What the clinic kept is refunded through the gateway when an operator says so: clinic payments
// refund.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, slotTimes } from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  type ReservableKind,
  readBooks,
  reservationRequest,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { openQueueDesk, queueDate, startShift } from '../../../test/support/clinic/queue-clinic.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'

const house = await openHarnessWithGateway()

async function paid(clinic: Clinic, thing: ReservableKind, changes: Json = {}): Promise<Json> {
  const { path, body } = reservationRequest(clinic, thing, '09:00', changes)
  const reply = (await clinic.post(path, body)).json
  await actOnPaymentPage(house, reply.checkoutUrl, 'pay')
  expect((await confirm(clinic, { sessionRef: reply.sessionRef })).json.status).toBe('SUCCESS')
  return reply
}
const cancel = (clinic: Clinic, id: number, body: Json = {}) =>
  house.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body })
const cancelToken = (clinic: Clinic) =>
  house.operate('queue-cancel', {
    workspace: clinic.name,
    shift: 'meera-shah/jaipur/morning',
    token: 'A-1',
    date: '2030-01-07',
    reason: 'Doctor is ill',
  })
const refund = (clinic: Clinic, reference: string, more: Json = {}) =>
  house.operate('payments-refund', { workspace: clinic.name, reference, ...more })
const fails = (clinic: Clinic, how: string, more: Json = {}) =>
  house.operate('sandbox-gateway-fail', {
    workspace: clinic.name,
    call: 'refund',
    how,
    times: 1,
    ...more,
  })
const refunded = { state: 'RETURNED', paymentStatus: 'REFUNDED' }

describe('an operator refunds', () => {
  it('the fee for a cancelled visit, in full or in part, once [A-205] [INV-22]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef, appointmentRef } = await paid(clinic, 'visit')
    await cancel(clinic, appointment.id)
    expect(
      await refund(clinic, appointmentRef, { percentage: 40, reason: 'Goodwill' }),
    ).toMatchObject(refunded)
    expect(await listVisits(clinic)).toMatchObject([
      {
        paymentStatus: 'REFUNDED',
        refundAmount: 200,
        refundPercentage: 40,
        refundOverrideReason: 'Goodwill',
      },
    ])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 30_000, service: 30_000 })
    await expect(refund(clinic, sessionRef)).rejects.toThrow('there is nothing to refund')
    expect(await readBooks(house, clinic)).toEqual({ gateway: 30_000, service: 30_000 })
  })

  it('what the gateway could not refund before [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef } = await paid(clinic, 'visit')
    await fails(clinic, 'pending-then-fails')
    await cancel(clinic, appointment.id, {
      refundIssued: true,
      refundPercentage: 50,
      refundAmount: 250,
    })
    await expect(refund(clinic, sessionRef)).rejects.toThrow('is in progress')
    await house.operate('clock-advance', { ms: 300_000 })
    const states = async () =>
      (
        await house.sql('select state from refunds where workspace_id = $1 order by id', [
          clinic.workspaceId,
        ])
      ).map(({ state }) => state)
    await expect.poll(states).toEqual(['FAILED'])
    expect(await refund(clinic, sessionRef, { percentage: 50 })).toMatchObject({
      ...refunded,
      problem: null,
    })
    expect(await states()).toEqual(['FAILED', 'DONE'])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 25_000, service: 25_000 })
  })

  it('the price of a cancelled token, and of an unused pack, which ends [PACK-12]', async () => {
    const clinic = await createPayingClinic(house)
    const token = await paid(clinic, 'token')
    await expect(refund(clinic, token.sessionRef)).rejects.toThrow('the paid token is still active')
    await cancelToken(clinic)
    expect(await refund(clinic, token.sessionRef)).toMatchObject(refunded)
    const pack = await paid(clinic, 'pack')
    expect(await refund(clinic, pack.sessionRef)).toMatchObject(refunded)
    expect(
      await house.sql(
        'select ended_at is not null as ended from patient_packs where workspace_id = $1',
        [clinic.workspaceId],
      ),
    ).toEqual([{ ended: true }])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it.each(['token', 'pack'] as const)(
    'the price of a %s, with a reason that is exported with the patient and erased with the patient',
    async (thing) => {
      const clinic = await createPayingClinic(house)
      const { sessionRef } = await paid(clinic, thing)
      if (thing === 'token') await cancelToken(clinic)
      await refund(clinic, sessionRef, { reason: 'canary in tears' })
      const [{ id }] = await house.sql('select id::int from patients where workspace_id = $1', [
        clinic.workspaceId,
      ])
      const { refunds } = await house.operate('patient-export', { workspace: clinic.name, id })
      expect(refunds).toMatchObject([{ state: 'DONE', override_reason: 'canary in tears' }])
      await house.operate('patient-erase', { workspace: clinic.name, id, confirmed: true })
      expect(await readEveryRow(house)).not.toContain('canary')
      expect(
        await house.sql('select state from refunds where workspace_id = $1', [clinic.workspaceId]),
      ).toEqual([{ state: 'DONE' }])
    },
  )

  it('the price of a pack that was paid in time, without telling anyone that it was not [PAY-16] [PACK-12]', async () => {
    const clinic = await createPayingClinic(house)
    const given = await paid(clinic, 'pack')
    await refund(clinic, given.sessionRef)
    const outcome = (await confirm(clinic, { sessionRef: given.sessionRef })).json
    expect(outcome).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'REFUNDED',
      message: 'The booking was cancelled; the money has been refunded.',
    })
    const { path, body } = reservationRequest(clinic, 'pack')
    const unpaid = (await clinic.post(path, body)).json
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    const message = async () =>
      (await confirm(clinic, { sessionRef: unpaid.sessionRef })).json.message
    await expect
      .poll(message)
      .toContain('auto-cancelled, because its payment was not completed in time')
  })

  it('nothing for something active, voided, still usable, or unknown', async () => {
    const clinic = await createPayingClinic(house)
    const visit = await paid(clinic, 'visit')
    await expect(refund(clinic, visit.sessionRef)).rejects.toThrow('the paid visit is still active')
    await cancel(clinic, visit.appointment.id, { voidBooking: true })
    await expect(refund(clinic, visit.sessionRef)).rejects.toThrow('was voided')
    const bought = await paid(clinic, 'pack with its visit')
    await cancel(clinic, bought.appointment.id)
    await expect(refund(clinic, bought.sessionRef)).rejects.toThrow('can still be used')
    const pack = await paid(clinic, 'pack')
    const { patientId, id: patientPackageId } =
      (await clinic.post('/v1/session/packs/confirm', { sessionRef: pack.sessionRef })).json.pack ??
      pack
    const use = {
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId,
      patientId,
      patientPayload: undefined,
      consultationCharge: undefined,
      returnUrl: undefined,
    }
    expect((await reserve(clinic, { ...use, ...slotTimes('10:00') })).status).toBe(201)
    await expect(refund(clinic, pack.sessionRef)).rejects.toThrow('have been used')
    const unpaid = (await reserve(clinic, slotTimes('11:00'))).json
    await expect(refund(clinic, unpaid.sessionRef)).rejects.toThrow('there is nothing to refund')
    await expect(refund(clinic, 'ps_nothing')).rejects.toThrow('No payment with this reference')
    const other = await createPayingClinic(house)
    await expect(refund(other, visit.sessionRef)).rejects.toThrow('No payment with this reference')
    await expect(refund(clinic, visit.sessionRef, { percentage: 0.0001 })).rejects.toThrow()
    expect(
      await house.sql('select from refunds where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })

  it('nothing for a pack that is being used at that moment [PACK-15] [INV-17]', async () => {
    const clinic = await createPayingClinic(house)
    const pack = await paid(clinic, 'pack')
    const use = {
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId: pack.id,
      patientId: pack.patientId,
      patientPayload: undefined,
      consultationCharge: undefined,
    }
    const gate = await createDatabaseGate(house, 'after insert on pack_movements for each row')
    const using = reserve(clinic, { ...use, returnUrl: undefined })
    await gate.waitUntilReached()
    const refunding = refund(clinic, pack.sessionRef)
    const refused = expect(refunding).rejects.toThrow('have been used')
    await gate.waitUntilReached(1)
    await gate.open()
    expect((await using).status).toBe(201)
    await refused
    expect(
      await house.sql('select is_refunding, ended_at from patient_packs where id = $1', [pack.id]),
    ).toEqual([{ is_refunding: false, ended_at: null }])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 400_000, service: 400_000 })
  })

  it('late money that could not be refunded, also for a voided visit, for which nothing else can be [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, checkoutUrl, sessionRef } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay-late')
    await cancel(clinic, appointment.id, { voidBooking: true })
    await fails(clinic, 'pending-then-fails')
    const refunds = async () =>
      (
        await house.sql('select state from refunds where workspace_id = $1 order by id', [
          clinic.workspaceId,
        ])
      ).map(({ state }) => state)
    // Checks are planned a minute apart: the clock moves until they have run.
    const aMinuteLater = async () => {
      await house.operate('clock-advance', { ms: 60_000 })
      return refunds()
    }
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await expect.poll(aMinuteLater).toEqual(['PENDING'])
    await expect.poll(aMinuteLater).toEqual(['FAILED'])
    await expect(refund(clinic, sessionRef, { percentage: 50 })).rejects.toThrow(
      'can only be refunded in full',
    )
    await refund(clinic, sessionRef)
    expect(await refunds()).toEqual(['FAILED', 'DONE'])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('nothing for what can no longer be cancelled, without suggesting a command that refuses it too', async () => {
    const clinic = await createPayingClinic(house)
    const visit = await paid(clinic, 'visit')
    const completed = { key: clinic.key, body: { status: 'COMPLETED' } }
    expect(
      (await house.call('PATCH', `/v1/appointments/${visit.appointment.id}/status`, completed))
        .status,
    ).toBe(200)
    const today = { appointmentDate: queueDate }
    const tokens = [await paid(clinic, 'token', today), await paid(clinic, 'token', today)]
    await startShift(house, clinic)
    const staff = openQueueDesk(house, clinic)
    await staff.act(1, 'begin')
    await staff.act(2, 'skip')
    const atTheDesk = {
      nextStep: expect.stringMatching(/^(?!.*cancel).*at the desk.*at the gateway/),
    }
    const refused = async ({ sessionRef }: Json, status: string) =>
      expect(refund(clinic, sessionRef)).rejects.toMatchObject({
        message: expect.stringContaining(`is ${status} and can no longer be cancelled`),
        ...atTheDesk,
      })
    await refused(tokens[0], 'IN_CONSULTATION')
    await expect(refund(clinic, tokens[1].sessionRef)).rejects.toMatchObject({
      nextStep: expect.stringContaining('clinic queue cancel'),
    })
    await staff.end()
    await refused(visit, 'COMPLETED')
    await refused(tokens[0], 'COMPLETED')
    await refused(tokens[1], 'NO_SHOW')
    expect(
      await house.sql('select from refunds where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })

  it('nothing when the gateway refuses, and returns its answer [ERR-15]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef } = await paid(clinic, 'visit')
    await cancel(clinic, appointment.id)
    await fails(clinic, 'refuse', { status: 402, body: { error: { code: 'REFUNDS_CLOSED' } } })
    await expect(refund(clinic, sessionRef)).rejects.toThrow(
      'the gateway answered 402: {"error":{"code":"REFUNDS_CLOSED"}}',
    )
    expect(await listVisits(clinic)).toMatchObject([{ paymentStatus: 'PAID', refundAmount: null }])
    expect(await refund(clinic, sessionRef)).toMatchObject(refunded)
  })
})

describe('a statement', () => {
  it('sums payments and refunds by location and currency, in the days of each location [INV-40]', async () => {
    const clinic = await createPayingClinic(house)
    await house.sql(
      "update locations set timezone = 'Pacific/Kiritimati' where workspace_id = $1 and name <> 'Jaipur'",
      [clinic.workspaceId],
    )
    const { appointment } = await paid(clinic, 'visit')
    await paid(clinic, 'token')
    await cancel(clinic, appointment.id, {
      refundIssued: true,
      refundPercentage: 50,
      refundAmount: 250,
    })
    const late = (await reserve(clinic, slotTimes('10:00'))).json
    await actOnPaymentPage(house, late.checkoutUrl, 'pay-late')
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await expect
      .poll(async () => (await listVisits(clinic)).map(({ status }) => status))
      .toEqual(['CANCELLED', 'CANCELLED'])
    await house.operate('clock-advance', { ms: 3 * 60_000 })
    await expect
      .poll(async () => (await confirm(clinic, { sessionRef: late.sessionRef })).json.paymentStatus)
      .toBe('REFUNDED')
    const today = new Date(house.application.clock.now() + 5.5 * 3_600_000)
      .toISOString()
      .slice(0, 10)
    const between = { workspace: clinic.name, from: '2020-01-01', to: today }
    const { totals } = await house.operate('payments-statement', between)
    expect(totals).toMatchObject([
      {
        currency: 'INR',
        payments: 2,
        captured: expect.any(Number),
        refunds: 1,
        refunded: 250,
        late: 500,
        lateReturned: 500,
      },
    ])
    const [{ captured, net, location }] = totals
    expect(net).toBe(captured - 250)
    expect(location).toEqual(expect.any(String))
    const { entries } = await house.operate('payments-statement', { ...between, entries: true })
    expect(entries.map(({ cause, amount, late }: Json) => [cause, amount, late])).toEqual([
      ['CAPTURED', 500, false],
      ['CAPTURED', captured - 500, false],
      ['REFUNDED', -250, false],
      ['CAPTURED', 500, true],
      ['REFUNDED', -500, true],
    ])
    expect(await house.operate('payments-statement', { ...between, to: '2020-12-31' })).toEqual({
      totals: [],
      entries: [],
      csv: null,
    })
    await expect(
      house.operate('payments-statement', { ...between, from: '2031-01-01', to: '2030-01-01' }),
    ).rejects.toThrow('is after')
    await expect(
      house.operate('payments-statement', { ...between, from: '2099-01-01', to: '2099-01-02' }),
    ).rejects.toThrow('in the future')
  })

  it('has a payment on its day in the zone where it was made, and one without a location on that of the workspace [INV-40]', async () => {
    const clinic = await createPayingClinic(house)
    // The 3rd in Jaipur, in the early hours; in Berlin, and by UTC, still the 2nd.
    await house.moveTo('2030-01-02T20:00:00Z')
    const inBerlin = {
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'jonas-weber'),
      consultationCharge: 80,
      fromDateTimeIso: '2030-01-07T09:00:00+01:00',
      toDateTimeIso: '2030-01-07T09:30:00+01:00',
    }
    await paid(clinic, 'visit')
    await paid(clinic, 'visit', inBerlin)
    const { sessionRef } = await paid(clinic, 'pack')
    // A payment stored before pack payments had a location.
    await house.sql('update payment_sessions set location_id = null where session_ref = $1', [
      sessionRef,
    ])
    await house.moveTo('2030-01-04T12:00:00Z')
    const statement = async (from: string, to: string) => {
      const { totals, entries } = await house.operate('payments-statement', {
        workspace: clinic.name,
        from,
        to,
        entries: true,
      })
      const of = (rows: Json[], amount: string) =>
        rows.map((row) => [row.location, row.currency, row[amount]]).sort((a, b) => b[2] - a[2])
      expect(of(totals, 'captured')).toEqual(of(entries, 'amount'))
      return of(totals, 'captured')
    }
    const jaipur = ['jaipur', 'INR', 500]
    const berlin = ['berlin', 'EUR', 80]
    const nowhere = [null, 'INR', 4_000]
    expect(await statement('2030-01-02', '2030-01-02')).toEqual([berlin])
    expect(await statement('2030-01-03', '2030-01-03')).toEqual([nowhere, jaipur])
    expect(await statement('2030-01-02', '2030-01-03')).toEqual([nowhere, jaipur, berlin])
    expect(await statement('2030-01-01', '2030-01-01')).toEqual([])
    expect(await statement('2030-01-04', '2030-01-04')).toEqual([])
  })
})
