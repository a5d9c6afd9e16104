// The booking element in a real browser, on a page of another origin under a strict policy, against
// the real service.

import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { calendarEntry } from '../../../src/clinic/notices/calendar-entry.ts'
import { makeVisitLink } from '../../../src/clinic/notices/visit-links.ts'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import { readNoticeVisit } from '../../../src/visits/appointments/noticed-visit.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../support/clinic/harness.ts'
import { createPayingClinic, readBooks } from '../../support/clinic/paying-clinic.ts'
import { startShift, tokenBody } from '../../support/clinic/queue-clinic.ts'
import { startCuttingProxy } from '../../support/processes/cutting-proxy.ts'
import { accessibilityProblems, openBrowser } from '../../support/screens/browser.ts'
import {
  listenToElement,
  openElement,
  servePages,
  setBrowserZone,
  type Visitor,
  watch,
} from '../../support/screens/element-page.ts'
import { measureFields } from '../../support/screens/field-sizes.ts'

const harness = await openHarness()
const service = await harness.door.listen({ host: '127.0.0.1', port: 0 })
harness.application.listensAt(service)

const { origin: proxy, cuts } = await startCuttingProxy(() => service)
const pages = await servePages(service, [proxy])
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const documented = new Set<string>(
  Object.entries(
    (
      JSON.parse(
        readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
      ) as Json
    ).paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods as Json).flatMap(([method, { security }]: [string, Json]) =>
      security?.some((way: Json) => 'session' in way || 'widgetKey' in way)
        ? [`${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{id}')}`]
        : [],
    ),
  ),
)

interface Opened extends Visitor {
  clinic: Clinic
}

const elsewhere = 'on a page of another origin under a strict policy'
const hosted = 'on the hosted page'
let place = elsewhere

async function open(
  clinic: Clinic,
  attributes: Record<string, string> = {},
  options: BrowserContextOptions = {},
  at = service,
  before: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Opened> {
  if (place === hosted) return openHosted(clinic, attributes, options)
  return {
    clinic,
    ...(await openElement(harness, browser, clinic, {
      origin: pages.origin,
      service: at,
      attributes,
      options,
      before,
    })),
  }
}

/**
 * The page that the service hosts for a clinic; what other pages set by attributes is chosen there
 * by clicks.
 */
async function openHosted(
  clinic: Clinic,
  { doctor, location }: Record<string, string>,
  options: BrowserContextOptions,
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 420, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    ...options,
  })
  const visitor = { clinic, ...watch(await context.newPage(), service) }
  const { page } = visitor
  await listenToElement(page)
  const isSlug = doctor !== undefined && !/^\d+$/.test(doctor)
  await page.goto(`${service}/book/${clinic.name}${isSlug ? `/${doctor}` : ''}`)
  if (location !== undefined || (doctor !== undefined && !isSlug)) await press(page, /^Jaipur/)
  if (doctor !== undefined && !isSlug) await press(page, /Meera Shah/)
  return visitor
}

/** A clinic with a page of its own, made by the given helper. */
const withPage =
  (change: (file: ClinicFile) => void = () => {}) =>
  (file: ClinicFile) => {
    file.workspace.bookingPage = { published: true }
    change(file)
  }

/** Asha's visits can be moved and cancelled online until an hour before. */
const movableUntilAnHourBefore = ({ practitioners }: ClinicFile) => {
  const asha = practitioners['asha-rao']
  if (asha?.permissions) asha.permissions.cancellationAllowedBeforeInHours = 1
}

/** Opens the element with only Asha's times: the first question is the kind of visit. */
const withAsha = (clinic: Clinic, options: BrowserContextOptions = {}, at = service) =>
  open(clinic, { doctor: 'dr-asha-rao' }, options, at)

/**
 * Ends a visit to the page: it called only documented routes, and the page's policy blocked
 * nothing.
 */
async function leave({ page, traffic, complaints }: Opened): Promise<void> {
  // On the hosted page its own script comes from the service.
  expect(
    traffic.filter(
      (route) => !documented.has(route) && !(place === hosted && route === 'GET /booking.js'),
    ),
  ).toEqual([])
  expect(traffic.length).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  await page.context().close()
}

// A phone gets three codes in ten minutes, across all clinics.
let phonesUsed = 0
const anyPhone = () => `98766${10_000 + phonesUsed++}`
const readCode = async ({ name }: Clinic): Promise<string> =>
  (await harness.operate('outbox-show', { workspace: name, limit: 5 }))[0].code
const bookings = ({ workspaceId }: Clinic) =>
  harness.sql('select * from appointments where workspace_id = $1 order by id', [workspaceId])
const newest = async (clinic: Clinic): Promise<Json> =>
  (await clinic.post('/v1/appointments/search', { size: 50 })).json.list.toSorted(
    (a: Json, b: Json) => b.id - a.id,
  )[0]

const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const asks = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor()
const alert = (page: Page, text: RegExp) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor()

async function chooseKind(page: Page, kind: RegExp = /^At the clinic 15 minutes/) {
  await asks(page, 'What kind of visit?')
  await press(page, kind)
  await asks(page, 'When suits you?')
}

async function chooseTime(page: Page, time: string | RegExp = '9:30') {
  await press(page, time)
  await press(page, 'Continue')
}

async function giveContact(page: Page, phone: string) {
  await asks(page, 'Where can we reach you?')
  await page.getByLabel('Phone number').fill(phone)
  await press(page, 'Send me a code')
  await asks(page, 'Your code')
}

async function giveCode(page: Page, clinic: Clinic) {
  await asks(page, 'Your code')
  await page.getByLabel('Six digits').fill(await readCode(clinic))
  await asks(page, 'Who is coming?')
}

/** Enters a new patient, up to the last button. */
async function upToBooking(
  { page, clinic }: Opened,
  {
    phone = anyPhone(),
    kind = undefined as RegExp | undefined,
    time = '9:30' as string | RegExp,
  } = {},
) {
  await chooseKind(page, kind)
  await chooseTime(page, time)
  await giveContact(page, phone)
  await giveCode(page, clinic)
  await page.getByLabel('First name').fill('Meera')
}

const waitUntilBooked = (page: Page) => asks(page, /^Booked/)
const referenceOn = async (page: Page) =>
  /BK\w{10}/.exec(
    await page
      .getByText(/Reference BK/)
      .first()
      .innerText(),
  )?.[0]

