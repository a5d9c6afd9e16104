// Forms in the dashboard: what is missing, filling in for the patient, answers and consents.

import { expect, it } from 'vitest'
import { book, type Json, openHarness } from '../../support/clinic/harness.ts'
import { accessibilityProblems, openBrowser } from '../../support/screens/browser.ts'
import {
  createClinicWithDesk as deskClinic,
  openDesk,
} from '../../support/screens/dashboard-desk.ts'
import { saveFullScreenshot } from '../../support/screens/screen.ts'

const harness = await openHarness()
harness.application.listensAt(await harness.door.listen({ host: '127.0.0.1', port: 0 }))
await harness.moveTo('2030-01-07T01:30:00Z')
const browser = await openBrowser()

it('the day and the panel show what is missing, staff fill it in, and a consent is withdrawn and printed [FORM-04] [FORM-06]', async () => {
  const clinic = await deskClinic(harness, (file: Json) => {
    file.workspace.notices = { ...file.workspace.notices, forms: true }
    file.forms = {
      health: {
        title: 'Your health',
        questions: [
          { key: 'allergies', kind: 'text', label: 'Which allergies?', required: true },
          { key: 'smokes', kind: 'yes-no', label: 'Do you smoke?' },
          { key: 'where', kind: 'body-sites', label: 'Where does it hurt?' },
        ],
      },
      consent: { title: 'Consent', text: 'I agree.', signed: true, questions: [] },
    }
  })
  const { visit } = await book(clinic, {
    patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
  }).then(({ json }) => ({ visit: json.appointment }))
  const { page } = await openDesk(
    harness,
    browser,
    clinic,
    `day?at=${clinic.id('location', 'jaipur')}&date=2030-01-07&visit=${visit.id}`,
  )
  await page.getByText('forms missing').first().waitFor()
  const forms = page.getByRole('region', { name: 'Forms' })
  await forms.getByRole('button', { name: 'Make a link for the patient' }).click()
  await forms.getByText(/\/visit\/[0-9a-z]{26}\/forms/).waitFor()
  await forms.getByRole('button', { name: 'Send to the patient' }).click()
  await forms.getByText('The link is being sent.').waitFor()
  await forms.getByRole('button', { name: 'Fill in on a tablet' }).click()
  await forms.getByRole('img', { name: 'Code of the address for the tablet' }).waitFor()
  await forms.getByText(/\/tablet\/[0-9a-z]{26}$/).waitFor()
  await saveFullScreenshot(page, 'forms on a tablet from the panel')
  await forms.getByRole('button', { name: 'Fill in: Your health' }).click()
  const form = page.getByRole('form', { name: 'Your health' })
  await form.getByRole('radio', { name: 'No' }).check()
  await form.getByRole('checkbox', { name: 'Left knee' }).check()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('must be answered').waitFor()
  await form.getByLabel('Which allergies?').fill('Peanuts')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await forms.getByRole('button', { name: 'Fill in: Consent' }).click()
  await page.getByLabel('Name that the patient signs with').fill('Meera Iyer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await forms.getByRole('button', { name: 'Show the answers' }).click()
  await forms.getByText('Left knee').waitFor()
  await forms.getByText('Signed by Meera Iyer').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveFullScreenshot(page, 'forms in the panel')
  await forms.getByRole('button', { name: 'Withdraw the signature' }).click()
  await forms.getByRole('button', { name: 'Withdraw the signature' }).click()
  await forms.getByText(/Signature withdrawn: withdrawn on/).waitFor()
  await expect.poll(() => page.getByText('forms missing').count()).toBe(0)
  await forms.getByRole('link', { name: 'Print' }).click()
  const paper = page.getByRole('article', { name: 'Consent' })
  for (const text of ['I agree.', 'Meera', 'Meera Iyer', 'English', /^[0-9a-f]{64}$/])
    await paper.getByText(text, { exact: true }).waitFor()
  await saveFullScreenshot(page, 'signed form on paper')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await paper.isVisible()).toBe(true)
  await page.close()
})
