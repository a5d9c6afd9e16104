// A clinic with visit types, on the booking element in a real browser.

import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Clinic, openHarness } from '../../support/clinic/harness.ts'
import { accessibilityProblems, openBrowser } from '../../support/screens/browser.ts'
import { openElement, servePages } from '../../support/screens/element-page.ts'

const harness = await openHarness()
const service = await harness.door.listen({ host: '127.0.0.1', port: 0 })
harness.application.listensAt(service)
const pages = await servePages(service)
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const asks = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor()

const createClinic = () =>
  harness.clinic((file) => {
    const { jaipur } = file.practitioners['asha-rao']?.at ?? {}
    file.practitioners['dev-anand'] = {
      name: 'Dev Anand',
      specialization: 'Dermatology',
      system: 'SCHEDULED',
      at: { jaipur: { slotMinutes: 20, fees: jaipur?.fees ?? [], hours: jaipur?.hours ?? [] } },
    }
    const asha = file.practitioners['asha-rao']
    if (asha?.permissions) asha.permissions.cancellationAllowedBeforeInHours = 1
    file.visitTypes = {
      first: {
        displayName: 'First visit',
        description: 'For people who are new here',
        minutes: 30,
        fee: 900,
        modes: ['OFFLINE'],
        practitioners: ['asha-rao'],
        patientRules: { newPatients: 'only' },
      },
      check: {
        displayName: 'Skin check',
        practitioners: ['asha-rao', 'dev-anand'],
        rooms: ['jaipur/room-1'],
      },
    }
  })

const open = (clinic: Clinic, attributes: Record<string, string> = {}) =>
  openElement(harness, browser, clinic, { origin: pages.origin, service, attributes })

async function bookNewPatient(page: Page, clinic: Clinic, phone: string) {
  await asks(page, 'Where can we reach you?')
  await page.getByLabel('Phone number').fill(phone)
  await press(page, 'Send me a code')
  await asks(page, 'Your code')
  const [{ code }] = await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 })
  await page.getByLabel('Six digits').fill(code)
  await asks(page, 'Who is coming?')
  await page.getByLabel('First name').fill('Meera')
  await press(page, 'Book')
  await asks(page, /^Booked/)
}

const visits = async (clinic: Clinic) =>
  (await clinic.post('/v1/appointments/search', { size: 50 })).json.list

it('asks first what the visit is for, and books that at its length and price, in a room; a move keeps it [RULE-09] [PAGE-04] [PAGE-09]', async () => {
  const clinic = await createClinic()
  const visitor = await open(clinic)
  const { page } = visitor
  await press(page, /^Jaipur/)
  await asks(page, 'What do you need?')
  const types = page.getByRole('button', { name: /visit|check|else/ })
  expect(await types.allInnerTexts()).toEqual([
    expect.stringMatching(
      /^First visit\s+For people who are new here · 30 minutes · Only for a first visit\s+INR\s900$/,
    ),
    expect.stringMatching(/^Skin check\s+from INR\s400$/),
    'Something else',
  ])
  expect(await accessibilityProblems(page)).toEqual([])
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/types.png` })
  await press(page, /^Skin check/)
  await asks(page, 'Who would you like to see?')
  await page.getByRole('button', { name: /^Dev Anand/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Meera/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Back' }).click()
  await asks(page, 'What do you need?')
  await press(page, /^First visit/)
  // Only one practitioner, in one mode: the time is next.
  await asks(page, 'When suits you?')
  await page.getByRole('region', { name: 'Your choice so far' }).getByText('First visit').waitFor()
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/types-when.png` })
  await press(page, '9:30')
  await page.getByText(/900/).first().waitFor()
  await press(page, 'Continue')
  await bookNewPatient(page, clinic, '9876611001')
  await page.getByText('First visit').first().waitFor()
  const [booked] = await visits(clinic)
  expect(booked).toMatchObject({
    visitTypeId: clinic.id('visitType', 'first'),
    fromDateTimeTs: '2030-01-01T09:30:00+05:30',
    toDateTimeTs: '2030-01-01T10:00:00+05:30',
    consultationCharge: 900,
  })
  await press(page, /^Change the time/)
  await asks(page, 'Which new time suits you?')
  await press(page, '10:00')
  await press(page, 'Change the time')
  await asks(page, 'Your new time')
  const [moved] = await visits(clinic)
  expect(moved).toMatchObject({
    visitTypeId: clinic.id('visitType', 'first'),
    fromDateTimeTs: '2030-01-01T10:00:00+05:30',
  })
  await page.context().close()
})

it('books the first free time of a type with anyone, and asks how where it has several modes [RULE-09] [PAGE-04]', async () => {
  const clinic = await createClinic()
  const { page } = await open(clinic, { location: 'Jaipur' })
  await press(page, /^Skin check/)
  await press(page, /^First available/)
  await asks(page, 'How would you like to be seen?')
  await press(page, /^At the clinic/)
  await asks(page, 'When suits you?')
  await press(page, /^9:00 Dev Anand/)
  await press(page, 'Continue')
  await bookNewPatient(page, clinic, '9876611002')
  const [booked] = await visits(clinic)
  expect(booked).toMatchObject({
    visitTypeId: clinic.id('visitType', 'check'),
    doctorId: clinic.id('practitioner', 'dev-anand'),
    roomId: clinic.id('room', 'jaipur/room-1'),
    consultationCharge: 500,
  })
  await page.context().close()
})

it('leads to practitioners without visit types, such as a queue, by a choice of its own [RULE-09] [PAGE-04]', async () => {
  const clinic = await createClinic()
  const { page } = await open(clinic, { location: 'Jaipur' })
  await press(page, /^Something else/)
  await asks(page, 'Who would you like to see?')
  await page.getByRole('button', { name: /^Meera Shah/ }).waitFor()
  expect(await page.getByRole('button', { name: /Asha|Dev/ }).count()).toBe(0)
  await page.reload()
  await press(page, /^Meera Shah/)
  await asks(page, 'When would you like to come?')
  await page.context().close()
})

it('asks nothing about the type where the page names it, and says which there are where it does not exist [RULE-09] [PAGE-01]', async () => {
  const clinic = await createClinic()
  const { page } = await open(clinic, { location: 'Jaipur', 'visit-type': 'first visit' })
  await asks(page, 'When suits you?')
  await page.getByRole('region', { name: 'Your choice so far' }).getByText('First visit').waitFor()
  expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0)
  const lines: string[] = []
  const { page: other } = await openElement(harness, browser, clinic, {
    origin: pages.origin,
    service,
    attributes: { 'visit-type': 'laser' },
    before: async (opened) => {
      opened.on('console', (message) => lines.push(message.text()))
    },
  })
  await other.getByText('Online booking is not available right now.').waitFor()
  // A line of the console comes after the page has shown something.
  await expect
    .poll(() => lines.join(' '))
    .toContain(`${clinic.id('visitType', 'check')} (Skin check)`)
  await page.context().close()
  await other.context().close()
})
