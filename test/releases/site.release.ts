// The documentation site, freshly built and served by the service, in a real browser.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { decisions, markdownFiles, navigation, pagePath, resolveLink } from '../../site/pages.ts'
import { findProblems } from '../../site/problems.ts'
import { openHarness } from '../support/clinic/harness.ts'
import { afterFile } from '../support/run/after-file.ts'
import { accessibilityProblems, openBrowser } from '../support/screens/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
// The builder reads from the environment whether it is a test, and would build another page.
const env = { ...process.env, NODE_ENV: 'production' }
execFileSync(
  process.execPath,
  [fileURLToPath(new URL('../../site/build.ts', import.meta.url)), '--out', folder],
  {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  },
)

const harness = await openHarness({ documentationFolder: folder })
const origin = await harness.door.listen({ host: '127.0.0.1', port: 0 })
const site = `${origin}/documentation`
const widths = { wide: 1_280, narrow: 320 }
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** A page of the site, its errors and its requests to other hosts. */
async function openPage(
  path: string,
  options: BrowserContextOptions = {},
  url = `${site}/${path}`,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: widths.wide, height: 800 }, ...options })
  const complaints: string[] = []
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on(
    'request',
    (request) =>
      !/^data:/.test(request.url()) &&
      !request.url().startsWith(site) &&
      complaints.push(request.url()),
  )
  await page.goto(url, { waitUntil: 'networkidle' })
  return { page, complaints }
}

describe('the built site', () => {
  it('has no dead link, no page that nothing links to, and loads nothing from elsewhere', () => {
    expect(findProblems(folder, '/documentation/')).toEqual([])
  })

  it('reports what is wrong with pages: dead links, lost headings, resources from elsewhere, unlinked pages', () => {
    const broken = mkdtempSync(join(tmpdir(), 'site-'))
    afterFile(() => rmSync(broken, { recursive: true, force: true }))
    writeFileSync(
      join(broken, 'index.html'),
      '<a href="/b/a.html#here"></a><a href="lost.html"></a><a href="#top"></a><a href="https://clinic.example/"></a>',
    )
    writeFileSync(
      join(broken, 'a.html'),
      '<h1 id="there"></h1><img src="https://clinic.example/a.png"><script src="//clinic.example/a.js"></script>',
    )
    writeFileSync(join(broken, 'alone.html'), '<a href="/b/"></a>')
    writeFileSync(
      join(broken, 'a.css'),
      '@import "https://clinic.example/a.css"; p { background: url(data:,) }',
    )
    expect(findProblems(broken, '/b/')).toEqual([
      'a.html loads https://clinic.example/a.png',
      'a.html loads //clinic.example/a.js',
      'index.html links to /b/a.html#here, a page without that heading',
      'index.html links to lost.html, which does not exist',
      'index.html links to #top, a page without that heading',
      'a.css loads https://clinic.example/a.css',
      'alone.html is linked from nowhere',
    ])
  })

  it('has a page for every Markdown file of docs, reached from the navigation', async () => {
    const { page } = await openPage('')
    const links = await page
      .locator('.VPSidebar a')
      .evaluateAll((anchors) =>
        anchors.map((anchor) => new URL((anchor as unknown as { href: string }).href).pathname),
      )
    const named = navigation().flatMap((section) =>
      section.links.map(({ link }) => `/documentation${link.split('#')[0]}`),
    )
    expect(new Set(links)).toEqual(new Set(named))
    await page.goto(`${site}/decisions/`)
    const answered = await page
      .locator('.vp-doc li a')
      .evaluateAll((anchors) =>
        anchors.map((anchor) => (anchor as unknown as { pathname: string }).pathname),
      )
    expect(answered.toSorted()).toEqual(
      decisions().map(({ file }) => `/documentation/${pagePath(file).replace(/\.md$/, '.html')}`),
    )
    const answers = await Promise.all(
      markdownFiles().map(async (file) => [
        file,
        (await fetch(`${site}/${pagePath(file).replace(/\.md$/, '.html')}`)).status,
      ]),
    )
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
    await page.close()
  })

  it('links a file to the page of another, and to a copy of a file that is not a page', () => {
    expect(resolveLink('docs/guides/queue.md', '../errors.md#retry')).toEqual({
      link: '/errors.md#retry',
    })
    expect(resolveLink('docs/architecture.md', 'decisions')).toEqual({
      link: '/decisions/index.md',
    })
    expect(resolveLink('README.md', 'Dockerfile')).toEqual({
      link: '/files/Dockerfile.txt',
      copied: 'Dockerfile',
    })
    expect(resolveLink('README.md', 'https://clinic.example/')).toEqual({
      link: 'https://clinic.example/',
    })
    expect(() => resolveLink('README.md', 'docs/lost.md')).toThrow(
      'README.md links to docs/lost.md, which does not exist',
    )
  })
})

