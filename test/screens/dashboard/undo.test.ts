// Undo at the desk, in Chromium: one notice and one key for everything that was done last there.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { readClinicState } from '../../support/clinic/desk-member.ts'
import { book, type Clinic, type Json, slotTimes } from '../../support/clinic/harness.ts'
import { startShift, tokenBody } from '../../support/clinic/queue-clinic.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import {
  chooseMenuAction,
  createClinicWithDesk,
  openDesk,
} from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()
beforeAll(async () => {
  // 09:00 at the clinic.
  await harness.moveTo('2030-01-07T03:30:00Z')
})

async function clinicWithVisit(): Promise<{ clinic: Clinic; id: number }> {
  const clinic = await createClinicWithDesk(harness)
  const patientPayload = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
  return {
    clinic,
    id: (await book(clinic, { patientPayload, ...slotTimes('09:30'), paymentStatus: 'UNPAID' }))
      .json.appointment.id,
  }
}
const status = (page: Page, hasText: string | RegExp) =>
  page.getByRole('status').filter({ hasText })
const visitPanel = (page: Page) => page.getByRole('complementary', { name: 'Visit' })

describe('in the panel of a visit', () => {
  const press = (name: string) => async (page: Page) =>
    visitPanel(page).getByRole('button', { name, exact: true }).click()
  const more = (name: string) => (page: Page) => chooseMenuAction(visitPanel(page), name)
  it.each([
    ['an arrival', 'Meera Iyer has arrived.', press('Arrived')],
    ['a confirmation', 'The visit of Meera Iyer is confirmed.', more('Confirm')],
    ['a beginning', 'The consultation of Meera Iyer has begun.', more('Begin')],
    [
      'a completion',
      'The visit of Meera Iyer is completed.',
      async (page: Page) => {
        await more('Complete')(page)
        await press('Yes, complete it')(page)
      },
    ],
    ['a no-show', 'Meera Iyer is marked as a no-show.', more('No-show')],
    ['a payment', /^Meera Iyer paid .*500\.00: UPI\./, press('UPI')],
    [
      'a cancellation',
      'The visit of Meera Iyer is cancelled.',
      async (page: Page) => {
        await more('Cancel …')(page)
        await page
          .getByRole('form', { name: 'Cancel the visit' })
          .getByRole('button', { name: 'Cancel the visit' })
          .click()
      },
    ],
  ])('%s is undone by its key [DAY-19]', async (_, text, act) => {
    const { clinic, id } = await clinicWithVisit()
    const { page, complaints } = await openDesk(
      harness,
      browser,
      clinic,
      `day?date=2030-01-07&visit=${id}`,
    )
    await visitPanel(page).getByText('Meera Iyer').first().waitFor()
    const before = await readClinicState(harness, clinic)
    await act(page)
    await status(page, text).waitFor()
    expect(await readClinicState(harness, clinic)).not.toEqual(before)
    await page.keyboard.press('u')
    await status(page, /^Undone: /).waitFor()
    expect(await readClinicState(harness, clinic)).toEqual(before)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('the notice has no accessibility problems, fits a phone, and goes on when the panel is closed [DAY-19] [DASH-19]', async () => {
    const { clinic, id } = await clinicWithVisit()
    const { page } = await openDesk(
      harness,
      browser,
      clinic,
      `day?date=2030-01-07&visit=${id}`,
      { viewport: { width: 320, height: 700 }, colorScheme: 'dark' },
      undefined,
      'Meera Iyer',
    )
    await press('Arrived')(page)
    await status(page, 'Meera Iyer has arrived.').waitFor()
    await visitPanel(page).getByRole('button', { name: 'Close' }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await fitsWindow(page)).toBe(true)
    await page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: /^Undo/ }).click()
    await status(page, /^Undone: /).waitFor()
    expect(
      (await harness.sql('select arrived_at from appointments where id = $1', [id]))[0].arrived_at,
    ).toBeNull()
    await page.context().close()
  })

  it('says so where it was changed since, and that the change remains [DAY-19] [DASH-17]', async () => {
    const { clinic, id } = await clinicWithVisit()
    const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`)
    await chooseMenuAction(visitPanel(page), 'Confirm')
    await status(page, 'The visit of Meera Iyer is confirmed.').waitFor()
    await harness.operate('visit-arrive', { workspace: clinic.name, id })
    await page.keyboard.press('u')
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Not undone: The visit of Meera Iyer is confirmed.' })
    await alert.waitFor()
    expect(await alert.textContent()).toContain('This has changed again in the meantime')
    await alert.getByRole('button', { name: 'Close' }).click()
    await alert.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('a visit of another day does not begin: the refusal says what to do [DAY-07]', async () => {
    const { clinic } = await clinicWithVisit()
    const { id } = (await book(clinic, { ...slotTimes('09:30', 15, '2030-01-10') })).json
      .appointment
    const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-10&visit=${id}`)
    await chooseMenuAction(visitPanel(page), 'Begin')
    await page
      .getByRole('alert')
      .filter({
        hasText: 'This visit is on another day. Move it to today first, or book a visit now.',
      })
      .waitFor()
    expect(
      (await harness.sql('select status from appointments where id = $1', [id]))[0].status,
    ).toBe('SCHEDULED')
    await page.context().close()
  })
})

