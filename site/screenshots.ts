// The screenshots in the documentation, taken of the real product: `npm run build -- screenshots`
// starts a sandbox with the demo clinic, gives it a morning, and writes docs/images. The morning is
// on an upcoming working day, at the same time whenever this is run.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { isoAt } from '../src/base/values/clinic-time.ts'
import { demoShift } from '../src/doors/demo/demo.ts'
import { launchChromium } from '../test/support/screens/chromium.ts'
import { project } from './pages.ts'

const zone = 'Asia/Kolkata'
const offset = '+05:30'
const slotMs = 15 * 60_000
const command = join(project, 'bin', 'clinic.js')

/** The part of the output of `serve --json` about the demo clinic that is needed here. */
interface ServeOutput {
  url: string
  demo: { key: string; addressId: number; doctorId: number; bookingPage: string }
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
 * Six visits and six tokens, as they are at 09:40; returns the path of the fourth patient's page.
 */
async function createMorning(
  { url, demo, clinic: runCommand }: Sandbox,
  date: string,
): Promise<string> {
  let now = Date.now()
  const moveClockTo = (clock: string) => {
    const at = Date.parse(`${date}T${clock}:00${offset}`)
    runCommand('clock', 'advance', `${Math.ceil((at - now) / 1000)}s`)
    now = at
  }
  const call = async <Answer>(path: string, body: Record<string, unknown>): Promise<Answer> => {
    const headers = { 'x-api-key': demo.key, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...body, mode: 'OFFLINE' }),
    })
    if (!response.ok)
      throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const { addressId, doctorId } = demo
  let patients = 0
  const patientInput = (name: string) => {
    const [firstName, lastName] = name.split(' ')
    patients += 1
    return { firstName, lastName, phoneNumber: `98765432${10 + patients}` }
  }
  const book = async (clock: string, name: string): Promise<string> => {
    const from = Date.parse(`${date}T${clock}:00${offset}`)
    const { appointment } = await call<{ appointment: { id: number } }>(
      '/v1/appointments/book-appointment-unified',
      {
        addressId,
        doctorId,
        patientPayload: patientInput(name),
        bookingType: 'ONE_TIME_APPOINTMENT',
        fromDateTimeIso: isoAt(zone, from),
        toDateTimeIso: isoAt(zone, from + slotMs),
        paymentMode: 'CASH',
        consultationCharge: 500,
        source: 'DEVELOPER_API',
      },
    )
    return String(appointment.id)
  }
  const { shift, practitioner } =
    runCommand<Record<'shift' | 'practitioner', Record<string, number>>>('ids')
  const giveToken = async (name: string): Promise<string> => {
    const { visit } = await call<{ visit: { publicStatusToken: string } }>(
      '/v1/qms-appointments/pre/book',
      {
        addressId,
        doctorId: practitioner['meera-shah'],
        patientPayload: patientInput(name),
        qmsWorkShiftId: shift[demoShift],
        appointmentDate: date,
        bookingChannel: 'PHONE_CALL',
      },
    )
    return `/queue/${visit.publicStatusToken}`
  }

  moveClockTo('08:30')
  const kavya = await book('09:00', 'Kavya Iyer')
  const rohan = await book('09:15', 'Rohan Gupta')
  const anita = await book('09:45', 'Anita Desai')
  const priya = await book('11:30', 'Priya Menon')
  await book('10:30', 'Meera Nair')
  await book('10:45', 'Sunil Kumar')
  runCommand('visit', 'cancel', priya, '--reason', 'The patient called')
  const queuePages: string[] = []
  for (const name of [
    'Ishaan Bose',
    'Farida Khan',
    'Tomas Lind',
    'Noor Ali',
    'Wen Zhao',
    'Leela Das',
  ])
    queuePages.push(await giveToken(name))
  moveClockTo('08:58')
  runCommand('visit', 'arrive', kavya)
  runCommand('queue', 'start', demoShift)
  moveClockTo('09:02')
  runCommand('visit', 'status', kavya, 'in_consultation')
  runCommand('queue', 'next', demoShift)
  runCommand('queue', 'begin', demoShift, '1')
  moveClockTo('09:16')
  runCommand('visit', 'status', kavya, 'completed')
  runCommand('visit', 'pay', kavya, 'CASH')
  runCommand('visit', 'arrive', rohan)
  runCommand('visit', 'status', rohan, 'in_consultation')
  moveClockTo('09:38')
  runCommand('visit', 'arrive', anita)
  runCommand('queue', 'next', demoShift)
  moveClockTo('09:40')
  return queuePages[3] ?? ''
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
    await page.getByRole('gridcell', { name: /Anita Desai/ }).click()
    await page.getByRole('complementary').getByRole('heading', { name: 'Anita Desai' }).waitFor()
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
    await page.getByRole('button', { name: '11:15' }).click()
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
