// The dashboard in languages other than English: every word, the direction, and room for longer
// words.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { words as ar } from '../../../words/ar/dashboard.ts'
import { words as de } from '../../../words/de/dashboard.ts'
import { en } from '../../../words/en/dashboard.ts'
import { words as es } from '../../../words/es/dashboard.ts'
import { words as hi } from '../../../words/hi/dashboard.ts'
import { book } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const isRightToLeft = (page: Page) => page.evaluate('document.documentElement.dir === "rtl"')
const focusedAt = (page: Page): Promise<number> =>
  page.evaluate('document.activeElement.closest("[role=row]").getBoundingClientRect().left')

describe('a catalogue', () => {
  const catalogues = { de, es, hi, ar }
  it.each(['de', 'es', 'hi', 'ar'] as const)(
    'of %s has distinct words for all statuses, moves and refusals, as the English one does [DASH-20]',
    (code) => {
      const { status, visit, refusal } = catalogues[code]
      expect(Object.keys(refusal.codes).toSorted()).toEqual(
        Object.keys(en.refusal.codes).toSorted(),
      )
      expect(Object.values(refusal.codes)).not.toContain('')
      expect(new Set(Object.values(status)).size).toBe(Object.keys(en.status).length)
      expect(new Set(Object.values(visit.to)).size).toBe(Object.keys(en.visit.to).length)
    },
  )
})

describe('a language', () => {
  it('is chosen in the menu, keeps the input, and stays after a reload [DASH-20]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openDesk(
      harness,
      browser,
      clinic,
      'day?date=2030-01-07&book=true',
    )
    const typed = panel(page, en.book.title).getByLabel(en.book.complaint)
    await typed.fill('Rash')
    await page.getByRole('button', { name: /Nina Roy/ }).click()
    await page.getByRole('menuitem', { name: 'العربية' }).click()
    const form = panel(page, ar.book.title)
    await form.waitFor()
    expect(await form.getByLabel(ar.book.complaint).inputValue()).toBe('Rash')
    await page.reload()
    await panel(page, ar.book.title).waitFor()
    expect([
      await isRightToLeft(page),
      await page.evaluate('document.documentElement.lang'),
    ]).toEqual([true, 'ar'])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('is the browser’s first choice, with the calendar and the digits of the clinic [DASH-20]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openDesk(harness, browser, clinic, undefined, { locale: 'ar-SA' })
    await page.getByRole('heading', { level: 1, name: /^الاثنين.* 7 يناير$/ }).waitFor()
    await page.context().close()
  })
})

describe('right to left', () => {
  it('reverses the arrow keys of the grid [DASH-19]', async () => {
    const clinic = await createClinicWithDesk(harness, ({ practitioners }) => {
      practitioners.second = {
        ...structuredClone(practitioners['asha-rao']),
        roles: [],
      } as (typeof practitioners)[string]
    })
    const { page } = await openDesk(harness, browser, clinic, undefined, { locale: 'ar' })
    await page.getByRole('gridcell').first().focus()
    const first = await focusedAt(page)
    await page.keyboard.press('ArrowRight')
    expect(await focusedAt(page)).toBe(first)
    await page.keyboard.press('ArrowLeft')
    expect(await focusedAt(page)).toBeLessThan(first)
    await page.keyboard.press('ArrowRight')
    expect(await focusedAt(page)).toBe(first)
    await page.context().close()
  })

  const looks = [
    ['Arabic, 320 px', ar, { locale: 'ar', viewport: { width: 320, height: 700 } }],
    [
      'Arabic, wide and dark',
      ar,
      { locale: 'ar', viewport: { width: 1400, height: 900 }, colorScheme: 'dark' },
    ],
    ['German, 320 px', de, { locale: 'de', viewport: { width: 320, height: 700 } }],
  ] as const satisfies [string, typeof en, BrowserContextOptions][]

  it.each(looks)(
    'or longer words: %s, shows the day, a visit and a booking in full [DASH-19] [DASH-20]',
    async (_, words, options) => {
      const clinic = await createClinicWithDesk(harness)
      const { id } = (
        await book(clinic, {
          patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
        })
      ).json.appointment
      const { page } = await openDesk(harness, browser, clinic, undefined, options)
      const isWhole = async () =>
        expect([await accessibilityProblems(page), await fitsWindow(page)]).toEqual([[], true])
      const open = (search: string) =>
        page.goto(
          `${harness.application.publicUrl()}/dashboard/${clinic.name}/day?date=2030-01-07&${search}`,
        )
      await page.getByText('Meera Iyer').first().waitFor()
      await isWhole()
      await open(`visit=${id}`)
      await panel(page, words.visit.panel)
        .getByRole('button', { name: words.visit.more, exact: true })
        .click()
      await page.getByRole('menuitem', { name: words.visit.to.CONFIRMED, exact: true }).waitFor()
      await panel(page, words.visit.panel).getByText(`${words.visit.did.BOOKED} ·`).waitFor()
      await isWhole()
      await open('book=true')
      await panel(page, words.book.title)
        .getByRole('button', { name: words.book.submit, exact: true })
        .waitFor()
      await isWhole()
      await page.context().close()
    },
  )
})
