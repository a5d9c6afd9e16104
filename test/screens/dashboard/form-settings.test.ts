// Forms in the settings: questions in their order, and the page as patients see it.

import { expect, it } from 'vitest'
import type { Json } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard, saveFullScreenshot } from '../../support/screens/screen.ts'

const { house, browser } = await openDashboard()

const question = (key: string, label: string) => ({ key, kind: 'text', label })

it('are previewed as patients see them, and their questions are moved by keys and by drag [FORM-01]', async () => {
  const clinic = await createClinicWithDesk(house, (file: Json) => {
    file.forms = {
      health: {
        title: 'Your health',
        questions: [
          question('allergies', 'Which allergies?'),
          question('weight', 'Weight'),
          question('height', 'Height'),
        ],
        translations: { de: { title: 'Ihre Gesundheit' } },
      },
    }
  })
  const { page, complaints } = await openDesk(
    house,
    browser,
    clinic,
    'settings?section=forms&name=health',
    {},
    clinic.id('practitioner', 'asha-rao'),
    'Settings',
  )
  const preview = page.getByRole('region', { name: 'As patients see it' })
  const shown = page.frameLocator('iframe')
  page.setDefaultTimeout(15_000)
  const labels = async () =>
    (await shown.locator('.label').allTextContents()).map((one) => one.trim())
  await expect.poll(labels).toEqual(['Which allergies?', 'Weight', 'Height'])
  expect(
    await shown
      .locator('body')
      .evaluate('getComputedStyle(document.querySelector(".question")).borderRadius'),
  ).toBe('14px')
  await saveFullScreenshot(page, 'form settings')
  expect(await accessibilityProblems(page)).toEqual([])
  // By keys: the button stays under the finger.
  const row = (number: number) =>
    page.getByRole('group', { name: `Questions ${number}`, exact: true })
  await row(1).getByRole('button', { name: 'Move down' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(labels).toEqual(['Weight', 'Which allergies?', 'Height'])
  await page.keyboard.press('Enter')
  await expect.poll(labels).toEqual(['Weight', 'Height', 'Which allergies?'])
  // By drag.
  await row(3).getByTitle('Move by dragging').dragTo(row(1).getByTitle('Move by dragging'))
  await expect.poll(labels).toEqual(['Which allergies?', 'Weight', 'Height'])
  await row(1).getByRole('button', { name: 'Move down' }).click()
  await preview.getByRole('combobox').selectOption('de')
  await shown.getByRole('heading', { name: 'Ihre Gesundheit' }).waitFor()
  // What cannot be applied is told, and the last page stays.
  await row(2).getByRole('textbox', { name: 'Wording' }).fill('')
  await page
    .getByText(/questions/i)
    .first()
    .waitFor()
  await row(2).getByRole('textbox', { name: 'Wording' }).fill('Any allergies?')
  await expect.poll(labels).toEqual(['Weight', 'Any allergies?', 'Height'])
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Applied as version 2.').waitFor()
  const { description } = await house.operate('settings-show', { workspace: clinic.name })
  expect(description.forms.health.questions.map(({ label }: Json) => label)).toEqual([
    'Weight',
    'Any allergies?',
    'Height',
  ])
  expect(complaints).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await fitsWindow(page)).toBe(true)
  await saveFullScreenshot(page, 'form settings on a phone')
  await page.close()
})

it('ask for what belongs to a question and its conditions, and name the answers themselves [FORM-01] [SETUP-01]', async () => {
  const clinic = await createClinicWithDesk(house, (file: Json) => {
    file.forms = { health: { title: 'Your health', text: 'Yours.', signed: true, questions: [] } }
  })
  const { page, complaints } = await openDesk(
    house,
    browser,
    clinic,
    'settings?section=forms&name=health',
    { viewport: { width: 1400, height: 1600 } },
    clinic.id('practitioner', 'asha-rao'),
    'Settings',
  )
  page.setDefaultTimeout(15_000)
  const row = (number: number) =>
    page.getByRole('group', { name: `Questions ${number}`, exact: true })
  const addQuestion = async (number: number, kind: string, wording: string) => {
    await page.getByRole('button', { name: 'Add a row: Questions' }).click()
    await row(number).getByLabel('Kind of answer').selectOption(kind)
    await row(number).getByRole('textbox', { name: 'Wording' }).first().fill(wording)
  }
  await addQuestion(1, 'Yes or no', 'Do you smoke?')
  expect(await row(1).getByLabel('From').count()).toBe(0)
  expect(await row(1).getByRole('button', { name: 'Add a row: Options' }).count()).toBe(0)
  await addQuestion(2, 'One of several', 'How often?')
  for (const [number, wording] of ['Daily', 'Rarely'].entries()) {
    await row(2).getByRole('button', { name: 'Add a row: Options' }).click()
    await row(2)
      .getByRole('group', { name: `Options ${number + 1}`, exact: true })
      .getByRole('textbox', { name: 'Wording' })
      .fill(wording)
  }
  await row(2).getByRole('button', { name: 'Add a row: Asked only if' }).click()
  const condition = row(2).getByRole('group', { name: 'Asked only if 1', exact: true })
  await condition.getByLabel('Earlier question').selectOption('Do you smoke?')
  await condition.getByRole('combobox', { name: 'Is one of' }).press('ArrowDown')
  await page.getByRole('listbox').getByRole('option', { name: 'Yes' }).click()
  await page.keyboard.press('Escape')
  // Another wording keeps the key.
  await row(2).getByRole('textbox', { name: 'Wording' }).first().fill('How often do you smoke?')
  // The preview asks as the page of patients does.
  const shown = page.frameLocator('iframe')
  await shown.getByText('Do you smoke?', { exact: true }).waitFor()
  await expect.poll(() => shown.getByText('How often do you smoke?').isVisible()).toBe(false)
  await shown.getByRole('radio', { name: 'Yes' }).check()
  await shown.getByText('How often do you smoke?').waitFor()
  await saveFullScreenshot(page, 'form settings with a condition')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Applied as version 2.').waitFor()
  const { description } = await house.operate('settings-show', { workspace: clinic.name })
  expect(description.forms.health.questions).toEqual([
    { key: 'do-you-smoke', kind: 'yes-no', label: 'Do you smoke?' },
    {
      key: 'how-often',
      kind: 'one-of',
      label: 'How often do you smoke?',
      options: [
        { key: 'daily', label: 'Daily' },
        { key: 'rarely', label: 'Rarely' },
      ],
      shownIf: [{ question: 'do-you-smoke', is: ['yes'] }],
    },
  ])
  expect(complaints).toEqual([])
  await page.close()
})

it('have versions, each of which is shown as patients saw it [FORM-01]', async () => {
  const form = (...questions: Json[]) => ({ title: 'Your health', questions })
  const clinic = await createClinicWithDesk(house, (file: Json) => {
    file.forms = { health: form(question('allergies', 'Which allergies?')) }
  })
  await clinic.change((file: Json) => {
    file.forms.health = form(
      question('allergies', 'Which allergies?'),
      question('weight', 'Weight'),
    )
  })
  const { page, complaints } = await openDesk(
    house,
    browser,
    clinic,
    'settings?section=forms&name=health',
    {},
    clinic.id('practitioner', 'asha-rao'),
    'Settings',
  )
  const labels = async () =>
    (await page.frameLocator('iframe').locator('.label').allTextContents()).map((one) => one.trim())
  await expect.poll(labels).toEqual(['Which allergies?', 'Weight'])
  const preview = page.getByRole('region', { name: 'As patients see it' })
  await preview.getByLabel('Version').selectOption('Version 1')
  await expect.poll(labels).toEqual(['Which allergies?'])
  expect(await accessibilityProblems(page)).toEqual([])
  await preview.getByLabel('Version').selectOption('With your unsaved changes')
  await expect.poll(labels).toEqual(['Which allergies?', 'Weight'])
  await expect(
    house.operate('form-version', { workspace: clinic.name, name: 'health', version: 3 }),
  ).rejects.toThrow('has no version 3')
  expect(await house.operate('form-versions', { workspace: clinic.name, name: 'none' })).toEqual([])
  expect(complaints).toEqual([])
})

it('stand in the order in which patients see them, as visit types do [FORM-01] [RULE-09]', async () => {
  const form = (title: string) => ({ title, questions: [question('reason', 'Why?')] })
  const type = (displayName: string) => ({ displayName, minutes: 15 })
  const clinic = await createClinicWithDesk(house, (file: Json) => {
    file.forms = { one: form('First'), two: form('Second'), three: form('Third') }
    file.visitTypes = { check: type('Skin check'), blood: type('Blood test') }
  })
  const { page, complaints } = await openDesk(
    house,
    browser,
    clinic,
    'settings?section=forms',
    {},
    clinic.id('practitioner', 'asha-rao'),
    'Settings',
  )
  page.setDefaultTimeout(15_000)
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const names = async (of: RegExp) => await page.getByRole('link', { name: of }).allInnerTexts()
  const formNames = /^(First|Second|Third)$/
  await item('First').getByRole('button', { name: 'Move down' }).click()
  await page.keyboard.press('Enter')
  await expect.poll(() => names(formNames)).toEqual(['Second', 'Third', 'First'])
  await item('First')
    .getByTitle('Move by dragging')
    .dragTo(item('Second').getByTitle('Move by dragging'))
  await expect.poll(() => names(formNames)).toEqual(['First', 'Second', 'Third'])
  await item('Third').getByRole('button', { name: 'Move up' }).click()
  await saveFullScreenshot(page, 'forms in order')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Visit types' }).click()
  await item('Blood test').getByRole('button', { name: 'Move up' }).click()
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Applied as version 2.').waitFor()
  await page.getByRole('link', { name: 'Forms', exact: true }).click()
  await item('First').waitFor()
  expect(await page.getByText('Applied as version 2.').count()).toBe(0)
  const { description } = await house.operate('settings-show', { workspace: clinic.name })
  expect(Object.keys(description.forms)).toEqual(['one', 'three', 'two'])
  const { visitTypes } = (await clinic.get('/v2/workspaces')).json
  expect(visitTypes.map(({ name }: Json) => name)).toEqual(['Blood test', 'Skin check'])
  expect(complaints).toEqual([])
  await page.close()
})

it('of a profile has rows for questions and answers, earlier positions and links [SETUP-01]', async () => {
  const clinic = await createClinicWithDesk(house, (file: Json) => {
    file.practitioners['asha-rao'].profile = {
      name: 'Dr Asha Rao',
      published: true,
      details: { faqs: [{ question: 'Do I need a referral?', answer: 'No.' }] },
    }
  })
  const { page, complaints } = await openDesk(
    house,
    browser,
    clinic,
    'settings?section=practitioners&name=asha-rao',
    {},
    clinic.id('practitioner', 'asha-rao'),
    'Settings',
  )
  page.setDefaultTimeout(15_000)
  await page.getByRole('button', { name: 'Add a row: Questions and answers' }).click()
  const second = page.getByRole('group', { name: 'Questions and answers 2', exact: true })
  await second.getByLabel('Question').fill('Is there parking?')
  await second.getByLabel('Answer').fill('Behind the house.')
  await page.getByRole('button', { name: 'Add a row: Work history' }).click()
  const position = page.getByRole('group', { name: 'Work history 1', exact: true })
  await position.getByLabel('Place').fill('City Hospital')
  await position.getByLabel('From (year)').fill('2014')
  await page.getByRole('button', { name: /Social links/ }).click()
  await page.getByLabel('Website').fill('https://asha.example')
  await saveFullScreenshot(page, 'profile details')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Applied as version 2.').waitFor()
  const { description } = await house.operate('settings-show', { workspace: clinic.name })
  expect(description.practitioners['asha-rao'].profile.details).toEqual({
    faqs: [
      { question: 'Do I need a referral?', answer: 'No.' },
      { question: 'Is there parking?', answer: 'Behind the house.' },
    ],
    workHistory: [{ place: 'City Hospital', from: 2014 }],
    socialLinks: { website: 'https://asha.example' },
  })
  expect(complaints).toEqual([])
  await page.close()
})

it('are translated question by question, and the privacy notice is written by language [FORM-01] [FORM-05] [SETUP-01]', async () => {
  const clinic = await createClinicWithDesk(house, (file: Json) => {
    file.forms = {
      health: {
        title: 'Your health',
        questions: [
          question('allergies', 'Which allergies?'),
          {
            key: 'side',
            kind: 'one-of',
            label: 'Which side?',
            options: [{ key: 'left', label: 'Left' }],
          },
        ],
      },
    }
  })
  const { page, complaints } = await openDesk(
    house,
    browser,
    clinic,
    'settings?section=forms&name=health',
    {},
    clinic.id('practitioner', 'asha-rao'),
    'Settings',
  )
  page.setDefaultTimeout(15_000)
  const addLanguage = async (group: string, search: string) => {
    await page
      .getByRole('group', { name: group })
      .getByRole('combobox', { name: 'Add a language' })
      .fill(search)
    await page.getByRole('option', { name: search, exact: true }).click()
  }
  await addLanguage('In other languages', 'German')
  const german = page.getByRole('group', { name: 'German' })
  await german.getByRole('textbox', { name: 'Title' }).fill('Ihre Gesundheit')
  const side = german.getByRole('group', { name: 'Which side?' })
  await side.getByRole('textbox', { name: 'Wording' }).fill('Welche Seite?')
  await side.getByRole('textbox', { name: 'Left' }).fill('Links')
  expect(await accessibilityProblems(page)).toEqual([])
  await saveFullScreenshot(page, 'translated form settings')
  await page.getByRole('link', { name: 'Clinic', exact: true }).click()
  await addLanguage('Privacy notice', 'German')
  const notice = page.getByRole('group', { name: 'Privacy notice' })
  await notice.getByRole('textbox', { name: 'German' }).fill('https://sunrise.example/datenschutz')
  await saveFullScreenshot(page, 'privacy notice in the settings')
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Applied as version 2.').waitFor()
  const { description } = await house.operate('settings-show', { workspace: clinic.name })
  expect(description.workspace.legal).toEqual({
    privacy: { de: 'https://sunrise.example/datenschutz' },
  })
  expect(description.forms.health.translations).toEqual({
    de: {
      title: 'Ihre Gesundheit',
      questions: { side: { label: 'Welche Seite?', options: { left: 'Links' } } },
    },
  })
  expect(complaints).toEqual([])
  await page.close()
})
