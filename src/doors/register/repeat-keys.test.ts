import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { queueDate, startShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import type { Operation } from '../../base/operations/operation.ts'
import { getOperation } from './register.ts'
import { deleteExpiredRepeatKeys } from './repeat-keys.ts'
import { runOperation } from './run-operation.ts'

const house = await openHarness()

/**
 * Runs an operation as the dashboard does, for Nina of the reception unless another member is
 * named.
 */
function send(
  clinic: Clinic,
  name: string,
  input: Json,
  repeatKey: string | undefined = randomUUID(),
  userId = clinic.id('staff', 'nina-roy'),
  at = house,
): Promise<Json> {
  const context = {
    ...at.application,
    actor: { kind: 'staff', userId },
    workspaceId: clinic.workspaceId,
    progress: undefined,
    repeatKey,
  }
  return runOperation(getOperation(name) as Operation, context as never, input)
}
const bookingInput = (clinic: Clinic, clock = '09:00', firstName = 'Meera') => ({
  addressId: clinic.id('location', 'jaipur'),
  doctorId: clinic.id('practitioner', 'asha-rao'),
  mode: 'OFFLINE',
  patientPayload: { firstName },
  ...slotTimes(clock),
})
const count = async (clinic: Clinic, table: string) =>
  (
    await house.sql(`select count(*)::int as n from ${table} where workspace_id = $1`, [
      clinic.workspaceId,
    ])
  )[0].n

describe('a change that is retried with its key', () => {
  it('is done once and returns the same result: bookings, money, statuses, tokens [DASH-18]', async () => {
    const clinic = await createPayingClinic(house)
    async function twice(name: string, input: Json) {
      const key = randomUUID()
      const first = await send(clinic, name, input, key)
      expect(await send(clinic, name, input, key), name).toEqual(JSON.parse(JSON.stringify(first)))
      return first
    }
    const { id } = await twice('visit-book', { ...bookingInput(clinic) })
    const paid = await twice('visit-pay', { id, method: 'CASH' })
    await twice('payments-correct', { id: paid.id, reason: 'It was the next patient' })
    await twice('visit-move', { id, to: '2030-01-07T10:00' })
    await twice('visit-status', { id, status: 'CONFIRMED' })
    for (const clock of ['11:00', '11:15'])
      await twice('visit-book', { ...bookingInput(clinic, clock), paidBy: 'UPI' })
    await startShift(house, clinic)
    await clinic.post(
      '/v1/qms-appointments/immediate/book',
      tokenBody(clinic, { appointmentDate: queueDate }),
    )
    const shift = 'meera-shah/jaipur/morning'
    await twice('queue-next', { shift })
    await twice('queue-begin', { shift, token: '1' })
    expect([await count(clinic, 'appointments'), await count(clinic, 'desk_payments')]).toEqual([
      3, 4,
    ])
  })

  it('is done once, however many retries are concurrent [DASH-18]', async () => {
    const clinic = await createPayingClinic(house)
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        send(clinic, 'visit-book', { ...bookingInput(clinic), paidBy: 'CASH' }, key),
      ),
    )
    for (const answer of answers) expect(answer).toEqual(JSON.parse(JSON.stringify(answers[0])))
    expect([
      await count(clinic, 'appointments'),
      await count(clinic, 'patients'),
      await count(clinic, 'desk_payments'),
    ]).toEqual([1, 1, 1])
  })

  it('is done if it was refused before, because a refusal is not stored [DASH-18]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await send(clinic, 'visit-book', { ...bookingInput(clinic) })
    const key = randomUUID()
    await expect(
      send(clinic, 'visit-book', { ...bookingInput(clinic, '09:00', 'Noor') }, key),
    ).rejects.toMatchObject({ code: 'SLOT_NOT_AVAILABLE' })
    expect([await count(clinic, 'patients'), await count(clinic, 'repeat_keys')]).toEqual([1, 1])
    await send(clinic, 'visit-cancel', { id })
    expect(
      (await send(clinic, 'visit-book', { ...bookingInput(clinic, '09:00', 'Noor') }, key)).patient
        .firstName,
    ).toBe('Noor')
  })

  it('refunds once when a gateway is called [DASH-18]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    const key = randomUUID()
    const cancel = () => send(clinic, 'visit-cancel', { id: appointment.id, refund: 50 }, key)
    const first = await cancel()
    expect([first.refundAmount, await cancel()]).toEqual([250, JSON.parse(JSON.stringify(first))])
    expect(await count(clinic, 'refunds')).toBe(1)
  })

  it('of which one process answers is answered the same by all, as soon as it is known [DASH-18]', async () => {
    const elsewhere = await openHarness({ connection: house.connection })
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    const key = randomUUID()
    const from = [house, elsewhere, house, elsewhere, house, elsewhere]
    const answers = await Promise.all(
      from.map((at) =>
        send(clinic, 'visit-cancel', { id: appointment.id, refund: 50 }, key, undefined, at),
      ),
    )
    expect(answers[0].status).toBe('CANCELLED')
    for (const answer of answers)
      expect(JSON.parse(JSON.stringify(answer))).toEqual(JSON.parse(JSON.stringify(answers[0])))
    expect([await count(clinic, 'refunds'), await count(clinic, 'repeat_keys')]).toEqual([1, 1])
  })

  it('is answered where the process ended before it could: a cancellation, a refund [DASH-18]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    const resendInterrupted = async (name: string, input: Json) => {
      const key = randomUUID()
      const first = await send(clinic, name, input, key)
      await house.sql(
        `update repeat_keys set answer = '{"isUnderWay": true}', created_at = created_at - interval '1 minute' where workspace_id = $1`,
        [clinic.workspaceId],
      )
      expect(JSON.parse(JSON.stringify(await send(clinic, name, input, key))), name).toEqual(
        JSON.parse(JSON.stringify(first)),
      )
      await house.sql('delete from repeat_keys where workspace_id = $1', [clinic.workspaceId])
    }
    await resendInterrupted('visit-cancel', { id: appointment.id })
    await resendInterrupted('payments-refund', { reference: sessionRef })
    expect(await count(clinic, 'refunds')).toBe(1)
  })

  it('leaves no key where it was refused, alone or because another change had the same effect [DASH-18]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await send(clinic, 'visit-book', { ...bookingInput(clinic) })
    await send(clinic, 'visit-cancel', { id })
    const keys = await count(clinic, 'repeat_keys')
    await expect(send(clinic, 'visit-cancel', { id })).rejects.toMatchObject({
      code: 'STATUS_NOT_ALLOWED',
    })
    expect(await count(clinic, 'repeat_keys')).toBe(keys)
  })

  it('is a new one for another member, operation or clinic, and refused with another input [DASH-18]', async () => {
    const clinic = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    const key = randomUUID()
    await send(clinic, 'visit-book', { ...bookingInput(clinic) }, key)
    await expect(
      send(clinic, 'visit-book', { ...bookingInput(clinic, '09:15') }, key),
    ).rejects.toMatchObject({ code: 'REPEAT_KEY_REUSED' })
    expect(
      (
        await send(
          clinic,
          'visit-book',
          { ...bookingInput(clinic, '09:15') },
          key,
          clinic.id('practitioner', 'asha-rao'),
        )
      ).id,
    ).toBeGreaterThan(0)
    await send(other, 'visit-book', { ...bookingInput(other) }, key)
    await send(clinic, 'queue-start', { shift: 'meera-shah/jaipur/morning' }, key)
    expect([await count(clinic, 'appointments'), await count(other, 'appointments')]).toEqual([
      2, 1,
    ])
  })

  it('stores no secret, and nothing of a patient once a record is erased [DASH-18]', async () => {
    const clinic = await createPayingClinic(house)
    const key = randomUUID()
    const make = () =>
      send(clinic, 'key-create', { kind: 'DEVELOPER', name: 'till', allow: ['127.0.0.1'] }, key)
    const made = await make()
    await expect(make()).rejects.toMatchObject({ code: 'ALREADY_DONE' })
    const booking = randomUUID()
    const { patientId } = await send(
      clinic,
      'visit-book',
      { ...bookingInput(clinic, '09:00', 'Zarathustra') },
      booking,
    )
    const readRepeatKeys = async () =>
      JSON.stringify(
        await house.sql('select to_jsonb(k) from repeat_keys k where workspace_id = $1', [
          clinic.workspaceId,
        ]),
      )
    expect(await readRepeatKeys()).toContain('Zarathustra')
    expect(await readRepeatKeys()).not.toContain(made.key)
    await house.operate('patient-erase', { workspace: clinic.name, id: patientId, confirmed: true })
    expect(await readRepeatKeys()).not.toContain('Zarathustra')
    await expect(
      send(clinic, 'visit-book', { ...bookingInput(clinic, '09:00', 'Zarathustra') }, booking),
    ).rejects.toMatchObject({ code: 'ALREADY_DONE' })
    await deleteExpiredRepeatKeys(house.application.database, house.application.clock.now() + 1)
    expect(await readRepeatKeys()).toBe('[]')
  })
})

it('of an operation that calls an external service without declaring it fails, and nothing is stored [DASH-18]', async () => {
  const clinic = await createPayingClinic(house)
  const asks = { ...getOperation('visit-cancel'), once: undefined }
  const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic)).json
  await actOnPaymentPage(house, checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef })
  const context = {
    ...house.application,
    actor: { kind: 'staff', userId: clinic.id('staff', 'nina-roy') },
    workspaceId: clinic.workspaceId,
    progress: undefined,
    repeatKey: 'one',
  }
  await expect(
    runOperation(asks as never, context as never, { id: appointment.id, refund: 50 }),
  ).rejects.toThrow('must declare it in `once`')
  expect([await count(clinic, 'refunds'), await count(clinic, 'repeat_keys')]).toEqual([0, 0])
})
