// The command bar and the list of keys, in Chromium.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addEightPractitioners } from '../../support/clinic/eight-practitioners.ts'
import { book, slotTimes } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard, saveScreenshot } from '../../support/screens/screen.ts'
import { findCentre } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const bar = (page: Page) => page.getByRole('dialog', { name: 'Search and go' })
const option = (page: Page, name: RegExp) => bar(page).getByRole('option', { name })

async function openBar(page: Page, query = '') {
  // Input into a bar that is still closing is lost.
  await bar(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await bar(page).waitFor()
  await page.keyboard.type(query)
}

it('finds a visit by its reference and by the phone, and opens it by keys alone [DASH-21] [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { bookingReference } = (await book(clinic, { patientPayload: meera })).json.appointment
  await book(clinic, {
    patientPayload: { firstName: 'Tara', phoneNumber: '9811112222' },
    ...slotTimes('09:15'),
  })
  const { page, complaints } = await openDesk(harness, browser, clinic, 'day?date=2030-01-10')
  for (const query of [bookingReference.toLowerCase(), '43210']) {
    await openBar(page, query)
    await option(page, /^Meera Iyer.*09:00.*Visit$/).waitFor()
    expect(await option(page, /Tara/).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page
      .getByRole('complementary', { name: 'Visit' })
      .getByRole('heading', { name: 'Meera Iyer' })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('date')).toBe('2030-01-07')
    await page.goto(page.url().replace(/day\?.*/, 'day?date=2030-01-10'))
    await page.getByRole('heading', { level: 1, name: /10/ }).waitFor()
  }
  expect(complaints).toEqual([])
  await page.context().close()
})

it('shows the visit that it opens, of a practitioner and an hour that were not on the screen [DASH-21] [DAY-02]', async () => {
  const clinic = await addEightPractitioners(harness, [
    { days: ['MON'], from: '08:00', to: '20:00', modes: ['OFFLINE'] },
  ])
  const last = { doctorId: clinic.id('practitioner', 'doctor-7'), ...slotTimes('19:30') }
  const booked = await book(clinic, { patientPayload: meera, ...last })
  expect(booked.status, booked.text).toBe(201)
  const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07', {
    viewport: { width: 1000, height: 700 },
  })
  const visit = page.getByRole('gridcell', { name: /19:30 Meera Iyer/ })
  expect(
    (await findCentre(page.getByRole('rowheader', { name: /Dr Joshi/ }))).x,
    'off the screen',
  ).toBeGreaterThan(1000)
  await openBar(page, 'meera')
  await option(page, /^Meera Iyer.*Visit$/).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('complementary', { name: 'Visit' })
    .getByRole('heading', { name: 'Meera Iyer' })
    .waitFor()
  const { x, y } = await findCentre(visit)
  expect(
    await page.evaluate(
      `document.elementFromPoint(${x}, ${y})?.closest('[role=gridcell]')?.textContent ?? ''`,
    ),
  ).toContain('Meera Iyer')
  await page.context().close()
})

it('opens the visit that was searched for although Enter came before the answer, and not one for fewer letters [DASH-21]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, { patientPayload: meera })
  await book(clinic, {
    patientPayload: { firstName: 'Meera', lastName: 'Shah', phoneNumber: '9811112222' },
    ...slotTimes('09:15'),
  })
  const { page, complaints } = await openDesk(harness, browser, clinic, 'day?date=2030-01-10')
  await openBar(page, 'meera ')
  await option(page, /^Meera Iyer.*Visit$/).waitFor()
  await page.keyboard.type('shah')
  await page.keyboard.press('Enter')
  await page
    .getByRole('complementary', { name: 'Visit' })
    .getByRole('heading', { name: 'Meera Shah' })
    .waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

it('keeps what is typed while it opens, including the key that runs it [DASH-21]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-10')
  // The command bar loads when first opened, which takes a while here.
  await page.route(/command-bar/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('block')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Blocked time' }).waitFor()
  expect(new URL(page.url()).searchParams.get('block')).toBe('new')
  await page.context().close()
})

