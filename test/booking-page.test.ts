// The example page in a real browser, as a clinic's website would carry it: on an origin of its own.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from './after-file.ts'
import { accessibilityProblems, openBrowser } from './browser.ts'
import { book, type Clinic, openHouse, slotAt } from './harness.ts'

const { countries } = (await import(new URL('../examples/booking-page/countries.js', import.meta.url).href)) as { countries: [string, string][] }

const house = await openHouse()
const service = await house.door.listen({ host: '127.0.0.1', port: 0 })

/** Serves the page; each call is another origin. */
async function servePage(): Promise<string> {
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
  const server = createServer((request, response) => {
    const name = /^\/(\w+\.(?:js|css))$/.exec(request.url ?? '')?.[1] ?? 'index.html'
    response
      .setHeader('content-type', `${types[name.split('.')[1] ?? '']}; charset=utf-8`)
      .end(readFileSync(new URL(`../examples/booking-page/${name}`, import.meta.url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const [registered, other] = [await servePage(), await servePage()]
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

async function openPage(clinic: Clinic, origin: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { key } = await house.operate('key-create', { workspace: clinic.name, kind: 'WIDGET', name: 'page', allow: [], origins: [registered] })
  const page = await browser.newPage({ viewport: { width: 900, height: 1000 }, locale: 'en-GB', timezoneId: 'Asia/Kolkata', ...options })
  await page.goto(`${origin}/?${new URLSearchParams({ service, key, date: '2030-01-06' })}`)
  return page
}

const says = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 10_000 })
const outbox = async (clinic: Clinic) => house.operate('outbox-show', { workspace: clinic.name, limit: 5 })
const codeOf = async (clinic: Clinic): Promise<string> => (await outbox(clinic))[0].code
const bookings = ({ workspaceId }: Clinic) => house.sql('select * from appointments where workspace_id = $1', [workspaceId])

/** A time of the week that is shown, on its day as the page heads it. */
const timeOn = (page: Page, day: string, time: string) =>
  page
    .locator('.days > div')
    .filter({ has: page.getByRole('heading', { name: day }) })
    .getByRole('radio', { name: time })

// A phone gets three codes in ten minutes, from whichever clinic.
let phonesUsed = 0
const anyPhone = () => `98765${10_000 + phonesUsed++}`

/** Text as people read it: amounts are kept together by a space of their own. */
const read = (text: string) => text.replaceAll('\u00a0', ' ')

/** Everything but the time, up to the code that is sent. */
async function askForCode(page: Page, phone = anyPhone()) {
  await page.getByLabel('First name').fill('Meera')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await says(page, /on its way/)
}

describe('the booking page', { timeout: 60_000 }, () => {
  it('verifies a phone and books, from an origin the widget key lists', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    await timeOn(page, 'Mon 7 Jan', '09:30').check()
    await askForCode(page)
    await page.getByLabel('Six digits').fill(await codeOf(clinic))
    await page.getByRole('button', { name: 'Verify and book' }).click()
    await says(page, /Booked: Dr Asha Rao, Jaipur, Monday,? 7 January 2030, 09:30\. Your reference is BK/)
    expect((await bookings(clinic)).map(({ from_at: from }) => from)).toEqual([Date.parse('2030-01-07T09:30:00+05:30')])
  })

  it('shows who can be booked, with the fee and the next free day, and nobody else', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['jonas-weber']?.at.berlin
      if (practice) practice.hours = [{ days: ['FRI'], from: '08:00', to: '16:00', modes: ['OFFLINE'] }]
    })
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    expect((await page.locator('.cards .choice').allInnerTexts()).map(read)).toEqual([
      'Dr Asha Rao\nDermatology, Jaipur\nINR 500\nNext free: Mon 7 Jan',
      'Physiotherapy\nPhysiotherapy, Berlin\nEUR 60\nNext free: Fri 11 Jan',
    ])
  })

  it('shows a week in the zone of the visitor, and the days after it', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered, { timezoneId: 'America/New_York' })
    await says(page, /Choose a time/)
    expect(await page.locator('#zone').innerText()).toBe('Times in America/New_York, where you are')
    // Monday at nine in Jaipur is Sunday half past ten in the evening in New York.
    await timeOn(page, 'Sun 6 Jan', '22:30').check()
    expect(read(await page.locator('#chosen').innerText())).toBe('Dr Asha Rao · Sunday 6 January, 22:30 · INR 500')
    await page.getByRole('button', { name: 'Later' }).click()
    await timeOn(page, 'Sun 13 Jan', '22:30').waitFor()
    expect(await page.locator('#details').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Earlier' }).click()
    await timeOn(page, 'Sun 6 Jan', '22:30').waitFor()
  })

  it('lets who came second choose another time without a second code', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    await timeOn(page, 'Mon 7 Jan', '09:30').check()
    await askForCode(page)
    await page.getByLabel('Six digits').fill(await codeOf(clinic))
    expect((await book(clinic, slotAt('09:30'))).status).toBe(201)
    await page.getByRole('button', { name: 'Verify and book' }).click()
    await says(page, /just taken this time/)
    expect(await bookings(clinic)).toHaveLength(1)
    expect(await timeOn(page, 'Mon 7 Jan', '09:30').count()).toBe(0)
    await timeOn(page, 'Mon 7 Jan', '09:45').check()
    await page.getByRole('button', { name: 'Book this time' }).click()
    await says(page, /Booked: .* 09:45/)
    expect(await bookings(clinic)).toHaveLength(2)
    expect(await outbox(clinic)).toHaveLength(1)
  })

  it('asks for a new code where the phone is another one than was verified', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    await timeOn(page, 'Mon 7 Jan', '09:30').check()
    await askForCode(page)
    await page.getByLabel('Six digits').fill(await codeOf(clinic))
    expect((await book(clinic, slotAt('09:30'))).status).toBe(201)
    await page.getByRole('button', { name: 'Verify and book' }).click()
    await says(page, /just taken this time/)
    await timeOn(page, 'Mon 7 Jan', '09:45').check()
    await page.getByLabel('Phone number').fill(anyPhone())
    await page.getByRole('button', { name: 'Send me a code' }).waitFor()
  })

  it('takes a phone of any country, and shows the price for patients from there', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    await timeOn(page, 'Mon 7 Jan', '09:30').check()
    expect(await page.getByLabel('Country of your phone').evaluate((select) => (select as unknown as { value: string }).value)).toBe('+91')
    await page.getByLabel('Country of your phone').selectOption({ label: 'Germany (+49)' })
    await page.getByText('Dr Asha Rao · Monday 7 January, 09:30 · USD 25', { exact: true }).waitFor()
    await askForCode(page, '15123456789')
    await page.getByLabel('Six digits').fill(await codeOf(clinic))
    await page.getByRole('button', { name: 'Verify and book' }).click()
    await says(page, /Booked/)
    const [{ charge_minor: charge, currency }] = await bookings(clinic)
    expect([Number(charge), currency]).toEqual([2500, 'USD'])
    const [patient] = await house.sql('select phone_normalised from patients where workspace_id = $1', [clinic.workspaceId])
    expect(patient.phone_normalised).toBe('+4915123456789')
  })

  it('is used by the keyboard alone', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    // Practitioner, later (earlier is off on the first week), then one stop for all times.
    for (const key of ['Tab', 'Tab', 'Tab', 'Space', 'ArrowRight', 'ArrowRight', 'Tab']) await page.keyboard.press(key)
    await says(page, /who is coming/)
    await page.keyboard.type('Meera')
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
    await page.keyboard.type(anyPhone())
    await page.keyboard.press('Enter')
    await says(page, /on its way/)
    await page.keyboard.type(await codeOf(clinic))
    await page.keyboard.press('Enter')
    await says(page, /Booked: .* 09:30/)
  })

  it.each(['light', 'dark'] as const)('has nothing that axe finds, at any step, %s', async (colorScheme) => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered, { colorScheme })
    await says(page, /Choose a time/)
    expect(await accessibilityProblems(page)).toEqual([])
    await timeOn(page, 'Mon 7 Jan', '09:30').check()
    await askForCode(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Six digits').fill(await codeOf(clinic))
    expect((await book(clinic, slotAt('09:30'))).status).toBe(201)
    await page.getByRole('button', { name: 'Verify and book' }).click()
    await says(page, /just taken this time/)
    expect(await accessibilityProblems(page)).toEqual([])
    await timeOn(page, 'Mon 7 Jan', '09:45').check()
    await page.getByRole('button', { name: 'Book this time' }).click()
    await says(page, /Booked/)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('can book everybody of the demo clinic who sells slots', async () => {
    const source = readFileSync(new URL('../src/operator/demo-clinic.yaml', import.meta.url), 'utf8')
    const { ids } = await house.operate('workspace-import', { source })
    const { key } = await house.operate('key-create', { workspace: 'sunrise', kind: 'WIDGET', name: 'page', allow: [], origins: [registered] })
    const page = await browser.newPage({ locale: 'en-GB' })
    await page.goto(`${registered}/?${new URLSearchParams({ service, key, date: '2030-01-06' })}`)
    await says(page, /Choose a time/)
    // Meera runs a queue.
    expect(await page.locator('.cards input:enabled').count()).toBe(Object.keys(ids.practitioner).length - 1)
  })

  it('fits a narrow screen', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered, { viewport: { width: 320, height: 700 } })
    await says(page, /Choose a time/)
    await timeOn(page, 'Mon 7 Jan', '09:30').check()
    await askForCode(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  it('knows the dial code of every country', () => {
    expect(countries).toEqual(getCountries().map((country) => [country, `+${getCountryCallingCode(country)}`]))
  })

  it('says what is wrong with a code, and books nothing', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    await timeOn(page, 'Mon 7 Jan', '09:30').check()
    await askForCode(page)
    await page.keyboard.type((await codeOf(clinic)) === '000000' ? '000001' : '000000')
    await page.keyboard.press('Enter')
    await says(page, /invalid|expired/i)
    expect(await bookings(clinic)).toHaveLength(0)
  })

  it('sees a failed connection from an origin that the key does not list [GEN-23]', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, other)
    await says(page, /cannot be reached from this page/)
    expect(await house.sql('select * from widget_sessions where workspace_id = $1', [clinic.workspaceId])).toEqual([])
  })
})
