// What goes back when a patient cancels, and when the clinic does, by the refund policy of the
// clinic.

import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  type Json,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  readBooks,
  reservationRequest,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { queueDate, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'
import type { Operation } from '../../base/operations/operation.ts'
import { presets, type Rights } from '../../base/operations/rights.ts'
import { makeVisitLink } from '../../clinic/notices/visit-links.ts'
import { getOperation } from '../../doors/register/register.ts'
import { runOperation } from '../../doors/register/run-operation.ts'

const rail = createRecordingRail()
const house = await openHarnessWithGateway({ rails: rail, publicUrl: 'https://booking.example' })
// The visit of the tests is six days and three and a half hours away: all of it goes back.
const whole = {
  steps: [
    { untilHoursBefore: 72, percentage: 100 },
    { untilHoursBefore: 24, percentage: 33.3 },
  ],
}
const third = { steps: [{ untilHoursBefore: 24, percentage: 33.3 }] }
const nothing = { steps: [{ untilHoursBefore: 24 * 30, percentage: 100 }] }

type File = Parameters<Parameters<typeof createPayingClinic>[1] & {}>[0]
const withPolicy =
  (refundPolicy: File['workspace']['refundPolicy']) =>
  (file: File): void => {
    if (refundPolicy) file.workspace.refundPolicy = refundPolicy
  }

async function paidOnline(clinic: Clinic, changes: Json = {}): Promise<Json> {
  const { json, text } = await reserve(clinic, {
    patientPayload: samplePatient(clinic),
    ...changes,
  })
  expect(json.checkoutUrl, text).toBeTruthy()
  await actOnPaymentPage(house, json.checkoutUrl, 'pay')
  expect((await confirm(clinic, { sessionRef: json.sessionRef })).json.status).toBe('SUCCESS')
  return json.appointment ?? json.visit
}

async function paidAtDesk(clinic: Clinic, changes: Json = {}): Promise<Json> {
  const { appointment } = (
    await book(clinic, { patientPayload: samplePatient(clinic), ...changes })
  ).json
  await house.operate('visit-pay', { workspace: clinic.name, id: appointment.id, method: 'CASH' })
  return appointment
}

/** The patient of a clinic. Each has a phone of its own: a phone is sent few codes. */
const samplePatient = ({ workspaceId }: Clinic) => ({
  firstName: 'Meera',
  phoneNumber: `98${String(workspaceId).padStart(8, '0')}`,
})

/** A session verified for the phone of the test's patient. */
async function patientAt(clinic: Clinic): Promise<CallOptions> {
  const options = { key: null, headers: { ...(await clinic.session()), 'x-end-user-id': 'u-1' } }
  const { phoneNumber } = samplePatient(clinic)
  await clinic.post('/v1/otp/send', { phoneNumber }, options)
  await clinic.post(
    '/v1/otp/verify',
    { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) },
    options,
  )
  return options
}

const cancel = (
  clinic: Clinic,
  id: number,
  body: Json = {},
  options: CallOptions = {},
): Promise<Reply> =>
  house.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body, ...options })
const linkTo = ({ workspaceId }: Clinic, of: { appointmentId?: number; visitId?: number }) =>
  makeVisitLink(
    house.application.database,
    { workspaceId, appointmentId: null, visitId: null, offerId: null, ...of },
    house.application.clock.now(),
  )