/** The key does something only once the scripts of the page run. */
async function openSearch(page: Page): Promise<void> {
  const box = page.locator('.VPLocalSearchBox')
  const pressed = async () => {
    if (!(await box.isVisible())) await page.keyboard.press('Control+k')
    return box.isVisible()
  }
  await expect.poll(pressed, { timeout: 120_000, interval: 200 }).toBe(true)
}

describe('in a browser, under the policy of the service', () => {
  it('finds a word without asking any other host', async () => {
    const { page, complaints } = await openPage('')
    await openSearch(page)
    await page.locator('.VPLocalSearchBox input').fill('pgbouncer')
    const found = page.locator('.VPLocalSearchBox .result')
    await found.first().waitFor()
    expect(await found.first().innerText()).toMatch(/Poolers/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/operations\.html#poolers/)
    await page.getByRole('heading', { level: 3, name: /^Poolers/ }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it.each([
    ['rate limit', 'api.html'],
    ['error codes', 'errors.html'],
    ['SLOT_NOT_AVAILABLE', 'errors.html'],
    ['idempotency key', 'guides/payments.html'],
    ['webhook', 'guides/payments.html'],
  ])('finds "%s" for an integrator on %s, among the first five', async (words, expected) => {
    const { page } = await openPage('')
    await openSearch(page)
    await page.locator('.VPLocalSearchBox input').fill(words)
    const found = page.locator('.VPLocalSearchBox .result')
    await found.first().waitFor()
    const paths = await found.evaluateAll((links) =>
      links.slice(0, 5).map((link) => link.getAttribute('href') ?? ''),
    )
    expect(
      paths.filter((path) => path.includes(`/${expected}`)),
      paths.join('\n'),
    ).not.toEqual([])
    await page.close()
  })

  it.each(['', 'reference/api.html', 'guides/payments.html', 'decisions/'])(
    'has no accessibility problem at /%s, light or dark',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, complaints } = await openPage(path, { colorScheme })
        expect(await accessibilityProblems(page)).toEqual([])
        expect(complaints).toEqual([])
        await page.close()
      }
    },
  )

  it('scrolls nothing sideways at 320 pixels', async () => {
    const { page } = await openPage('', { viewport: { width: widths.narrow, height: 640 } })
    const paths = [
      ...navigation().flatMap((section) => section.links.map(({ link }) => link)),
      ...decisions().map(({ file }) => `/${pagePath(file).replace(/\.md$/, '.html')}`),
    ]
    const wide: string[] = []
    for (const path of new Set(paths.map((path) => path.split('#')[0]))) {
      await page.goto(site + path)
      const width = await page.evaluate('document.scrollingElement.scrollWidth')
      if (Number(width) > widths.narrow) wide.push(`${path}: ${width}`)
    }
    expect(wide).toEqual([])
    await page.close()
  })

  it('answers an unknown path, and the site without its slash', async () => {
    expect((await fetch(`${site}/lost.html`)).status).toBe(404)
    expect((await fetch(`${site}/..%2f..%2fpackage.json`)).status).toBe(404)
    const { page, complaints } = await openPage('', {}, site)
    await page.getByRole('heading', { level: 1, name: /^Clinic Scheduling/ }).waitFor()
    await page.locator('.VPSidebar').getByRole('link', { name: 'Errors' }).click()
    await page.getByRole('heading', { level: 1, name: /^Errors/ }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })
})

it('is not served if it has not been built', async () => {
  const { call } = await openHarness({ documentationFolder: join(folder, 'nowhere') })
  const frontPage = (of: Pick<typeof harness, 'call'>) =>
    of.call('GET', '/', { headers: { accept: 'text/html' } })
  expect((await call('GET', '/documentation/')).status).not.toBe(200)
  expect((await frontPage({ call })).text).not.toContain('/documentation/')
  expect((await frontPage(harness)).text).toContain('<a href="/documentation/">')
})
