// A practitioner's week through the screen, in Chromium.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { book, type Clinic, slotTimes } from '../../support/clinic/harness.ts'
import { expectWithin } from '../../support/run/quiet-time.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
} from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const day = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const weekPath = (clinic: Clinic, more = '') =>
  `week?doctor=${clinic.id('practitioner', 'asha-rao')}&date=2030-01-09${more}`

it('shows the seven days of a practitioner, with closed, blocked and held times marked differently, and opens any week in one step [DAY-01]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, { patientPayload: meera })
  await book(clinic, {
    patientPayload: { firstName: 'Tara' },
    ...slotTimes('09:15', 15, '2030-01-08'),
    paymentStatus: 'PENDING',
  })
  const asha = {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  await harness.operate('block-add', {
    ...asha,
    ...slotTimes('09:00', 60, '2030-01-10'),
    reason: 'Ward round',
  })
  const { page, complaints } = await openDesk(harness, browser, clinic)
  // From the day to the week of a practitioner.
  await page.getByRole('rowheader').getByRole('link', { name: 'Dr Asha Rao' }).click()
  await page.getByRole('heading', { level: 1, name: /^7\D+13 January$/ }).waitFor()
  await page.getByRole('grid', { name: 'Week, Dr Asha Rao' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(7)
  await day(page, 'Mon 7 Jan')
    .getByRole('gridcell', { name: /09:00 Meera Iyer/ })
    .waitFor()
  await day(page, 'Tue 8 Jan')
    .getByRole('gridcell', { name: /Tara.*Held for payment/ })
    .waitFor()
  await day(page, 'Thu 10 Jan')
    .getByRole('gridcell', { name: /09:00 Blocked · Ward round/ })
    .waitFor()
  await day(page, 'Sun 13 Jan')
    .getByRole('rowheader', { name: /closed/ })
    .waitFor()
  expect(await day(page, 'Sun 13 Jan').getByRole('gridcell').count()).toBe(0)
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('heading', { level: 1, name: /^14\D+20 January$/ }).waitFor()
  // Closed on the 15th by its date.
  await day(page, 'Tue 15 Jan')
    .getByRole('rowheader', { name: /closed/ })
    .waitFor()
  await page.getByLabel('A date in the week').fill('2030-02-13')
  await page.getByRole('heading', { level: 1, name: /^11\D+17 February$/ }).waitFor()
  await page.getByRole('button', { name: 'This week' }).click()
  await page.getByRole('heading', { level: 1, name: /31 December.*6 January/ }).waitFor()
  expect(page.url()).not.toMatch(/Asha|Meera|Tara/)
  expect(complaints).toEqual([])
  await page.context().close()
})

it('books, moves and opens visits as the day does, and shows changes by others within two seconds [DAY-01] [DASH-16]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, { patientPayload: meera })
  const { page, complaints } = await openDesk(harness, browser, clinic, weekPath(clinic))
  await day(page, 'Wed 9 Jan').getByRole('gridcell', { name: '10:00, free' }).click()
  const form = panel(page, 'New visit')
  await form.getByText('Wed 9 Jan · 10:00–10:15').waitFor()
  await page.keyboard.type('meera')
  await form.getByRole('option', { name: /Meera Iyer/ }).waitFor()
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Book', exact: true }).click()
  await panel(page, 'Visit').getByRole('heading', { name: 'Meera Iyer' }).waitFor()
  const own = day(page, 'Wed 9 Jan').getByRole('gridcell', { name: /Meera Iyer/ })
  await own.focus()
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await day(page, 'Wed 9 Jan')
    .getByRole('gridcell', { name: /10:30 Meera Iyer.*Moved/ })
    .waitFor()
  await own.focus()
  for (const key of ['m', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await page
    .getByRole('status')
    .filter({ hasText: 'Meera Iyer: Thu 10 Jan, 10:45, free.' })
    .waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: 'Meera Iyer was moved from Wed 9 Jan, 10:30 to Thu 10 Jan, 10:45.' })
    .waitFor()
  await day(page, 'Thu 10 Jan')
    .getByRole('gridcell', { name: /10:45 Meera Iyer/ })
    .waitFor()
  const { status } = await book(clinic, {
    patientPayload: { firstName: 'Arjun' },
    ...slotTimes('16:00', 15, '2030-01-11'),
  })
  expect(status).toBe(201)
  const bookedAt = performance.now()
  await day(page, 'Fri 11 Jan')
    .getByRole('gridcell', { name: /16:00 Arjun/ })
    .waitFor()
  expectWithin(2_000, performance.now() - bookedAt)
  // The arrow keys move from one day to the next.
  await day(page, 'Fri 11 Jan')
    .getByRole('gridcell', { name: /16:00 Arjun/ })
    .focus()
  await page.keyboard.press('ArrowLeft')
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
    '16:00, free',
  )
  expect(complaints).toEqual([])
  await page.context().close()
})

