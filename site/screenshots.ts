// The screenshots in the documentation, taken of the real product: `npm run build -- screenshots`
// starts a sandbox with the demo clinic and writes docs/images. They show a morning of an upcoming
// working day, at the same time whenever this is run.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { demoShift } from '../src/doors/demo/demo.ts'
import { launchChromium } from '../test/support/screens/chromium.ts'
import { project } from './pages.ts'

const zone = 'Asia/Kolkata'
const command = join(project, 'bin', 'clinic.js')

/** What is needed here of `serve --json`'s output about the demo clinic. */
interface ServeOutput {
  url: string
  demo: { key: string; addressId: number; bookingPage: string }
}

interface Sandbox extends ServeOutput {
  /** Runs a command and returns its output. */
  clinic<Answer>(...parameters: string[]): Answer
  /** Ends the service, and removes its data. */
  close(): Promise<void>
}

async function openSandbox(): Promise<Sandbox> {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'screenshots-')))
  // If this runs as root, the database runs as another user, who needs access to the folder.
  chmodSync(data, 0o755)
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, CLINIC_DATA: join(data, 'clinic'), PORT: '0', CLINIC_MODE: 'sandbox' }
  const service = spawn(process.execPath, [command, 'serve', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(service, 'exit')
  const [line] = await Promise.race([
    once(service.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the service ended with ${code}`))),
  ])
  return {
    ...(JSON.parse(String(line)) as ServeOutput),
    clinic: (...parameters) =>
      JSON.parse(
        execFileSync(process.execPath, [command, ...parameters, '--json'], {
          env,
          encoding: 'utf8',
        }),
      ),
    async close() {
      service.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/**
 * The next Tuesday to Friday after today: the demo clinic works all day, and on the day before too.
 */
function nextWorkday(now: number): string {
  const dayMs = 86_400_000
  for (let at = now + dayMs; ; at += dayMs) {
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: zone }).format(at)
    if (['Tue', 'Wed', 'Thu', 'Fri'].includes(weekday))
      return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
  }
}

/**
 * Moves the demo clinic to 09:40 on a day, and gives a token to a patient who walks in; returns the
 * path of their page.
 */
async function createMorning(
  { url, demo, clinic: runCommand }: Sandbox,
  date: string,
): Promise<string> {
  const wait = Date.parse(`${date}T09:40:00+05:30`) - Date.now()
  runCommand('clock', 'advance', `${Math.ceil(wait / 1000)}s`)
  runCommand('demo', 'today')
  const { shift, practitioner } =
    runCommand<Record<'shift' | 'practitioner', Record<string, number>>>('ids')
  const response = await fetch(`${url}/v1/qms-appointments/immediate/book`, {
    method: 'POST',
    headers: { 'x-api-key': demo.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      addressId: demo.addressId,
      doctorId: practitioner['meera-shah'],
      patientPayload: { firstName: 'Noor', lastName: 'Ali', phoneNumber: '9876543214' },
      qmsWorkShiftId: shift[demoShift],
      appointmentDate: date,
      mode: 'OFFLINE',
      bookingChannel: 'WALK_IN',
    }),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  const { visit } = (await response.json()) as { visit: { publicStatusToken: string } }
  return `/queue/${visit.publicStatusToken}`
}

async function takeScreenshot(
  name: string,
  options: BrowserContextOptions,
  show: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: zone,
    colorScheme: 'light',
    ...options,
  })
  const page = await context.newPage()
  await show(page)
  await page.screenshot({
    path: join(project, 'docs', 'images', `${name}.png`),
    animations: 'disabled',
  })
  await context.close()
}

const browser = await launchChromium()
const sandbox = await openSandbox()
try {
  const { url, demo, clinic: runCommand } = sandbox
  const date = nextWorkday(Date.now())
  const queuePage = await createMorning(sandbox, date)

  await takeScreenshot('day', { viewport: { width: 1400, height: 860 } }, async (page) => {
    await page.goto(runCommand<{ url: string }>('dashboard', 'link').url)
    await page.getByRole('heading', { level: 1, name: /\d/ }).waitFor()
    await page
      .getByRole('gridcell', { name: /In consultation/ })
      .last()
      .click()
    await page.getByText('History').waitFor()
  })
  await takeScreenshot(
    'queue-page',
    { viewport: { width: 360, height: 620 }, deviceScaleFactor: 1.5 },
    async (page) => {
      await page.goto(url + queuePage)
      await page.locator('#headline').getByText('ahead of you').waitFor()
    },
  )
  await takeScreenshot('booking-page', { viewport: { width: 1200, height: 800 } }, async (page) => {
    await page.goto(url + demo.bookingPage)
    await page.getByRole('button', { name: /^Jaipur/ }).click()
    await page.getByRole('button', { name: /^Dr Asha Rao/ }).click()
    await page.getByRole('button', { name: /^At the clinic 15 minutes/ }).click()
    await page
      .getByRole('button', { name: /^\d\d:\d\d$/ })
      .first()
      .click()
  })
  await takeScreenshot(
    'api-reference',
    { viewport: { width: 1300, height: 800 } },
    async (page) => {
      await page.goto(`${url}/docs`)
      await page.getByRole('textbox').first().fill(demo.key)
      await page.getByText('List available slots', { exact: true }).first().click()
      await page
        .getByRole('button', { name: 'Test Request (get /v1/appointments/available-slots)' })
        .click()
      await page.getByRole('button', { name: /^Send Request/ }).click()
      await page.getByText('"fromDateTimeIso"').first().waitFor()
      // The progress bar of the call takes a moment to fade.
      await page.waitForTimeout(1_500)
    },
  )
} finally {
  await browser.close()
  await sandbox.close()
}
