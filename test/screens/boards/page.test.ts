// The board of a waiting room in a real browser: what it shows and says, and how it stays correct
// without being touched.

import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addQueueDoors,
  createBoard,
  giveTokens,
  openQueueDesk,
} from '../../support/clinic/board-clinic.ts'
import { type Clinic, openHarness } from '../../support/clinic/harness.ts'
import { connectionUrl } from '../../support/database/url-of.ts'
import { removeFolder } from '../../support/processes/abandoned-processes.ts'
import { findFreePort } from '../../support/processes/free-port.ts'
import { startService } from '../../support/processes/service-process.ts'
import { afterFile } from '../../support/run/after-file.ts'
import { expectWithin } from '../../support/run/quiet-time.ts'
import { isLongRun } from '../../support/run/sizes.ts'
import { accessibilityProblems, openBrowser } from '../../support/screens/browser.ts'
import { waitUntilSettled } from '../../support/screens/settled-page.ts'

const harness = await openHarness()
const base = await harness.door.listen({ host: '127.0.0.1', port: 0 })
harness.application.listensAt(base)
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const wall = { viewport: { width: 1_920, height: 1_080 } }

/** Records what the page has the browser speak, and allows speech. */
const listenToSpeech = `(() => {
  window.heard = []
  const speak = speechSynthesis.speak.bind(speechSynthesis)
  speechSynthesis.speak = (utterance) => { heard.push(utterance.lang + ' ' + utterance.text); speak(utterance) }
})()`

async function openBoard(url: string, options: BrowserContextOptions = wall) {
  const page = await browser.newPage({ locale: 'en-GB', ...options })
  const complaints: string[] = []
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !/Failed to load resource/.test(message.text()) &&
      complaints.push(message.text()),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on(
    'request',
    (request) => !request.url().startsWith(new URL(url).origin) && complaints.push(request.url()),
  )
  await page.addInitScript(listenToSpeech)
  await page.goto(url)
  return { page, complaints }
}

/** The numbers that are called or inside, with their doors, in order. */
const numbers = (page: Page) =>
  page.locator('.call').evaluateAll((cards) => cards.map((card) => card.textContent))
const heard = (page: Page) => page.evaluate('heard') as Promise<string[]>
const isMarked = (page: Page) => page.evaluate('window.marked === true')
const fitsWidth = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth')

async function runningClinic(count: number, doctor?: string) {
  const clinic = await harness.clinic(addQueueDoors)
  await giveTokens(harness, clinic, count, doctor)
  const desk = openQueueDesk(harness, clinic, doctor)
  await desk.start()
  return { clinic, desk, board: await createBoard(harness, clinic) }
}

