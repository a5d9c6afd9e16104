// The day of a queue, of forty tokens in long runs: two desks, a practitioner's phone and a board,
// each in its own browser, and a service that is killed twice. What was done is counted, and
// printed.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addQueueDoors, createBoard, findShiftId } from '../../support/clinic/board-clinic.ts'
import { type Json, openHarness } from '../../support/clinic/harness.ts'
import { connectionUrl } from '../../support/database/url-of.ts'
import { findFreePort } from '../../support/processes/free-port.ts'
import { startService } from '../../support/processes/service-process.ts'
import { expectWithin } from '../../support/run/quiet-time.ts'
import { runSize } from '../../support/run/sizes.ts'
import { openBrowser } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'

const harness = await openHarness()
const tokensInAll = runSize(16, 40)
const absentToken = tokensInAll / 2
/** The numbers of consultations after which the service is killed. */
const kills = [Math.round(tokensInAll * 0.3), Math.round(tokensInAll * 0.65)]

it('a queue at two desks, a phone and a board, through two kills of the service [LINE-01] [LINE-02] [LINE-04] [LINE-06]', {
  timeout: 600_000,
}, async () => {
  const browser = await openBrowser()
  const clinic = await createClinicWithDesk(harness, (file) => {
    addQueueDoors(file)
    Object.assign(file.roles ?? {}, {
      healer: { displayName: 'Healer', dashboard: 'practitioner' },
    })
    Object.assign(file.practitioners['meera-shah'] ?? {}, { roles: ['healer'] })
  })
  const shift = String(findShiftId(clinic, 'meera-shah'))
  const settings = {
    DATABASE_URL: connectionUrl(harness.connection),
    CLINIC_MODE: 'sandbox',
    CLINIC_LOG_LEVEL: 'fatal',
    PORT: String(await findFreePort()),
  }
  let service = await startService(settings)
  harness.application.listensAt(service.url)
  for (let number = 1; number <= tokensInAll; number += 1) {
    const patientPayload = {
      firstName: `Patient${number}`,
      lastName: 'Rao',
      phoneNumber: `98765${10_000 + number}`,
    }
    await harness.operate('token-give', {
      workspace: clinic.name,
      qmsWorkShiftId: Number(shift),
      patientPayload,
    })
  }
  const statuses = async (): Promise<Record<string, number>> => {
    const rows = await harness.sql(
      'select status, count(*)::int as n from queue_visits where workspace_id = $1 group by 1',
      [clinic.workspaceId],
    )
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
  }
  const count = async (status: string) => (await statuses())[status] ?? 0
  const goesOn = async () =>
    (await count('WAITING')) + (await count('CALLED')) + (await count('IN_CONSULTATION')) > 0

  const path = 'line?date=2030-01-01'
  const phoneScreen = { viewport: { width: 320, height: 640 }, hasTouch: true }
  const desks = await Promise.all([
    openDesk(harness, browser, clinic, path),
    openDesk(harness, browser, clinic, path),
  ])
  const phone = await openDesk(
    harness,
    browser,
    clinic,
    path,
    phoneScreen,
    clinic.id('practitioner', 'meera-shah'),
  )
  const { url } = await createBoard(harness, clinic)
  const wall = await (
    await browser.newContext({ viewport: { width: 1_920, height: 1_080 } })
  ).newPage()
  await wall.goto(url)
  await wall.evaluate(`(() => {
    window.seen = new Set()
    const look = () => document.querySelectorAll('.call .number').forEach((number) => seen.add(number.textContent))
    new MutationObserver(look).observe(document.getElementById('board'), { childList: true, subtree: true })
    look()
  })()`)
  const onBoard = (): Promise<string[]> => wall.locator('.call .number').allTextContents()

  const did = {
    'calls at the first desk': 0,
    'calls at the second desk': 0,
    'calls on the phone': 0,
    'calls by the operator': 0,
    consultations: 0,
    absent: 0,
  }
  await phone.page.getByRole('button', { name: 'Start the queue' }).tap()
  await phone.page.getByRole('button', { name: 'Call A-1' }).tap()
  did['calls on the phone'] += 1

  /**
   * A desk calls the next patient as soon as fewer than three are called, without asking the other
   * desk.
   */
  async function runDesk(
    page: Page,
    calls: 'calls at the first desk' | 'calls at the second desk',
  ) {
    while (await goesOn()) {
      if (
        (await count('CALLED')) < 2 &&
        (await page
          .getByRole('button', { name: /^Call A-/ })
          // Once no one is waiting there is no such button, and this waits for one.
          .isEnabled({ timeout: 500 })
          .catch(() => false))
      ) {
        await page.keyboard.press('n')
        did[calls] += 1
      }
      await page.waitForTimeout(400)
    }
  }
  /** The practitioner begins and completes; one patient in the middle is absent. */
  async function runPhone(page: Page) {
    const button = (name: string) => page.getByRole('article').getByRole('button', { name }).first()
    while (await goesOn()) {
      const complete = button('Complete')
      const absent = page
        .getByRole('article', { name: new RegExp(`^A-${absentToken} `) })
        .getByRole('button', { name: 'Absent' })
      if (await complete.isVisible()) {
        const [name] = await page
          .getByRole('article')
          .filter({ has: page.getByRole('button', { name: 'Complete' }) })
          .allInnerTexts()
        await complete.tap()
        did.consultations += 1
        const gone = page.getByRole('article').filter({
          hasText: (name ?? '').slice(0, 4),
          has: page.getByRole('button', { name: 'Complete' }),
        })
        await gone.first().waitFor({ state: 'detached' })
      } else if (await absent.isVisible()) {
        await absent.tap()
        did.absent += 1
        await absent.waitFor({ state: 'detached' })
      } else if (await button('Begin').isVisible()) {
        await button('Begin').tap()
        await Promise.race([complete.waitFor(), page.waitForTimeout(20_000)])
      } else await page.waitForTimeout(100)
    }
  }

  const right: number[] = []
  /** Kills the service, calls a patient without it, starts it again, and waits for the board. */
  async function killAt(consultations: number) {
    while (did.consultations < consultations)
      await new Promise((resolve) => setTimeout(resolve, 50))
    service.child.kill('SIGKILL')
    await service.ended
    const { called } = await harness.operate('queue-next', { workspace: clinic.name, shift })
    did['calls by the operator'] += 1
    await wall.locator('#lost').getByText('No connection since').waitFor()
    service = await startService(settings)
    const from = performance.now()
    await wall.locator('.call').getByText(called.tokenDisplay, { exact: true }).waitFor()
    right.push(Math.round(performance.now() - from))
  }

  await Promise.all([
    runDesk(desks[0].page, 'calls at the first desk'),
    runDesk(desks[1].page, 'calls at the second desk'),
    runPhone(phone.page),
    (async () => {
      for (const consultations of kills) await killAt(consultations)
    })(),
  ])

  expect(await statuses()).toEqual({ COMPLETED: tokensInAll - 1, NO_SHOW: 1 })
  const events: Json[] = await harness.operate('queue-events', { workspace: clinic.name, shift })
  const called = events.filter(({ event }) => event === 'CALLED').map(({ token }) => token)
  // Each token once, in the order of the line: no one was called twice, and no one was skipped.
  expect(called).toEqual(Array.from({ length: tokensInAll }, (_, index) => `A-${index + 1}`))
  expect(events.filter(({ event }) => event === 'COMPLETED')).toHaveLength(tokensInAll - 1)
  await expect.poll(onBoard).toEqual([])
  const seen = (await wall.evaluate('seen.size')) as number
  process.stdout.write(
    `day of a queue: ${JSON.stringify(did)}; ${called.length} called once each; ${seen} of them seen on the board; right ${right.join(' and ')} ms after each start\n`,
  )
  await phone.page.getByRole('button', { name: 'No one is waiting' }).waitFor()
  const overDone = await Promise.all(
    desks.map(({ page }) => page.getByText(`Finished (${tokensInAll})`).count()),
  )
  expect(overDone).toEqual([1, 1])
  expect(right).toHaveLength(kills.length)
  expectWithin(2_000, Math.max(...right))
  expect([...desks, phone].flatMap(({ complaints }) => complaints)).toEqual([])
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
})
