// The frame around every screen of the dashboard, in Chromium: the menu, the tools of a sandbox,
// and another release of the service.

import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openHarness } from '../../support/clinic/harness.ts'
import { afterFile } from '../../support/run/after-file.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const tools = (page: Page) =>
  page.getByRole('dialog', { name: 'Sandbox: clock, messages, payments' })
const toolsButton = (page: Page) =>
  page.getByRole('button', { name: 'Sandbox: clock, messages, payments' })

describe('a sandbox', () => {
  const developers = { rights: { developers: 'write' } } as const

  it('is marked as one, and its clock moves forward from any screen [DASH-23]', async () => {
    const clinic = await createClinicWithDesk(harness, ({ roles }) =>
      Object.assign(roles?.desk ?? {}, developers),
    )
    const { page, complaints } = await openDesk(harness, browser, clinic)
    await toolsButton(page).click()
    const before = harness.application.clock.now()
    await tools(page).getByRole('button', { name: '+ 1 h' }).click()
    await tools(page).getByText('ahead of real time').waitFor()
    await expect
      .poll(() => harness.application.clock.now() - before)
      .toBeGreaterThanOrEqual(3_600_000)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await tools(page).waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows the messages and online payments that were not real [DASH-23]', async () => {
    const clinic = await createClinicWithDesk(harness, ({ roles }) =>
      Object.assign(roles?.desk ?? {}, developers),
    )
    const sent = await clinic.post(
      '/v1/otp/send',
      { phoneNumber: '9876543210' },
      { key: null, headers: { ...(await clinic.session()), 'x-end-user-id': 'meera' } },
    )
    expect(sent.status, sent.text).toBe(200)
    const { page } = await openDesk(harness, browser, clinic)
    await toolsButton(page).click()
    await tools(page).getByRole('tab', { name: 'Messages' }).click()
    await tools(page).getByText('One-time code').waitFor()
    await tools(page).getByText('+919876543210').waitFor()
    await tools(page).getByRole('tab', { name: 'Payments' }).click()
    await tools(page).getByText('No online payments yet.').waitFor()
    await page.context().close()
  })

  it('is also marked for members who may not move its clock [DASH-11] [DASH-23]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openDesk(harness, browser, clinic)
    await page.getByText('Sandbox', { exact: true }).waitFor()
    expect(await toolsButton(page).count()).toBe(0)
    await page.context().close()
  })
})

const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('has the logo and the colour of the clinic in its head, and icons in its menu [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness, ({ workspace }) =>
    Object.assign(workspace ?? {}, { bookingPage: { published: true, colour: '#8a1c5b', logo } }),
  )
  const { page, complaints } = await openDesk(harness, browser, clinic)
  const head = page.getByRole('banner')
  await head.locator('img').waitFor()
  expect(await head.locator('img').getAttribute('src')).toBe(logo)
  expect(
    await page.evaluate(`getComputedStyle(document.querySelector('header')).borderTopColor`),
  ).toBe('rgb(138, 28, 91)')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  expect(await menu.locator('svg').count()).toBe(await menu.getByRole('link').count())
  expect(await accessibilityProblems(page)).toEqual([])
  // Another clinic has another look.
  const other = await createClinicWithDesk(harness)
  const answer = await page.request.get(
    `${harness.application.publicUrl()}/dashboard/api/look/${other.name}`,
  )
  expect(answer.status()).toBe(404)
  expect(complaints).toEqual([])
  await page.context().close()
})

/** The built files as another release would have them: each script under another name. */
function anotherRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
  afterFile(() => rmSync(folder, { recursive: true }))
  cpSync(fileURLToPath(new URL('../../../dashboard/dist', import.meta.url)), folder, {
    recursive: true,
  })
  const page = join(folder, 'index.html')
  const text = readFileSync(page, 'utf8')
  const [script = ''] = text.match(/index-[\w-]+\.js/) ?? []
  renameSync(join(folder, 'assets', script), join(folder, 'assets', 'index-another.js'))
  writeFileSync(page, text.replaceAll(script, 'index-another.js'))
  return folder
}

describe('the first view', () => {
  it('loads no more than 220 kB of compressed script [DASH-24]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openDesk(harness, browser, clinic)
    const answer = await page.request.get(page.url())
    const scripts = [...(await answer.text()).matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(
      ([, path]) => new URL(path ?? '', page.url()).href,
    )
    const sizes = await Promise.all(
      scripts.map(async (url) => {
        const file = await page.request.fetch(url, {
          method: 'GET',
          headers: { 'accept-encoding': 'br' },
        })
        return Number(
          file.headersArray().find(({ name }) => name.toLowerCase() === 'content-length')?.value,
        )
      }),
    )
    expect(scripts.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(220_000)
    await page.context().close()
  })
})

describe('a page of an earlier release', () => {
  it('keeps working once there is a newer one, says so, and keeps the input until it is reloaded [DASH-22]', async () => {
    const former = await openHarness()
    const address = await former.door.listen({ host: '127.0.0.1', port: 0 })
    former.application.listensAt(address)
    const newer = await openHarness({
      connection: former.connection,
      dashboardFolder: anotherRelease(),
    })
    const clinic = await createClinicWithDesk(former)
    const { page } = await openDesk(former, browser, clinic)
    await page.getByRole('gridcell', { name: '09:30, free' }).click()
    const form = page.getByRole('complementary', { name: 'New visit' })
    await form.getByLabel('Complaint (optional)').fill('Rash on the left arm')

    // In the order in which a service stops.
    former.application.stopping()
    await former.door.close()
    await newer.door.listen({ host: '127.0.0.1', port: Number(new URL(address).port) })
    await page.getByText('A newer version of this page is available.').waitFor()
    expect(await form.getByLabel('Complaint (optional)').inputValue()).toBe('Rash on the left arm')
    await form.getByRole('combobox', { name: 'Patient' }).fill('Tara')
    await form.getByRole('option', { name: /New patient/ }).click()
    await form.getByLabel('Phone').fill('9876500001')
    await form.getByRole('button', { name: 'Book', exact: true }).click()
    await page.getByRole('gridcell', { name: /09:30 Tara/ }).waitFor()
    expect(
      await former.sql('select chief_complaint from appointments where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ chief_complaint: 'Rash on the left arm' }])

    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('gridcell', { name: /09:30 Tara/ }).waitFor()
    expect(await page.getByText('A newer version of this page is available.').count()).toBe(0)
    await page.context().close()
  })
})
