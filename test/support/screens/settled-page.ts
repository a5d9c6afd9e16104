// Pages at rest. What is measured, dragged or printed while a page still loads is somewhere else,
// or something else, a moment later: ask here for places and paper, never the page itself.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page, Request } from 'playwright-core'

const pendingRequests = new WeakMap<Page, Set<Request>>()

/**
 * Notes the requests of a page from its beginning. Streams and what is left after a page are no
 * work of it.
 */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  pendingRequests.set(page, requests)
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  page.on('framenavigated', (frame) => {
    for (const request of requests) if (request.frame() === frame) requests.delete(request)
  })
}

/**
 * Resolves once nothing moves: fonts are there, finite animations have ended, and every part was in
 * the same place in two frames. Colours that still change have other contrasts, too; those of parts
 * that are not drawn never end. A page that is not drawn has no frames, and an animation may never
 * say that it has finished: neither is waited for.
 */
const settledScript = `(async () => {
  const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); setTimeout(resolve, 100) })
  const places = () => [...document.querySelectorAll('body *')].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect()
    return [x, y, width, height].join()
  }).join(';')
  const isMoving = ({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime < Infinity && effect.target?.checkVisibility()
  await document.fonts.ready
  const begunAt = performance.now()
  let before, now
  do {
    if (performance.now() - begunAt > 60000) throw new Error('the page never comes to rest')
    before = now
    await frame()
    await frame()
    now = places()
  } while (now !== before || document.getAnimations().some(isMoving))
})()`

/** Waits until nothing of the page moves any more; what it asks for may still be under way. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(settledScript)
}

/**
 * Far longer than any request of a page takes; a test that waited for one that never ends would say
 * nothing for a quarter of an hour.
 */
const requestMs = 60_000

/**
 * Waits until the page has no request under way and is drawn as it stays; throws if a request does
 * not end.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  const requests = pendingRequests.get(page)
  if (!requests) throw new Error('open the page in the browser of openBrowser()')
  const begunAt = performance.now()
  do {
    while (requests.size > 0) {
      if (performance.now() - begunAt > requestMs)
        throw new Error(
          `still under way: ${[...requests].map((request) => request.url()).join(', ')}`,
        )
      await sleep(10)
    }
    await waitUntilStill(page)
  } while (requests.size > 0)
}

/**
 * Keeps the page from learning what an operation would say: it shows what it shows until
 * `page.unroute` or a reload. What it asked before is answered first, since that answer could
 * already have what happens next. Not answered at all if `isAnswered` is false.
 */
export async function blockOperation(
  page: Page,
  operation: string,
  isAnswered = true,
): Promise<void> {
  await waitUntilSettled(page)
  await page.route(`**/api/operations/${operation}`, (route) =>
    isAnswered ? route.abort() : undefined,
  )
}

/** The middle of a part of a page at rest, in CSS pixels. */
export async function findCentre(part: Locator): Promise<{ x: number; y: number }> {
  await part.waitFor()
  await waitUntilSettled(part.page())
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The page on paper, as a PDF. */
export async function printPage(page: Page, paper: Parameters<Page['pdf']>[0]): Promise<Buffer> {
  await waitUntilSettled(page)
  return page.pdf(paper)
}