const page = (path: string) => house.call('GET', path, { headers: { 'accept-language': 'en' } })
const press = (path: string) =>
  house.call('POST', path, {
    headers: { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' },
  })
const plain = (text: string) => text.replaceAll(/<\/?bdi>/g, '').replaceAll(/[\u00a0\u202f]/g, ' ')
const departures = ({ workspaceId }: Clinic) =>
  house.sql(
    "select 1 from audit_entries where workspace_id = $1 and changed_members = '{refundPolicy}'",
    [workspaceId],
  )

describe('a patient who cancels', () => {
  it('with a session gets back what the policy says, through the gateway that took it [POL-03]', async () => {
    const clinic = await createPayingClinic(house, withPolicy(third))
    const { id } = await paidOnline(clinic)
    const reply = await cancel(clinic, id, {}, await patientAt(clinic))
    expect(reply.json, reply.text).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'REFUNDED',
      refundPercentage: 33.3,
      refundAmount: 166.5,
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 33_350, service: 33_350 })
  })

  it('gets back at the desk what was paid there, for the desk to pay out [POL-03]', async () => {
    const clinic = await createPayingClinic(house, withPolicy(whole))
    const { id } = await paidAtDesk(clinic)
    const reply = await cancel(clinic, id, {}, await patientAt(clinic))
    expect(reply.json, reply.text).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundPercentage: 100,
      refundAmount: 500,
    })
    const [{ minor }] = await house.sql(
      "select amount_minor::int as minor from till_entries where workspace_id = $1 and cause = 'REFUNDED'",
      [clinic.workspaceId],
    )
    expect(minor).toBe(-50_000)
  })

  it('gets nothing without a policy, too late for it, or for what was not paid, and the fee is kept [POL-01] [POL-03]', async () => {
    for (const policy of [undefined, nothing]) {
      const clinic = await createPayingClinic(house, withPolicy(policy))
      const { id } = await paidOnline(clinic)
      const reply = await cancel(clinic, id, {}, await patientAt(clinic))
      expect(reply.json, reply.text).toMatchObject({
        status: 'CANCELLED',
        paymentStatus: 'PAID',
        refundAmount: null,
      })
      expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    }
    const clinic = await createPayingClinic(house, withPolicy(whole))
    const { appointment } = (await book(clinic, { patientPayload: samplePatient(clinic) })).json
    expect((await cancel(clinic, appointment.id, {}, await patientAt(clinic))).json).toMatchObject({
      paymentStatus: 'UNPAID',
      refundAmount: null,
    })
  })

  it('is bound by the policy of the practitioner where it differs [POL-01]', async () => {
    const clinic = await createPayingClinic(house, (file) => {
      file.workspace.refundPolicy = nothing
      Object.assign(file.practitioners['asha-rao'] as object, { refundPolicy: third })
    })
    const { id } = await paidOnline(clinic)
    expect((await cancel(clinic, id, {}, await patientAt(clinic))).json).toMatchObject({
      refundPercentage: 33.3,
    })
  })

  it('reads on the page how much is refunded until when, before and during the question, and that is what is refunded [POL-02] [MINE-05]', async () => {
    const clinic = await createPayingClinic(house, withPolicy(whole))
    const { id } = await paidOnline(clinic)
    const path = await linkTo(clinic, { appointmentId: id })
    const text = plain((await page(path)).text)
    expect(text).toMatch(
      /Cancelled until Fri, Jan 4, 9:00 AM India Time, INR 500 of INR 500 is refunded/,
    )
    expect(text).toMatch(
      /Cancelled until Sun, Jan 6, 9:00 AM India Time, INR 166\.50 of INR 500 is refunded/,
    )
    expect(plain((await page(`${path}/cancel`)).text)).toContain(
      'You paid INR 500. INR 500 of it is refunded.',
    )
    expect((await press(`${path}/cancel`)).status).toBe(303)
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
    expect(plain((await page(path)).text)).toContain('INR 500, being refunded')
  })

  it('reads nothing there that a cancellation does not do: too late for one, or by a step that refunds less for more notice [POL-02] [MINE-05]', async () => {
    const steps = [
      { untilHoursBefore: 2, percentage: 10 },
      { untilHoursBefore: 48, percentage: 50 },
      { untilHoursBefore: 48, percentage: 20 },
      { untilHoursBefore: 96, percentage: 0 },
    ]
    // Asha's patients may cancel until a day before.
    const clinic = await createPayingClinic(house, withPolicy({ steps }))
    const { id } = await paidOnline(clinic)
    const text = plain((await page(await linkTo(clinic, { appointmentId: id }))).text)
    expect(
      [...text.matchAll(/Cancelled until ([^<]+), (INR [\d.]+) of INR 500 is refunded/g)].map(
        ([, until, back]) => [until, back],
      ),
    ).toEqual([
      ['Thu, Jan 3, 9:00 AM India Time', 'INR 0'],
      ['Sat, Jan 5, 9:00 AM India Time', 'INR 250'],
      ['Sun, Jan 6, 9:00 AM India Time', 'INR 50'],
    ])
  })

  it('reads of a pack that was bought with the visit and used since that nothing is refunded, and nothing is [POL-02] [A-147]', async () => {
    const clinic = await createPayingClinic(house, withPolicy(whole))
    const { path: reservePath, body } = reservationRequest(clinic, 'pack with its visit')
    const { json } = await clinic.post(reservePath, body)
    await actOnPaymentPage(house, json.checkoutUrl, 'pay')
    expect((await confirm(clinic, { sessionRef: json.sessionRef })).json.status).toBe('SUCCESS')
    const { id, patientId, patientPackageId } = json.appointment
    const path = await linkTo(clinic, { appointmentId: id })
    expect(plain((await page(path)).text)).toContain('INR 4,000 of INR 4,000 is refunded')
    const byPack = {
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId,
      consultationCharge: undefined,
      patientPayload: undefined,
      patientId,
    }
    expect((await book(clinic, { ...byPack, ...slotTimes('11:00') })).status).toBe(201)
    for (const screen of [path, `${path}/cancel`])
      expect(plain((await page(screen)).text)).not.toContain('is refunded')
    expect((await press(`${path}/cancel`)).status).toBe(303)
    expect(await readBooks(house, clinic)).toEqual({ gateway: 400_000, service: 400_000 })
  })

  it('reads afterwards what is refunded of what was paid, where that was a part [POL-03] [MINE-05]', async () => {
    for (const [policy, text] of [
      [whole, 'INR 200, being refunded'],
      [third, 'INR 66.60 of INR 200 refunded'],
    ] as const) {
      const clinic = await createPayingClinic(house, withPolicy(policy))
      const { appointment } = (await book(clinic, { patientPayload: samplePatient(clinic) })).json
      await house.operate('visit-pay', {
        workspace: clinic.name,
        id: appointment.id,
        method: 'CASH',
        amount: 200,
      })
      const path = await linkTo(clinic, { appointmentId: appointment.id })
      expect((await press(`${path}/cancel`)).status).toBe(303)
      expect(plain((await page(path)).text)).toContain(text)
    }
  })

  it('is told on the page where the gateway does not refund, and the visit stays [POL-03] [STAT-23]', async () => {
    const clinic = await createPayingClinic(house, withPolicy(whole))
    const { id } = await paidOnline(clinic)
    const path = await linkTo(clinic, { appointmentId: id })
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'refuse',
      times: 1,
    })
    const refused = await press(`${path}/cancel`)
    expect([refused.status, refused.text.includes('could not refund your money just now')]).toEqual(
      [409, true],
    )
    expect(await house.operate('visit-show', { workspace: clinic.name, id })).toMatchObject({
      status: 'SCHEDULED',
      paymentStatus: 'PAID',
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
  })

  it('gets the session of a pack back by the same steps, always or never [POL-05]', async () => {
    const used = async (refundPolicy: File['workspace']['refundPolicy']) => {
      const clinic = await createPayingClinic(house, withPolicy(refundPolicy))
      const { patientId } = (
        await book(clinic, { patientPayload: samplePatient(clinic), ...slotTimes('18:00') })
      ).json.appointment
      const pack = await house.operate('packs-grant', {
        workspace: clinic.name,
        patientId,
        pack: 'ten',
      })
      const byPack = {
        bookingType: 'USE_ACTIVE_PACKAGE',
        patientPackageId: pack.id,
        consultationCharge: undefined,
        patientPayload: undefined,
        patientId,
      }
      const { appointment } = (await book(clinic, byPack)).json
      expect((await cancel(clinic, appointment.id, {}, await patientAt(clinic))).json.status).toBe(
        'CANCELLED',
      )
      const [{ sessions_used }] = await house.sql(
        'select sessions_used from patient_packs where id = $1',
        [pack.id],
      )
      return sessions_used
    }
    expect(await used(undefined)).toBe(1)
    expect(await used(third)).toBe(0)
    expect(await used(nothing)).toBe(1)
    expect(await used({ ...nothing, packCredit: 'always' })).toBe(0)
    expect(await used({ ...whole, packCredit: 'never' })).toBe(1)
  })

  it('gets the money of a token back by the same steps before its shift [POL-03] [MINE-07]', async () => {
    const tomorrow = { appointmentDate: '2030-01-02' }
    const clinic = await createPayingClinic(
      house,
      withPolicy({ steps: [{ untilHoursBefore: 24, percentage: 50 }] }),
    )
    const paid = async (changes: Json) => {
      const { json, text } = await clinic.post(
        '/v1/appointments/reserve-slot',
        tokenBody(clinic, {
          bookingChannel: undefined,
          returnUrl: 'https://sunrise.example/paid',
          ...changes,
        }),
      )
      expect(json.checkoutUrl, text).toBeTruthy()
      await actOnPaymentPage(house, json.checkoutUrl, 'pay')
      await confirm(clinic, { sessionRef: json.sessionRef })
      return linkTo(clinic, { visitId: json.visit.visitId })
    }
    const early = await paid(tomorrow)
    const late = await paid({ appointmentDate: queueDate })
    expect(plain((await page(`${early}/cancel`)).text)).toContain(
      'You paid INR 300. INR 150 of it is refunded.',
    )
    expect(plain((await page(`${late}/cancel`)).text)).toContain('It is not refunded automatically')
    for (const path of [early, late]) expect((await press(`${path}/cancel`)).status).toBe(303)
    expect(await readBooks(house, clinic)).toEqual({ gateway: 45_000, service: 45_000 })
  })

  it('twice at once, with the desk and with a late payment, has the money back once [POL-03] [INV-22]', async () => {
    const clinic = await createPayingClinic(house, withPolicy(whole))
    for (const clock of ['09:00', '09:15', '09:30', '09:45']) {
      const { id } = await paidOnline(clinic, slotTimes(clock))
      const path = await linkTo(clinic, { appointmentId: id })
      const byDesk = house
        .operate('visit-cancel', { workspace: clinic.name, id })
        .catch(() => undefined)
      await Promise.all([
        press(`${path}/cancel`),
        press(`${path}/cancel`),
        byDesk,
        cancel(clinic, id, { refundIssued: false }),
      ])
      const [{ refunds }] = await house.sql(
        "select count(*)::int as refunds from refunds where appointment_id = $1 and state in ('PENDING', 'DONE')",
        [id],
      )
      expect(refunds).toBeLessThanOrEqual(1)
    }
    const { gateway, service } = await readBooks(house, clinic)
    expect(gateway).toBe(service)
  })
})