// The hosted page uses the same element, so it repeats each kind only in long runs.
describe.each(process.env.TEST_LONG === '1' ? [elsewhere, hosted] : [elsewhere])(
  'each kind of booking, %s',
  (where) => {
    beforeAll(() => {
      place = where
      return () => {
        place = elsewhere
      }
    })

    it('a visit at the clinic, with the place and the practitioner chosen [PAGE-01] [PAGE-04] [PAGE-09]', async () => {
      const clinic = await harness.clinic(withPage())
      const visitor = await open(clinic)
      const { page } = visitor
      await asks(page, 'Where would you like to be seen?')
      await press(page, /^Jaipur/)
      await asks(page, 'Who would you like to see?')
      await press(page, /^Dr Asha Rao/)
      await upToBooking(visitor)
      await page.getByLabel('Reason for the visit').fill('Rash')
      await press(page, 'Book')
      await waitUntilBooked(page)
      const record = await newest(clinic)
      expect(record).toMatchObject({
        fromDateTimeTs: '2030-01-01T09:30:00+05:30',
        mode: 'OFFLINE',
        bookingType: 'ONE_TIME_APPOINTMENT',
        consultationCharge: 500,
        currency: 'INR',
        paymentStatus: 'UNPAID',
        chiefComplaint: 'Rash',
        source: 'WIDGET',
        status: 'SCHEDULED',
      })
      expect(await referenceOn(page)).toBe(record.bookingReference)
      expect((await visitor.listEvents()).map(({ name, reference }) => [name, reference])).toEqual([
        ['clinic-ready', undefined],
        ['clinic-booked', record.bookingReference],
      ])
      const file = page.getByRole('link', { name: 'Calendar file' })
      const calendar = (await page.evaluate(
        `fetch(${JSON.stringify(await file.getAttribute('href'))}).then((it) => it.text(), () => '')`,
      )) as string
      const download = page.waitForEvent('download')
      await file.click()
      const saved = calendar || readFileSync((await (await download).path()) as string, 'utf8')
      expect(saved).toContain('DTSTART:20300101T040000Z\r\nDTEND:20300101T041500Z')
      await page.locator('clinic-booking').getByText('Twenty minutes and a plan.').waitFor()
      await leave({
        ...visitor,
        complaints: visitor.complaints.filter((text) => !text.includes('blob:')),
      })
    })

    it('a visit at home, whose address is asked, and of which nothing says that it is at the clinic [PAGE-04] [PAGE-09] [HOME-01]', async () => {
      const clinic = await harness.clinic((file: Json) => {
        withPage()(file)
        const { fees, hours } = file.practitioners['asha-rao'].at.jaipur
        fees.push({ mode: 'HOME_VISIT', amount: 700 })
        for (const window of hours) window.modes.push('HOME_VISIT')
      })
      const visitor = await withAsha(clinic)
      const { page } = visitor
      await upToBooking(visitor, { kind: /^At your home 15 minutes INR 700/ })
      await page.getByText('At the visit').waitFor()
      await press(page, 'Book')
      await page.getByText('Please enter the address of the visit.').waitFor()
      await page.getByLabel('Address of the visit').fill('4 Lake View, Amer')
      await press(page, 'Book')
      await waitUntilBooked(page)
      expect(await newest(clinic)).toMatchObject({
        mode: 'HOME_VISIT',
        consultationCharge: 700,
        visitAddress: { address: '4 Lake View, Amer' },
      })
      const told =
        (await page
          .locator('clinic-booking')
          .evaluate((element) => element.shadowRoot?.textContent)) ?? ''
      expect(told).toMatch(/INR\s700 at the visit/)
      expect(told).not.toMatch(/MI Road|at the clinic/i)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Calendar file' }).click()
      expect(readFileSync((await (await download).path()) as string, 'utf8')).toContain(
        'LOCATION:At your home\r\n',
      )
      expect(await page.getByRole('link', { name: 'Google' }).getAttribute('href')).toContain(
        'location=At+your+home',
      )
      await leave(visitor)
    })

    it('an online visit, paid at the checkout; returning from it does not by itself count as paid [PAGE-04] [PAGE-07]', async () => {
      const clinic = await createPayingClinic(harness, withPage())
      const visitor = await withAsha(clinic)
      const { page } = visitor
      await upToBooking(visitor, { kind: /^Online, by video 15 minutes/ })
      await press(page, 'Continue')
      await asks(page, 'How would you like to pay?')
      await page.getByRole('radio', { name: /^Now, online INR 400/ }).check()
      await press(page, 'Book and pay')
      await page.waitForURL(/sandbox-gateway/)
      expect(await newest(clinic)).toMatchObject({
        mode: 'ONLINE',
        consultationCharge: 400,
        paymentStatus: 'PENDING',
      })
      // Back by the browser's own button, then on to the payment.
      await page.goBack()
      await asks(page, 'Not paid yet')
      await press(page, 'Continue to payment')
      await page.waitForURL(/sandbox-gateway/)
      await page.getByRole('button', { name: /^Pay INR/ }).click()
      await page.waitForURL((url) => !url.pathname.includes('sandbox-gateway'))
      await asks(page, 'Booked and paid')
      expect(await newest(clinic)).toMatchObject({ mode: 'ONLINE', paymentStatus: 'PAID' })
      expect(await readBooks(harness, clinic)).toEqual({ gateway: 40_000, service: 40_000 })
      expect(await page.getByRole('link', { name: 'Open the video visit' }).count()).toBe(1)
      await page.reload()
      await asks(page, 'Booked and paid')
      expect(new URL(page.url()).searchParams.get('sessionRef')).toBeNull()
      expect(await bookings(clinic)).toHaveLength(1)
      await leave(visitor)
    })

    it('a longer visit, by its tier [PAGE-04]', async () => {
      const clinic = await harness.clinic(withPage())
      const visitor = await withAsha(clinic)
      await upToBooking(visitor, { kind: /^At the clinic 30 minutes INR 900/ })
      await press(visitor.page, 'Book')
      await waitUntilBooked(visitor.page)
      expect(await newest(clinic)).toMatchObject({
        consultationCharge: 900,
        consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long'),
        toDateTimeTs: '2030-01-01T10:00:00+05:30',
      })
      await leave(visitor)
    })

    it('buying a pack, then using it [PAGE-04]', async () => {
      const clinic = await createPayingClinic(harness, withPage())
      const visitor = await withAsha(clinic)
      const { page } = visitor
      await upToBooking(visitor)
      await press(page, 'Continue')
      await page.getByRole('radio', { name: /^Buy “Ten visits” online/ }).check()
      await press(page, 'Book and pay')
      await page.waitForURL(/sandbox-gateway/)
      await page.getByRole('button', { name: /^Pay INR/ }).click()
      await asks(page, 'Booked and paid')
      expect(await newest(clinic)).toMatchObject({
        bookingType: 'PACKAGE_PURCHASE',
        consultationCharge: 4000,
        paymentStatus: 'PAID',
      })
      await press(page, 'Book another visit')
      await chooseKind(page)
      await chooseTime(page, '10:00')
      // The contact is still verified, and the patient known.
      await asks(page, 'Who is coming?')
      await page.getByRole('radio', { name: /^Meera/ }).check()
      await press(page, 'Continue')
      await page
        .getByRole('radio', { name: /^With your pack “Ten visits” 9 sessions left/ })
        .check()
      await press(page, 'Book')
      await waitUntilBooked(page)
      expect(await newest(clinic)).toMatchObject({
        bookingType: 'USE_ACTIVE_PACKAGE',
        consultationCharge: 0,
        paymentStatus: 'PAID',
      })
      await leave(visitor)
    })

    it('a pack to be paid at the clinic, which the next booking tells of until it is paid [PAGE-04] [A-121]', async () => {
      const clinic = await createPayingClinic(harness, withPage())
      const visitor = await withAsha(clinic)
      const { page } = visitor
      await upToBooking(visitor)
      await press(page, 'Continue')
      await page.getByRole('radio', { name: /^Buy “Ten visits”, pay at the clinic/ }).check()
      await press(page, 'Book')
      await waitUntilBooked(page)
      await press(page, 'Book another visit')
      await chooseKind(page)
      await chooseTime(page, '10:00')
      await page.getByRole('radio', { name: /^Meera/ }).check()
      await press(page, 'Continue')
      const again = page.getByRole('radio', { name: /^Buy “Ten visits”, pay at the clinic/ })
      expect(await page.locator('label', { has: again }).innerText()).toContain(
        'You have bought one already: once it is paid at the clinic',
      )
      expect(await page.getByRole('radio', { name: /^With your pack/ }).count()).toBe(0)
      await leave(visitor)
    })

    it('a follow-up, offered to the patient who may have it [PAGE-04]', async () => {
      const clinic = await harness.clinic(withPage())
      const phone = anyPhone()
      const { id } = (
        await book(clinic, { patientPayload: { firstName: 'Meera', phoneNumber: phone } })
      ).json.appointment
      await harness.sql("update appointments set status = 'COMPLETED' where id = $1", [id])
      const visitor = await withAsha(clinic)
      const { page } = visitor
      await chooseKind(page)
      await press(page, 'Later days')
      await press(page, /times on Tuesday 8 January/)
      await chooseTime(page)
      await giveContact(page, phone)
      await giveCode(page, clinic)
      await page.getByRole('radio', { name: 'Another person' }).check()
      await page.getByRole('button', { name: 'Book', exact: true }).waitFor()
      await page.getByRole('radio', { name: 'Meera' }).check()
      await press(page, 'Continue')
      await page.getByRole('radio', { name: /^As a follow-up visit INR 200/ }).check()
      await press(page, 'Book')
      await waitUntilBooked(page)
      expect(await newest(clinic)).toMatchObject({
        followUp: true,
        parentAppointmentId: id,
        consultationCharge: 200,
      })
      await leave(visitor)
    })

    /** The prices that are on the screen, each once. */
    const prices = async (page: Page) =>
      [
        ...new Set(
          (await page.locator('clinic-booking [part~=card]').innerText()).match(
            /(INR|USD)\s\d+([.,]\d+)*/g,
          ) ?? [],
        ),
      ].map((price) => price.replace(/\s/, ' '))

    it('by a patient from abroad, at the same price from the first question to the booking [PAGE-04] [WS-15]', async () => {
      const clinic = await harness.clinic(withPage())
      const visitor = await open(clinic, {
        doctor: 'dr-asha-rao',
        location: 'jaipur',
        mode: 'OFFLINE',
      })
      const { page } = visitor
      await asks(page, 'What kind of visit?')
      await page.getByRole('button', { name: /15 minutes INR 500/ }).waitFor()
      await page.getByLabel('Country').selectOption('US')
      await press(page, /15 minutes USD 25/)
      const seen: string[][] = []
      const next = async (go: () => Promise<unknown>) => {
        seen.push(await prices(page))
        await go()
      }
      await asks(page, 'When suits you?')
      await press(page, '9:30')
      await next(() => press(page, 'Continue'))
      await asks(page, 'Where can we reach you?')
      expect(await page.getByLabel('Country').inputValue()).toBe('US')
      await page.getByLabel('Phone number').fill('2025550143')
      await next(() => press(page, 'Send me a code'))
      await next(() => giveCode(page, clinic))
      await page.getByLabel('First name').fill('Meera')
      await page.getByRole('button', { name: 'Book', exact: true, disabled: false }).waitFor()
      await next(() => press(page, 'Book'))
      await waitUntilBooked(page)
      await next(async () => {})
      expect(seen).toEqual(Array(seen.length).fill(['USD 25']))
      expect(await newest(clinic)).toMatchObject({ consultationCharge: 25, currency: 'USD' })
      await leave(visitor)
    })

    it('with a phone from abroad, whose other price is said before a code is sent [PAGE-04] [WS-15]', async () => {
      const clinic = await harness.clinic(withPage())
      const visitor = await open(clinic, {
        doctor: 'dr-asha-rao',
        location: 'jaipur',
        mode: 'OFFLINE',
      })
      const { page } = visitor
      await chooseKind(page, /15 minutes INR 500/)
      await chooseTime(page)
      await asks(page, 'Where can we reach you?')
      expect(await prices(page)).toEqual(['INR 500'])
      await page.getByLabel('Country').selectOption('US')
      await alert(page, /The price for patients from United States is USD\s25\./)
      expect(await prices(page)).toEqual(['USD 25'])
      await page.getByLabel('Country').selectOption('IN')
      await alert(page, /The price for patients from India is INR\s500\./)
      expect(await prices(page)).toEqual(['INR 500'])
      await leave(visitor)
    })

    it('with fields of 16 px or more, into which phones do not zoom, also on a page of small text [PAGE-12]', async () => {
      const clinic = await harness.clinic(withPage())
      const visitor = await open(
        clinic,
        { doctor: 'dr-asha-rao', 'new-patient-fields': 'lastName dob age gender' },
        { viewport: { width: 375, height: 800 }, hasTouch: true },
      )
      const { page } = visitor
      await page.evaluate("document.documentElement.style.fontSize = '10px'")
      const measured: Record<string, Awaited<ReturnType<typeof measureFields>>> = {}
      await chooseKind(page)
      await chooseTime(page)
      await asks(page, 'Where can we reach you?')
      measured.contact = await measureFields(page)
      await giveContact(page, anyPhone())
      measured.code = await measureFields(page)
      await giveCode(page, clinic)
      measured.person = await measureFields(page)
      expect(Object.values(measured).map(({ small }) => small)).toEqual([[], [], []])
      expect(
        Object.values(measured).reduce((sum, { fields }) => sum + fields, 0),
      ).toBeGreaterThanOrEqual(8)
      await leave(visitor)
    })

    it('with practitioners who have no public profile, by their names [PAGE-04]', async () => {
      const clinic = await harness.clinic(
        withPage((file) => {
          const asha = file.practitioners['asha-rao']
          if (!asha) return
          const { profile: _, ...colleague } = asha
          file.practitioners['dev-anand'] = {
            ...colleague,
            name: 'Dev Anand',
            email: undefined,
          } as never
          file.practitioners['esha-nair'] = {
            ...colleague,
            name: 'Esha Nair',
            email: undefined,
          } as never
        }),
      )
      const visitor = await open(clinic, { location: 'jaipur' })
      const { page } = visitor
      await asks(page, 'Who would you like to see?')
      await page.getByRole('button', { name: /^Dr Esha Nair/ }).waitFor()
      await press(page, /^Dr Dev Anand/)
      await chooseKind(page)
      await page.getByText('Dev Anand').first().waitFor()
      await leave(visitor)
    })

    it.each([
      ['India', '+49 171 1234568', 'DE', '+491711234568'],
      ['Germany', '+49 171 7654321', 'DE', '+491717654321'],
      ['Germany', '\u202a+91\u00a098765 43219\u202c', 'IN', '+919876543219'],
      ['United States', '٢٠٢ ٥٥٥٠١٤٧', 'US', '+12025550147'],
    ])(
      'by the number that was typed: in %s, %j is of %s [PAGE-06] [A-236]',
      async (country, typed, shown, sentTo) => {
        const clinic = await harness.clinic(withPage())
        const visitor = await open(clinic, {
          doctor: 'dr-asha-rao',
          location: 'jaipur',
          mode: 'OFFLINE',
        })
        const { page } = visitor
        await chooseKind(page, /15 minutes/)
        await chooseTime(page)
        await asks(page, 'Where can we reach you?')
        await page.getByLabel('Country').selectOption({
          label: await page.getByRole('option', { name: new RegExp(`^${country} `) }).innerText(),
        })
        await page.getByLabel('Phone number').fill(typed)
        await expect.poll(() => page.getByLabel('Country').inputValue()).toBe(shown)
        await press(page, 'Send me a code')
        await giveCode(page, clinic)
        expect(
          (await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 }))[0]
            .destination,
        ).toBe(sentTo)
        await page.getByLabel('First name').fill('Meera')
        await press(page, 'Book')
        await waitUntilBooked(page)
        const [patient] = await harness.sql(
          'select phone_normalised from patients where workspace_id = $1',
          [clinic.workspaceId],
        )
        expect(patient).toEqual({ phone_normalised: sentTo })
        await leave(visitor)
      },
    )

    it.each([
      ['India', '0049 171 1234567'],
      ['United States', '011 49 171 1234567'],
      ['Australia', '0011 49 171 1234567'],
    ])(
      'with a number that calls abroad, which is shown before a code is sent: in %s, %s [PAGE-06] [A-236]',
      async (country, typed) => {
        const clinic = await harness.clinic(withPage())
        const visitor = await open(clinic, {
          doctor: 'dr-asha-rao',
          location: 'jaipur',
          mode: 'OFFLINE',
        })
        const { page } = visitor
        await chooseKind(page, /15 minutes INR 500/)
        await chooseTime(page)
        await asks(page, 'Where can we reach you?')
        await page.getByLabel('Country').selectOption({
          label: await page.getByRole('option', { name: new RegExp(`^${country} `) }).innerText(),
        })
        await page.getByLabel('Phone number').fill(typed)
        await press(page, 'Send me a code')
        await alert(page, /This is a number from Germany\. Please check it; then send the code\./)
        expect([
          await page.getByLabel('Country').inputValue(),
          await page.getByLabel('Phone number').inputValue(),
        ]).toEqual(['DE', '+491711234567'])
        expect(await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 })).toEqual(
          [],
        )
        await press(page, 'Send me a code')
        await giveCode(page, clinic)
        expect(
          (await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 }))[0]
            .destination,
        ).toBe('+491711234567')
        await leave(visitor)
      },
    )

    it('at a price that the clinic changes in the meantime, which is shown before booking [PAGE-04]', async () => {
      const clinic = await harness.clinic(withPage())
      const visitor = await open(clinic, {
        doctor: 'dr-asha-rao',
        location: 'jaipur',
        mode: 'OFFLINE',
      })
      const { page } = visitor
      await chooseKind(page, /15 minutes INR 500/)
      await chooseTime(page)
      await giveContact(page, anyPhone())
      await clinic.change(({ practitioners }) => {
        const jaipur = practitioners['asha-rao']?.at.jaipur
        if (jaipur) jaipur.fees = [{ mode: 'OFFLINE', amount: 600 }]
      })
      await giveCode(page, clinic)
      await alert(page, /The price has changed/)
      expect(await prices(page)).toEqual(['INR 600'])
      await page.getByLabel('First name').fill('Meera')
      await page.getByRole('button', { name: 'Book', exact: true, disabled: false }).click()
      await waitUntilBooked(page)
      expect(await newest(clinic)).toMatchObject({ consultationCharge: 600, currency: 'INR' })
      await leave(visitor)
    })

    it('as a follow-up or with a pack, with what is paid in the head of the card, too [PAGE-04]', async () => {
      const clinic = await harness.clinic(withPage())
      const phone = anyPhone()
      const first = await book(clinic, {
        patientPayload: { firstName: 'Meera', phoneNumber: phone, countryCode: '+91' },
        ...slotTimes('09:00', 15, '2030-01-01'),
      })
      await harness.operate('visit-arrive', {
        workspace: clinic.name,
        id: first.json.appointment.id,
      })
      await harness.operate('visit-status', {
        workspace: clinic.name,
        id: first.json.appointment.id,
        status: 'COMPLETED',
      })
      const visitor = await open(clinic, {
        doctor: 'dr-asha-rao',
        location: 'jaipur',
        mode: 'OFFLINE',
      })
      const { page } = visitor
      await chooseKind(page, /15 minutes INR 500/)
      await chooseTime(page)
      await giveContact(page, phone)
      await giveCode(page, clinic)
      await page.getByRole('radio', { name: 'Meera' }).check()
      await press(page, 'Continue')
      const head = page.locator('clinic-booking [part~=header]')
      for (const [way, price] of [
        [/^As a follow-up visit INR 200/, /INR\s200/],
        [/^At the clinic/, /INR\s500/],
      ] as const) {
        await page.getByRole('radio', { name: way }).first().check()
        await head.getByText(price).waitFor()
      }
      await leave(visitor)
    })

    it('a token of a queue, with the live place in line [PAGE-04]', async () => {
      const clinic = await harness.clinic(withPage())
      const visitor = await open(clinic, {
        doctor: String(clinic.id('practitioner', 'meera-shah')),
      })
      const { page } = visitor
      await asks(page, 'When would you like to come?')
      await press(page, /^Today, .*9:00–13:00 INR 300 40 tokens left/)
      await giveContact(page, anyPhone())
      await giveCode(page, clinic)
      await page.getByLabel('First name').fill('Meera')
      await press(page, 'Book')
      await waitUntilBooked(page)
      const [visit] = (await clinic.get('/v1/qms-appointments/visits')).json.list
      expect(visit).toMatchObject({
        tokenDisplay: 'A-1',
        source: 'WIDGET',
        consultationCharge: 300,
        paymentStatus: 'UNPAID',
        bookingChannel: 'SELF_QR',
      })
      await page.getByText('Token A-1').waitFor()
      expect(await page.getByRole('link', { name: /place in line/ }).getAttribute('href')).toBe(
        `${service}/queue/${visit.publicStatusToken}`,
      )
      expect((await visitor.listEvents()).at(-1)).toMatchObject({
        name: 'clinic-booked',
        system: 'QMS',
        token: 'A-1',
      })
      await leave(visitor)
    })

    it('a token of a running queue, after reading how many wait and how long it takes [PAGE-04]', async () => {
      const clinic = await harness.clinic(withPage())
      for (let token = 0; token < 2; token += 1)
        await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))
      await startShift(harness, clinic)
      const visitor = await open(clinic, {
        doctor: String(clinic.id('practitioner', 'meera-shah')),
      })
      await asks(visitor.page, 'When would you like to come?')
      await visitor.page
        .getByRole('button', {
          name: /^Today, .*9:00–13:00 INR 300 · 2 people waiting · about \d+ to \d+ minutes Running now · 38 tokens left/,
        })
        .waitFor()
      await leave(visitor)
    })

    it('the first free time with any practitioner [PAGE-04]', async () => {
      const second = ({ practitioners }: ClinicFile) => {
        practitioners.second = {
          ...structuredClone(practitioners['asha-rao']),
          profile: { published: true, name: 'Dr Vikram Shah' },
        } as (typeof practitioners)[string]
      }
      const clinic = await harness.clinic(withPage(second))
      const visitor = await open(clinic, { location: 'Jaipur', mode: 'OFFLINE' })
      const { page } = visitor
      await press(page, /^First available.*Today 9:00/)
      if (place === hosted) await press(page, /^At the clinic/)
      await asks(page, 'When suits you?')
      await press(page, /^9:00 Dr Vikram Shah/)
      await press(page, 'Continue')
      await giveContact(page, anyPhone())
      await giveCode(page, clinic)
      await page.getByLabel('First name').fill('Meera')
      await press(page, 'Book')
      await waitUntilBooked(page)
      expect(await newest(clinic)).toMatchObject({
        doctorId: clinic.id('practitioner', 'second'),
        fromDateTimeTs: '2030-01-01T09:00:00+05:30',
      })
      await leave(visitor)
    })
  },
)

