// The hosted page in a real browser: the booking element as a clinic without a developer has it.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import { doDueWork } from '../../support/clinic/do-due-work.ts'
import { type Clinic, openHarness } from '../../support/clinic/harness.ts'
import { startCuttingProxy } from '../../support/processes/cutting-proxy.ts'
import { accessibilityProblems, openBrowser } from '../../support/screens/browser.ts'
import { readDrawing, watchDrawing } from '../../support/screens/drawing.ts'
import { findCentre } from '../../support/screens/settled-page.ts'

let service = ''
const { origin, cuts } = await startCuttingProxy(() => service)
const harness = await openHarness({ publicUrl: origin })
service = await harness.door.listen({ host: '127.0.0.1', port: 0 })

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

type Notices = NonNullable<ClinicFile['workspace']['notices']>

const clinicWithPage = (notices?: Notices) =>
  harness.clinic(({ workspace }) => {
    if (notices) workspace.notices = notices
    workspace.bookingPage = {
      published: true,
      phone: '+91 141 400 0000',
      text: 'Please bring earlier test results.',
      newPatients: ['lastName'],
    }
  })

const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'

async function open(
  { name }: Clinic,
  options: BrowserContextOptions = {},
  { path = '', slowedBy = 1 } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    ...options,
  })
  // A portrait is where the clinic has it.
  await context.route('https://example.org/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: portrait }),
  )
  const page = await context.newPage()
  await watchDrawing(page)
  if (slowedBy > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', {
      rate: slowedBy,
    })
  await page.goto(`${origin}/book/${name}${path}`)
  return page
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const asks = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor()

const paths = ['', '/dr-asha-rao']
it.each(paths)(
  'does not shift while it loads, on a slow processor: /book/CLINIC%s [PAGE-13]',
  async (path) => {
    const page = await open(await clinicWithPage(), {}, { path, slowedBy: 4 })
    await page.locator('clinic-booking [part~=choice]').first().waitFor()
    await page.waitForLoadState('networkidle')
    const { shift, largestAt } = await readDrawing(page)
    expect(largestAt).toBeGreaterThan(0)
    expect(shift).toBeLessThanOrEqual(0.1)
    await page.context().close()
  },
)

it('keeps practitioners in place once they are shown, even when their next free times load late [PAGE-05] [PAGE-13]', async () => {
  const clinic = await clinicWithPage()
  const page = await open(clinic)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    `**/available-slots?*doctorId=${clinic.id('practitioner', 'asha-rao')}&*`,
    async (route) => {
      await asked
      await route.continue()
    },
  )
  await press(page, /^Jaipur/)
  const names = () => page.locator('clinic-booking [part~=choice] .name').allInnerTexts()
  await page.getByRole('button', { name: /^Dr Asha Rao/ }).waitFor()
  const ownTime = page.getByRole('button', { name: /^Today.*Dr Asha Rao$/ })
  expect(await ownTime.count()).toBe(0)
  const before = await names()
  expect(before.length).toBeGreaterThan(1)
  answer()
  await ownTime.first().waitFor()
  expect(await names()).toEqual(before)
  await page.context().close()
})

it('runs its script once, under the address that changes with it, also when it loads more of it [PAGE-02]', async () => {
  const page = await open(await clinicWithPage())
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  await page.reload()
  const later = page.waitForResponse(/booking-lazy-part/)
  await press(page, /^Jaipur/)
  expect((await later).status()).toBe(200)
  await press(page, /^Dr Asha Rao/)
  await press(page, /^At the clinic 15 minutes/)
  await press(page, '9:30')
  await press(page, 'Continue')
  await asks(page, 'Where can we reach you?')
  expect(loaded.filter((path) => path === '/booking.js')).toEqual(['/booking.js'])
  await page.context().close()
})

