// The screens of patients through Chromium, by roles and labels: searching, one record with all its parts, its change, its packs and its end.

import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, openBrowser } from './browser.ts'
import { buildDashboard } from './built.ts'
import { clinicWithDesk, openDesk } from './dashboard-desk.ts'
import { book, type Clinic, type Json, openHouse, slotAt } from './harness.ts'
import { tokenBody } from './queue-clinic.ts'

buildDashboard()
const house = await openHouse()
house.application.listensAt(await house.door.listen({ host: '127.0.0.1', port: 0 }))
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const looked = process.env.SCREENSHOTS
if (looked) mkdirSync(looked, { recursive: true })
async function look(page: Page, name: string) {
  if (!looked) return
  // The screen scrolls in itself: for a picture of all of it the window is as long as that.
  const { width = 1400, height = 900 } = page.viewportSize() ?? {}
  const whole = Number(await page.evaluate('document.querySelector("#content section").scrollHeight + 60'))
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  await page.screenshot({ path: `${looked}/${name}.png` })
  await page.setViewportSize({ width, height })
}
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const title = 'Meera Iyer'
const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210', email: 'meera@example.org', dob: '1990-04-12', gender: 'female' }
const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> => house.operate(name, { workspace: clinic.name, ...input })
const boss = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const deskClinic = (change: Parameters<typeof clinicWithDesk>[1] = () => {}) =>
  clinicWithDesk(house, (file) => {
    file.sessionPacks = { ten: { displayName: 'Ten visits', sessions: 10, validityDays: 180, currency: 'INR', price: 4000, familyBooking: true } }
    change(file)
  })

/** Meera, with a brother on her phone, visits to come and past, a token, a used pack, a payment with its receipt. */
async function someone(clinic: Clinic) {
  const visit = (await book(clinic, { patientPayload: meera, ...slotAt('09:00'), paymentStatus: 'UNPAID' })).json.appointment
  const { patientId } = visit
  await book(clinic, { patientPayload: { firstName: 'Arjun', lastName: 'Iyer', phoneNumber: '9876543210', dob: '2015-01-02' }, ...slotAt('09:15') })
  const again = { patientPayload: undefined, patientId }
  const gone = (await book(clinic, { ...again, ...slotAt('09:30') })).json.appointment
  await operate(clinic, 'visit-cancel', { id: gone.id })
  await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, again))
  const { id: packId } = await operate(clinic, 'packs-sell', { patientId, pack: 'ten', addressId: clinic.id('location', 'jaipur'), paidBy: 'CASH' })
  await book(clinic, { ...again, ...slotAt('10:00'), bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: packId, consultationCharge: undefined })
  const payment = await operate(clinic, 'visit-pay', { id: visit.id, method: 'CARD', member: clinic.id('staff', 'nina-roy') })
  await operate(clinic, 'receipt-give', { deskPaymentId: payment.id })
  return { patientId, visit, packId, payment }
}

describe('the page of a patient', () => {
  it('shows the record, the family, visits, packs with movements, payments, messages and who looked [TILL-01]', async () => {
    const clinic = await deskClinic()
    const { patientId } = await someone(clinic)
    const { page, complaints } = await openDesk(house, browser, clinic, `patients/${patientId}`, {}, boss(clinic), title)
    const record = region(page, 'Record')
    for (const text of ['+919876543210', 'meera@example.org', '12 Apr 1990', 'female']) await record.getByText(text).waitFor()
    await region(page, 'On the same phone').getByRole('link', { name: 'Arjun Iyer' }).waitFor()
    expect(await region(page, 'To come').getByRole('listitem').count()).toBe(3)
    await region(page, 'To come').getByText('Token A-1').waitFor()
    await region(page, 'Past and cancelled').getByRole('listitem').filter({ hasText: 'Cancelled' }).waitFor()
    const pack = page.getByRole('article', { name: 'Ten visits' })
    await pack.getByText('9 of 10 sessions left').first().waitFor()
    await pack.getByText('1 movement').click()
    await pack.getByText('Used').waitFor()
    const payments = region(page, 'Payments and receipts')
    await payments.getByText('Card').waitFor()
    await payments.getByRole('link', { name: /^Receipt \d+-2030-000001$/ }).waitFor()
    await region(page, 'Who looked and who changed').getByText('you').first().waitFor()
    await region(page, 'Messages sent').waitFor()
    await look(page, 'patient-1400')
    expect(await accessibilityProblems(page)).toEqual([])
    // Neither the address nor the title names anybody.
    for (const said of [page.url(), await page.title()]) expect(said).not.toMatch(/meera|iyer|98765/i)
    await region(page, 'To come').getByRole('link').first().click()
    await page.getByRole('complementary', { name: 'Visit' }).getByRole('link', { name: 'Open the record' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  }, 120_000)
})
