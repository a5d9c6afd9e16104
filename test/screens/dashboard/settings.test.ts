// The settings in Chromium, by roles and labels: forms, the plan, versions, the clinic file.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { book, type Clinic, listSlots } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { tabToField } from '../../support/screens/by-keyboard.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const described = async (clinic: Clinic) =>
  (await harness.operate('settings-show', { workspace: clinic.name })).description

/** Opens a part of the settings as the clinic's owner. */
function openSettings(
  clinic: Clinic,
  section: string,
  options = {},
  title: string | RegExp = 'Settings',
) {
  return openDesk(
    harness,
    browser,
    clinic,
    `settings?${section}`,
    options,
    clinic.id('practitioner', 'asha-rao'),
    title,
  )
}

describe('the settings', () => {
  it('say what patients may book, for the clinic and a practitioner, previewed on a day before they are applied [RULE-01] [RULE-03] [SETUP-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openSettings(clinic, 'section=rules')
    await page.getByLabel('Minutes free between visits').fill('15')
    await page.getByLabel('New patients', { exact: true }).selectOption('Only new patients')
    await saveScreenshot(page, 'settings-rules')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Practitioners' }).click()
    await page.getByRole('link', { name: /Asha Rao/ }).click()
    const practice = region(page, 'Works at these locations')
    await practice.getByRole('textbox', { name: 'Preview a day' }).fill('2030-01-08')
    await region(page, 'Preview a day')
      .getByText(/14 free times, 0 taken/)
      .waitFor()
    await button(page, 'Preview the changes').click()
    await page
      .getByRole('row', { name: /Clinic › Rules for patients .*New patients: Only new patients/ })
      .waitFor()
    await button(page, 'Apply').click()
    await page.getByText('Applied as version 2.').waitFor()
    await saveScreenshot(page, 'settings-applied')
    expect((await described(clinic)).workspace.patientRules).toEqual({
      gapMinutes: 15,
      newPatients: 'only',
    })
    expect(complaints).toEqual([])
  })

  it('add a visit type with rooms and rules by a form, previewed on a day before it is applied [RULE-09] [SETUP-01] [SETUP-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openSettings(clinic, 'section=types')
    await page.getByRole('form', { name: 'Add a visit type' }).getByLabel('Name').fill('Skin check')
    await button(page, 'Add a visit type').click()
    await page.getByLabel('Minutes', { exact: true }).fill('30')
    await page.getByRole('group', { name: 'Modes' }).getByText('At the clinic').click()
    await page.getByRole('combobox', { name: 'Practitioners' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Asha Rao' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Rooms' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Jaipur, room-1' }).click()
    await page.keyboard.press('Escape')
    await button(page, 'Add: Rules for patients').click()
    await page.getByLabel('Minutes free between visits').fill('15')
    expect(await accessibilityProblems(page)).toEqual([])
    await saveScreenshot(page, 'settings-visit-type')
    await page.getByRole('link', { name: 'Practitioners' }).click()
    await page.getByRole('link', { name: /Asha Rao/ }).click()
    const practice = region(page, 'Works at these locations')
    await practice.getByRole('textbox', { name: 'Preview a day' }).fill('2030-01-08')
    await practice.getByLabel('Previewed visits').selectOption('Skin check')
    await region(page, 'Preview a day')
      .getByText(/9 free times, 0 taken/)
      .waitFor()
    await button(page, 'Preview the changes').click()
    await button(page, 'Apply').click()
    await page.getByText('Applied as version 2.').waitFor()
    expect((await described(clinic)).visitTypes).toEqual({
      'skin-check': {
        displayName: 'Skin check',
        minutes: 30,
        modes: ['OFFLINE'],
        practitioners: ['asha-rao'],
        rooms: ['jaipur/room-1'],
        patientRules: { gapMinutes: 15 },
      },
    })
    expect(complaints).toEqual([])
  })

  it('change hours and a fee by forms: the plan lists visits that lose their place, a day is previewed, and bookings follow at once [SETUP-01] [SETUP-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    await book(clinic)
    const { page, complaints } = await openSettings(clinic, 'section=practitioners&name=asha-rao')
    const practice = region(page, 'Works at these locations')
    await practice.getByRole('group', { name: 'The week, with 10 periods of hours' }).waitFor()
    await practice.getByText('Type the hours instead').click()
    const morning = practice.getByRole('group', { name: 'Hours 1', exact: true })
    await morning.getByRole('combobox', { name: 'From' }).fill('10:00')
    await practice
      .getByRole('group', { name: 'Fees 1', exact: true })
      .getByLabel('Amount')
      .fill('650')
    const plan = region(page, 'Unsaved changes')
    await plan.getByText('2 changes not applied yet').waitFor()
    await practice.getByRole('textbox', { name: 'Preview a day' }).fill('2030-01-08')
    await region(page, 'Preview a day')
      .getByText(/24 free times, 0 taken/)
      .waitFor()
    await button(page, 'Preview the changes').click()
    await region(page, 'What will change')
      .getByRole('row', {
        name: /^Practitioners › Asha Rao › Locations › Jaipur › Fees .*Amount: 500.* Mode: At the clinic · Amount: 650/,
      })
      .waitFor()
    await region(page, 'What will change')
      .getByText('1 upcoming visit is no longer in working hours')
      .waitFor()
    await saveScreenshot(page, 'settings-plan')
    expect(await accessibilityProblems(page)).toEqual([])
    expect((await described(clinic)).practitioners['asha-rao'].at.jaipur.fees[0].amount).toBe(500)
    await button(page, 'Apply').click()
    await plan.waitFor({ state: 'detached' })
    const after = (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-08')).json
    expect(after.slots[0].fromDateTimeIso).toContain('T10:00')
    expect(after.slots).toHaveLength(24)
    expect((await described(clinic)).practitioners['asha-rao'].at.jaipur.fees[0]).toEqual({
      mode: 'OFFLINE',
      amount: 650,
    })
    await page.reload()
    await saveScreenshot(page, 'settings-practitioner')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('add a practitioner with hours and a fee, by the keyboard where a name is typed, and show every mistake at its field [SETUP-01]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openSettings(clinic, 'section=practitioners')
    await page
      .getByRole('form', { name: 'Add a practitioner' })
      .getByLabel('Name')
      .fill('Lena Maier')
    await page.keyboard.press('Enter')
    await region(page, 'Lena Maier').getByRole('button', { name: 'Add: Jaipur' }).click()
    const practice = region(page, 'Works at these locations')
    await practice.getByText('Type the hours instead').click()
    await practice.getByRole('button', { name: 'Add a row: Hours' }).click()
    await button(page, 'Preview the changes').click()
    const alert = page.getByRole('alert')
    await alert.getByText('Practitioners › Lena Maier › Specialization').waitFor()
    await saveScreenshot(page, 'settings-mistakes')
    const specialization = region(page, 'Lena Maier')
      .getByRole('textbox', { name: 'Specialization', exact: true })
      .first()
    expect(await specialization.getAttribute('aria-invalid')).toBe('true')
    await specialization.fill('Dermatology')
    expect(await specialization.getAttribute('aria-invalid')).not.toBe('true')
    const hours = practice.getByRole('group', { name: 'Hours 1', exact: true })
    await hours.getByRole('combobox', { name: 'From' }).fill('9 am')
    await hours.getByRole('combobox', { name: 'To' }).fill('12')
    for (const [field, value] of [
      ['Days', 'Mon'],
      ['Modes', 'At the clinic'],
    ] as const) {
      await hours.getByRole('group', { name: field }).getByText(value, { exact: true }).click()
    }
    const fee = practice.getByRole('group', { name: 'Fees 1', exact: true })
    await fee.getByLabel('Amount').fill('700')
    await button(page, 'Preview the changes').click()
    await button(page, 'Apply').click()
    await region(page, 'Unsaved changes').waitFor({ state: 'detached' })
    const ids = await harness.operate('ids', { workspace: clinic.name })
    const slots = await clinic.get(
      `/v1/appointments/available-slots?addressId=${ids.location.jaipur}&doctorId=${ids.practitioner['lena-maier']}&appointmentDate=2030-01-07`,
    )
    expect(slots.json.slots).toHaveLength(12)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are changed by the keyboard alone [SETUP-01] [DASH-22]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openSettings(clinic, 'section=clinic')
    await tabToField(page, 'link', 'Locations')
    await page.keyboard.press('Enter')
    await tabToField(page, 'link', /^Jaipur/i)
    await page.keyboard.press('Enter')
    await tabToField(page, 'textbox', 'City')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Jodhpur')
    await tabToField(page, 'button', 'Preview the changes')
    await page.keyboard.press('Enter')
    // The plan gets the focus once it is there.
    await region(page, 'What will change').getByText('Jodhpur').waitFor()
    await tabToField(page, 'button', 'Apply')
    await page.keyboard.press('Enter')
    await region(page, 'Unsaved changes').waitFor({ state: 'detached' })
    expect((await described(clinic)).locations.jaipur.city).toBe('Jodhpur')
    await page.context().close()
  })

  it('keep the input of two managers: the second sees what changed, and applies on top of it [SETUP-03]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const [{ page: first }, { page: second }] = await Promise.all([
      openSettings(clinic, 'section=clinic'),
      openSettings(clinic, 'section=locations&name=jaipur'),
    ])
    await first.getByRole('textbox', { name: 'Title', exact: true }).fill('Sunrise and Moonlight')
    await region(second, 'Jaipur')
      .getByRole('textbox', { name: 'City', exact: true })
      .fill('Jodhpur')
    await button(second, 'Preview the changes').click()
    await button(second, 'Apply').waitFor()
    await button(first, 'Preview the changes').click()
    await button(first, 'Apply').click()
    await region(first, 'Unsaved changes').waitFor({ state: 'detached' })
    await button(second, 'Apply').click()
    const alert = second
      .getByRole('alert')
      .filter({ hasText: 'changed the settings after you opened them' })
    await alert.getByText('Clinic › Title').waitFor()
    await saveScreenshot(second, 'settings-meanwhile')
    await button(second, 'Reload the current settings').click()
    await button(second, 'Preview the changes').click()
    await button(second, 'Apply').click()
    await region(second, 'Unsaved changes').waitFor({ state: 'detached' })
    expect(await described(clinic)).toMatchObject({
      workspace: { title: 'Sunrise and Moonlight' },
      locations: { jaipur: { city: 'Jodhpur' } },
    })
    for (const page of [first, second]) await page.context().close()
  })

  it('are closed on a day of the calendar, compared by version, and restored [SETUP-03] [SETUP-04]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openSettings(clinic, 'section=closed')
    await button(page, 'Next month').click()
    const [day] = await page.locator('button[aria-pressed]').all()
    await day?.click()
    await page.locator('button[aria-pressed=true]').waitFor()
    await saveScreenshot(page, 'settings-closed')
    expect(await accessibilityProblems(page)).toEqual([])
    await button(page, 'Preview the changes').click()
    await button(page, 'Apply').click()
    await region(page, 'Unsaved changes').waitFor({ state: 'detached' })
    expect((await described(clinic)).workspace.closed).toHaveLength(1)
    await page.getByRole('link', { name: 'Versions' }).click()
    await button(page, 'View version 2').click()
    await page.getByRole('row', { name: /^Clinic › Closing days/ }).waitFor()
    await button(page, 'View version 1').click()
    await button(page, 'Preview restoring it').click()
    await saveScreenshot(page, 'settings-versions')
    await button(page, 'Restore version 1').click()
    await page.getByText('version 1, restored').waitFor()
    expect((await described(clinic)).workspace.closed).toBeUndefined()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are exported as a clinic file, and imported from one after its plan is shown [SETUP-02]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openSettings(clinic, 'section=file')
    const downloading = page.waitForEvent('download')
    await button(page, 'Download the clinic file').click()
    const file = await (await downloading).path()
    const source = readFileSync(file, 'utf8')
    expect(source).toContain(`name: ${clinic.name}`)
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Import a clinic file').click()
    await (await choosing).setFiles({
      name: 'clinic.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(source.replace('city: Jaipur', 'city: Jodhpur')),
    })
    await page.getByRole('row', { name: /^Locations › Jaipur › City Jaipur Jodhpur/ }).waitFor()
    await button(page, 'Apply').click()
    await page.getByText('Applied as version 2.').waitFor()
    expect((await described(clinic)).locations.jaipur.city).toBe('Jodhpur')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('invite a new member of the staff, revoke the link, and are closed to members who may not change them [SETUP-08] [DASH-04] [DASH-10]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page } = await openSettings(clinic, 'section=staff')
    await page.getByRole('form', { name: 'Add a staff member' }).getByLabel('Name').fill('Lea Kern')
    await page.keyboard.press('Enter')
    const lea = region(page, 'Lea Kern')
    await lea.getByRole('textbox', { name: 'E-mail', exact: true }).fill('lea@clinic.example')
    for (const [field, value] of [
      ['Roles', 'desk'],
      ['Locations', 'Jaipur'],
    ] as const) {
      await lea.getByRole('combobox', { name: field }).focus()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('option', { name: value }).click()
      await page.keyboard.press('Escape')
    }
    await button(page, 'Preview the changes').click()
    await button(page, 'Apply').click()
    await lea.getByRole('button', { name: 'Make a link for the first sign-in' }).click()
    await lea.getByText(/\/dashboard\/invitation#/).waitFor()
    const links = region(page, 'Open links')
    await links.getByText('Lea Kern: invitation').waitFor()
    await links.getByText(/^works until .+ · made by Asha Rao$/).waitFor()
    await saveScreenshot(page, 'settings-staff')
    expect(await accessibilityProblems(page)).toEqual([])
    await links.getByRole('button', { name: 'Revoke: Lea Kern' }).click()
    await links.waitFor({ state: 'detached' })
    await page.context().close()
    const desk = await openDesk(harness, browser, clinic)
    expect(await desk.page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await desk.page.context().close()
  })

  it('fit a phone, in dark mode and in Arabic [SETUP-01]', async () => {
    const clinic = await createClinicWithDesk(harness)
    for (const [name, options, title] of [
      ['dark', { viewport: { width: 320, height: 900 }, colorScheme: 'dark' }, 'Settings'],
      ['arabic', { viewport: { width: 320, height: 900 }, locale: 'ar' }, 'الإعدادات'],
      ['tablet', { viewport: { width: 768, height: 1000 } }, 'Settings'],
    ] as const) {
      const { page, complaints } = await openSettings(
        clinic,
        'section=practitioners&name=asha-rao',
        options,
        title,
      )
      await page.locator('[data-key]').first().waitFor()
      await saveScreenshot(page, `settings-${name}`)
      expect([name, await fitsWindow(page)]).toEqual([name, true])
      expect(await accessibilityProblems(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })
})
