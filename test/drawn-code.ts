// Reads a code that a page draws, as a phone held before it would.

import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const jsQr = createRequire(import.meta.url)('jsqr') as (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null

/** Draws an image of the page into pixels; it runs in the page. */
const pixelsOf = `(image) => {
  const size = 400
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.drawImage(image, 0, 0, size, size)
  return { size, pixels: Array.from(context.getImageData(0, 0, size, size).data) }
}`

/** What a code says, by the text of its image; undefined where it says nothing. */
export async function codeDrawn(page: Page, alt: string): Promise<string | undefined> {
  const image = page.getByRole('img', { name: alt })
  await image.waitFor()
  const { size, pixels } = (await page.evaluate(`(${pixelsOf})(document.querySelector('img[alt="${alt}"]'))`)) as { size: number; pixels: number[] }
  return jsQr(new Uint8ClampedArray(pixels), size, size)?.data
}
