// Moving a visit to another time, in Chromium.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { book, type Clinic, slotTimes } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard } from '../../support/screens/screen.ts'
import { blockOperation, findCentre } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

it('the next free times are offered, and a time that was taken in the meantime is refused and leaves the visit where it is [DAY-08]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id } = (
    await book(clinic, {
      patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
    })
  ).json.appointment
  await book(clinic, { patientPayload: { firstName: 'Tara' }, ...slotTimes('09:15') })
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `day?date=2030-01-07&visit=${id}`,
  )
  const panel = page.getByRole('complementary', { name: 'Visit' })
  await panel.getByRole('button', { name: 'Move …' }).click()
  const form = panel.getByRole('group', { name: 'Another time' })
  await form.getByText(/^The length and the price stay the same\. No message is sent\.$/).waitFor()
  await form.getByRole('button', { name: /09:30/ }).waitFor()
  expect(await form.getByRole('button', { name: /09:(00|15)/ }).count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await blockOperation(page, 'times-nearest')
  expect(
    (await book(clinic, { patientPayload: { firstName: 'Arjun' }, ...slotTimes('09:45') })).status,
  ).toBe(201)
  await form.getByRole('button', { name: /09:45/ }).click()
  await form.getByRole('alert').filter({ hasText: 'taken' }).waitFor()
  const times = async () =>
    (
      await harness.sql(
        'select from_at, status, charge_minor::int as charge from appointments where id = $1',
        [id],
      )
    )[0]
  const before = await times()
  expect(before).toMatchObject({
    status: 'SCHEDULED',
    from_at: Date.parse(slotTimes('09:00').fromDateTimeIso),
  })
  await page.unroute('**/api/operations/times-nearest')
  await form.getByRole('button', { name: /09:30/ }).click()
  await page.getByRole('gridcell', { name: /09:30 Meera Iyer/ }).waitFor()
  expect(await times()).toEqual({
    status: 'RESCHEDULED',
    from_at: Date.parse(slotTimes('09:30').fromDateTimeIso),
    charge: before.charge,
  })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('a time of another practitioner is booked in its place at its own price, and then the visit is cancelled [DAY-08]', async () => {
  const clinic = await createClinicWithDesk(harness, ({ practitioners }) => {
    const second = structuredClone(practitioners['asha-rao']) as (typeof practitioners)[string]
    Object.assign(second, {
      email: 'second@else.example',
      roles: [],
      profile: { published: true, name: 'Dr Vikram Shah' },
    })
    // Of another length than the visit's.
    if (second.at.jaipur)
      Object.assign(second.at.jaipur, {
        slotMinutes: 20,
        tiers: {},
        fees: [{ mode: 'OFFLINE', amount: 650 }],
      })
    practitioners.second = second
  })
  const { id } = (
    await book(clinic, {
      patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
    })
  ).json.appointment
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `day?date=2030-01-07&visit=${id}&ask=move`,
  )
  const form = page
    .getByRole('complementary', { name: 'Visit' })
    .getByRole('group', { name: 'Another time' })
  await form.getByLabel('Times of all practitioners').check()
  expect(await accessibilityProblems(page)).toEqual([])
  await form.getByRole('button', { name: /09:20 · Dr Vikram Shah/ }).click()
  const booking = page.getByRole('complementary', { name: 'New visit' })
  await booking.getByText(/^Instead of 09:00 with .*, which is cancelled next\.$/).waitFor()
  await booking.getByText('Meera Iyer').waitFor()
  await booking.getByRole('status').filter({ hasText: '650.00' }).waitFor()
  await booking.getByRole('button', { name: 'Book', exact: true }).click()
  const cancelling = page.getByRole('form', { name: 'Cancel the visit' })
  await cancelling.waitFor()
  await cancelling.getByRole('button', { name: 'Cancel the visit' }).click()
  const visits = () =>
    harness.sql(
      'select status, doctor_id::int as doctor from appointments where workspace_id = $1 order by id',
      [clinic.workspaceId],
    )
  await expect.poll(visits).toEqual([
    { status: 'CANCELLED', doctor: clinic.id('practitioner', 'asha-rao') },
    { status: 'SCHEDULED', doctor: clinic.id('practitioner', 'second') },
  ])
  expect(complaints).toEqual([])
  await page.context().close()
})