it('keeps a booking in progress, with its patient, in another week [DAY-01] [DAY-04]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { page, complaints } = await openDesk(harness, browser, clinic, weekPath(clinic))
  await day(page, 'Wed 9 Jan').getByRole('gridcell', { name: '10:00, free' }).click()
  const form = panel(page, 'New visit')
  await form.getByRole('combobox', { name: 'Patient' }).fill('Tara Singh')
  await form.getByRole('option', { name: /New patient/ }).click()
  await form.getByRole('textbox', { name: 'Complaint' }).fill('A cough')
  await page.getByRole('button', { name: 'Next week' }).click()
  await day(page, 'Wed 16 Jan').getByRole('gridcell', { name: '11:00, free' }).click()
  await form.getByText('Wed 16 Jan · 11:00–11:15').waitFor()
  await form.getByRole('button', { name: 'Book', exact: true }).click()
  await day(page, 'Wed 16 Jan')
    .getByRole('gridcell', { name: /11:00 Tara Singh/ })
    .waitFor()
  const booked = await harness.sql(
    'select p.first_name as name, a.chief_complaint as reason from appointments a join patients p using (workspace_id) where a.workspace_id = $1 and p.id = a.patient_id',
    [clinic.workspaceId],
  )
  expect(booked).toEqual([{ name: 'Tara', reason: 'A cough' }])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('of all locations names the location of each day, and books there [DAY-01]', async () => {
  const clinic = await createClinicWithDesk(harness, ({ practitioners }) => {
    const asha = practitioners['asha-rao']
    if (asha?.at.jaipur)
      asha.at.berlin = {
        slotMinutes: 30,
        fees: [{ mode: 'OFFLINE', amount: 60 }],
        hours: [{ days: ['TUE', 'SAT'], from: '16:00', to: '18:00', modes: ['OFFLINE'] }],
      }
  })
  const { page } = await openDesk(harness, browser, clinic, weekPath(clinic))
  await page.getByText('Clinic time, Europe/Berlin').waitFor()
  expect(await page.getByRole('row').count()).toBe(8)
  await day(page, 'Sat 12 Jan, Berlin').getByRole('gridcell', { name: '16:30, free' }).click()
  const form = panel(page, 'New visit')
  await form.getByRole('combobox', { name: 'Patient' }).fill('Tara Singh')
  await form.getByRole('option', { name: /New patient/ }).click()
  await form.getByRole('status').filter({ hasText: 'EUR' }).waitFor()
  await form.getByRole('button', { name: 'Book', exact: true }).click()
  await day(page, 'Sat 12 Jan, Berlin')
    .getByRole('gridcell', { name: /16:30 Tara Singh/ })
    .waitFor()
  const made = await harness.sql(
    'select location_id::int as at from appointments where workspace_id = $1',
    [clinic.workspaceId],
  )
  expect(made).toEqual([{ at: clinic.id('location', 'berlin') }])
  await page.getByLabel('Location').selectOption('Jaipur')
  await day(page, 'Sat 12 Jan')
    .getByRole('rowheader', { name: /closed/ })
    .waitFor()
  await page.context().close()
})

it('is a list on a phone, with hours, and with blocked times in order among the visits [DAY-01] [DAY-11]', async () => {
  const clinic = await createClinicWithDesk(harness)
  for (const clock of ['09:00', '12:00'])
    await book(clinic, {
      patientPayload: { firstName: `At ${clock}` },
      ...slotTimes(clock, 15, '2030-01-10'),
    })
  const asha = {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  await harness.operate('block-add', {
    ...asha,
    ...slotTimes('10:00', 60, '2030-01-10'),
    reason: 'Ward round',
  })
  const { page } = await openDesk(harness, browser, clinic, weekPath(clinic), {
    viewport: { width: 320, height: 700 },
  })
  const thursday = page.getByRole('region', { name: /Thu 10 Jan/ })
  await thursday.getByText('09:00–13:00, 16:00–19:00').waitFor()
  const rows = (await thursday.getByRole('listitem').allTextContents()).map((text) =>
    text.slice(0, 12),
  )
  expect(rows).toEqual(['09:00At 09:0', '10:00Blocked', '12:00At 12:0'])
  await page
    .getByRole('region', { name: /Sun 13 Jan/ })
    .getByText('closed')
    .waitFor()
  await thursday.getByRole('button', { name: /Ward round/ }).click()
  await panel(page, 'Blocked time').getByRole('button', { name: 'Unblock this time' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

it('shows only their own week to a practitioner who may see no others [DAY-01] [DASH-11]', async () => {
  const clinic = await createClinicWithDesk(harness, (file) => {
    Object.assign(file.roles ?? {}, {
      healer: { displayName: 'Healer', dashboard: 'practitioner' },
    })
    Object.assign(file.practitioners['meera-shah'] ?? {}, { roles: ['healer'] })
  })
  await book(clinic, { patientPayload: meera })
  const { page } = await openDesk(
    harness,
    browser,
    clinic,
    weekPath(clinic),
    {},
    clinic.id('practitioner', 'meera-shah'),
  )
  await page.getByRole('grid', { name: 'Week, Meera Shah' }).waitFor()
  expect(await page.getByLabel('Practitioner').locator('option').allTextContents()).toEqual([
    'Meera Shah',
  ])
  expect(await page.content()).not.toContain('Iyer')
  await page.context().close()
})

it('fits every screen, in either direction and in the dark [DAY-01] [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, { patientPayload: meera })
  await book(clinic, {
    patientPayload: { firstName: 'Tara', lastName: 'Singh' },
    ...slotTimes('09:30', 15, '2030-01-09'),
  })
  const { id } = (
    await book(clinic, {
      patientPayload: { firstName: 'Arjun' },
      ...slotTimes('11:00', 15, '2030-01-10'),
    })
  ).json.appointment
  const asha = {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  await harness.operate('block-add', {
    ...asha,
    ...slotTimes('16:00', 60, '2030-01-10'),
    reason: 'Ward round',
  })
  for (const looks of groupByLanguage([
    ...allLooks,
    ['wide arabic', { viewport: { width: 1400, height: 900 }, locale: 'ar' }],
  ])) {
    const { page } = await openDesk(harness, browser, clinic, weekPath(clinic), looks[0][1])
    const check = (what: string) => expectInEachLook(page, looks, what)
    await page.getByText('Arjun').first().waitFor()
    await check('week')
    await page.goto(`${page.url()}&visit=${id}`)
    await page.getByRole('complementary').getByRole('heading', { name: 'Arjun' }).waitFor()
    await check('week-visit')
    await page.context().close()
  }
})
