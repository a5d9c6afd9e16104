// Leaving a form with what was typed, in Chromium: by a click elsewhere, Back, Escape and a reload.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { book, slotTimes } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const typed = 'Allergic to penicillin'
const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' })
const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes' })
const visit = (page: Page, name: RegExp) => page.getByRole('gridcell', { name })

async function openNotes() {
  const clinic = await createClinicWithDesk(harness)
  for (const [clock, firstName] of Object.entries({ '09:00': 'Meera', '09:30': 'Tara' }))
    await book(clinic, {
      patientPayload: { firstName },
      ...slotTimes(clock, 15, '2030-01-07'),
    })
  const desk = await openDesk(harness, browser, clinic, 'day?date=2030-01-07')
  const { page } = desk
  await visit(page, /09:00 Meera/).click()
  await page.getByRole('button', { name: 'Edit notes' }).click()
  await notes(page).fill(typed)
  return desk
}

it('a form asks before it is left, and keeps what was typed [DASH-17]', async () => {
  const { page, complaints } = await openNotes()
  const ways: Record<string, () => Promise<unknown>> = {
    'another visit': () => visit(page, /09:30 Tara/).click(),
    'another day': () => page.getByRole('button', { name: 'Next day' }).click(),
    'another screen': () => page.getByRole('link', { name: 'Patients' }).click(),
    Back: () => page.evaluate('history.back()'),
    'the panel closed': () =>
      page.getByRole('complementary').getByRole('button', { name: 'Close' }).click(),
    async Escape() {
      await notes(page).press('Escape')
      await page.keyboard.press('Escape')
    },
  }
  for (const [way, leave] of Object.entries(ways)) {
    await leave()
    await question(page).waitFor()
    if (way === 'another visit') {
      expect(await accessibilityProblems(page)).toEqual([])
      await saveScreenshot(page, 'unsaved')
    }
    // Enter changes nothing.
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'detached' })
    expect([way, await notes(page).inputValue()]).toEqual([way, typed])
  }
  // Another view of the day beside the same form leaves it as it is.
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('grid').waitFor({ state: 'detached' })
  expect(await notes(page).inputValue()).toBe(typed)
  await page.getByRole('link', { name: 'Patients' }).click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Patients' }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

it('the browser asks before a reload, and keeps nothing of a patient [DASH-17]', async () => {
  const { page, complaints } = await openNotes()
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  // A reload that is dismissed never ends.
  void page.reload({ timeout: 0 }).catch(() => {})
  await expect.poll(() => asked).toEqual(['beforeunload'])
  expect(await notes(page).inputValue()).toBe(typed)
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain('penicillin')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(typed).waitFor()
  await page.getByRole('link', { name: 'Patients' }).click()
  await page.getByRole('heading', { level: 1, name: 'Patients' }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})