describe('an open board', () => {
  it('shows each call of two queues within a second, with their doors, and speaks it if that is switched on [LINE-04]', async () => {
    const { clinic, desk, board } = await runningClinic(6)
    await giveTokens(harness, clinic, 3, 'noor-khan')
    const noor = openQueueDesk(harness, clinic, 'noor-khan')
    await noor.start()
    const { page, complaints } = await openBoard(board.url, {
      ...wall,
      reducedMotion: 'no-preference',
    })
    await page.getByText('Your number is shown here when it is your turn.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sunrise Clinics')
    const took: number[] = []
    const measureCall = async (token: string, call: () => Promise<unknown>) => {
      await call()
      const from = performance.now()
      await page.locator('.call').getByText(token, { exact: true }).waitFor()
      took.push(Math.round(performance.now() - from))
    }
    await measureCall('A-1', desk.callNext)
    expect([await numbers(page), await heard(page)]).toEqual([['A-1Room 2'], []])
    await page.getByRole('button', { name: 'Speak the numbers' }).click()
    expect(await heard(page)).toEqual(['en Numbers are spoken.'])
    await measureCall('N-1', noor.callNext)
    await measureCall('A-2', desk.callNext)
    expect(await numbers(page)).toEqual(['A-2Room 2', 'N-1Dr Noor Khan', 'A-1Room 2'])
    expect((await heard(page)).slice(1)).toEqual([
      'en Number N 1, Dr Noor Khan.',
      'en Number A 2, Room 2.',
    ])
    expect(await page.locator('#announced').innerText()).toBe('Number A 2, Room 2.')
    expect(await page.locator('.fresh').allInnerTexts()).toHaveLength(1)
    // When called again it is spoken again, and moves to the top.
    await desk.act(1, 'recall')
    await expect.poll(() => heard(page)).toHaveLength(4)
    expect([(await numbers(page))[0], (await heard(page))[3]]).toEqual([
      'A-1Room 2',
      'en Number A 1, Room 2.',
    ])
    await desk.act(1, 'begin')
    await page.getByText('in consultation').waitFor()
    await desk.act(2, 'skip')
    await page.getByText('ask at the desk').waitFor()
    await page.getByRole('button', { name: 'Speak the numbers' }).click()
    await measureCall('A-3', desk.callNext)
    expect(await heard(page)).toHaveLength(4)
    process.stdout.write(`board: a call is shown after ${took.join(', ')} ms\n`)
    expectWithin(1_000, Math.max(...took))
    expect(complaints).toEqual([])
    await page.close()
  })

  it('keeps speaking after a reload, and asks for a touch when the browser forbids speech [LINE-04]', async () => {
    const { desk, board } = await runningClinic(3)
    const { page } = await openBoard(board.url)
    const speak = page.getByRole('button', { name: 'Speak the numbers' })
    await speak.click()
    await desk.callNext()
    await page.locator('.call').getByText('A-1').waitFor()
    await page.reload()
    expect(await speak.getAttribute('aria-pressed')).toBe('true')
    await desk.callNext()
    await expect.poll(() => heard(page)).toEqual(['en Number A 2, Room 2.'])
    // Refuses the next utterance, like a browser that requires a touch first.
    await page.evaluate(`(() => {
      const { speak } = speechSynthesis
      speechSynthesis.speak = (utterance) => { speechSynthesis.speak = speak; utterance.onerror({ error: 'not-allowed' }) }
    })()`)
    await desk.callNext()
    await page.getByRole('button', { name: 'Touch here to hear the numbers again' }).click()
    expect(await speak.getAttribute('aria-pressed')).toBe('true')
    await page.close()
  })

  it('says at once that its link was renewed, and the new link shows the same board [LINE-04]', async () => {
    const { clinic, desk, board } = await runningClinic(2)
    await desk.callNext()
    const { page } = await openBoard(board.url)
    await page.locator('.call').getByText('A-1').waitFor()
    const { url } = await harness.operate('board-renew', { workspace: clinic.name, id: board.id })
    await page.getByText('This board has a new link.').waitFor()
    expect(await numbers(page)).toEqual([])
    expect((await page.request.get(board.url)).status()).toBe(404)
    await page.goto(url)
    expect(await numbers(page)).toEqual(['A-1Room 2'])
    await page.close()
  })

  it('follows the date from day to day, without a reload [LINE-04]', async () => {
    const { clinic, desk, board } = await runningClinic(1)
    await desk.callNext()
    const { page, complaints } = await openBoard(board.url)
    await page.evaluate('window.marked = true')
    await page.locator('.call').getByText('A-1').waitFor()
    const days = [
      'Wednesday 2',
      'Thursday 3',
      'Friday 4',
      'Saturday 5',
      'Sunday 6',
      'Monday 7',
      'Tuesday 8',
    ]
    let called = 0
    for (const [index, day] of days.entries()) {
      // In usual runs, one day without work and one with.
      if (!isLongRun && !['Saturday 5', 'Monday 7'].includes(day)) continue
      // A minute past midnight in Jaipur: yesterday's numbers are gone.
      await harness.moveTo(`2030-01-0${index + 1}T18:31:00Z`)
      await page.locator('#date').getByText(`${day} January`).waitFor()
      await page.getByText('No numbers are being called now.').waitFor()
      expect(await page.locator('#clock').innerText()).toBe('00:01')
      await harness.moveTo(`2030-01-0${index + 2}T03:30:00Z`)
      if (/^S/.test(day)) continue
      const today = openQueueDesk(harness, clinic)
      await giveTokens(harness, clinic, 1)
      await today.start()
      await today.callNext()
      called += 1
      await page.locator('.call').getByText('A-1', { exact: true }).waitFor()
      await expect.poll(() => page.locator('#clock').innerText()).toMatch(/^09:0/)
    }
    expect([called, await isMarked(page), complaints]).toEqual([isLongRun ? 5 : 1, true, []])
    await page.close()
  })

  it('polls for the state when no stream gets through, and says so plainly when nothing answers [LINE-04]', async () => {
    const { desk, board } = await runningClinic(3)
    const page = await browser.newPage(wall)
    await page.route('**/events', (route) => route.fulfill({ status: 502, body: '' }))
    let isUnavailable = false
    await page.route('**/state', (route) => (isUnavailable ? route.abort() : route.continue()))
    await page.goto(board.url)
    await desk.callNext()
    await page.locator('.call').getByText('A-1').waitFor()
    isUnavailable = true
    await page.getByText(/^No connection since \d\d:\d\d\. Please listen/).waitFor()
    await desk.callNext()
    isUnavailable = false
    await page.locator('.call').getByText('A-2').waitFor()
    await expect.poll(() => page.locator('#lost').innerText()).toBe('')
    await page.close()
  })
})