it.each(['before', 'after'] as const)(
  'books once when each request is cut %s it is answered [PAGE-03] [PAGE-07]',
  async (mode) => {
    const clinic = await clinicWithPage()
    cuts.seen.clear()
    cuts.mode = mode
    const page = await open(clinic)
    await press(page, /^Jaipur/)
    await press(page, /^Dr Asha Rao/)
    await press(page, /^At the clinic 15 minutes/)
    await press(page, '9:30')
    await press(page, 'Continue')
    await page.getByLabel('Phone number').fill(mode === 'before' ? '9876580001' : '9876580002')
    await press(page, 'Send me a code')
    await page
      .getByRole('alert')
      .filter({ hasText: /We got no answer/ })
      .waitFor()
    if (mode === 'before') await press(page, 'Send another code')
    const codes = () => harness.operate('outbox-show', { workspace: clinic.name, limit: 1 })
    await expect.poll(codes).toHaveLength(1)
    await page.getByLabel('Six digits').fill((await codes())[0].code)
    if (mode === 'before') {
      await page
        .getByRole('alert')
        .filter({ hasText: /We got no answer/ })
        .waitFor()
      await press(page, 'Continue')
    }
    await page.getByLabel('First name').fill('Meera')
    await page.getByLabel('Last name').fill('Nair')
    await press(page, 'Book')
    await asks(page, /^Booked/)
    cuts.mode = undefined
    expect(cuts.seen.size).toBeGreaterThan(10)
    const booked = await harness.sql(
      'select from_at as "from", source from appointments where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(booked).toMatchObject([{ from: Date.parse('2030-01-01T09:30:00+05:30') }])
    await page.context().close()
  },
)

it('asks again on the page of another practitioner, and finds its own answers again [PAGE-03] [PAGE-07]', async () => {
  const clinic = await harness.clinic(({ workspace, practitioners }) => {
    workspace.bookingPage = { published: true }
    const asha = structuredClone(practitioners['asha-rao']) as NonNullable<
      (typeof practitioners)[string]
    >
    const noor = {
      ...asha,
      profile: { published: true, name: 'Dr Noor Khan', details: { slug: 'dr-noor-khan' } },
    }
    if (noor.at.jaipur)
      Object.assign(noor.at.jaipur, { fees: [{ mode: 'OFFLINE', amount: 700 }], tiers: {} })
    practitioners['noor-khan'] = noor
  })
  const page = await open(clinic)
  await press(page, /^Jaipur/)
  await press(page, /^Dr Asha Rao/)
  await press(page, /^Online, by video 15/)
  await press(page, '9:30')
  await press(page, 'Continue')
  await page.getByLabel('Phone number').fill('9876580004')
  await page.getByRole('link', { name: 'Dr Noor Khan' }).first().click()
  await page.waitForURL(/dr-noor-khan/)
  await asks(page, 'When suits you?')
  await page.getByRole('button', { name: '9:30', exact: true }).waitFor()
  expect(await page.locator('clinic-booking [part~=header]').innerText()).toContain('Dr Noor Khan')
  await press(page, '9:30')
  await press(page, 'Continue')
  await page.locator('clinic-booking').getByText(/700/).first().waitFor()
  // Who asks is the same person.
  expect(await page.getByLabel('Phone number').inputValue()).toBe('9876580004')
  await page.goto(`${origin}/book/${clinic.name}`)
  await asks(page, 'Where can we reach you?')
  expect(await page.locator('clinic-booking [part~=header]').innerText()).toContain('Dr Asha Rao')
  await page.context().close()
})

const question = (page: Page) => page.locator('clinic-booking').getByRole('heading', { level: 2 })
const wholePage = (page: Page): Promise<string[]> =>
  page.evaluate(
    "[document.documentElement.lang, document.documentElement.dir, document.title, document.querySelector('h1').innerText, location.search]",
  )

it.each(['', '/dr-asha-rao'])(
  'says the clinic’s name once on a phone, and asks in the upper third, with the language at the top: /book/CLINIC%s [PAGE-03] [PAGE-12]',
  async (path) => {
    const page = await open(await clinicWithPage(), {}, { path })
    await page.locator('clinic-booking [part~=choice]').first().waitFor()
    const titled = await findCentre(question(page))
    expect(titled.y).toBeLessThan(844 / 3)
    const language = await findCentre(page.getByLabel('Language'))
    expect(language.y).toBeLessThan(titled.y)
    expect(language.x).toBeGreaterThan(390 - 80)
    const names = await Promise.all(
      (await page.getByText('Sunrise', { exact: true }).all()).map(findCentre),
    )
    expect(names.filter(({ y }) => y < 844)).toHaveLength(1)
    await page.context().close()
  },
)

it('shows the practitioner, the place and how to reach it next to the form on a wide screen [PAGE-03]', async () => {
  const page = await open(
    await clinicWithPage(),
    { viewport: { width: 1400, height: 900 } },
    { path: '/dr-asha-rao' },
  )
  await question(page).waitFor()
  const form = await findCentre(page.locator('clinic-booking'))
  for (const shown of [
    page.locator('img[src="https://example.org/asha.jpg"]'),
    page.getByText('Twenty minutes and a plan.'),
    page.getByText('12 MI Road, Jaipur 302001', { exact: true }),
    page.getByRole('link', { name: 'How to get there' }),
    page.getByText('9:00 – 13:00, 16:00 – 19:00'),
    page.getByRole('link', { name: '+91 141 400 0000' }).first(),
  ]) {
    expect((await findCentre(shown)).x).toBeLessThan(form.x - 240)
  }
  expect(await page.getByRole('link', { name: 'How to get there' }).getAttribute('href')).toContain(
    '12+MI+Road%2C+Jaipur+302001',
  )
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

it('has the next free times of each practitioner next to the form on a wide screen, and asks for none on a phone [PAGE-03] [PAGE-05] [PAGE-12]', async () => {
  const clinic = await clinicWithPage()
  const asked: string[] = []
  const openAt = async (width: number) => {
    const page = await open(clinic, { viewport: { width, height: 900 } })
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await question(page).waitFor()
    return page
  }
  const page = await openAt(1400)
  const beside = page.locator('.facts')
  await beside.getByRole('button', { name: 'Today 9:15 Dr Asha Rao' }).click()
  await asks(page, 'Where can we reach you?')
  const header = page.locator('clinic-booking [part~=header]')
  expect((await header.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /^Tue,? 1 Jan, 9:15 Dr Asha Rao · At the clinic · INR 500/,
  )
  await page.getByLabel('Phone number').fill('9876580006')
  // Another one is another visit, and the patient is led back to the question.
  await beside.getByRole('button', { name: /^Today 14:30 10:00 clinic time/ }).click()
  await header.getByText(/14:30.*10:00 clinic time/).waitFor()
  expect(await page.getByLabel('Phone number').inputValue()).toBe('9876580006')
  const focused = "document.querySelector('clinic-booking').shadowRoot.activeElement?.innerText"
  await expect.poll(() => page.evaluate(focused)).toBe('Where can we reach you?')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' })
  await beside.getByRole('button', { name: 'Heute 9:15 Dr Asha Rao' }).waitFor()
  await page.context().close()
  asked.length = 0
  const narrow = await openAt(390)
  await narrow.waitForLoadState('networkidle')
  await narrow.evaluate('scrollTo(0, document.body.scrollHeight)')
  await narrow.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.includes('available-slots'))).toEqual([])
  await narrow.context().close()
})

it('is shown entirely in another language, from any question on, and stays in it [PAGE-11]', async () => {
  const clinic = await clinicWithPage()
  const page = await open(clinic)
  await press(page, /^Jaipur/)
  await press(page, /^Dr Asha Rao/)
  await press(page, /^At the clinic 15 minutes/)
  await press(page, '9:30')
  await press(page, 'Continue')
  await page.getByLabel('Phone number').fill('9876580005')
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' })
  await asks(page, 'Wo erreichen wir Sie?')
  expect(await page.getByLabel('Telefonnummer').inputValue()).toBe('9876580005')
  const german = ['de', '', 'Termin buchen · Sunrise', 'Termin buchen', '?lang=de']
  await expect.poll(() => wholePage(page)).toEqual(german)
  await page.getByRole('heading', { name: 'Zu wem Sie können' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.reload()
  await asks(page, 'Wo erreichen wir Sie?')
  expect(await wholePage(page)).toEqual(german)
  // The way back is not another page.
  await press(page, 'Zurück')
  await asks(page, 'Wann passt es Ihnen?')
  await page.getByLabel('Sprache').selectOption({ label: 'العربية' })
  await expect.poll(async () => (await wholePage(page)).slice(0, 2)).toEqual(['ar', 'rtl'])
  // Without a language in its URL, the page uses the language that was chosen.
  await page.goto(`${origin}/book/${clinic.name}/dr-asha-rao`)
  await page.waitForURL(/\?lang=ar$/)
  expect((await wholePage(page)).slice(0, 2)).toEqual(['ar', 'rtl'])
  await page.locator('clinic-booking [part~=choice]').first().waitFor()
  // A link in another language is that of the whole page, too.
  await page.goto(`${origin}/book/${clinic.name}?lang=en`)
  await asks(page, /\?$/)
  expect((await wholePage(page))[0]).toBe('en')
  await page.getByLabel('Language').waitFor()
  await page.context().close()
})

it('prints the clinic, its people, places and phone, and not the form [PAGE-03]', async () => {
  const clinic = await clinicWithPage()
  for (const path of ['', '/dr-asha-rao']) {
    const page = await open(clinic, { colorScheme: 'dark' }, { path })
    await question(page).waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const name of [
      'Sunrise',
      '12 MI Road, Jaipur 302001',
      '+91 141 400 0000',
      path ? 'Dermatology' : 'Meera Shah',
    ])
      expect(
        await page
          .locator('.page > :not(.booking)')
          .getByText(name)
          .filter({ visible: true })
          .count(),
        name,
      ).toBeGreaterThan(0)
    expect(await page.locator('clinic-booking').isVisible()).toBe(false)
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    )
    await page.context().close()
  }
})

it.each([
  ['ar', 'rtl', '\u206812 MI Road, Jaipur 302001\u2069', /^مرحبًا Meera،/],
  ['hi', 'ltr', '12 MI Road, Jaipur 302001', /^नमस्ते Meera,/],
])(
  'works from the first question to the last, narrow and dark, and notices are in its language: %s [PAGE-11] [PAGE-12] [MSG-03]',
  async (locale, direction, address, greeting) => {
    const clinic = await clinicWithPage({ confirmation: true, languages: ['ar', 'hi'] })
    const page = await open(clinic, {
      viewport: { width: 320, height: 640 },
      colorScheme: 'dark',
      locale,
    })
    const isWell = async () => {
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    }
    const part = (name: string) => page.locator(`clinic-booking [part~=${name}]`)
    const title = () => part('title').innerText()
    const titles = new Set<string>()
    const next = async (go: () => Promise<unknown>) => {
      await part('title').waitFor()
      const before = await title()
      titles.add(before)
      await isWell()
      await go()
      await expect.poll(title).not.toBe(before)
    }
    await part('choice').first().waitFor()
    expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe(direction)
    await next(() => part('choice').filter({ hasText: 'Jaipur' }).click())
    await next(() => part('choice').filter({ hasText: 'Dr Asha Rao' }).click())
    await part('choice').first().waitFor()
    await next(() => part('choice').first().click())
    await part('time').first().click()
    const goOn = () => page.locator('clinic-booking button.main').click()
    await next(goOn)
    await page.locator('clinic-booking input[type=tel]').fill('9876580003')
    await next(goOn)
    await next(async () =>
      page
        .locator('clinic-booking input[autocomplete=one-time-code]')
        .fill((await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 }))[0].code),
    )
    for (const name of ['given-name', 'family-name'])
      await page.locator(`clinic-booking input[autocomplete=${name}]`).fill('Meera')
    await page.locator('clinic-booking button.main[aria-disabled=false]').waitFor()
    await next(goOn)
    await isWell()
    // An Indian address stays left to right on an Arabic page.
    expect(await part('header').innerText()).toContain(address)
    expect(
      await page
        .locator('clinic-booking')
        .getByText('Twenty minutes and a plan.')
        .getAttribute('dir'),
    ).toBe('auto')
    expect(titles.size).toBe(7)
    expect(
      await harness.sql(
        'select p.language from appointments a join patients p using (workspace_id) where workspace_id = $1',
        [clinic.workspaceId],
      ),
    ).toEqual([{ language: locale }])
    await doDueWork(harness)
    const [notice] = await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 })
    expect(notice.body).toMatch(greeting)
    await page.context().close()
  },
)
