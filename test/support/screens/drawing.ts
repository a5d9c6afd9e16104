// Performance figures of a page in Chromium.

import type { Page } from 'playwright-core'

/**
 * Makes a page record its layout shifts and when its largest part was painted; call this before the
 * page is opened.
 */
export async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript(`window.drawing = { shift: 0, largestAt: 0 }
    new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) drawing.shift += value })
      .observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => { drawing.largestAt = list.getEntries().at(-1).startTime })
      .observe({ type: 'largest-contentful-paint', buffered: true })`)
}

/**
 * The layout shifts so far that followed no input, added up as in Cumulative Layout Shift, and the
 * Largest Contentful Paint in ms.
 */
export async function readDrawing(page: Page): Promise<{ shift: number; largestAt: number }> {
  return (await page.evaluate('drawing')) as { shift: number; largestAt: number }
}
