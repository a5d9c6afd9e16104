// A desk in a real browser: a clinic with an owner and a receptionist, and a signed-in page of its
// dashboard.

import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import type { Clinic, Harness } from '../clinic/harness.ts'
import { waitUntilSettled } from './settled-page.ts'

/** A clinic whose receptionist is Nina and whose owner is Asha. */
export function createClinicWithDesk(
  harness: Harness,
  change: (file: ClinicFile) => void = () => {},
): Promise<Clinic> {
  return harness.clinic((file) => {
    Object.assign(file.roles ?? {}, {
      owner: { displayName: 'Owner', dashboard: 'owner' },
      desk: { displayName: 'Desk', dashboard: 'reception' },
    })
    const nina = file.staff?.['nina-roy']
    if (nina) Object.assign(nina, { roles: ['desk'], email: `nina@${file.workspace.name}.example` })
    Object.assign(file.practitioners['asha-rao'] ?? {}, { roles: ['owner'] })
    change(file)
  })
}

/** Chooses one of a visit's further actions, in its panel's menu. */
export async function chooseMenuAction(panel: Locator, name: string): Promise<void> {
  await panel.getByRole('button', { name: 'More', exact: true }).click()
  await panel.page().getByRole('menuitem', { name, exact: true }).click()
}

export interface Desk {
  page: Page
  /** Unexpected messages in the page's console, and its requests to other hosts. */
  complaints: string[]
}

let lastSignIn: Promise<unknown> = Promise.resolve()
/** One sign-in after the other: using a link ends the other links of its member. */
function runInTurn(signIn: () => Promise<void>): Promise<void> {
  const turn = lastSignIn.then(signIn)
  lastSignIn = turn.catch(() => {})
  return turn
}

/** A signed-in page of the dashboard, in its own browser context. */
export async function openDesk(
  harness: Harness,
  browser: Browser,
  clinic: Clinic,
  path = 'day?date=2030-01-07',
  options: BrowserContextOptions = {},
  /** Who signs in; the receptionist when omitted. */
  member = clinic.id('staff', 'nina-roy'),
  /** The title of a screen that has no date. */
  title: string | RegExp = /\d/,
): Promise<Desk> {
  const service = harness.application.publicUrl()
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // The browser itself logs a stream that ends, and the 401 for the request that checks whether
    // anyone is signed in.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(service) && !request.url().startsWith('data:'))
      complaints.push(request.url())
  })
  await runInTurn(async () => {
    const { url } = await harness.operate('dashboard-link', { workspace: clinic.name, id: member })
    // Without the sign-in screen, which has its own tests and takes a second.
    const signedIn = await page.request.post(`${service}/dashboard/api/sign-in/link`, {
      headers: { origin: service },
      data: { token: new URL(url).hash.slice(1) },
    })
    if (!signedIn.ok()) throw new Error(`signing in was answered ${signedIn.status()}`)
  })
  await page.goto(`${service}/dashboard/${clinic.name}/${path}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await waitUntilSettled(page)
  return { page, complaints }
}
