// The patient's page of a queue in a real browser.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openHarness } from '../support/clinic/harness.ts'
import { openQueueDesk, startShift } from '../support/clinic/queue-clinic.ts'
import { accessibilityProblems, openBrowser } from '../support/screens/browser.ts'
import { bookTokens } from '../support/screens/watched-queue.ts'

const harness = await openHarness()
const base = await harness.door.listen({ host: '127.0.0.1', port: 0 })
const noScript = { javaScriptEnabled: false }
const narrow = { viewport: { width: 320, height: 640 } }
const wide = { viewport: { width: 1_200, height: 800 } }
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

async function runningQueue(count: number) {
  const clinic = await harness.clinic()
  const tokens = await bookTokens(clinic, count)
  await startShift(harness, clinic)
  return { tokens, staff: openQueueDesk(harness, clinic) }
}

/** The text of one part of the page. */
const readText = (page: Page, place: string) => page.locator(`#${place}`).innerText()
const says = (page: Page, text: string | RegExp) =>
  page.locator('#headline').getByText(text).waitFor()

async function openPage(token = '', options: BrowserContextOptions = {}) {
  const page = await browser.newPage({ locale: 'en-GB', ...options })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${base}/queue/${token}`)
  return { page, complaints }
}

describe('with a script', () => {
  it('follows what staff do, without a reload, and learns when it is over', async () => {
    const { tokens, staff } = await runningQueue(3)
    const { page, complaints } = await openPage(tokens[1])
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await says(page, '1 person is ahead of you.')
    await staff.callNext()
    await page.locator('#serving').getByText('A-1').waitFor()
    await staff.act(1, 'begin')
    await says(page, 'You are next.')
    await staff.act(1, 'complete')
    await staff.callNext()
    await says(page, 'It is your turn — please go in.')
    expect(await page.title()).toBe('Your turn: A-2 · Sunrise Clinics')
    expect(await page.locator('#wait').isVisible()).toBe(false)
    await staff.act(2, 'begin')
    await staff.act(2, 'complete')
    await says(page, 'Your visit is completed.')
    await expect.poll(() => harness.application.openStreams()).toBe(0)
    expect(asked.filter((url) => !url.endsWith('/events'))).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  it('announces what changes for the patient, but not each new estimate', async () => {
    const { tokens, staff } = await runningQueue(3)
    const { page } = await openPage(tokens[2])
    await says(page, '2 people are ahead of you.')
    expect(
      await page.locator('[aria-live]').evaluateAll((regions) => regions.map(({ id }) => id)),
    ).toEqual(['headline', 'connection'])
    await page.evaluate(`
      window.announced = []
      new MutationObserver((changes) => announced.push(...changes.map(({ target }) => target.textContent)))
        .observe(document.getElementById('headline'), { childList: true, characterData: true, subtree: true })`)
    await staff.callNext()
    await page.locator('#serving').getByText('A-1').waitFor()
    await staff.act(1, 'begin')
    await says(page, '1 person is ahead of you.')
    expect(await page.evaluate('announced')).toEqual(['1 person is ahead of you.'])
    await page.close()
  })

  it('polls when a stream is not possible, says so plainly when nothing answers, and recovers when it does', async () => {
    const { tokens, staff } = await runningQueue(2)
    const page = await browser.newPage()
    // The page itself waits between two polls; the test controls its clock.
    await page.clock.install()
    const path = `${base}/queue/${tokens[0]}`
    await page.route(`${path}/events`, (route) => route.fulfill({ status: 503, body: '' }))
    let isUnavailable = false
    let polls = 0
    await page.route(`${path}/state`, (route) => {
      polls += 1
      return isUnavailable ? route.abort() : route.continue()
    })
    await page.goto(path)
    await expect.poll(() => polls).toBe(1)
    expect(await readText(page, 'connection')).toBe('')
    await staff.callNext()
    await page.clock.runFor(20_000)
    await says(page, 'It is your turn')
    isUnavailable = true
    await page.clock.runFor(20_000)
    await page.locator('#connection').getByText('The connection is lost').waitFor()
    await says(page, 'It is your turn')
    isUnavailable = false
    await staff.act(1, 'skip')
    await page.clock.runFor(20_000)
    await says(page, 'You were called at')
    await expect.poll(() => readText(page, 'connection')).toBe('')
    await page.close()
  })

  it('follows in the language of its reader, from right to left', async () => {
    const { tokens, staff } = await runningQueue(2)
    const { page, complaints } = await openPage(tokens[1], { locale: 'ar', ...narrow })
    await says(page, 'قبلك شخص واحد.')
    await staff.act(2, 'call')
    await says(page, 'حان دورك. تفضل بالدخول.')
    expect(await page.title()).toBe('حان دورك: A-2 · Sunrise Clinics')
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.context().setOffline(true)
    await page.locator('#connection').getByText('انقطع الاتصال').waitFor()
    expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    await page.close()
  })

  it('says that it is over at the end of its day', async () => {
    const { tokens } = await runningQueue(1)
    const page = await browser.newPage()
    const path = `${base}/queue/${tokens[0]}`
    await page.route(`${path}/events`, (route) => route.fulfill({ status: 404, body: '' }))
    await page.route(`${path}/state`, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(path)
    await says(page, 'This page has ended with its day.')
    await page.close()
  })
})

describe('without a script', () => {
  it('says everything, and reloads itself', async () => {
    const { tokens, staff } = await runningQueue(3)
    await staff.callNext()
    const { page, complaints } = await openPage(tokens[2], noScript)
    expect(await readText(page, 'headline')).toBe('2 people are ahead of you.')
    expect(await page.locator('dt:visible').allInnerTexts()).toEqual([
      'Estimated wait',
      'Now serving',
      'Queue',
      'Shift',
    ])
    expect(await page.locator('noscript meta[http-equiv=refresh]').getAttribute('content')).toBe(
      '30',
    )
    expect(await page.locator('noscript p').isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await page.close()
  })
})

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each([
    ['a narrow screen', narrow],
    ['a wide one', wide],
  ])('fits %s, and axe finds nothing, in every state of a visit', async (_, size) => {
    const { tokens, staff } = await runningQueue(2)
    // axe is a script that the page's policy would block.
    const { page } = await openPage(tokens[1], { ...size, colorScheme, bypassCSP: true })
    const check = async (text: string) => {
      await says(page, text)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.viewport.width)
      expect(await accessibilityProblems(page)).toEqual([])
    }
    await check('1 person is ahead of you.')
    await staff.act(2, 'call')
    await check('It is your turn')
    await staff.act(2, 'skip')
    await check('You were called at')
    await staff.act(2, 'noShow')
    await check('You were marked as absent.')
    await staff.act(2, 'cancel')
    await check('This visit was cancelled.')
    await page.goto(`${base}/queue/nothing`)
    await check('This link is unknown')
    await page.close()
  })
})

it('fits the longest name of a clinic and the longest token', async () => {
  const clinic = await harness.clinic((file) => {
    file.workspace.title = `Gemeinschaftspraxis${'für'.repeat(40)}`
    const shift = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
    if (shift) Object.assign(shift, { letter: 'WWW', maxAppointments: 5_000 })
  })
  const [token] = await bookTokens(clinic, 1)
  const { page } = await openPage(token, narrow)
  await page
    .locator('h2')
    .evaluate(
      (heading) =>
        heading.lastChild && Object.assign(heading.lastChild, { textContent: 'WWW-5000' }),
    )
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await page.close()
})
