// Signing in, in Chromium; its passkeys are made by the browser's virtual authenticator.

import { Secret, TOTP } from 'otpauth'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import type { Clinic } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard({}, 'localhost')
const service = harness.application.publicUrl()
const password = 'violet kettle sings'

async function openPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    ...options,
  })
  const page = await context.newPage()
  await page.goto(path.startsWith('http') ? path : `${service}/dashboard/${path}`)
  return page
}

/** A device that stores passkeys, with or without user verification. */
async function addAuthenticator(page: Page, isUserVerified = true) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified,
  } as const
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
  })
  return {
    credentials: async () =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifies: (isVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified }),
  }
}

async function invited(clinic: Clinic) {
  return harness.operate('staff-invite', {
    workspace: clinic.name,
    id: clinic.id('staff', 'nina-roy'),
  })
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const day = (page: Page) => page.getByRole('heading', { level: 1, name: /\d/ }).waitFor()

async function signOut(page: Page) {
  await button(page, 'Nina Roy').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await button(page, 'Sign in with a passkey').waitFor()
}

describe('a link that is opened in a tab with its page', () => {
  it('signs in, also after another one was refused [DASH-01]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const page = await openPage('sign-in')
    await button(page, 'Sign in with a passkey').waitFor()
    await page.goto(`${service}/dashboard/sign-in#used-long-ago`)
    await page.getByRole('alert').waitFor()
    const { url } = await harness.operate('dashboard-link', {
      workspace: clinic.name,
      id: clinic.id('staff', 'nina-roy'),
    })
    await page.goto(url)
    await day(page)
    expect(page.url()).not.toContain('#')
    await page.context().close()
  })

  it.each(['en', 'ar', 'de', 'es', 'hi'])(
    'fits a phone with its invitation, in %s [DASH-04] [DASH-19]',
    async (locale) => {
      const clinic = await createClinicWithDesk(harness)
      const page = await openPage((await invited(clinic)).url, {
        locale,
        viewport: { width: 320, height: 700 },
        colorScheme: 'dark',
      })
      await page.locator('input[name=password]').waitFor()
      expect([await fitsWindow(page), await accessibilityProblems(page)]).toEqual([true, []])
      await page.context().close()
    },
  )

  it('shows the invitation that it is for [DASH-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const page = await openPage('invitation#withdrawn')
    await page.getByRole('alert').waitFor()
    await page.goto((await invited(clinic)).url)
    await page.getByLabel('Passkey name').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(page.url()).not.toContain('#')
    await page.context().close()
  })
})

describe('an invitation to an address that has an account elsewhere', () => {
  it.each([
    ['joins it', 'Password', 'Sign in', 2],
    [
      'is accepted with an account of its own',
      'New password',
      'Choose the password and sign in',
      1,
    ],
  ] as const)('%s [DASH-04] [DASH-13]', async (_, field, submit, clinics) => {
    const email = `both-${clinics}@clinics.example`
    const change = ({ staff }: ClinicFile) => Object.assign(staff?.['nina-roy'] ?? {}, { email })
    const first = await createClinicWithDesk(harness, change)
    const second = await createClinicWithDesk(harness, change)
    const page = await openPage((await invited(first)).url)
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await button(page, 'Choose the password and sign in').click()
    await day(page)
    await page.goto((await invited(second)).url)
    await page.getByText(`${email} may already have an account here`).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const isJoined = clinics === 2
    await page
      .getByRole('textbox', { name: field, exact: true })
      .fill(isJoined ? password : 'another long secret 9')
    await button(page, new RegExp(`^${submit}$`)).click()
    await expect
      .poll(
        async () =>
          (await (await page.request.get(`${service}/dashboard/api/session`)).json()).members
            .length,
      )
      .toBe(clinics)
    await page.context().close()
  })
})

describe('a passkey', () => {
  it('accepts an invitation, and signs in without typing an address [DASH-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const page = await openPage((await invited(clinic)).url)
    const authenticator = await addAuthenticator(page)
    await page.getByLabel('Passkey name').fill('Desk computer')
    await button(page, 'Create a passkey').click()
    await day(page)
    await signOut(page)
    await button(page, 'Sign in with a passkey').click()
    await day(page)
    const [stored] = await harness.sql('select name, counter::int, used_at from staff_passkeys')
    expect(stored).toMatchObject({ name: 'Desk computer', used_at: expect.anything() })
    const [credential] = await authenticator.credentials()
    expect(stored.counter).toBe(credential?.signCount)
    await page.context().close()
  })

  it('of a device without user verification, or a copy of one, is refused [DASH-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const page = await openPage((await invited(clinic)).url)
    const authenticator = await addAuthenticator(page)
    await button(page, 'Create a passkey').click()
    await day(page)
    await signOut(page)
    const sessions = () => harness.sql('select id from staff_sessions order by id')
    const before = await sessions()
    // The counter of a copy is behind.
    await harness.sql('update staff_passkeys set counter = 1000')
    await button(page, 'Sign in with a passkey').click()
    await page.getByRole('alert').getByText('SIGN_IN_REFUSED').waitFor()
    await harness.sql('update staff_passkeys set counter = 0')
    await authenticator.verifies(false)
    await button(page, 'Sign in with a passkey').click()
    await page.getByRole('alert').getByText('PASSKEY_CANCELLED').waitFor()
    expect(await sessions()).toEqual(before)
    await page.context().close()
  })

  it('answers its challenge once, and within five minutes [DASH-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const page = await openPage((await invited(clinic)).url)
    await addAuthenticator(page)
    await button(page, 'Create a passkey').click()
    await day(page)
    await signOut(page)
    const [sent] = await Promise.all([
      page.waitForRequest(/sign-in\/passkey$/),
      button(page, 'Sign in with a passkey').click(),
    ])
    await day(page)
    const send = (data: string) =>
      page.request.post(`${service}/dashboard/api/sign-in/passkey`, {
        data,
        headers: { origin: service, 'content-type': 'application/json' },
      })
    // The counter of the device would refuse it too.
    await harness.sql('update staff_passkeys set counter = 0')
    expect((await send(sent.postData() ?? '')).status()).toBe(403)
    await signOut(page)
    await page.route(/sign-in\/passkey$/, async (route) => {
      await harness.sql('update staff_challenges set expires_at = expires_at - $1::interval', [
        '5 minutes',
      ])
      await route.continue()
    })
    await button(page, 'Sign in with a passkey').click()
    await page.getByRole('alert').getByText('SIGN_IN_REFUSED').waitFor()
    await page.context().close()
  })
})

