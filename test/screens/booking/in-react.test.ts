// The booking element in React: the example, bundled as a clinic would, in a real browser; and the
// types of the package.

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { openHarness } from '../../support/clinic/harness.ts'
import { openBrowser } from '../../support/screens/browser.ts'
import { listen } from '../../support/screens/element-page.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const example = join(project, 'examples/booking-in-react')

describe('the example', () => {
  /** The scripts of the example by name, as a bundler writes them. */
  async function bundledExample(service: string, key: string): Promise<Map<string, string>> {
    const bundle = await rolldown({
      input: join(example, 'app.tsx'),
      platform: 'browser',
      logLevel: 'silent',
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    })
    const { output } = await bundle.generate({ format: 'esm', entryFileNames: 'app.js' })
    await bundle.close()
    return new Map(
      output.flatMap((file) =>
        file.type === 'chunk'
          ? [
              [
                `/${file.fileName}`,
                file.code.replace('WIDGET_KEY', key).replace('http://127.0.0.1:3000', service),
              ],
            ]
          : [],
      ),
    )
  }

  it('books, follows another practitioner, and may be removed and shown again [PAGE-01] [PAGE-09]', async () => {
    const harness = await openHarness()
    const service = await harness.door.listen({ host: '127.0.0.1', port: 0 })
    harness.application.listensAt(service)
    const clinic = await harness.clinic(({ practitioners }) => {
      const asha = structuredClone(practitioners['asha-rao']) as NonNullable<
        (typeof practitioners)[string]
      >
      practitioners['noor-khan'] = {
        ...asha,
        profile: { published: true, name: 'Dr Noor Khan', details: { slug: 'dr-noor-khan' } },
      }
    })
    let scripts = new Map<string, string>()
    const origin = await listen(({ url = '' }, response) => {
      const script = scripts.get(url)
      if (script !== undefined) response.setHeader('content-type', 'text/javascript').end(script)
      else
        response
          .setHeader('content-type', 'text/html')
          .end(
            '<!doctype html><title>Sunrise</title><body><script type="module" src="/app.js"></script>',
          )
    })
    const { key } = await harness.operate('key-create', {
      workspace: clinic.name,
      kind: 'WIDGET',
      name: 'React',
      allow: [],
      origins: [origin],
    })
    scripts = await bundledExample(service, key)
    const context = await (await openBrowser()).newContext({
      locale: 'en-GB',
      timezoneId: 'Asia/Kolkata',
    })
    const page: Page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(origin)
    const press = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: typeof name === 'string' }).click()
    const asks = (name: string | RegExp) => page.getByRole('heading', { level: 2, name }).waitFor()
    const soFar = page.getByRole('region', { name: 'Your choice so far' })

    await asks('Where would you like to be seen?')
    await page.getByLabel('Practitioner').fill('dr-asha-rao')
    await page.getByLabel('Practitioner').press('Tab')
    await asks('What kind of visit?')
    await soFar.getByText('Dr Asha Rao').waitFor()
    await page.getByLabel('Practitioner').fill('dr-noor-khan')
    await page.getByLabel('Practitioner').press('Tab')
    await soFar.getByText('Dr Noor Khan').waitFor()

    await press(/^At the clinic 15 minutes/)
    await press('9:30')
    await press('Close the booking')
    await expect.poll(() => page.getByRole('heading', { level: 2 }).count()).toBe(0)
    await press('Open the booking')
    await page.getByRole('button', { name: '9:30', exact: true, pressed: true }).waitFor()
    await press('Continue')
    await page.getByLabel('Phone number').fill('9876590002')
    await press('Send me a code')
    await asks('Your code')
    await page
      .getByLabel('Six digits')
      .fill((await harness.operate('outbox-show', { workspace: clinic.name, limit: 1 }))[0].code)
    await page.getByLabel('First name').fill('Meera')
    await press('Book')
    await page.getByText(/^You have booked BK\w+\.$/).waitFor()
    const booked = await harness.sql(
      'select doctor_id as "doctorId" from appointments where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(booked.map(({ doctorId }) => Number(doctorId))).toEqual([
      clinic.id('practitioner', 'noor-khan'),
    ])
    expect(complaints).toEqual([])
  })
})

describe('the types of the package', () => {
  const run = promisify(execFile)

  /**
   * What TypeScript says of some files in a project with the package and these libraries; '' if all
   * is right.
   */
  async function faultsIn(
    files: Record<string, string>,
    libraries: string[],
    options: object = {},
  ): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'types-'))
    const own = join(folder, 'node_modules/@clinic-scheduling/booking-page')
    await mkdir(own, { recursive: true })
    for (const name of ['package.json', 'booking.d.ts'])
      await cp(join(project, 'booking-page', name), join(own, name))
    for (const name of libraries) {
      await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true })
      await symlink(join(project, 'node_modules', name), join(folder, 'node_modules', name))
    }
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), content)
    const compilerOptions = {
      target: 'es2024',
      lib: ['es2024', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      strict: true,
      noEmit: true,
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...options } }),
    )
    return run(process.execPath, [
      join(project, 'node_modules/typescript-7/bin/tsc'),
      '-p',
      folder,
    ]).then(
      () => '',
      ({ stdout }) => stdout as string,
    )
  }

  const element = (more: string) => `
import '@clinic-scheduling/booking-page'
export const right = (
  <clinic-booking widget-key="k" doctor={7} id="booking" onclinic-booked={({ detail }) => void (detail.reference satisfies string | null)} ${more}>
    <p>Call us</p>
  </clinic-booking>
)
// @ts-expect-error: there is no key
export const withoutKey = <clinic-booking doctor="dr-asha-rao" />
// @ts-expect-error: there is no such mode
export const wrong = <clinic-booking widget-key="k" mode="by letter" />
`

  it('are right in JSX of React 19, of which the example is written [PAGE-01]', async () => {
    const inReact = {
      'element.tsx': element('className="wide" ref={(it) => it?.focus()} key="one"'),
    }
    expect(await faultsIn(inReact, ['react', '@types/react'], { jsx: 'react-jsx' })).toBe('')
    await run(process.execPath, [join(project, 'node_modules/typescript-7/bin/tsc'), '-p', example])
  })

  it('are right in JSX of Preact [PAGE-01]', async () => {
    const inPreact = { 'element.tsx': element('class="wide" ref={(it) => it?.focus()} key="one"') }
    expect(
      await faultsIn(inPreact, ['preact'], { jsx: 'react-jsx', jsxImportSource: 'preact' }),
    ).toBe('')
  })

  it('need none of these libraries [PAGE-01]', async () => {
    const plain = `
import type { BookingEvents } from '@clinic-scheduling/booking-page'
import '@clinic-scheduling/booking-page'
const element: HTMLElement = document.createElement('clinic-booking')
element.addEventListener('clinic-booked', ({ detail }) => void (detail satisfies BookingEvents['clinic-booked']))
`
    expect(await faultsIn({ 'page.ts': plain }, [])).toBe('')
  })
})
