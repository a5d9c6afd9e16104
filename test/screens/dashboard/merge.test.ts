// Finding two records of one person, showing them side by side and merging them, in Chromium.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../../support/clinic/harness.ts'
import {
  countReadings,
  createMeera,
  createRecordClinic,
} from '../../support/clinic/patient-desk.ts'
import { reservationRequest } from '../../support/clinic/paying-clinic.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard, saveFullScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  harness.operate(name, { workspace: clinic.name, ...input })

/** The same person with a misspelt name and another phone, and a visit. */
async function twice(clinic: Clinic) {
  const { patientId } = await createMeera(harness, clinic)
  const other = {
    firstName: 'Mera',
    lastName: 'Iyer',
    phoneNumber: '9811111111',
    dob: '1990-04-12',
    bloodGroup: 'O+',
  }
  const booked = (await book(clinic, { patientPayload: other, ...slotTimes('11:00') })).json
    .appointment
  return { patientId, other: booked.patientId as number, visit: booked }
}

describe('a merge', () => {
  it('is suggested for similar records, shows what is kept, taken over and dropped, and opens the kept record, also from the old address [TILL-02]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId, other } = await twice(clinic)
    const { page, complaints } = await openDesk(
      harness,
      browser,
      clinic,
      `patients/${patientId}`,
      {},
      undefined,
      'Meera Iyer',
    )
    await button(page, 'Find another record …').click()
    await page
      .getByRole('list', { name: 'Records that may belong to this person' })
      .getByRole('link', { name: 'Mera Iyer' })
      .click()
    await heading(page, 'Merge two records').waitFor()
    const table = page.getByRole('table', { name: 'Both records' })
    await table.getByRole('row', { name: /^First name Meera Mera ?left behind$/ }).waitFor()
    await table.getByRole('row', { name: /^Blood group O\+ ?taken over O\+$/ }).waitFor()
    await region(page, 'What moves to the kept record').getByText('Visits: 1').waitFor()
    await saveFullScreenshot(page, 'merge-1400')
    expect(await accessibilityProblems(page)).toEqual([])
    // Looking changes nothing, and is audited once for each record.
    const before = await countReadings(harness, clinic, other)
    await operate(clinic, 'patient-edit', { id: patientId, gender: 'woman' })
    expect(await countReadings(harness, clinic, other)).toBe(before)
    expect((await operate(clinic, 'patient-show', { id: other })).patient.firstName).toBe('Mera')
    await page.getByLabel('Why they are the same person').fill('Same birth, new phone')
    await page.keyboard.press('Enter')
    await heading(page, 'Meera Iyer').waitFor()
    await region(page, 'Merged into this record').getByText('Same birth, new phone').waitFor()
    await region(page, 'Upcoming').getByRole('link', { name: /11:00/ }).waitFor()
    await region(page, 'Record').getByText('O+').waitFor()
    await saveFullScreenshot(page, 'merged-1400')
    await page.goto(`${harness.application.publicUrl()}/dashboard/${clinic.name}/patients/${other}`)
    await heading(page, 'Meera Iyer').waitFor()
    await page.waitForURL(new RegExp(`/patients/${patientId}$`))
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('is refused with an explanation while a patient may be paying, keeps the input, and fits a phone in dark mode and Arabic [TILL-02] [DASH-17]', async () => {
    const clinic = await createRecordClinic(harness, (file) => {
      file.workspace.paymentGateway = 'sandbox'
    })
    const { patientId, other } = await twice(clinic)
    const { path, body } = reservationRequest(clinic, 'visit', '11:15', {
      patientPayload: undefined,
      patientId: other,
    })
    await clinic.post(path, body)
    const options = { viewport: { width: 320, height: 700 }, colorScheme: 'dark' } as const
    const { page } = await openDesk(
      harness,
      browser,
      clinic,
      `patients/${patientId}/merge?other=${other}`,
      options,
      undefined,
      'Merge two records',
    )
    const refused = page.getByRole('alert').getByText(/^RECORD_HAS_OPEN_CHECKOUT · /)
    const field = page.getByLabel('Why they are the same person')
    await refused.or(field).first().waitFor()
    if (await field.count()) {
      await field.fill('One person')
      await button(page, 'Merge the records').click()
      await refused.waitFor()
      expect(await field.inputValue()).toBe('One person')
    }
    expect([await accessibilityProblems(page), await fitsWindow(page)]).toEqual([[], true])
    await saveFullScreenshot(page, 'merge-320-dark')
    expect((await operate(clinic, 'patient-show', { id: other })).patient.firstName).toBe('Mera')
    const arabic = await openDesk(
      harness,
      browser,
      clinic,
      `patients/${patientId}/merge?other=${other}`,
      { ...options, locale: 'ar' },
      undefined,
      'دمج سجلين',
    )
    await arabic.page.getByRole('table').waitFor()
    expect([await accessibilityProblems(arabic.page), await fitsWindow(arabic.page)]).toEqual([
      [],
      true,
    ])
    for (const opened of [page, arabic.page]) await opened.context().close()
  })
})
