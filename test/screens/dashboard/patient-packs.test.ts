// What the page of a patient can do beside showing: sell, correct and refund packs, and export and
// erase the record.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../../support/clinic/harness.ts'
import { createMeera, createRecordClinic, meera } from '../../support/clinic/patient-desk.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard, saveFullScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  harness.operate(name, { workspace: clinic.name, ...input })
const boss = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const openRecord = (clinic: Clinic, patientId: number, options = {}, member?: number) =>
  openDesk(harness, browser, clinic, `patients/${patientId}`, options, member, 'Meera Iyer')

describe('a pack', () => {
  it('is sold unpaid, paid at the desk, corrected with a reason and refunded, each shown with who did it [TILL-04]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
    const { page, complaints } = await openRecord(clinic, patientId)
    await button(page, 'Sell a pack …').click()
    const sale = page.getByRole('form', { name: 'Sell a pack …' })
    await sale.getByText('10 sessions, 180 days · INR 4,000.00').waitFor()
    await sale.getByLabel('Payment').selectOption('Later, at the clinic')
    await saveFullScreenshot(page, 'pack-sell')
    expect(await accessibilityProblems(page)).toEqual([])
    await sale.getByRole('button', { name: 'Sell' }).click()
    const pack = page.getByRole('article', { name: 'Ten visits' })
    await pack.getByText('Not paid').waitFor()
    const packs = () => operate(clinic, 'packs-show', { patientId })
    expect(await packs()).toMatchObject([
      { active: false, state: 'UNPAID', paymentStatus: 'UNPAID', amount: 4000 },
    ])
    await pack.getByRole('button', { name: 'Cash' }).click()
    await pack.getByText('Active').waitFor()
    await region(page, 'Payments and receipts')
      .getByRole('listitem')
      .filter({ hasText: 'Session pack' })
      .getByText('INR 4,000.00')
      .waitFor()
    expect(
      await operate(clinic, 'till-show', { addressId: clinic.id('location', 'jaipur'), after: 0 }),
    ).toMatchObject({
      entries: [{ amount: 4000, member: 'Nina Roy' }],
    })
    // An impossible correction is refused beside it, and the input stays.
    await pack.getByRole('button', { name: 'Correct …' }).click()
    const correction = pack.getByRole('form', { name: 'Correct …' })
    await correction.getByLabel('Sessions to return').fill('-11')
    await correction.getByLabel('Reason').fill('Two were cut short')
    await page.keyboard.press('Enter')
    await correction
      .getByRole('alert')
      .getByText(/^PACK_SESSIONS_EXCEEDED · /)
      .waitFor()
    expect(await correction.getByLabel('Reason').inputValue()).toBe('Two were cut short')
    expect((await packs())[0].movements).toEqual([])
    await correction.getByLabel('Sessions to return').fill('-2')
    await correction.getByRole('button', { name: 'Correct', exact: true }).click()
    await pack.getByText('8 of 10 sessions left').first().waitFor()
    expect((await packs())[0].movements).toMatchObject([
      { cause: 'CORRECTED', sessions: -2, reason: 'Two were cut short', by: 'Nina Roy' },
    ])
    await pack.getByText('1 movement').click()
    await pack.getByText('Two were cut short · Nina Roy').waitFor()
    await saveFullScreenshot(page, 'pack-corrected')
    await operate(clinic, 'packs-correct', {
      id: (await packs())[0].id,
      sessions: 2,
      reason: 'They were not',
    })
    await pack.getByRole('button', { name: 'Refund …' }).click()
    await pack
      .getByRole('form', {
        name: 'Refund INR 4,000.00 at the desk? The pack can no longer be used.',
      })
      .getByRole('button', { name: 'Refund it' })
      .click()
    await pack.getByText('Ended').waitFor()
    await region(page, 'Payments and receipts')
      .getByRole('listitem')
      .filter({ hasText: 'Refunded, Done' })
      .getByText('-INR 4,000.00')
      .waitFor()
    const changes = (await operate(clinic, 'audit-show', { patientId, limit: 100 })).filter(
      ({ actingUserId }: Json) => actingUserId === clinic.id('staff', 'nina-roy'),
    )
    expect(
      changes.map(({ action }: Json) => action).filter((action: string) => action !== 'READ'),
    ).toEqual(['CHANGED', 'CANCELLED', 'CHANGED', 'PAID', 'CHANGED'])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('is granted for free, and cannot be sold by members who may only read money [TILL-04] [DASH-11]', async () => {
    const clinic = await createRecordClinic(harness, (file) => {
      Object.assign(file.roles ?? {}, {
        books: { displayName: 'Books', dashboard: 'reception', rights: { money: 'read' } },
      })
      const other = structuredClone(file.staff?.['nina-roy'])
      if (file.staff && other)
        file.staff.books = {
          ...other,
          name: 'books',
          email: `books@${file.workspace.name}.example`,
          roles: ['books'],
        } as typeof other
    })
    const { patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
    const { page } = await openRecord(clinic, patientId, { viewport: { width: 320, height: 700 } })
    await button(page, 'Sell a pack …').click()
    await page
      .getByRole('form', { name: 'Sell a pack …' })
      .getByLabel('Payment')
      .selectOption('Free of charge')
    await page.getByText('INR 0.00').waitFor()
    await button(page, 'Grant').click()
    await page.getByRole('article', { name: 'Ten visits' }).getByText('Active').waitFor()
    expect(await operate(clinic, 'packs-show', { patientId })).toMatchObject([
      { active: true, amount: 0, paymentStatus: null },
    ])
    const books = await openRecord(clinic, patientId, {}, clinic.id('staff', 'books'))
    await books.page.getByRole('article', { name: 'Ten visits' }).waitFor()
    for (const name of ['Sell a pack …', 'Correct …'])
      expect(await button(books.page, name).count(), name).toBe(0)
    for (const opened of [page, books.page]) await opened.context().close()
  })
})

describe('the end of a record', () => {
  it('is exported in full, and erased once the dialog said what is removed and what stays, with the upcoming visits by name [TILL-03]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId, visit } = await createMeera(harness, clinic)
    const { page, complaints } = await openRecord(clinic, patientId, {}, boss(clinic))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Export as a file').click(),
    ])
    expect(download.suggestedFilename()).toBe(`patient-${patientId}.json`)
    expect(JSON.parse(readFileSync((await download.path()) as string, 'utf8'))).toMatchObject({
      patient: { first_name: 'Meera' },
      packs: [{ movements: [{ cause: 'USED' }] }],
    })
    await region(page, 'Who viewed or changed it').getByText('Exported it · you').waitFor()
    await button(page, 'Erase …').click()
    const question = page.getByRole('group', {
      name: 'Erase this record permanently? This cannot be undone.',
    })
    await question.getByText('4 visits, with what they cost').waitFor()
    await question.getByText('1 session pack, as sold and used').waitFor()
    await question.getByText('2 payments with receipts and refunds').waitFor()
    await question
      .getByRole('alert')
      .getByText(`${visit.bookingReference} · 7 Jan 2030 · Dr Asha Rao`)
      .waitFor()
    expect(await question.getByRole('alert').getByRole('listitem').count()).toBe(3)
    await saveFullScreenshot(page, 'patient-erase')
    expect(await accessibilityProblems(page)).toEqual([])
    // Enter says no: one key too many erases nothing.
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect((await operate(clinic, 'patient-show', { id: patientId })).patient.firstName).toBe(
      'Meera',
    )
    await button(page, 'Erase …').click()
    await button(page, 'Erase permanently').click()
    await page.getByText('The record has been erased.').waitFor()
    expect(await page.getByText(/Meera|98765/).count()).toBe(0)
    await expect(operate(clinic, 'patient-show', { id: patientId })).rejects.toThrow(
      'No such patient',
    )
    const [entry] = await operate(clinic, 'audit-show', { patientId, limit: 1 })
    expect(entry).toMatchObject({ action: 'ERASED', member: 'Asha Rao' })
    await page.reload()
    await page
      .getByRole('alert')
      .getByText(/^PATIENT_NOT_FOUND · /)
      .waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('by another member shows on every open page [TILL-03]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId } = (await book(clinic, { patientPayload: meera, ...slotTimes('09:00') }))
      .json.appointment
    const { page } = await openRecord(clinic, patientId)
    await operate(clinic, 'patient-erase', { id: patientId, confirmed: true })
    await page
      .getByRole('alert')
      .getByText(/^PATIENT_NOT_FOUND · /)
      .waitFor()
    expect(await page.getByText('Meera').count()).toBe(0)
    await page.context().close()
  })
})
