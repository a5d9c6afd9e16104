// Two desks and the API at the same moment, and a network that is cut at every request of a
// booking.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../support/clinic/harness.ts'
import { isTransitionPermitted } from '../support/clinic/permitted-moves.ts'
import { createClinicWithDesk, openDesk } from '../support/screens/dashboard-desk.ts'
import { openDashboard } from '../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })
const visits = ({ workspaceId }: Clinic) =>
  harness.sql('select * from appointments where workspace_id = $1 order by id', [workspaceId])

/** Fills in the booking of a time, up to the last button. */
async function fillBooking(page: Page, clock: string, name: string) {
  await cell(page, `${clock}, free`).click()
  const form = panel(page, 'New visit')
  await form.getByRole('combobox', { name: 'Patient' }).fill(name)
  await form.getByRole('option', { name: /New patient/ }).click()
  await form.getByLabel('Complaint (optional)').fill(`Complaint of ${name}`)
  return form
}

describe('two desks and the API', () => {
  it('at one time: one gets it, and the slower one keeps its input [DAY-06] [DASH-17]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const desks = [
      await openDesk(harness, browser, clinic),
      await openDesk(harness, browser, clinic),
    ]
    const names = ['Tara Singh', 'Imran Khan']
    const forms = []
    for (const [index, { page }] of desks.entries())
      forms.push(await fillBooking(page, '10:00', names[index] ?? ''))
    const [api] = await Promise.all([
      book(clinic, {
        patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
        ...slotTimes('10:00'),
      }),
      ...forms.map((form) => form.getByRole('button', { name: 'Book', exact: true }).click()),
    ])
    const won = async (index: number) => {
      const { page } = desks[index] as (typeof desks)[number]
      const made = panel(page, 'Visit').getByRole('heading', { name: names[index] ?? '' })
      const refused = panel(page, 'New visit').getByRole('alert')
      await made.or(refused).first().waitFor()
      if ((await refused.count()) === 0) return true
      expect(await panel(page, 'New visit').getByLabel('Complaint (optional)').inputValue()).toBe(
        `Complaint of ${names[index]}`,
      )
      return false
    }
    const outcomes = [api.status === 201, await won(0), await won(1)]
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const [made, ...others] = await visits(clinic)
    expect(others).toEqual([])
    // Both pages show the visit that was booked.
    const [{ first_name: firstName }] = await harness.sql(
      'select first_name from patients where id = $1',
      [made.patient_id],
    )
    for (const { page } of desks) await cell(page, new RegExp(`10:00 ${firstName}`)).waitFor()
    for (const { page } of desks) await page.context().close()
  })

  it('at one visit: it is paid once, moved once, and both show its status [DAY-07] [DAY-10] [DASH-16]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { id } = (await book(clinic)).json.appointment
    const desks = [
      await openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`),
      await openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`),
    ]
    const abouts = desks.map(({ page }) => panel(page, 'Visit'))
    for (const about of abouts) await about.getByRole('button', { name: 'Cash' }).waitFor()
    await Promise.all(abouts.map((about) => about.getByRole('button', { name: 'Cash' }).click()))
    for (const about of abouts) await about.getByText('Paid, Cash').waitFor()
    expect(
      await harness.sql('select method from desk_payments where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ method: 'CASH' }])

    for (const about of abouts)
      await about.getByRole('button', { name: 'More', exact: true }).click()
    const confirms = desks.map(({ page }) => page.getByRole('menuitem', { name: 'Confirm' }))
    for (const confirm of confirms) await confirm.waitFor()
    await Promise.all([
      ...desks.map(({ page }) => page.waitForResponse('**/operations/visit-status')),
      ...confirms.map((confirm) => confirm.click()),
      harness.call('PATCH', `/v1/appointments/${id}/status`, {
        key: clinic.key,
        body: { status: 'NO_SHOW' },
      }),
    ])
    const history = await harness.operate('visit-history', { workspace: clinic.name, id })
    const moves: string[] = history
      .filter(({ action }: Json) => action === 'STATUS_CHANGED')
      .map((entry: Json) => entry.status)
    // Each move started where the last one had led.
    expect(
      moves.filter((to, index) => !isTransitionPermitted(moves[index - 1] ?? 'SCHEDULED', to)),
    ).toEqual([])
    const [{ status }] = await visits(clinic)
    expect(moves.at(-1)).toBe(status)
    const word = status === 'NO_SHOW' ? 'No-show' : 'Confirmed'
    for (const about of abouts) await about.getByText(word, { exact: true }).first().waitFor()
    for (const { page } of desks) await page.context().close()
  })
})

describe('a network that is cut', () => {
  it('before and after each request of a booking loses nothing typed, and books once [DASH-17] [DASH-18]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openDesk(harness, browser, clinic)
    // Each operation is cut once before the service has it, and once after it has answered; all
    // others pass.
    const cuts = new Map<string, number>()
    await page.route('**/api/operations/*', async (route) => {
      const operation = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
      const cut = (cuts.get(operation) ?? 0) + 1
      cuts.set(operation, cut)
      if (cut === 2) await route.fetch()
      if (cut <= 2) await route.abort()
      else await route.continue()
    })
    await page.reload()
    const form = await fillBooking(page, '11:00', 'Tara Singh')
    await form.getByRole('button', { name: 'Book', exact: true }).click()
    await panel(page, 'Visit').getByRole('heading', { name: 'Tara Singh' }).waitFor()
    // Failed requests are retried, unless they are no longer needed: a new patient is not searched
    // for.
    for (const operation of [
      'location-list',
      'day-show',
      'visit-quote',
      'visit-book',
      'visit-show',
    ])
      expect(cuts.get(operation), operation).toBeGreaterThan(2)
    expect((await visits(clinic)).map(({ chief_complaint }) => chief_complaint)).toEqual([
      'Complaint of Tara Singh',
    ])
    await page.context().close()
  })
})
