// The report in Chromium, by roles and labels: figures, charts with their tables, CSV, and its
// address.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Clinic, Json } from '../../support/clinic/harness.ts'
import { openQueueDesk, startShift } from '../../support/clinic/queue-clinic.ts'
import { addPastVisits } from '../../support/clinic/report-history.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  fitsWindow,
  openDashboard,
  saveFullScreenshot,
  savePrinted,
} from '../../support/screens/screen.ts'
import { printPage } from '../../support/screens/settled-page.ts'
import { bookTokens } from '../../support/screens/watched-queue.ts'

const { house: harness, browser } = await openDashboard()
let clinic: Clinic
beforeAll(async () => {
  clinic = await createClinicWithDesk(harness, (file) => {
    Object.assign(file.roles ?? {}, {
      books: { displayName: 'Books', dashboard: 'practitioner', rights: { insight: 'read' } },
    })
    const jonas = file.practitioners['jonas-weber']
    if (jonas)
      Object.assign(jonas, { roles: ['books'], email: `jonas@${file.workspace.name}.example` })
  })
  await addPastVisits(harness, clinic, { before: '2030-01-01', days: 120, each: 12 })
  await bookTokens(clinic, 3)
  await startShift(harness, clinic)
  const staff = openQueueDesk(harness, clinic)
  for (const number of [1, 2, 3]) {
    await staff.callNext()
    await staff.act(number, 'begin')
    await harness.operate('clock-advance', { ms: 12 * 60_000 })
    await staff.act(number, 'complete')
  }
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const owner = () => clinic.id('practitioner', 'asha-rao')
const open = (
  path = 'report?range=90-days',
  options = {},
  member = owner(),
  title: string | RegExp = /\d/,
) => openDesk(harness, browser, clinic, path, options, member, title)
const report = (input: Json) => harness.operate('report-show', { workspace: clinic.name, ...input })
const ninety = { from: '2029-10-04', to: '2030-01-01', by: 'week' }
const count = (value: number) =>
  new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 }).format(value)

