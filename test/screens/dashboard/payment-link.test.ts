// A payment by a link, in Chromium: reception sends it, the patient pays on the page of the visit,
// and the desk sees it paid.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../../support/clinic/harness.ts'
import { readBooks } from '../../support/clinic/paying-clinic.ts'
import { findSentLink } from '../../support/clinic/sent-link.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  harness.operate(name, { workspace: clinic.name, ...input })
const money = (page: Page) => page.getByRole('region', { name: 'Money' })

async function clinicThatAsks() {
  const clinic = await createClinicWithDesk(harness, (file) => {
    const { workspace } = file
    file.sessionPacks = {
      ten: {
        displayName: 'Ten visits',
        sessions: 10,
        validityDays: 180,
        currency: 'INR',
        price: 4000,
      },
    }
    workspace.paymentGateway = 'sandbox'
    workspace.notices = { payment: true, packPayment: true }
  })
  const patientPayload = {
    firstName: 'Meera',
    lastName: 'Iyer',
    phoneNumber: '9876543210',
    email: 'meera@example.org',
  }
  return {
    clinic,
    id: (await book(clinic, { patientPayload, ...slotTimes('10:00') })).json.appointment
      .id as number,
  }
}

it('is sent by reception, paid by the patient on a phone, and shown as paid [MINE-02] [MINE-03] [DAY-05]', async () => {
  const { clinic, id } = await clinicThatAsks()
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `day?date=2030-01-07&visit=${id}`,
  )
  await money(page).getByRole('button', { name: 'Send a payment link' }).click()
  await money(page)
    .getByText(/A payment link was sent/)
    .waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'payment-link-desk')

  const phone = await (
    await browser.newContext({ viewport: { width: 320, height: 700 }, locale: 'en' })
  ).newPage()
  await phone.goto(await findSentLink(harness, clinic))
  await phone.getByRole('button', { name: /Pay .*500 online/ }).waitFor()
  expect([await accessibilityProblems(phone), await fitsWindow(phone)]).toEqual([[], true])
  await saveScreenshot(phone, 'payment-link-page')
  await phone.getByRole('button', { name: /Pay .*500 online/ }).click()
  await phone.waitForURL(/sandbox-gateway/)
  await money(page).getByText('The patient may be paying online at this moment.').waitFor()
  await phone.getByRole('button', { name: /^Pay/ }).first().click()
  await phone.waitForURL(/\/visit\/[0-9a-z]{26}$/)
  await phone.getByText(/500, paid/).waitFor()
  await saveScreenshot(phone, 'payment-link-paid')

  await money(page).getByText('Paid, Online', { exact: true }).waitFor()
  expect(await money(page).getByRole('button', { name: 'Send a payment link' }).count()).toBe(0)
  expect(await readBooks(harness, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
  expect(complaints).toEqual([])
  await phone.context().close()
  await page.context().close()
})

it('is left by the patient who is at the desk, and taken there [MINE-02] [DAY-05]', async () => {
  const { clinic, id } = await clinicThatAsks()
  await operate(clinic, 'payments-ask', { id })
  const phone = await (
    await browser.newContext({ viewport: { width: 320, height: 700 }, locale: 'en' })
  ).newPage()
  const link = await findSentLink(harness, clinic)
  await phone.goto(link)
  await phone.getByRole('button', { name: /Pay .*500 online/ }).click()
  await phone.waitForURL(/sandbox-gateway/)
  const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`)
  await saveScreenshot(page, 'payment-link-under-way')
  await money(page).getByRole('button', { name: 'Take the payment here instead' }).click()
  await money(page).getByRole('button', { name: 'Cash' }).click()
  await money(page).getByText('Paid, Cash').waitFor()
  await phone.goto(link)
  await phone.getByText(/500, paid/).waitFor()
  expect(await readBooks(harness, clinic)).toEqual({ gateway: 0, service: 0 })
  await phone.context().close()
  await page.context().close()
})

it('is sent from the record for a pack that was sold unpaid, which can be used once it is paid [MINE-02] [MINE-03] [TILL-04]', async () => {
  const { clinic, id } = await clinicThatAsks()
  const { patient } = await operate(clinic, 'visit-show', { id })
  await operate(clinic, 'packs-sell', {
    patientId: patient.id,
    pack: 'ten',
    addressId: clinic.id('location', 'jaipur'),
  })
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `patients/${patient.id}`,
    {},
    undefined,
    'Meera Iyer',
  )
  const pack = page.getByRole('article', { name: 'Ten visits' })
  await pack.getByRole('button', { name: 'Send a payment link' }).click()
  await pack.getByText(/A payment link was sent/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'payment-link-pack-desk')

  const phone = await (
    await browser.newContext({ viewport: { width: 320, height: 700 }, locale: 'en' })
  ).newPage()
  await phone.goto(await findSentLink(harness, clinic))
  await phone.getByRole('heading', { name: 'Ten visits' }).waitFor()
  expect([await accessibilityProblems(phone), await fitsWindow(phone)]).toEqual([[], true])
  await saveScreenshot(phone, 'payment-link-pack-page')
  await phone.getByRole('button', { name: /Pay .*4,000.* online/ }).click()
  await phone.waitForURL(/sandbox-gateway/)
  await pack.getByText('The patient may be paying online at this moment.').waitFor()
  await phone.getByRole('button', { name: /^Pay/ }).first().click()
  await phone.waitForURL(/\/visit\/[0-9a-z]{26}$/)
  await phone.getByText('Ready to use').waitFor()
  await saveScreenshot(phone, 'payment-link-pack-paid')

  await pack.getByText('Active').waitFor()
  expect(await pack.getByRole('button', { name: 'Send a payment link' }).count()).toBe(0)
  expect(complaints).toEqual([])
  await phone.context().close()
  await page.context().close()
})
