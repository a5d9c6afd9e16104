import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../../test/support/clinic/harness.ts'
import {
  queueDate,
  shiftId,
  startShift,
  tokenBody,
} from '../../../../test/support/clinic/queue-clinic.ts'
import type { Operation } from '../../../base/operations/operation.ts'
import { presets } from '../../../base/operations/rights.ts'
import { getOperation } from '../../../doors/register/register.ts'
import { runOperation } from '../../../doors/register/run-operation.ts'

const house = await openHarness()
const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })
const give = (clinic: Clinic, input: Json = {}) =>
  operate(clinic, 'token-give', {
    qmsWorkShiftId: shiftId(clinic),
    patientPayload: meera,
    ...input,
  })

describe('a token that staff issue', () => {
  it('is the next number, as the API issues it, before the shift starts and while it runs [DAY-05]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const given = await give(clinic)
    const byKey = (
      await other.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(other, { bookingChannel: 'WALK_IN' }),
      )
    ).json.visit
    const own = ({
      visitId,
      patientId,
      addressId,
      doctorId,
      qmsWorkShiftId,
      publicStatusToken,
      source,
      createdAt,
      updatedAt,
      ...same
    }: Json) => same
    expect(given).toMatchObject({
      ...own(byKey),
      source: 'DASHBOARD',
      appointmentDate: queueDate,
      bookingChannel: 'WALK_IN',
      paymentStatus: 'UNPAID',
    })
    await startShift(house, clinic)
    expect(
      await give(clinic, { patientPayload: { firstName: 'Noor' }, paidBy: 'UPI' }),
    ).toMatchObject({
      tokenDisplay: 'A-2',
      position: 2,
      paymentStatus: 'PAID',
    })
    expect(await operate(clinic, 'payments-desk', {})).toMatchObject([
      { paidFor: 'A-2', method: 'UPI', amount: 300 },
    ])
  })

  it('is refused as the API refuses it, and then nothing is written', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    for (const firstName of ['A', 'B', 'C'])
      await give(clinic, {
        qmsWorkShiftId: shiftId(clinic, 'evening'),
        patientPayload: { firstName },
      })
    const before = await clinic.bookingRows()
    const refused: [Json, string][] = [
      [{ qmsWorkShiftId: shiftId(clinic, 'evening') }, 'has no tokens left'],
      [{ qmsWorkShiftId: shiftId(other) }, 'is not a shift of this doctor'],
      [{ appointmentDate: '2030-01-05' }, 'does not run on 2030-01-05'],
      [{ appointmentDate: '2029-12-31' }, 'has ended on this date'],
      [{ patientPayload: undefined, patientId: 999_999_999 }, 'No such patient'],
      [
        { paidBy: 'ONLINE', patientPayload: { firstName: 'New' } },
        'an online payment cannot be recorded at the desk',
      ],
    ]
    for (const [input, sentence] of refused)
      await expect(give(clinic, input), JSON.stringify(input)).rejects.toThrow(sentence)
    expect(await clinic.bookingRows()).toBe(before)
  })
})

it('a member who may book but not take money books unpaid, and their payment details are ignored [DASH-11]', async () => {
  const clinic = await house.clinic()
  const actor = { kind: 'staff', userId: clinic.id('staff', 'nina-roy') }
  const context = {
    ...house.application,
    actor,
    rights: presets.practitioner,
    workspaceId: clinic.workspaceId,
    progress: undefined,
  }
  const send = (paidBy?: string): Promise<Json> =>
    runOperation(getOperation('token-give') as Operation, context as never, {
      qmsWorkShiftId: shiftId(clinic),
      patientPayload: meera,
      ...(paidBy === undefined ? {} : { paidBy }),
    })
  const before = await clinic.bookingRows()
  await expect(send('CASH')).rejects.toMatchObject({ code: 'MONEY_NOT_ALLOWED' })
  expect(await clinic.bookingRows()).toBe(before)
  expect((await send()).paymentStatus).toBe('UNPAID')
})
