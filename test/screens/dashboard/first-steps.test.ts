// The first steps of an empty clinic in Chromium, by roles and labels: from only an owner to a
// first test booking.

import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { createEmptyClinic, emptyClinicFile } from '../../../src/doors/demo/empty-clinic.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { tabToField } from '../../support/screens/by-keyboard.ts'
import { fitsWindow, openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

let made = 0
/** What `npm start -- --empty` creates, under another name. */
async function emptyClinic(): Promise<string> {
  made += 1
  const file = parse(readFileSync(emptyClinicFile, 'utf8'))
  file.workspace.name = `empty-${made}`
  await harness.operate('workspace-import', { source: stringify(file) })
  return file.workspace.name
}

/** The page that the owner's link opens. */
async function begin(workspace: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  const { url: link } = await harness.operate('dashboard-link', { workspace })
  await page.goto(link)
  await page.waitForURL(/first-steps/)
  return { page, link, complaints }
}

const ownEmail = 'ravi@lotus.example'
const password = 'violet kettle sings'
const fill = (page: Page, label: string, value: string) =>
  page.getByRole('textbox', { name: label, exact: true }).fill(value)
/** Searches in a picker, and takes the first that is found. */
async function choose(page: Page, label: string, search: string) {
  await page.getByRole('combobox', { name: label }).clear()
  await page.keyboard.type(search)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}
const setUp = (page: Page) => page.getByRole('button', { name: 'Set up the clinic' })

async function describeClinic(page: Page) {
  await fill(page, 'Your name', 'Ravi Menon')
  await fill(page, 'Your e-mail address', ownEmail)
  await fill(page, 'Name of the clinic', 'Lotus Clinic')
  await fill(page, 'Address', '4 Lake Road, Pune 411001')
  await fill(page, 'City', 'Pune')
  await fill(page, 'State', 'Maharashtra')
  await choose(page, 'Country', 'Germany')
  await choose(page, 'Country', 'India')
  await choose(page, 'Currency', 'INR')
  await fill(page, 'Name of the practitioner', 'Dr Lata Rao')
  await fill(page, 'Specialization', 'Paediatrics')
  await page.getByRole('textbox', { name: 'Fee', exact: true }).fill('600')
}

describe('the first steps', () => {
  it('take an owner from nothing to a clinic, its booking page and a first test booking, and a reload loses nothing [SETUP-09]', async () => {
    const workspace = await emptyClinic()
    const { page, complaints } = await begin(workspace)
    await describeClinic(page)
    await page.getByText('Sat', { exact: true }).click()
    await page.getByText('Sun', { exact: true }).click()
    await saveScreenshot(page, 'first-steps')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.reload()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name of the practitioner' }).inputValue())
      .toBe('Dr Lata Rao')
    await setUp(page).click()
    await page.getByText('The clinic is set up').waitFor()
    await page.getByRole('banner').getByText('Lotus Clinic').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    const { description, version } = await harness.operate('settings-show', { workspace })
    expect(version).toBe(2)
    expect(description).toMatchObject({
      workspace: {
        title: 'Lotus Clinic',
        timezone: expect.stringMatching(/^Asia\/(Kolkata|Calcutta)$/),
        bookingPage: { published: true },
      },
      locations: {
        pune: { fullAddress: '4 Lake Road, Pune 411001', country: 'IN', currency: 'INR' },
      },
      staff: { owner: { name: 'Ravi Menon', email: ownEmail, at: ['pune'] } },
      practitioners: {
        'dr-lata-rao': {
          profile: { published: true, name: 'Dr Lata Rao' },
          at: {
            pune: {
              slotMinutes: 15,
              fees: [{ mode: 'OFFLINE', amount: 600 }],
              hours: [{ from: '09:00', to: '17:00', modes: ['OFFLINE'] }],
            },
          },
        },
      },
    })
    const bookingPage = page.getByRole('link', { name: new RegExp(`/book/${workspace}$`) })
    expect((await fetch((await bookingPage.getAttribute('href')) ?? '')).status).toBe(200)
    await page.getByText(/^Next free time: .* with Dr Lata Rao/).waitFor()
    await saveScreenshot(page, 'first-steps-ready')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Book a test visit' }).click()
    await page.getByText(/^Booked: /).waitFor()
    await page.getByRole('link', { name: 'See it in the day view' }).click()
    await page.getByRole('complementary').getByText('Test').first().waitFor()
    await saveScreenshot(page, 'first-steps-day')
    const visits = await harness.sql(
      "select count(*)::int as visits from appointments where workspace_id = (select id from workspaces where name = $1) and status = 'SCHEDULED'",
      [workspace],
    )
    expect(visits).toEqual([{ visits: 1 }])
    expect(complaints).toEqual([])
    // Another practitioner begins with what the first one got.
    await page.goto(`${harness.application.publicUrl()}/dashboard/${workspace}/settings`)
    await page.getByRole('link', { name: 'Finish the first steps' }).waitFor()
    await page
      .getByRole('region', { name: 'Link to the booking page' })
      .getByText(/\/book\//)
      .waitFor()
    await page.getByRole('button', { name: 'Copy the link' }).waitFor()
    await saveScreenshot(page, 'settings-start')
    await page.getByRole('link', { name: 'Practitioners', exact: true }).click()
    await page
      .getByRole('form', { name: 'Add a practitioner' })
      .getByLabel('Name')
      .fill('Ana Sousa')
    await page.keyboard.press('Enter')
    await page.getByLabel('Specialization *', { exact: true }).fill('Cardiology')
    await fill(page, 'Amount', '700')
    await page.getByRole('button', { name: 'Preview the changes' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Applied as version 3.').waitFor()
    const changed = (await harness.operate('settings-show', { workspace })).description
    const { roles } = changed.practitioners['dr-lata-rao'] ?? {}
    expect(roles).toHaveLength(1)
    expect(changed.practitioners['ana-sousa']).toMatchObject({
      roles,
      profile: { published: true, name: 'Ana Sousa' },
      at: { pune: { slotMinutes: 15, fees: [{ mode: 'OFFLINE', amount: 700 }] } },
    })
    // Once there is something to see, the day is shown first.
    await page.goto(`${harness.application.publicUrl()}/dashboard/${workspace}`)
    await page.waitForURL(/\/day/)
    await page.context().close()
  })

  it('let the owner sign in again after the link of the first start, and send them a test message [SETUP-09] [DASH-04]', async () => {
    const workspace = await emptyClinic()
    const { page, link } = await begin(workspace)
    await describeClinic(page)
    await setUp(page).click()
    const signInAgain = page.getByRole('region', { name: 'Signing in again' })
    await signInAgain.getByRole('button', { name: 'Choose how to sign in' }).click()
    await signInAgain.getByLabel('New password').fill(password)
    await saveScreenshot(page, 'first-steps-password')
    await signInAgain.getByRole('button', { name: 'Choose the password' }).click()
    await signInAgain.getByText('You can sign in again at any time.').waitFor()
    // What remains of the first steps is still there.
    await page.getByRole('button', { name: 'Book a test visit' }).waitFor()
    // Tomorrow, the browser has no session.
    await page.context().clearCookies()
    await page.goto(link)
    await page.getByRole('alert').getByText('it has expired').waitFor()
    await page.getByText('clinic dashboard link').waitFor()
    await saveScreenshot(page, 'sign-in-tomorrow')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('E-mail address').fill(ownEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/day/)
    await page.goto(
      `${harness.application.publicUrl()}/dashboard/${workspace}/settings?section=notices`,
    )
    await page.getByRole('button', { name: 'Send it to my e-mail address' }).click()
    await page.getByText('r***@lotus.example').waitFor()
    await page.context().close()
  })

  it('set up a practitioner with a queue, and give a first test number [SETUP-09] [LINE-01]', async () => {
    const workspace = await emptyClinic()
    const { page, complaints } = await begin(workspace)
    await describeClinic(page)
    await page.getByRole('combobox', { name: 'Kind of booking' }).selectOption('Queue tokens')
    await saveScreenshot(page, 'first-steps-queue')
    expect(await page.getByRole('group', { name: 'Modes' }).count()).toBe(0)
    await setUp(page).click()
    await page.getByText(/^Next queue: .* with Dr Lata Rao/).waitFor()
    await page.getByRole('button', { name: 'Give a test number' }).click()
    await page.getByText(/^Number A-0?1 is for /).waitFor()
    await page.getByRole('link', { name: 'See it in the queue' }).click()
    await page.getByText('Test').first().waitFor()
    await saveScreenshot(page, 'first-steps-queue-day')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('can be done by the keyboard alone [SETUP-09] [DASH-22]', async () => {
    const { page } = await begin(await emptyClinic())
    for (const [name, typed] of [
      ['Your name', 'Ravi Menon'],
      ['Your e-mail address', ownEmail],
      ['Name of the clinic', 'Lotus Clinic'],
      ['Address', '4 Lake Road'],
      ['City', 'Pune'],
      ['State', 'Maharashtra'],
    ] as const) {
      await tabToField(page, 'textbox', name)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(typed)
    }
    for (const [name, typed] of [
      ['Country', 'India'],
      ['Currency', 'INR'],
    ] as const) {
      await tabToField(page, 'combobox', name)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(typed)
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
    }
    await tabToField(page, 'textbox', 'Name of the practitioner')
    await page.keyboard.type('Lata Rao')
    await tabToField(page, 'textbox', 'Specialization')
    await page.keyboard.type('Paediatrics')
    await tabToField(page, 'textbox', 'Fee')
    await page.keyboard.type('600')
    await tabToField(page, 'button', 'Set up the clinic')
    await page.keyboard.press('Enter')
    await page.getByText('The clinic is set up').waitFor()
    await tabToField(page, 'button', 'Book a test visit')
    await page.keyboard.press('Enter')
    await page.getByText(/^Booked: /).waitFor()
    await tabToField(page, 'link', 'See it in the day view')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/day/)
    await page.context().close()
  })

  it('say what is wrong with the input, and write nothing [SETUP-09]', async () => {
    const workspace = await emptyClinic()
    const { page } = await begin(workspace)
    await describeClinic(page)
    await fill(page, 'State', '  ')
    await page.getByLabel(/^To/).fill('08:00')
    await setUp(page).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Locations › pune › State').waitFor()
    await saveScreenshot(page, 'first-steps-refused')
    const { description, version } = await harness.operate('settings-show', { workspace })
    expect([version, description.locations, description.practitioners]).toEqual([1, {}, {}])
    await fill(page, 'State', 'Maharashtra')
    await setUp(page).click()
    await alert.getByText(/^Practitioners › dr-lata-rao › .* › Hours › 1/).waitFor()
    expect((await harness.operate('settings-show', { workspace })).version).toBe(1)
    await page.getByLabel(/^To/).fill('18:00')
    // The owner already has this name; this is another person.
    await fill(page, 'Name of the practitioner', 'Owner')
    await setUp(page).click()
    await page.getByText('The clinic is set up').waitFor()
    const after = (await harness.operate('settings-show', { workspace })).description
    expect([Object.keys(after.practitioners), Object.keys(after.staff)]).toEqual([
      ['owner-1'],
      ['owner'],
    ])
    await page.context().close()
  })

  it('create a workspace only on an installation that has none [SETUP-09]', async () => {
    await emptyClinic()
    expect(await createEmptyClinic(harness.application)).toBeUndefined()
    expect(await harness.sql("select name from workspaces where name = 'clinic'")).toEqual([])
  })

  it('are where the day of a clinic without a location leads, and fit a phone, in dark mode and in Arabic [SETUP-09]', async () => {
    const workspace = await emptyClinic()
    for (const [name, options, title, link] of [
      [
        'dark',
        { viewport: { width: 320, height: 900 }, colorScheme: 'dark' },
        'First steps',
        'First steps',
      ],
      ['tablet', { viewport: { width: 768, height: 1000 } }, 'First steps', 'First steps'],
      [
        'arabic',
        { viewport: { width: 320, height: 900 }, locale: 'ar' },
        'الخطوات الأولى',
        'الخطوات الأولى',
      ],
    ] as const) {
      const { page, complaints } = await begin(workspace, options)
      await page.goto(`${harness.application.publicUrl()}/dashboard/${workspace}/day`)
      await page.getByRole('link', { name: link }).waitFor()
      // Nothing that needs a location is offered.
      expect(await page.locator('[aria-keyshortcuts=n]').count()).toBe(0)
      await page.getByRole('link', { name: link }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('group').first().waitFor()
      await saveScreenshot(page, `first-steps-${name}`)
      expect([name, await fitsWindow(page)]).toEqual([name, true])
      expect(await accessibilityProblems(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })
})
