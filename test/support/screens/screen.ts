// Shared by tests of screens: the dashboard in a browser, whether a page fits its window, and screenshots for people.

import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser, Page, ViewportSize } from 'playwright-core'
import { expect } from 'vitest'
import { type House, type HouseOptions, openHouse } from '../clinic/harness.ts'
import { atRest } from './at-rest.ts'
import { accessibilityProblems, openBrowser } from './browser.ts'

/**
 * Opens a service that listens, with the dashboard built from the current sources, and a browser for it; both are closed after the file.
 * `host` is the browser's name for this machine: a passkey and a redirect between sites need a name, not an address.
 */
export async function openDashboard(options: HouseOptions = {}, host: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<{ house: House; browser: Browser }> {
  const house = await openHouse(options)
  const address = await house.door.listen({ host: '127.0.0.1', port: 0 })
  house.application.listensAt(address.replace('127.0.0.1', host))
  return { house, browser: await openBrowser() }
}

/** Whether the page is no wider than its window, so that it does not scroll sideways. */
export const fits = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

/** What of the content is wider than the section or row that it is in. */
export const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('#content section, #content li')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`)

/** How a page is looked at: in a window, in light or dark mode, in a language. */
export type Look = readonly [name: string, options: { viewport: ViewportSize; colorScheme?: 'light' | 'dark'; locale?: string }]

const [wide, middle, narrow] = [
  { width: 1400, height: 900 },
  { width: 768, height: 900 },
  { width: 320, height: 700 },
]

/** The looks that every screen is checked in (DASH-19). */
export const everyLook: readonly Look[] = [
  ['wide', { viewport: wide }],
  ['wide dark', { viewport: wide, colorScheme: 'dark' }],
  ['middle', { viewport: middle }],
  ['narrow', { viewport: narrow }],
  ['narrow dark', { viewport: narrow, colorScheme: 'dark' }],
  ['narrow arabic', { viewport: narrow, locale: 'ar' }],
]

/** The looks by language: each language needs a page of its own. */
export const byLanguage = (looks: readonly Look[]): [Look, ...Look[]][] =>
  [...Map.groupBy(looks, ([, { locale }]) => locale).values()].map((ofOne) => ofOne as [Look, ...Look[]])

/**
 * Gives the page each look in turn: it fits its window, axe finds nothing, and it is photographed for people. To load a page for each look
 * would take a second more.
 */
export async function expectInEachLook(page: Page, looks: readonly Look[], screen: string): Promise<void> {
  for (const [name, { viewport, colorScheme = 'light' }] of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await atRest(page)
    expect(await fits(page), `${screen} ${name}`).toBe(true)
    // Dark mode changes colours and nothing else.
    expect(await accessibilityProblems(page, colorScheme === 'dark' ? 'colours' : 'all'), `${screen} ${name}`).toEqual([])
    await look(page, `${screen}-${name}`)
  }
}

/** The folder for screenshots; without it a run makes none. */
const pictures = process.env.SCREENSHOTS
if (pictures) mkdirSync(pictures, { recursive: true })

/** Saves a screenshot of the page if SCREENSHOTS names a folder. */
export async function look(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name.replaceAll(' ', '-')}.png`, fullPage: true })
}

/** Saves a screenshot of a whole screen that scrolls inside the page: the window is made as high as `content` for it. */
export async function lookAtAll(page: Page, name: string, content = '#content section'): Promise<void> {
  if (!pictures) return
  const { width, height } = page.viewportSize() ?? { width: 1400, height: 900 }
  const whole = Number(await page.evaluate(`document.querySelector(${JSON.stringify(content)}).scrollHeight + 80`))
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  await look(page, name)
  await page.setViewportSize({ width, height })
}

/** Saves a file that a page was printed to, beside the screenshots. */
export function keepPrinted(name: string, file: Buffer): void {
  if (pictures) writeFileSync(`${pictures}/${name}.pdf`, file)
}
