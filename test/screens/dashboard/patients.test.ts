// The screens of patients in Chromium, by roles and labels: the search, a record with all its
// parts, and changing it.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../../support/clinic/harness.ts'
import {
  countReadings,
  createMeera,
  createRecordClinic,
  meera,
} from '../../support/clinic/patient-desk.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  fitsWindow,
  groupByLanguage,
  openDashboard,
  type ScreenLook,
  saveFullScreenshot,
} from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const title = 'Meera Iyer'
const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  harness.operate(name, { workspace: clinic.name, ...input })
const boss = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const openRecord = (clinic: Clinic, patientId: number, options = {}, member?: number) =>
  openDesk(harness, browser, clinic, `patients/${patientId}`, options, member, title)

describe('the page of a patient', () => {
  it('shows the record, the family, visits, packs with movements, payments, messages and who looked [TILL-01]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId } = await createMeera(harness, clinic)
    const { page, complaints } = await openRecord(clinic, patientId, {}, boss(clinic))
    for (const text of ['+919876543210', 'meera@example.org', '12 Apr 1990', 'female'])
      await region(page, 'Record').getByText(text).waitFor()
    await region(page, 'Same phone number').getByRole('link', { name: 'Arjun Iyer' }).waitFor()
    await region(page, 'Upcoming').getByText('Token A-1').waitFor()
    expect(await region(page, 'Upcoming').getByRole('listitem').count()).toBe(3)
    await region(page, 'Past and cancelled')
      .getByRole('listitem')
      .filter({ hasText: 'Cancelled' })
      .waitFor()
    const pack = page.getByRole('article', { name: 'Ten visits' })
    await pack.getByText('9 of 10 sessions left').first().waitFor()
    await pack.getByText('1 movement').click()
    await pack.getByText('Used').waitFor()
    const payments = region(page, 'Payments and receipts')
    await payments
      .getByRole('listitem')
      .filter({ hasText: 'Paid, Card' })
      .getByText('INR 500.00')
      .waitFor()
    await payments.getByRole('link', { name: /^Receipt \d+-2030-000001$/ }).waitFor()
    await region(page, 'Who viewed or changed it').getByText('Viewed it · you').first().waitFor()
    await region(page, 'Messages sent').getByText('No messages sent.').waitFor()
    await saveFullScreenshot(page, 'patient-1400')
    expect(await accessibilityProblems(page)).toEqual([])
    for (const said of [page.url(), await page.title()])
      expect(said).not.toMatch(/meera|iyer|98765/i)
    await region(page, 'Upcoming').getByRole('link', { name: /09:00/ }).click()
    await page
      .getByRole('complementary', { name: 'Visit' })
      .getByRole('link', { name: 'Open the record' })
      .click()
    await heading(page, title).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('is audited once per opening, however often it reloads, and again when it is opened again [TILL-01] [DASH-14]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId } = await createMeera(harness, clinic)
    const { page } = await openRecord(clinic, patientId)
    await region(page, 'Upcoming').getByText('Token A-1').waitFor()
    const before = await countReadings(harness, clinic, patientId)
    expect(before).toBe(1)
    // The page is told of three changes, and shows them.
    for (const clock of ['11:00', '11:15', '11:30']) {
      await book(clinic, { patientPayload: undefined, patientId, ...slotTimes(clock) })
      await region(page, 'Upcoming')
        .getByRole('link', { name: new RegExp(clock) })
        .waitFor()
    }
    await operate(clinic, 'patient-edit', { id: patientId, gender: 'woman' })
    await region(page, 'Record').getByText('woman').waitFor()
    expect(await countReadings(harness, clinic, patientId)).toBe(before)
    await page.reload()
    await region(page, 'Upcoming').getByText('Token A-1').waitFor()
    expect(await countReadings(harness, clinic, patientId)).toBe(before + 1)
    // Through a link to a relative and back: each opening is one entry.
    await region(page, 'Same phone number').getByRole('link', { name: 'Arjun Iyer' }).click()
    await heading(page, 'Arjun Iyer').waitFor()
    await page.goBack()
    await heading(page, title).waitFor()
    await region(page, 'Upcoming').getByText('Token A-1').waitFor()
    // The page of the relative shows her as well.
    expect(await countReadings(harness, clinic, patientId)).toBe(before + 3)
    await page.context().close()
  })

  it('loads page by page, to the last visit [TILL-01]', async () => {
    const clinic = await createRecordClinic(harness)
    const { json } = await book(clinic, { patientPayload: meera, ...slotTimes('09:00') })
    const { patientId } = json.appointment
    const clocks = [
      '09:15',
      '09:30',
      '09:45',
      '10:00',
      '10:15',
      '10:30',
      '10:45',
      '11:00',
      '11:15',
      '11:30',
      '11:45',
    ]
    for (const clock of clocks)
      await book(clinic, { patientPayload: undefined, patientId, ...slotTimes(clock) })
    const { page } = await openRecord(clinic, patientId)
    const upcoming = region(page, 'Upcoming')
    await upcoming.getByRole('button', { name: 'Show more' }).click()
    await upcoming.getByRole('link', { name: new RegExp(clocks.at(-1) as string) }).waitFor()
    expect(await upcoming.getByRole('listitem').count()).toBe(12)
    expect(await upcoming.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    // A change to a visit that is shown appears, on every page of the list.
    await operate(clinic, 'visit-cancel', { id: json.appointment.id })
    await expect.poll(() => upcoming.getByRole('listitem').count()).toBe(11)
    await page.context().close()
  })

  it('loads the page that was asked for also when a change elsewhere comes first [TILL-01] [DASH-16]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId } = (await book(clinic, { patientPayload: meera, ...slotTimes('09:00') }))
      .json.appointment
    const clocks = [
      '09:15',
      '09:30',
      '09:45',
      '10:00',
      '10:15',
      '10:30',
      '10:45',
      '11:00',
      '11:15',
      '11:30',
    ]
    for (const clock of clocks)
      await book(clinic, { patientPayload: undefined, patientId, ...slotTimes(clock) })
    const { page } = await openRecord(clinic, patientId)
    const upcoming = region(page, 'Upcoming')
    const countShownVisits = () => upcoming.getByRole('listitem').count()
    await expect.poll(countShownVisits).toBe(10)
    // The answer with the next page arrives after the answer that the change caused.
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(
      '**/dashboard/api/operations/*',
      (route) => asked.then(() => route.continue()),
      { times: 1 },
    )
    await upcoming.getByRole('button', { name: 'Show more' }).click()
    const read = page.waitForResponse(/operations/)
    await book(clinic, { patientPayload: undefined, patientId, ...slotTimes('11:45') })
    await read
    answer()
    await expect.poll(countShownVisits).toBe(12)
    await page.context().close()
  })

  it('has the parts that the rights allow, and is closed to members who may see no patients [TILL-01] [DASH-11]', async () => {
    const clinic = await createRecordClinic(harness, (file) => {
      Object.assign(file.roles ?? {}, {
        records: {
          displayName: 'Records',
          dashboard: 'reception',
          rights: { money: 'none', visits: 'none', queue: 'none' },
        },
      })
      Object.assign(file.roles ?? {}, {
        books: { displayName: 'Books', dashboard: 'reception', rights: { patients: 'none' } },
      })
      for (const name of ['records', 'books']) {
        const other = structuredClone(file.staff?.['nina-roy'])
        if (file.staff && other)
          file.staff[name] = {
            ...other,
            name,
            email: `${name}@${file.workspace.name}.example`,
            roles: [name],
          } as typeof other
      }
    })
    const { patientId } = await createMeera(harness, clinic)
    const reception = await openRecord(clinic, patientId)
    await region(reception.page, 'Payments and receipts').waitFor()
    const absent = ['Who viewed or changed it', 'Export and erase']
    for (const name of absent) expect(await region(reception.page, name).count(), name).toBe(0)
    const records = await openRecord(clinic, patientId, {}, clinic.id('staff', 'records'))
    await region(records.page, 'Record').getByText('meera@example.org').waitFor()
    for (const name of [
      ...absent,
      'Visits',
      'Payments and receipts',
      'Session packs',
      'Messages sent',
    ])
      expect(await region(records.page, name).count(), name).toBe(0)
    const books = await openDesk(
      harness,
      browser,
      clinic,
      undefined,
      {},
      clinic.id('staff', 'books'),
    )
    expect(await books.page.getByRole('link', { name: 'Patients', exact: true }).count()).toBe(0)
    await books.page.goto(
      `${harness.application.publicUrl()}/dashboard/${clinic.name}/patients/${patientId}`,
    )
    await books.page.getByText('Your role does not let you see this').waitFor()
    for (const { page } of [reception, records, books]) await page.context().close()
  })

  it('of a patient: nothing is cut off in any look, and axe finds nothing [TILL-01] [DASH-19]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId, visit } = await createMeera(harness, clinic)
    const german: ScreenLook = [
      'narrow german',
      { viewport: { width: 320, height: 700 }, locale: 'de' },
    ]
    for (const looks of groupByLanguage([...allLooks, german])) {
      const [[, options]] = looks
      const { page } = await openRecord(clinic, patientId, options, boss(clinic))
      await page.getByText(visit.bookingReference).waitFor()
      await page.getByText('A-1').first().waitFor()
      await expectInEachLook(page, looks, 'patient')
      await page.context().close()
    }
  })
})

