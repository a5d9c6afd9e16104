import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { VisitDetails } from '../day/queries.ts'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { CancelForm, refundKind } from './cancel-form.tsx'

const patient = { firstName: 'Meera', lastName: 'Iyer', erased: false }
const money = { payableAmount: 500, dueAmount: 0, currency: 'INR', paymentMode: 'CASH' }
const paid = {
  id: 7,
  paymentStatus: 'PAID',
  bookingType: 'ONE_TIME_APPOINTMENT',
  patient,
  ...money,
} as const
const unpaid = { ...paid, paymentStatus: 'UNPAID', dueAmount: 500 } as const
const byPack = {
  ...paid,
  payableAmount: 0,
  bookingType: 'USE_ACTIVE_PACKAGE',
  patientPackageId: 3,
} as const
const quote = {
  refundAmount: 500,
  refundPercentage: 100,
  keptAmount: 0,
  currency: 'INR',
  refundedBy: 'DESK',
  pack: null,
}
const rendered = (visit: object, quoted: object = quote, close = () => {}, rights = {}) =>
  renderPart(<CancelForm visit={visit as VisitDetails} close={close} />, {
    answers: { 'visit-cancel': {}, 'visit-cancel-quote': quoted },
    rights,
  })

it('can refund what was paid, or return the session of a pack, and nothing else [DAY-09]', () => {
  const others = [
    { ...paid, payableAmount: 0 },
    unpaid,
    { ...paid, paymentStatus: 'REFUNDED' as const },
  ]
  expect([paid, { ...unpaid, dueAmount: 300 }, ...others].map(refundKind)).toEqual([
    'MONEY',
    'MONEY',
    undefined,
    undefined,
    undefined,
  ])
  expect(
    [
      byPack,
      { ...byPack, patientPackageId: null },
      { ...byPack, bookingType: 'PACKAGE_PURCHASE' as const },
    ].map(refundKind),
  ).toEqual(['SESSION', undefined, undefined])
})

describe('cancelling a visit', () => {
  it('refunds nothing unless that is chosen, and sends the trimmed reason [DAY-09]', async () => {
    const { user, changes, getByRole, getByLabelText } = await rendered(paid)
    await user.type(getByLabelText(/reason/i), '  ill ')
    await user.click(getByRole('button', { name: /^Cancel/ }))
    await expect.poll(changes).toMatchObject([
      {
        operation: 'visit-cancel',
        input: { id: 7, reason: 'ill', void: false, returnSession: false },
      },
    ])
    expect(changes()[0]?.input).not.toHaveProperty('refund')
  })

  it.each([
    ['all', /INR.500\.00/, undefined, 100],
    ['a part', /percentage/, '25', 25],
  ])('refunds %s as chosen [DAY-09]', async (_, choice, percent, refund) => {
    const { user, changes, getByRole, getByLabelText } = await rendered(paid)
    await user.click(getByRole('radio', { name: choice }))
    if (percent !== undefined) {
      const field = getByLabelText('Percent')
      expect(field).toHaveProperty('value', '50 %')
      await user.clear(field)
      await user.type(field, percent)
    }
    await user.click(getByRole('button', { name: /^Cancel/ }))
    await expect
      .poll(changes)
      .toMatchObject([{ input: { id: 7, refund, void: false, returnSession: false } }])
  })

  it('has chosen what the refund policy says, and asks why for anything else [POL-04] [DAY-09]', async () => {
    const { user, changes, getByRole, queryByLabelText, getByLabelText, findByRole } =
      await rendered(paid, { ...quote, policyPercentage: 33.3 })
    expect(await findByRole('radio', { name: /refund policy says: 33.3 %/ })).toHaveProperty(
      'checked',
      true,
    )
    expect(queryByLabelText(/^Why not/)).toBeNull()
    await user.click(getByRole('radio', { name: 'No refund' }))
    await user.type(getByLabelText(/^Why not/), ' no-show twice ')
    await user.click(getByRole('button', { name: /^Cancel/ }))
    await expect
      .poll(changes)
      .toMatchObject([{ input: { id: 7, refund: 0, refundOverrideReason: 'no-show twice' } }])
  })

  it('offers the refund of the policy alone to those who may not handle money [POL-04] [DASH-10]', async () => {
    const { user, changes, getByRole, getAllByRole, findByRole } = await rendered(
      paid,
      { ...quote, policyPercentage: 33.3 },
      () => {},
      { money: 'none' },
    )
    await findByRole('radio', { name: /refund policy says: 33.3 %/ })
    expect(getAllByRole('radio')).toHaveLength(1)
    await user.click(getByRole('button', { name: /^Cancel/ }))
    await expect.poll(changes).toMatchObject([{ input: { id: 7, refund: 33.3 } }])
  })

  it('returns the session of a pack only if that is chosen, and no money [DAY-09]', async () => {
    const { user, changes, getByRole, getAllByRole } = await rendered(byPack)
    await user.click(getAllByRole('radio')[1] as HTMLElement)
    await user.click(getByRole('button', { name: /^Cancel/ }))
    await expect
      .poll(changes)
      .toMatchObject([{ input: { id: 7, void: false, returnSession: true } }])
    expect(changes()[0]?.input).not.toHaveProperty('refund')
  })

  it.each([
    ['the gateway', { ...quote, refundedBy: 'GATEWAY' }, /refunded by the payment gateway/],
    ['the desk', quote, /has to be refunded at the desk/],
  ])(
    'says that %s refunds, as the service will, however it was paid [DAY-09]',
    async (_, quoted, said) => {
      const { user, sent, getByRole, findByText } = await rendered(
        { ...paid, paymentMode: 'ONLINE' },
        quoted,
      )
      await user.click(getByRole('radio', { name: /INR.500\.00/ }))
      await findByText(said)
      expect(sent.at(-1)).toMatchObject({
        operation: 'visit-cancel-quote',
        input: { id: 7, refund: 100 },
      })
    },
  )

  it('closes once it is done, and stays where it is refused [DAY-09]', async () => {
    let closed = 0
    const { user, getByRole } = await rendered(paid, quote, () => (closed += 1))
    await user.click(getByRole('button', { name: 'Cancel the visit' }))
    await expect.poll(() => closed).toBe(1)
    const refused = await renderPart(
      <CancelForm visit={paid as unknown as VisitDetails} close={() => (closed += 1)} />,
      {
        answers: { 'visit-cancel-quote': quote },
      },
    )
    await refused.user.click(
      within(refused.container).getByRole('button', { name: 'Cancel the visit' }),
    )
    await refused.findByRole('alert')
    expect(closed).toBe(1)
  })

  it('of an unpaid visit offers no refund [DAY-09]', async () => {
    const { queryAllByRole } = await rendered(unpaid)
    expect(queryAllByRole('radio')).toEqual([])
  })
})
