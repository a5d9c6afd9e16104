// Series of visits and the waiting list through the screen, in Chromium.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
} from '../../support/screens/screen.ts'
import { blockOperation } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const operate = (clinic: Clinic, name: string, input: Json) =>
  harness.operate(name, { workspace: clinic.name, ...input })
const place = (clinic: Clinic) => ({
  addressId: clinic.id('location', 'jaipur'),
  doctorId: clinic.id('practitioner', 'asha-rao'),
})
const visits = ({ workspaceId }: Clinic) =>
  harness.sql(
    'select status, series_id, from_at from appointments where workspace_id = $1 and series_id is not null order by from_at',
    [workspaceId],
  )

it('a series is planned from a free time, booked as a whole, with the nearest time in place of a taken one, moved and cancelled [DAY-16]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, {
    patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
    ...slotTimes('09:00', 15, '2030-01-14'),
  })
  const { page, complaints } = await openDesk(harness, browser, clinic)
  await cell(page, '09:00, free').click()
  const form = panel(page, 'New visit')
  await form.getByRole('combobox').first().fill('Mee')
  await page.getByRole('option', { name: /Meera Iyer/ }).click()
  await form.getByLabel('Repeat this visit').check()
  const plan = form.getByRole('group', { name: 'Series' })
  await plan.getByLabel('Number of visits').fill('3')
  await plan.getByText('One time is taken; the nearest free time is next to it.').waitFor()
  await plan.getByText('Mon 14 Jan · 09:15').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // The time is taken while the plan is shown: nothing is booked, and the input stays.
  await blockOperation(page, 'series-plan')
  expect(
    (
      await book(clinic, {
        patientPayload: { firstName: 'Tara' },
        ...slotTimes('09:15', 15, '2030-01-14'),
      })
    ).status,
  ).toBe(201)
  await form.getByRole('button', { name: 'Book 3 visits' }).click()
  await form.getByRole('alert').filter({ hasText: 'no longer available' }).waitFor()
  expect(await visits(clinic)).toEqual([])
  await page.unroute('**/api/operations/series-plan')
  await plan.getByLabel('Number of visits').fill('4')
  await plan.getByText('Mon 14 Jan · 09:30').waitFor()
  await form.getByRole('button', { name: 'Book 4 visits' }).click()
  const shown = panel(page, 'Visit').getByRole('region', { name: 'Series' })
  await shown.getByRole('button', { name: /14 Jan · 09:30/ }).waitFor()
  const booked = await visits(clinic)
  expect(booked).toHaveLength(4)
  expect(new Set(booked.map((row) => row.series_id)).size).toBe(1)
  await cell(page, /09:00 Meera Iyer/).waitFor()

  await shown.getByRole('button', { name: /21 Jan · 09:00/ }).click()
  await page.getByRole('heading', { level: 1, name: /21 January/ }).waitFor()
  await shown.getByRole('button', { name: 'Move from here on …' }).click()
  await shown.getByLabel(/^Time/).fill('10:30')
  await shown.getByRole('button', { name: 'Move all' }).click()
  await shown.getByRole('button', { name: /28 Jan · 10:30/ }).waitFor()
  expect((await visits(clinic)).map(({ status }) => status)).toEqual([
    'SCHEDULED',
    'SCHEDULED',
    'RESCHEDULED',
    'RESCHEDULED',
  ])
  await shown.getByRole('button', { name: 'Cancel from here on …' }).click()
  expect(await accessibilityProblems(page)).toEqual([])
  await shown.getByRole('button', { name: 'Cancel all' }).click()
  await cell(page, '10:30, free').waitFor()
  expect((await visits(clinic)).map(({ status }) => status)).toEqual([
    'SCHEDULED',
    'SCHEDULED',
    'CANCELLED',
    'CANCELLED',
  ])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('a patient is put on the waiting list, shown when a time comes free, and booked into it by one button, by keys alone [DAY-15]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id } = (await book(clinic, { patientPayload: { firstName: 'Tara', lastName: 'Singh' } }))
    .json.appointment
  await operate(clinic, 'block-add', {
    ...place(clinic),
    ...slotTimes('09:15', 900),
    reason: 'Away',
  })
  const { page, complaints } = await openDesk(harness, browser, clinic)
  await page.getByRole('button', { name: /^Waiting list/ }).press('Enter')
  const list = panel(page, 'Waiting list')
  await list.getByText('No one is waiting.').waitFor()
  await list.getByRole('button', { name: 'Add to the list' }).press('Enter')
  await list.getByRole('combobox').first().pressSequentially('Meera Iyer')
  await list.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await list.getByLabel('Practitioner').selectOption(String(place(clinic).doctorId))
  await list.getByLabel('To', { exact: true }).fill('2030-01-07')
  await list.getByLabel('morning').press('Space')
  await list.getByLabel('Note').fill('Can come within an hour')
  expect(await accessibilityProblems(page)).toEqual([])
  await list.getByRole('button', { name: 'Add to the list' }).press('Enter')
  await list.getByText('No free time fits yet.').waitFor()
  await list.getByText('Can come within an hour').waitFor()

  await operate(clinic, 'visit-cancel', { id })
  await page.getByRole('button', { name: 'Waiting list · 1 fits' }).waitFor()
  await cell(page, '09:00, free').press('Enter')
  const fitting = panel(page, 'New visit').getByRole('region', {
    name: 'Waiting for a time like this',
  })
  expect(await accessibilityProblems(page)).toEqual([])
  await fitting.getByRole('button', { name: /^Book Meera Iyer: .*09:00/ }).press('Enter')
  await panel(page, 'Visit').getByRole('heading', { name: 'Meera Iyer' }).waitFor()
  await page.getByRole('button', { name: 'Waiting list', exact: true }).waitFor()
  expect(
    await harness.sql(
      'select state, appointment_id is not null as booked from waiting_entries where workspace_id = $1',
      [clinic.workspaceId],
    ),
  ).toEqual([{ state: 'BOOKED', booked: true }])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('a series and the waiting list fit a phone, in either direction and in dark mode [DAY-15] [DAY-16] [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const patientPayload = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
  const starts = ['07', '14', '21'].map((day) => `2030-01-${day}T09:00:00+05:30`)
  const { visits: booked } = await operate(clinic, 'series-book', {
    ...place(clinic),
    mode: 'OFFLINE',
    patientPayload,
    starts,
  })
  const tara = { firstName: 'Tara', lastName: 'Singh', phoneNumber: '9812345678' }
  await operate(clinic, 'waiting-add', {
    addressId: place(clinic).addressId,
    patientPayload: tara,
    weekdays: ['MON', 'WED'],
    partsOfDay: ['MORNING'],
    note: 'Can come within an hour',
  })
  await operate(clinic, 'waiting-add', {
    addressId: place(clinic).addressId,
    patientPayload,
    doctorIds: [place(clinic).doctorId],
    fromDate: '2030-01-12',
    toDate: '2030-01-12',
  })
  const from = encodeURIComponent('2030-01-07T09:15:00+05:30')
  const to = encodeURIComponent('2030-01-07T09:30:00+05:30')
  for (const looks of groupByLanguage(allLooks)) {
    const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07', looks[0][1])
    const screens = [
      [
        'series',
        `visit=${booked[1].id}`,
        () => page.getByRole('complementary').getByRole('listitem').nth(2).waitFor(),
      ],
      ['waiting', 'waiting=1', () => page.getByText('Can come within an hour').waitFor()],
      [
        'plan',
        `book=1&doctor=${place(clinic).doctorId}&from=${from}&to=${to}`,
        async () => {
          await page.getByRole('complementary').getByRole('checkbox').check()
          await page
            .getByRole('complementary')
            .getByRole('group')
            .getByRole('listitem')
            .nth(5)
            .waitFor()
        },
      ],
    ] as const
    for (const [screen, search, ready] of screens) {
      await page.goto(
        `${harness.application.publicUrl()}/dashboard/${clinic.name}/day?date=2030-01-07&${search}`,
      )
      await ready()
      await expectInEachLook(page, looks, screen)
    }
    await page.context().close()
  }
})
