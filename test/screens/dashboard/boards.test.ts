// The boards of a location in the dashboard, in Chromium: made, renewed and removed beside the
// queue, and the printed slips.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addQueueDoors, findShiftId } from '../../support/clinic/board-clinic.ts'
import type { Clinic } from '../../support/clinic/harness.ts'
import { startShift } from '../../support/clinic/queue-clinic.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { readImageCode, readScreenCode } from '../../support/screens/drawn-code.ts'
import { fitsWindow, openDashboard } from '../../support/screens/screen.ts'
import { printPage } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const path = 'line?date=2030-01-01'
const panel = (page: Page) => page.getByRole('complementary', { name: 'Boards' })
const boards = (clinic: Clinic) => harness.operate('board-list', { workspace: clinic.name })
const linkShown = async (page: Page) => (await panel(page).locator('pre').innerText()).trim()

describe('the boards of a location', () => {
  it('are made, given a new link and removed next to the queue; each link is shown once, with a code that opens it [LINE-04]', async () => {
    const clinic = await createClinicWithDesk(harness, addQueueDoors)
    const { page, complaints } = await openDesk(harness, browser, clinic, path)
    await page.getByRole('button', { name: 'Boards' }).click()
    await panel(page).getByText('This location has no board yet.').waitFor()
    await panel(page).getByRole('button', { name: 'New board' }).click()
    expect(await panel(page).getByLabel('Name of the board').inputValue()).toBe('Waiting room')
    await panel(page).getByLabel('Language of the board').selectOption('de')
    await panel(page).getByLabel('Which queues it shows').selectOption('Only these')
    expect(await panel(page).getByRole('button', { name: 'Make the board' }).isDisabled()).toBe(
      true,
    )
    await panel(page)
      .getByLabel(/Dr Noor Khan/)
      .check()
    await panel(page).getByRole('button', { name: 'Make the board' }).click()
    const first = await linkShown(page)
    expect(first).toMatch(/\/board\/[0-9a-z]{26}$/)
    expect(await readImageCode(page, 'QR code of the board’s link')).toBe(first)
    expect((await page.request.get(first)).ok()).toBe(true)
    expect(await boards(clinic)).toMatchObject([
      {
        name: 'Waiting room',
        language: 'de',
        qmsWorkShiftIds: [findShiftId(clinic, 'noor-khan')],
        by: 'Nina Roy',
      },
    ])
    expect(await accessibilityProblems(page)).toEqual([])
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await panel(page).getByText('1 queue · Deutsch').waitFor()
    expect(await page.getByText(first).count()).toBe(0)
    // A taken name is reported beside the form, and the input stays.
    await panel(page).getByRole('button', { name: 'New board' }).click()
    await panel(page).getByRole('button', { name: 'Make the board' }).click()
    await panel(page)
      .getByRole('alert')
      .getByText('This location already has a board with this name.')
      .waitFor()
    expect(await panel(page).getByLabel('Name of the board').inputValue()).toBe('Waiting room')
    await panel(page).getByRole('button', { name: 'Go back' }).click()

    await panel(page).getByRole('button', { name: 'New link: Waiting room' }).click()
    await panel(page).getByText('stops working at once, also on the board').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => linkShown(page)).not.toBe(first)
    const second = await linkShown(page)
    expect([
      (await page.request.get(first)).status(),
      (await page.request.get(second)).status(),
    ]).toEqual([404, 200])
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await panel(page).getByRole('button', { name: 'Take down: Waiting room' }).click()
    await panel(page).getByRole('button', { name: 'Take down', exact: true }).click()
    await panel(page).getByText('This location has no board yet.').waitFor()
    expect([await boards(clinic), (await page.request.get(second)).status()]).toEqual([[], 404])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are hidden from a practitioner who sees own visits only [LINE-04] [DASH-10]', async () => {
    const clinic = await createClinicWithDesk(harness, (file) => {
      Object.assign(file.roles ?? {}, {
        healer: { displayName: 'Healer', dashboard: 'practitioner' },
      })
      Object.assign(file.practitioners['meera-shah'] ?? {}, { roles: ['healer'] })
    })
    const { page } = await openDesk(
      harness,
      browser,
      clinic,
      `${path}&boards=true`,
      {},
      clinic.id('practitioner', 'meera-shah'),
    )
    await page.getByRole('button', { name: 'Give a token' }).waitFor()
    expect([
      await page.getByRole('button', { name: 'Boards' }).count(),
      await panel(page).count(),
    ]).toEqual([0, 0])
    const headers = { origin: harness.application.publicUrl(), 'x-workspace': clinic.name }
    const answer = await page.request.post(
      `${harness.application.publicUrl()}/dashboard/api/operations/board-make`,
      {
        headers,
        data: { addressId: clinic.id('location', 'jaipur') },
      },
    )
    expect([answer.status(), (await answer.json()).code, await boards(clinic)]).toEqual([
      403,
      'NOT_ALLOWED',
      [],
    ])
    await page.context().close()
  })

  it.each([
    ['320 px', { locale: 'en-GB', viewport: { width: 320, height: 700 } }],
    [
      'Arabic and dark',
      { locale: 'ar', viewport: { width: 1400, height: 900 }, colorScheme: 'dark' },
    ],
    ['German, 320 px', { locale: 'de', viewport: { width: 320, height: 700 } }],
  ] as const)('are fully visible on another screen: %s [LINE-04] [DASH-19]', async (_, options) => {
    const clinic = await createClinicWithDesk(harness, addQueueDoors)
    await harness.operate('board-make', {
      workspace: clinic.name,
      addressId: clinic.id('location', 'jaipur'),
      name: 'Ground floor',
    })
    const { page } = await openDesk(harness, browser, clinic, path, options)
    const isWhole = async () =>
      expect([await accessibilityProblems(page), await fitsWindow(page)]).toEqual([[], true])
    // The first of the two tools above the queue.
    await page.locator('[class*=tools] button').first().click()
    await page.getByText('Ground floor').waitFor()
    await isWhole()
    await page.getByRole('complementary').getByRole('button').nth(1).click()
    await page.locator('form input').first().waitFor()
    await isWhole()
    await page.locator('form button[type=submit]').click()
    await page.locator('aside pre').waitFor()
    await isWhole()
    await page.context().close()
  })
})

it('the slip of a walk-in is printed with its number, its place, and a code that a phone can read from the paper [LINE-03]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await startShift(harness, clinic)
  const { page } = await openDesk(harness, browser, clinic, `${path}&give=true`)
  await page.getByLabel('Name').fill('Tara Singh')
  // From the name on, past the phone, to the button.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter')
  const slip = page.getByRole('article', { name: 'Slip' })
  await slip.getByText('A-1', { exact: true }).waitFor()
  const [token] = await harness.sql(
    'select public_status_token as "of" from queue_visits where workspace_id = $1',
    [clinic.workspaceId],
  )
  // The code is read from the printed page of an 80 mm receipt, not from its source image.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 302, height: 600 })
  expect(await readScreenCode(page, slip)).toBe(
    `${harness.application.publicUrl()}/queue/${token.of}`,
  )
  const pdf = await printPage(page, { width: '80mm', height: '200mm' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.context().close()
})
