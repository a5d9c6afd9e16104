// Pages at rest. What is measured, dragged or printed while a page is still loading may move or
// change a moment later: get positions and printouts here, never from the page itself.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page, Request } from 'playwright-core'

const pendingRequests = new WeakMap<Page, Set<Request>>()

/**
 * Records the requests of a page from its start. Streams, and requests that outlive a page, do not
 * count as its work.
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
 * Resolves once nothing moves: fonts are loaded, finite animations have ended, and every part was
 * in the same place in two frames. It also waits for colours that still change, because they have
 * other contrasts, except on parts that are not drawn, where they never end. A page that is not
 * drawn has no frames, and an animation may never report that it has finished: neither is waited
 * for.
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

/** Waits until nothing on the page moves any more; its requests may still be in progress. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(settledScript)
}

/**
 * Far longer than any request of a page takes; without it, a test that waited for a request that
 * never ends would report nothing for a quarter of an hour.
 */
const requestMs = 60_000

/**
 * Waits until the page has no request in progress and is drawn in its final state; throws if a
 * request does not end.
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
 * Keeps an operation's answers from the page, which therefore does not change until `page.unroute`
 * or a reload. What it requested before is answered first, since that answer could already contain
 * what happens next. If `isAnswered` is false, its requests get no answer at all.
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

/** The middle of an element on a page at rest, in CSS pixels. */
export const findCentre = (part: Locator) => findPointAtHeight(part, 0.5)

/** A point in the middle of an element's width, at a share of its height, on a page at rest. */
export async function findPointAtHeight(
  part: Locator,
  share: number,
): Promise<{ x: number; y: number }> {
  await part.waitFor()
  await waitUntilSettled(part.page())
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height * share }
}

/** The page as printed, as a PDF. */
export async function printPage(page: Page, paper: Parameters<Page['pdf']>[0]): Promise<Buffer> {
  await waitUntilSettled(page)
  return page.pdf(paper)
}
