// A free time is offered to a patient on the waiting list: by the reception in the dashboard, and
// answered on the page of its link, in Chromium.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeVisitLink } from '../../../src/clinic/notices/visit-links.ts'
import type { Clinic, Json } from '../../support/clinic/harness.ts'
import { createRecordingRail } from '../../support/clinic/recording-rail.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
} from '../../support/screens/screen.ts'

const rail = createRecordingRail()
const { house: harness, browser } = await openDashboard({ rails: rail })

const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const operate = (clinic: Clinic, name: string, input: Json) =>
  harness.operate(name, { workspace: clinic.name, ...input })
const place = (clinic: Clinic) => ({
  addressId: clinic.id('location', 'jaipur'),
  doctorId: clinic.id('practitioner', 'asha-rao'),
})
const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
const clinicWithOffers = () =>
  createClinicWithDesk(harness, ({ workspace }) => {
    workspace.notices = { offer: true }
    workspace.bookingPage = { published: true, phone: '+91 141 400 0000' }
  })
const add = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'waiting-add', {
    addressId: place(clinic).addressId,
    patientPayload: meera,
    fromDate: '2030-01-07',
    toDate: '2030-01-07',
    ...changes,
  })
const offer = (clinic: Clinic, entry: Json, clock: string, minutes = 60) =>
  operate(clinic, 'waiting-offer', {
    id: entry.id,
    doctorId: place(clinic).doctorId,
    fromDateTimeIso: `2030-01-07T${clock}:00+05:30`,
    minutes,
  })

async function createOfferLink({ workspaceId }: Clinic, offerId: number): Promise<string> {
  const link = { workspaceId, appointmentId: null, visitId: null, offerId }
  return `${harness.application.publicUrl()}${await makeVisitLink(harness.application.database, link, harness.application.clock.now())}`
}

it('a time is offered from the list by one button, shown as offered in the day, and the desk sees the answer at once [DAY-15]', async () => {
  const clinic = await clinicWithOffers()
  await add(clinic)
  const { page, complaints } = await openDesk(harness, browser, clinic)
  await page.getByRole('button', { name: /^Waiting list/ }).press('Enter')
  const list = panel(page, 'Waiting list')
  await list.getByLabel('Hold an offered time for').selectOption('60')
  await list.getByRole('button', { name: /^Offer to Meera Iyer: .*09:00/ }).press('Enter')
  await list.getByText(/^Offered: Mon 7 Jan · 09:00 Dr Asha Rao\. Held until/).waitFor()
  await list.getByRole('button', { name: 'Close' }).click()
  await list.waitFor({ state: 'hidden' })
  const offered = cell(page, /09:00 Offered to Meera Iyer until/)
  await offered.waitFor()
  expect(await cell(page, '09:00, free').count()).toBe(0)
  await offered.press('Enter')
  expect(await accessibilityProblems(page)).toEqual([])
  const path = () =>
    /(http\S+\/visit\/[0-9a-z]{26})\n/.exec(rail.notices.at(-1)?.text ?? '')?.[1] ?? ''
  await expect
    .poll(async () => {
      await harness.application.dueWork.tick()
      return path()
    })
    .not.toBe('')
  await page.reload()
  await list.getByText('The message has been sent.').waitFor()

  // The patient says no, and the desk sees it without a click.
  const phone = await (
    await browser.newContext({ viewport: { width: 320, height: 700 }, locale: 'en-GB' })
  ).newPage()
  await phone.goto(path())
  await phone.getByRole('link', { name: 'Decline …' }).click()
  await phone.getByRole('button', { name: 'Yes, let it go' }).click()
  await phone.getByText('You have declined this time').waitFor()
  await list.getByText(/^Declined: Mon 7 Jan · 09:00/).waitFor()
  await cell(page, '09:00, free').waitFor()

  await list.getByRole('button', { name: /^Offer to Meera Iyer: .*09:15/ }).click()
  await list.getByRole('button', { name: 'Withdraw the offer: Meera Iyer' }).click()
  await list.getByText(/^Withdrawn: Mon 7 Jan · 09:15/).waitFor()

  const sent = rail.notices.length
  await list.getByRole('button', { name: /^Offer to Meera Iyer: .*09:30/ }).click()
  await expect
    .poll(async () => {
      await harness.application.dueWork.tick()
      return rail.notices.length
    })
    .toBeGreaterThan(sent)
  await phone.goto(path())
  await phone.getByRole('heading', { name: /7 January 2030.*09:30/ }).waitFor()
  await phone.getByRole('button', { name: 'Accept and book this time' }).click()
  await phone.getByText('Booked', { exact: true }).waitFor()
  await list.getByText('No one is waiting.').waitFor()
  await cell(page, /09:30 Meera Iyer/).waitFor()
  expect(complaints).toEqual([])
  await phone.context().close()
  await page.context().close()
})

it('a patient who accepts on the phone is booked from the list into the held time [DAY-15]', async () => {
  const clinic = await clinicWithOffers()
  await offer(clinic, await add(clinic), '09:00')
  const { page, complaints } = await openDesk(harness, browser, clinic)
  await page.getByRole('button', { name: /^Waiting list/ }).click()
  await panel(page, 'Waiting list')
    .getByRole('button', { name: 'Accepted: book Meera Iyer' })
    .click()
  await panel(page, 'Visit').getByRole('heading', { name: 'Meera Iyer' }).waitFor()
  await cell(page, /09:00 Meera Iyer/).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

it('an offer fits a phone in panel and page, in either direction and in dark mode [DAY-15] [DASH-19] [PAGE-12]', async () => {
  const clinic = await clinicWithOffers()
  const first = await add(clinic)
  const second = await add(clinic, {
    patientPayload: { firstName: 'Tara', lastName: 'Singh', phoneNumber: '9812345678' },
  })
  const made = (await offer(clinic, first, '09:00')).offer
  await offer(clinic, second, '09:15')
  await operate(clinic, 'waiting-offer-end', { id: second.id })
  const link = await createOfferLink(clinic, made.id)
  for (const looks of groupByLanguage(allLooks)) {
    const [[, options]] = looks
    const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07', options)
    const offered = page
      .getByRole('listitem')
      .filter({ hasText: /^09:00Offered to Meera Iyer until \d\d:\d\d–09:15$/ })
    if (!options.locale) {
      await page.setViewportSize({ width: 320, height: 700 })
      await offered.waitFor()
    }
    await page.goto(
      `${harness.application.publicUrl()}/dashboard/${clinic.name}/day?date=2030-01-07&waiting=1`,
    )
    await page.getByRole('complementary').getByRole('status').first().waitFor()
    await expectInEachLook(page, looks, 'offer panel')
    await page.context().close()
    const patient = await (
      await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...options })
    ).newPage()
    await patient.goto(link)
    await expectInEachLook(patient, looks, 'offer page')
    await patient.goto(`${link}/decline`)
    await expectInEachLook(patient, looks, 'offer decline')
    await patient.context().close()
  }
  await operate(clinic, 'waiting-offer-end', { id: first.id })
  const over = await (await browser.newContext()).newPage()
  await over.goto(link)
  await over.getByText('The clinic has withdrawn this offer').waitFor()
  await expectInEachLook(
    over,
    allLooks.filter(([, { locale }]) => !locale),
    'offer page over',
  )
  await over.context().close()
})
