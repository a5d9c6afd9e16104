// A practitioner who runs late, through the screen in Chromium.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { words as ar } from '../../../words/ar/dashboard.ts'
import { en } from '../../../words/en/dashboard.ts'
import { book, slotTimes } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
} from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const today = 'day?date=2030-01-01'
const panel = (page: Page) => page.getByRole('complementary', { name: 'Running late' })

it('a late practitioner is shown in the day and at every desk, changed and ended; patients with upcoming visits are notified once [DAY-12] [DASH-16]', async () => {
  const clinic = await createClinicWithDesk(harness, (file) => {
    file.workspace.notices = { late: true }
  })
  for (const [clock, firstName] of Object.entries({ '09:00': 'Meera', '09:30': 'Tara' }))
    await book(clinic, {
      patientPayload: { firstName, email: `${firstName}@example.org` },
      ...slotTimes(clock, 15, '2030-01-01'),
    })
  const { page, complaints } = await openDesk(harness, browser, clinic, today)
  const other = await openDesk(harness, browser, clinic, today)
  const head = (desk: Page, name: string) => desk.getByRole('rowheader').getByRole('link', { name })
  await head(page, 'on time, Dr Asha Rao').click()
  await panel(page).getByLabel('Minutes').fill('20')
  expect(await accessibilityProblems(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Tell patients' }).click()
  await panel(page).getByText('2 patients are being told.').waitFor()
  await head(other.page, '20 min late, Dr Asha Rao').waitFor()
  await expect
    .poll(
      async () =>
        (await harness.operate('notices-list', { workspace: clinic.name, state: 'SENT' })).length,
    )
    .toBe(2)
  await panel(page).getByRole('button', { name: 'Tell patients' }).click()
  await panel(page)
    .getByText(/^No message is sent to the 2 patients still to come/)
    .waitFor()
  await panel(page).getByLabel('Minutes').fill('30')
  await panel(page).getByLabel('Minutes').press('Enter')
  await panel(page).getByText('2 patients are being told.').waitFor()
  await head(other.page, '30 min late, Dr Asha Rao').press('Enter')
  await panel(other.page).getByRole('button', { name: 'On time again' }).click()
  await head(page, 'on time, Dr Asha Rao').waitFor()
  // No visit has moved, and other days show no lateness.
  await page.getByRole('gridcell', { name: /09:30 Tara/ }).waitFor()
  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByRole('heading', { level: 1, name: /2 January/ }).waitFor()
  expect(await page.getByRole('rowheader').getByRole('link', { name: 'on time' }).count()).toBe(0)
  // A week shows it on today's date.
  await page.goto(
    `${harness.application.publicUrl()}/dashboard/${clinic.name}/week?date=2030-01-01&doctor=${clinic.id('practitioner', 'asha-rao')}`,
  )
  await head(page, 'on time, Dr Asha Rao').click()
  await panel(page).getByLabel('Minutes').fill('45')
  await panel(page).getByRole('button', { name: 'Tell patients' }).click()
  await head(page, '45 min late, Dr Asha Rao').waitFor()
  await panel(page).getByRole('button', { name: 'On time again' }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
  await other.page.context().close()
})

it('lateness fits every screen, in either direction and in the dark [DAY-12] [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const place = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  await harness.operate('doctor-late', { workspace: clinic.name, ...place, minutes: 25 })
  for (const looks of groupByLanguage(allLooks)) {
    const [[, options]] = looks
    const { page } = await openDesk(harness, browser, clinic, today, options)
    const words = options.locale === 'ar' ? ar : en
    const check = (what: string) => expectInEachLook(page, looks, `late-${what}`)
    const lateLink = page.getByRole('link', { name: words.late.by(25) })
    await lateLink.waitFor()
    await check('day')
    await lateLink.click()
    await page
      .getByRole('complementary', { name: words.late.title })
      .getByRole('button', { name: words.late.end })
      .waitFor()
    await check('panel')
    await page.context().close()
  }
})
