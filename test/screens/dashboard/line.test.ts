// A queue at the desk in Chromium, by roles and labels: two desks, a phone, walk-ins and their
// slips.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Clinic, Json } from '../../support/clinic/harness.ts'
import { shiftId, startShift, tokenBody } from '../../support/clinic/queue-clinic.ts'
import { expectWithin } from '../../support/run/quiet-time.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { readImageCode } from '../../support/screens/drawn-code.ts'
import { findOverflow, fitsWindow, openDashboard } from '../../support/screens/screen.ts'
import { printPage } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const path = 'line?date=2030-01-01'
const turn = (page: Page, name: string | RegExp) => page.getByRole('article', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/**
 * Presses N once the desk takes it: while the last call is still being answered, the key is taken
 * as pressed twice by mistake.
 */
async function callNext(page: Page, token: RegExp = /^Call A-/): Promise<void> {
  await button(page, token).and(page.locator(':enabled')).waitFor()
  await page.keyboard.press('n')
}
const inLine = (page: Page, name: string) => page.getByRole('region', { name })
const events = async (clinic: Clinic): Promise<string[]> =>
  (
    await harness.operate('queue-events', {
      workspace: clinic.name,
      shift: String(shiftId(clinic)),
    })
  ).map(({ event, token }: Json) => `${event} ${token ?? ''}`.trim())

/** A clinic whose running morning shift has this many patients waiting. */
async function clinicInLine(count: number): Promise<Clinic> {
  const clinic = await createClinicWithDesk(harness)
  await startShift(harness, clinic)
  for (let index = 1; index <= count; index += 1) {
    const patientPayload = {
      firstName: `Patient${index}`,
      lastName: 'Rao',
      phoneNumber: `98765000${String(index).padStart(2, '0')}`,
    }
    const { status, text } = await clinic.post(
      '/v1/qms-appointments/immediate/book',
      tokenBody(clinic, { patientPayload }),
    )
    expect(status, text).toBe(201)
  }
  return clinic
}

describe('a desk', () => {
  it('runs a queue with one key for each operation, and sees where each patient is [LINE-01]', async () => {
    const clinic = await clinicInLine(4)
    const { page, complaints } = await openDesk(harness, browser, clinic, path)
    await inLine(page, 'Waiting (4)')
      .getByRole('button', { name: /^1 A-1 Patient1 Rao/ })
      .waitFor()
    await callNext(page)
    await turn(page, 'A-1 Patient1 Rao').getByText('Called').waitFor()
    await page.keyboard.press('r')
    await page.keyboard.press('b')
    await turn(page, 'A-1 Patient1 Rao').getByText('In consultation').waitFor()
    await callNext(page, /^Call A-2/)
    await turn(page, 'A-2 Patient2 Rao').waitFor()
    await page.keyboard.press('s')
    await inLine(page, 'Skipped (1)').getByText('A-2').waitFor()
    await page.keyboard.press('w')
    await inLine(page, 'Waiting (3)').waitFor()
    await page.keyboard.press('c')
    await turn(page, 'A-1 Patient1 Rao').waitFor({ state: 'detached' })
    // Moves another patient, the second in line, with a reason, by the keyboard alone.
    for (const key of ['ArrowDown', 'ArrowDown', 'm']) await page.keyboard.press(key)
    await page.getByLabel('Place in line (1 is first)').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Has to catch a train')
    await page.keyboard.press('Enter')
    await inLine(page, 'Waiting (3)')
      .getByRole('button', { name: /^1 A-3/ })
      .waitFor()
    await page.keyboard.press('x')
    await page.getByRole('form', { name: /^Cancel A-3/ }).waitFor()
    await page.keyboard.press('Enter')
    await inLine(page, 'Waiting (2)').waitFor()
    expect(await events(clinic)).toEqual([
      'STARTED',
      'CALLED A-1',
      'RECALLED A-1',
      'BEGUN A-1',
      'CALLED A-2',
      'SKIPPED A-2',
      'BROUGHT_BACK A-2',
      'COMPLETED A-1',
      'MOVED A-3',
      'CANCELLED A-3',
    ])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('calls one patient when its key was pressed twice by mistake [LINE-01]', async () => {
    const clinic = await clinicInLine(2)
    const { page } = await openDesk(harness, browser, clinic, path)
    await inLine(page, 'Waiting (2)').waitFor()
    await page.route('**/api/operations/queue-next', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    for (const key of ['n', 'n']) await page.keyboard.press(key, { delay: 60 })
    await turn(page, 'A-1 Patient1 Rao').getByText('Called').waitFor()
    // A second call would be sent once the first was answered.
    await page.keyboard.press('b')
    await turn(page, 'A-1 Patient1 Rao').getByText('In consultation').waitFor()
    expect(await events(clinic)).toEqual(['STARTED', 'CALLED A-1', 'BEGUN A-1'])
    await page.context().close()
  })

  it('undoes a wrong call, and says so when it is too late [LINE-05]', async () => {
    const clinic = await clinicInLine(2)
    const { page } = await openDesk(harness, browser, clinic, path)
    await button(page, /^Call A-1/).click()
    await turn(page, /A-1/).getByRole('button', { name: /^Undo/ }).click()
    await inLine(page, 'Waiting (2)').waitFor()
    expect(await events(clinic)).toEqual(['STARTED', 'CALLED A-1', 'TAKEN_BACK A-1'])
    await button(page, /^Call A-1/).click()
    await turn(page, /A-1/).waitFor()
    await harness.moveTo(new Date(harness.application.clock.now() + 61_000).toISOString())
    await page.keyboard.press('u')
    await page.getByRole('alert').filter({ hasText: 'The time to undo this is over' }).waitFor()
    expect(await events(clinic)).toHaveLength(4)
    await page.context().close()
  })

  it('undoes by its key what was done last at this desk, and never the call of another patient [LINE-05]', async () => {
    const clinic = await clinicInLine(3)
    const { page } = await openDesk(harness, browser, clinic, path)
    await inLine(page, 'Waiting (3)').waitFor()
    for (const token of ['A-1', 'A-2']) {
      await callNext(page)
      await turn(page, new RegExp(`^${token}`)).waitFor()
    }
    await page.keyboard.press('s')
    await inLine(page, 'Skipped (1)').getByText('A-2').waitFor()
    await page.keyboard.press('u')
    await turn(page, /^A-2/).waitFor()
    await callNext(page)
    await turn(page, /^A-3/).waitFor()
    await page.keyboard.press('u')
    await turn(page, /^A-3/).waitFor({ state: 'detached' })
    expect(await events(clinic)).toEqual([
      'STARTED',
      'CALLED A-1',
      'CALLED A-2',
      'SKIPPED A-2',
      'TAKEN_BACK A-2',
      'CALLED A-3',
      'TAKEN_BACK A-3',
    ])
    // Escape closes a panel, and without one the chosen token.
    await page.keyboard.press('g')
    const give = page.getByRole('complementary')
    await give.waitFor()
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key)
    await give.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('never calls the token that another desk calls, and sees what the other did within two seconds [LINE-02]', async () => {
    const clinic = await clinicInLine(12)
    const desks = await Promise.all([
      openDesk(harness, browser, clinic, path),
      openDesk(harness, browser, clinic, path),
    ])
    await Promise.all(desks.map(({ page }) => button(page, /^Call A-1/).waitFor()))
    const called = async () => (await events(clinic)).filter((event) => event.startsWith('CALLED'))
    for (let round = 1; round <= 3; round += 1) {
      await Promise.all(desks.map(({ page }) => callNext(page)))
      await expect.poll(async () => (await called()).length).toBe(2 * round)
      await Promise.all(
        desks.map(({ page }) => button(page, new RegExp(`^Call A-${2 * round + 1}`)).waitFor()),
      )
    }
    expect(await called()).toEqual(
      ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'].map((token) => `CALLED ${token}`),
    )
    const [{ page: here }, { page: there }] = desks as [Json, Json]
    await harness.operate('queue-skip', {
      workspace: clinic.name,
      shift: String(shiftId(clinic)),
      token: 'A-1',
    })
    const skippedAt = performance.now()
    await Promise.all([here, there].map((page) => inLine(page, 'Skipped (1)').waitFor()))
    expectWithin(2_000, performance.now() - skippedAt)
    await Promise.all(desks.map(({ page }) => page.context().close()))
  })

  it("gives a walk-in a token with two fields, and a slip whose code opens the patient's page [LINE-03]", async () => {
    const clinic = await clinicInLine(2)
    const { page, complaints } = await openDesk(harness, browser, clinic, path)
    await inLine(page, 'Waiting (2)').waitFor()
    await page.keyboard.press('g')
    await page.getByLabel('Name').fill('Tara Singh')
    await page.getByLabel('Phone').fill('9812345678')
    await page.keyboard.press('Enter')
    const slip = turn(page, 'Slip')
    await slip.getByText('A-3', { exact: true }).waitFor()
    await slip.getByText('2 people are ahead of you.').waitFor()
    const link = (await readImageCode(page, 'QR code that opens the patient’s page')) ?? ''
    const [token] = await harness.sql(
      'select public_status_token as "of" from queue_visits where workspace_id = $1 and token_number = 3',
      [clinic.workspaceId],
    )
    expect(link).toBe(`${harness.application.publicUrl()}/queue/${token.of}`)
    expect((await page.request.get(link)).ok()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect([
      await slip.isVisible(),
      await inLine(page, 'Waiting (3)').isVisible(),
      await page.getByRole('navigation').count(),
    ]).toEqual([true, false, 0])
    expect(
      (await printPage(page, { preferCSSPageSize: true }))
        .toString('latin1')
        .match(/\/Type \/Page\b/g),
    ).toHaveLength(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('finds known patients while the name is typed [LINE-03]', async () => {
    const clinic = await clinicInLine(1)
    const { page } = await openDesk(harness, browser, clinic, `${path}&give=true`)
    await page.getByLabel('Name').fill('patient1')
    await page.getByRole('button', { name: /^Patient1 Rao.*9876500001/ }).click()
    await turn(page, 'Slip').getByText('A-2', { exact: true }).waitFor()
    const patients = await harness.sql(
      'select count(distinct patient_id)::int as n from queue_visits where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(patients).toEqual([{ n: 1 }])
    await page.context().close()
  })
})

describe('a phone', () => {
  it('lets a practitioner run their own queue: call, begin, complete, next [LINE-06]', async () => {
    const clinic = await createClinicWithDesk(harness, (file) => {
      Object.assign(file.roles ?? {}, {
        healer: { displayName: 'Healer', dashboard: 'practitioner' },
      })
      Object.assign(file.practitioners['meera-shah'] ?? {}, { roles: ['healer'] })
    })
    for (const firstName of ['Tara', 'Arjun']) {
      await harness.operate('token-give', {
        workspace: clinic.name,
        qmsWorkShiftId: shiftId(clinic),
        patientPayload: { firstName },
      })
    }
    const { page } = await openDesk(
      harness,
      browser,
      clinic,
      path,
      { viewport: { width: 320, height: 640 }, hasTouch: true },
      clinic.id('practitioner', 'meera-shah'),
    )
    await button(page, 'Start the queue').tap()
    await button(page, 'Call A-1').tap()
    await turn(page, /A-1 Tara/)
      .getByRole('button', { name: 'Begin' })
      .tap()
    await turn(page, /A-1 Tara/)
      .getByRole('button', { name: 'Complete' })
      .tap()
    await button(page, 'Call A-2').tap()
    await turn(page, /A-2 Arjun/).waitFor()
    expect(await fitsWindow(page)).toBe(true)
    expect(await events(clinic)).toEqual([
      'STARTED',
      'CALLED A-1',
      'BEGUN A-1',
      'COMPLETED A-1',
      'CALLED A-2',
    ])
    await page.context().close()
  })

  it.each([
    ['320 px', { locale: 'en-GB', viewport: { width: 320, height: 700 } }],
    [
      'Arabic and dark',
      { locale: 'ar', viewport: { width: 1400, height: 900 }, colorScheme: 'dark' },
    ],
    ['German, 320 px', { locale: 'de', viewport: { width: 320, height: 700 } }],
  ] as const)(
    'or another screen shows the whole queue: %s [LINE-01] [DASH-19]',
    async (_, options) => {
      const clinic = await clinicInLine(4)
      for (const name of ['queue-next', 'queue-next'])
        await harness.operate(name, { workspace: clinic.name, shift: String(shiftId(clinic)) })
      await harness.operate('queue-begin', {
        workspace: clinic.name,
        shift: String(shiftId(clinic)),
        token: 'A-1',
      })
      // With an amount and the longest status.
      await harness.operate('token-give', {
        workspace: clinic.name,
        qmsWorkShiftId: shiftId(clinic),
        patientPayload: { firstName: 'Tara' },
      })
      await harness.operate('queue-skip', {
        workspace: clinic.name,
        shift: String(shiftId(clinic)),
        token: 'A-5',
      })
      const { page } = await openDesk(harness, browser, clinic, path, options)
      const isWhole = async () =>
        expect([
          await accessibilityProblems(page),
          await fitsWindow(page),
          await findOverflow(page),
        ]).toEqual([[], true, []])
      await turn(page, /A-2/).waitFor()
      await isWhole()
      await page.keyboard.press('g')
      await page.locator('form input').first().waitFor()
      await isWhole()
      await page.locator('form input').first().fill('Zoë')
      await page.locator('form button[type=submit]').click()
      await page.getByRole('article').getByText('A-6', { exact: true }).waitFor()
      await isWhole()
      await page.context().close()
    },
  )
})
