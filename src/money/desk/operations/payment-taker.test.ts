import { expect, it } from 'vitest'
import { book, type Json, openHarness } from '../../../../test/support/clinic/harness.ts'
import {
  createMeridianClinic,
  giveToken,
  people,
  runInClinic,
} from '../../../../test/support/clinic/meridian.ts'
import type { Operation } from '../../../base/operations/operation.ts'
import { presets } from '../../../base/operations/rights.ts'
import { getOperation } from '../../../doors/register/register.ts'
import { runOperation } from '../../../doors/register/run-operation.ts'

const house = await openHarness()

it('money at the desk was taken by the member who is signed in, never by another whom they name [TILL-05] [DASH-11]', async () => {
  const clinic = await createMeridianClinic(house)
  const nina = clinic.id('staff', 'nina-roy')
  const tom = clinic.id('staff', 'tom-lind')
  const context = {
    ...house.application,
    actor: { kind: 'staff', userId: nina },
    rights: presets.owner,
    workspaceId: clinic.workspaceId,
    progress: undefined,
  }
  const asNina = (name: string, input: Json): Promise<Json> =>
    runOperation(getOperation(name) as Operation, context as never, input)
  const jaipur = clinic.id('location', 'jaipur')
  const slot = (from: string) => ({
    addressId: jaipur,
    doctorId: clinic.id('practitioner', 'lena-vogel'),
    mode: 'OFFLINE',
    fromDateTimeIso: from,
    patientPayload: people.full,
  })
  const visit = await runInClinic(house, clinic, 'visit-book', slot('2030-01-07T09:00:00+05:30'))
  const token = await giveToken(house, clinic)
  const unpaidPack = await runInClinic(house, clinic, 'packs-sell', {
    patientId: visit.patientId,
    pack: 'five',
    addressId: jaipur,
  })
  const takes: [string, Json, 'collectedByUserId' | 'member'][] = [
    ['visit-book', { ...slot('2030-01-07T10:00:00+05:30'), paidBy: 'CASH' }, 'collectedByUserId'],
    [
      'token-give',
      {
        qmsWorkShiftId: clinic.id('shift', 'omar-said/kuwait/late'),
        patientPayload: people.aged,
        paidBy: 'CASH',
      },
      'collectedByUserId',
    ],
    [
      'packs-sell',
      { patientId: visit.patientId, pack: 'five', addressId: jaipur, paidBy: 'CASH' },
      'collectedByUserId',
    ],
    ['visit-pay', { id: visit.id, method: 'CASH' }, 'member'],
    ['token-pay', { id: token.id, method: 'CASH' }, 'member'],
    ['packs-pay', { id: unpaidPack.id, method: 'CASH', addressId: jaipur }, 'member'],
  ]
  const payments = () =>
    house.sql('select taken_by::int as taker from desk_payments where workspace_id = $1', [
      clinic.workspaceId,
    ])
  const before = await clinic.bookingRows()
  for (const [name, input, taker] of takes) {
    await expect(asNina(name, { ...input, [taker]: tom }), name).rejects.toMatchObject({
      code: 'STAFF_NOT_SIGNED_IN',
      details: { id: tom },
    })
  }
  expect([await clinic.bookingRows(), await payments()]).toEqual([before, []])
  for (const [name, input, taker] of takes)
    await asNina(name, { ...input, ...(name.endsWith('pay') && { [taker]: nina }) })
  expect(await payments()).toEqual(takes.map(() => ({ taker: nina })))
})

it('an operator may say who took the money [TILL-05]', async () => {
  const clinic = await house.clinic()
  const { id } = (await book(clinic)).json.appointment
  const nina = clinic.id('staff', 'nina-roy')
  expect(
    await house.operate('visit-pay', { workspace: clinic.name, id, method: 'CASH', member: nina }),
  ).toMatchObject({ collectedByUserId: nina })
})