describe('the service', () => {
  const project = fileURLToPath(new URL('../../..', import.meta.url))

  /** A copy of the program that claims to be another release. */
  function nextRelease(): string {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-next-release-'))
    afterFile(() => removeFolder(folder))
    for (const part of ['bin', 'src', 'words'])
      cpSync(join(project, part), join(folder, part), { recursive: true })
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
    const about = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, version: '9.9.9' }))
    return join(folder, 'bin', 'clinic.js')
  }

  async function served(clinic: Clinic, release?: string) {
    const settings = {
      DATABASE_URL: connectionUrl(harness.connection),
      CLINIC_MODE: 'sandbox',
      CLINIC_LOG_LEVEL: 'fatal',
      PORT: String(await findFreePort()),
    }
    const start = (of = release) => startService(settings, of)
    const service = await start()
    const { path } = await createBoard(harness, clinic, { name: 'Of the process' })
    return { service, start, url: `${service.url}${path}` }
  }

  it('may be killed: the board is right within two seconds of its start, and warns until then that it may be out of date [LINE-04]', async () => {
    const { clinic, desk } = await runningClinic(4)
    const { service, start, url } = await served(clinic)
    const { page } = await openBoard(url)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate('window.marked = true')
    await desk.callNext()
    await page.locator('.call').getByText('A-1').waitFor()
    service.child.kill('SIGKILL')
    await service.ended
    await page.getByText(/^No connection since/).waitFor()
    await desk.callNext()
    const again = await start()
    const from = performance.now()
    await page.locator('.call').getByText('A-2').waitFor()
    const took = Math.round(performance.now() - from)
    process.stdout.write(`board: right ${took} ms after the start\n`)
    expectWithin(2_000, took)
    await expect.poll(() => page.locator('#lost').innerText()).toBe('')
    expect(await isMarked(page)).toBe(true)
    // And by the stream again, not by polling.
    await expect.poll(() => asked.at(-1)?.endsWith('/events')).toBe(true)
    await desk.callNext()
    await page.locator('.call').getByText('A-3').waitFor()
    expect(asked.at(-1)?.endsWith('/events')).toBe(true)
    await page.close()
    again.child.kill('SIGTERM')
    await again.ended
  })

  it('is replaced by another release: an open board reloads itself once, and announces what was called in the meantime [LINE-04]', async () => {
    const { clinic, desk } = await runningClinic(4)
    const { service, start, url } = await served(clinic)
    const { page } = await openBoard(url)
    await page.evaluate('window.marked = true')
    await page.getByRole('button', { name: 'Speak the numbers' }).click()
    await desk.callNext()
    await page.locator('.call').getByText('A-1').waitFor()
    const release = () => page.evaluate('document.body.dataset.release') as Promise<string>
    const before = await release()
    service.child.kill('SIGTERM')
    await service.ended
    await desk.callNext()
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    const next = await start(nextRelease())
    await expect.poll(() => release().catch(() => before)).toMatch(/^9\.9\.9 /)
    await page.locator('.call').getByText('A-2').waitFor()
    expect(
      await page.getByRole('button', { name: 'Speak the numbers' }).getAttribute('aria-pressed'),
    ).toBe('true')
    await desk.callNext()
    await expect.poll(async () => (await heard(page)).at(-1)).toBe('en Number A 3, Room 2.')
    expect([loads, await isMarked(page)]).toEqual([1, false])
    await page.close()
    next.child.kill('SIGTERM')
    await next.ended
  })
})

