// The weekly hours of a practitioner, drawn on a week, in Chromium.

import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Clinic } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
  saveScreenshot,
} from '../../support/screens/screen.ts'
import { findPointAtHeight } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const openWeek = (clinic: Clinic, practitioner = 'asha-rao', options = {}) =>
  openDesk(
    harness,
    browser,
    clinic,
    `settings?section=practitioners&name=${practitioner}`,
    options,
    clinic.id('practitioner', 'asha-rao'),
    options && 'locale' in options ? /./ : 'Settings',
  )
const loadPractices = async (clinic: Clinic, practitioner: string) =>
  (await harness.operate('settings-show', { workspace: clinic.name })).description.practitioners[
    practitioner
  ].at
const applyChanges = async (page: Page) => {
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
}

const week = (page: Page) => page.getByRole('group', { name: /^The week, with/ })
const period = (page: Page, name: string | RegExp) =>
  week(page).getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** Where an hour of a day is on the screen. The week shows 7 to 20 o'clock. */
async function findHour(page: Page, day: string, hour: number) {
  // Neither under the banner nor under the bar of changes.
  await week(page).evaluate((part: { scrollIntoView(options: object): void }) =>
    part.scrollIntoView({ block: 'center' }),
  )
  const track = week(page).getByRole('group', { name: day }).locator('[data-day]')
  return findPointAtHeight(track, (hour - 7) / 13)
}
async function drag(
  page: Page,
  from: readonly [string, number],
  to: readonly [string, number],
): Promise<void> {
  const start = await findHour(page, ...from)
  const end = await findHour(page, ...to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2)
  await page.mouse.move(end.x, end.y)
  await page.mouse.up()
}

