// Reads a QR code on a page, as a phone would.

import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'

const jsQr = createRequire(import.meta.url)('jsqr') as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null

/** Draws an image of the page into pixels; this runs in the page. */
const readPixels = `(image) => {
  const size = 400
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.drawImage(image, 0, 0, size, size)
  return { size, pixels: Array.from(context.getImageData(0, 0, size, size).data) }
}`

/** The text of a code, whose image is found by its alt text; undefined if it cannot be read. */
export async function readImageCode(page: Page, alt: string): Promise<string | undefined> {
  const image = page.getByRole('img', { name: alt })
  await image.waitFor()
  const { size, pixels } = (await page.evaluate(
    `(${readPixels})(document.querySelector('img[alt="${alt}"]'))`,
  )) as { size: number; pixels: number[] }
  return jsQr(new Uint8ClampedArray(pixels), size, size)?.data
}

/**
 * The text of a code that is visible on part of the page, as a camera would see it; undefined if
 * none can be read.
 */
export async function readScreenCode(page: Page, part: Locator): Promise<string | undefined> {
  const picture = `data:image/png;base64,${(await part.screenshot()).toString('base64')}`
  // This runs in a blank page, because the other page's policy blocks images from elsewhere.
  const blank = await page.context().newPage()
  const { width, height, pixels } = (await blank.evaluate(`(async () => {
    const image = Object.assign(new Image(), { src: ${JSON.stringify(picture)} })
    await image.decode()
    const { width, height } = image
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    context.drawImage(image, 0, 0)
    return { width, height, pixels: Array.from(context.getImageData(0, 0, width, height).data) }
  })()`)) as { width: number; height: number; pixels: number[] }
  await blank.close()
  return jsQr(new Uint8ClampedArray(pixels), width, height)?.data
}