describe('the clinic', () => {
  it('refunds by the policy unless told otherwise, and says why it departs from it [POL-04] [DAY-09]', async () => {
    const clinic = await createPayingClinic(house, withPolicy(third))
    const operate = (name: string, input: Json) =>
      house.operate(name, { workspace: clinic.name, ...input })
    const { id } = await paidAtDesk(clinic)
    expect(await operate('visit-cancel-quote', { id })).toMatchObject({
      policyPercentage: 33.3,
      refundAmount: 166.5,
      keptAmount: 333.5,
    })
    const before = await clinic.bookingRows()
    for (const refund of [0, 100])
      await expect(operate('visit-cancel', { id, refund })).rejects.toThrow(
        'the refund policy refunds 33.3 %',
      )
    expect(await clinic.bookingRows()).toBe(before)
    await operate('visit-cancel', { id, refund: 100, refundOverrideReason: 'Doctor was ill' })
    expect(
      (await clinic.post('/v1/appointments/search', { patientId: undefined })).json.list[0],
    ).toMatchObject({
      refundPercentage: 100,
      refundOverrideReason: 'Doctor was ill',
    })
    const followed = await paidAtDesk(clinic, slotTimes('10:00'))
    expect(await operate('visit-cancel', { id: followed.id })).toMatchObject({
      refundPercentage: 33.3,
    })
    // A third of the smallest unit is nothing, for staff as for the patient.
    const smallest = await paidAtDesk(clinic, { ...slotTimes('10:15'), consultationCharge: 0.01 })
    expect(await operate('visit-cancel-quote', { id: smallest.id })).toMatchObject({
      refundAmount: 0,
      refundPercentage: 0,
      refundedBy: 'NO_ONE',
    })
    expect(await operate('visit-cancel', { id: smallest.id })).toMatchObject({
      paymentStatus: 'PAID',
      refundPercentage: null,
    })
    expect(await departures(clinic)).toEqual([])
  })

  it('may refund anything with a key, and the audit notes a departure without a reason [POL-04]', async () => {
    const clinic = await createPayingClinic(house, withPolicy(third))
    const times = ['09:00', '09:15', '09:30', '09:45'].map((clock) => slotTimes(clock))
    const [kept, all, said, followed] = await Promise.all(
      times.map((time) => paidAtDesk(clinic, time)),
    )
    const refunded = (refundPercentage: number, refundAmount: number, more = {}) => ({
      refundIssued: true,
      refundPercentage,
      refundAmount,
      ...more,
    })
    expect((await cancel(clinic, followed.id, refunded(33.3, 166.5))).json).toMatchObject({
      refundAmount: 166.5,
    })
    expect(
      (await cancel(clinic, said.id, refunded(100, 500, { refundOverrideReason: 'Ours' }))).json,
    ).toMatchObject({ refundAmount: 500 })
    expect(await departures(clinic)).toHaveLength(0)
    expect((await cancel(clinic, all.id, refunded(100, 500))).json).toMatchObject({
      refundAmount: 500,
    })
    expect((await cancel(clinic, kept.id)).json).toMatchObject({
      paymentStatus: 'PAID',
      refundAmount: null,
    })
    expect(await departures(clinic)).toHaveLength(2)
    const { visit } = (
      await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { appointmentDate: '2030-01-04' }),
      )
    ).json
    await house.operate('token-pay', { workspace: clinic.name, id: visit.visitId, method: 'CASH' })
    const keptToken = await house.call(
      'PATCH',
      `/v1/qms-appointments/visits/${visit.visitId}/cancel`,
      { key: clinic.key, body: {} },
    )
    expect(keptToken.json).toMatchObject({ paymentStatus: 'PAID', refundAmount: null })
    expect(await departures(clinic)).toHaveLength(3)
  })
})

