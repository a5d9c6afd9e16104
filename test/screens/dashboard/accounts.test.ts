// The clinic's accounts for messages and payments in the settings, in Chromium.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import type { Clinic } from '../../support/clinic/harness.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
  saveScreenshot,
} from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const openAccounts = (clinic: Clinic, options = {}) =>
  openDesk(
    harness,
    browser,
    clinic,
    'settings?section=accounts',
    options,
    clinic.id('practitioner', 'asha-rao'),
    /./,
  )
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
function addMail({ workspace, practitioners }: ClinicFile) {
  workspace.messages = { email: { smtp: { url: 'secret:SMTP', from: 'codes@sunrise.example' } } }
  Object.assign(practitioners['asha-rao'] ?? {}, { email: `asha@${workspace.name}.example` })
}

describe('the accounts of a clinic', () => {
  it('are described with names of secrets of its own, and a missing secret is named by the test [SETUP-01]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openAccounts(clinic)
    const stripe = card(page, 'Stripe')
    await stripe.getByText('Not set up yet.').waitFor()
    await stripe.getByRole('button', { name: 'Add: Stripe' }).click()
    await stripe.getByRole('textbox', { name: 'Secret key' }).fill('stripe key')
    const variable = `CLINIC_SECRET_${clinic.name.toUpperCase().replaceAll('-', '_')}__STRIPE_KEY`
    await stripe.getByText(variable).waitFor()
    await stripe.getByRole('button', { name: 'Copy a message to them' }).waitFor()
    await saveScreenshot(page, 'account-secret')
    const test = stripe.getByRole('button', { name: 'Test the account at Stripe' })
    await stripe.getByText('Apply the changes before you test it.').waitFor()
    expect(await test.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Preview the changes' }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
    await test.click()
    const refusal = stripe.getByRole('alert')
    await refusal.getByText('The account does not work yet.').waitFor()
    await refusal.getByText(`${variable} is not set`).waitFor()
    const { description } = await harness.operate('settings-show', { workspace: clinic.name })
    expect(description.workspace.gateways).toEqual({
      stripe: { secretKey: variable.replace('CLINIC_SECRET_', 'secret:') },
    })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are tested by a message to the member; what an operator chose is shown, and stays [SETUP-01]', async () => {
    const clinic = await createClinicWithDesk(harness, addMail)
    const { page, complaints } = await openAccounts(clinic)
    const mail = card(page, 'E-mail')
    await mail.getByText('An operator chose secret:SMTP.').waitFor()
    await mail.getByRole('button', { name: 'Send me a test message (E-mail)' }).click()
    await mail
      .getByText(`This is a sandbox: the message to a***@${clinic.name}.example is in its outbox`)
      .waitFor()
    await mail.getByRole('textbox', { name: 'Sender' }).fill('bank@example.org')
    await page.getByRole('button', { name: 'Preview the changes' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: 'Only the person who runs the server' })
      .waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each(groupByLanguage(allLooks))(
    'fit each window, in dark mode and from right to left: %s [SETUP-01] [DASH-19]',
    async (...looks) => {
      const clinic = await createClinicWithDesk(harness, (file) => {
        addMail(file)
        file.workspace.gateways = { stripe: { secretKey: 'secret:STRIPE_KEY' } }
      })
      const { page } = await openAccounts(clinic, looks[0][1])
      await page.getByRole('textbox').first().waitFor()
      await expectInEachLook(page, looks, 'accounts')
      await page.context().close()
    },
  )
})
