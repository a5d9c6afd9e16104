// Forms on the page of a visit, in a real browser: by keyboard, on a phone, and without a network.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeVisitLink } from '../../src/clinic/notices/visit-links.ts'
import { loadWords } from '../../src/doors/patient-pages/words.ts'
import { book, type Clinic, type Json, openHarness, slotTimes } from '../support/clinic/harness.ts'
import { accessibilityProblems, openBrowser } from '../support/screens/browser.ts'
import { openElement, servePages } from '../support/screens/element-page.ts'
import { saveScreenshot } from '../support/screens/screen.ts'
import { findCentre } from '../support/screens/settled-page.ts'

const house = await openHarness()
const base = await house.door.listen({ host: '127.0.0.1', port: 0 })
house.application.listensAt(base)
const { database, clock } = house.application
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const options = ['first', 'second', 'third'].map((key) => ({ key, label: `The ${key}` }))
const kinds = ['text', 'long-text', 'number', 'date', 'yes-no', 'one-of', 'several-of', 'scale']
/** Thirty questions, of every kind; every fourth depends on the yes before it. */
const thirty = Array.from({ length: 30 }, (_, at) => {
  const kind = at === 29 ? 'body-sites' : (kinds[at % kinds.length] as string)
  const yes = at - (at % 8) + 4
  return {
    key: `q${at}`,
    kind,
    label: `Question ${at + 1}`,
    required: true,
    ...(/-of$/.test(kind) && { options }),
    ...(at % 8 > 4 && yes < 24 && { shownIf: [{ question: `q${yes}`, is: ['yes'] }] }),
  }
})

