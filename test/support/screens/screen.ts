// What tests of a screen share: the dashboard in a browser, whether a page fits its window, and pictures for people to look at.

import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { type House, type HouseOptions, openHouse } from '../clinic/harness.ts'
import { buildDashboard } from '../processes/built.ts'
import { openBrowser } from './browser.ts'

/**
 * Opens a service that listens, with the dashboard as its sources are now, and a browser for it; both are closed after the file.
 * `host` is how the browser calls this machine: a passkey and a redirect between sites need a name, which an address is not.
 */
export async function openDashboard(options: HouseOptions = {}, host: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<{ house: House; browser: Browser }> {
  buildDashboard()
  const house = await openHouse(options)
  const address = await house.door.listen({ host: '127.0.0.1', port: 0 })
  house.application.listensAt(address.replace('127.0.0.1', host))
  return { house, browser: await openBrowser() }
}

/** Whether the page is no wider than its window, so that no one has to scroll sideways. */
export const fits = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

/** The folder for pictures; a run without it makes none. */
const pictures = process.env.SCREENSHOTS
if (pictures) mkdirSync(pictures, { recursive: true })

/** Keeps a picture of the page where SCREENSHOTS names a folder. */
export async function look(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name.replaceAll(' ', '-')}.png`, fullPage: true })
}

/** Keeps a picture of all of a screen that scrolls inside the page: the window is made as high as `content` for it. */
export async function lookAtAll(page: Page, name: string, content = '#content section'): Promise<void> {
  if (!pictures) return
  const { width, height } = page.viewportSize() ?? { width: 1400, height: 900 }
  const whole = Number(await page.evaluate(`document.querySelector(${JSON.stringify(content)}).scrollHeight + 80`))
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  await look(page, name)
  await page.setViewportSize({ width, height })
}

/** Keeps a file that a page was printed to, beside the pictures. */
export function keepPrinted(name: string, file: Buffer): void {
  if (pictures) writeFileSync(`${pictures}/${name}.pdf`, file)
}
