// Countries, currencies, zones, times, colours and pictures are chosen in the settings, in Chromium.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listCountries } from '../../../dashboard/src/settings/picker-choices.ts'
import { isCountry } from '../../../src/base/values/country.ts'
import type { Clinic } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import {
  allLooks,
  expectInEachLook,
  groupByLanguage,
  openDashboard,
} from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const openSettings = (clinic: Clinic, search: string, options = {}) =>
  openDesk(
    harness,
    browser,
    clinic,
    `settings?${search}`,
    options,
    clinic.id('practitioner', 'asha-rao'),
    /./,
  )
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function applyChanges(page: Page) {
  await button(page, 'Preview the changes').click()
  await button(page, 'Apply').click()
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
}
const describeClinic = async (clinic: Clinic) =>
  (await harness.operate('settings-show', { workspace: clinic.name })).description
async function chooseFile(page: Page, name: string, mimeType: string, buffer: Buffer) {
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Choose a picture: Logo').click()
  await (await choosing).setFiles({ name, mimeType, buffer })
}
/** A picture of some size, drawn in the browser, with pixels that no format packs well. */
const drawNoise = async (page: Page, side: number) =>
  Buffer.from(
    String(
      await page.evaluate(`(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: ${side}, height: ${side} })
        const context = canvas.getContext('2d')
        const image = context.createImageData(${side}, ${side})
        image.data.forEach((_, index) => { image.data[index] = index % 4 === 3 ? 255 : (index * index) % 251 })
        context.putImageData(image, 0, 0)
        return canvas.toDataURL('image/png').split(',')[1]
      })()`),
    ),
    'base64',
  )

describe('what is chosen in the settings', () => {
  it('are countries that the service knows [SETUP-09]', () => {
    for (const { value } of listCountries('en')) expect(isCountry(value), value).toBe(true)
  })

  it('are a country by name, a currency and a zone by what people search, the best match first [SETUP-01]', async () => {
    const clinic = await createClinicWithDesk(harness)
    const { page, complaints } = await openSettings(clinic, 'section=locations&name=jaipur')
    const location = page.getByRole('region', { name: 'Jaipur', exact: true })
    for (const [field, search, option] of [
      ['Country', 'Germany', 'Germany'],
      ['Currency', 'euro', 'EUR · Euro'],
      ['Time zone', 'berlin', /^Europe\/Berlin · GMT\+[12]$/],
    ] as const) {
      await location.getByRole('combobox', { name: field, exact: true }).clear()
      await page.keyboard.type(search)
      await page.getByRole('option', { name: option }).waitFor()
      if (field === 'Country') {
        expect(await page.getByRole('option').allTextContents()).toEqual(['Germany'])
        expect(await accessibilityProblems(page)).toEqual([])
      }
      await page.keyboard.press('Enter')
    }
    await applyChanges(page)
    expect((await describeClinic(clinic)).locations.jaipur).toMatchObject({
      country: 'DE',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
    })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are a colour and a picture, which is shown before it is applied, made smaller, or refused [SETUP-01]', async () => {
    const clinic = await createClinicWithDesk(harness, ({ workspace }) => {
      workspace.bookingPage = { published: true }
    })
    const { page, complaints } = await openSettings(clinic, 'section=page')
    await page.getByLabel('Choose a colour').fill('#7a1f5c')
    await chooseFile(page, 'logo.pdf', 'application/pdf', Buffer.from('%PDF'))
    await page.getByText('This is not a PNG, JPEG, WebP or SVG picture.').waitFor()
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(70_000)}</svg>`
    await chooseFile(page, 'logo.svg', 'image/svg+xml', Buffer.from(svg))
    await page.getByText('The picture is too large. Use one of at most 64 kB.').waitFor()
    const large = await drawNoise(page, 1_000)
    expect(large.length).toBeGreaterThan(64 * 1024)
    await chooseFile(page, 'logo.png', 'image/png', large)
    await page.getByRole('img', { name: 'Logo' }).waitFor()
    expect((await describeClinic(clinic)).workspace.bookingPage?.logo).toBeUndefined()
    await applyChanges(page)
    const { colour, logo } = (await describeClinic(clinic)).workspace.bookingPage
    expect(colour).toBe('#7a1f5c')
    expect(logo).toMatch(/^data:image\/png;base64,/)
    expect(logo.length).toBeLessThan(90_000)
    // What only says that it is a picture is refused by the service.
    await chooseFile(page, 'logo.png', 'image/png', Buffer.from('no picture'))
    await button(page, 'Preview the changes').click()
    await page.getByRole('alert').getByText('Booking page › Logo').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each(groupByLanguage(allLooks))(
    'fits each window, in dark mode and from right to left: %s [DASH-19]',
    async (...looks) => {
      const clinic = await createClinicWithDesk(harness, ({ workspace }) => {
        workspace.bookingPage = { published: true, colour: '#7a1f5c' }
      })
      const { page } = await openSettings(clinic, 'section=page', looks[0][1])
      await page.locator('input[type=color]').waitFor()
      await expectInEachLook(page, looks, 'pickers-page')
      await page.context().close()
    },
  )
})
