import { describe, expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { CorrectPackForm } from './pack-forms.tsx'
import { SellPackForm } from './sell-form.tsx'

const close = () => {}
const pack = {
  name: 'ten',
  sessionPackName: 'Ten',
  totalSessions: 10,
  validityDays: 90,
  amount: 4000.5,
  currency: 'INR',
}
const answers = {
  'packs-correct': {},
  'packs-sell': {},
  'packs-grant': {},
  'till-list': [{ addressId: 3, city: 'Pune' }],
  'location-list': [{ id: 3, paymentMethods: ['CASH', 'OTHER'] }],
  'packs-offered': [pack],
}

describe('a correction of a pack', () => {
  it.each([
    ['-3', -3],
    ['1.5', 1.5],
    ['12', 12],
  ])(
    'of %s sessions is sent as it was typed; the service refuses fractions [TILL-04]',
    async (typed, sessions) => {
      const { user, changes, getByLabelText, getByRole } = await renderPart(
        <CorrectPackForm id={7} close={close} />,
        { answers },
      )
      const field = getByLabelText(/Sessions/)
      await user.clear(field)
      await user.type(field, typed)
      expect(getByRole('button', { name: /^(Save|Correct)/ })).toHaveProperty('disabled', true)
      await user.type(getByLabelText(/Reason/), ' miscounted ')
      await user.click(getByRole('button', { name: /^(Save|Correct)/ }))
      await expect
        .poll(changes)
        .toMatchObject([
          { operation: 'packs-correct', input: { id: 7, sessions, reason: 'miscounted' } },
        ])
    },
  )
})

describe('the sale of a pack', () => {
  it.each([
    [
      'CASH',
      'packs-sell',
      { patientId: 9, pack: 'ten', addressId: 3, paidBy: 'CASH' },
      /INR.4,000\.50/,
    ],
    ['LATER', 'packs-sell', { patientId: 9, pack: 'ten', addressId: 3 }, /INR.4,000\.50/],
    ['GRANT', 'packs-grant', { patientId: 9, pack: 'ten', amount: 0 }, /INR.0\.00/],
  ])(
    'by %s is sent as that, at the price shown [TILL-04]',
    async (way, operation, input, price) => {
      const { user, changes, findByLabelText, getByRole, getByText } = await renderPart(
        <SellPackForm patientId={9} close={close} />,
        { answers },
      )
      await user.selectOptions(await findByLabelText('Payment'), way)
      getByText(price)
      await user.click(getByRole('button', { name: way === 'GRANT' ? /^Grant/ : /^Sell/ }))
      await expect
        .poll(() => changes().map((one) => [one.operation, one.input]))
        .toEqual([[operation, input]])
    },
  )
})
