// What is said of a patient wherever one is shown, in Chromium: in the panel of a visit, the
// booking form, the queue and the record.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { book, type Json, slotTimes } from '../../support/clinic/harness.ts'
import { startShift, tokenBody } from '../../support/clinic/queue-clinic.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210', dob: '1990-01-08' }
const fact = (page: Page, name: string) =>
  page
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${name}") + dd`))
    .first()

it('is the same in the panel, the form, the queue and the record: age, phone, last and next visit, balance and the way to a booking [DAY-02]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const operate = (name: string, input: Json) =>
    harness.operate(name, { workspace: clinic.name, ...input })
  const first = (
    await book(clinic, { patientPayload: meera, ...slotTimes('09:00', 15, '2030-01-04') })
  ).json.appointment
  const { patientId } = first
  const next = (
    await book(clinic, {
      patientPayload: undefined,
      patientId,
      ...slotTimes('10:00', 15, '2030-01-08'),
    })
  ).json.appointment
  await harness.sql("update appointments set status = 'COMPLETED' where id = $1", [first.id])
  await operate('visit-pay', { id: next.id, method: 'CASH', amount: 150 })
  await harness.moveTo('2030-01-07T06:00:00Z')
  await startShift(harness, clinic)
  const token = await clinic.post(
    '/v1/qms-appointments/immediate/book',
    tokenBody(clinic, {
      patientPayload: undefined,
      patientId,
      paymentStatus: 'UNPAID',
      appointmentDate: '2030-01-07',
    }),
  )
  expect(token.status, token.text).toBe(201)

  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `day?date=2030-01-08&visit=${next.id}`,
  )
  const panel = page.getByRole('complementary', { name: 'Visit' })
  await panel.getByText('39 years').waitFor()
  expect(await panel.getByRole('link', { name: '+919876543210' }).getAttribute('href')).toBe(
    'tel:+919876543210',
  )
  await expect
    .poll(() => fact(page, 'Last visit').textContent())
    .toMatch(/^4 Jan 2030, 09:00 · .*Asha Rao/)
  // The token of today comes before the visit in the panel. Owed are the completed visit, the
  // token, and the rest of this visit.
  await expect.poll(() => fact(page, 'Next visit').textContent()).toMatch(/^7 Jan 2030 · /)
  await expect.poll(() => fact(page, 'Balance due').textContent()).toMatch(/^INR.1,150\.00$/)
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'head-visit')

  // From there the next one is booked, for the same patient.
  await panel.getByRole('link', { name: 'New visit: Meera Iyer' }).click()
  const form = page.getByRole('complementary', { name: 'New visit' })
  await form.getByText('39 years').waitFor()
  await expect
    .poll(() => fact(page, 'Next visit').textContent())
    .toMatch(/^7 Jan 2030 · .*Meera Shah/)
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'head-form')

  await page.goto(page.url().replace(/day\?.*/, `patients/${patientId}`))
  const record = page.getByRole('region', { name: 'Meera Iyer' }).last()
  await record.getByText('39 years').waitFor()
  await record.getByRole('link', { name: /^4 Jan 2030, 09:00/ }).click()
  await panel.getByRole('heading', { name: 'Meera Iyer' }).waitFor()

  await page.goto(page.url().replace(/day\?.*/, 'line?date=2030-01-07'))
  await page.getByRole('button', { name: /A-1 Meera Iyer/ }).click()
  await page.getByText('39 years').waitFor()
  await expect.poll(() => fact(page, 'Last visit').textContent()).toMatch(/^4 Jan 2030, 09:00/)
  await saveScreenshot(page, 'head-line')
  expect(complaints).toEqual([])
  await page.context().close()
})

it('shows the alert of a patient first, set in the panel and seen in the record, also in the dark [DAY-02] [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id, patientId } = (
    await book(clinic, { patientPayload: meera, ...slotTimes('09:00', 15, '2030-01-09') })
  ).json.appointment
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `day?date=2030-01-09&visit=${id}`,
  )
  const panel = page.getByRole('complementary', { name: 'Visit' })
  await panel.getByRole('button', { name: 'Alert …' }).click()
  await panel.getByLabel('Alert', { exact: true }).last().fill('Allergic to penicillin')
  await panel.getByRole('button', { name: 'Save the alert' }).click()
  await panel.getByText('Allergic to penicillin').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page), colorScheme).toEqual([])
    await saveScreenshot(page, `alert-${colorScheme}`)
  }
  await page.goto(page.url().replace(/day\?.*/, `patients/${patientId}`))
  await page
    .getByRole('region', { name: 'Meera Iyer' })
    .last()
    .getByText('Allergic to penicillin')
    .waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

it('says how the patient has to book, why and since when, and how often they did not come [RULE-07]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { patientId, id } = (
    await book(clinic, { patientPayload: meera, ...slotTimes('10:00', 15, '2030-01-14') })
  ).json.appointment
  await harness.sql("update appointments set status = 'NO_SHOW' where id = $1", [id])
  const { page, complaints } = await openDesk(harness, browser, clinic)
  await page.goto(page.url().replace(/day\?.*/, `patients/${patientId}`))
  await page.getByRole('button', { name: 'Booking …' }).click()
  const form = page.getByRole('form', { name: 'Booking' })
  await form.getByLabel('Booking').selectOption('By phone only')
  const save = form.getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)
  await form.getByLabel('Reason').fill('Asked for it')
  await save.click()
  await page.getByText(/By phone only: Asked for it, Nina Roy, since/).waitFor()
  expect(await fact(page, 'Absences').textContent()).toBe('1')
  await saveScreenshot(page, 'booking-rule')
  expect(await accessibilityProblems(page)).toEqual([])
  // Everyone sees it where a visit is shown.
  await page.goto(page.url().replace(/patients\/.*/, `day?date=2030-01-14&visit=${id}`))
  await page
    .getByRole('complementary', { name: 'Visit' })
    .getByText(/By phone only/)
    .waitFor()
  expect(complaints).toEqual([])
})
