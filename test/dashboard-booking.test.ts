// A visit that is booked at the desk as a follow-up, with a pack, at another length, at a discount, through the screen, in Chromium.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { ClinicFile } from '../src/clinic-file/clinic-file.ts'
import { book, type Clinic, type Json, slotAt } from './support/clinic/harness.ts'
import { accessibilityProblems } from './support/screens/browser.ts'
import { clinicWithDesk, openDesk } from './support/screens/dashboard-desk.ts'
import { look, openDashboard } from './support/screens/screen.ts'

const { house, browser } = await openDashboard()

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const form = (page: Page) => page.getByRole('complementary', { name: 'New visit' })
const price = (page: Page) => form(page).getByRole('status').filter({ hasText: 'Price' })

function withPacks(file: ClinicFile) {
  file.sessionPacks = { ten: { displayName: 'Ten visits', sessions: 10, validityDays: 180, currency: 'INR', price: 4000, familyBooking: true } }
  file.workspace.paymentMethods = ['INSURANCE']
}

/** Opens a free time of the Monday of the tests and chooses Meera. */
async function openFor(clinic: Clinic, clock: string) {
  const desk = await openDesk(house, browser, clinic)
  await desk.page
    .getByRole('gridcell', { name: `${clock}, free` })
    .first()
    .click()
  await form(desk.page).getByRole('combobox', { name: 'Patient' }).fill('meera')
  await form(desk.page)
    .getByRole('option', { name: /Meera Iyer/ })
    .click()
  return desk
}

const bookIt = async (page: Page) => {
  await form(page).getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByRole('complementary', { name: 'Visit' }).getByRole('heading', { name: 'Meera Iyer' }).waitFor()
}

/** The last visit of the clinic, as it was booked. */
async function lastOf({ workspaceId }: Clinic): Promise<Json> {
  const [row] = await house.sql(
    `select a.follow_up, a.charge_minor::int as charge, a.discount_minor::int as discount, a.discount_reason as reason, a.room_id::int as room, a.patient_package_id::int as pack,
       extract(epoch from a.to_at - a.from_at)::int / 60 as minutes, a.payment_status as status, a.payment_mode as mode
     from appointments a where a.workspace_id = $1 order by a.id desc limit 1`,
    [workspaceId],
  )
  return row
}

it('costs what a follow-up costs once it is booked as one, and says so before [DAY-04]', async () => {
  const clinic = await clinicWithDesk(house, withPacks)
  const { id } = (await book(clinic, { patientPayload: meera, ...slotAt('09:00', 15, '2030-01-04') })).json.appointment
  await house.sql("update appointments set status = 'COMPLETED' where id = $1", [id])
  const { page, complaints } = await openFor(clinic, '10:00')
  await price(page).getByText('500.00').waitFor()
  await form(page).getByRole('radio', { name: 'A follow-up' }).check()
  await price(page).getByText('200.00').waitFor()
  await price(page).getByText('The price of a follow-up.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await look(page, 'booking-follow-up')
  await bookIt(page)
  expect(await lastOf(clinic)).toMatchObject({ follow_up: true, charge: 20_000, pack: null, status: 'UNPAID' })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is paid by a pack of the patient, which says how many sessions are then left, or buys one [DAY-04] [DAY-05]', async () => {
  const clinic = await clinicWithDesk(house, withPacks)
  const { patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
  const { id: pack } = await house.operate('packs-grant', { workspace: clinic.name, patientId, pack: 'ten' })
  const { page, complaints } = await openFor(clinic, '10:00')
  await form(page).getByRole('radio', { name: 'Buy Ten visits, 10 sessions' }).check()
  await price(page).getByText('4,000.00').waitFor()
  await form(page)
    .getByRole('radio', { name: /^From Ten visits: 10 left, until/ })
    .check()
  await price(page).getByText('Paid by Ten visits, of which 9 are then left.').waitFor()
  await price(page).getByText('0.00').waitFor()
  expect(await form(page).getByLabel('Payment').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await bookIt(page)
  expect(await lastOf(clinic)).toMatchObject({ pack, charge: 0 })
  expect(await house.sql('select cause, sessions from pack_movements where patient_pack_id = $1', [pack])).toContainEqual({ cause: 'USED', sessions: -1 })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is begun from a record for its patient, and from a completed visit for the next one with its practitioner [DAY-03]', async () => {
  const clinic = await clinicWithDesk(house)
  const { id, patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
  await house.call('PATCH', `/v1/appointments/${id}/status`, { key: clinic.key, body: { status: 'COMPLETED' } })
  const { page, complaints } = await openDesk(house, browser, clinic, `patients/${patientId}`, undefined, undefined, /Meera/)
  await page.getByRole('link', { name: 'New visit' }).click()
  await form(page).getByText('Meera Iyer').waitFor()
  // The patient can still be another one.
  await form(page).getByRole('button', { name: 'Another patient' }).click()
  await form(page).getByRole('combobox', { name: 'Patient' }).waitFor()
  await page.goto(page.url().replace(/day\?.*/, `day?date=2030-01-07&visit=${id}`))
  await page.getByRole('link', { name: 'Next visit …' }).click()
  await form(page).getByText('Meera Iyer').waitFor()
  // The next free times of the practitioner, on whatever day; today is the first.
  await form(page).getByRole('button', { name: 'Tue 1 Jan · 09:15' }).click()
  await price(page).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await bookIt(page)
  expect(
    await house.sql('select count(*)::int as visits, count(distinct patient_id)::int as patients from appointments where workspace_id = $1', [
      clinic.workspaceId,
    ]),
  ).toEqual([{ visits: 2, patients: 1 }])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('has the chosen length, room, discount with its reason and a method of the location; a time that does not fit the length leads to others [DAY-04] [DAY-05] [DAY-06]', async () => {
  const clinic = await clinicWithDesk(house, withPacks)
  await book(clinic, { patientPayload: meera })
  const { page, complaints } = await openFor(clinic, '10:15')
  await form(page).getByLabel('Length').selectOption('30 min')
  await form(page).getByRole('alert').waitFor()
  await form(page)
    .getByRole('button', { name: /· 10:30$/ })
    .click()
  await form(page).getByText('10:30–11:00').waitFor()
  await price(page).getByText('900.00').waitFor()
  await form(page).getByLabel('Room').selectOption('room-1')
  await form(page).getByRole('button', { name: 'Discount …' }).click()
  await page.keyboard.type('50')
  const submit = form(page).getByRole('button', { name: 'Book', exact: true })
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await form(page).getByLabel('Discount reason').fill('Staff family')
  await price(page).getByText('850.00').waitFor()
  await price(page)
    .getByText(/900\.00 less INR.50\.00\./)
    .waitFor()
  expect(await form(page).getByLabel('Payment').locator('option').allTextContents()).toEqual([
    'Later, at the clinic',
    'Cash',
    'Card',
    'UPI',
    'Bank transfer',
    'INSURANCE',
    'Other',
  ])
  await form(page).getByLabel('Payment').selectOption('INSURANCE')
  expect(await accessibilityProblems(page)).toEqual([])
  await look(page, 'booking-terms')
  await bookIt(page)
  expect(await lastOf(clinic)).toEqual({
    ...{ follow_up: false, charge: 90_000, discount: 5_000, reason: 'Staff family', room: clinic.id('room', 'jaipur/room-1'), pack: null },
    ...{ minutes: 30, status: 'PAID', mode: 'INSURANCE' },
  })
  expect(complaints).toEqual([])
  await page.context().close()
})
