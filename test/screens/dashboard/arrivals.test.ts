// Patients who arrive, in Chromium: one click or key each.

import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { book, slotTimes } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard } from '../../support/screens/screen.ts'
import { blockOperation } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()
beforeAll(async () => {
  // 09:00 at the clinic.
  await harness.moveTo('2030-01-07T03:30:00Z')
})

const cell = (page: Page, name: RegExp) => page.getByRole('gridcell', { name })

async function morning() {
  const clinic = await createClinicWithDesk(harness)
  for (const [clock, firstName] of Object.entries({
    '09:15': 'Meera',
    '09:45': 'Tara',
    '11:00': 'Arjun',
  }))
    expect(
      (await book(clinic, { patientPayload: { firstName }, ...slotTimes(clock) })).status,
    ).toBe(201)
  const arrived = async () =>
    (
      await harness.sql(
        `select p.first_name from appointments a join patients p on p.workspace_id = a.workspace_id and p.id = a.patient_id
         where a.workspace_id = $1 and a.arrived_at is not null order by a.from_at`,
        [clinic.workspaceId],
      )
    ).map(({ first_name }) => first_name)
  return { clinic, arrived }
}

it('an arrival is one click in the grid or one key, for patients expected within the hour, and can be undone [DAY-17] [DASH-19]', async () => {
  const { clinic, arrived } = await morning()
  const { page, complaints } = await openDesk(harness, browser, clinic)
  await cell(page, /Meera/).getByTitle('Arrived').click()
  await page.getByRole('status').filter({ hasText: 'Meera has arrived.' }).waitFor()
  await cell(page, /Meera.*Arrived/).waitFor()
  // The click opened nothing; a patient expected in two hours cannot be marked yet.
  expect(await page.getByRole('complementary').count()).toBe(0)
  expect(await page.getByTitle('Arrived').count()).toBe(1)
  expect(await accessibilityProblems(page)).toEqual([])
  await cell(page, /Arjun/).focus()
  await page.keyboard.press('a')
  await cell(page, /Tara/).focus()
  await page.keyboard.press('Control+a')
  expect(await arrived()).toEqual(['Meera'])
  await page.keyboard.press('a')
  await cell(page, /Tara.*Arrived/).waitFor()
  expect(await arrived()).toEqual(['Meera', 'Tara'])
  await page.getByRole('status').filter({ hasText: 'Tara has arrived.' }).waitFor()
  await page.keyboard.press('u')
  await expect.poll(arrived).toEqual(['Meera'])
  await page.getByRole('status').filter({ hasText: 'Undone: Tara has arrived.' }).waitFor()
  await page.getByTitle('Arrived').waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

it('an arrival is one tap in the list of a phone, and is refused with an explanation when the visit was cancelled in the meantime [DAY-17]', async () => {
  const { clinic, arrived } = await morning()
  const { page } = await openDesk(harness, browser, clinic, undefined, {
    viewport: { width: 320, height: 700 },
    colorScheme: 'dark',
  })
  const row = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name })
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await fitsWindow(page)).toBe(true)
  await row(/Meera/).getByRole('button', { name: 'Arrived', exact: true }).click()
  await row(/Meera/).getByText('Arrived').waitFor()
  expect(await row(/Arjun/).getByRole('button', { name: 'Arrived', exact: true }).count()).toBe(0)
  // The page does not know of the cancellation until it sends.
  await blockOperation(page, 'day-show')
  const [{ id }] = await harness.sql(
    "select id::int from appointments where workspace_id = $1 and from_at = '2030-01-07T04:15:00Z'",
    [clinic.workspaceId],
  )
  await harness.operate('visit-cancel', { workspace: clinic.name, id })
  await row(/Tara/).getByRole('button', { name: 'Arrived', exact: true }).click()
  await page.getByRole('alert').waitFor()
  expect(await arrived()).toEqual(['Meera'])
  await page.context().close()
})
