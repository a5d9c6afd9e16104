// A desk in a real browser: a clinic with an owner and a receptionist, and a page of its dashboard that is signed in.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { ClinicFile } from '../../../src/clinic-file/clinic-file.ts'
import type { Clinic, House } from '../clinic/harness.ts'

/** A clinic whose receptionist is Nina and whose owner is Asha. */
export function clinicWithDesk(house: House, change: (file: ClinicFile) => void = () => {}): Promise<Clinic> {
  return house.clinic((file) => {
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

export interface Desk {
  page: Page
  /** What the page wrote to its console that it should not have, and what it asked of other hosts. */
  complaints: string[]
}

/** A page of the dashboard that is signed in, in a browser of its own. */
export async function openDesk(
  house: House,
  browser: Browser,
  clinic: Clinic,
  path = 'day?date=2030-01-07',
  options: BrowserContextOptions = {},
  /** Who signs in; the receptionist when omitted. */
  member = clinic.id('staff', 'nina-roy'),
  /** The title of a screen that is of no date. */
  title: string | RegExp = /\d/,
): Promise<Desk> {
  const service = house.application.publicUrl()
  const { url } = await house.operate('dashboard-link', { workspace: clinic.name, id: member })
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB', timezoneId: 'Asia/Kolkata', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    // A stream that is ended, and an address that is asked who is signed in, are told by the browser itself.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(service) && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  // Without the screen of signing in, which has tests of its own and takes a second.
  const signedIn = await page.request.post(`${service}/dashboard/api/sign-in/link`, {
    headers: { origin: service },
    data: { token: new URL(url).hash.slice(1) },
  })
  if (!signedIn.ok()) throw new Error(`signing in was answered ${signedIn.status()}`)
  await page.goto(`${service}/dashboard/${clinic.name}/${path}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return { page, complaints }
}
