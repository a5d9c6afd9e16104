// The screens of money in Chromium, by roles and labels: the till of a day, online payments, and
// receipts.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { book, type Clinic, slotTimes } from '../../support/clinic/harness.ts'
import { bookLena, createMeridianClinic, runInClinic } from '../../support/clinic/meridian.ts'
import { bookPaidVisits, bookUnpaidVisits } from '../../support/clinic/paid-visits.ts'
import {
  actOnPaymentPage,
  confirm,
  reservationRequest,
} from '../../support/clinic/paying-clinic.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  findOverflow,
  fitsWindow,
  openDashboard,
  savePrinted,
  saveScreenshot,
} from '../../support/screens/screen.ts'
import { printPage } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const region = (page: Page, name: string) => page.getByRole('region', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const deskClinic = () =>
  createClinicWithDesk(harness, (file) => {
    file.workspace.paymentGateway = 'sandbox'
    file.sessionPacks = {
      ten: {
        displayName: 'Ten visits',
        sessions: 10,
        validityDays: 180,
        currency: 'INR',
        price: 4000,
        familyBooking: true,
      },
    }
  })
const listCloses = (clinic: Clinic) =>
  harness.operate('till-closes', {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
  })

/** Two cash payments, one of them a mistake, and one by card. */
async function somePaid(clinic: Clinic) {
  const paid = await bookPaidVisits(harness, clinic, 2)
  const [third] = await bookUnpaidVisits(clinic, 1, 2)
  await harness.operate('visit-pay', {
    workspace: clinic.name,
    id: third,
    method: 'CARD',
    member: clinic.id('staff', 'nina-roy'),
  })
  await harness.operate('payments-correct', {
    workspace: clinic.name,
    id: paid[1]?.paymentId,
    reason: 'It was the next patient',
  })
  return { paid, third }
}

describe('the till', () => {
  it('shows the day, is counted and closed by keys alone, and shows the difference before closing [TILL-05]', async () => {
    const clinic = await deskClinic()
    await somePaid(clinic)
    const { page, complaints } = await openDesk(harness, browser, clinic, 'till?date=2030-01-01')
    await region(page, 'Entries').getByText('It was the next patient').waitFor()
    expect(await region(page, 'Entries').getByRole('listitem').count()).toBe(4)
    await region(page, 'The day by method')
      .getByRole('row', { name: /^Cash, INR 1,000\.00 -500\.00 500\.00$/ })
      .waitFor()
    await region(page, 'The day by method')
      .getByRole('row', { name: /^Nina Roy Card, INR 500\.00$/ })
      .waitFor()
    await saveScreenshot(page, 'till')
    expect(await accessibilityProblems(page)).toEqual([])
    // From the first field on, by the keyboard.
    await page.getByLabel('Counted: Card, INR').focus()
    await page.keyboard.type('500')
    await page.keyboard.press('Tab')
    await page.keyboard.type('480.5')
    await saveScreenshot(page, 'till-counted')
    await region(page, 'To be counted').getByText('INR 19.50 missing').waitFor()
    // Another patient pays, and the input stays.
    const [fourth] = await bookUnpaidVisits(clinic, 1, 3)
    await harness.operate('visit-pay', { workspace: clinic.name, id: fourth, method: 'CASH' })
    await region(page, 'To be counted').getByText('Entries 1 to 5').waitFor()
    await region(page, 'To be counted').getByText('INR 519.50 missing').waitFor()
    expect(await page.getByLabel('Counted: Card, INR').inputValue()).toBe('500')
    await page.keyboard.press('Enter')
    const question = page.getByRole('group', { name: /A close cannot be changed/ })
    await question.getByText('INR 519.50 missing').waitFor()
    await question.getByText('matches').waitFor()
    await saveScreenshot(page, 'till-asked')
    // Without a reason it stays open.
    await page.keyboard.press('Enter')
    expect(await button(page, 'Close the till').isDisabled()).toBe(true)
    expect(await listCloses(clinic)).toEqual([])
    await page.keyboard.type('A note of 500 is missing')
    await page.keyboard.press('Enter')
    await page
      .getByRole('article', { name: /^Close 1, / })
      .getByText('A note of 500 is missing')
      .waitFor()
    await page
      .getByRole('article', { name: /^Close 1, / })
      .getByText('INR 519.50 missing')
      .waitFor()
    await region(page, 'To be counted').getByText('Close 1 is saved.').waitFor()
    expect(await listCloses(clinic)).toMatchObject([
      {
        number: 1,
        lastEntry: 5,
        by: 'Nina Roy',
        reason: 'A note of 500 is missing',
        counts: [{ difference: 0 }, { counted: 480.5, difference: -519.5 }],
      },
    ])
    await saveScreenshot(page, 'till-closed')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('closes only the entries it showed when someone pays before the close is confirmed, and refuses the desk that closes second [TILL-05]', async () => {
    const clinic = await deskClinic()
    await bookPaidVisits(harness, clinic, 1)
    const desks = await Promise.all([
      openDesk(harness, browser, clinic, 'till'),
      openDesk(harness, browser, clinic, 'till'),
    ])
    for (const { page } of desks) {
      await page.getByLabel('Counted: Cash, INR').fill('500')
      await button(page, 'Close the till …').click()
      await button(page, 'Close the till').waitFor()
    }
    await bookPaidVisits(harness, clinic, 1, 1)
    const [first, second] = desks.map(({ page }) => page) as [Page, Page]
    await button(first, 'Close the till').click()
    await first
      .getByRole('article', { name: /^Close 1, / })
      .getByText('matches')
      .waitFor()
    await button(second, 'Close the till').click()
    await second
      .getByRole('alert')
      .filter({ hasText: 'closed this till in the meantime' })
      .waitFor()
    await region(second, 'To be counted').getByText('Entry 2').waitFor()
    expect(await second.getByLabel('Counted: Cash, INR').inputValue()).toBe('500')
    expect(await listCloses(clinic)).toMatchObject([{ number: 1, firstEntry: 1, lastEntry: 1 }])
    for (const { page } of desks) await page.context().close()
  })

  it('is counted below zero where more was refunded than taken [TILL-05]', async () => {
    const clinic = await createMeridianClinic(harness)
    const addressId = clinic.id('location', 'berlin')
    const { id } = await bookLena(harness, clinic, 'berlin', '2030-01-07T09:00:00+01:00', {
      paidBy: 'CASH',
    })
    await runInClinic(harness, clinic, 'till-close', {
      addressId,
      counts: [{ method: 'CASH', currency: 'EUR', amount: 60.5 }],
    })
    await runInClinic(harness, clinic, 'visit-cancel', { id })
    await runInClinic(harness, clinic, 'visit-refund', { id })
    const { page, complaints } = await openDesk(harness, browser, clinic, `till?at=${addressId}`)
    await page.getByLabel('Counted: Cash, EUR').focus()
    await page.keyboard.type('-60.2')
    await region(page, 'To be counted').getByText('EUR 0.30 over').waitFor()
    await button(page, 'Close the till …').click()
    await page.getByLabel('Why the count differs').fill('Coins')
    await button(page, 'Close the till').click()
    await region(page, 'To be counted').getByText('Close 2 is saved.').waitFor()
    const [latest] = await runInClinic(harness, clinic, 'till-closes', { addressId })
    expect(latest).toMatchObject({
      number: 2,
      counts: [{ expected: -60.5, counted: -60.2, difference: 0.3 }],
    })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('fits a phone, also in German, and reads right to left and in the dark [TILL-05] [DASH-19]', async () => {
    const clinic = await deskClinic()
    await somePaid(clinic)
    for (const [name, options] of [
      ['till-320', { viewport: { width: 320, height: 700 } }],
      ['till-320-de', { viewport: { width: 320, height: 700 }, locale: 'de' }],
      ['till-ar', { locale: 'ar', colorScheme: 'dark' }],
    ] as const) {
      const { page } = await openDesk(harness, browser, clinic, 'till?date=2030-01-01', options)
      await page.getByText('It was the next patient').waitFor()
      expect([await fitsWindow(page), await findOverflow(page)], name).toEqual([true, []])
      expect(await accessibilityProblems(page)).toEqual([])
      await saveScreenshot(page, name)
      await page.context().close()
    }
  })

  it('is in the menu only with a right to money, and cannot be closed by members who may only read it [TILL-05]', async () => {
    const clinic = await createClinicWithDesk(harness, (file) => {
      Object.assign(file.roles?.desk ?? {}, { rights: { money: 'none' } })
      Object.assign(file.roles ?? {}, {
        books: {
          displayName: 'Books',
          dashboard: 'reception',
          rights: { money: 'read', visits: 'none' },
        },
      })
      const asha = file.practitioners['asha-rao']
      if (asha) asha.roles = ['books']
      Object.assign(file.roles?.reception ?? {}, { dashboard: 'owner' })
      const other = structuredClone(file.staff?.['nina-roy'])
      if (file.staff && other)
        file.staff.boss = {
          ...other,
          name: 'Boss',
          email: 'boss@sunrise.example',
          roles: ['reception'],
        } as typeof other
    })
    await bookPaidVisits(harness, clinic, 1)
    const none = await openDesk(harness, browser, clinic)
    expect(await none.page.getByRole('link', { name: /^(Till|Online payments)$/ }).count()).toBe(0)
    await none.page.goto(`${harness.application.publicUrl()}/dashboard/${clinic.name}/till`)
    await none.page.getByText('Your role does not let you see this').waitFor()
    const read = await openDesk(
      harness,
      browser,
      clinic,
      'till',
      {},
      clinic.id('practitioner', 'asha-rao'),
    )
    await region(read.page, 'Entries').getByRole('listitem').first().waitFor()
    expect(await region(read.page, 'To be counted').count()).toBe(0)
    for (const { page } of [none, read]) await page.context().close()
  })
})

describe('a receipt', () => {
  it('is opened from a visit, issued, printed alone on its sheet, and sent [TILL-07]', async () => {
    const clinic = await deskClinic()
    const { json } = await book(clinic, {
      ...slotTimes('09:00'),
      patientPayload: { firstName: 'Meera', lastName: 'Iyer', email: 'meera@example.org' },
      paymentStatus: 'UNPAID',
    })
    const { id } = json.appointment
    await harness.operate('visit-pay', { workspace: clinic.name, id, method: 'CASH' })
    const { page, complaints } = await openDesk(
      harness,
      browser,
      clinic,
      `day?date=2030-01-07&visit=${id}`,
    )
    await page
      .getByRole('complementary', { name: 'Visit' })
      .getByRole('link', { name: 'Receipt' })
      .click()
    await page.getByText('This payment has no receipt yet.').waitFor()
    expect(
      await harness.sql('select 1 from receipts where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
    await page.keyboard.press('Enter')
    const number = `${clinic.id('location', 'jaipur')}-2030-000001`
    await page.getByRole('heading', { level: 1, name: `Receipt ${number}` }).waitFor()
    const paper = page.getByRole('article', { name: `Receipt ${number}` })
    for (const text of [
      'Sunrise Clinics',
      '12 MI Road, Jaipur 302001',
      'Meera Iyer',
      'Dr Asha Rao',
      'Cash',
      'INR 500.00',
    ])
      await paper.getByText(text).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await saveScreenshot(page, 'receipt')
    await button(page, 'Send by e-mail').click()
    await page.getByText('Sent to m***@example.org.').waitFor()
    const [mail] = await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 })
    expect(mail).toMatchObject({
      destination: 'meera@example.org',
      subject: `Receipt ${number} · Sunrise Clinics`,
    })
    const pdf = await printPage(page, { format: 'A4' })
    savePrinted('receipt', pdf)
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    const text = String(await page.evaluate('document.body.innerText'))
    expect(text).toMatch(
      /Sunrise Clinics\s+12 MI Road, Jaipur 302001\s+Receipt \d+-2030-000001[\s\S]*Meera Iyer[\s\S]*INR.500\.00/,
    )
    expect(text).not.toMatch(/Send|Print|Sandbox|Nina|Menu|Till/)
    await saveScreenshot(page, 'receipt-print')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows what happened to the payment, with its counter-receipt, on a phone and right to left [TILL-07]', async () => {
    const clinic = await deskClinic()
    const [paid] = await bookPaidVisits(harness, clinic, 1)
    await harness.operate('receipt-give', {
      workspace: clinic.name,
      deskPaymentId: paid?.paymentId,
    })
    await harness.operate('payments-correct', {
      workspace: clinic.name,
      id: paid?.paymentId,
      reason: 'Mistaken',
    })
    const { page } = await openDesk(
      harness,
      browser,
      clinic,
      `receipt?payment=${paid?.paymentId}`,
      { viewport: { width: 320, height: 700 } },
    )
    await button(page, 'Give the counter-receipt').click()
    await page.getByText(/^Counter-receipt/).waitFor()
    expect(await fitsWindow(page)).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await saveScreenshot(page, 'receipt-320')
    const arabic = await openDesk(harness, browser, clinic, `receipt?payment=${paid?.paymentId}`, {
      locale: 'ar',
      colorScheme: 'dark',
    })
    await arabic.page.getByText('إيصال عكسي').first().waitFor()
    expect(await fitsWindow(arabic.page)).toBe(true)
    await saveScreenshot(arabic.page, 'receipt-ar')
    for (const opened of [page, arabic.page]) await opened.context().close()
  })
})

describe('online payments', () => {
  it('are shown by state with the next step, compared with the gateway, and exported as CSV [TILL-06]', async () => {
    const clinic = await deskClinic()
    const reserve = async (clock: string) =>
      (
        await clinic.post(
          reservationRequest(clinic, 'visit', clock).path,
          reservationRequest(clinic, 'visit', clock).body,
        )
      ).json
    const paid = await reserve('09:00')
    await actOnPaymentPage(harness, paid.checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef: paid.sessionRef })
    const open = await reserve('09:15')
    const { page, complaints } = await openDesk(
      harness,
      browser,
      clinic,
      'online',
      {},
      undefined,
      'Online payments',
    )
    const list = region(page, 'Payments')
    await list
      .getByRole('listitem')
      .filter({ hasText: open.appointment.bookingReference })
      .getByText('The patient can pay until the hold ends.')
      .waitFor()
    await list
      .getByRole('listitem')
      .filter({ hasText: paid.appointment.bookingReference })
      .getByText('Nothing to do.')
      .waitFor()
    await saveScreenshot(page, 'online')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('State', { exact: true }).selectOption('Paid')
    await list
      .getByRole('listitem')
      .filter({ hasText: open.appointment.bookingReference })
      .waitFor({ state: 'detached' })
    expect(await list.getByRole('listitem').count()).toBe(1)
    await button(page, 'Compare with the gateways').click()
    await page.getByText(/^2 payments compared\. The books match\.$/).waitFor()
    const statement = region(page, 'Statement')
    await statement.getByText('INR 500.00').first().waitFor()
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, name).click(),
      ])
      return {
        name: download.suggestedFilename(),
        text: readFileSync((await download.path()) as string, 'utf8'),
      }
    }
    const totals = await saved('Totals as CSV')
    expect(totals.name).toMatch(/^totals-2030-01-01-2030-01-\d\d\.csv$/)
    expect(totals.text).toMatch(
      /^\uFEFFlocation,currency,payments,captured,refunds,refunded,net,late,lateReturned\njaipur,INR,1,500,0,0,500,0,0\n$/,
    )
    expect((await saved('Every movement as CSV')).text).toContain(paid.sessionRef)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('say what a person has to do about a failed refund, which can be retried there, on a phone [TILL-06]', async () => {
    const clinic = await deskClinic()
    const { path, body } = reservationRequest(clinic, 'visit')
    const { checkoutUrl, sessionRef, appointment } = (await clinic.post(path, body)).json
    await actOnPaymentPage(harness, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    await harness.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'refuse',
      status: 402,
      body: { error: 'no' },
      times: 1,
    })
    await harness
      .operate('visit-cancel', { workspace: clinic.name, id: appointment.id, refund: 50 })
      .catch(() => {})
    await harness.operate('visit-cancel', { workspace: clinic.name, id: appointment.id })
    const { page } = await openDesk(
      harness,
      browser,
      clinic,
      'online',
      { viewport: { width: 320, height: 700 } },
      undefined,
      'Online payments',
    )
    await page.getByText('The gateway did not refund it: refund it again.').waitFor()
    expect(await fitsWindow(page)).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await saveScreenshot(page, 'online-320')
    await button(page, 'Refund again').click()
    await page.getByRole('group', { name: /refund INR.250\.00/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^Refund of INR.250\.00: Done$/).waitFor()
    expect(
      await harness.sql(
        "select amount_minor::int as amount from refunds where workspace_id = $1 and state = 'DONE'",
        [clinic.workspaceId],
      ),
    ).toEqual([{ amount: 25_000 }])
    await page.context().close()
  })
})
