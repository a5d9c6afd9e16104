// The cost of the dashboard (DASH-24): the script of its first view, that view from a cold cache on a slow processor, a large day drawn,
// and the load of open dashboards on the process that serves them. `npm run bench:dashboard`

import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { openApplication } from '../src/app/application.ts'
import { visitBook } from '../src/checkout/operations/visit-book.ts'
import { workspaceImport } from '../src/clinic-file/operations/workspaces.ts'
import { runForOperator } from '../src/operator/run-operation.ts'
import { dashboardLink } from '../src/sign-in/operations/links.ts'
import { sunrise } from '../test/support/clinic/sunrise.ts'
import { buildPages } from '../test/support/processes/built.ts'
import { launchChromium } from '../test/support/screens/chromium.ts'
import { cpuOf, median } from './compare.ts'
import { openBenchProcesses } from './processes.ts'

const [practitioners, visitsOfEach, openDashboards, rounds] = [20, 40, 500, 5]
const date = '2027-01-04'
/** Whether every visit of the day is there. */
const areDrawn = `document.querySelectorAll('[role=gridcell]').length >= ${practitioners * visitsOfEach}`
const watchedMs = 15_000
const say = (line: string) => process.stdout.write(`${line}\n`)

buildPages()
const processes = await openBenchProcesses()
try {
  await bench()
} finally {
  await processes.close()
}

async function bench() {
  const assets = new URL('../dashboard/dist/assets/', import.meta.url)
  const page = readFileSync(fileURLToPath(new URL('../index.html', assets)), 'utf8')
  const first = readdirSync(assets).filter((name) => name.endsWith('.js') && page.includes(name))
  const sizes = first.map((name) => readFileSync(new URL(name, assets)))
  const kilobytes = (compress: (file: Buffer) => Buffer) => (sizes.reduce((sum, file) => sum + compress(file).length, 0) / 1_000).toFixed(0)
  say(`script of the first view: ${kilobytes(gzipSync)} kB by gzip, ${kilobytes(brotliCompressSync)} by Brotli (goal 220)`)

  const { workspace, links } = await prepareDay()
  const service = await processes.startService('clinic')
  const browser = await launchChromium()
  try {
    const origin = service.url
    const drawn: number[] = []
    const cold: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await signedIn(browser, origin, links)
      const day = `${origin}/dashboard/${workspace}/day?date=${date}`
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      cold.push(await untilDrawn(page, () => page.goto(day)))
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      drawn.push(await drawingOf(page))
      await page.context().close()
    }
    say(`first view from a cold cache, processor 4 × slower, a day of ${practitioners} × ${visitsOfEach}: ${median(cold).toFixed(0)} ms (goal 2,000)`)
    say(`that day drawn by the grid: ${median(drawn).toFixed(0)} ms (goal 150)`)
    await costOfWatching(await signedIn(browser, origin, links), origin, workspace, service.processId)
  } finally {
    await browser.close()
  }
}

/** A clinic whose day is full, and links that sign its owner in. */
async function prepareDay(): Promise<{ workspace: string; links: string[] }> {
  const application = await openApplication({ connection: { ...processes.engine.connection, database: 'clinic' }, mode: 'sandbox' })
  const file = sunrise()
  const { 'asha-rao': asha } = file.practitioners
  if (!asha?.at.jaipur || !file.staff?.['nina-roy']) throw new Error('the test clinic lacks its doctor')
  asha.at.jaipur.hours = [{ days: ['MON'], from: '09:00', to: '19:00', modes: ['OFFLINE'] }]
  file.practitioners = Object.fromEntries(
    Array.from({ length: practitioners }, (_, number) => [`doctor-${number}`, { ...structuredClone(asha), email: `d${number}@sunrise.example` }]),
  )
  file.roles = { ...file.roles, owner: { displayName: 'Owner', dashboard: 'owner' } }
  file.staff['nina-roy'].roles = ['owner']
  const context = { ...application, actor: { kind: 'operator', name: 'bench' } as const, progress: undefined }
  const { workspace, ids } = await runForOperator(workspaceImport, context, {
    source: JSON.stringify({ ...file, practitioners: file.practitioners, profiles: undefined, sessionPacks: undefined }),
  })
  const from = Date.parse(`${date}T09:00:00+05:30`)
  for (const doctorId of Object.values(ids.practitioner ?? {})) {
    for (let number = 0; number < visitsOfEach; number += 1) {
      const asked = {
        ...{
          addressId: ids.location?.jaipur,
          doctorId,
          mode: 'OFFLINE',
          fromDateTimeIso: new Date(from + number * 900_000).toISOString().replace('.000Z', '+00:00'),
        },
        patientPayload: { firstName: `Patient ${number}`, lastName: `Of ${doctorId}` },
      }
      await runForOperator(visitBook, context, asked)
    }
  }
  const links: string[] = []
  for (let number = 0; number <= rounds; number += 1) links.push((await runForOperator(dashboardLink, context, {})).url.split('#')[1] ?? '')
  await application.close()
  return { workspace, links }
}

async function signedIn(browser: Browser, origin: string, links: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${origin}/dashboard/sign-in#${links.pop()}`)
  await page.getByRole('heading', { level: 1, name: /\d/ }).waitFor()
  return page
}

/** Milliseconds until every visit of the day is there. */
async function untilDrawn(page: Page, begin: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now()
  await begin()
  await page
    .locator('[role=gridcell]')
    .nth(practitioners * visitsOfEach - 1)
    .waitFor({ state: 'attached' })
  return performance.now() - begunAt
}

/** Milliseconds from the click on Grid until the grid is laid out and painted, in the page's own time. */
async function drawingOf(page: Page): Promise<number> {
  await page.getByText('List', { exact: true }).click()
  await page.locator('[role=gridcell]').first().waitFor({ state: 'detached' })
  return (await page.evaluate(`new Promise((resolve) => {
    const begunAt = performance.now()
    ;[...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Grid').click()
    const look = () => (${areDrawn} ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begunAt))) : setTimeout(look))
    look()
  })`)) as number
}

/** CPU time of the service for open dashboards: while nothing happens, and with a change per second in the day they show. */
async function costOfWatching(page: Page, origin: string, workspace: string, processId: number) {
  const [cookie] = await page.context().cookies()
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
  await page.context().close()
  const share = async (work: () => Promise<unknown>) => {
    const before = cpuOf(processId) ?? 0
    await work()
    return ((cpuOf(processId) ?? 0) - before) / 1_000 / watchedMs
  }
  const quiet = await share(() => sleep(watchedMs))
  const streams = Array.from({ length: openDashboards }, () =>
    request(`${origin}/dashboard/api/events/${workspace}`, { headers }, (answer) => answer.resume()).end(),
  )
  for (const stream of streams) stream.on('error', () => {})
  await sleep(3_000)
  const open = await share(() => sleep(watchedMs))
  const changing = await share(() =>
    processes.inDatabase('clinic', async (client) => {
      for (let second = 0; second < watchedMs / 1_000; second += 1) {
        await client.query('update appointments set revision = revision + 1 where (workspace_id, id) = (select workspace_id, id from appointments limit 1)')
        await sleep(1_000)
      }
    }),
  )
  for (const stream of streams) stream.destroy()
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  say(
    `processor of the service: ${percent(quiet)} idle, ${percent(open)} with ${openDashboards} open dashboards, ${percent(changing)} with a change a second in what they show`,
  )
}