describe('the report', () => {
  it('has the figures of the operation, next to those of the preceding period, in each table [REPORT-01] [REPORT-02]', async () => {
    const { page, complaints } = await open()
    const shown = await report(ninety)
    const { total } = shown
    const figures = region(page, 'Figures')
    await figures.getByText('Compared with 6 Jul 2029 to 3 Oct 2029').waitFor()
    const tile = async (name: string) =>
      figures
        .locator('div', { has: page.getByText(name, { exact: true }) })
        .last()
        .innerText()
    expect(await tile('Visits')).toContain(count(total.visits))
    expect(await tile('New patients')).toContain(count(total.newPatients))
    expect(await tile('Wait')).toContain('12 min')
    expect(await figures.getByText('Revenue, EUR').count()).toBe(1)
    await page
      .getByRole('img', {
        name: `${count(total.visits)} visits: ${count(total.completed)} completed`,
      })
      .waitFor()
    await saveFullScreenshot(page, 'report', 'main')
    expect(await accessibilityProblems(page)).toEqual([])

    const outcomes = region(page, 'Visits by outcome')
    const toggle = outcomes.getByRole('button', { name: 'As a table' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    expect(await outcomes.getByRole('row').count()).toBe(1 + shown.periods.length)
    const [first] = shown.periods
    const cells = await outcomes.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
    const expected = [
      first.visits,
      first.completed,
      first.noShow + first.missed,
      first.cancelled,
      first.expected + first.overdue + first.inConsultation,
    ]
    expect(cells).toEqual([...expected, first.newPatients].map(count))
    for (const title of [
      'Occupancy',
      'Revenue by payment channel',
      'How far ahead visits are booked',
      'Queue waits, estimated and actual',
    ])
      await region(page, title).getByRole('button', { name: 'As a table' }).click()
    expect(
      await region(page, 'Busy hours')
        .getByRole('row', { name: /^09:00/ })
        .count(),
    ).toBe(1)
    expect(
      await region(page, 'By practitioner')
        .getByRole('row', { name: /^Jonas Weber/ })
        .count(),
    ).toBe(1)
    await saveFullScreenshot(page, 'report-tables', 'main')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('exports every table as CSV, the same as the operation’s [REPORT-02]', async () => {
    const { page } = await open()
    for (const [title, table] of [
      ['Visits by outcome', 'periods'],
      ['Busy hours', 'busy-hours'],
      ['Revenue by payment channel', 'money'],
      ['By location', 'locations'],
    ] as const) {
      const downloading = page.waitForEvent('download')
      await button(page, `${title} as CSV`).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(`${table}-2029-10-04-2030-01-01.csv`)
      const text = readFileSync(await download.path(), 'utf8')
      expect(text).toBe(`\uFEFF${(await report({ ...ninety, csv: table })).csv}`)
    }
    await page.context().close()
  })

  it('covers the days, practitioner and location in its address, chosen by keys alone [REPORT-01]', async () => {
    const { page } = await open('report')
    await page.getByRole('heading', { level: 1, name: /3 Dec 2029 – 1 Jan 2030/ }).waitFor()
    await button(page, 'Last month').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /1 Dec 2029 – 31 Dec 2029/ }).waitFor()
    expect(page.url()).toMatch(/\/report\?range=last-month$/)
    await page.getByLabel('Practitioner', { exact: true }).selectOption({ label: 'Jonas Weber' })
    const december = {
      from: '2029-12-01',
      to: '2029-12-31',
      doctorId: clinic.id('practitioner', 'jonas-weber'),
    }
    const { total } = await report(december)
    await page.getByRole('img', { name: `${count(total.visits)} visits: ` }).waitFor()
    expect(page.url()).toContain(`doctor=${december.doctorId}`)
    await page.getByText('Month', { exact: true }).click()
    await page.getByLabel('From', { exact: true }).fill('2029-11-15')
    await page.getByRole('heading', { level: 1, name: /15 Nov 2029 – 31 Dec 2029/ }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /15 Nov 2029 – 31 Dec 2029/ }).waitFor()
    await page.getByLabel('Location', { exact: true }).selectOption({ label: 'jaipur' })
    await page.getByText('There were no visits in this period.').waitFor()
    // An invalid range is put into order, and limited to a year.
    const other = await open(
      'report?from=2029-12-31&to=2020-01-01',
      {},
      owner(),
      /31 Dec 2028 – 31 Dec 2029/,
    )
    for (const one of [page, other.page]) await one.context().close()
  })

  it('prints with its tables and without its buttons, and is readable without colour [REPORT-02]', async () => {
    const { page } = await open()
    await region(page, 'Figures')
      .getByText(/^Compared/)
      .waitFor()
    // Each kind of bar has its own colour and, where that is chosen, a pattern.
    const colours = (await page.evaluate(
      `[...document.querySelectorAll('[data-kind]')].map((part) => part.dataset.kind + getComputedStyle(part).backgroundColor)`,
    )) as string[]
    expect(new Set(colours).size).toBe(4)
    await page.getByRole('button', { name: 'Patterns' }).click()
    const patterns = (await page.evaluate(
      `[...document.querySelectorAll('[data-kind]')].map((part) => part.dataset.kind + ' ' + getComputedStyle(part).backgroundImage.slice(0, 28))`,
    )) as string[]
    expect(new Set(patterns).size).toBe(4)
    await page.emulateMedia({ media: 'print' })
    const outcomes = region(page, 'Visits by outcome')
    await outcomes.getByRole('table').waitFor()
    expect(await outcomes.getByRole('img').count()).toBe(1)
    expect(await page.getByRole('button').count()).toBe(0)
    savePrinted('report', await printPage(page, { format: 'A4', printBackground: true }))
    await page.context().close()
  })

  it('fits a phone, and reads right to left and in the dark [REPORT-02]', async () => {
    for (const [name, options] of [
      ['report-320', { viewport: { width: 320, height: 700 } }],
      ['report-768', { viewport: { width: 768, height: 900 }, colorScheme: 'dark' }],
      ['report-ar', { locale: 'ar', colorScheme: 'dark' }],
      ['report-de-320', { locale: 'de', viewport: { width: 320, height: 700 } }],
      ['report-hi', { locale: 'hi' }],
      ['report-es', { locale: 'es', viewport: { width: 768, height: 900 } }],
    ] as const) {
      const { page } = await open('report?range=90-days', options)
      await page.getByRole('table').first().waitFor()
      expect(await fitsWindow(page), name).toBe(true)
      expect(await accessibilityProblems(page), name).toEqual([])
      await saveFullScreenshot(page, name, 'main')
      await page.context().close()
    }
  })

  it('is in the menu only with the right, and shows own figures only to members who see own visits only [REPORT-01] [DASH-10]', async () => {
    const desk = await openDesk(harness, browser, clinic)
    expect(await desk.page.getByRole('link', { name: 'Report' }).count()).toBe(0)
    await desk.page.goto(`${harness.application.publicUrl()}/dashboard/${clinic.name}/report`)
    await desk.page.getByText('Your role does not let you see this').waitFor()
    const jonas = clinic.id('practitioner', 'jonas-weber')
    const own = await open('report?range=90-days', {}, jonas)
    await own.page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Report' })
      .waitFor()
    const { total } = await report({ ...ninety, doctorId: jonas })
    await own.page.getByRole('img', { name: `${count(total.visits)} visits: ` }).waitFor()
    expect(await own.page.getByLabel('Practitioner', { exact: true }).count()).toBe(0)
    const other = await open(`report?range=90-days&doctor=${owner()}`, {}, jonas, 'Report')
    await other.page.getByRole('alert').getByText('Your role does not allow this').waitFor()
    for (const { page } of [desk, own, other]) await page.context().close()
  })
})