describe('the card of a practitioner', () => {
  it('has the next three free times, each of which leads on with its place and mode [PAGE-04] [PAGE-05] [PAGE-12]', async () => {
    const clinic = await harness.clinic()
    const visitor = await open(clinic, { location: 'Jaipur' })
    const { page } = visitor
    const times = page
      .getByRole('listitem')
      .filter({ hasText: 'Dr Asha Rao' })
      .getByRole('list')
      .getByRole('button')
    await expect
      .poll(async () => (await times.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')))
      .toEqual(['Today 9:00 Dr Asha Rao', 'Today 9:15 Dr Asha Rao', 'Today 9:30 Dr Asha Rao'])
    await press(page, 'Today 9:15 Dr Asha Rao')
    await asks(page, 'Where can we reach you?')
    expect(
      (await page.locator('clinic-booking [part~=header]').innerText()).replaceAll(/\s+/g, ' '),
    ).toMatch(/Tue,? 1 Jan, 9:15 Dr Asha Rao · At the clinic · INR 500/)
    await page.getByLabel('Phone number').fill(anyPhone())
    // Another kind of visit is found where the practitioner is chosen; what was typed is kept.
    await press(page, 'Back')
    await press(page, /^Dr Asha Rao/)
    await chooseKind(page, /^Online, by video 15 minutes/)
    await press(page, 'Back')
    await press(page, 'Back')
    await press(page, 'Today 9:30 Dr Asha Rao')
    await asks(page, 'Where can we reach you?')
    await press(page, 'Send me a code')
    await giveCode(page, clinic)
    await page.getByLabel('First name').fill('Meera')
    await press(page, 'Book')
    await waitUntilBooked(page)
    expect(await newest(clinic)).toMatchObject({
      fromDateTimeTs: '2030-01-01T09:30:00+05:30',
      mode: 'OFFLINE',
      consultationCharge: 500,
    })
    await leave(visitor)
  })

  it('has the portrait of the profile, or the initials where it cannot be shown [PAGE-04]', async () => {
    const clinic = await harness.clinic()
    const picture = (status: number) => (page: Page) =>
      page.route('https://example.org/**', (route) =>
        route.fulfill({
          status,
          contentType: 'image/svg+xml',
          body: status === 200 ? portrait : '',
        }),
      )
    const shown = await open(clinic, { location: 'Jaipur' }, {}, service, picture(200))
    await shown.page.locator('clinic-booking img[src="https://example.org/asha.jpg"]').waitFor()
    await leave(shown)
    const lost = await open(clinic, { location: 'Jaipur' }, {}, service, picture(404))
    await lost.page.getByRole('button', { name: /^Dr Asha Rao/ }).waitFor()
    await expect.poll(() => lost.page.locator('clinic-booking img').count()).toBe(0)
    await lost.page.getByText('AR', { exact: true }).waitFor()
    await leave(lost)
  })

  it('is asked for only while it is in view, where there are many [PAGE-05] [PAGE-15]', async () => {
    const clinic = await harness.clinic(({ practitioners }) => {
      const asha = practitioners['asha-rao'] as NonNullable<(typeof practitioners)[string]>
      for (let number = 1; number <= 60; number += 1) {
        const name = `Dr Number ${number}`
        practitioners[`number-${number}`] = {
          ...structuredClone(asha),
          name,
          profile: { published: true, name },
        } as typeof asha
      }
    })
    const visitor = await open(clinic, { location: 'Jaipur' })
    const { page, traffic } = visitor
    await page
      .getByRole('button', { name: /^Today 9:00 Dr/ })
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    const countSlotRequests = () =>
      traffic.filter((route) => route.endsWith('/available-slots')).length
    expect(countSlotRequests()).toBeLessThan(20)
    await page.getByRole('button', { name: /^Dr Number 60/ }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Today 9:00 Dr Number 60' }).waitFor()
    expect(countSlotRequests()).toBeLessThan(40)
    await leave(visitor)
  })
})

describe('dates without a free time', () => {
  /** Dr Vikram Shah has visits on Thursdays only; Asha's days off are given. */
  const withColleague = (change: (asha: Json) => void) =>
    harness.clinic(({ practitioners }: Json) => {
      const asha = practitioners['asha-rao']
      const hours = [{ days: ['THU'], from: '11:00', to: '13:00', modes: ['OFFLINE'] }]
      practitioners.vikram = {
        ...structuredClone(asha),
        profile: { published: true, name: 'Dr Vikram Shah' },
      }
      Object.assign(practitioners.vikram.at.jaipur, { tiers: {}, hours, exceptions: [] })
      change(asha.at.jaipur)
    })

  it('say when the practitioner is free next, and who is sooner, and lead there [PAGE-05] [PAGE-12]', async () => {
    const clinic = await withColleague((asha) => {
      asha.exceptions = Array.from({ length: 13 }, (_, day) => ({
        date: `2030-01-${String(day + 8).padStart(2, '0')}`,
        hours: [],
      }))
    })
    const visitor = await open(clinic, { location: 'Jaipur' })
    const { page } = visitor
    await press(page, /^Dr Asha Rao/)
    await chooseKind(page)
    await press(page, 'Later days')
    await page.getByText('Nothing is free on these days.').last().waitFor()
    await page.getByRole('button', { name: /^Dr Vikram Shah.*Next: Thu,? 3 Jan 11:00$/ }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await press(page, /^Dr Asha Rao.*Next: Mon,? 21 Jan$/)
    await page.getByText(/^Monday,? 21 January 2030$/).waitFor()
    await press(page, '9:00')
    await leave(visitor)
  })

  it('of the one practitioner on a page lead to another one of the clinic, also after a reload [PAGE-05] [PAGE-07]', async () => {
    const clinic = await withColleague((asha) => {
      asha.exceptions = [
        { date: '2030-06-03', hours: asha.hours.map(({ days: _, ...window }: Json) => window) },
      ]
      asha.hours = []
    })
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await chooseKind(page)
    await page.getByText('Nothing free in the next two months').waitFor()
    await press(page, /^Dr Vikram Shah.*Next: Thu,? 3 Jan 11:00$/)
    await asks(page, 'Where can we reach you?')
    await page.getByLabel('Phone number').fill(anyPhone())
    await page.reload()
    await asks(page, 'Where can we reach you?')
    expect(
      (await page.locator('clinic-booking [part~=header]').innerText()).replaceAll(/\s+/g, ' '),
    ).toMatch(/Thu,? 3 Jan, 11:00 Dr Vikram Shah · At the clinic · INR 500/)
    await press(page, 'Send me a code')
    await giveCode(page, clinic)
    await page.getByLabel('First name').fill('Meera')
    await press(page, 'Book')
    await waitUntilBooked(page)
    expect(await newest(clinic)).toMatchObject({
      doctorId: clinic.id('practitioner', 'vikram'),
      fromDateTimeTs: '2030-01-03T11:00:00+05:30',
    })
    await leave(visitor)
  })
})

describe('before and after a booking, it is said', () => {
  const footerText = async (page: Page) =>
    (await page.locator('clinic-booking .footer, clinic-booking .links').allInnerTexts())
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  const loadVisitPage = async (page: Page, clinic: Clinic) => {
    const visit = {
      workspaceId: clinic.workspaceId,
      appointmentId: (await newest(clinic)).id,
      visitId: null,
      offerId: null,
    }
    await page.goto(
      `${service}${await makeVisitLink(harness.application.database, visit, harness.application.clock.now())}`,
    )
    return (await page.locator('.actions').innerText()).replaceAll(/\s+/g, ' ')
  }

  it('until when a visit is free to cancel, on the clinic’s clock [PAGE-09] [PAGE-10]', async () => {
    const clinic = await harness.clinic(movableUntilAnHourBefore)
    const visitor = await withAsha(clinic, { timezoneId: 'Asia/Dubai' })
    const { page } = visitor
    await upToBooking(visitor, { time: /^11:00 .*12:30/ })
    const free = /Free to cancel online until Tue,? 1 Jan, 11:30 India Time/
    await expect.poll(() => footerText(page)).toMatch(free)
    expect(await accessibilityProblems(page)).toEqual([])
    await press(page, 'Book')
    await waitUntilBooked(page)
    expect(await footerText(page)).toMatch(free)
    await leave(visitor)
    const other = await (await browser.newContext({ locale: 'en-GB' })).newPage()
    expect(await loadVisitPage(other, clinic)).toMatch(free)
    await other.context().close()
  })

  it('to call the clinic where it is too late or not allowed [PAGE-09] [PAGE-10]', async () => {
    const clinic = await harness.clinic(
      withPage(({ workspace }) =>
        Object.assign(workspace.bookingPage ?? {}, { phone: '0141 123' }),
      ),
    )
    const visitor = await open(clinic, { doctor: 'dr-asha-rao', 'clinic-phone': '0141 123' })
    const { page } = visitor
    await upToBooking(visitor)
    await expect
      .poll(() => footerText(page))
      .toMatch(/To change or cancel, please call the clinic\. 0141 123/)
    await press(page, 'Book')
    await waitUntilBooked(page)
    await page
      .locator('clinic-booking')
      .getByText('To change or cancel, please call the clinic. 0141 123')
      .waitFor()
    await leave(visitor)
    const other = await (await browser.newContext({ locale: 'en-GB' })).newPage()
    expect(await loadVisitPage(other, clinic)).toContain('Undo this booking')
    await harness.sql(
      "update appointments set created_at = created_at - interval '3 minutes' where workspace_id = $1",
      [clinic.workspaceId],
    )
    await other.reload()
    await other.getByText('can no longer be changed here').waitFor()
    await other.context().close()
  })

  it('that what was paid online is not refunded [PAGE-09] [PAGE-10]', async () => {
    const clinic = await createPayingClinic(harness, movableUntilAnHourBefore)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await upToBooking(visitor, { time: '12:30' })
    await press(page, 'Continue')
    await page.getByRole('radio', { name: /^Now, online/ }).check()
    const paid =
      'You can cancel online until Tue 1 Jan, 11:30 India Time. Your payment is not refunded automatically.'
    await expect.poll(() => footerText(page)).toContain(paid)
    await page.getByRole('radio', { name: /^At the clinic/ }).check()
    await expect.poll(() => footerText(page)).toContain('Free to cancel online until')
    await leave(visitor)
  })
})

describe('a booking', () => {
  it('says when, where, with whom and for whom, and is undone by one tap, with what was asked before kept [PAGE-08] [PAGE-09]', async () => {
    const clinic = await harness.clinic(movableUntilAnHourBefore)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await upToBooking(visitor, { time: '12:30' })
    await page.getByLabel('Reason for the visit').fill('Rash')
    await press(page, 'Book')
    await waitUntilBooked(page)
    const ticket = (await page.locator('clinic-booking [part~=ticket]').innerText()).replaceAll(
      /\s+/g,
      ' ',
    )
    expect(ticket).toMatch(
      /Tuesday,? 1 January, 12:30 Dr Asha Rao · At the clinic 12 MI Road, Jaipur 302001 For Meera Reference BK/,
    )
    expect(await accessibilityProblems(page)).toEqual([])
    await page
      .locator('clinic-booking')
      .getByText(/^possible until .*\. You have paid nothing, and you owe nothing\.$/)
      .waitFor()
    await press(page, 'Undo this booking')
    await asks(page, 'Cancelled')
    expect(await newest(clinic)).toMatchObject({ status: 'CANCELLED', cancellationReason: null })
    expect((await visitor.listEvents()).at(-1)).toMatchObject({
      name: 'clinic-changed',
      change: 'cancelled',
    })
    await press(page, 'Choose another time')
    await asks(page, 'When suits you?')
    await chooseTime(page, '16:00')
    await asks(page, 'Who is coming?')
    await page.getByRole('radio', { name: 'Meera', checked: true }).waitFor()
    expect(await page.getByLabel('Reason for the visit').inputValue()).toBe('Rash')
    await press(page, 'Book')
    await waitUntilBooked(page)
    const [former, later] = await bookings(clinic)
    expect([later.status, later.patient_id]).toEqual(['SCHEDULED', former.patient_id])
    await leave(visitor)
  })

  it('is undone for three minutes, and cancelled after them [PAGE-09]', async () => {
    const clinic = await harness.clinic(movableUntilAnHourBefore)
    const visitor = await open(clinic, { doctor: 'dr-asha-rao' }, {}, service, (page) =>
      page.clock.install(),
    )
    const { page } = visitor
    await upToBooking(visitor, { time: '12:30' })
    await press(page, 'Book')
    await page.getByRole('button', { name: 'Undo this booking' }).waitFor()
    await page.clock.fastForward('03:01')
    await page.getByRole('button', { name: 'Undo this booking' }).waitFor({ state: 'detached' })
    await press(page, 'Cancel the visit')
    await asks(page, 'Cancel this visit?')
    await leave(visitor)
  })
})

describe('a lost connection', () => {
  it.each(['before', 'after'] as const)(
    'at each request, %s it is answered, still books once [PAGE-07]',
    async (mode) => {
      const clinic = await harness.clinic()
      cuts.seen.clear()
      cuts.mode = mode
      const visitor = await withAsha(clinic, {}, proxy)
      const { page } = visitor
      await chooseKind(page)
      await chooseTime(page)
      await page.getByLabel('Phone number').fill(anyPhone())
      await press(page, 'Send me a code')
      await alert(page, /We got no answer/)
      if (mode === 'before') {
        await press(page, 'Send another code')
        await expect
          .poll(() => harness.operate('outbox-show', { workspace: clinic.name, limit: 5 }))
          .toHaveLength(1)
      }
      await page.getByLabel('Six digits').fill(await readCode(clinic))
      if (mode === 'before') {
        await alert(page, /We got no answer/)
        await press(page, 'Continue')
      }
      await asks(page, 'Who is coming?')
      await page.getByLabel('First name').fill('Meera')
      await press(page, 'Book')
      await waitUntilBooked(page)
      cuts.mode = undefined
      expect(cuts.seen.size).toBeGreaterThan(10)
      expect(await bookings(clinic)).toHaveLength(1)
      expect(await referenceOn(page)).toBe((await newest(clinic)).bookingReference)
      await leave(visitor)
    },
  )

  it('that stays lost after the booking is reported, and a reload finds the booking [PAGE-07]', async () => {
    const clinic = await harness.clinic()
    const visitor = await withAsha(clinic, {}, proxy)
    const { page } = visitor
    await upToBooking(visitor)
    cuts.mode = 'reservations'
    await press(page, 'Book')
    await alert(page, /you will not be booked twice/)
    cuts.mode = undefined
    expect(await page.getByLabel('First name').inputValue()).toBe('Meera')
    await page.reload()
    await waitUntilBooked(page)
    expect(await bookings(clinic)).toHaveLength(1)
    await leave(visitor)
  })

  it('while the questions after the time are loaded is reported, with a way to go on [PAGE-07]', async () => {
    const clinic = await harness.clinic()
    const files = { reach: false }
    let arrived = 0
    const visitor = await open(
      clinic,
      { doctor: 'dr-asha-rao', 'clinic-phone': '0141 123' },
      {},
      service,
      (page) =>
        page.route(/booking-lazy-part/, (route) => {
          arrived += 1
          return files.reach ? route.continue() : route.abort()
        }),
    )
    const { page } = visitor
    await chooseKind(page)
    await chooseTime(page)
    await asks(page, 'One moment…')
    await asks(page, 'The next question could not be loaded')
    await alert(page, /Your answers are kept/)
    expect(await page.getByRole('link', { name: '0141 123' }).count()).toBe(1)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(arrived).toBeGreaterThanOrEqual(4)
    files.reach = true
    await press(page, 'Try again')
    await giveContact(page, anyPhone())
    await giveCode(page, clinic)
    await page.getByLabel('First name').fill('Meera')
    await press(page, 'Book')
    await waitUntilBooked(page)
    await leave(visitor)
  })
})

describe('a page that is wrong tells its developer what, in one sentence, and patients whom to call', () => {
  /**
   * Opens the element on the page, or on one of another origin, and waits until it has given up.
   */
  async function openWrong(
    attributes: Record<string, string>,
    { from = pages.origin, before = async (_: Page): Promise<unknown> => undefined } = {},
  ) {
    const clinic = await harness.clinic()
    const said: string[] = []
    const opened: string[] = []
    const { page } = await openElement(harness, browser, clinic, {
      origin: pages.origin,
      service,
      attributes: { 'clinic-phone': '0141 999', ...attributes },
      async before(it) {
        it.on('console', (message) => {
          if (message.type() === 'error' && message.text().startsWith('<clinic-booking>'))
            said.push(message.text())
        })
        it.on('request', (request) => {
          if (request.method() === 'POST') opened.push(request.url())
        })
        if (from !== pages.origin)
          await it.route(`${pages.origin}/**`, (route) =>
            route.fulfill({
              status: 302,
              headers: { location: route.request().url().replace(pages.origin, from) },
            }),
          )
        await before(it)
      },
    })
    return { page, said, opened }
  }

  const wrongs: [string, Record<string, string>, RegExp][] = [
    [
      'no key',
      { 'widget-key': '' },
      /it has no widget key: create one for http:\S+ with `clinic key create --kind widget --origin http:/,
    ],
    [
      'an unknown key',
      { 'widget-key': 'clinic_widget_unknown' },
      /has no widget key like this one, or it was stopped or has expired: set the attribute/,
    ],
    [
      'an unknown practitioner',
      { doctor: 'dr-who' },
      /attribute doctor is "dr-who", which is unknown: it can be dr-asha-rao \(Dr Asha Rao\), /,
    ],
    [
      'an unknown id of a practitioner',
      { doctor: '999' },
      /attribute doctor is "999", which is unknown: it can be \d+ \(Dr Asha Rao\), /,
    ],
    [
      'an unknown location',
      { location: 'Atlantis' },
      /attribute location is "Atlantis", which is unknown: it can be \d+ \(Jaipur\)/,
    ],
  ]
  it.each(wrongs)('%s [PAGE-01]', async (_, attributes, sentence) => {
    const { page, said, opened } = await openWrong(attributes)
    await alert(page, /Online booking is not available right now\. Please call the clinic/)
    await page.getByText('Call 0141 123.').waitFor()
    await page.getByRole('link', { name: '0141 999' }).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    await expect.poll(() => said).toEqual([expect.stringMatching(sentence)])
    expect(opened.length).toBeLessThanOrEqual(1)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.context().close()
  })

  it('an origin that no key lists, which gets no session [PAGE-01] [GEN-23] [A-247]', async () => {
    const { page, said, opened } = await openWrong({}, { from: pages.strange })
    await alert(page, /Online booking is not available/)
    await page.getByText('Call 0141 123.').waitFor()
    await expect
      .poll(() => said)
      .toEqual([
        `<clinic-booking>: its widget key does not list the origin of this page, ${pages.strange}: add it with \`clinic key origins KEY_ID ${pages.strange}\` or in the dashboard under API keys.`,
      ])
    expect(opened.length).toBeLessThanOrEqual(2)
    await page.context().close()
  })

  it('an origin that only another key lists [PAGE-01] [GEN-23] [A-247]', async () => {
    const other = await harness.clinic()
    await harness.operate('key-create', {
      workspace: other.name,
      kind: 'WIDGET',
      name: 'other',
      allow: [],
      origins: [pages.strange],
    })
    const { page, said, opened } = await openWrong({}, { from: pages.strange })
    await alert(page, /Online booking is not available/)
    await expect
      .poll(() => said)
      .toEqual([expect.stringContaining(`does not list the origin of this page, ${pages.strange}`)])
    expect(opened).toHaveLength(1)
    await page.context().close()
  })

  it('a service that is not reached, which is tried again [PAGE-01]', async () => {
    let reach = false
    const { page, said } = await openWrong(
      {},
      {
        before: (it) =>
          it.route(`${service}/**`, (route) => (reach ? route.continue() : route.abort())),
      },
    )
    await alert(page, /cannot be reached/)
    await page.getByRole('link', { name: '0141 999' }).waitFor()
    await expect
      .poll(() => said)
      .toEqual([
        expect.stringContaining(`${service} cannot be reached: check the attribute base-url`),
      ])
    reach = true
    await press(page, 'Try again')
    await asks(page, 'Where would you like to be seen?')
    await page.context().close()
  })

  it('a service that takes long: whom to call is there before it answers [PAGE-01]', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { page } = await openWrong(
      {},
      {
        before: (it) =>
          it.route(`${service}/v1/widget/session`, (route) => held.then(() => route.continue())),
      },
    )
    await page.getByRole('link', { name: '0141 999' }).waitFor()
    await page.getByText('One moment…').waitFor()
    answer()
    await asks(page, 'Where would you like to be seen?')
    await page.context().close()
  })

  it('other attributes that mean nothing, while booking goes on without them [PAGE-01]', async () => {
    const attributes = {
      mode: 'online',
      languages: 'en xx',
      locale: 'de-',
      timezone: 'Mars/Base',
      'new-patient-fields': 'dob shoeSize',
      words: '/none.json',
    }
    const { page, said } = await openWrong(attributes)
    await asks(page, 'Where would you like to be seen?')
    const names = () =>
      said.map((text) => /its attribute (\S+) is "(\S+)"/.exec(text)?.slice(1).join('='))
    await expect
      .poll(() => names().toSorted())
      .toEqual([
        'languages=xx',
        'locale=de-',
        'mode=online',
        'new-patient-fields=shoeSize',
        'timezone=Mars/Base',
        'words=/none.json',
      ])
    await page.context().close()
  })
})

describe('the steps', () => {
  it("continue where they were after a reload at any step, and by the browser's back and forward [PAGE-07]", async () => {
    const clinic = await createPayingClinic(harness)
    const visitor = await open(clinic, { location: 'jaipur' })
    const { page } = visitor
    const reloaded = async (heading: string) => {
      await asks(page, heading)
      await page.reload()
      await asks(page, heading)
    }
    const thereAndBack = async (before: string, heading: string) => {
      await page.goBack()
      await asks(page, before)
      await page.goForward()
      await asks(page, heading)
    }
    await reloaded('Who would you like to see?')
    await press(page, /^Dr Asha Rao/)
    await reloaded('What kind of visit?')
    await thereAndBack('Who would you like to see?', 'What kind of visit?')
    await press(page, /^At the clinic 15 minutes/)
    await reloaded('When suits you?')
    await thereAndBack('What kind of visit?', 'When suits you?')
    await press(page, '9:30')
    await reloaded('When suits you?')
    expect(
      await page.getByRole('button', { name: '9:30', exact: true }).getAttribute('aria-pressed'),
    ).toBe('true')
    await press(page, 'Continue')
    await page.getByLabel('Phone number').fill(anyPhone())
    await reloaded('Where can we reach you?')
    await thereAndBack('When suits you?', 'Where can we reach you?')
    await press(page, 'Send me a code')
    await reloaded('Your code')
    await thereAndBack('Where can we reach you?', 'Your code')
    await giveCode(page, clinic)
    await page.getByLabel('First name').fill('Meera')
    await page.getByLabel('Reason for the visit').fill('Rash')
    await reloaded('Who is coming?')
    expect(await page.getByLabel('First name').inputValue()).toBe('Meera')
    expect(await page.getByLabel('Reason for the visit').inputValue()).toBe('Rash')
    await page
      .getByRole('button', { name: 'Continue' })
      .and(page.locator('[aria-disabled=false]'))
      .click()
    await reloaded('How would you like to pay?')
    await page.getByRole('radio', { name: /^At the clinic/ }).check()
    await press(page, 'Book')
    await reloaded('Booked')
    await page.goBack()
    await asks(page, 'Booked')
    expect(await bookings(clinic)).toHaveLength(1)
    // Nothing that was typed remains in the browser.
    expect(
      await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'),
    ).not.toMatch(/Meera|Rash|98766/)
    await leave(visitor)
  })

  it('in two tabs that book the same time lead to one booking, which both show [PAGE-07]', async () => {
    const clinic = await harness.clinic()
    const phone = anyPhone()
    const first = await withAsha(clinic)
    const page = await first.page.context().newPage()
    const second = { clinic, ...watch(page, service) }
    await page.goto(first.page.url())
    await upToBooking(first, { phone })
    await upToBooking(second, { phone })
    await Promise.all([press(first.page, 'Book'), press(second.page, 'Book')])
    await Promise.all([waitUntilBooked(first.page), waitUntilBooked(second.page)])
    expect(await bookings(clinic)).toHaveLength(1)
    expect(await referenceOn(first.page)).toBe(await referenceOn(second.page))
    expect(second.complaints).toEqual([])
    await leave(first)
  })

  it('of two elements on one page, and of one whose practitioner the page changes, are apart, also after a reload [PAGE-01] [PAGE-07]', async () => {
    const clinic = await harness.clinic(({ practitioners }) => {
      const asha = structuredClone(practitioners['asha-rao']) as NonNullable<
        (typeof practitioners)[string]
      >
      practitioners['noor-khan'] = {
        ...asha,
        profile: { published: true, name: 'Dr Noor Khan', details: { slug: 'dr-noor-khan' } },
      }
    })
    const visitor = await withAsha(clinic)
    const { page } = visitor
    const appendCopy = () =>
      page.evaluate(
        "document.querySelector('main').append(document.querySelector('clinic-booking').cloneNode(true)); document.querySelectorAll('clinic-booking').length",
      )
    expect(await appendCopy()).toBe(2)
    const first = page.locator('clinic-booking').first()
    const second = page.locator('clinic-booking').last()
    const chooseIn = async (element: typeof first, time: string) => {
      await element.getByRole('button', { name: /^At the clinic 15 minutes/ }).click()
      await element.getByRole('button', { name: time, exact: true }).click()
      await element.getByRole('button', { name: 'Continue', exact: true }).click()
      await element.getByRole('heading', { name: 'Where can we reach you?' }).waitFor()
    }
    await chooseIn(first, '9:30')
    expect(await second.getByRole('heading', { level: 2 }).innerText()).toBe('What kind of visit?')
    await chooseIn(second, '10:15')
    await page.goBack()
    await second.getByRole('heading', { name: 'When suits you?' }).waitFor()
    expect(await first.getByRole('heading', { level: 2 }).innerText()).toBe(
      'Where can we reach you?',
    )
    await page.reload()
    await appendCopy()
    await second.getByRole('button', { name: '10:15', exact: true, pressed: true }).waitFor()
    await first.getByText(/9:30/).waitFor()
    expect(await first.getByRole('heading', { level: 2 }).innerText()).toBe(
      'Where can we reach you?',
    )
    await first.evaluate((element) =>
      (element as unknown as { setAttribute(name: string, value: string): void }).setAttribute(
        'doctor',
        'dr-noor-khan',
      ),
    )
    await first.getByText('Dr Noor Khan').waitFor()
    await first.getByRole('heading', { name: 'What kind of visit?' }).waitFor()
    await leave(visitor)
  })

  it('offer the nearest free times, with the input kept, when someone else was faster [PAGE-08]', async () => {
    const clinic = await harness.clinic()
    const first = await withAsha(clinic)
    const second = await withAsha(clinic)
    await upToBooking(first)
    await upToBooking(second)
    await second.page.getByLabel('Reason for the visit').fill('Rash')
    await press(first.page, 'Book')
    await waitUntilBooked(first.page)
    await press(second.page, 'Book')
    await alert(second.page, /just been taken/)
    const near = second.page
      .locator('section')
      .filter({ has: second.page.getByRole('heading', { name: 'Nearest free times' }) })
    expect(await near.getByRole('button').allInnerTexts()).toEqual([
      'Tue 1 Jan, 9:00',
      'Tue 1 Jan, 9:15',
      'Tue 1 Jan, 9:45',
      'Tue 1 Jan, 10:00',
    ])
    await near.getByRole('button', { name: /9:45/ }).click()
    await press(second.page, 'Continue')
    await asks(second.page, 'Who is coming?')
    expect(await second.page.getByLabel('First name').inputValue()).toBe('Meera')
    await press(second.page, 'Book')
    await waitUntilBooked(second.page)
    expect((await bookings(clinic)).map(({ chief_complaint: complaint }) => complaint)).toEqual([
      null,
      'Rash',
    ])
    await leave(first)
    await leave(second)
  })

  it('say nothing about a contact before the code [PAGE-06]', async () => {
    const clinic = await harness.clinic()
    const known = anyPhone()
    await book(clinic, { patientPayload: { firstName: 'Meera', phoneNumber: known } })
    const seen: string[] = []
    for (const phone of [known, anyPhone()]) {
      const visitor = await withAsha(clinic)
      const { page } = visitor
      const answers: string[] = []
      page.on('response', async (answer) => {
        if (answer.url().includes('otp')) answers.push(`${answer.status()} ${await answer.text()}`)
      })
      await chooseKind(page)
      await chooseTime(page)
      await giveContact(page, phone)
      await expect.poll(() => answers.length).toBeGreaterThan(0)
      const text = await page.evaluate(
        'document.querySelector("clinic-booking").shadowRoot.textContent',
      )
      seen.push(JSON.stringify([answers, text, visitor.traffic]).replace(/\*+\d{4}/g, 'masked'))
      await leave(visitor)
    }
    expect(seen[0]).toBe(seen[1])
  })

  it('take an e-mail address, what the page already knows, and what the clinic asks of new patients [PAGE-06]', async () => {
    const clinic = await harness.clinic()
    const visitor = await open(clinic, {
      doctor: 'dr-asha-rao',
      mode: 'OFFLINE',
      email: 'meera@example.org',
      'new-patient-fields': 'lastName dob',
    })
    const { page } = visitor
    await chooseKind(page)
    await chooseTime(page)
    await asks(page, 'Where can we reach you?')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('meera@example.org')
    await press(page, 'Send me a code')
    await giveCode(page, clinic)
    await press(page, 'Book')
    await alert(page, /Please enter a name/)
    await page.getByLabel('First name').fill('Meera')
    await page.getByLabel('Last name').fill('Nair')
    await page.getByLabel('Date of birth').fill('1990-02-03')
    expect(await page.getByLabel('Gender').count()).toBe(0)
    await press(page, 'Book')
    await waitUntilBooked(page)
    const [patient] = (await clinic.get('/v1/patients')).json.list
    expect(patient).toMatchObject({
      firstName: 'Meera',
      lastName: 'Nair',
      dob: '1990-02-03',
      phoneNumber: null,
    })
    await leave(visitor)
  })

  it('show times in the viewer’s zone with the clinic’s next to them, from the next free date on [PAGE-05]', async () => {
    const clinic = await harness.clinic(({ practitioners }) => {
      const practice = practitioners['asha-rao']?.at.jaipur
      if (practice)
        practice.exceptions = Array.from({ length: 20 }, (_, day) => ({
          date: `2030-01-${String(day + 1).padStart(2, '0')}`,
          hours: [],
        }))
    })
    const visitor = await withAsha(clinic, { timezoneId: 'America/New_York' })
    const { page } = visitor
    await chooseKind(page)
    // 09:00 on Monday the 21st in Jaipur.
    await page.getByText(/^Sunday,? 20 January 2030$/).waitFor()
    await press(page, /^22:30 .*Mon 21 Jan, 9:00/)
    await page.getByText('Sun 20 Jan, 22:30 (Mon 21 Jan, 9:00 clinic time)').first().waitFor()
    await page.getByText('Large: your time (New York). Small: the clinic’s (Kolkata).').waitFor()
    await leave(visitor)
  })

  it.each(['Etc/Unknown', undefined, 'Mars/Base'])(
    'are in the clinic’s zone where the browser says that its own is %s [PAGE-05]',
    async (zone) => {
      const clinic = await harness.clinic()
      const visitor = await open(
        clinic,
        { doctor: 'dr-asha-rao' },
        { timezoneId: 'UTC' },
        service,
        (page) => setBrowserZone(page, zone),
      )
      const { page } = visitor
      await upToBooking(visitor, { time: '12:30' })
      await press(page, 'Book')
      await waitUntilBooked(page)
      expect((await newest(clinic)).fromDateTimeTs).toBe('2030-01-01T12:30:00+05:30')
      await leave(visitor)
    },
  )

  it('are in the clinic’s zone on the page of a visit where the browser knows no zone [PAGE-10]', async () => {
    const clinic = await harness.clinic()
    const { json } = await book(clinic, slotTimes('12:30', 15, '2030-01-01'))
    const link = await makeVisitLink(
      harness.application.database,
      {
        workspaceId: clinic.workspaceId,
        appointmentId: json.appointment.id,
        visitId: null,
        offerId: null,
      },
      harness.application.clock.now(),
    )
    const { page, complaints } = watch(
      await (await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' })).newPage(),
      service,
    )
    await setBrowserZone(page, 'Etc/Unknown')
    await page.goto(`${service}${link}`)
    await page.getByText('Asha Rao').first().waitFor()
    expect(complaints.filter((text) => !text.includes('data:,'))).toEqual([])
    await page.context().close()
  })

  it('move and cancel a booking, and tell the page around the element [PAGE-09]', async () => {
    const clinic = await harness.clinic(movableUntilAnHourBefore)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await upToBooking(visitor, { time: '12:30' })
    await press(page, 'Book')
    await waitUntilBooked(page)
    await press(page, /^Change the time.*possible until/)
    await asks(page, 'Which new time suits you?')
    await press(page, '16:00')
    await press(page, 'Change the time')
    await asks(page, 'Your new time')
    expect((await newest(clinic)).fromDateTimeTs).toBe('2030-01-01T16:00:00+05:30')
    await press(page, /^Cancel the visit/)
    await page.getByText('You have paid nothing, and you owe nothing.').waitFor()
    await press(page, 'Yes, cancel it')
    await asks(page, 'Cancelled')
    expect((await newest(clinic)).status).toBe('CANCELLED')
    expect((await visitor.listEvents()).map(({ name, change }) => change ?? name)).toEqual([
      'clinic-ready',
      'clinic-booked',
      'moved',
      'cancelled',
    ])
    await leave(visitor)
  })

  it('have one entry in a calendar, whether from the element or from a notice, also after a move [PAGE-09] [BOOK-43]', async () => {
    const clinic = await harness.clinic(movableUntilAnHourBefore)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    const calendarProperty = (text: string, name: string) =>
      new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1]
    const entries = async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Calendar file' }).click()
      const offered = readFileSync((await (await download).path()) as string, 'utf8')
      const visit = await readNoticeVisit(
        harness.application.database,
        clinic.workspaceId,
        (await newest(clinic)).id,
      )
      if (!visit) throw new Error('no visit')
      const facts = { practitioner: '', clinic: '', location: '', videoLink: '' }
      const mailed = calendarEntry(
        visit,
        facts,
        { name: '', address: 'desk@clinic.example' },
        0,
      ).text
      return [offered, mailed].map((text) =>
        ['UID', 'SEQUENCE', 'DTSTART', 'DTEND'].map((name) => calendarProperty(text, name)),
      )
    }
    await upToBooking(visitor, { time: '12:30' })
    await press(page, 'Book')
    await waitUntilBooked(page)
    const [offered, mailed] = await entries()
    expect(offered).toEqual(mailed)
    await press(page, /^Change the time/)
    await press(page, '16:00')
    await press(page, 'Change the time')
    await asks(page, 'Your new time')
    const [offeredThen, mailedThen] = await entries()
    expect(offeredThen).toEqual(mailedThen)
    expect(offeredThen?.[0]).toBe(offered?.[0])
    await leave({
      ...visitor,
      complaints: visitor.complaints.filter((text) => !text.includes('blob:')),
    })
  })

  it('open the day of the former time when another is chosen before or after the payment [PAGE-07]', async () => {
    const clinic = await createPayingClinic(harness)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    const isThere = async () => {
      await asks(page, 'When suits you?')
      await page.getByText(/^Tuesday,? 8 January 2030$/).waitFor()
      // The days before it can still be chosen.
      expect(await page.getByRole('button', { name: 'Earlier days' }).isEnabled()).toBe(true)
    }
    await chooseKind(page)
    await press(page, 'Later days')
    await page.getByText(/^Tuesday,? 8 January 2030$/).waitFor()
    await chooseTime(page)
    await giveContact(page, anyPhone())
    await giveCode(page, clinic)
    await page.getByLabel('First name').fill('Meera')
    await press(page, 'Continue')
    await press(page, 'Book and pay')
    await page.waitForURL(/sandbox-gateway/)
    await page.goBack()
    await press(page, 'Choose another time')
    await isThere()
    await page.reload()
    await isThere()
    await chooseTime(page, '10:00')
    await asks(page, 'Who is coming?')
    await press(page, 'Continue')
    await press(page, 'Book and pay')
    await page.waitForURL(/sandbox-gateway/)
    await page.getByRole('button', { name: 'Decline the payment' }).click()
    await alert(page, /you were not charged/)
    await isThere()
    await leave(visitor)
  })

  it('say until when a place is held for its payment, which can be made at the clinic instead [PAGE-07] [PAGE-09]', async () => {
    const clinic = await createPayingClinic(harness, movableUntilAnHourBefore)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await upToBooking(visitor)
    await press(page, 'Continue')
    await press(page, 'Book and pay')
    await page.waitForURL(/sandbox-gateway/)
    await page.goBack()
    const [{ until }] = await harness.sql(
      'select held_until as until from payment_sessions where workspace_id = $1',
      [clinic.workspaceId],
    )
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' })
      .format(until)
      .replace(/^0/, '')
    await page.getByText(`Your place is held until ${clock}.`).first().waitFor()
    await press(page, 'Pay at the clinic')
    await waitUntilBooked(page)
    expect(await newest(clinic)).toMatchObject({
      status: 'SCHEDULED',
      paymentStatus: 'UNPAID',
      paymentMode: 'CASH',
      bookingReference: await referenceOn(page),
    })
    await press(page, /^Cancel the visit/)
    await press(page, 'Yes, cancel it')
    await asks(page, 'Cancelled')
    expect(await bookings(clinic)).toMatchObject([{ status: 'CANCELLED' }])
    await leave(visitor)
  })

  it('offer the own held time again, for its checkout or for payment at the clinic [PAGE-07] [PAGE-08]', async () => {
    const clinic = await createPayingClinic(harness)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await upToBooking(visitor)
    await press(page, 'Continue')
    const chooseTheSame = async () => {
      await page.waitForURL(/sandbox-gateway/)
      await page.goBack()
      await press(page, 'Choose another time')
      await asks(page, 'When suits you?')
      await page.reload()
      await chooseTime(page)
      await asks(page, 'Who is coming?')
      await press(page, 'Continue')
    }
    await press(page, 'Book and pay')
    await chooseTheSame()
    await press(page, 'Book and pay')
    await chooseTheSame()
    await page.getByRole('radio', { name: /^At the clinic/ }).check()
    await press(page, 'Book')
    await waitUntilBooked(page)
    expect(await bookings(clinic)).toMatchObject([
      { status: 'SCHEDULED', payment_status: 'UNPAID', booking_reference: await referenceOn(page) },
    ])
    await leave(visitor)
  })

  it('name the booking whose checkout the gateway refused, and change it like any other [PAGE-07] [PAGE-09] [A-157]', async () => {
    const clinic = await createPayingClinic(harness, movableUntilAnHourBefore)
    await harness.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'refuse',
      status: 402,
      times: 1,
    })
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await upToBooking(visitor)
    await press(page, 'Continue')
    await press(page, 'Book and pay')
    await page
      .getByText('Your place is booked, but online payment is not available right now.')
      .first()
      .waitFor()
    await press(page, 'Pay at the clinic')
    await waitUntilBooked(page)
    expect(await bookings(clinic)).toMatchObject([
      { status: 'SCHEDULED', payment_status: 'UNPAID', booking_reference: await referenceOn(page) },
    ])
    await press(page, /^Change the time/)
    await press(page, '10:00')
    await press(page, 'Change the time')
    await asks(page, 'Your new time')
    await leave({
      ...visitor,
      complaints: visitor.complaints.filter((text) => !text.includes('402')),
    })
  })

  it('say before a visit is moved when it is now, and whether it can be changed afterwards [PAGE-09] [PAGE-12]', async () => {
    const clinic = await harness.clinic(({ practitioners }) => {
      const asha = practitioners['asha-rao']
      if (asha?.permissions) asha.permissions.cancellationAllowedBeforeInHours = 12
    })
    const visitor = await withAsha(clinic)
    const { page } = visitor
    const warning = 'At this time, the visit can no longer be moved or cancelled online.'
    await chooseKind(page)
    await press(page, 'Later days')
    await page.getByText(/^Tuesday,? 8 January 2030$/).waitFor()
    await chooseTime(page)
    await giveContact(page, anyPhone())
    await giveCode(page, clinic)
    await page.getByLabel('First name').fill('Meera')
    await press(page, 'Book')
    await waitUntilBooked(page)
    await press(page, /^Change the time/)
    await page.getByText('Your visit is now on Tue 8 Jan, 9:30.').waitFor()
    await page.getByText(/^Tuesday,? 8 January 2030$/).waitFor()
    await press(page, '10:00')
    expect(await page.getByText(warning).count()).toBe(0)
    await press(page, 'Earlier days')
    await press(page, /times on Tuesday 1 January/)
    await press(page, '16:00')
    await page.getByRole('status').filter({ hasText: warning }).waitFor()
    await page.locator('.footer').getByText(warning).waitFor()
    await press(page, 'Change the time')
    await asks(page, 'Your new time')
    await page.getByText('To change or cancel, please call the clinic.').waitFor()
    await leave(visitor)
  })

  it('say that another code was sent, and where, and that the former one no longer works [PAGE-06] [PAGE-12]', async () => {
    const clinic = await harness.clinic()
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await chooseKind(page)
    await chooseTime(page)
    await giveContact(page, anyPhone())
    const former = await readCode(clinic)
    await page.getByLabel('Six digits').fill('123')
    for (let time = 0; time < 2; time++) {
      await press(page, 'Send another code')
      const text =
        /^A new code was sent to .*\*\d{4}.* valid for ten minutes\. The earlier one no longer works\.$/
      await page.getByRole('status').filter({ hasText: text }).waitFor()
      await page.locator('p:not([role])').filter({ hasText: text }).waitFor()
      expect(await page.getByLabel('Six digits').inputValue()).toBe('')
      await expect.poll(() => readCode(clinic)).not.toBe(former)
    }
    await giveCode(page, clinic)
    await leave(visitor)
  })

  it('lead back from the payment, and say why, once the verification has expired [PAGE-06] [PAGE-07]', async () => {
    const clinic = await createPayingClinic(harness)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await upToBooking(visitor)
    await press(page, 'Continue')
    await page.getByRole('radio', { name: /^At the clinic/ }).check()
    await harness.sql('delete from verified_contacts where workspace_id = $1', [clinic.workspaceId])
    await press(page, 'Book')
    await asks(page, 'Where can we reach you?')
    await alert(page, /^Your code was entered more than half an hour ago\. .*new one.*kept/)
    await press(page, 'Send me a code')
    await asks(page, 'Your code')
    await page.getByLabel('Six digits').fill(await readCode(clinic))
    await waitUntilBooked(page)
    await leave(visitor)
  })

  it('say that many visits were booked from the same internet connection, and how to go on [PAGE-07] [A-231]', async () => {
    const clinic = await harness.clinic((file) => {
      file.workspace.sessionVisitsMax = 1
    })
    const first = await withAsha(clinic)
    await upToBooking(first)
    await press(first.page, 'Book')
    await waitUntilBooked(first.page)
    await leave(first)
    for (let visit = 0; visit < 9; visit++)
      await book(clinic, {
        patientPayload: { firstName: 'Ravi', phoneNumber: anyPhone() },
        ...slotTimes(`1${visit % 3}:00`, 15, `2030-01-0${2 + Math.floor(visit / 3)}`),
      })
    await harness.sql(
      'update appointments set site_hash = (select min(site_hash) from appointments where workspace_id = $1) where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(await bookings(clinic)).toHaveLength(10)
    const visitor = await open(clinic, {
      doctor: 'dr-asha-rao',
      'clinic-phone': '+91 141 555 0100',
    })
    await upToBooking(visitor, { time: '10:00' })
    await press(visitor.page, 'Book')
    await alert(
      visitor.page,
      /^Many visits were booked from your internet connection.*call the clinic.*mobile data/,
    )
    expect(await visitor.page.getByRole('alert').getByRole('link').getAttribute('href')).toBe(
      'tel:+911415550100',
    )
    await leave(visitor)
  })

  it('say before a time is chosen whom a practitioner sees, and ask a patient whose record says so to call [RULE-05] [RULE-07] [PAGE-07]', async () => {
    const clinic = await harness.clinic((file) => {
      file.workspace.patientRules = { newPatientMinutes: 30 }
    })
    const phone = anyPhone()
    const { json } = await book(clinic, {
      patientPayload: { firstName: 'Meera', phoneNumber: phone },
      ...slotTimes('11:00'),
    })
    await harness.operate('patient-booking-rule', {
      workspace: clinic.name,
      id: json.appointment.patientId,
      rule: 'BY_PHONE',
      reason: 'Asked for it',
    })
    const visitor = await open(clinic)
    const { page } = visitor
    await press(page, /^Jaipur/)
    await asks(page, 'Who would you like to see?')
    // Not of the practitioner with a queue: a token has no length.
    await page.getByText('A first visit takes 30 minutes or more').waitFor()
    await press(page, /^Dr Asha Rao/)
    await chooseKind(page)
    await chooseTime(page, '9:30')
    await giveContact(page, phone)
    await giveCode(page, clinic)
    await page.getByRole('radio', { name: /^Meera/ }).check()
    await press(page, 'Book')
    await alert(page, /^Please call the clinic to book this visit/)
    expect(await bookings(clinic)).toHaveLength(1)
    await leave(visitor)
  })

  it('let the patient choose again after a declined payment, without a second code [PAGE-07]', async () => {
    const clinic = await createPayingClinic(harness)
    const visitor = await withAsha(clinic)
    const { page } = visitor
    await upToBooking(visitor)
    await press(page, 'Continue')
    await press(page, 'Book and pay')
    await page.waitForURL(/sandbox-gateway/)
    await page.getByRole('button', { name: 'Decline the payment' }).click()
    await alert(page, /you were not charged/)
    await chooseTime(page, '10:00')
    await asks(page, 'Who is coming?')
    await press(page, 'Continue')
    await page.getByRole('radio', { name: /^At the clinic/ }).check()
    await press(page, 'Book')
    await waitUntilBooked(page)
    await expect
      .poll(async () => (await bookings(clinic)).map(({ status }) => status))
      .toEqual(['CANCELLED', 'SCHEDULED'])
    await leave(visitor)
  })
})

