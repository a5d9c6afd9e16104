// Signing in at an OpenID Connect provider in Chromium. The provider is on another site, as it is
// for a clinic.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { words as ar } from '../../../words/ar/dashboard.ts'
import { words as de } from '../../../words/de/dashboard.ts'
import { en } from '../../../words/en/dashboard.ts'
import { words as es } from '../../../words/es/dashboard.ts'
import { words as hi } from '../../../words/hi/dashboard.ts'
import { startOpenIdServer } from '../../support/clinic/openid-server.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard } from '../../support/screens/screen.ts'

const provider = await startOpenIdServer()
const { house: harness, browser } = await openDashboard({ openId: provider.settings }, 'localhost')
const service = harness.application.publicUrl()
provider.startAnswering(service)

async function openPage(path = 'sign-in', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    ...options,
  })
  const page = await context.newPage()
  await page.goto(`${service}/dashboard/${path}`)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const day = (page: Page) => page.getByRole('heading', { level: 1, name: /\d/ }).waitFor()

async function logIn(page: Page, name: string) {
  await button(page, 'Sign in with Example ID').click()
  await page.getByLabel('Name').fill(name)
  await button(page, 'Log in').click()
}

describe('a login at the provider', () => {
  it('leads to the day, leaves nothing in the address, and ends by signing out [DASH-09]', async () => {
    const clinic = await createClinicWithDesk(harness)
    provider.people.set('nina', { email: `nina@${clinic.name}.example`, email_verified: true })
    const page = await openPage()
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await logIn(page, 'nina')
    await day(page)
    expect(page.url()).toContain(`/dashboard/${clinic.name}/day`)
    const cookies = await page.context().cookies(service)
    expect(cookies.find(({ name }) => name === 'clinic-session')).toMatchObject({
      sameSite: 'Strict',
      httpOnly: true,
    })
    expect(await page.evaluate('performance.getEntriesByType("navigation")[0].name')).toContain(
      '/dashboard/sign-in/openid',
    )
    await page.reload()
    await day(page)
    await button(page, 'Nina Roy').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await button(page, 'Sign in with Example ID').waitFor()
    // Back to where the provider sent the browser: its parameters are used up, and gone.
    await page.goto(`${service}/dashboard/sign-in/openid`)
    await button(page, 'Sign in with Example ID').waitFor()
    expect((await page.request.get(`${service}/dashboard/api/session`)).status()).toBe(401)
    await page.context().close()
  })

  it('that signs in no member says what to do, and leads back [DASH-09] [DASH-17]', async () => {
    const page = await openPage()
    provider.people.set('stranger', { email: 'stranger@else.example', email_verified: true })
    await logIn(page, 'stranger')
    await page.getByRole('alert').getByText('You were not signed in.').waitFor()
    await page
      .getByRole('alert')
      .getByText(/ask an owner of the clinic/)
      .waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(await accessibilityProblems(page)).toEqual([])
    // The provider would answer the same for anyone logged in there.
    await button(page, 'Use another Example ID account').click()
    await button(page, 'Cancel').click()
    await page.getByRole('alert').getByText('You were not signed in.').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await button(page, 'Sign in with Example ID').waitFor()
    await page.context().close()
  })

  it('asks which clinic if the accounts are unrelated [DASH-09] [DASH-13]', async () => {
    const email = 'both@clinics.example'
    const withEmail = (title: string) =>
      createClinicWithDesk(harness, (file) => {
        file.workspace.title = title
        Object.assign(file.staff?.['nina-roy'] ?? {}, { email })
      })
    const first = await withEmail('First clinic')
    await withEmail('Second clinic')
    provider.people.set('both', { email, email_verified: true })
    const { url } = await harness.operate('dashboard-link', {
      workspace: first.name,
      id: first.id('staff', 'nina-roy'),
    })
    const before = await openPage()
    await before.goto(url)
    await day(before)
    const page = await openPage()
    await logIn(page, 'both')
    await page.getByRole('heading', { name: 'Which clinic?' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await button(page, 'Second clinic').click()
    await day(page)
    await page.context().close()
    await before.context().close()
  })
})

describe('the button', () => {
  it('is fully visible at 320 px, as is the message of a failed sign-in [DASH-09] [DASH-19]', async () => {
    provider.people.set('stranger', { email: 'stranger@else.example', email_verified: true })
    const page = await openPage('sign-in', { locale: 'de', viewport: { width: 320, height: 800 } })
    await button(page, de.signIn.byOpenId('Example ID')).click()
    await page.getByLabel('Name').fill('stranger')
    await button(page, 'Log in').click()
    await button(page, de.signIn.anotherOpenId('Example ID')).waitFor()
    const parts = await page.evaluate(`[...document.querySelectorAll('main *')].filter((part) => {
      const { left, right } = part.getBoundingClientRect()
      return left < 16 || right > 305 || (part.className.includes?.('label') && part.scrollWidth > part.clientWidth + 1)
    }).map(({ outerHTML }) => outerHTML.slice(0, 200))`)
    expect(parts).toEqual([])
    await page.context().close()
  })

  it('exists in every language, at 320 px, in light and dark mode, by keyboard [DASH-09] [DASH-19] [DASH-20]', async () => {
    for (const [locale, { signIn }] of Object.entries({ en, de, es, hi, ar })) {
      const page = await openPage('sign-in', {
        locale,
        viewport: { width: 320, height: 800 },
        colorScheme: locale === 'de' ? 'dark' : 'light',
      })
      const named = button(page, signIn.byOpenId('Example ID'))
      await named.focus()
      expect(await fitsWindow(page)).toBe(true)
      if (locale === 'ar' || locale === 'de') expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByLabel('Name').waitFor()
      await page.context().close()
    }
  })
})