describe('a member of staff who may not handle money', () => {
  it.each([
    { refundPolicy: third, allowed: 33.3, refused: [0, 50, 100], without: 166.5 },
    { refundPolicy: undefined, allowed: 0, refused: [33.3, 100], without: null },
  ])(
    'cancels with the refund of the policy, and decides none: $allowed % [POL-04] [DASH-10]',
    async ({ refundPolicy, allowed, refused, without }) => {
      const clinic = await createPayingClinic(house, withPolicy(refundPolicy))
      const cancelAs = (rights: Rights, input: Json) =>
        runOperation(
          getOperation('visit-cancel') as Operation,
          {
            ...house.application,
            actor: { kind: 'staff', userId: clinic.id('staff', 'nina-roy') },
            rights,
            workspaceId: clinic.workspaceId,
            progress: undefined,
          } as never,
          { void: false, returnSession: false, ...input },
        )
      const withoutMoney: Rights = { ...presets.reception, money: 'none' }
      const { id } = await paidAtDesk(clinic)
      const before = [await clinic.bookingRows(), await readBooks(house, clinic)]
      for (const refund of refused)
        await expect(
          cancelAs(withoutMoney, { id, refund, refundOverrideReason: 'She asked' }),
        ).rejects.toMatchObject({ code: 'REFUND_NOT_ALLOWED' })
      expect([await clinic.bookingRows(), await readBooks(house, clinic)]).toEqual(before)
      expect(await cancelAs(withoutMoney, { id, refund: allowed })).toMatchObject({
        status: 'CANCELLED',
      })
      const other = await paidAtDesk(clinic, slotTimes('10:00'))
      expect(await cancelAs(withoutMoney, { id: other.id })).toMatchObject({
        refundAmount: without,
      })
      const third = await paidAtDesk(clinic, slotTimes('10:30'))
      expect(
        await cancelAs(presets.reception, {
          id: third.id,
          refund: 100,
          refundOverrideReason: 'She asked',
        }),
      ).toMatchObject({ refundAmount: 500 })
    },
  )
})