async function openVisit(forms: Json, context: BrowserContextOptions = {}, path = 'forms/health') {
  const clinic = await house.clinic((file: Json) => {
    file.forms = forms
    file.workspace.legal = {
      privacy: { en: 'We keep what you tell us.', ar: 'نحفظ ما تقوله.' },
      imprint: { en: 'https://clinic.example/imprint' },
    }
  })
  const reply = await book(clinic, { patientPayload: { firstName: 'Meera' } })
  const visit = reply.json.appointment
  const link = await makeVisitLink(
    database,
    { workspaceId: clinic.workspaceId, appointmentId: visit.id },
    clock.now(),
  )
  const page = await browser.newPage({ locale: 'en-GB', ...context })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${base}${link}/${path}`)
  return { clinic, visit, page, link, complaints }
}
const readAnswers = async (clinic: Clinic, patientId: number): Promise<Json[]> =>
  house.operate('patient-forms', { workspace: clinic.name, id: patientId })

/** Answers the question that has the focus, by keys. */
async function answerByKeys(page: Page, at: number) {
  const { kind } = thirty[at] as (typeof thirty)[number]
  const { keyboard } = page
  if (kind === 'text' || kind === 'long-text') await keyboard.type(`Answer ${at + 1}`)
  else if (kind === 'number') await keyboard.type('62,5')
  else if (kind === 'date') await keyboard.type('07072030')
  else await keyboard.press('Space')
}

describe('a form of thirty questions', () => {
  it.each([
    ['on a phone', 'en-GB'],
    ['on a phone, right to left', 'ar'],
  ])(
    'is filled in by keyboard %s, with the network away at every step [FORM-02]',
    async (_, locale) => {
      const context = { viewport: { width: 320, height: 640 }, locale }
      const opened = await openVisit(
        { health: { title: 'Your health', questions: thirty } },
        context,
      )
      const { page, clinic, visit, complaints } = opened
      await page.keyboard.press('Tab')
      await page.locator('#q-q0').focus()
      let steps = 0
      // Yes is the first choice, so everything is asked.
      for (const [at, { key }] of thirty.entries()) {
        await page.context().setOffline(true)
        expect(
          await page.evaluate("document.activeElement.closest('.question')?.dataset.key"),
        ).toBe(key)
        await answerByKeys(page, at)
        steps += 1
        if (at === 9) {
          await page.locator('.state').getByText(/./).waitFor()
          await page.context().setOffline(false)
          await page.reload()
          for (let step = 0; step < at; step += 1) await page.locator('[data-step="1"]').click()
        }
        if (at === 12) await saveScreenshot(page, `form on a phone ${locale}`)
        if (at === 12) expect(await accessibilityProblems(page)).toEqual([])
        if (at === 29) break
        await page.locator('[data-step="1"]').focus()
        await page.keyboard.press('Enter')
      }
      expect(steps).toBe(30)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      expect(width).toBeLessThanOrEqual(320)
      const send = page.locator('.last button')
      await send.focus()
      await page.keyboard.press('Enter')
      await page.locator('.said:not([hidden])').waitFor()
      expect(await readAnswers(clinic, visit.patientId)).toEqual([])
      await page.context().setOffline(false)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/forms$/)
      const [filled] = await readAnswers(clinic, visit.patientId)
      expect(Object.keys(filled.answers)).toHaveLength(30)
      expect(filled.answers).toMatchObject({
        q0: 'Answer 1',
        q2: 62.5,
        q3: '2030-07-07',
        q4: true,
        q5: 'first',
        q6: ['first'],
        q29: ['head'],
      })
      // Nothing of the answers stays in the browser.
      expect(await page.evaluate('localStorage.length')).toBe(0)
      expect(complaints).toEqual([])
      await page.close()
    },
  )

  it('on a desk, is a list that asks only what is shown and points to what is missing [FORM-01]', async () => {
    const { page, clinic, visit } = await openVisit(
      { health: { title: 'Your health', questions: thirty.slice(0, 8) } },
      { viewport: { width: 1_200, height: 900 } },
    )
    await page.getByRole('group', { name: 'Question 5' }).getByLabel('No').check()
    expect(await page.getByText('Question 6').isVisible()).toBe(false)
    await page.getByLabel('Question 1 (required)').fill('One')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Please check the marked answers.').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('q-q1')
    await saveScreenshot(page, 'form on a desk')
    await page.getByLabel('Question 2 (required)').fill('Two')
    await page.getByLabel('Question 3 (required)').fill('3')
    await page.getByLabel('Question 4 (required)').fill('2030-01-07')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/\/forms$/)
    const [filled] = await readAnswers(clinic, visit.patientId)
    expect(filled).toMatchObject({
      filledBy: 'PATIENT',
      answers: { q0: 'One', q1: 'Two', q2: 3, q3: '2030-01-07', q4: false },
    })
    expect(Object.keys(filled.answers)).toHaveLength(5)
    await page.getByText('Filled in').waitFor()
    await page.close()
  })

  it('works without a script [FORM-02]', async () => {
    const { page, clinic, visit } = await openVisit(
      { health: { title: 'Your health', questions: thirty.slice(0, 3) } },
      { javaScriptEnabled: false },
    )
    await page.getByLabel('Question 1 (required)').fill('One')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Please check the marked answers.').waitFor()
    expect(await page.getByLabel('Question 1 (required)').inputValue()).toBe('One')
    await page.getByLabel('Question 2 (required)').fill('Two')
    await page.getByLabel('Question 3 (required)').fill('3')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Filled in').waitFor()
    expect((await readAnswers(clinic, visit.patientId))[0].answers).toEqual({
      q0: 'One',
      q1: 'Two',
      q2: 3,
    })
    await page.close()
  })
})

describe('a consent', () => {
  it('is signed by a drawing, with evidence [FORM-04]', async () => {
    const { page, clinic, visit } = await openVisit({
      health: { title: 'Consent', text: 'I agree.\nTo all of it.', signed: true, questions: [] },
    })
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await page.getByText('Please type your name or sign.').waitFor()
    const { x, y } = await findCentre(page.getByRole('img', { name: 'Or sign here' }))
    await page.mouse.move(x - 60, y - 10)
    await page.mouse.down()
    await page.mouse.move(x, y + 20, { steps: 5 })
    await page.mouse.move(x + 60, y - 20, { steps: 5 })
    await page.mouse.up()
    await saveScreenshot(page, 'consent with a signature')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await page.waitForURL(/\/forms$/)
    const [signed] = await readAnswers(clinic, visit.patientId)
    expect(signed.signature).toMatchObject({
      name: '',
      drawing: expect.stringMatching(/^M\d+ \d+L\d+ \d+L/),
      address: '127.0.0.1',
      textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await page.close()
  })

  it('is shown to the patient, printed, and withdrawn by them, also once the visit is over [FORM-04]', async () => {
    const { page, clinic, visit, link, complaints } = await openVisit({
      health: { title: 'Consent', text: 'I agree.\nTo all of it.', signed: true, questions: [] },
    })
    await page.getByLabel('Type your full name').fill('Meera Iyer')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await page.getByRole('link', { name: 'Consent Filled in' }).click()
    await page.getByText('Meera Iyer').waitFor()
    const [signed] = await readAnswers(clinic, visit.patientId)
    await page.getByText(signed.signature.textHash).waitFor()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await saveScreenshot(page, 'signed consent')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.getByText('I agree.').isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 640 })
    // Another site withdraws nothing, and opening the page that asks does neither.
    const path = `${link}/forms/health/withdraw`
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    expect((await house.call('POST', path, { headers: elsewhere })).status).toBe(404)
    expect((await house.call('GET', path)).status).toBe(200)
    expect((await readAnswers(clinic, visit.patientId))[0].signature.withdrawnAt).toBe(null)
    await house.sql("update appointments set status = 'COMPLETED' where id = $1", [visit.id])
    await page.goto(`${base}${link}`)
    await page.getByRole('link', { name: 'Forms' }).click()
    await page.getByRole('link', { name: 'Consent Filled in' }).click()
    await page.getByRole('link', { name: 'Withdraw my signature' }).click()
    await page.getByText('Withdraw your signature?').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Withdraw my signature' }).click()
    await page.getByText(/^Signature withdrawn: /).waitFor()
    await saveScreenshot(page, 'withdrawn consent')
    expect(await page.getByRole('link', { name: 'Withdraw my signature' }).count()).toBe(0)
    const [withdrawn] = await readAnswers(clinic, visit.patientId)
    expect(withdrawn.signature).toEqual({
      ...signed.signature,
      withdrawnAt: expect.stringMatching(/^2030-/),
    })
    const entries = await house.sql(
      "select action from audit_entries where workspace_id = $1 and 'forms' = any (changed_members)",
      [clinic.workspaceId],
    )
    expect(entries).toHaveLength(2)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('of another visit shows its text, and neither who signed it nor by which contact [FORM-04]', async () => {
    const { page, clinic, visit } = await openVisit({
      health: { title: 'Consent', text: 'I agree.', signed: true, questions: [] },
    })
    await page.getByLabel('Type your full name').fill('Meera Iyer')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await page.getByRole('link', { name: 'Consent Filled in' }).waitFor()
    const reply = await book(clinic, {
      ...slotTimes('11:00'),
      patientPayload: { id: visit.patientId },
    })
    const link = await makeVisitLink(
      database,
      { workspaceId: clinic.workspaceId, appointmentId: reply.json.appointment.id },
      clock.now(),
    )
    await page.goto(`${base}${link}/forms/health/signed`)
    await page.getByText('I agree.').waitFor()
    expect(await page.getByText('Meera Iyer').count()).toBe(0)
    expect((await house.call('GET', `${link}/forms/none/signed`)).status).toBe(404)
    await page.close()
  })
})

describe('a tablet at the desk', () => {
  async function openTablet(forms: Json, context: BrowserContextOptions = {}) {
    const { page, ...opened } = await openVisit(forms, context)
    const { clinic, visit } = opened
    const { url } = await house.operate('form-tablet', { workspace: clinic.name, id: visit.id })
    await page.goto('about:blank')
    await page.goto(url)
    return { ...opened, page, url: url as string }
  }
  const two = {
    health: { title: 'Your health', questions: thirty.slice(0, 2) },
    consent: { title: 'Consent', text: 'I agree.', signed: true, questions: [] },
  }

  it('asks one patient for what is missing, and forgets them with the last form [FORM-02]', async () => {
    const opened = await openTablet(two, { viewport: { width: 1_400, height: 900 } })
    const { page, clinic, visit, url, complaints } = opened
    const entries = await page.evaluate('history.length')
    await saveScreenshot(page, 'tablet')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Your health' }).click()
    await page.getByLabel('Question 1 (required)').fill('Qxtablet')
    await page.getByLabel('Question 2 (required)').fill('Two')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByLabel('Type your full name').fill('Meera Iyer')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await page.getByText('Please give the tablet back at the desk.').waitFor()
    await saveScreenshot(page, 'tablet between patients')
    expect(await accessibilityProblems(page)).toEqual([])
    const filled = await readAnswers(clinic, visit.patientId)
    expect(filled.map(({ filledBy }) => filledBy)).toEqual(['TABLET', 'TABLET'])
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    // One entry of the history, which shows nothing, as the link itself.
    expect(await page.evaluate('history.length')).toBe(entries)
    await page.goBack()
    expect(page.url()).toBe('about:blank')
    for (const path of ['', '/health', '/consent']) {
      await page.goto(`${url}${path}`)
      await page.getByText('Please give the tablet back at the desk.').waitFor()
    }
    expect(complaints).toEqual([])
    await page.close()
  })

  it('ends when no one touches it, or the patient is done, and keeps what was typed as a draft [FORM-02]', async () => {
    const { page, clinic, visit, url } = await openTablet(two)
    await page.clock.install()
    await page.reload()
    await page.getByRole('link', { name: 'Your health' }).click()
    await page.getByLabel('Question 1 (required)').fill('Begun')
    await page.clock.runFor(1_000)
    await page.getByText('Saved.').waitFor()
    // Typing may scroll the page a moment later, from which the three minutes begin again.
    await expect
      .poll(async () => {
        await page.clock.runFor(180_000)
        return new URL(page.url()).pathname
      })
      .toBe('/tablet')
    await page.getByText('Please give the tablet back at the desk.').waitFor()
    expect((await house.call('GET', new URL(url).pathname)).headers.location).toBe('/tablet')
    const { fields } = await house.operate('form-open', {
      workspace: clinic.name,
      id: visit.id,
      form: 'health',
    })
    expect(fields.q0).toEqual(['Begun'])
    const again = await house.operate('form-tablet', { workspace: clinic.name, id: visit.id })
    await page.goto(again.url)
    await page.getByRole('button', { name: 'I am done' }).click()
    await page.getByText('Please give the tablet back at the desk.').waitFor()
    expect(await house.sql('select 1 from visit_links where tablet_until is not null')).toEqual([])
    await page.close()
  })

  it('speaks the language of the patient, on a phone too [FORM-02]', async () => {
    const { page, clinic, visit, url } = await openTablet(two, {
      viewport: { width: 320, height: 640 },
      colorScheme: 'dark',
    })
    await house.sql("update patients set language = 'ar' where workspace_id = $1 and id = $2", [
      clinic.workspaceId,
      visit.patientId,
    ])
    await page.goto(url)
    await page.getByRole('button', { name: loadWords('ar').tabletEnd }).waitFor()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await saveScreenshot(page, 'tablet ar')
    await page.close()
  })

  it('opens nothing else, ends after half an hour without a word, and is no link of a visit [FORM-02]', async () => {
    const { page, url, link } = await openTablet(two)
    const token = url.slice(-26)
    const get = (path: string) => house.call('GET', path)
    for (const path of ['', '/forms', '/forms/health', '/cancel'])
      expect((await get(`/visit/${token}${path}`)).status).toBe(404)
    // The link of the patient is none of a tablet.
    expect((await get(link.replace('/visit/', '/tablet/'))).headers.location).toBe('/tablet')
    // Another site cannot end it.
    await house.call('POST', `/tablet/${token}`, { headers: { 'sec-fetch-site': 'cross-site' } })
    const shown = await get(`/tablet/${token}`)
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store'])
    await house.sql(
      "update visit_links set tablet_until = tablet_until - interval '30 minutes' where tablet_until is not null",
    )
    expect((await get(`/tablet/${token}`)).headers.location).toBe('/tablet')
    await page.close()
  })
})

describe('who is responsible', () => {
  it.each([
    ['en-GB', 1_400],
    ['ar', 320],
  ])(
    'stands in the booking element before anything is asked: %s [FORM-05]',
    async (locale, width) => {
      const clinic = await house.clinic((file: Json) => {
        file.workspace.legal = {
          privacy: { en: 'We keep what you tell us.', ar: 'نحفظ ما تقوله.' },
          imprint: { en: 'https://clinic.example/imprint' },
        }
      })
      const pages = await servePages(base)
      const { page } = await openElement(house, browser, clinic, {
        origin: pages.origin,
        service: base,
        options: { locale, viewport: { width, height: 800 } },
      })
      const words = loadWords(locale === 'ar' ? 'ar' : 'en')
      const link = page.getByRole('link', { name: words.privacy })
      await link.waitFor()
      await page.getByRole('link', { name: words.imprint }).waitFor()
      expect(await page.getByRole('link', { name: words.terms }).count()).toBe(0)
      await saveScreenshot(page, `element with its privacy notice ${locale}`)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.goto((await link.getAttribute('href')) ?? '')
      await page
        .getByText(locale === 'ar' ? 'نحفظ ما تقوله.' : 'We keep what you tell us.')
        .waitFor()
      await page.close()
    },
  )

  it('stands on the pages of a visit and of its forms, as a text or a link [FORM-05]', async () => {
    const { page, link } = await openVisit({
      health: { title: 'H', questions: thirty.slice(0, 1) },
    })
    for (const path of ['', '/forms', '/forms/health', '/messages', '/cancel']) {
      await page.goto(`${base}${link}${path}`)
      expect(await page.getByRole('link', { name: 'Privacy notice' }).count(), path).toBe(1)
      expect(await page.getByRole('link', { name: 'Imprint' }).getAttribute('href')).toBe(
        'https://clinic.example/imprint',
      )
    }
    const href =
      (await page.getByRole('link', { name: 'Privacy notice' }).getAttribute('href')) ?? ''
    await page.goto(`${base}${href}`)
    await page.getByText('We keep what you tell us.').waitFor()
    await page.goto(`${base}${href.replace('lang=en', 'lang=ar')}`)
    await page.getByText('نحفظ ما تقوله.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.close()
  })
})