describe('the search', () => {
  it('finds by name, phone, number, e-mail and birth, opens by keys alone, and puts no patient data in the address [TILL-01] [DASH-19]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId } = await createMeera(harness, clinic)
    const { mrnNumber } = (await operate(clinic, 'patient-show', { id: patientId })).patient
    const { page, complaints } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Patients')
    await page.keyboard.press('Enter')
    await heading(page, 'Patients').waitFor()
    const field = page.getByRole('searchbox', { name: 'Find a patient' })
    for (const query of ['meer', '43210 ', mrnNumber, 'MEERA@example.org', '1990-04-12']) {
      await field.fill(query)
      await page
        .getByRole('list', { name: 'Patients' })
        .getByRole('link', { name: /Meera Iyer/ })
        .waitFor()
    }
    await saveFullScreenshot(page, 'patients-1400')
    expect(await accessibilityProblems(page)).toEqual([])
    await field.fill('meera iyer')
    await page.getByText('1 patient', { exact: true }).waitFor()
    const seen = await countReadings(harness, clinic, patientId)
    // A change elsewhere does not audit everyone in the list again.
    await book(clinic, { patientPayload: { firstName: 'Tara' }, ...slotTimes('11:00') })
    await operate(clinic, 'patient-edit', { id: patientId, gender: 'woman' })
    await field.press('Enter')
    await heading(page, title).waitFor()
    expect(await countReadings(harness, clinic, patientId)).toBe(seen + 1)
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${clinic.name}/patients/${patientId}`)
    await page.goBack()
    expect(await field.inputValue()).toBe('meera iyer')
    expect(page.url()).not.toMatch(/meera/i)
    await field.fill('zzz')
    await page.getByText('No patients found.').waitFor()
    // Enter may come before the answer.
    await field.fill('meera')
    await field.press('Enter')
    await heading(page, title).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows who comes today and who was opened last before anything is typed, and stores neither in the browser [TILL-01]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId } = await createMeera(harness, clinic)
    await book(clinic, {
      patientPayload: { firstName: 'Ravi' },
      ...slotTimes('12:00', 15, '2030-01-01'),
    })
    const { page } = await openRecord(clinic, patientId)
    await page.getByRole('link', { name: 'All patients' }).click()
    await region(page, 'Opened last')
      .getByRole('link', { name: /Meera Iyer/ })
      .waitFor()
    await region(page, 'Expected today')
      .getByRole('link', { name: /Ravi.*12:00/ })
      .waitFor()
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
    ).not.toMatch(/meera|ravi/i)
    expect(await accessibilityProblems(page)).toEqual([])
    // Another tab knows nothing of it.
    await page.reload()
    await region(page, 'Expected today').waitFor()
    expect(await region(page, 'Opened last').count()).toBe(0)
    await page.context().close()
  })

  it('fits a phone in dark mode, and shows a practitioner who sees own visits only their own patients [TILL-01] [DASH-10]', async () => {
    const clinic = await createRecordClinic(harness, (file) => {
      Object.assign(file.roles ?? {}, {
        healer: { displayName: 'Healer', dashboard: 'practitioner' },
      })
      Object.assign(file.practitioners['meera-shah'] ?? {}, { roles: ['healer'] })
    })
    const { patientId } = await createMeera(harness, clinic)
    const { json } = await book(clinic, {
      patientPayload: { firstName: 'Meena', lastName: 'Rao' },
      ...slotTimes('11:00'),
    })
    const options = { viewport: { width: 320, height: 700 }, colorScheme: 'dark' } as const
    const { page } = await openDesk(
      harness,
      browser,
      clinic,
      'patients',
      options,
      clinic.id('practitioner', 'meera-shah'),
      'Patients',
    )
    await page.getByText('You see only patients who have or had visits with you.').waitFor()
    await saveFullScreenshot(page, 'patients-320-empty')
    await page.getByRole('searchbox').fill('mee')
    await page.getByRole('link', { name: /Meera Iyer/ }).waitFor()
    expect(await page.getByRole('link', { name: /Meena/ }).count()).toBe(0)
    expect([await accessibilityProblems(page), await fitsWindow(page)]).toEqual([[], true])
    await saveFullScreenshot(page, 'patients-320')
    await page.getByRole('link', { name: /Meera Iyer/ }).click()
    await heading(page, title).waitFor()
    // Of her visits only the token with this practitioner; none of her family.
    await region(page, 'Upcoming').getByText('Token A-1').waitFor()
    expect(await region(page, 'Upcoming').getByRole('listitem').count()).toBe(1)
    expect(await region(page, 'Same phone number').count()).toBe(0)
    await page.goto(
      `${harness.application.publicUrl()}/dashboard/${clinic.name}/patients/${json.appointment.patientId}`,
    )
    await page
      .getByRole('alert')
      .filter({ hasText: 'This patient no longer exists.' })
      .getByText(/^PATIENT_NOT_FOUND · /)
      .waitFor()
    expect(patientId).toBeGreaterThan(0)
    await page.context().close()
  })
})

describe('a change of the record', () => {
  it('is validated like the API’s, loses nothing that was typed, and is saved by keys [TILL-01] [DASH-17]', async () => {
    const clinic = await createRecordClinic(harness)
    const { patientId } = await createMeera(harness, clinic)
    await clinic.post(
      '/v1/patients',
      { firstName: 'Tara', mrnNumber: 'OLD-7' },
      { headers: { 'x-acting-user-id': String(boss(clinic)) } },
    )
    const { page, complaints } = await openRecord(clinic, patientId)
    const before = await clinic.bookingRows()
    await button(page, 'Change').focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'Change' })
    const value = (label: string) => form.getByLabel(label, { exact: true })
    await value('First name').fill('Mira')
    await value('E-mail').fill('nowhere')
    await value('Record number').fill('OLD-7')
    await value('City').fill('Jaipur')
    await page.keyboard.press('Enter')
    await form.getByText('This is not valid.').waitFor()
    expect(await value('E-mail').getAttribute('aria-invalid')).toBe('true')
    await saveFullScreenshot(page, 'patient-refused')
    expect(await accessibilityProblems(page)).toEqual([])
    await value('E-mail').fill('mira@example.org')
    await page.keyboard.press('Enter')
    await form
      .getByRole('alert')
      .getByText(/^MRN_TAKEN · /)
      .waitFor()
    for (const [label, typed] of [
      ['First name', 'Mira'],
      ['E-mail', 'mira@example.org'],
      ['Record number', 'OLD-7'],
      ['City', 'Jaipur'],
    ] as const)
      expect(await value(label).inputValue()).toBe(typed)
    // An existing value cannot be removed, and the form says so.
    await value('Gender').fill('')
    await value('Record number').fill('NEW-7')
    await page.keyboard.press('Enter')
    await form.getByText('You can replace a value, but not remove it.').waitFor()
    expect(await clinic.bookingRows()).toBe(before)
    await value('Gender').fill('female')
    await page.keyboard.press('Enter')
    await heading(page, 'Mira Iyer').waitFor()
    for (const text of ['mira@example.org', 'NEW-7', 'Jaipur'])
      await region(page, 'Record').getByText(text).waitFor()
    const [entry] = (await operate(clinic, 'audit-show', { patientId })).filter(
      ({ action }: Json) => action === 'CHANGED',
    )
    expect(entry).toMatchObject({
      actingUserId: clinic.id('staff', 'nina-roy'),
      changed: ['mrnNumber', 'firstName', 'email', 'patientAddress'],
    })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each(['hears of it', 'hears nothing'])(
    'by two at once is noticed by the slower one and %s, and neither is lost [TILL-01]',
    async (how) => {
      const clinic = await createRecordClinic(harness)
      const { patientId } = await createMeera(harness, clinic)
      const { page } = await openRecord(clinic, patientId)
      if (how === 'hears nothing') {
        await page.context().route('**/dashboard/api/events/**', (route) => route.abort())
        await page.reload()
        await heading(page, title).waitFor()
      }
      await button(page, 'Change').click()
      const form = page.getByRole('form', { name: 'Change' })
      await form.getByLabel('Last name').fill('Rao')
      await operate(clinic, 'patient-edit', { id: patientId, phoneNumber: '9811111111' })
      if (how === 'hears nothing') {
        await button(page, 'Save').click()
        await form
          .getByRole('alert')
          .getByText(/^PATIENT_CONFLICT · /)
          .waitFor()
      }
      const told = form
        .getByRole('alert')
        .filter({ hasText: 'Someone else has changed this record' })
        .filter({ hasText: 'The record now says' })
      await told.getByText('Phone: 9811111111').waitFor()
      expect((await operate(clinic, 'patient-show', { id: patientId })).patient).toMatchObject({
        lastName: 'Iyer',
        phoneNumber: '9811111111',
      })
      expect(await form.getByLabel('Last name').inputValue()).toBe('Rao')
      await saveFullScreenshot(page, `patient-meanwhile-${how.split(' ').at(-1)}`)
      await told.getByRole('button', { name: 'Continue with this version' }).click()
      expect(await form.getByLabel('Phone').inputValue()).toBe('9811111111')
      await button(page, 'Save').click()
      await heading(page, 'Meera Rao').waitFor()
      expect((await operate(clinic, 'patient-show', { id: patientId })).patient).toMatchObject({
        lastName: 'Rao',
        phoneNumber: '9811111111',
      })
      await page.context().close()
    },
    120_000,
  )
})
