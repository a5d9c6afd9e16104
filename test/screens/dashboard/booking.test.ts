// A visit that is booked at the desk as a follow-up, with a pack, at another length, at a discount,
// through the screen, in Chromium.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import { book, type Clinic, type Json, slotTimes } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const form = (page: Page) => page.getByRole('complementary', { name: 'New visit' })
const price = (page: Page) => form(page).getByRole('status').filter({ hasText: 'Price' })

function withPacks(file: ClinicFile) {
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
  file.workspace.paymentMethods = ['INSURANCE']
}

/** Opens a free time on the tests' Monday and chooses Meera. */
async function openFor(clinic: Clinic, clock: string) {
  const desk = await openDesk(harness, browser, clinic)
  await desk.page
    .getByRole('gridcell', { name: `${clock}, free` })
    .first()
    .click()
  await form(desk.page).getByRole('combobox', { name: 'Patient' }).fill('meera')
  await form(desk.page)
    .getByRole('option', { name: /Meera Iyer/ })
    .click()
  return desk
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Visit', exact: true })
/** Waits until the panel of the visit says so. */
const seeFact = (page: Page, name: string, fact: string) =>
  panel(page).locator(`dt:text-is("${name}") + dd:text-is("${fact}")`).waitFor()

const bookIt = async (page: Page) => {
  await form(page).getByRole('button', { name: 'Book', exact: true }).click()
  await page
    .getByRole('complementary', { name: 'Visit' })
    .getByRole('heading', { name: 'Meera Iyer' })
    .waitFor()
}

/** The last visit of the clinic, as it was booked. */
async function loadLastVisit({ workspaceId }: Clinic): Promise<Json> {
  const [row] = await harness.sql(
    `select a.follow_up, a.charge_minor::int as charge, a.discount_minor::int as discount, a.discount_reason as reason, a.room_id::int as room, a.patient_package_id::int as pack,
       extract(epoch from a.to_at - a.from_at)::int / 60 as minutes, a.payment_status as status, a.payment_mode as mode
     from appointments a where a.workspace_id = $1 order by a.id desc limit 1`,
    [workspaceId],
  )
  return row
}

it('costs what a follow-up costs once it is booked as one, and says so before and after [DAY-04] [DAY-02]', async () => {
  const clinic = await createClinicWithDesk(harness, withPacks)
  const { id } = (
    await book(clinic, { patientPayload: meera, ...slotTimes('09:00', 15, '2030-01-04') })
  ).json.appointment
  await harness.sql("update appointments set status = 'COMPLETED' where id = $1", [id])
  const { page, complaints } = await openFor(clinic, '10:00')
  await price(page).getByText('500.00').waitFor()
  await form(page).getByRole('radio', { name: 'A follow-up' }).check()
  await price(page).getByText('200.00').waitFor()
  await price(page).getByText('The price of a follow-up.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'booking-follow-up')
  await bookIt(page)
  expect(await loadLastVisit(clinic)).toMatchObject({
    follow_up: true,
    charge: 20_000,
    pack: null,
    status: 'UNPAID',
  })
  await seeFact(page, 'Booked as', 'A follow-up')
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is paid by a pack of the patient, which says how many sessions are then left, or buys one [DAY-04] [DAY-05] [DAY-02]', async () => {
  const clinic = await createClinicWithDesk(harness, withPacks)
  const { patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
  const { id: pack } = await harness.operate('packs-grant', {
    workspace: clinic.name,
    patientId,
    pack: 'ten',
  })
  const { page, complaints } = await openFor(clinic, '10:00')
  await form(page).getByRole('radio', { name: 'Buy Ten visits, 10 sessions' }).check()
  await price(page).getByText('4,000.00').waitFor()
  await form(page)
    .getByRole('radio', { name: /^From Ten visits: 10 left, until/ })
    .check()
  await price(page).getByText('Paid by Ten visits, of which 9 are then left.').waitFor()
  await price(page).getByText('0.00').waitFor()
  expect(await form(page).getByLabel('Payment').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await bookIt(page)
  expect(await loadLastVisit(clinic)).toMatchObject({ pack, charge: 0 })
  await seeFact(page, 'Booked as', 'Session pack')
  // Not by cash, which no one has paid.
  await panel(page).getByRole('region', { name: 'Money' }).getByText('Paid, Session pack').waitFor()
  expect(
    await harness.sql('select cause, sessions from pack_movements where patient_pack_id = $1', [
      pack,
    ]),
  ).toContainEqual({ cause: 'USED', sessions: -1 })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is begun from a record for its patient, and from a completed visit for the next one with its practitioner [DAY-03]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id, patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
  await harness.sql("update appointments set status = 'COMPLETED' where id = $1", [id])
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `patients/${patientId}`,
    undefined,
    undefined,
    /Meera/,
  )
  await page.getByRole('link', { name: 'New visit' }).click()
  await form(page).getByText('Meera Iyer').waitFor()
  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wednesday 2 January' }).waitFor()
  await page.reload()
  await form(page).getByText('Meera Iyer').waitFor()
  // The patient can still be another one.
  await form(page).getByRole('button', { name: 'Another patient' }).click()
  await form(page).getByRole('combobox', { name: 'Patient' }).waitFor()
  await page.goto(page.url().replace(/day\?.*/, `day?date=2030-01-07&visit=${id}`))
  await page.getByRole('link', { name: 'Next visit …' }).click()
  await form(page).getByText('Meera Iyer').waitFor()
  // The next free times of the practitioner, on whatever day; today is the first.
  await form(page).getByRole('button', { name: 'Tue 1 Jan · 09:15' }).click()
  await price(page).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await bookIt(page)
  expect(
    await harness.sql(
      'select count(*)::int as visits, count(distinct patient_id)::int as patients from appointments where workspace_id = $1',
      [clinic.workspaceId],
    ),
  ).toEqual([{ visits: 2, patients: 1 }])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('has the chosen length, room, discount with its reason and a method of the location; a time that does not fit the length leads to others [DAY-04] [DAY-05] [DAY-06] [DAY-02]', async () => {
  const clinic = await createClinicWithDesk(harness, withPacks)
  await book(clinic, { patientPayload: meera })
  const { page, complaints } = await openFor(clinic, '10:15')
  await form(page).getByLabel('Length').selectOption('30 min')
  await form(page).getByRole('alert').waitFor()
  await form(page)
    .getByRole('button', { name: /· 10:30$/ })
    .click()
  await form(page).getByText('10:30–11:00').waitFor()
  await price(page).getByText('900.00').waitFor()
  await form(page).getByLabel('Room').selectOption('room-1')
  await form(page).getByRole('button', { name: 'Discount …' }).click()
  await page.keyboard.type('50')
  const submit = form(page).getByRole('button', { name: 'Book', exact: true })
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await form(page).getByLabel('Discount reason').fill('Staff family')
  await price(page).getByText('850.00').waitFor()
  await price(page)
    .getByText(/900\.00 less INR.50\.00\./)
    .waitFor()
  expect(await form(page).getByLabel('Payment').locator('option').allTextContents()).toEqual([
    'Later, at the clinic',
    'Cash',
    'Card',
    'UPI',
    'Bank transfer',
    'INSURANCE',
    'Other',
  ])
  await form(page).getByLabel('Payment').selectOption('INSURANCE')
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'booking-terms')
  await bookIt(page)
  expect(await loadLastVisit(clinic)).toEqual({
    follow_up: false,
    charge: 90_000,
    discount: 5_000,
    reason: 'Staff family',
    room: clinic.id('room', 'jaipur/room-1'),
    pack: null,
    minutes: 30,
    status: 'PAID',
    mode: 'INSURANCE',
  })
  await panel(page)
    .getByRole('region', { name: 'Money' })
    .getByText(/INR.900\.00 less INR.50\.00\. Staff family/)
    .waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is booked with a part of the price paid now, and the rest due [DAY-05] [DAY-10]', async () => {
  const clinic = await createClinicWithDesk(harness, withPacks)
  await book(clinic, { patientPayload: meera })
  const { page, complaints } = await openFor(clinic, '10:00')
  await price(page).getByText('500.00').waitFor()
  await form(page).getByLabel('Payment').selectOption('Card')
  const amount = form(page).getByLabel('Amount paid now')
  expect(await amount.inputValue()).toBe('500.00')
  await amount.fill('501')
  await form(page)
    .getByText(/Enter an amount up to INR.500\.00\./)
    .waitFor()
  expect(await form(page).getByRole('button', { name: 'Book', exact: true }).isDisabled()).toBe(
    true,
  )
  await amount.fill('150.25')
  await form(page)
    .getByText(/INR.349\.75 stays due\./)
    .waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'booking-part')
  await bookIt(page)
  await page
    .getByRole('region', { name: 'Money' })
    .getByText(/INR.150\.25 of INR.500\.00 is paid\./)
    .waitFor()
  expect(await loadLastVisit(clinic)).toMatchObject({ status: 'UNPAID', charge: 50_000 })
  expect(
    await harness.sql(
      'select method, amount_minor::int as minor from desk_payments where workspace_id = $1',
      [clinic.workspaceId],
    ),
  ).toEqual([{ method: 'CARD', minor: 15_025 }])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is of the kind that is chosen, each with its price [DAY-04]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, { patientPayload: meera })
  const { page, complaints } = await openFor(clinic, '10:00')
  const mode = form(page).getByLabel('Mode')
  await expect
    .poll(() => mode.locator('option').allTextContents())
    .toEqual([
      expect.stringMatching(/^At the clinic, INR.500\.00$/),
      expect.stringMatching(/^Online, INR.400\.00$/),
      expect.stringMatching(/^Walk-in, INR.500\.00$/),
    ])
  await mode.selectOption('ONLINE')
  await price(page).getByText('400.00').waitFor()
  await bookIt(page)
  expect(await loadLastVisit(clinic)).toMatchObject({ charge: 40_000 })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('finds a free time by practitioner, kind and day where none was clicked [DAY-03]', async () => {
  const clinic = await createClinicWithDesk(harness)
  await book(clinic, { patientPayload: meera })
  const { page, complaints } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07')
  await page.getByRole('button', { name: 'New visit' }).click()
  const times = form(page).getByRole('group', { name: 'Free times' })
  await times.getByLabel('Mode').selectOption('Online')
  await times.getByLabel('From').fill('2030-01-09')
  await times.getByRole('button', { name: /^Wed 9 Jan · 09:00/ }).waitFor()
  await saveScreenshot(page, 'booking-times')
  expect(await accessibilityProblems(page)).toEqual([])
  await times.getByRole('button', { name: /^Wed 9 Jan · 09:00/ }).click()
  await form(page).getByText('09:00–09:15').waitFor()
  await form(page).getByRole('combobox', { name: 'Patient' }).fill('meera')
  await form(page)
    .getByRole('option', { name: /Meera Iyer/ })
    .click()
  await price(page).getByText('400.00').waitFor()
  await bookIt(page)
  expect(
    await harness.sql(
      'select mode, appointment_date::text as date from appointments where workspace_id = $1 order by id desc limit 1',
      [clinic.workspaceId],
    ),
  ).toEqual([{ mode: 'ONLINE', date: '2030-01-09' }])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is for the patient who has the phone that was typed, or for a new patient with it, whose name may have one letter [DAY-03]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const other = { firstName: 'Ravi', lastName: 'Iyer', phoneNumber: meera.phoneNumber }
  for (const [index, patientPayload] of [meera, other].entries())
    await book(clinic, { patientPayload, ...slotTimes(['09:00', '09:15'][index] ?? '') })
  const { page, complaints } = await openDesk(harness, browser, clinic)
  await page.getByRole('gridcell', { name: '10:00, free' }).first().click()
  const patient = form(page).getByRole('combobox', { name: 'Patient' })
  // The family on the phone comes first.
  await patient.fill('98765 43210')
  await form(page).getByRole('option', { name: 'New patient, +919876543210' }).waitFor()
  expect(await form(page).getByRole('listbox').getByRole('option').allTextContents()).toEqual([
    expect.stringMatching(/^Meera Iyer/),
    expect.stringMatching(/^Ravi Iyer/),
    'New patient, +919876543210',
  ])
  await saveScreenshot(page, 'booking-family')
  await patient.fill('98765 00077')
  await form(page).getByText('No patient has this number.').waitFor()
  await form(page).getByRole('option', { name: 'New patient, +919876500077' }).click()
  const submit = form(page).getByRole('button', { name: 'Book', exact: true })
  expect(await submit.isDisabled()).toBe(true)
  // The name is asked for next.
  await page.keyboard.type('O')
  const phone = form(page).getByLabel('Phone')
  await phone.fill('12345')
  await form(page)
    .getByText('This is not a complete phone number in +91. Check it, or leave it empty.')
    .waitFor()
  await submit.click()
  expect(
    await harness.sql("select id from patients where workspace_id = $1 and first_name = 'O'", [
      clinic.workspaceId,
    ]),
  ).toEqual([])
  await phone.fill('9876500077')
  await form(page).getByText('+919876500077').waitFor()
  await form(page).getByLabel('Gender').fill('female')
  await form(page).getByLabel('E-mail').fill('o@example.org')
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'booking-new')
  await submit.click()
  await page
    .getByRole('complementary', { name: 'Visit' })
    .getByRole('heading', { name: 'O', exact: true })
    .waitFor()
  expect(
    await harness.sql(
      "select phone_normalised as phone, gender, email from patients where workspace_id = $1 and first_name = 'O'",
      [clinic.workspaceId],
    ),
  ).toEqual([{ phone: '+919876500077', gender: 'female', email: 'o@example.org' }])
  // The service refuses such a number too, whatever a page sends.
  const booking = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    mode: 'OFFLINE',
    ...slotTimes('11:00'),
  }
  const refused = harness.operate('visit-book', {
    workspace: clinic.name,
    ...booking,
    patientPayload: { firstName: 'P', phoneNumber: '12345' },
  })
  await expect(refused).rejects.toThrow('too short or too long')
  expect(
    await harness.sql("select id from patients where workspace_id = $1 and first_name = 'P'", [
      clinic.workspaceId,
    ]),
  ).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('is booked as an emergency in a room, and its kind and room are changed afterwards in the panel [DAY-14] [DAY-04]', async () => {
  const clinic = await createClinicWithDesk(harness, (file) => {
    Object.assign(file.locations.jaipur ?? {}, { rooms: ['one', 'two'] })
  })
  await book(clinic, { patientPayload: meera, ...slotTimes('09:00', 15, '2030-01-04') })
  const { page, complaints } = await openFor(clinic, '10:00')
  await form(page).getByLabel('Kind of visit').selectOption({ label: 'Emergency' })
  await form(page).getByLabel('Room').selectOption({ label: 'one' })
  await bookIt(page)
  await panel(page).getByText('Emergency').waitFor()
  expect(await page.getByRole('gridcell', { name: /10:00.*Meera Iyer.*Emergency/ }).count()).toBe(1)
  await panel(page).getByRole('button', { name: 'Change kind or room' }).click()
  const edit = panel(page).getByRole('form', { name: 'Change kind or room' })
  await edit.getByLabel('Kind of visit').selectOption({ label: 'Procedure' })
  await edit.getByLabel('Room').selectOption({ label: 'two' })
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'kind-and-room')
  await edit.getByRole('button', { name: 'Save' }).click()
  await panel(page).getByRole('definition').filter({ hasText: 'Procedure' }).waitFor()
  await panel(page).getByRole('definition').filter({ hasText: 'two' }).waitFor()
  const rows = await harness.sql(
    'select a.type, r.name from appointments a join rooms r using (workspace_id) where r.id = a.room_id and a.workspace_id = $1',
    [clinic.workspaceId],
  )
  expect(rows).toEqual([{ type: 'PROCEDURE', name: 'two' }])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('says of what kind it is, and whether it is a follow-up or of a pack, alike in the grid, the list and on paper [DAY-02] [DAY-13]', async () => {
  const clinic = await createClinicWithDesk(harness, withPacks)
  const { id, patientId } = (
    await book(clinic, { patientPayload: meera, ...slotTimes('09:00', 15, '2030-01-04') })
  ).json.appointment
  await harness.sql("update appointments set status = 'COMPLETED' where id = $1", [id])
  const { id: pack } = await harness.operate('packs-grant', {
    workspace: clinic.name,
    patientId,
    pack: 'ten',
  })
  const asha = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    mode: 'OFFLINE',
    patientId,
  }
  for (const [clock, terms] of Object.entries({
    '09:00': { type: 'EMERGENCY' },
    '09:15': { followUp: true },
    '09:30': { patientPackageId: pack },
  }))
    await harness.operate('visit-book', {
      workspace: clinic.name,
      ...asha,
      ...slotTimes(clock),
      ...terms,
    })
  const { page, complaints } = await openDesk(harness, browser, clinic)
  const marks = { '09:00': 'Emergency', '09:15': 'follow-up', '09:30': 'pack' }
  for (const [clock, mark] of Object.entries(marks))
    await page
      .getByRole('gridcell', { name: new RegExp(`${clock}.*Meera Iyer.*${mark}`) })
      .waitFor()
  await page.getByText('List', { exact: true }).click()
  for (const [clock, mark] of Object.entries(marks))
    await page.getByRole('button', { name: new RegExp(`^${clock}.*Meera Iyer.*${mark}`) }).waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const [clock, mark] of Object.entries(marks))
    await page.getByRole('row', { name: new RegExp(`^${clock}.*Meera Iyer.*${mark}`) }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

it('has its forms at hand for the keyboard: the first field of each has the focus [DASH-19]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id } = (await book(clinic, { patientPayload: meera, ...slotTimes('10:00') })).json
    .appointment
  const { page } = await openDesk(harness, browser, clinic, `day?date=2030-01-07&visit=${id}`)
  const focused = page.locator(':focus')
  for (const [opens, field] of [
    ['Change kind or room', 'Kind of visit'],
    ['Move …', 'From'],
    ['Edit notes', 'Notes'],
  ] as const) {
    await panel(page).getByRole('button', { name: opens }).focus()
    await page.keyboard.press('Enter')
    await panel(page).getByLabel(field).and(focused).waitFor()
    await panel(page)
      .getByRole('button', { name: /^(Go back|Discard)$/ })
      .click()
  }
  await page.context().close()
})

it('is booked as what is on offer where it is, although something else was chosen at another time or location [DAY-04] [DASH-17]', async () => {
  const clinic = await createClinicWithDesk(harness, ({ practitioners }) => {
    const second = structuredClone(practitioners['asha-rao']) as (typeof practitioners)[string]
    practitioners.second = {
      ...second,
      email: 'second@else.example',
      roles: [],
      profile: { published: true, name: 'Dr Vikram Shah' },
    }
  })
  const { id } = (
    await book(clinic, { patientPayload: meera, ...slotTimes('09:00', 15, '2030-01-04') })
  ).json.appointment
  await harness.sql("update appointments set status = 'COMPLETED' where id = $1", [id])
  const { page, complaints } = await openFor(clinic, '10:00')
  await form(page).getByRole('radio', { name: 'A follow-up' }).check()
  await price(page).getByText('200.00').waitFor()
  // Only Dr Asha Rao can follow it up.
  await page
    .getByRole('row', { name: /Dr Vikram Shah/ })
    .getByRole('gridcell', { name: '10:00, free' })
    .click()
  await price(page).getByText('500.00').waitFor()
  expect(await form(page).getByRole('alert').count()).toBe(0)
  await form(page).getByLabel('Room').selectOption('room-1')
  await form(page).getByLabel('Payment').selectOption('UPI')
  // UPI and the room are not in Berlin.
  await page.getByLabel('Location').selectOption('Berlin')
  await page.getByRole('gridcell', { name: '10:00, free' }).first().click()
  await price(page).getByText('60.00').waitFor()
  await bookIt(page)
  expect(await loadLastVisit(clinic)).toMatchObject({
    follow_up: false,
    charge: 6_000,
    room: null,
    status: 'UNPAID',
  })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('offers the visit types first, and books one at its length, price and room in as many clicks as a length [RULE-09] [DAY-04] [DAY-02]', async () => {
  const clinic = await createClinicWithDesk(harness, (file) => {
    file.visitTypes = {
      check: { displayName: 'Skin check', minutes: 45, rooms: ['jaipur/room-2'] },
      long: { displayName: 'Long visit', tier: 'long', modes: ['ONLINE'] },
    }
  })
  await book(clinic, { patientPayload: meera, ...slotTimes('12:45') })
  const { page, complaints } = await openFor(clinic, '10:30')
  const types = form(page).getByLabel('Visit type')
  expect(await types.locator('option').allInnerTexts()).toEqual([
    'Skin check, 45 min',
    'Long visit, 30 min',
    '15 min',
    '10 min',
  ])
  await price(page).getByText('500.00').waitFor()
  await types.selectOption('Long visit, 30 min')
  await price(page).getByText('900.00').waitFor()
  expect(await form(page).getByLabel('Mode').count()).toBe(0)
  await types.selectOption('Skin check, 45 min')
  await price(page).getByText('500.00').waitFor()
  await form(page).getByText('10:30–11:15').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'booking-visit-type')
  await bookIt(page)
  expect(await loadLastVisit(clinic)).toMatchObject({
    minutes: 45,
    room: clinic.id('room', 'jaipur/room-2'),
  })
  await seeFact(page, 'Visit type', 'Skin check')
  await page
    .getByRole('gridcell', { name: /Meera Iyer.*Skin check/ })
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})
