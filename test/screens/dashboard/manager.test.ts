// An hour of a clinic's manager, through the screen alone: a new practitioner, an absence, a fee, a
// key and its refused call, a new colleague.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { book, listSlots, slotTimes } from '../../support/clinic/harness.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function apply(page: Page) {
  await button(page, 'Preview the changes').click()
  await button(page, 'Apply').click()
  await region(page, 'Unsaved changes').waitFor({ state: 'detached' })
}

it('a manager adds a practitioner, an absence and a fee, finds out why a call was refused, and invites a colleague [SETUP-01] [SETUP-05] [SETUP-06] [SETUP-08]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, slotTimes('09:00', 15, '2030-01-09'))
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    'settings?section=practitioners',
    {},
    clinic.id('practitioner', 'asha-rao'),
    'Settings',
  )

  // A new practitioner with hours and a fee.
  await page.getByRole('form', { name: 'Add a practitioner' }).getByLabel('Name').fill('Lena Maier')
  await page.keyboard.press('Enter')
  await region(page, 'Lena Maier')
    .getByRole('textbox', { name: 'Specialization', exact: true })
    .fill('Dermatology')
  await button(page, 'Add: Jaipur').click()
  const practice = region(page, 'Works at these locations')
  await practice.getByRole('button', { name: 'Add hours: Monday' }).click()
  const hours = practice.getByRole('region', { name: 'Selected hours' })
  await hours.getByRole('textbox', { name: 'To' }).fill('12:00')
  await practice
    .getByRole('group', { name: 'Fees 1', exact: true })
    .getByLabel('Amount')
    .fill('700')
  await apply(page)

  // Asha is away on the ninth, when a patient is booked, and gets a higher fee.
  await page.getByRole('link', { name: 'Asha Rao' }).click()
  await practice
    .getByRole('group', { name: 'Fees 1', exact: true })
    .getByLabel('Amount')
    .fill('650')
  await practice.getByRole('button', { name: 'Add a row: Dates with other hours' }).click()
  await practice
    .getByRole('group', { name: 'Dates with other hours 3', exact: true })
    .getByLabel('Date')
    .fill('2030-01-09')
  await button(page, 'Preview the changes').click()
  await region(page, 'What will change')
    .getByText('1 upcoming visit is no longer in working hours')
    .waitFor()
  await region(page, 'What will change')
    .getByRole('link', { name: /9 Jan 2030 09:00/ })
    .waitFor()
  await button(page, 'Apply').click()
  await region(page, 'Unsaved changes').waitFor({ state: 'detached' })
  expect((await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-09')).json.slots).toEqual([])
  const monday = (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json
  expect(JSON.stringify(monday.plans)).toContain('650')
  const ids = await harness.operate('ids', { workspace: clinic.name })
  const ofLena = `addressId=${ids.location.jaipur}&doctorId=${ids.practitioner['lena-maier']}&appointmentDate=2030-01-07`
  expect((await clinic.get(`/v1/appointments/available-slots?${ofLena}`)).json.slots).toHaveLength(
    12,
  )

  // A colleague.
  await page.getByRole('link', { name: 'Staff and roles' }).click()
  await page.getByRole('form', { name: 'Add a staff member' }).getByLabel('Name').fill('Lea Kern')
  await page.keyboard.press('Enter')
  const lea = region(page, 'Lea Kern')
  await lea.getByRole('textbox', { name: 'E-mail', exact: true }).fill('lea@clinic.example')
  for (const [field, value] of [
    ['Roles', 'desk'],
    ['Locations', 'Jaipur'],
  ] as const) {
    await lea.getByRole('combobox', { name: field }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: value }).click()
    await page.keyboard.press('Escape')
  }
  await apply(page)
  await button(page, 'Make a link for the first sign-in').click()
  await page.getByText(/\/dashboard\/invitation#/).waitFor()

  // A key, and the reason why its call from another address is refused.
  await page.getByRole('link', { name: 'API keys' }).click()
  await button(page, 'Make a key').click()
  await page.getByLabel('Name').fill('Booking server')
  await button(page, 'Mine: 127.0.0.1').click()
  await button(page, 'Make the key').click()
  const once = page.getByRole('status', { name: 'This is the key. It is not shown again.' })
  const key = (await once.locator('pre').textContent()) ?? ''
  await button(page, 'I have saved it').click()
  expect((await harness.call('GET', '/v1/addresses', { key, from: '203.0.113.9' })).status).toBe(
    403,
  )
  await page.getByRole('link', { name: /^Booking server/ }).click()
  const refused = page
    .getByRole('list', { name: 'Last calls' })
    .getByRole('listitem')
    .filter({ hasText: '/v1/addresses' })
  await refused.locator('summary').click()
  await button(page, 'Add 203.0.113.9 to the key').click()
  await expect
    .poll(
      async () => (await harness.call('GET', '/v1/addresses', { key, from: '203.0.113.9' })).status,
    )
    .toBe(200)
  expect(complaints).toEqual([])
  await page.context().close()
})
