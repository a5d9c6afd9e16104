// The screens of API keys in Chromium, by roles and labels: making one, why its calls are refused,
// and how much of its limits it used.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Clinic, Json } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const limits = {
  perAddress: 1e9,
  pages: 1e9,
  perKey: 40,
  perWorkspace: 100,
  perRoute: { read: 12, write: 12, sensitive: 12 },
}
const { house: harness, browser } = await openDashboard({ limits })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const owner = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const openKeys = (clinic: Clinic, options = {}, title: string | RegExp = 'API keys') =>
  openDesk(harness, browser, clinic, 'keys', options, owner(clinic), title)
const openKey = (clinic: Clinic, id = clinic.keyId, options = {}, search = '') =>
  openDesk(harness, browser, clinic, `keys/${id}${search}`, options, owner(clinic), /./)
const listKeys = (clinic: Clinic): Promise<Json[]> =>
  harness.operate('key-list', { workspace: clinic.name })
const allCalls = (page: Page) =>
  page.getByRole('list', { name: 'Last calls' }).getByRole('listitem')

/** Some calls of each kind that integrators make. */
async function someCalls(clinic: Clinic) {
  await harness.operate('entitlement-withdraw', {
    workspace: clinic.name,
    feature: 'devapi_catalog_doctors',
  })
  for (let number = 0; number < 14; number += 1) await clinic.get('/v1/addresses')
  await clinic.get('/v1/doctors')
  await clinic.get('/v1/nowhere')
  await clinic.post('/v1/appointments/book-appointment-unified', { addressId: 'x' })
  await clinic.get('/v1/addresses', {
    from: '203.0.113.9',
    headers: { 'x-request-id': 'from-the-office' },
  })
}

describe('a key', () => {
  it('is made from the address of the browser, shown once and masked after, and works [SETUP-05]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openKeys(clinic)
    await button(page, 'Make a key').click()
    await page.getByLabel('Name').fill('Booking server')
    await page.getByLabel('Address or range').fill('300.1.1.1')
    await page.keyboard.press('Enter')
    await button(page, 'Mine: 127.0.0.1').click()
    await button(page, 'Make the key').click()
    await page
      .getByRole('alert')
      .filter({ hasText: 'not an IP address or range that a key can have' })
      .waitFor()
    await saveScreenshot(page, 'make-refused')
    await button(page, 'Remove 300.1.1.1').click()
    await saveScreenshot(page, 'make')
    expect(await accessibilityProblems(page)).toEqual([])
    await button(page, 'Make the key').click()
    const once = page.getByRole('status', { name: 'This is the key. It is not shown again.' })
    const key = (await once.locator('pre').textContent()) ?? ''
    expect(key).toMatch(/^clinic_dev_\S{40,}$/)
    await saveScreenshot(page, 'once')
    expect(await accessibilityProblems(page)).toEqual([])
    expect((await harness.call('GET', '/v1/addresses', { key })).status).toBe(200)
    await button(page, 'I have saved it').click()
    await page.getByRole('link', { name: /^Booking server/ }).waitFor()
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await page
      .getByRole('link', { name: /^Booking server Developer key · clinic_dev_.*…/ })
      .waitFor()
    expect(await page.content()).not.toContain(key)
    expect(await listKeys(clinic)).toMatchObject([
      { name: 'test' },
      { name: 'Booking server', kind: 'DEVELOPER', allowedAddresses: ['127.0.0.1'] },
    ])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('is gone from the page once you leave it [SETUP-05]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openKeys(clinic)
    await button(page, 'Make a key').click()
    await page.getByLabel('Name').fill('Page')
    await page.getByLabel('Widget key').check()
    await page.getByLabel('Origin', { exact: true }).fill('https://clinic.example')
    await button(page, 'Add').click()
    await button(page, 'Make the key').click()
    const key =
      (await page
        .getByRole('status', { name: /This is the key/ })
        .locator('pre')
        .textContent()) ?? ''
    expect(key).toMatch(/^clinic_widget_/)
    await page.getByRole('link', { name: /^Page Widget key/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Page' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    expect(await page.content()).not.toContain(key)
    await page.context().close()
  })

  it('is rotated, stopped and removed by keys alone, each with a question first [SETUP-05] [AUTH-06]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openKey(clinic)
    await button(page, 'Rotate …').focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Both work for').selectOption('1')
    await saveScreenshot(page, 'rotate')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const once = page.getByRole('status', { name: /This is the key/ })
    const second = (await once.locator('pre').textContent()) ?? ''
    await once.getByText('The first key works until').waitFor()
    await saveScreenshot(page, 'rotated')
    for (const key of [clinic.key, second])
      expect((await harness.call('GET', '/v1/addresses', { key })).status).toBe(200)
    await once.getByRole('link', { name: 'Go to the second key' }).press('Enter')
    await expect.poll(() => page.url()).not.toMatch(new RegExp(`/keys/${clinic.keyId}$`))
    await button(page, 'Stop …').press('Enter')
    const question = page.getByRole('group', { name: /Stop this key\?/ })
    // The button that changes nothing has the focus.
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    await button(page, 'Stop …').press('Enter')
    await button(page, 'Stop the key').press('Enter')
    await page.getByText('Stopped', { exact: true }).waitFor()
    expect((await harness.call('GET', '/v1/addresses', { key: second })).status).toBe(401)
    expect((await clinic.get('/v1/addresses')).status).toBe(200)
    expect(await button(page, 'Rotate …').count()).toBe(0)
    await button(page, 'Remove …').press('Enter')
    await saveScreenshot(page, 'remove')
    await button(page, 'Remove the key').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await expect.poll(async () => (await listKeys(clinic)).length).toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('has its addresses, origins and limit changed on its page [SETUP-05]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openKey(clinic)
    const addresses = region(page, 'Addresses')
    await addresses.getByLabel('Address or range').fill('198.51.100.0/24')
    await page.keyboard.press('Enter')
    await button(page, 'Remove 198.51.100.0/24').waitFor()
    await button(page, 'Remove 127.0.0.1').click()
    await button(page, 'Mine: 127.0.0.1').waitFor()
    await page.getByLabel('Requests per minute').fill('25')
    await button(page, 'Save').click()
    await region(page, 'Limits').getByText('25 per minute').waitFor()
    expect(await listKeys(clinic)).toMatchObject([
      { allowedAddresses: ['198.51.100.0/24'], requestsPerMinute: 25 },
    ])
    await page.context().close()
  })
})

describe('the calls of a key', () => {
  it('are shown as they arrive, and one from another address is explained, allowed and then answered [SETUP-06]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openKey(clinic)
    await region(page, 'Last calls').getByText('No calls yet').waitFor()
    await clinic.get('/v1/addresses', { from: '203.0.113.9' })
    const refused = allCalls(page).filter({ hasText: 'ADDRESS_NOT_ALLOWED' })
    await refused.getByText('GET /v1/addresses').waitFor()
    await refused.getByText('Why, and what to do').press('Enter')
    await refused.getByText('not on this key').waitFor()
    await saveScreenshot(page, 'explained')
    expect(await accessibilityProblems(page)).toEqual([])
    await refused.getByRole('button', { name: 'Add 203.0.113.9 to the key' }).press('Enter')
    await refused.getByText('203.0.113.9 is now on the key').waitFor()
    expect((await clinic.get('/v1/addresses', { from: '203.0.113.9' })).status).toBe(200)
    await expect.poll(() => allCalls(page).count()).toBe(2)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are filtered by refusal, by status and by endpoint, in an address that can be shared [SETUP-06]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await someCalls(clinic)
    const { page } = await openKey(clinic)
    await expect.poll(() => allCalls(page).count()).toBe(18)
    await page.getByLabel('Refused only').check()
    await expect.poll(() => allCalls(page).count()).toBe(6)
    await page.getByLabel('Status').selectOption('403')
    await expect.poll(() => allCalls(page).count()).toBe(3)
    await page.reload()
    await expect.poll(() => allCalls(page).count()).toBe(3)
    await page.getByLabel('Status').selectOption('')
    await page.getByLabel('Endpoint').selectOption('GET /v1/addresses')
    await expect.poll(() => allCalls(page).count()).toBe(3)
    await saveScreenshot(page, 'chosen')
    await page.context().close()
  })

  it('and its limits say in words what was used and refused, in the last hour and day [SETUP-07]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await harness.moveTo(
      new Date(Math.ceil(harness.application.clock.now() / 60_000) * 60_000).toISOString(),
    )
    await someCalls(clinic)
    const { page } = await openKey(clinic)
    const endpoint = region(page, 'Limits').getByRole('listitem', { name: 'GET /v1/addresses' })
    await endpoint.getByText('12 of 12 in the busiest minute · used up').first().waitFor()
    await endpoint.getByText('2 refused').first().waitFor()
    expect(
      await endpoint
        .getByRole('progressbar', { name: 'Last hour: 12 of 12 in the busiest minute' })
        .count(),
    ).toBe(1)
    await region(page, 'Limits')
      .getByRole('listitem', { name: 'All requests with this key' })
      .getByText('none refused')
      .first()
      .waitFor()
    await page.context().close()
  })
})

