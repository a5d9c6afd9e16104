// The day in Chromium, by roles and labels.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { words as ar } from '../../../words/ar/dashboard.ts'
import { en } from '../../../words/en/dashboard.ts'
import { book, type Clinic, slotTimes } from '../../support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  readBooks,
  reserve,
} from '../../support/clinic/paying-clinic.ts'
import { expectWithin } from '../../support/run/quiet-time.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import {
  chooseMenuAction,
  createClinicWithDesk,
  openDesk,
} from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
  type ScreenLook,
  saveScreenshot,
} from '../../support/screens/screen.ts'
import { blockOperation } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const visits = ({ workspaceId }: Clinic) =>
  harness.sql('select * from appointments where workspace_id = $1 order by id', [workspaceId])
const known = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }

describe('the day', () => {
  it('opens by the printed link, from this service alone, under a policy that nothing violates [DASH-01] [DASH-03]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openDesk(harness, browser, clinic)
    await page.context().clearCookies()
    const { url } = await harness.operate('dashboard-link', {
      workspace: clinic.name,
      id: clinic.id('staff', 'nina-roy'),
    })
    await page.goto(url)
    await page.getByRole('heading', { level: 1, name: /\d/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${clinic.name}/day`)
    expect(await page.title()).not.toMatch(/Nina|Meera/)
    const answer = await page.request.get(page.url())
    expect(answer.headers()['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+';/,
    )
    const script = (await answer.text()).match(/src="([^"]+\.js)"/)?.[1] ?? ''
    const file = await page.request.get(new URL(script, page.url()).href, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(file.headers()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows within two seconds what was booked through the API [DASH-16] [DAY-01] [DAY-02]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, '09:00, free').waitFor()
    const { status } = await book(clinic, { patientPayload: known })
    expect(status).toBe(201)
    const bookedAt = performance.now()
    await cell(page, /09:00 Meera Iyer/).waitFor()
    expectWithin(2_000, performance.now() - bookedAt)
    expect(await cell(page, '09:00, free').count()).toBe(0)
    await page.context().close()
  })

  it('books a known patient into a free time with three fields [DAY-03] [DAY-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await book(clinic, { patientPayload: known })
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, '09:30, free').click()
    const form = panel(page, 'New visit')
    await form.getByRole('status').filter({ hasText: 'Price' }).waitFor()
    const price = (await form.getByRole('status').filter({ hasText: 'Price' }).textContent()) ?? ''
    await page.keyboard.type('meera')
    await form.getByRole('option', { name: /Meera Iyer/ }).waitFor()
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Book' }).click()
    await panel(page, 'Visit').getByRole('heading', { name: 'Meera Iyer' }).waitFor()
    const [, made] = await visits(clinic)
    expect(made).toMatchObject({
      status: 'SCHEDULED',
      payment_status: 'UNPAID',
      source: 'DASHBOARD',
    })
    expect(price).toContain(String(Number(made.charge_minor) / 100))
    await cell(page, /09:30 Meera Iyer/).waitFor()
    await page.context().close()
  })

  it('reads a phone as of the country of the location, and says so before it is booked [DAY-05] [A-222]', async () => {
    const clinic = await createClinicWithDesk(harness, (file) => {
      if (file.locations.jaipur) file.locations.jaipur.country = 'DE'
    })
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, '10:00, free').click()
    const form = panel(page, 'New visit')
    await form.getByRole('combobox', { name: 'Patient' }).fill('Tara Singh')
    await form.getByRole('option', { name: /New patient/ }).click()
    await form.getByText('+49', { exact: true }).waitFor()
    await form.getByLabel('Phone').fill('+91 98765 43210')
    await form.getByText('+919876543210').waitFor()
    await form.getByLabel('Phone').fill('0171 / 765.43-99')
    await form.getByText('+491717654399').waitFor()
    await form.getByRole('button', { name: 'Book' }).click()
    await panel(page, 'Visit').getByText('+491717654399').waitFor()
    await page.context().close()
  })

  it('says who was faster when a time is taken, keeps the input, and offers free times [DAY-06] [DASH-17]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, '10:00, free').click()
    const form = panel(page, 'New visit')
    await form.getByRole('combobox', { name: 'Patient' }).fill('Tara Singh')
    await form.getByRole('option', { name: /New patient/ }).click()
    await form.getByLabel('Phone').fill('9812345678')
    await form.getByLabel('Complaint (optional)').fill('Rash on the left arm')
    // The page does not know of it until it sends.
    await blockOperation(page, 'day-show')
    expect((await book(clinic, { patientPayload: known, ...slotTimes('10:00') })).status).toBe(201)
    await form.getByRole('button', { name: 'Book' }).click()
    await form.getByRole('alert').filter({ hasText: 'taken' }).waitFor()
    await page.unroute('**/api/operations/day-show')
    expect(await form.getByLabel('Complaint (optional)').inputValue()).toBe('Rash on the left arm')
    await form.getByRole('button', { name: /^10:15/ }).click()
    await form.getByText(/10:15–10:30/).waitFor()
    await form.getByRole('button', { name: 'Book' }).click()
    await panel(page, 'Visit').getByRole('heading', { name: 'Tara Singh' }).waitFor()
    expect((await visits(clinic)).map(({ chief_complaint }) => chief_complaint)).toEqual([
      null,
      'Rash on the left arm',
    ])
    await page.context().close()
  })

  it('has the form for the next patient at a time that is chosen while a booking is still being answered [DAY-04] [DASH-17]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openDesk(harness, browser, clinic)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/operations/visit-book', async (route) => {
      const response = await route.fetch()
      await answered
      await route.fulfill({ response })
    })
    const form = panel(page, 'New visit')
    await page.getByRole('gridcell', { name: '10:00, free' }).first().click()
    await form.getByRole('combobox', { name: 'Patient' }).fill('Tara Singh')
    await form.getByRole('option', { name: /New patient/ }).click()
    await form.getByRole('button', { name: 'Book', exact: true }).click()
    await page
      .getByRole('gridcell', { name: /10:00 Tara Singh/ })
      .first()
      .waitFor()
    await page.getByRole('gridcell', { name: '10:15, free' }).first().click()
    await form.getByText(/10:15–10:30/).waitFor()
    answer()
    await form.getByRole('combobox', { name: 'Patient' }).waitFor()
    expect(await form.getByText(/10:15–10:30/).count()).toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows the practitioners that are chosen, in this browser, and never none [DAY-01]', async () => {
    const clinic = await createClinicWithDesk(harness, (file) => {
      const asha = file.practitioners['asha-rao']
      for (const name of ['Dev Anand', 'Lina Sen']) {
        if (asha)
          file.practitioners[name.toLowerCase().replace(' ', '-')] = {
            name,
            specialization: 'Dermatology',
            system: 'SCHEDULED',
            at: asha.at,
          }
      }
    })
    const { page, complaints } = await openDesk(harness, browser, clinic)
    const titles = () => page.getByRole('rowheader').allInnerTexts()
    const isTitleShown = (name: string) => async () =>
      (await titles()).some((title) => title.includes(name))
    await expect.poll(isTitleShown('Lina Sen')).toBe(true)
    await page.getByRole('button', { name: 'Practitioners' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Lina Sen' }).click()
    await expect.poll(isTitleShown('Lina Sen')).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    for (const name of ['Dr Asha Rao', 'Dev Anand'])
      await page.getByRole('menuitemcheckbox', { name }).click()
    expect(await page.getByRole('menuitemcheckbox', { name: 'Meera Shah' }).isDisabled()).toBe(true)
    await page.getByRole('menuitemcheckbox', { name: 'Dev Anand' }).click()
    await page.reload()
    await page.getByRole('button', { name: '2 of 4 practitioners' }).waitFor()
    expect([await isTitleShown('Dev Anand')(), await isTitleShown('Lina Sen')()]).toEqual([
      true,
      false,
    ])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('offers the moves of the status table, asks before a final one, and shows who made it and when [DAY-07]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { id } = (
      await book(clinic, { patientPayload: known, ...slotTimes('09:00', 15, '2030-01-01') })
    ).json.appointment
    const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-01&visit=${id}`)
    const about = panel(page, 'Visit')
    const main = async () =>
      (await about.getByRole('button').allTextContents()).filter((text) =>
        /^(Arrived|Confirm|Begin|Complete)$/.test(text),
      )
    const more = async () => {
      await about.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem').first().waitFor()
      return page.getByRole('menuitem').allTextContents()
    }
    await about.getByRole('button', { name: 'Arrived' }).waitFor()
    expect(await main()).toEqual(['Arrived'])
    expect(await more()).toEqual(['Confirm', 'Begin', 'Complete', 'No-show', 'Cancel …'])
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Begin' }).click()
    await about.getByText('In consultation · you').waitFor()
    await expect.poll(main).toEqual(['Complete'])
    expect(await more()).toEqual(['Cancel …'])
    await page.keyboard.press('Escape')
    await about.getByRole('button', { name: 'Complete' }).click()
    expect((await visits(clinic))[0].status).toBe('IN_CONSULTATION')
    await about.getByRole('button', { name: 'Yes, complete it' }).click()
    await about.getByText('Completed · you').waitFor()
    await expect.poll(main).toEqual([])
    await page.context().close()
  })

  it('marks a visit paid at the desk, once, and shows what a cancellation refunds [DAY-09] [DAY-10]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { id } = (await book(clinic, { patientPayload: known })).json.appointment
    const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`)
    const about = panel(page, 'Visit')
    await about.getByRole('button', { name: 'Card' }).dblclick()
    await about.getByText('Paid, Card').waitFor()
    expect(
      await harness.sql('select method from desk_payments where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ method: 'CARD' }])
    await chooseMenuAction(about, 'Cancel …')
    await about.getByLabel('Reason').fill('Doctor is ill')
    await about.getByRole('radio', { name: /500.00/ }).check()
    await about.getByText(/INR.500.00 has to be refunded at the desk/).waitFor()
    await about.getByRole('button', { name: 'Cancel the visit' }).click()
    await about.getByText('Cancelled · you').waitFor()
    // What is done asks no more, and looks like no failure.
    await expect.poll(() => about.getByRole('button', { name: 'Cancel the visit' }).count()).toBe(0)
    expect(await about.innerText()).not.toContain('Nothing was paid')
    expect((await visits(clinic))[0]).toMatchObject({
      status: 'CANCELLED',
      cancellation_reason: 'Doctor is ill',
      payment_status: 'REFUNDED',
    })
    await page.context().close()
  })

  it('says of a visit that was paid online that its gateway refunds, once [DAY-09]', async () => {
    const clinic = await createClinicWithDesk(harness, ({ workspace }) => {
      workspace.paymentGateway = 'sandbox'
    })
    const { appointment, checkoutUrl, sessionRef } = (await reserve(clinic)).json
    await actOnPaymentPage(harness, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    const { page } = await openDesk(
      harness,
      browser,
      clinic,
      `day?date=2030-01-07&visit=${appointment.id}`,
    )
    const about = panel(page, 'Visit')
    await chooseMenuAction(about, 'Cancel …')
    await about.getByText(/INR.500.00 is not refunded/).waitFor()
    await about.getByRole('radio', { name: /500.00/ }).check()
    await about.getByText(/INR.500.00 is refunded by the payment gateway/).waitFor()
    expect(await about.getByText(/at the desk/).count()).toBe(0)
    await about.getByRole('button', { name: 'Cancel the visit' }).dblclick()
    await about.getByText('Cancelled · you').waitFor()
    expect([
      await readBooks(harness, clinic),
      await about.getByRole('alert').allInnerTexts(),
    ]).toEqual([{ gateway: 0, service: 0 }, []])
    await page.context().close()
  })

  it('has its notes corrected and its vitals added in the panel; of two who write at once, the second is shown what the first wrote [DAY-14]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { id } = (await book(clinic, { patientPayload: known, appointmentNotes: 'Wheelchair' }))
      .json.appointment
    const { page, complaints } = await openDesk(
      harness,
      browser,
      clinic,
      `day?date=2030-01-07&visit=${id}`,
    )
    const about = panel(page, 'Visit')
    await about.getByRole('region', { name: 'Notes' }).getByText('Wheelchair').waitFor()
    await about.getByRole('button', { name: 'Edit notes' }).click()
    await about.getByRole('textbox', { name: 'Notes' }).fill('Wheelchair, ground floor')
    await harness.operate('visit-notes', {
      workspace: clinic.name,
      id,
      notes: 'Wheelchair, deaf',
      before: 'Wheelchair',
    })
    await about.getByText('Now it says: Wheelchair, deaf').waitFor()
    await about.getByRole('button', { name: 'Save' }).click()
    await about
      .getByRole('alert')
      .filter({ hasText: 'Someone else has changed these notes' })
      .waitFor()
    expect(await about.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe(
      'Wheelchair, ground floor',
    )
    expect(await accessibilityProblems(page)).toEqual([])
    await about.getByRole('textbox', { name: 'Notes' }).fill('Wheelchair, deaf, ground floor')
    await about.getByRole('button', { name: 'Save' }).click()
    await about
      .getByRole('region', { name: 'Notes' })
      .getByText('Wheelchair, deaf, ground floor')
      .waitFor()
    await about.getByRole('button', { name: 'Add vitals' }).click()
    await about.getByLabel('Pulse').fill('72')
    await about.getByLabel('Temperature').fill('36.8')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await about
      .getByRole('region', { name: 'Vitals' })
      .getByText('Pulse 72 /min, Temperature 36.8 °C')
      .waitFor()
    const rows =
      'select vitals, recorded_by::int as by from appointment_vitals where appointment_id = $1'
    expect(await harness.sql(rows, [id])).toEqual([
      { vitals: { pulse: 72, temperature: 36.8 }, by: clinic.id('staff', 'nina-roy') },
    ])
    await saveScreenshot(page, 'visit-notes')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('marks who has arrived, with how long they wait, and undoes a mistake [DAY-17]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { id } = (await book(clinic, { patientPayload: known })).json.appointment
    const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`)
    const about = panel(page, 'Visit')
    await about.getByRole('button', { name: 'Arrived', exact: true }).click()
    await about.getByText(/Arrived at \d\d:\d\d/).waitFor()
    await cell(page, /Meera Iyer.*Arrived/).waitFor()
    expect((await visits(clinic))[0]).toMatchObject({
      status: 'SCHEDULED',
      arrived_at: expect.anything(),
    })
    await about.getByRole('button', { name: 'Not arrived after all' }).click()
    await about.getByRole('button', { name: 'Arrived', exact: true }).waitFor()
    expect((await visits(clinic))[0].arrived_at).toBeNull()
    await page.context().close()
  })

  it('shows possible matches for a new patient before another record is made [DAY-03]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await book(clinic, { patientPayload: known })
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, '09:30, free').click()
    const form = panel(page, 'New visit')
    await form.getByRole('combobox', { name: 'Patient' }).fill('Mira')
    await form.getByRole('option', { name: /New patient/ }).click()
    await form.getByLabel('Phone').fill('9876543210')
    await form
      .getByRole('group', { name: 'Is it one of these?' })
      .getByRole('button', { name: /Meera Iyer/ })
      .click()
    await form.getByRole('button', { name: 'Book' }).click()
    await panel(page, 'Visit').getByRole('heading', { name: 'Meera Iyer' }).waitFor()
    expect(
      await harness.sql('select count(*)::int from patients where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ count: 1 }])
    await page.context().close()
  })

  it('takes the found patient when Enter is pressed before the answer, and not a new one [DAY-03]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await book(clinic, { patientPayload: known })
    const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07&book=true')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/operations/patient-search', async (route) => {
      await held
      await route.continue()
    })
    const field = page.getByRole('combobox', { name: 'Patient' })
    await field.pressSequentially('Meera Iyer')
    await field.press('Enter')
    // The choice of a new patient is there already, and is not taken.
    await page.getByRole('option', { name: /New patient/ }).waitFor()
    answer()
    await panel(page, 'New visit').getByRole('button', { name: 'Another patient' }).waitFor()
    expect(await panel(page, 'New visit').getByLabel('First name').count()).toBe(0)
    await page.context().close()
  })

  it('shows the clinic’s times and its zone, regardless of the browser’s zone [DASH-15]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await book(clinic, { patientPayload: known })
    const { page } = await openDesk(harness, browser, clinic, undefined, {
      timezoneId: 'America/New_York',
    })
    await cell(page, /09:00 Meera Iyer/).waitFor()
    await page
      .getByText(/Clinic time, Asia\/Kolkata\. Your clock is 10 h 30 min behind\./)
      .waitFor()
    await page.context().close()
  })

  it('books once when the answer was lost, and resends by itself [DASH-18]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, '11:00, free').click()
    const form = panel(page, 'New visit')
    await form.getByRole('combobox', { name: 'Patient' }).fill('Tara Singh')
    await form.getByRole('option', { name: /New patient/ }).click()
    let sent = 0
    await page.route('**/api/operations/visit-book', async (route) => {
      sent += 1
      // The first is cut before the service has it, the second after it has answered.
      if (sent === 2) await route.fetch()
      if (sent <= 2) await route.abort()
      else await route.continue()
    })
    await form.getByRole('button', { name: 'Book' }).click()
    await panel(page, 'Visit').getByRole('heading', { name: 'Tara Singh' }).waitFor()
    expect([sent, (await visits(clinic)).length]).toEqual([3, 1])
    await page.context().close()
  })

  it('can be navigated with arrow keys alone, and booked by keys alone [DASH-19]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await book(clinic, { patientPayload: known })
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, /09:00 Meera Iyer/).focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(
      '09:15, free',
    )
    await page.keyboard.press('Enter')
    await panel(page, 'New visit').waitFor()
    await page.keyboard.type('Meera')
    await page.getByRole('option', { name: /Meera Iyer/ }).waitFor()
    await page.keyboard.press('Enter')
    // The focus goes on to the next field, from which Enter books.
    await panel(page, 'New visit').getByText('Another patient').waitFor()
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('SELECT')
    await page.keyboard.press('Enter')
    await panel(page, 'Visit').getByRole('heading', { name: 'Meera Iyer' }).waitFor()
    expect(await visits(clinic)).toHaveLength(2)
    await page.context().close()
  })

  it('says when it is offline, reconnects by itself, and shows what changed in the meantime [DASH-16]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openDesk(harness, browser, clinic)
    await cell(page, '09:00, free').waitFor()
    await page.context().setOffline(true)
    // Its stream is cut with the network.
    await page.evaluate('dispatchEvent(new Event("offline"))')
    await book(clinic, { patientPayload: known })
    await page.context().setOffline(false)
    await cell(page, /09:00 Meera Iyer/).waitFor()
    await page.context().close()
  })

  it('leaves nothing behind after signing out, not even by the back button [DASH-07]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await book(clinic, { patientPayload: known })
    const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-08')
    await page.goto(page.url().replace('2030-01-08', '2030-01-07'))
    await cell(page, /Meera Iyer/).waitFor()
    await page.getByRole('button', { name: /Nina Roy/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack().catch(() => {})
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.content()).not.toContain('Meera')
    await page.context().close()
  })
})

it('axe finds nothing, and nothing is cut off, in any look: the day, a visit and a booking [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id } = (await book(clinic, { patientPayload: known })).json.appointment
  const atTwiceTheSize: ScreenLook = ['at 200 %', { viewport: { width: 700, height: 450 } }]
  for (const looks of groupByLanguage([...allLooks, atTwiceTheSize])) {
    const [[, options]] = looks
    const words = options.locale === 'ar' ? ar : en
    const { page } = await openDesk(harness, browser, clinic, undefined, options)
    const open = (path: string) =>
      page.goto(`${harness.application.publicUrl()}/dashboard/${clinic.name}/${path}`)
    await page.getByText('Meera Iyer').first().waitFor()
    await expectInEachLook(page, looks, 'day')
    await open(`day?date=2030-01-07&visit=${id}`)
    await panel(page, words.visit.panel).getByRole('heading', { name: 'Meera Iyer' }).waitFor()
    await expectInEachLook(page, looks, 'day-visit')
    await open('day?date=2030-01-07&book=true')
    await panel(page, words.book.title).getByRole('button', { name: words.book.submit }).waitFor()
    await expectInEachLook(page, looks, 'day-booking')
    await page.context().close()
  }
})
