// "My visits" in a real browser: from the contact and its code to a form that is filled in.

import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../support/clinic/harness.ts'
import { tokenBody } from '../../support/clinic/queue-clinic.ts'
import { accessibilityProblems, openBrowser } from '../../support/screens/browser.ts'
import { allLooks, fitsWindow, saveScreenshot } from '../../support/screens/screen.ts'

const harness = await openHarness()
const base = await harness.door.listen({ host: '127.0.0.1', port: 0 })
harness.application.listensAt(base)
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

let families = 0
/** A clinic in which two people share a phone number, and have something of every kind. */
async function openFamilyClinic() {
  const phoneNumber = String(9_876_510_000 + ++families)
  const clinic = await harness.clinic((file: Json) => {
    file.workspace.bookingPage = { published: true, phone: '+91 141 400 0000' }
    file.workspace.notices = { offer: true }
    file.forms = {
      health: {
        title: 'Your health',
        questions: [{ key: 'allergies', kind: 'text', label: 'Allergies', required: true }],
      },
    }
    file.sessionPacks = {
      three: {
        displayName: 'Three visits',
        sessions: 3,
        validityDays: 60,
        currency: 'INR',
        price: 900,
      },
    }
  })
  const operate = (name: string, input: Json): Promise<Json> =>
    harness.operate(name, { workspace: clinic.name, ...input })
  const person = (firstName: string) => ({ firstName, lastName: 'Iyer', phoneNumber })
  const bookFor = async (firstName: string, clock: string) =>
    (await book(clinic, { patientPayload: person(firstName), ...slotTimes(clock) })).json
      .appointment
  const visit = await bookFor('Meera', '09:00')
  await operate('visit-cancel', { id: (await bookFor('Meera', '09:30')).id })
  await bookFor('Ravi', '09:15')
  await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, { patientPayload: person('Ravi') }),
  )
  const addressId = clinic.id('location', 'jaipur')
  const pack = await operate('packs-sell', {
    patientId: visit.patientId,
    pack: 'three',
    addressId,
    paidBy: 'CASH',
  })
  await operate('receipt-give', { patientPackageId: pack.id })
  const { id } = await operate('waiting-add', { addressId, patientPayload: person('Meera') })
  await operate('waiting-offer', {
    id,
    doctorId: clinic.id('practitioner', 'asha-rao'),
    fromDateTimeIso: '2030-01-07T11:00:00+05:30',
  })
  return { clinic, phoneNumber, visit }
}

async function open(clinic: Clinic, options: BrowserContextOptions = {}, path = 'my') {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  const page = await context.newPage()
  await page.goto(`${base}/${path}/${clinic.name}`)
  return page
}

/** The element's words in a language. */
const readWords = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../../../words/${language}/booking-page.json`, import.meta.url), 'utf8'),
  )

/** The code that was sent last. */
async function readCode(clinic: Clinic): Promise<string> {
  const codes = () => harness.operate('outbox-show', { workspace: clinic.name, limit: 10 })
  const find = async () => (await codes()).find(({ code }: Json) => code)?.code
  await expect.poll(find).toBeTruthy()
  return find()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const opening = (page: Page, name: RegExp) => page.getByRole('button', { name })

it('leads by keyboard from a contact and its code to a form that is filled in, and forgets it all [MINE-04] [FORM-02]', async () => {
  const { clinic, phoneNumber, visit } = await openFamilyClinic()
  const page = await open(clinic, {}, 'book')
  await page.getByRole('link', { name: 'My visits' }).click()
  await heading(page, 'Your phone number or e-mail address').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Phone number').fill(phoneNumber)
  await page.keyboard.press('Enter')
  await heading(page, 'Your code').waitFor()
  await page.keyboard.type(await readCode(clinic))
  await heading(page, 'Visits, packs and receipts').waitFor()

  // Each person with what is theirs; the clinic's time, whatever the browser's zone.
  const meera = page.getByRole('region', { name: 'Meera Iyer' })
  const ravi = page.getByRole('region', { name: 'Ravi Iyer' })
  await page.getByText('Times in Kolkata').waitFor()
  for (const name of [/^Mon, 7 Jan 2030, 9:00.*Dr Asha Rao/, /Three visits.*3 of 3/, /Receipt/])
    expect(await meera.getByRole('button', { name }).isVisible()).toBe(true)
  expect(await meera.getByRole('button', { name: /^Offered to you/ }).isVisible()).toBe(true)
  expect(await ravi.getByRole('button', { name: /Token A-\d+/ }).isVisible()).toBe(true)
  const cancelled = meera.getByRole('button', { name: /Cancelled/ })
  expect(await cancelled.isVisible()).toBe(false)
  await meera.getByText('Past visits').click()
  expect(await cancelled.isVisible()).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])

  // The visit's page, and back.
  await opening(page, /^Mon, 7 Jan 2030, 9:00/).click()
  await page.waitForURL(/\/visit\/[0-9a-z]{26}$/)
  await page.getByText(visit.bookingReference).waitFor()
  await page.goBack()
  await opening(page, /^Mon, 7 Jan 2030, 9:00/).click()
  await page.waitForURL(/\/visit\/[0-9a-z]{26}$/)
  await page.getByRole('link', { name: 'My visits' }).click()
  await heading(page, 'Visits, packs and receipts').waitFor()

  await meera.getByRole('button', { name: /^Your health/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/forms\/health$/)
  await page.getByLabel('Allergies').fill('None')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/\/forms$/)
  const [filled] = await harness.operate('patient-forms', {
    workspace: clinic.name,
    id: visit.patientId,
  })
  expect(filled).toMatchObject({ filledBy: 'PATIENT', answers: { allergies: 'None' } })
  await page.goto(`${base}/my/${clinic.name}`)
  await heading(page, 'Visits, packs and receipts').waitFor()
  expect(await meera.getByRole('button', { name: /^Your health/ }).count()).toBe(0)

  const readStorage = () =>
    page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')
  expect(await readStorage()).toContain(phoneNumber)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alert').filter({ hasText: 'You are signed out' }).waitFor()
  expect(await page.getByLabel('Phone number').inputValue()).toBe('')
  expect(await readStorage()).not.toContain(phoneNumber)
  await page.reload()
  await heading(page, 'Your phone number or e-mail address').waitFor()
  await page.context().close()
})

it.each(allLooks)('fits and is accessible: %s [MINE-04]', async (name, look) => {
  const { clinic, phoneNumber } = await openFamilyClinic()
  const words = readWords(look.locale ?? 'en')
  const page = await open(clinic, look)
  await heading(page, words.ownContact ?? '').waitFor()
  await saveScreenshot(page, `own visits contact ${name}`)
  await page.getByLabel(words.phone ?? '').fill(phoneNumber)
  await page.getByRole('button', { name: words.sendCode ?? '' }).click()
  await page.getByLabel(words.codeLabel ?? '').fill(await readCode(clinic))
  await heading(page, words.ownVisits ?? '').waitFor()
  await page
    .getByText(words.ownPast ?? '')
    .first()
    .click()
  expect(await fitsWindow(page)).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, `own visits ${name}`)
  await page.context().close()
})
