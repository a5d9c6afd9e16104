// Chromium from npm, so that tests need no installed browser.

import { existsSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

// A copy of the project may link to its packages: the fonts are addressed by their real path, which
// outlives the copy.
const cache = join(
  realpathSync(fileURLToPath(new URL('../../../node_modules', import.meta.url))),
  '.cache',
)
// The browser makes no requests of its own; web security stays on, since it is part of what is
// tested.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
]

/**
 * Starts a browser, which the caller closes. With `TEST_HEADED=1`, it is the installed Chrome, in a
 * window.
 */
export async function launchChromium(extraFlags: readonly string[] = []): Promise<Browser> {
  // The browser from npm has no window, so the installed Chrome is used.
  if (process.env.TEST_HEADED === '1')
    return chromium.launch({
      channel: 'chrome',
      headless: false,
      slowMo: 250,
      args: [...extraFlags],
    })
  const folder = await unpackBrowser()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...flags, ...extraFlags],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    } as Record<string, string>,
  })
}

/** The folder with the browser and its libraries; unpacked once, whole or not at all. */
async function unpackBrowser(): Promise<string> {
  const folder = join(cache, 'chromium')
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'chromium-'))
  // The package unpacks into the temporary folder, and unpacks its libraries only where it believes
  // that they are needed.
  const before = { ...process.env }
  Object.assign(process.env, { TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' })
  try {
    const { default: library } = await import('@sparticuz/chromium')
    await library.executablePath()
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
  await writeFile(
    join(draft, 'fonts.conf'),
    `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
  )
  // Another test file may have unpacked it first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  return folder
}