it('two things done one after the other are undone in turn, the last first [DAY-19]', async () => {
  const { clinic, id } = await clinicWithVisit()
  const before = await readClinicState(harness, clinic)
  const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`)
  await visitPanel(page).getByRole('button', { name: 'Arrived', exact: true }).click()
  await status(page, 'Meera Iyer has arrived.').waitFor()
  await visitPanel(page).getByRole('button', { name: 'Begin', exact: true }).click()
  await status(page, 'The consultation of Meera Iyer has begun.').waitFor()
  await page.keyboard.press('u')
  await status(
    page,
    'Undone: The consultation of Meera Iyer has begun. Meera Iyer has arrived.',
  ).waitFor()
  await page.keyboard.press('u')
  await status(page, 'Undone: Meera Iyer has arrived.').waitFor()
  expect(await readClinicState(harness, clinic)).toEqual(before)
  await page.context().close()
})

it('all visits that were moved out of a blocked time are moved back together [DAY-19] [DAY-12]', async () => {
  const clinic = await createClinicWithDesk(harness)
  for (const [index, clock] of ['10:00', '10:15', '10:30'].entries())
    expect(
      (
        await book(clinic, {
          patientPayload: { firstName: `Patient ${index}` },
          ...slotTimes(clock),
        })
      ).status,
    ).toBe(201)
  const whose = {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  const { block } = await harness.operate('block-add', {
    ...whose,
    ...slotTimes('10:00', 60),
    reason: 'Ill',
  })
  const before = await readClinicState(harness, clinic)
  const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-07&block=${block.id}`)
  await page.getByRole('button', { name: 'Move all' }).click()
  await page.getByRole('button', { name: /^(Yes, )?[Mm]ove (all )?3/ }).click()
  await status(page, '3 visits were moved.').waitFor()
  await page.keyboard.press('u')
  await status(page, 'Undone: 3 visits were moved.').waitFor()
  expect(await readClinicState(harness, clinic)).toEqual(before)
  await page.context().close()
})

it('in the queue, U undoes what was done last there: a skip, a call, a completion [DAY-19] [LINE-05]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await startShift(harness, clinic)
  for (const firstName of ['Meera', 'Tara', 'Arjun'])
    await clinic.post(
      '/v1/qms-appointments/immediate/book',
      tokenBody(clinic, { appointmentDate: '2030-01-07', patientPayload: { firstName } }),
    )
  const { page, complaints } = await openDesk(harness, browser, clinic, 'line')
  await page.getByRole('button', { name: /^Call A-1/ }).waitFor()
  const standing = async (): Promise<Json> => {
    const { planned: _, ...rest } = await readClinicState(harness, clinic)
    return rest
  }
  for (const [key, text] of [
    ['n', 'A-1 was called.'],
    ['b', 'The consultation of A-1 has begun.'],
    ['c', 'A-1 is completed.'],
  ] as const) {
    const before = await standing()
    await page.keyboard.press(key)
    await status(page, text).waitFor()
    await page.keyboard.press('u')
    await status(page, `Undone: ${text}`).waitFor()
    expect(await standing()).toEqual(before)
    await page.keyboard.press(key)
    await status(page, new RegExp(`^${text.replaceAll('.', '\\.')}`)).waitFor()
  }
  expect(await accessibilityProblems(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})