describe('the hours of a practitioner', () => {
  it('are set up with fees at two locations in eight actions [SETUP-04]', async () => {
    const clinic = await createClinicWithDesk(harness, (file) => {
      Object.assign(file.practitioners['ravi-old'] ?? {}, { membership: 'active', at: {} })
    })
    const { page, complaints } = await openWeek(clinic, 'ravi-old')
    let actions = 0
    const act = async (action: Promise<unknown>) => {
      actions += 1
      await action
    }
    const practice = page.getByRole('region', { name: 'Works at these locations' })
    const fee = practice
      .getByRole('group', { name: 'Fees 1', exact: true })
      .getByRole('textbox', { name: 'Amount' })
    await act(practice.getByRole('button', { name: 'Add: Jaipur' }).click())
    await act(drag(page, ['Monday', 9], ['Friday', 13]))
    await act(fee.fill('500'))
    await act(practice.getByRole('button', { name: 'Add: Berlin' }).click())
    await act(drag(page, ['Monday', 14], ['Wednesday', 18]))
    await act(fee.fill('60'))
    await act(applyChanges(page))
    expect(actions).toBeLessThanOrEqual(8)
    const modes = ['OFFLINE']
    expect(await loadPractices(clinic, 'ravi-old')).toEqual({
      jaipur: {
        slotMinutes: 15,
        fees: [{ mode: 'OFFLINE', amount: 500 }],
        hours: [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], from: '09:00', to: '13:00', modes }],
      },
      berlin: {
        slotMinutes: 15,
        fees: [{ mode: 'OFFLINE', amount: 60 }],
        hours: [{ days: ['MON', 'TUE', 'WED'], from: '14:00', to: '18:00', modes }],
      },
    })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are moved and resized by a mouse, as far as there is room, and a drag is given up by Escape [SETUP-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openWeek(clinic)
    const evening = (day: string, times: string) =>
      period(page, `${day}, ${times}, At the clinic`).waitFor()
    await drag(page, ['Monday', 17], ['Saturday', 11])
    await evening('Saturday', '10:00 to 13:00')
    await drag(page, ['Tuesday', 18.95], ['Tuesday', 17])
    await evening('Tuesday', '16:00 to 17:00')
    await drag(page, ['Wednesday', 16.05], ['Wednesday', 8])
    await evening('Wednesday', '13:00 to 19:00')
    const start = await findHour(page, 'Thursday', 17)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    const sunday = await findHour(page, 'Sunday', 17)
    await page.mouse.move(sunday.x, sunday.y)
    await evening('Sunday', '16:00 to 19:00')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await evening('Thursday', '16:00 to 19:00')
    await saveScreenshot(page, 'week-hours-dragged')
    await page.getByRole('button', { name: 'Discard' }).click()
    for (const day of workdays) await evening(day, '16:00 to 19:00')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are changed by the keyboard alone, and each change is announced [SETUP-04] [DASH-22]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openWeek(clinic)
    const isFocused = (name: string) => period(page, name).and(page.locator(':focus')).waitFor()
    const announced = page.getByRole('status').filter({ hasText: /^(Removed: )?\w+day, / })
    await period(page, /^Monday, 16:00/).focus()
    for (const [key, name] of [
      ['ArrowDown', 'Monday, 16:15 to 19:15, At the clinic'],
      ['ArrowRight', 'Tuesday, 19:00 to 22:00, At the clinic'],
      ['Shift+ArrowUp', 'Tuesday, 19:00 to 21:45, At the clinic'],
      ['Shift+ArrowRight', 'Tuesday, 19:15 to 21:45, At the clinic'],
      ['ArrowLeft', 'Monday, 19:15 to 21:45, At the clinic'],
      ['Enter', 'Monday, 22:45 to 24:00, At the clinic'],
    ] as const) {
      await page.keyboard.press(key)
      await isFocused(name)
      await announced
        .getByText(name)
        .or(announced.filter({ hasText: name }))
        .first()
        .waitFor()
    }
    await page.keyboard.press('Delete')
    await announced.filter({ hasText: 'Removed: Monday, 22:45 to 24:00' }).waitFor()
    await period(page, 'Add hours: Monday').and(page.locator(':focus')).waitFor()
    await applyChanges(page)
    const { hours } = (await loadPractices(clinic, 'asha-rao')).jaipur
    expect(hours).toContainEqual({ days: ['MON'], from: '19:15', to: '21:45', modes: ['OFFLINE'] })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('have a lunch break, exact times and a day that is copied to others, beside the week [SETUP-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openWeek(clinic, 'jonas-weber')
    await period(page, /^Monday, 08:00/).focus()
    const selected = page.getByRole('region', { name: 'Selected hours' })
    const clock = (name: string) => selected.getByRole('textbox', { name })
    await selected.getByRole('button', { name: 'Add a lunch break' }).click()
    await period(page, /^Monday, 14:00 to 16:00/).waitFor()
    await clock('From').fill('8.10')
    await clock('To').focus()
    await selected.getByText('08:10–13:00').waitFor()
    await clock('To').fill('12:50')
    await clock('To').press('Enter')
    await selected.getByText('08:10–12:50').waitFor()
    await clock('To').fill('noon')
    await clock('From').focus()
    expect(await clock('To').inputValue()).toBe('12:50')
    await selected.getByRole('group', { name: 'Copy Monday to' }).getByText('Wed').click()
    await selected.getByRole('button', { name: 'Copy', exact: true }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    await saveScreenshot(page, 'week-hours-selected')
    await applyChanges(page)
    const modes = ['OFFLINE']
    expect((await loadPractices(clinic, 'jonas-weber')).berlin.hours).toEqual([
      { days: ['MON', 'TUE', 'THU', 'FRI'], from: '08:10', to: '12:50', modes },
      { days: ['MON', 'TUE', 'THU', 'FRI'], from: '14:00', to: '16:00', modes },
      { days: ['WED'], from: '08:00', to: '16:00', modes },
    ])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each(groupByLanguage(allLooks))(
    'are drawn in each window, in dark mode and from right to left: %s [SETUP-04] [DASH-19]',
    async (...looks) => {
      const clinic = await createClinicWithDesk(harness)
      const [[, options]] = looks
      const { page } = await openWeek(clinic, 'asha-rao', options)
      const first: Locator = page.locator('[data-key="0 540"]')
      await first.focus()
      await expectInEachLook(page, looks, 'week-hours')
      if (options.locale) {
        // From right to left, the next day is on the left.
        await page.locator('[data-key="4 960"]').focus()
        await page.keyboard.press('ArrowLeft')
        await page.locator('[data-key="5 960"]:focus').waitFor()
      }
      await page.context().close()
    },
  )
})