describe('the screens of keys', () => {
  it('fit a phone, and read right to left and in the dark [SETUP-05] [SETUP-06] [SETUP-07]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await clinic.widgetKey()
    await someCalls(clinic)
    for (const [name, options] of [
      ['320', { viewport: { width: 320, height: 700 } }],
      ['768', { viewport: { width: 768, height: 900 } }],
      ['1400', {}],
      ['dark', { colorScheme: 'dark' }],
      ['ar', { locale: 'ar', colorScheme: 'dark' }],
      ['de-320', { locale: 'de', viewport: { width: 320, height: 700 } }],
    ] as const) {
      const { page, complaints } = await openKeys(clinic, options, /API/)
      await page.getByRole('link', { name: /^test/ }).waitFor()
      await saveScreenshot(page, `keys-${name}`)
      expect(await fitsWindow(page), name).toBe(true)
      expect(await accessibilityProblems(page), name).toEqual([])
      await page.getByRole('link', { name: /^test/ }).click()
      await page.getByText('ADDRESS_NOT_ALLOWED').waitFor()
      await page.locator('summary').first().click()
      await saveScreenshot(page, `key-${name}`)
      expect(await fitsWindow(page), name).toBe(true)
      expect(await accessibilityProblems(page), name).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })

  it('are in the menu only with the right, and read-only for members who may only read [SETUP-05] [DASH-11]', async () => {
    const clinic = await createClinicWithDesk(harness, ({ roles }) => {
      Object.assign(roles?.owner ?? {}, { rights: { developers: 'read' } })
    })
    await clinic.get('/v1/addresses', { from: '203.0.113.9' })
    const none = await openDesk(harness, browser, clinic)
    expect(await none.page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
    await none.page.goto(`${harness.application.publicUrl()}/dashboard/${clinic.name}/keys`)
    await none.page.getByText('Your role does not let you see this').waitFor()
    const { page } = await openKeys(clinic)
    expect(await button(page, 'Make a key').count()).toBe(0)
    await page.getByRole('link', { name: /^test/ }).click()
    await allCalls(page).first().getByText('Why, and what to do').click()
    expect(await button(page, /Rotate|Stop|Remove|Add|Save/).count()).toBe(0)
    for (const opened of [none.page, page]) await opened.context().close()
  })
})