describe('on a screen', () => {
  /** A clinic that has called this many numbers. */
  async function calledClinic(count: number) {
    const made = await runningClinic(count + 6)
    for (let call = 0; call < count; call += 1) await made.desk.callNext()
    if (count > 1) await made.desk.act(1, 'begin')
    return made
  }

  /** The height of each number in CSS pixels, and whether it and its door are fully visible. */
  const measured = `(() => {
    const ruler = document.createElement('canvas').getContext('2d')
    return [...document.querySelectorAll('.call')].map((card) => {
      const style = getComputedStyle(card.querySelector('.number'))
      ruler.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily
      const box = card.getBoundingClientRect()
      const isWhole = [...card.querySelectorAll('.number, .door')].every((part) => {
        const { top, bottom, left, right } = part.getBoundingClientRect()
        const isInside = top >= box.top && bottom <= box.bottom && left >= box.left && right <= box.right
        // Descenders reach below the line of a door.
        return isInside && part.scrollWidth <= part.clientWidth + 1 && part.scrollHeight <= part.clientHeight + parseFloat(getComputedStyle(part).fontSize) / 4
      })
      return { height: ruler.measureText('1').actualBoundingBoxAscent, isWhole }
    })
  })()`
  const isAllInSight =
    'document.documentElement.scrollHeight <= innerHeight && document.querySelector(".side").scrollHeight <= document.querySelector(".side").clientHeight + 1'

  it('of 43 inches, up to eight numbers fit, each 40 mm high: readable from eight metres [LINE-04]', async () => {
    const { board, desk } = await runningClinic(9)
    const { page } = await openBoard(board.url)
    await desk.callNext()
    await desk.act(1, 'skip')
    for (const count of [1, 2, 3, 4, 6, 8]) {
      while ((await numbers(page)).length < count) {
        const before = await numbers(page)
        await desk.callNext()
        await expect.poll(() => numbers(page)).not.toEqual(before)
      }
      await page.setViewportSize(wall.viewport)
      await waitUntilSettled(page)
      const cards = (await page.evaluate(measured)) as { height: number; isWhole: boolean }[]
      expect(cards).toHaveLength(count)
      // On a screen 535 mm high with 1,080 lines.
      for (const { height, isWhole } of cards)
        expect({ isReadable: (height * 535) / 1_080 >= 40, isWhole }).toEqual({
          isReadable: true,
          isWhole: true,
        })
      expect(await page.evaluate(isAllInSight)).toBe(true)
      // The same screen, mounted upright.
      await page.setViewportSize({ width: 1_080, height: 1_920 })
      await waitUntilSettled(page)
      const upright = (await page.evaluate(measured)) as { isWhole: boolean }[]
      expect([
        upright.filter(({ isWhole }) => !isWhole),
        await page.evaluate(isAllInSight),
      ]).toEqual([[], true])
    }
    await page.close()
  })

  it('of any size, language and direction it is complete, and axe finds nothing [LINE-04] [DASH-19]', async () => {
    const { clinic, desk } = await calledClinic(3)
    await desk.act(3, 'skip')
    const sizes = [
      wall.viewport,
      { width: 1_080, height: 1_920 },
      { width: 1_400, height: 788 },
      { width: 768, height: 1_024 },
      { width: 320, height: 640 },
    ]
    let called = 3
    for (const language of ['en', 'de', 'es', 'hi', 'ar'] as const) {
      const { url } = await createBoard(harness, clinic, { language, name: language })
      const { page, complaints } = await openBoard(url, { ...wall, bypassCSP: true })
      await page.locator('.call').first().waitFor()
      await desk.callNext()
      called += 1
      await page.locator('.call').getByText(`A-${called}`).waitFor()
      for (const viewport of sizes) {
        await page.setViewportSize(viewport)
        await waitUntilSettled(page)
        expect([language, viewport.width, await fitsWidth(page)]).toEqual([
          language,
          viewport.width,
          true,
        ])
        if (language === 'en' || viewport === sizes[0])
          expect([language, await accessibilityProblems(page)]).toEqual([language, []])
      }
      expect(await page.evaluate('document.documentElement.dir')).toBe(
        language === 'ar' ? 'rtl' : '',
      )
      expect(await page.evaluate('document.getAnimations().length')).toBe(0)
      expect(complaints).toEqual([])
      await page.close()
    }
  })

  it('without a script it shows everything, and reloads itself [LINE-04]', async () => {
    const { board } = await calledClinic(2)
    const { page } = await openBoard(board.url, { ...wall, javaScriptEnabled: false })
    expect(await numbers(page)).toEqual(['A-2Room 2', 'A-1Room 2in consultation'])
    expect(await page.locator('noscript meta[http-equiv=refresh]').getAttribute('content')).toBe(
      '10',
    )
    expect(await page.getByRole('button').count()).toBe(0)
    await page.close()
  })
})