it('finds a patient with all visits, screens and actions, and nothing that a role may not see [DASH-21] [DASH-11]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, { patientPayload: meera })
  const { page } = await openDesk(harness, browser, clinic, undefined, {
    viewport: { width: 320, height: 700 },
  })
  await openBar(page, 'iyer')
  await option(page, /^Meera Iyer.*9876543210.*Patient$/).waitFor()
  await option(page, /Visit$/).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await bar(page).getByText('Visits of Meera Iyer, latest first').waitFor()
  await option(page, /^Meera Iyer.*Scheduled.*Visit$/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await fitsWindow(page)).toBe(true)
  await page.keyboard.press('Escape')
  await openBar(page, 'queue')
  await option(page, /^Queue/).click()
  await page.waitForURL(/\/line/)
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Queue' }).waitFor()
  await openBar(page, 'block')
  await option(page, /block/i).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Blocked time' }).waitFor()
  await page.context().close()

  const practitioner = await openDesk(
    harness,
    browser,
    clinic,
    undefined,
    {},
    clinic.id('staff', 'nina-roy'),
  )
  await practitioner.page.route('**/api/session', async (route) => {
    const answer = await route.fetch()
    const session = await answer.json()
    for (const member of session.members)
      member.rights = { ...member.rights, patients: 'none', visits: 'read' }
    await route.fulfill({ response: answer, json: session })
  })
  await practitioner.page.reload()
  await practitioner.page.getByRole('heading', { level: 1, name: /\d/ }).waitFor()
  await openBar(practitioner.page, 'meera')
  expect(await option(practitioner.page, /Patient$|New visit/).count()).toBe(0)
  await practitioner.page.context().close()
})

it('lists the keys of the current screen, then of the others, as far as a role has them [DASH-21] [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { page, complaints } = await openDesk(harness, browser, clinic)
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const groups = () => keys.getByRole('heading', { level: 3 }).allTextContents()
  await page.keyboard.press('?')
  await keys.getByRole('region', { name: 'Day' }).getByText('New visit').waitFor()
  expect(await groups()).toEqual(['Day', 'Week', 'Queue', 'Everywhere'])
  expect(
    await keys
      .getByRole('region', { name: 'Queue' })
      .getByRole('term')
      .filter({ hasText: 'B' })
      .count(),
  ).toBe(1)
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'keys-wide')
  // Closed by a key, it returns the keys to the screen.
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  await page.keyboard.press('v')
  const booking = page.getByRole('complementary', { name: 'New visit' })
  await booking.waitFor()
  // A question mark in a field does not open the list.
  await page.keyboard.type('?')
  expect(await keys.count()).toBe(0)
  // A key leaves a field first, with what was typed, and then closes the panel.
  await page.keyboard.press('Escape')
  await booking
    .getByRole('combobox', { name: 'Patient' })
    .and(page.locator(':not(:focus)'))
    .waitFor()
  await page.keyboard.press('Escape')
  await booking.waitFor({ state: 'detached' })
  await page.goto(page.url().replace(/day\?.*/, 'line?date=2030-01-07'))
  await page.getByRole('heading', { level: 1, name: /\d/ }).waitFor()
  await page.keyboard.press('?')
  await keys.getByRole('region', { name: 'Queue' }).getByText('Call the next').waitFor()
  expect((await groups())[0]).toBe('Queue')
  expect(complaints).toEqual([])
  await page.context().close()

  // A member without the right to change anything has no key for it.
  await clinic.change(({ roles }) =>
    Object.assign(roles?.desk ?? {}, { rights: { visits: 'read', queue: 'read' } }),
  )
  const reader = await openDesk(harness, browser, clinic)
  await reader.page.keyboard.press('?')
  const own = reader.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await own.getByRole('region', { name: 'Day' }).getByText('Open or book').waitFor()
  expect(await own.getByText(/New visit|Pick up a visit|Call the next/).count()).toBe(0)
  await reader.page.context().close()
})

it('lists the keys from right to left, and works with a keyboard of another script [DASH-21] [DASH-20]', async () => {
  const clinic = await createClinicWithDesk(harness)
  for (const [name, options] of [
    ['narrow', { viewport: { width: 320, height: 700 } }],
    ['wide', { viewport: { width: 1400, height: 900 } }],
  ] as const) {
    const { page } = await openDesk(harness, browser, clinic, undefined, {
      locale: 'ar',
      colorScheme: 'dark',
      ...options,
    })
    // An Arabic keyboard's question mark, and its key in the place of N.
    await page.evaluate(
      `dispatchEvent(new KeyboardEvent('keydown', { key: '؟', code: 'Slash', shiftKey: true }))`,
    )
    await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await fitsWindow(page)).toBe(true)
    await saveScreenshot(page, `keys-arabic-${name}`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.evaluate(`dispatchEvent(new KeyboardEvent('keydown', { key: 'ى', code: 'KeyV' }))`)
    await page.getByRole('complementary').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.context().close()
  }
})
