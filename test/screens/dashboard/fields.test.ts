// Fields on phones, in Chromium: those with text under 16 px make a phone zoom into the page.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sections } from '../../../dashboard/src/settings/settings-search.ts'
import { book } from '../../support/clinic/harness.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { measureFields } from '../../support/screens/field-sizes.ts'
import { openDashboard } from '../../support/screens/screen.ts'
import { waitUntilSettled } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()

const screens = {
  'a small screen': { viewport: { width: 375, height: 800 } },
  'a tablet': { viewport: { width: 1200, height: 800 }, hasTouch: true, isMobile: true },
}

const open = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

it.each(Object.entries(screens))(
  '%s shows the text of every field in 16 px or more [DASH-19]',
  async (_, options) => {
    const clinic = await createClinicWithDesk(harness)
    const { patientId } = (
      await book(clinic, { patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' } })
    ).json.appointment
    const owner = clinic.id('practitioner', 'asha-rao')
    const { page } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07', options, owner)
    const at = clinic.id('location', 'jaipur')
    const path = async (to: string, then: (page: Page) => Promise<unknown> = async () => {}) => {
      await page.goto(`${harness.application.publicUrl()}/dashboard/${clinic.name}/${to}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await then(page)
      await waitUntilSettled(page)
      return { to, ...(await measureFields(page)) }
    }
    const patientField = (page: Page) => page.getByRole('combobox', { name: 'Patient' })
    const measured = [
      await path('day?date=2030-01-07&book=true', async (page) => {
        await patientField(page).fill('Tara Singh')
        await page.getByRole('option', { name: /New patient/ }).click()
        await page.getByLabel('Phone').waitFor()
        await open(page, 'A time that is not offered …')
        await page.getByLabel('Reason').first().waitFor()
      }),
      await path(
        `line?at=${at}&date=2030-01-07&shift=${clinic.id('shift', 'meera-shah/jaipur/morning')}&give=true`,
        (page) => page.getByLabel('Name').waitFor(),
      ),
      await path('patients', (page) => page.getByRole('searchbox').waitFor()),
      await path(`patients/${patientId}`, async (page) => {
        await open(page, 'Change')
        await page.getByLabel('Blood group').waitFor()
      }),
      await path(`till?at=${at}`),
      await path('day?date=2030-01-07&waiting=true'),
      await path('day?date=2030-01-07&block=new'),
      await path('online'),
      await path('report'),
      await path('keys'),
      await path('first-steps'),
      ...(await inTurn(sections, (section) => path(`settings?section=${section}`))),
      await path('../account'),
      await path('../sign-in'),
    ]
    expect(measured.filter(({ small }) => small.length > 0)).toEqual([])
    expect(measured.reduce((sum, { fields }) => sum + fields, 0)).toBeGreaterThan(60)
    await page.context().close()
  },
)

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}
