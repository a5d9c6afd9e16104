// The hosted page of the sandbox gateway in a real browser, from the clinic's own page and back, on
// another origin.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openHarness } from '../support/clinic/harness.ts'
import {
  createSandboxGateway,
  listMovements,
  openCheckout,
  pressPageButton,
} from '../support/gateways/sandbox-checkouts.ts'
import { afterFile } from '../support/run/after-file.ts'
import { accessibilityProblems, openBrowser } from '../support/screens/browser.ts'

const harness = await openHarness()
const base = await harness.door.listen({ host: '127.0.0.1', port: 0 })
const { workspaceId } = await harness.clinic()

const clinicPage = createServer((_, response) =>
  response
    .setHeader('content-type', 'text/html')
    .end('<title>The clinic</title><p>Back at the clinic</p>'),
)
await new Promise<void>((resolve) => clinicPage.listen(0, '127.0.0.1', resolve))
afterFile(() => {
  clinicPage.closeAllConnections()
  clinicPage.close()
})
const clinicOrigin = `http://localhost:${(clinicPage.address() as AddressInfo).port}`

const narrow = { viewport: { width: 320, height: 640 } }
const wide = { viewport: { width: 1_200, height: 800 } }
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

async function checkoutInBrowser(
  options: BrowserContextOptions = {},
  changes: Parameters<typeof openCheckout>[2] = {},
) {
  const checkout = await openCheckout(harness, workspaceId, {
    returnUrl: `${clinicOrigin}/booked?visit=7#done`,
    ...changes,
  })
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  const complaints: string[] = []
  context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  context.on('weberror', (error) => complaints.push(error.error().message))
  const page = await openTab(context, checkout.path)
  return {
    checkout,
    context,
    page,
    complaints,
    backUrl: `${clinicOrigin}/booked?visit=7&sessionRef=${checkout.wanted.reference}#done`,
  }
}

/** A tab that came from the clinic's page. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${clinicOrigin}/book`)
  await page.goto(base + path)
  return page
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const says = (page: Page, text: string) => page.getByText(text).waitFor()

describe('with a script', () => {
  it('takes the payment, shows it, and returns the payer with the reference', async () => {
    const { checkout, context, page, complaints, backUrl } = await checkoutInBrowser()
    const sent: (string | undefined)[] = []
    page.on(
      'request',
      (request) => request.url().startsWith(clinicOrigin) && sent.push(request.headers().referer),
    )
    await press(page, 'Pay INR\u00a0500')
    await says(page, 'Your payment has arrived.')
    await says(page, 'You are taken back in 3 seconds.')
    await page.waitForURL(backUrl)
    expect(sent).not.toContainEqual(expect.anything())
    expect(await listMovements(harness, checkout)).toMatchObject([
      { kind: 'CAPTURED', amount: 50_000 },
    ])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('shows a payer who returns to it how it ended, and does not redirect again', async () => {
    const { checkout, context, page, backUrl } = await checkoutInBrowser()
    await press(page, /^Pay INR/)
    await page.waitForURL(backUrl)
    await page.goBack()
    await says(page, 'Your payment has arrived.')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByText('You are taken back').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Back to the clinic' }).click()
    await page.waitForURL(backUrl)
    expect(await listMovements(harness, checkout)).toHaveLength(1)
    await context.close()
  })

  it('takes one payment of two tabs', async () => {
    const { checkout, context, page, complaints } = await checkoutInBrowser()
    const other = await openTab(context, checkout.path)
    await Promise.all([press(page, /^Pay INR/), press(other, /^Pay INR/)])
    await Promise.all([
      says(page, 'Your payment has arrived.'),
      says(other, 'Your payment has arrived.'),
    ])
    expect(await listMovements(harness, checkout)).toHaveLength(1)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('declines, and says so', async () => {
    const { checkout, context, page, backUrl } = await checkoutInBrowser()
    await press(page, 'Decline the payment')
    await says(page, 'The payment was declined, and nothing was taken.')
    await page.waitForURL(backUrl)
    expect((await (await createSandboxGateway(harness)).read(checkout)).state).toBe('FAILED')
    await context.close()
  })

  it('leaves everything open for a payer who leaves without paying', async () => {
    const { checkout, context, page, backUrl } = await checkoutInBrowser()
    await page.getByRole('link', { name: 'Leave without paying' }).click()
    await page.waitForURL(backUrl)
    expect((await (await createSandboxGateway(harness)).read(checkout)).state).toBe('OPEN')
    await context.close()
  })

  it('counts down, and announces once that the clinic no longer waits', async () => {
    const { checkout, context } = await checkoutInBrowser()
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(base + checkout.path)
    await page
      .locator('#left')
      .getByText(/^1[45]:\d\d minutes$/)
      .waitFor()
    expect(await page.locator('#over').innerText()).toBe('')
    await page.clock.runFor(15 * 60_000)
    await says(page, 'waiting time is over')
    expect(await page.locator('#hold').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: /^Pay INR/ }).isEnabled()).toBe(true)
    await context.close()
  })

  it('can be used by the keyboard alone', async () => {
    const { context, page } = await checkoutInBrowser()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await says(page, 'The payment was declined')
    await context.close()
  })
})

describe('without a script', () => {
  it('does all of it', async () => {
    const { checkout, context, page, complaints, backUrl } = await checkoutInBrowser({
      javaScriptEnabled: false,
    })
    await says(page, '15 minutes')
    await press(page, 'Pay INR\u00a0500')
    await says(page, 'Your payment has arrived.')
    await page.locator('noscript p').getByText('You are taken back in 3 seconds.').waitFor()
    await page.waitForURL(backUrl)
    expect(await listMovements(harness, checkout)).toHaveLength(1)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each([
    ['a narrow screen', narrow],
    ['a wide one', wide],
  ])('fits %s, and axe finds nothing, in every state of a checkout', async (_, size) => {
    // axe is a script that the page's policy would block.
    const longest = {
      payee: `Gemeinschaftspraxis${'für'.repeat(30)}`,
      amountMinor: 123_456_789_000,
      currency: 'KWD',
    }
    const { checkout, context, page } = await checkoutInBrowser(
      { ...size, colorScheme, bypassCSP: true },
      longest,
    )
    const check = async (text: string) => {
      await says(page, text)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.viewport.width)
      expect(await accessibilityProblems(page)).toEqual([])
    }
    await check('The clinic waits')
    await pressPageButton(harness, checkout, 'pay-late')
    await page.reload()
    await check('Your payment is under way')
    await (await createSandboxGateway(harness)).expire(checkout)
    await page.reload()
    await check('This checkout is closed.')
    await page.goto(`${base}/sandbox-gateway/checkout/nothing`)
    await check('This checkout is not known.')
    await context.close()
  })
})
