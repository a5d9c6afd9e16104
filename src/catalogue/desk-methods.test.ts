import { expect, it } from 'vitest'
import { openHouse } from '../../test/support/clinic/harness.ts'

it('offers at each desk what is paid with there, and the methods of the clinic [DAY-05]', async () => {
  const house = await openHouse()
  const clinic = await house.clinic(({ workspace }) => Object.assign(workspace, { paymentMethods: ['INSURANCE'] }))
  const locations = await house.operate('location-list', { workspace: clinic.name })
  const methodsIn = (name: string) => locations.find(({ id }: { id: number }) => id === clinic.id('location', name)).paymentMethods
  expect(methodsIn('jaipur')).toEqual(['CASH', 'CARD', 'UPI', 'BANK_TRANSFER', 'INSURANCE', 'OTHER'])
  expect(methodsIn('berlin')).toEqual(['CASH', 'CARD', 'BANK_TRANSFER', 'INSURANCE', 'OTHER'])
})
