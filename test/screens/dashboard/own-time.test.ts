// Booking a time that is not offered, in Chromium.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { book, type Clinic, slotTimes } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
  saveScreenshot,
} from '../../support/screens/screen.ts'
import { findCentre } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const why = 'Patient came late'
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })
const visits = ({ workspaceId }: Clinic) =>
  harness.sql(
    'select from_at, unoffered_reason as why from appointments where workspace_id = $1 order by from_at',
    [workspaceId],
  )

async function choosePatient(page: Page, name: string) {
  const form = panel(page, 'New visit')
  await form.getByRole('combobox', { name: 'Patient' }).fill(name)
  await form.getByRole('option', { name: /New patient/ }).click()
}

async function typeTime(page: Page, clock: string) {
  const form = panel(page, 'New visit')
  await form.getByRole('button', { name: 'A time that is not offered …' }).click()
  await form.getByLabel(/^Time( \*)?$/).fill(clock)
  await form.getByLabel('Reason').fill(why)
}

it('off the grid, begun, or on a day without hours is booked with a reason, and marked in the cell, the list and the panel [DAY-18]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { page, complaints } = await openDesk(harness, browser, clinic)
  // Starts from a free time close to the wanted one.
  await cell(page, '10:00, free').click()
  await choosePatient(page, 'Tara Singh')
  const form = panel(page, 'New visit')
  await form.getByRole('button', { name: 'A time that is not offered …' }).click()
  expect(await form.getByLabel(/^Time( \*)?$/).inputValue()).toBe('10:00')
  await form.getByLabel(/^Time( \*)?$/).fill('10:05')
  await form.getByText('Mon 7 Jan · 10:05–10:20').waitFor()
  // The price is there before; nothing is sent without a reason.
  await form.getByRole('status').filter({ hasText: '500.00' }).waitFor()
  expect(await form.getByRole('button', { name: 'Book', exact: true }).isDisabled()).toBe(true)
  await form.getByLabel('Reason').fill(why)
  await form.getByRole('button', { name: 'Book', exact: true }).click()
  await panel(page, 'Visit').getByRole('heading', { name: 'Tara Singh' }).waitFor()
  await panel(page, 'Visit').getByText(why).waitFor()
  await cell(page, /10:05 Tara Singh.*not offered/).waitFor()
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('button', { name: /10:05 Tara Singh.*not offered/ }).waitFor()

  // Begun a while ago; and a Saturday, when no one works.
  for (const [path, name, clock] of [
    ['day?date=2030-01-01&book=true', 'Arjun', '05:20'],
    ['day?date=2030-01-12&book=true', 'Ravi', '10:00'],
  ] as const) {
    await page.goto(page.url().replace(/day\?.*/, path))
    await choosePatient(page, name)
    await typeTime(page, clock)
    await form.getByRole('button', { name: 'Book', exact: true }).click()
    await panel(page, 'Visit').getByRole('heading', { name }).waitFor()
  }
  const at = (date: string, clock: string) => ({
    from_at: Date.parse(slotTimes(clock, 15, date).fromDateTimeIso),
    why,
  })
  expect(await visits(clinic)).toEqual([
    at('2030-01-01', '05:20'),
    at('2030-01-07', '10:05'),
    at('2030-01-12', '10:00'),
  ])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is refused over a live visit, naming that visit and the nearest free times, and nothing typed is lost [DAY-18] [DAY-06] [DASH-17]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, {
    patientPayload: { firstName: 'Meera', lastName: 'Iyer' },
    ...slotTimes('12:00'),
  })
  const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07&book=true')
  const form = panel(page, 'New visit')
  await choosePatient(page, 'Tara Singh')
  await form.getByLabel('Complaint (optional)').fill('Rash')
  await typeTime(page, '12:05')
  const before = await clinic.bookingRows()
  await form.getByRole('button', { name: 'Book', exact: true }).click()
  const refusal = form.getByRole('alert').filter({ hasText: 'This time is not free.' })
  await refusal.getByText('12:00–12:15 Meera Iyer').waitFor()
  expect(await clinic.bookingRows()).toBe(before)
  expect(
    (await refusal.getByRole('button', { name: /^\d\d:\d\d/ }).allTextContents()).sort(),
  ).toEqual(['11:30', '11:45', '12:15', '12:30', '12:45'])
  expect(await accessibilityProblems(page)).toEqual([])
  expect([
    await form.getByLabel(/^Time( \*)?$/).inputValue(),
    await form.getByLabel('Reason').inputValue(),
  ]).toEqual(['12:05', why])
  await refusal.getByRole('button', { name: /^12:15/ }).click()
  await form.getByText('Mon 7 Jan · 12:15–12:30').waitFor()
  expect(await form.getByLabel('Complaint (optional)').inputValue()).toBe('Rash')
  await form.getByRole('button', { name: 'Book', exact: true }).click()
  await cell(page, /12:15 Tara Singh/).waitFor()
  expect((await visits(clinic)).map(({ why }) => why)).toEqual([null, null])
  await page.context().close()
})

