// The day and the week on paper, as Chromium prints them.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import { book, type Clinic, slotTimes } from '../../support/clinic/harness.ts'
import { tokenBody } from '../../support/clinic/queue-clinic.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  fitsWindow,
  openDashboard,
  savePrinted,
  saveScreenshot,
} from '../../support/screens/screen.ts'
import { printPage } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const date = '2030-01-07'
/** The printable area of an A4 sheet, in CSS pixels. */
const paper = { width: 688, height: 1017 }

/** A third practitioner, who is away, and a fourth, who has no visits. */
function withOthers({ practitioners }: ClinicFile) {
  const asha = practitioners['asha-rao']
  for (const [name, exceptions] of [
    ['away', [{ date, hours: [] }]],
    ['idle', []],
  ] as const) {
    practitioners[name] = {
      ...structuredClone(asha),
      roles: [],
      profile: { published: true, name: `Dr ${name}` },
    } as (typeof practitioners)[string]
    Object.assign(practitioners[name].at.jaipur ?? {}, { exceptions })
  }
}

async function bookDay(clinic: Clinic) {
  const patientPayload = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
  await book(clinic, { patientPayload, chiefComplaint: 'Rash on the left arm' })
  await book(clinic, {
    patientPayload: { firstName: 'Tara' },
    ...slotTimes('09:30'),
    mode: 'ONLINE',
    consultationCharge: 400,
    paymentStatus: 'PAID',
  })
  const { id } = (
    await book(clinic, { patientPayload: { firstName: 'Gone' }, ...slotTimes('11:00') })
  ).json.appointment
  await harness.operate('visit-cancel', { workspace: clinic.name, id })
  const asha = {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  await harness.operate('block-add', { ...asha, ...slotTimes('10:00', 60), reason: 'Ward round' })
  await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, { appointmentDate: date }))
}

/**
 * The number of pages of a PDF, where its page tree is not counted, and of the table rows that were
 * drawn when printing began.
 */
async function printed(page: Page, name: string): Promise<{ pages: number; rows: number }> {
  await page.evaluate(
    'addEventListener("beforeprint", () => { window.rowsPrinted = document.querySelectorAll("tr").length })',
  )
  const file = await printPage(page, { format: 'A4' })
  savePrinted(name, file)
  const pages = file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  return { pages, rows: (await page.evaluate('window.rowsPrinted')) as number }
}
const pageText = (page: Page): Promise<string> => page.evaluate('document.body.innerText')

it('gives each practitioner with hours or visits a page, black on white, with nothing of the screen [DAY-13]', async () => {
  const clinic = await createClinicWithDesk(harness, withOthers)
  await bookDay(clinic)
  const { page, complaints } = await openDesk(harness, browser, clinic, undefined, {
    colorScheme: 'dark',
  })
  await page
    .getByRole('gridcell', { name: /Meera Iyer/ })
    .first()
    .waitFor()
  expect(await printed(page, 'day')).toEqual({ pages: 3, rows: 6 })
  // The screen is back as it was.
  expect(await page.getByRole('gridcell').count()).toBeGreaterThan(10)
  expect(await page.getByRole('table').count()).toBe(0)

  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { name: /^Dr Asha Rao · Monday,? 7 January 2030$/ }).waitFor()
  const text = await pageText(page)
  expect(text).toMatch(
    /Sunrise Clinics · Clinic time, Asia\/Kolkata\. As of \w+ \d+ \w+ \d\d:\d\d\.\s+Jaipur · 09:00–13:00, 16:00–19:00\s/,
  )
  expect(text).toMatch(
    /09:00–09:15\s+Meera Iyer\s+\+919876543210\s+At the clinic · Scheduled\s+INR.500\.00\s+Rash on the left arm\s+09:30–09:45\s+Tara/,
  )
  expect(text).toMatch(/Tara\s+Online · Scheduled\s+10:00–11:00\s+Blocked · Ward round/)
  expect(text).toMatch(/Meera Shah · Monday[\s\S]*A-1\s+Meera Iyer/)
  expect(text).toMatch(/Dr idle · Monday[\s\S]*no visits/)
  expect(text).not.toMatch(/Skip|Gone|Dr away|Search|Today|Sandbox|Nina/)
  const colours = await page.evaluate(
    '[document.body, document.querySelector("table")].map((part) => getComputedStyle(part)).map((style) => [style.color, style.colorScheme])',
  )
  expect(colours).toEqual(Array(2).fill(['rgb(0, 0, 0)', 'light']))
  expect(
    await page.evaluate(
      '[...document.querySelectorAll("td, p, h2")].filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0).map((part) => part.textContent)',
    ),
  ).toEqual([])
  expect(await fitsWindow(page)).toBe(true)
  await saveScreenshot(page, 'sheet-day')
  expect(complaints).toEqual([])
  await page.context().close()
})

it('continues when a day is longer than a page, and repeats its column headings [DAY-13]', async () => {
  const clinic = await createClinicWithDesk(harness)
  for (let quarter = 36; quarter < 52; quarter += 1) {
    const clock = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
    const { status } = await book(clinic, {
      patientPayload: { firstName: `Patient ${quarter}` },
      ...slotTimes(clock),
      chiefComplaint: 'A complaint that is told at some length. '.repeat(2),
    })
    expect(status).toBe(201)
  }
  const { page } = await openDesk(harness, browser, clinic)
  await page.getByRole('gridcell', { name: /Patient 36/ }).waitFor()
  // Asha takes two pages, and Meera has one.
  expect(await printed(page, 'long')).toEqual({ pages: 3, rows: 17 })
  await page.context().close()
})

it("can be started by a button and by the browser’s own command, also from a phone's list and in the week [DAY-13]", async () => {
  const clinic = await createClinicWithDesk(harness)
  await bookDay(clinic)
  await book(clinic, {
    patientPayload: { firstName: 'Arjun' },
    ...slotTimes('09:00', 15, '2030-01-09'),
  })
  const { page } = await openDesk(harness, browser, clinic, undefined, {
    viewport: { width: 320, height: 700 },
    locale: 'ar',
  })
  await page.getByText('Meera Iyer').first().waitFor()
  await page.evaluate('window.print = () => { window.printed = true }')
  await page.getByRole('button', { name: 'المزيد' }).click()
  await page.getByRole('menuitem', { name: 'طباعة' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(true)
  const isLeft =
    'dispatchEvent(new KeyboardEvent("keydown", { key: "p", ctrlKey: true, cancelable: true }))'
  expect(await page.evaluate(isLeft)).toBe(true)
  expect(await printed(page, 'arabic')).toEqual({ pages: 2, rows: 6 })

  const week = await openDesk(
    harness,
    browser,
    clinic,
    `week?doctor=${clinic.id('practitioner', 'asha-rao')}&date=${date}`,
  )
  await week.page.getByText('Arjun').waitFor()
  await week.page.getByRole('button', { name: 'Print' }).waitFor()
  await printed(week.page, 'week')
  await week.page.setViewportSize(paper)
  await week.page.emulateMedia({ media: 'print' })
  await week.page
    .getByRole('heading', { name: /^Wednesday 9 January Jaipur · 09:00–13:00/ })
    .waitFor()
  expect(await pageText(week.page)).toMatch(
    /Dr Asha Rao · 7 – 13 January 2030[\s\S]*Monday 7 January[\s\S]*Meera Iyer[\s\S]*Wednesday 9 January[\s\S]*Arjun/,
  )
  expect(await pageText(week.page)).not.toMatch(/Sunday|This week/)
  await saveScreenshot(week.page, 'sheet-week')
  for (const opened of [page, week.page]) await opened.context().close()
})
