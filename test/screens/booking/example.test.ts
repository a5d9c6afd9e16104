// The example of a clinic's own page, on another origin, in a real browser.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openHarness } from '../../support/clinic/harness.ts'
import { openBrowser } from '../../support/screens/browser.ts'
import { listen } from '../../support/screens/element-page.ts'

const example = readFileSync(
  new URL('../../../examples/booking-page/index.html', import.meta.url),
  'utf8',
)
const harness = await openHarness()
const service = await harness.door.listen({ host: '127.0.0.1', port: 0 })

it('books from an origin that the key lists, and shows the number to call from another [PAGE-01] [GEN-23]', async () => {
  const clinic = await harness.clinic()
  let key = ''
  const origins = await Promise.all(
    ['listed', 'other'].map(() =>
      listen((_, response) => {
        const page = example.replace('WIDGET_KEY', key).replaceAll('http://127.0.0.1:3000', service)
        response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
      }),
    ),
  )
  const [listed = '', other = ''] = origins
  key = (
    await harness.operate('key-create', {
      workspace: clinic.name,
      kind: 'WIDGET',
      name: 'page',
      allow: [],
      origins: [listed],
    })
  ).key
  const browser = await openBrowser()
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Asia/Kolkata' })
  const press = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click()

  await page.goto(other)
  await page.getByText('Call us').waitFor()
  await page.getByText('Online booking is not available right now.').waitFor()
  expect(
    await harness.sql('select id from widget_sessions where workspace_id = $1', [
      clinic.workspaceId,
    ]),
  ).toEqual([])

  await page.goto(listed)
  await press(/^Jaipur/)
  await press(/^Dr Asha Rao/)
  await press(/^At the clinic 15 minutes/)
  await press('9:30')
  await press('Continue')
  await page.getByLabel('Phone number').fill('9876590001')
  await press('Send me a code')
  await page.getByRole('heading', { name: 'Your code' }).waitFor()
  const [sent] = await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 })
  await page.getByLabel('Six digits').fill(sent.code)
  await page.getByLabel('First name').fill('Meera')
  await press('Book')
  await page.getByRole('heading', { name: /^Booked/ }).waitFor()
  expect(
    await harness.sql('select from_at as "from" from appointments where workspace_id = $1', [
      clinic.workspaceId,
    ]),
  ).toEqual([{ from: Date.parse('2030-01-01T09:30:00+05:30') }])
})
