// What patients write and do, in Chromium: messages in the record and in the panel of a visit, and
// the bell.

import { expect, it } from 'vitest'
import { doDueWork } from '../../support/clinic/do-due-work.ts'
import { book, slotTimes } from '../../support/clinic/harness.ts'
import { storeMessage } from '../../support/clinic/patient-writes.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard, saveScreenshot } from '../../support/screens/screen.ts'
import { waitUntilSettled } from '../../support/screens/settled-page.ts'

const { house: harness, browser } = await openDashboard()
const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }

it('are answered in the record and in the panel, and what comes in is shown at once [MSG-05]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id, patientId } = (
    await book(clinic, { patientPayload: meera, ...slotTimes('10:00', 15, '2030-01-08') })
  ).json.appointment
  await storeMessage(harness, clinic, patientId, 'May I bring my mother?')
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `patients/${patientId}`,
    {},
    undefined,
    'Meera Iyer',
  )
  const card = page.getByRole('region', { name: 'Messages', exact: true })
  await card.getByText('May I bring my mother?').waitFor()
  await card.getByText('To answer').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await card.getByRole('textbox', { name: 'Answer' }).fill('Yes, please bring her.')
  await saveScreenshot(page, 'messages-record')
  await card.getByRole('button', { name: 'Send' }).click()
  await card.getByRole('listitem').filter({ hasText: 'Yes, please bring her.' }).waitFor()
  await expect.poll(() => card.getByText('To answer').count()).toBe(0)
  await waitUntilSettled(page)
  expect(await card.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('')

  // Another one comes while the panel of the visit is open.
  await page.goto(page.url().replace(`patients/${patientId}`, `day?date=2030-01-08&visit=${id}`))
  const section = page.getByRole('region', { name: 'Messages', exact: true })
  await section.getByText('Yes, please bring her.').waitFor()
  await storeMessage(harness, clinic, patientId, 'Thank you')
  await section.getByText('Thank you').waitFor()
  await saveScreenshot(page, 'messages-panel')
  await section.getByRole('button', { name: 'Done without an answer' }).click()
  await expect.poll(() => section.getByText('To answer').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('ring a bell until they are seen, lead to the visit or the record, and come by mail as the member chooses [MSG-07]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id, patientId } = (
    await book(clinic, { patientPayload: meera, ...slotTimes('10:00', 15, '2030-01-08') })
  ).json.appointment
  const { page, complaints } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07')
  await page.getByRole('button', { name: 'News from patients, 1 new' }).click()
  const list = page.getByRole('dialog', { name: 'News from patients' })
  await list.getByText('Meera Iyer booked').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await list.getByRole('combobox', { name: 'By e-mail' }).selectOption('Once a day')
  await list.getByLabel('At').fill('07:30')
  await saveScreenshot(page, 'news')
  await list.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() =>
      harness.sql(
        'select mails, mail_minute from staff_news where mails is not null and workspace_id = $1',
        [clinic.workspaceId],
      ),
    )
    .toEqual([{ mails: 'DAILY', mail_minute: 450 }])
  // Until the form knows that it is saved, it asks before it is left.
  await waitUntilSettled(page)
  await list.getByRole('link', { name: /Meera Iyer booked/ }).click()
  await page.getByRole('complementary', { name: 'Visit' }).getByText('Meera Iyer').first().waitFor()
  expect(page.url()).toContain(`visit=${id}`)
  await page.getByRole('button', { name: 'News from patients', exact: true }).waitFor()

  await storeMessage(harness, clinic, patientId, 'Hello?')
  await page.getByRole('button', { name: 'News from patients, 1 new' }).click()
  await list.getByRole('link', { name: /wrote a message/ }).click()
  await page.getByRole('region', { name: 'Messages', exact: true }).getByText('Hello?').waitFor()
  expect(complaints).toEqual([])
})

it('are stopped at the wish of a patient, and sent again, in the record [MSG-06]', async () => {
  const clinic = await createClinicWithDesk(harness, ({ workspace }) => {
    workspace.notices = { confirmation: true, channels: ['sms'] }
  })
  const { patientId } = (
    await book(clinic, { patientPayload: meera, ...slotTimes('10:00', 15, '2030-01-08') })
  ).json.appointment
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `patients/${patientId}`,
    {},
    undefined,
    'Meera Iyer',
  )
  const card = page.getByRole('region', { name: 'Messages sent' })
  await card.getByRole('button', { name: 'Stop: SMS' }).click()
  const question = card.getByRole('group', { name: /want no more notices by SMS\?/ })
  expect(await accessibilityProblems(page)).toEqual([])
  await question.getByRole('button', { name: 'Stop' }).click()
  await card.getByText(/stopped on .+, by staff/).waitFor()
  await saveScreenshot(page, 'messages-stopped')
  await card.getByRole('button', { name: 'Send again: SMS' }).click()
  await card.getByRole('group').getByRole('button', { name: 'Send again' }).click()
  await card.getByRole('button', { name: 'Stop: SMS' }).waitFor()
  expect(await card.getByText(/stopped on/).count()).toBe(0)
  expect(complaints).toEqual([])
})

it('that failed in the last days are listed with their reasons in the settings, and sent again [MSG-04]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { id } = (await book(clinic, { patientPayload: meera, ...slotTimes('10:00') })).json
    .appointment
  for (const [state, error] of [
    ['SENT', null],
    ['FAILED', 'the gateway answered 401'],
    ['UNKNOWN', 'it took too long'],
  ])
    await harness.sql(
      `insert into notices (workspace_id, appointment_id, kind, state, at, visit_from_at, error, channel, destination, destination_hash, reference)
       values ($1, $2, 'confirmation', $3, $4, $4, $5, 'sms', '********3210', sha256('a'), null)`,
      [clinic.workspaceId, id, state, new Date(harness.application.clock.now()), error],
    )
  await clinic.change(({ workspace }) => {
    workspace.notices = { confirmation: true, channels: ['sms'] }
  })
  const { page, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    'settings?section=notices',
    {},
    clinic.id('practitioner', 'asha-rao'),
    'Settings',
  )
  const card = page.getByRole('region', { name: 'The last seven days' })
  await card.getByText('SMS: 1 sent, 2 failed or may not have arrived').waitFor()
  await card.getByText('1 × SMS: the gateway answered 401').waitFor()
  await card.getByText('The last 2 of them').click()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'notices-failures')
  const failed = card.getByRole('listitem').filter({ hasText: 'Confirmation' })
  await failed.filter({ hasText: '401' }).getByRole('button', { name: 'Send again' }).click()
  await failed.getByRole('button', { name: 'Is sent again' }).waitFor()
  await doDueWork(harness)
  const sent = await harness.operate('outbox-show', { workspace: clinic.name, limit: 5 })
  expect(sent).toMatchObject([{ channel: 'sms', body: expect.stringContaining('10:00') }])
  expect(complaints).toEqual([])
})
