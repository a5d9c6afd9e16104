// Shared by tests of screens: the dashboard in a browser, whether a page fits its window, and
// screenshots for people.

import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser, Page, ViewportSize } from 'playwright-core'
import { expect } from 'vitest'
import { type Harness, type HarnessOptions, openHarness } from '../clinic/harness.ts'
import { accessibilityProblems, openBrowser } from './browser.ts'
import { waitUntilSettled } from './settled-page.ts'

/**
 * Starts a service that listens, with the dashboard built from the current sources, and a browser
 * for it; both are closed after the file. `host` is the browser's name for this machine: passkeys
 * and redirects between sites need a name, not an address.
 */
export async function openDashboard(
  options: HarnessOptions = {},
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<{ house: Harness; browser: Browser }> {
  const harness = await openHarness(options)
  const address = await harness.door.listen({ host: '127.0.0.1', port: 0 })
  harness.application.listensAt(address.replace('127.0.0.1', host))
  return { house: harness, browser: await openBrowser() }
}

/** Whether the page is no wider than its window, so that it does not scroll sideways. */
export const fitsWindow = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth')

/** The content that is wider than the section or row in which it is. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('#content section, #content li')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`)

/** How a page is displayed: in a window, in light or dark mode, in a language. */
export type ScreenLook = readonly [
  name: string,
  options: { viewport: ViewportSize; colorScheme?: 'light' | 'dark'; locale?: string },
]

const wide = { width: 1400, height: 900 }
const middle = { width: 768, height: 900 }
const narrow = { width: 320, height: 700 }

/** The looks in which every screen is checked (DASH-19). */
export const allLooks: readonly ScreenLook[] = [
  ['wide', { viewport: wide }],
  ['wide dark', { viewport: wide, colorScheme: 'dark' }],
  ['middle', { viewport: middle }],
  ['narrow', { viewport: narrow }],
  ['narrow dark', { viewport: narrow, colorScheme: 'dark' }],
  ['narrow arabic', { viewport: narrow, locale: 'ar' }],
]

/** The looks by language: each language needs its own page. */
export const groupByLanguage = (looks: readonly ScreenLook[]): [ScreenLook, ...ScreenLook[]][] =>
  [...Map.groupBy(looks, ([, { locale }]) => locale).values()].map(
    (ofOne) => ofOne as [ScreenLook, ...ScreenLook[]],
  )

/**
 * Gives the page each look in turn, checks that it fits its window and that axe finds nothing, and
 * photographs it for people. Loading a page for each look would take a second more.
 */
export async function expectInEachLook(
  page: Page,
  looks: readonly ScreenLook[],
  screen: string,
): Promise<void> {
  for (const [name, { viewport, colorScheme = 'light' }] of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await waitUntilSettled(page)
    expect(await fitsWindow(page), `${screen} ${name}`).toBe(true)
    // Dark mode changes colours and nothing else.
    expect(
      await accessibilityProblems(page, colorScheme === 'dark' ? 'colours' : 'all'),
      `${screen} ${name}`,
    ).toEqual([])
    await saveScreenshot(page, `${screen}-${name}`)
  }
}

/** The folder for screenshots; if undefined, a run takes none. */
const screenshotFolder = process.env.SCREENSHOTS
if (screenshotFolder) mkdirSync(screenshotFolder, { recursive: true })

/** Saves a screenshot of the page if SCREENSHOTS names a folder. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (screenshotFolder)
    await page.screenshot({
      path: `${screenshotFolder}/${name.replaceAll(' ', '-')}.png`,
      fullPage: true,
    })
}

/**
 * Saves a screenshot of a whole screen that scrolls inside the page: the window is made tall enough
 * to show all of `content`.
 */
export async function saveFullScreenshot(
  page: Page,
  name: string,
  content = '#content section',
): Promise<void> {
  if (!screenshotFolder) return
  const { width, height } = page.viewportSize() ?? { width: 1400, height: 900 }
  const fullHeight = Number(
    await page.evaluate(`document.querySelector(${JSON.stringify(content)}).scrollHeight + 80`),
  )
  await page.setViewportSize({ width, height: Math.max(height, fullHeight) })
  await saveScreenshot(page, name)
  await page.setViewportSize({ width, height })
}

/** Saves a file to which a page was printed, beside the screenshots. */
export function savePrinted(name: string, file: Buffer): void {
  if (screenshotFolder) writeFileSync(`${screenshotFolder}/${name}.pdf`, file)
}
