// The example page in a real browser, as a clinic's website would carry it: on an origin of its own.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from './after-file.ts'
import { openBrowser } from './browser.ts'
import { type Clinic, openHouse } from './harness.ts'

const house = await openHouse()
const service = await house.door.listen({ host: '127.0.0.1', port: 0 })

/** Serves the page; each call is another origin. */
async function servePage(): Promise<string> {
  const types: Record<string, string> = { 'index.html': 'text/html; charset=utf-8', 'page.js': 'text/javascript; charset=utf-8' }
  const server = createServer((request, response) => {
    const name = request.url?.split('?')[0] === '/page.js' ? 'page.js' : 'index.html'
    response.setHeader('content-type', types[name] as string).end(readFileSync(new URL(`../examples/booking-page/${name}`, import.meta.url)))
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

async function openPage(clinic: Clinic, origin: string): Promise<Page> {
  const { key } = await house.operate('key-create', { workspace: clinic.name, kind: 'WIDGET', name: 'page', allow: [], origins: [registered] })
  const page = await browser.newPage({ viewport: { width: 900, height: 1000 } })
  await page.goto(`${origin}/?${new URLSearchParams({ service, key, date: '2030-01-07' })}`)
  return page
}

const says = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 10_000 })
const outbox = async (clinic: Clinic) => house.operate('outbox-show', { workspace: clinic.name, limit: 5 })
const bookings = ({ workspaceId }: Clinic) => house.sql('select * from appointments where workspace_id = $1', [workspaceId])

describe('the booking page', { timeout: 60_000 }, () => {
  it('verifies a phone and books, from an origin the widget key lists', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    await page.getByLabel('Time').selectOption({ label: '09:30' })
    await page.getByLabel('First name').fill('Meera')
    await page.getByLabel(/^Phone/).fill('9876543210')
    // By the keyboard alone from here: Enter sends, and the code's field has the focus then.
    await page.keyboard.press('Enter')
    await says(page, /\*{6}3210/)
    const [message] = await outbox(clinic)
    await page.keyboard.type(message.code)
    if (process.env.TEST_SCREENSHOTS) await page.screenshot({ path: `${process.env.TEST_SCREENSHOTS}/booking-page.png` })
    await page.keyboard.press('Enter')
    await says(page, /Booked: 2030-01-07, 09:30 clinic time/)
    expect(await bookings(clinic)).toHaveLength(1)
  })

  it('says what is wrong with a code, and books nothing', async () => {
    const clinic = await house.clinic()
    const page = await openPage(clinic, registered)
    await says(page, /Choose a time/)
    await page.getByLabel('First name').fill('Meera')
    await page.getByLabel(/^Phone/).fill('9876500001')
    await page.keyboard.press('Enter')
    await says(page, /on its way/)
    const [{ code }] = await outbox(clinic)
    await page.keyboard.type(code === '000000' ? '000001' : '000000')
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