it('can be booked only with themselves by a practitioner who sees no others [DAY-18] [DASH-11]', async () => {
  const clinic = await createClinicWithDesk(harness, (file) => {
    Object.assign(file.roles ?? {}, {
      healer: { displayName: 'Healer', dashboard: 'practitioner' },
    })
    const asha = structuredClone(file.practitioners['asha-rao'])
    if (asha)
      file.practitioners['dev-anand'] = {
        name: 'Dev Anand',
        specialization: 'Dermatology',
        system: 'SCHEDULED',
        roles: ['healer'],
        at: asha.at,
      }
  })
  const { page } = await openDesk(
    harness,
    browser,
    clinic,
    'day?date=2030-01-12&book=true',
    {},
    clinic.id('practitioner', 'dev-anand'),
  )
  await choosePatient(page, 'Ravi')
  await typeTime(page, '10:00')
  const form = panel(page, 'New visit')
  await form.getByText('Sat 12 Jan · 10:00–10:15').waitFor()
  expect(await form.getByLabel('Practitioner').locator('option').allTextContents()).toEqual([
    'Dev Anand',
  ])
  await form.getByRole('button', { name: 'Book', exact: true }).click()
  await panel(page, 'Visit').getByRole('heading', { name: 'Ravi' }).waitFor()
  expect(await visits(clinic)).toEqual([
    { from_at: Date.parse(slotTimes('10:00', 15, '2030-01-12').fromDateTimeIso), why },
  ])
  await page.context().close()
})

it('is typed on every screen, in either direction and in dark mode [DAY-18] [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const place = {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  const patientPayload = { firstName: 'Tara', lastName: 'Singh' }
  const { id } = await harness.operate('visit-book', {
    ...place,
    mode: 'OFFLINE',
    patientPayload,
    ...slotTimes('09:05'),
    unofferedReason: why,
  })
  for (const looks of groupByLanguage(allLooks)) {
    const [[, options]] = looks
    const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07', options)
    const check = (what: string) => expectInEachLook(page, looks, what)
    await page.goto(`${page.url()}&book=true`)
    const form = page.getByRole('complementary')
    await form
      .getByRole('button', {
        name: options.locale === 'ar' ? 'وقت خارج المتاح …' : 'A time that is not offered …',
      })
      .click()
    await form.locator('input[type=time]').fill('12:05')
    await form.getByRole('status').waitFor()
    await check('own')
    await page.goto(page.url().replace('book=true', `visit=${id}`))
    await form.getByText(why).waitFor()
    await check('own-visit')
    await page.context().close()
  }
})

it('opens at the next patient on the phone of a practitioner who sees no others [DAY-06] [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness, (file) => {
    Object.assign(file.roles ?? {}, {
      healer: { displayName: 'Healer', dashboard: 'practitioner' },
    })
    Object.assign(file.practitioners['asha-rao'] ?? {}, { roles: ['healer'] })
  })
  // From 09:00 to 12:45, and it is 11:50 now.
  for (let index = 0; index < 16; index += 1) {
    const clock = `${String(9 + Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`
    expect(
      (
        await book(clinic, {
          patientPayload: { firstName: `Patient${index}` },
          ...slotTimes(clock),
        })
      ).status,
    ).toBe(201)
  }
  await harness.moveTo('2030-01-07T06:20:00Z')
  const viewport = { viewport: { width: 320, height: 600 } }
  const { page } = await openDesk(
    harness,
    browser,
    clinic,
    'day',
    viewport,
    clinic.id('practitioner', 'asha-rao'),
  )
  const next = page.getByRole('button', { name: /11:45 ?Patient11/ })
  await next.waitFor()
  const { y } = await findCentre(next)
  expect(y > 0 && y < 600).toBe(true)
  expect((await findCentre(page.getByRole('button', { name: /09:00 ?Patient0/ }))).y).toBeLessThan(
    0,
  )
  await saveScreenshot(page, 'next-patient')
  await page.context().close()
})

it('that patients could not book is booked with one more step, which says why they could not [RULE-01] [RULE-04] [DAY-18]', async () => {
  const clinic = await createClinicWithDesk(harness, ({ workspace }) => {
    workspace.patientRules = { horizonDays: 3, newPatients: 'no' }
  })
  const { page, complaints } = await openDesk(harness, browser, clinic, 'day?date=2030-01-21')
  await cell(page, '10:00, free').click()
  const form = panel(page, 'New visit')
  await form.getByText('Patients cannot book this far ahead.').waitFor()
  await choosePatient(page, 'Tara Singh')
  await form.getByText('The practitioner takes no new patients.').waitFor()
  const book = form.getByRole('button', { name: 'Book', exact: true })
  await expect.poll(() => book.isDisabled()).toBe(true)
  await saveScreenshot(page, 'patients-cannot-book')
  await form.getByLabel('Reason').fill(why)
  await book.click()
  await panel(page, 'Visit').getByText(why).waitFor()
  expect(await visits(clinic)).toMatchObject([{ why }])
  expect(complaints).toEqual([])
})
