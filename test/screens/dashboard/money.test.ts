// Money at the desk in Chromium: part payments by several methods, visible corrections, tokens paid
// in the queue, and who paid what in the till.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../../support/clinic/harness.ts'
import { startShift, tokenBody } from '../../support/clinic/queue-clinic.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import {
  chooseMenuAction,
  createClinicWithDesk,
  openDesk,
} from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const money = (page: Page) => page.getByRole('region', { name: 'Money' })
const payments = (page: Page) => page.getByRole('list', { name: 'Payments at the desk' })
const operate = (clinic: Clinic, name: string, input: Json) =>
  harness.operate(name, { workspace: clinic.name, ...input })
const stored = ({ workspaceId }: Clinic) =>
  harness.sql(
    'select cause, method, amount_minor::int as minor, reason from desk_payments where workspace_id = $1 order by id',
    [workspaceId],
  )
const loadPaymentStatus = async (id: number) =>
  (await harness.sql('select payment_status as status from appointments where id = $1', [id]))[0]
    .status

async function visitOfMeera(clinic: Clinic): Promise<number> {
  return (await book(clinic, { patientPayload: meera, ...slotTimes('10:00') })).json.appointment.id
}
const openVisit = (clinic: Clinic, id: number) =>
  openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`)

it('takes a part by one method and the rest by another, and says what stays due [DAY-10] [DAY-02]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const id = await visitOfMeera(clinic)
  const { page, complaints } = await openVisit(clinic, id)
  const amount = money(page).getByLabel('Amount')
  await expect.poll(() => amount.inputValue()).toBe('500.00')
  for (const wrong of ['500.01', '0', '']) {
    await amount.fill(wrong)
    await money(page)
      .getByText(/Enter an amount up to INR.500\.00\./)
      .waitFor()
    expect(await money(page).getByRole('button', { name: 'Cash' }).isDisabled()).toBe(true)
  }
  await amount.fill('200.50')
  await money(page)
    .getByText(/INR.299\.50 stays due\./)
    .waitFor()
  await money(page).getByRole('button', { name: 'Cash' }).click()
  await money(page)
    .getByText(/INR.200\.50 of INR.500\.00 is paid\./)
    .waitFor()
  await expect.poll(() => amount.inputValue()).toBe('299.50')
  await page
    .getByText(/due INR.299\.50/)
    .first()
    .waitFor()
  expect(await loadPaymentStatus(id)).toBe('UNPAID')
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'money-part')
  await money(page).getByRole('button', { name: 'UPI' }).click()
  await money(page).getByText('Paid, UPI').waitFor()
  await expect.poll(() => payments(page).getByRole('listitem').count()).toBe(2)
  expect(await loadPaymentStatus(id)).toBe('PAID')
  expect(await stored(clinic)).toMatchObject([
    { cause: 'PAID', method: 'CASH', minor: 20_050 },
    { cause: 'PAID', method: 'UPI', minor: 29_950 },
  ])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('undoes a payment that was one tap too many [DAY-10] [DAY-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const id = await visitOfMeera(clinic)
  const { page, complaints } = await openVisit(clinic, id)
  await money(page).getByRole('button', { name: 'Cash' }).click()
  await page
    .getByText(/Meera Iyer paid INR.500\.00: Cash\./)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await money(page).getByText('To be paid').waitFor()
  expect(await loadPaymentStatus(id)).toBe('UNPAID')
  expect(complaints).toEqual([])
  await page.context().close()
})

it('corrects the method and the amount of a payment, and keeps it struck through with who and why [DAY-10] [TILL-05]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const id = await visitOfMeera(clinic)
  await operate(clinic, 'visit-pay', { id, method: 'CASH', member: clinic.id('staff', 'nina-roy') })
  // The day is closed: the correction is an entry of the next close.
  const addressId = clinic.id('location', 'jaipur')
  await operate(clinic, 'till-close', {
    addressId,
    counts: [{ method: 'CASH', currency: 'INR', amount: 500 }],
  })
  const { page, complaints } = await openVisit(clinic, id)
  await page.getByRole('button', { name: /^Correct Cash, INR.500\.00$/ }).click()
  const form = page.getByRole('form', { name: /^Correct Cash/ })
  expect(await form.getByRole('button', { name: 'Save the correction' }).isDisabled()).toBe(true)
  await form.getByLabel('What was really paid').selectOption('Card')
  await form.getByLabel('Amount').fill('600')
  await form.getByText(/Enter an amount up to INR.500\.00\./).waitFor()
  await form.getByLabel('Amount').fill('450.25')
  await form.getByLabel('Reason').fill('The card reader was off')
  await saveScreenshot(page, 'money-correct')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await payments(page).getByText('Corrected by Nina Roy: The card reader was off').waitFor()
  expect(await payments(page).locator('s').allTextContents()).toEqual([
    expect.stringMatching(/^Cash, INR.500\.00$/),
  ])
  await payments(page)
    .getByText(/^Card, INR.450\.25$/)
    .waitFor()
  await money(page)
    .getByText(/INR.450\.25 of INR.500\.00 is paid\./)
    .waitFor()
  await saveScreenshot(page, 'money-corrected')
  expect(await stored(clinic)).toMatchObject([
    { cause: 'PAID', method: 'CASH', minor: 50_000 },
    { cause: 'CORRECTED', method: 'CASH', minor: 50_000, reason: 'The card reader was off' },
    { cause: 'PAID', method: 'CARD', minor: 45_025 },
  ])
  const till = await operate(clinic, 'till-show', { addressId })
  expect(till.open).toMatchObject({
    firstEntry: 2,
    lastEntry: 3,
    byMethod: [
      { method: 'CARD', net: 450.25 },
      { method: 'CASH', net: -500 },
    ],
  })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('refunds the part that was paid of a visit that is cancelled [DAY-09]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const id = await visitOfMeera(clinic)
  await operate(clinic, 'visit-pay', { id, method: 'CASH', amount: 200 })
  const { page, complaints } = await openVisit(clinic, id)
  await chooseMenuAction(page.getByRole('complementary', { name: 'Visit' }), 'Cancel …')
  await page.getByRole('radio', { name: /^Refund INR.200\.00$/ }).check()
  await page
    .getByRole('form', { name: 'Cancel the visit' })
    .getByRole('button', { name: 'Cancel the visit' })
    .click()
  await money(page).getByText('Refunded').first().waitFor()
  expect(
    await harness.sql(
      'select state, amount_minor::int as minor from refunds where workspace_id = $1',
      [clinic.workspaceId],
    ),
  ).toEqual([{ state: 'DONE', minor: 20_000 }])
  expect(await loadPaymentStatus(id)).toBe('REFUNDED')
  expect(complaints).toEqual([])
  await page.context().close()
})

it('lists in the till who paid, with a link to the visit, and a corrected payment struck through [TILL-05]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const id = await visitOfMeera(clinic)
  const { id: paid } = await operate(clinic, 'visit-pay', { id, method: 'CASH' })
  await operate(clinic, 'payments-correct', { id: paid, reason: 'Card', method: 'CARD' })
  const { page, complaints } = await openDesk(harness, browser, clinic, 'till')
  const entries = page.getByRole('region', { name: 'Entries' })
  await entries.getByText('corrected later').waitFor()
  expect(await entries.locator('s').count()).toBe(1)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await fitsWindow(page)).toBe(true)
  await saveScreenshot(page, 'till-names')
  await entries.getByRole('link', { name: 'Meera Iyer' }).first().click()
  await page
    .getByRole('complementary', { name: 'Visit' })
    .getByRole('heading', { name: 'Meera Iyer' })
    .waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

it('takes what is due for a token in the queue and next to its number, by the methods of the location [LINE-01] [DAY-10]', async () => {
  const clinic = await createClinicWithDesk(harness, (file) => {
    file.workspace.paymentMethods = ['INSURANCE']
  })
  await startShift(harness, clinic)
  for (const patientPayload of [
    meera,
    { firstName: 'Ravi', lastName: 'Nair', phoneNumber: '9876543211' },
  ]) {
    expect(
      (
        await clinic.post(
          '/v1/qms-appointments/immediate/book',
          tokenBody(clinic, { patientPayload, paymentStatus: 'UNPAID' }),
        )
      ).status,
    ).toBe(201)
  }
  const { page, complaints } = await openDesk(harness, browser, clinic, 'line?date=2030-01-01')
  await page.getByRole('button', { name: /^1 A-1 Meera Iyer.*due INR.300\.00/ }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'A-1' })
  await row.getByLabel('Amount').fill('100')
  await row.getByRole('button', { name: 'INSURANCE' }).click()
  await row.getByText(/INR.100\.00 of INR.300\.00 is paid\./).waitFor()
  await saveScreenshot(page, 'line-part')
  expect(await accessibilityProblems(page)).toEqual([])
  // With the patient in the consultation, the rest.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Call A-1/ }).click()
  const turn = page.getByRole('article', { name: 'A-1 Meera Iyer' })
  await turn
    .getByText(/due INR.200\.00/)
    .first()
    .click()
  await turn.getByRole('button', { name: 'Cash' }).click()
  await turn.getByText(/due/).first().waitFor({ state: 'detached' })
  // Beside the number of the other one.
  await saveScreenshot(page, 'line-turn')
  await page.getByRole('button', { name: /A-2 Ravi Nair/ }).click()
  await page.getByRole('button', { name: 'Slip' }).click()
  await money(page).getByRole('button', { name: 'UPI' }).click()
  await money(page).getByText('Paid, UPI').waitFor()
  await saveScreenshot(page, 'line-slip')
  expect((await stored(clinic)).map(({ method, minor }) => [method, minor])).toEqual([
    ['INSURANCE', 10_000],
    ['CASH', 20_000],
    ['UPI', 30_000],
  ])
  expect(complaints).toEqual([])
  await page.context().close()
})
