import { expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'

const house = await openHarness()
const find = async (clinic: Clinic, query: string): Promise<Json[]> =>
  house.operate('visit-find', { workspace: clinic.name, query })
const ids = async (clinic: Clinic, query: string) => (await find(clinic, query)).map(({ id }) => id)

it('a visit is found by its reference, however long ago, and by its patient from yesterday on, in its own clinic, and audited [DASH-21]', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
  const first = (await book(clinic, { patientPayload: meera })).json.appointment
  const second = (await book(clinic, { patientPayload: meera, ...slotTimes('09:30') })).json
    .appointment
  const arjun = (
    await book(clinic, { patientPayload: { ...meera, firstName: 'Arjun' }, ...slotTimes('09:15') })
  ).json.appointment
  const elsewhere = (await book(other, { patientPayload: meera })).json.appointment
  expect(await ids(clinic, ` ${first.bookingReference.toLowerCase()} `)).toEqual([first.id])
  expect(await ids(clinic, elsewhere.bookingReference)).toEqual([])
  expect(await ids(clinic, '43210')).toEqual([first.id, arjun.id, second.id])
  expect(await ids(clinic, 'meera')).toEqual([first.id, second.id])
  expect(await ids(clinic, first.bookingReference.slice(0, -1))).toEqual([])
  const [entry] = await house.operate('audit-show', {
    workspace: clinic.name,
    patientId: arjun.patientId,
    limit: 1,
  })
  expect(entry).toMatchObject({ action: 'READ', by: 'operator tester' })
  await house.moveTo('2030-01-08T03:50:00Z')
  expect(await ids(clinic, 'meera')).toEqual([second.id])
  expect(await ids(clinic, first.bookingReference)).toEqual([first.id])
})