describe('a second factor', () => {
  it('is set up when the role requires one, and asked for from then on [DASH-05]', async () => {
    const clinic = await createClinicWithDesk(harness, (file) => {
      Object.assign(file.roles?.desk ?? {}, { secondFactor: 'required' })
    })
    const { url, email } = await invited(clinic)
    const page = await openPage(url)
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await button(page, 'Choose the password and sign in').click()
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor()
    await page.goto(`${service}/dashboard/${clinic.name}/day`)
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor()
    await button(page, 'Set up an app').click()
    const secret = Secret.fromBase32(
      ((await page.getByLabel('Secret', { exact: true }).textContent()) ?? '').replaceAll(' ', ''),
    )
    expect(
      await page
        .getByAltText(/The secret as a QR code/)
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Code from the app').fill(TOTP.generate({ secret }))
    await button(page, 'Use the app from now on').click()
    const codes = ((await page.getByLabel('Recovery codes').textContent()) ?? '').split('\n')
    expect(codes).toHaveLength(10)
    await button(page, 'I have saved them').click()
    await day(page)
    await signOut(page)
    await page.getByLabel('E-mail address').fill(String(email))
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await button(page, /^Sign in$/).click()
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[3] ?? '')
    await button(page, 'Continue').click()
    await day(page)
    await page.context().close()
  })
})

describe('a change of how one signs in', () => {
  it('asks to sign in again when that was ten minutes ago, keeps what was typed, and is shown with the next invitation [DASH-05] [DASH-17]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const page = await openPage((await invited(clinic)).url)
    await addAuthenticator(page)
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await button(page, 'Choose the password and sign in').click()
    await day(page)
    await page.goto(`${service}/dashboard/account`)
    await page.getByLabel('Passkey name').fill('My phone')
    await harness.sql("update staff_sessions set created_at = created_at - interval '10 minutes'")
    await button(page, 'Create a passkey').click()
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByText('To change how you sign in, sign in again first.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await button(page, 'Create a passkey').click()
    await page.getByText('My phone').waitFor()
    await expect
      .poll(async () =>
        (await harness.operate('outbox-show', { workspace: clinic.name }))
          .map(({ body }: { body: string }) => body)
          .join(),
      )
      .toContain('A passkey was added')
    await page.goto((await invited(clinic)).url)
    await page
      .getByText(
        'This ends how you signed in to this clinic until now: Password, Passkeys (My phone).',
      )
      .waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.context().close()
  })
})

describe("one's own account", () => {
  it('shows passkeys and sessions, ends them, and changes the password [DASH-04] [DASH-07]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { url, email } = await invited(clinic)
    const page = await openPage(url)
    await addAuthenticator(page)
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await button(page, 'Choose the password and sign in').click()
    await day(page)
    const other = await openPage('sign-in')
    await other.getByLabel('E-mail address').fill(String(email))
    await other.getByRole('textbox', { name: 'Password' }).fill(password)
    await button(other, /^Sign in$/).click()
    await day(other)
    await button(page, 'Nina Roy').click()
    await page.getByRole('menuitem', { name: 'My account' }).click()
    const part = (name: string) => page.getByRole('region', { name })
    await part('Passkeys').getByLabel('Passkey name').fill('My phone')
    await part('Passkeys').getByRole('button', { name: 'Create a passkey' }).click()
    await part('Passkeys').getByText('My phone').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await part('Passkeys').getByRole('button', { name: 'Remove: My phone' }).click()
    await part('Passkeys').getByText('My phone').waitFor({ state: 'detached' })
    await part('Where you are signed in')
      .getByRole('button', { name: /^Sign out: Chrome/ })
      .click()
    await expect
      .poll(async () => (await other.request.get(`${service}/dashboard/api/session`)).status())
      .toBe(401)
    await page.getByRole('textbox', { name: 'Current password' }).fill(password)
    await page.getByRole('textbox', { name: 'New password' }).fill('another long secret 9')
    await button(page, 'Change the password').click()
    await page.getByText('Your password has changed').waitFor()
    await Promise.all([page.context().close(), other.context().close()])
  })
})
