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
import { books, payingClinic } from './paying-clinic.ts'

const { countries } = (await import(new URL('../examples/booking-page/countries.js', import.meta.url).href)) as { countries: [string, string][] }

const house = await openHouse()
const service = await house.door.listen({ host: '127.0.0.1', port: 0 })
house.application.listensAt(service)

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
  const context = await browser.newContext({ viewport: { width: 900, height: 1000 }, locale: 'en-GB', timezoneId: 'Asia/Kolkata', ...options })
  const page = await context.newPage()
  await page.goto(`${origin}/?${new URLSearchParams({ service, key, date: '2030-01-06' })}`)
  return page
}

const says = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 60_000 })
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

describe('the booking page', { timeout: 180_000 }, () => {
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

describe('paying on the booking page', { timeout: 180_000 }, () => {
  const heldMs = 15 * 60_000

  /** The page of a clinic that takes payments, with Monday at half past nine chosen, on its way to the code. */
  async function payingPage(options: BrowserContextOptions = {}) {
    const clinic = await payingClinic(house)
    const page = await openPage(clinic, registered, options)
    await says(page, /Choose a time/)
    await timeOn(page, 'Mon 7 Jan', '09:30').check()
    return { clinic, page }
  }

  async function verify(clinic: Clinic, page: Page) {
    await askForCode(page)
    await page.getByLabel('Six digits').fill(await codeOf(clinic))
    await page.getByRole('button', { name: 'Verify and book' }).click()
  }

  /** The same, on the page of the checkout. */
  async function atCheckout(options: BrowserContextOptions = {}) {
    const opened = await payingPage(options)
    await verify(opened.clinic, opened.page)
    await opened.page.waitForURL(/sandbox-gateway/)
    return opened
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
  const pay = (page: Page) => press(page, /^Pay INR/)
  const back = (page: Page) => page.waitForURL((url) => url.origin === registered, { timeout: 60_000 })
  const stands = async (clinic: Clinic) => (await bookings(clinic)).map(({ status, payment_status: payment }) => `${status} ${payment}`).toSorted()

  it('takes the visitor to the checkout and back, and believes the service alone', async () => {
    const { clinic, page } = await atCheckout()
    expect(await stands(clinic)).toEqual(['SCHEDULED PENDING'])
    await pay(page)
    await back(page)
    await says(page, /Booked and paid: Dr Asha Rao, Jaipur, Monday,? 7 January 2030, 09:30\. Your reference is BK/)
    expect(await stands(clinic)).toEqual(['SCHEDULED PAID'])
    expect(await books(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    // Loaded again, it says the same.
    await page.reload()
    await says(page, /Booked and paid.* Your reference is BK/)
  })

  it('does not take a way back that nobody paid for as a payment', async () => {
    const { clinic, page } = await atCheckout()
    await page.getByRole('link', { name: 'Leave without paying' }).click()
    await says(page, /Not paid yet: Dr Asha Rao/)
    expect(await stands(clinic)).toEqual(['SCHEDULED PENDING'])
  })

  it('lets the visitor pay at the clinic instead', async () => {
    const { clinic, page } = await payingPage()
    await page.getByRole('radio', { name: 'At the clinic' }).check()
    await verify(clinic, page)
    await says(page, /Booked: Dr Asha Rao/)
    expect(await stands(clinic)).toEqual(['SCHEDULED UNPAID'])
  })

  it('offers to choose again after a payment that was declined, without a second code', async () => {
    const { clinic, page } = await atCheckout()
    await press(page, 'Decline the payment')
    await back(page)
    await says(page, /did not go through, and nothing was taken/)
    await timeOn(page, 'Mon 7 Jan', '10:00').check()
    await press(page, 'Book this time')
    await page.waitForURL(/sandbox-gateway/)
    await pay(page)
    await back(page)
    await says(page, /Booked and paid: .* 10:00/)
    await expect.poll(() => stands(clinic)).toEqual(['CANCELLED PENDING', 'SCHEDULED PAID'])
    expect(await outbox(clinic)).toHaveLength(1)
  })

  it('knows a visitor who leaves the checkout by the back button, and takes them there again', async () => {
    const { clinic, page } = await atCheckout()
    await page.goBack()
    await says(page, /Not paid yet: Dr Asha Rao, .* 09:30\. Your time is held/)
    await press(page, 'Go on to the payment')
    await page.waitForURL(/sandbox-gateway/)
    await page.goBack()
    await press(page, 'Choose another time')
    await says(page, /Choose a time/)
    expect(await page.getByLabel('First name').inputValue()).toBe('Meera')
    expect(await bookings(clinic)).toHaveLength(1)
  })

  it('tells each of two tabs that it is paid, and takes the money once', async () => {
    const { clinic, page } = await atCheckout()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await Promise.all([pay(page), pay(other)])
    await Promise.all([back(page), back(other)])
    await Promise.all([says(page, /Booked and paid: Dr Asha Rao/), says(other, /Booked and paid\. Your reference is BK/)])
    expect(await books(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
  })

  it('says so when the hold is over, and when late money has gone back', async () => {
    const { clinic, page } = await atCheckout()
    await press(page, 'Pay late')
    await page.getByText('Your payment is under way').waitFor()
    await back(page)
    await says(page, /Not paid yet/)
    await house.operate('clock-advance', { ms: heldMs })
    await expect.poll(() => stands(clinic)).toEqual(['CANCELLED PENDING'])
    await says(page, /auto-cancelled.*should money still arrive, it is refunded/)
    expect(await page.getByRole('button', { name: 'Go on to the payment' }).isVisible()).toBe(false)
    await house.operate('clock-advance', { ms: 5 * 60_000 })
    await expect.poll(() => stands(clinic)).toEqual(['CANCELLED REFUNDED'])
    await says(page, /auto-cancelled.*the money has been refunded/)
    expect(await books(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('finds a checkout closed that was opened too long ago, and starts anew', async () => {
    const { clinic, page } = await atCheckout()
    await house.operate('clock-advance', { ms: heldMs })
    await expect.poll(() => stands(clinic)).toEqual(['CANCELLED PENDING'])
    await page.reload()
    await page.getByText('This checkout is closed. Nothing was paid.').waitFor()
    await page.getByRole('link', { name: 'Back to the clinic' }).click()
    await says(page, /auto-cancelled/)
    await press(page, 'Choose another time')
    await timeOn(page, 'Mon 7 Jan', '09:30').waitFor()
  })

  it('sends the same reservation after a reload whose answer was lost, and books once [RES-21]', async () => {
    const { clinic, page } = await payingPage()
    let isLost = false
    await page.route('**/reserve-slot', async (route) => {
      if (isLost || route.request().method() === 'OPTIONS') return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await verify(clinic, page)
    await says(page, /There is no answer yet: Dr Asha Rao/)
    await page.reload()
    await page.waitForURL(/sandbox-gateway/)
    expect(await stands(clinic)).toEqual(['SCHEDULED PENDING'])
  })

  it('tries again, or lets pay at the clinic, where the checkout could not be opened', async () => {
    const { clinic, page } = await payingPage()
    await house.operate('sandbox-gateway-fail', { workspace: clinic.name, call: 'open', how: 'refuse', status: 402, times: 2 })
    await verify(clinic, page)
    await says(page, /cannot be paid just now: Dr Asha Rao/)
    expect(await stands(clinic)).toEqual(['SCHEDULED UNPAID'])
    await page.getByRole('button', { name: 'Pay at the clinic' }).waitFor()
    await press(page, 'Try again')
    await says(page, /cannot be paid just now: Dr Asha Rao/)
    await press(page, 'Try again')
    await page.waitForURL(/sandbox-gateway/)
    expect(await stands(clinic)).toEqual(['SCHEDULED PENDING'])
  })

  it.each(['light', 'dark'] as const)('has nothing that axe finds, fits a narrow screen and is used by the keyboard, %s', async (colorScheme) => {
    const { clinic, page } = await payingPage({ colorScheme, viewport: { width: 320, height: 700 } })
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    expect([await accessibilityProblems(page), await width()]).toEqual([[], 320])
    await page.getByLabel('Phone number').focus()
    for (const key of ['Tab', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
    expect(await page.getByRole('radio', { name: 'Now, online' }).isChecked()).toBe(true)
    await verify(clinic, page)
    await page.waitForURL(/sandbox-gateway/)
    await page.goBack()
    await says(page, /Not paid yet/)
    expect([await accessibilityProblems(page), await width()]).toEqual([[], 320])
    await page.getByRole('button', { name: 'Go on to the payment' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/sandbox-gateway/)
  })
})
