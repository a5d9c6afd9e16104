import { expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { listDeskPaymentMethods } from './desk-methods.ts'

it('offers at each desk what is paid with there, and the methods of the clinic [DAY-05]', async () => {
  const house = await openHarness()
  const clinic = await house.clinic(({ workspace }) =>
    Object.assign(workspace, { paymentMethods: ['INSURANCE'] }),
  )
  const locations = await house.operate('location-list', { workspace: clinic.name })
  const methodsIn = (name: string) =>
    locations.find(({ id }: { id: number }) => id === clinic.id('location', name)).paymentMethods
  expect(methodsIn('jaipur')).toEqual([
    'CASH',
    'CARD',
    'UPI',
    'BANK_TRANSFER',
    'INSURANCE',
    'OTHER',
  ])
  expect(methodsIn('berlin')).toEqual(['CASH', 'CARD', 'BANK_TRANSFER', 'INSURANCE', 'OTHER'])
})

it('offers UPI where prices are in rupees, and elsewhere only if the clinic names it [DAY-05]', () => {
  const offersUpi = (currency: string, paymentMethods: string[] = []) =>
    listDeskPaymentMethods({ paymentMethods }, { currency }).includes('UPI')
  expect(['INR', 'EUR', 'USD', 'AED', 'JPY'].filter((currency) => offersUpi(currency))).toEqual([
    'INR',
  ])
  expect(offersUpi('AED', ['UPI'])).toBe(true)
  expect(listDeskPaymentMethods({ paymentMethods: ['UPI', 'CASH'] }, { currency: 'INR' })).toEqual([
    'CASH',
    'CARD',
    'UPI',
    'BANK_TRANSFER',
    'OTHER',
  ])
})