describe('for everyone', () => {
  const looks = [
    ['narrow and dark', { viewport: { width: 320, height: 700 }, colorScheme: 'dark' }],
    ['wide', { viewport: { width: 1400, height: 900 } }],
  ] as const satisfies [string, BrowserContextOptions][]

  it.each(looks)(
    'axe finds nothing at any step, and nothing is cut off: %s [PAGE-12]',
    async (_, options) => {
      const clinic = await createPayingClinic(harness)
      const visitor = await open(clinic, {}, options)
      const { page } = visitor
      const isWell = async () => {
        expect(await accessibilityProblems(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      }
      await asks(page, 'Where would you like to be seen?')
      await isWell()
      await press(page, /^Jaipur/)
      await page.getByRole('button', { name: 'Today 9:00 Dr Asha Rao' }).waitFor()
      await isWell()
      await press(page, /^Dr Asha Rao/)
      await page.getByRole('button', { name: /^At the clinic 15 minutes/ }).waitFor()
      await isWell()
      await press(page, /^At the clinic 15 minutes/)
      await press(page, '9:30')
      await isWell()
      await press(page, 'Continue')
      await asks(page, 'Where can we reach you?')
      await isWell()
      await giveContact(page, anyPhone())
      await isWell()
      await giveCode(page, clinic)
      await page.getByLabel('First name').fill('Meera')
      await isWell()
      await press(page, 'Continue')
      await page.getByRole('radio', { name: /^At the clinic/ }).check()
      await isWell()
      expect((await book(clinic, { ...slotTimes('09:30', 15, '2030-01-01') })).status).toBe(201)
      await press(page, 'Book')
      await alert(page, /just been taken/)
      await isWell()
      await chooseTime(page, '10:00')
      await asks(page, 'Who is coming?')
      await press(page, 'Continue')
      await page.getByRole('radio', { name: /^At the clinic/ }).check()
      await press(page, 'Book')
      await waitUntilBooked(page)
      await page.getByText('What to expect').waitFor()
      await isWell()
      await leave(visitor)
    },
  )

  it('can be used by the keyboard alone, and announces what has changed [PAGE-12]', async () => {
    const clinic = await harness.clinic()
    const visitor = await withAsha(clinic)
    const { page } = visitor
    const key = async (...keys: string[]) => {
      for (const one of keys) await page.keyboard.press(one)
    }
    const says = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
    const onHeading = () =>
      expect
        .poll(() =>
          page.evaluate(
            'document.querySelector("clinic-booking").shadowRoot.activeElement?.tagName',
          ),
        )
        .toBe('H2')
    await page.getByRole('button', { name: /^At the clinic 10 minutes/ }).focus()
    await key('Tab', 'Enter')
    await says(/times on Tuesday 1 January/)
    await onHeading()
    const name = () =>
      page.evaluate('document.querySelector("clinic-booking").shadowRoot.activeElement?.innerText')
    for (let tabs = 0; tabs < 20 && (await name()) !== '9:30'; tabs++) await key('Tab')
    await key('Enter')
    await page.getByRole('button', { name: 'Continue' }).focus()
    await key('Enter')
    await asks(page, 'Where can we reach you?')
    await onHeading()
    // The contact method, the country, then the number.
    await key('Tab', 'Tab', 'Tab')
    await page.keyboard.type(anyPhone())
    await key('Enter')
    await says(/^Sent to .*ten minutes/)
    await page.keyboard.type(await readCode(clinic))
    await asks(page, 'Who is coming?')
    await onHeading()
    await key('Tab')
    await page.keyboard.type('Meera')
    // While the price is loading there is nothing to send yet.
    await page.getByRole('button', { name: 'Book', exact: true, disabled: false }).waitFor()
    await key('Enter')
    await says(/^Booked\. Reference BK/)
    expect(await bookings(clinic)).toHaveLength(1)
    await leave(visitor)
  })

  it('uses the browser’s language, the chosen one from right to left, and one of the page’s own [PAGE-11]', async () => {
    const clinic = await harness.clinic()
    const visitor = await open(clinic, {}, { locale: 'fr-FR' })
    const { page } = visitor
    await asks(page, 'Où souhaitez-vous consulter ?')
    await page.getByLabel('Langue').selectOption({ label: 'العربية' })
    await asks(page, 'أين تود أن تُعاين؟')
    const direction = () =>
      page.evaluate(
        'document.querySelector("clinic-booking").shadowRoot.querySelector(".card").dir',
      )
    expect(await direction()).toBe('rtl')
    await page.reload()
    await asks(page, 'أين تود أن تُعاين؟')
    expect(await accessibilityProblems(page)).toEqual([])
    await leave(visitor)
    const own = await open(clinic, { words: '/words.json', location: 'jaipur' })
    await asks(own.page, 'Bij wie?')
    await leave(own)
    const fewer = await open(clinic, { languages: 'de hi' }, { locale: 'fr-FR' })
    await asks(fewer.page, 'Wo möchten Sie behandelt werden?')
    expect(await fewer.page.getByLabel('Sprache').getByRole('option').allInnerTexts()).toEqual([
      'Deutsch',
      'हिन्दी',
    ])
    await leave(fewer)
  })

  it('offers its languages at every question, and tells the page of the choice [PAGE-11] [PAGE-09]', async () => {
    const clinic = await createPayingClinic(harness)
    const visitor = await open(clinic, {}, { viewport: { width: 320, height: 700 } })
    const { page } = visitor
    const inGermanAndBack = async (title: string) => {
      await asks(page, title)
      await page.getByLabel('Language').selectOption('de')
      await page.getByLabel('Sprache').waitFor()
      expect(await page.getByRole('heading', { level: 2 }).innerText()).not.toBe(title)
      await page.getByLabel('Sprache').selectOption('en')
      await asks(page, title)
    }
    await inGermanAndBack('Where would you like to be seen?')
    await press(page, /^Jaipur/)
    await inGermanAndBack('Who would you like to see?')
    await press(page, /^Dr Asha Rao/)
    await inGermanAndBack('What kind of visit?')
    await press(page, /^At the clinic 15 minutes/)
    await inGermanAndBack('When suits you?')
    await chooseTime(page)
    await inGermanAndBack('Where can we reach you?')
    await giveContact(page, anyPhone())
    await inGermanAndBack('Your code')
    await giveCode(page, clinic)
    await inGermanAndBack('Who is coming?')
    await page.getByLabel('First name').fill('Meera')
    await press(page, 'Continue')
    await inGermanAndBack('How would you like to pay?')
    await page.getByRole('radio', { name: /^At the clinic/ }).check()
    await press(page, 'Book')
    await inGermanAndBack('Booked')
    const languages = (await visitor.listEvents())
      .filter(({ name }) => name === 'clinic-language')
      .map(({ language }) => language)
    expect(languages).toEqual(Array.from({ length: 18 }, (_, index) => (index % 2 ? 'en' : 'de')))
    await leave(visitor)
  })

  it.each(['light', 'dark'] as const)(
    'is as %s as the page wants, whatever the system wants [PAGE-14]',
    async (scheme) => {
      const clinic = await harness.clinic()
      const attributes = {
        doctor: 'dr-asha-rao',
        style: `clinic-booking { color-scheme: ${scheme} }`,
      }
      const visitor = await open(clinic, attributes, {
        colorScheme: scheme === 'light' ? 'dark' : 'light',
      })
      await asks(visitor.page, 'What kind of visit?')
      const colours =
        await visitor.page.evaluate(`(({ backgroundColor, color }) => [backgroundColor, color])(
      getComputedStyle(document.querySelector("clinic-booking").shadowRoot.querySelector(".card")))`)
      expect(colours).toEqual(
        scheme === 'light'
          ? ['rgb(255, 255, 255)', 'rgb(20, 32, 43)']
          : ['rgb(20, 24, 27)', 'rgb(237, 241, 243)'],
      )
      expect(await accessibilityProblems(visitor.page)).toEqual([])
      await leave(visitor)
    },
  )

  it('is themed from outside by properties and parts, and by nothing else of the page [PAGE-14]', async () => {
    const clinic = await harness.clinic()
    const style =
      'body, clinic-booking { text-transform: uppercase; word-spacing: 9px; letter-spacing: 3px; text-indent: 3em; font: italic 30px serif; color: red; text-align: right; white-space: pre; visibility: visible; cursor: wait } button, h2 { display: none !important } clinic-booking { --clinic-booking-colour: #7a1fa2 } clinic-booking::part(button) { text-transform: uppercase }'
    const visitor = await open(clinic, { doctor: 'dr-asha-rao', mode: 'OFFLINE', style })
    const { page } = visitor
    await chooseKind(page)
    await press(page, '9:30')
    const looks =
      await page.evaluate(`(({ backgroundColor, color, textTransform }) => [backgroundColor, color, textTransform])(
      getComputedStyle(document.querySelector("clinic-booking").shadowRoot.querySelector("button.main")))`)
    expect(looks).toEqual(['rgb(122, 31, 162)', 'oklch(1 0 0)', 'uppercase'])
    const inherited =
      await page.evaluate(`(({ textTransform, wordSpacing, textIndent, fontStyle, fontSize, color, textAlign, whiteSpace }) =>
      [textTransform, wordSpacing, textIndent, fontStyle, fontSize, color, textAlign, whiteSpace])(
      getComputedStyle(document.querySelector("clinic-booking").shadowRoot.querySelector("h2")))`)
    expect(inherited).toEqual([
      'none',
      '0px',
      '0px',
      'normal',
      expect.stringMatching(/^[12]\d(\.\d+)?px$/),
      'rgb(20, 32, 43)',
      'start',
      'normal',
    ])
    await leave(visitor)
  })
})

describe('an older browser', () => {
  /**
   * What browsers have had for less than two years, or only on pages with TLS, and a few years
   * more.
   */
  const younger = `
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']) delete Array.prototype[name]
    for (const name of ['union', 'intersection', 'difference', 'isSubsetOf']) delete Set.prototype[name]
    for (const name of ['withResolvers', 'try']) delete Promise[name]
    for (const [owner, name] of [[Map, 'groupBy'], [Object, 'groupBy'], [Array, 'fromAsync'], [URL, 'canParse'], [URL, 'parse']]) delete owner[name]
    for (const [owner, name] of [[URLSearchParams, 'size'], [Crypto, 'randomUUID'], [Iterator, 'map'], [Iterator, 'toArray']]) delete owner.prototype[name]`

  it('books like any other, on a page without TLS, too [PAGE-01]', async () => {
    const clinic = await harness.clinic()
    const visitor = await open(clinic, { location: 'jaipur' }, {}, service, (page) =>
      page.addInitScript(younger),
    )
    const { page } = visitor
    expect(
      await page.evaluate(
        '[typeof crypto.randomUUID, typeof [].toSorted, new URLSearchParams("a=1").size]',
      ),
    ).toEqual(['undefined', 'undefined', undefined])
    await press(page, /^Dr Asha Rao/)
    expect(await page.getByText('Call 0141 123.').isVisible()).toBe(false)
    await upToBooking(visitor)
    await press(page, 'Book')
    await waitUntilBooked(page)
    expect(await bookings(clinic)).toHaveLength(1)
    await leave(visitor)
  })

  it('that can show nothing leaves the number of the clinic on the page [PAGE-01]', async () => {
    const clinic = await harness.clinic()
    const { page } = await open(clinic, {}, {}, service, (page) =>
      page.addInitScript('delete Crypto.prototype.getRandomValues'),
    )
    await page.getByText('Call 0141 123.').waitFor()
    await page.waitForLoadState('load')
    expect(
      await page.evaluate("document.querySelector('clinic-booking').shadowRoot.innerHTML"),
    ).toBe('<slot></slot>')
    expect(await page.getByText('Call 0141 123.').isVisible()).toBe(true)
    await page.context().close()
  })
})

describe('the built script', () => {
  const file = readFileSync(new URL('../../../booking-page/dist/booking.js', import.meta.url))

  it('is small, with separate files for each other language and for the questions after the time [PAGE-02]', () => {
    expect(brotliCompressSync(file).length).toBeLessThanOrEqual(35_000)
    expect(gzipSync(file).length).toBeLessThanOrEqual(35_000)
    const later = String(file).match(/booking-lazy-part-[\w-]+\.js/)?.[0] ?? ''
    // Loaded while the first questions are answered.
    expect(
      brotliCompressSync(
        readFileSync(new URL(`../../../booking-page/dist/${later}`, import.meta.url)),
      ).length,
    ).toBeLessThanOrEqual(12_000)
    expect(new Set(String(file).match(/booking-\w\w-[\w-]+\.js/g)).size).toBeGreaterThanOrEqual(7)
  })
})