describe('a visit in the grid', () => {
  const loadStartTime = async (id: number) => {
    const [row] = await harness.sql('select from_at from appointments where id = $1', [id])
    return new Date(row.from_at).toLocaleTimeString('en-GB', {
      timeZone: 'Asia/Kolkata',
      hour: '2-digit',
      minute: '2-digit',
    })
  }
  const cell = (page: Page, name: RegExp | string) => page.getByRole('gridcell', { name })
  const centre = (page: Page, name: RegExp | string) => findCentre(cell(page, name))

  async function clinicWithVisit(): Promise<{ clinic: Clinic; id: number }> {
    const clinic = await createClinicWithDesk(harness)
    const { id } = (
      await book(clinic, {
        patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
      })
    ).json.appointment
    await book(clinic, { patientPayload: { firstName: 'Tara' }, ...slotTimes('09:15') })
    return { clinic, id }
  }

  it('is dragged to another time, shows what that changes, and can be moved back [DAY-08]', async () => {
    const { clinic, id } = await clinicWithVisit()
    const { page, complaints } = await openDesk(harness, browser, clinic)
    const from = await centre(page, /Meera Iyer/)
    const to = await centre(page, '10:00, free')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page
      .getByRole('status')
      .filter({ hasText: 'Meera Iyer: 10:00, free. The length and the price stay the same.' })
      .waitFor()
    expect(await loadStartTime(id)).toBe('09:00')
    await page.mouse.up()
    await page
      .getByRole('status')
      .filter({ hasText: 'Meera Iyer was moved from 09:00 to 10:00.' })
      .waitFor()
    await cell(page, /10:00 Meera Iyer/).waitFor()
    expect(await loadStartTime(id)).toBe('10:00')
    // The drag did not count as a click, which would have opened the visit.
    expect(await page.getByRole('complementary').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await cell(page, /09:00 Meera Iyer/).waitFor()
    expect(await loadStartTime(id)).toBe('09:00')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('dropped on another practitioner opens a new visit there instead, and stays until that is booked, also by keys [DAY-08]', async () => {
    const clinic = await createClinicWithDesk(harness, ({ practitioners }) => {
      const second = structuredClone(practitioners['asha-rao']) as (typeof practitioners)[string]
      Object.assign(second, {
        email: 'second@else.example',
        roles: [],
        profile: { published: true, name: 'Dr Vikram Shah' },
      })
      if (second.at.jaipur) second.at.jaipur.fees = [{ mode: 'OFFLINE', amount: 650 }]
      practitioners.second = second
    })
    const { id } = (
      await book(clinic, {
        patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
      })
    ).json.appointment
    const { page, complaints } = await openDesk(harness, browser, clinic)
    const column = page.getByRole('row', { name: /Dr Vikram Shah/ })
    const from = await centre(page, /Meera Iyer/)
    const to = await findCentre(column.getByRole('gridcell', { name: '10:00, free' }))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page
      .getByRole('status')
      .filter({
        hasText:
          'Meera Iyer: 10:00, free. Dr Vikram Shah: a new visit at its own price; this one is cancelled next.',
      })
      .waitFor()
    await page.mouse.up()
    const booking = page.getByRole('complementary', { name: 'New visit' })
    await booking.getByText(/^Instead of 09:00 with .*, which is cancelled next\.$/).waitFor()
    await booking.getByRole('status').filter({ hasText: '650.00' }).waitFor()
    expect(
      await harness.sql('select id::int, status from appointments where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ id, status: 'SCHEDULED' }])
    expect(await loadStartTime(id)).toBe('09:00')
    await page.goBack()
    await booking.waitFor({ state: 'detached' })
    await cell(page, /Meera Iyer/).focus()
    for (const key of ['m', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    await page
      .getByRole('status')
      .filter({ hasText: 'Meera Iyer: 09:15, free. Dr Vikram Shah' })
      .waitFor()
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    await page
      .getByRole('status')
      .filter({ hasText: 'Meera Iyer: 09:30, free. Dr Vikram Shah' })
      .waitFor()
    await page.keyboard.press('Enter')
    await booking.getByText(/^Instead of 09:00 with/).waitFor()
    expect(await loadStartTime(id)).toBe('09:00')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('is moved with five keys, and left where it is by Escape and by Tab [DAY-08] [DASH-19]', async () => {
    const { clinic, id } = await clinicWithVisit()
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, /Meera Iyer/).focus()
    for (const leave of ['Escape', 'Tab']) {
      for (const key of ['m', 'ArrowDown', 'ArrowDown', leave]) await page.keyboard.press(key)
      await page
        .getByRole('status')
        .filter({ hasText: 'Meera Iyer: ' })
        .waitFor({ state: 'detached' })
      await cell(page, /Meera Iyer/).focus()
    }
    for (const key of ['m', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await page.getByRole('status').filter({ hasText: 'Meera Iyer: 09:30, free.' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await loadStartTime(id)).toBe('09:00')
    await page.keyboard.press('Enter')
    await cell(page, /09:30 Meera Iyer/).waitFor()
    expect(await loadStartTime(id)).toBe('09:30')
    expect(await page.evaluate('document.activeElement.dataset.key')).toMatch(/visit/)
    await page.context().close()
  })

  it('is picked up by a finger that rests on it, while one that moves at once scrolls [DAY-08]', async () => {
    const { clinic, id } = await clinicWithVisit()
    const { page } = await openDesk(harness, browser, clinic, undefined, {
      viewport: { width: 1024, height: 700 },
      hasTouch: true,
    })
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      })
    const from = await centre(page, /Meera Iyer/)
    const to = await centre(page, '09:45, free')
    await touch('touchStart', from.x, from.y)
    await touch('touchMove', from.x, from.y + 30)
    await touch('touchEnd')
    expect(await page.getByRole('status').filter({ hasText: 'Meera Iyer: ' }).count()).toBe(0)
    // A lifted finger may leave the grid scrolling.
    const now = await centre(page, /Meera Iyer/)
    const shift = now.y - from.y
    await touch('touchStart', now.x, now.y)
    await page.getByRole('status').filter({ hasText: 'Meera Iyer: 09:00' }).waitFor()
    await touch('touchMove', now.x, to.y + shift - 8)
    await touch('touchMove', now.x, to.y + shift)
    await page.getByRole('status').filter({ hasText: 'Meera Iyer: 09:45, free.' }).waitFor()
    await touch('touchEnd')
    await cell(page, /09:45 Meera Iyer/).waitFor()
    expect(await loadStartTime(id)).toBe('09:45')
    await page.context().close()
  })

  it('stays where it is when dropped on a time that is not free, says why and leads to others [DAY-08] [DAY-06]', async () => {
    const { clinic, id } = await clinicWithVisit()
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, /Meera Iyer/).focus()
    for (const key of ['m', 'ArrowDown']) await page.keyboard.press(key)
    await page.getByRole('status').filter({ hasText: 'Meera Iyer: 09:15, not free.' }).waitFor()
    await page.keyboard.press('Enter')
    const refusal = page.getByRole('alert').filter({ hasText: 'Another visit is at this time.' })
    await refusal.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await loadStartTime(id)).toBe('09:00')
    await refusal.getByRole('button', { name: 'Other times …' }).click()
    const form = page
      .getByRole('complementary', { name: 'Visit' })
      .getByRole('group', { name: 'Another time' })
    await form.getByRole('button', { name: /09:30/ }).click()
    await cell(page, /09:30 Meera Iyer/).waitFor()
    expect(await loadStartTime(id)).toBe('09:30')
    await page.context().close()
  })

  it('that two desks move at the same time ends where the last one put it, at both desks, and a lost answer moves it once [DAY-08] [DASH-16] [DASH-18]', async () => {
    const { clinic, id } = await clinicWithVisit()
    const desks = [
      await openDesk(harness, browser, clinic),
      await openDesk(harness, browser, clinic),
    ]
    const moveBy = async (page: Page, steps: number) => {
      await cell(page, /Meera Iyer/).focus()
      await page.keyboard.press('m')
      for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown')
    }
    await Promise.all(desks.map(({ page }, desk) => moveBy(page, 2 + desk)))
    await Promise.all(desks.map(({ page }) => page.keyboard.press('Enter')))
    const moves = () =>
      harness.sql(
        "select from audit_entries where appointment_id = $1 and action = 'RESCHEDULED'",
        [id],
      )
    await expect.poll(async () => (await moves()).length).toBe(2)
    const place = await loadStartTime(id)
    expect(['09:30', '09:45']).toContain(place)
    for (const { page } of desks) await cell(page, new RegExp(`${place} Meera Iyer`)).waitFor()
    const page = desks[0]?.page as Page
    let cut = 0
    await page.route('**/api/operations/visit-move', async (route) => {
      await route.fetch()
      await (cut++ === 0 ? route.abort() : route.continue())
    })
    await moveBy(page, 3)
    await page.keyboard.press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: `Meera Iyer was moved from ${place}` })
      .waitFor()
    expect(await moves()).toHaveLength(3)
    for (const { page } of desks) await page.context().close()
  })
})
