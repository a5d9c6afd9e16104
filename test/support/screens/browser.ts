// A real browser for the pages of a test file.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { Json } from '../clinic/harness.ts'
import { afterFile } from '../run/after-file.ts'
import { launchChromium } from './chromium.ts'
import { waitUntilStill, watchRequests } from './settled-page.ts'

const axeScript = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

let shared: Promise<Browser> | undefined

/**
 * The browser of this worker. All its files share one browser, which ends with the worker; what a
 * file opens in it is closed after the file.
 */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  let browser = await shared
  if (!browser.isConnected()) {
    // An earlier test file may have crashed the browser.
    shared = launchBrowser()
    browser = await shared
  }
  afterFile(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

/**
 * A browser for this file alone, with a camera that shows a moving picture and a microphone, both
 * allowed without asking.
 */
export async function openBrowserWithCamera(): Promise<Browser> {
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ])
  afterFile(() => browser.close())
  return browser
}

async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const browser = await launchChromium(flags)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    // Animations are reduced: otherwise an element that is still moving would be measured or
    // clicked where it is no longer a moment later, and a number that pulses on a board for twelve
    // seconds keeps two processors busy with software rendering.
    const context = await newContext({ reducedMotion: 'reduce', ...options })
    // The default of 30 s is too short for a machine that runs other tests too.
    context.setDefaultTimeout(180_000)
    context.on('page', (page) => {
      watchRequests(page)
      waitBeforeKeys(page)
    })
    if (answerDelayMs > 0) await delayAnswers(context)
    return context
  }
  return browser
}

const waitingLocators = new WeakSet<object>()

/**
 * Makes `press` wait until the button or field is enabled, as `click` does: otherwise the browser
 * drops the key.
 */
function waitBeforeKeys(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator
  if (waitingLocators.has(locators)) return
  waitingLocators.add(locators)
  const { press } = locators
  locators.press = async function (this: Locator, ...keys: Parameters<Locator['press']>) {
    await this.and(this.page().locator(':not(:disabled)')).waitFor({ state: 'attached' })
    return press.apply(this, keys)
  }
}

/**
 * Up to how long an answer to the dashboard or the booking element is kept back, in milliseconds, at random:
 * tests that click what is about to change then fail, which happens otherwise once in a thousand
 * runs.
 */
const answerDelayMs = Number(process.env.TEST_ANSWER_DELAY ?? 0)

async function delayAnswers(context: BrowserContext): Promise<void> {
  await context.route(/\/(dashboard\/api\/operations|v1)\//, async (route) => {
    await sleep(Math.random() * answerDelayMs)
    const response = await route.fetch().catch(() => undefined)
    await sleep(Math.random() * answerDelayMs)
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => {})
  })
}

/**
 * The problems that axe finds on the page once nothing moves: colours in transition have other
 * contrasts. The script is injected past the page's policy, which allows no scripts of other
 * origins.
 */
export async function accessibilityProblems(
  page: Page,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  await waitUntilStill(page)
  if (!(await page.evaluate('typeof axe === "object"')))
    await page.evaluate(readFileSync(axeScript, 'utf8'))
  // Axe would load the style sheets again for a rule that is off by default, which takes a third of
  // its time.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  }
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Json[]
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }: Json) => `${id}: ${html}: ${failureSummary}`),
  )
}
