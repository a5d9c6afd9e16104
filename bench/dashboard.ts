// The cost of the dashboard (DASH-24): the script of its first view, the time of that view from a
// cold cache on a slow processor, the drawing of a large day, and the load that open dashboards put
// on the process that serves them. `npm run bench -- dashboard`

import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { dashboardLink } from '../src/clinic/sign-in/operations/links.ts'
import { openApplication } from '../src/doors/app/application.ts'
import { runForOperator } from '../src/doors/register/run-operation.ts'
import { workspaceImport } from '../src/management/clinic-file/operations/workspaces.ts'
import { visitBook } from '../src/money/desk/operations/visit-book.ts'
import { createSunriseFile } from '../test/support/clinic/sunrise.ts'
import { buildPages } from '../test/support/processes/built.ts'
import { launchChromium } from '../test/support/screens/chromium.ts'
import { median, readCpuMicroseconds } from './compare.ts'
import { openBenchProcesses } from './processes.ts'

const practitioners = 20
const visitsPerPractitioner = 40
const rounds = 5
/** One account may have sixteen dashboards open. */
const accounts = 50
const dashboardsPerAccount = 10
const date = '2027-01-04'
/** Whether every visit of the day is shown. */
const drawnCondition = `document.querySelectorAll('[role=gridcell]').length >= ${practitioners * visitsPerPractitioner}`
const watchedMs = 15_000
const print = (line: string) => process.stdout.write(`${line}\n`)

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

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
  const firstScripts = readdirSync(assets).filter(
    (name) => name.endsWith('.js') && page.includes(name),
  )
  const sizes = firstScripts.map((name) => readFileSync(new URL(name, assets)))
  const kilobytes = (compress: (file: Buffer) => Buffer) =>
    (sizes.reduce((sum, file) => sum + compress(file).length, 0) / 1_000).toFixed(0)
  print(
    `script of the first view: ${kilobytes(gzipSync)} kB by gzip, ${kilobytes(brotliCompressSync)} by Brotli (goal 220)`,
  )

  const { workspace, tokens } = await prepareDay()
  const service = await processes.startService('clinic')
  const browser = await launchChromium()
  try {
    const origin = service.url
    const drawn: number[] = []
    const cold: number[] = []
    const sessions: Session[] = []
    for (const token of tokens) sessions.push(await signIn(browser, origin, token))
    for (let round = 0; round < rounds; round += 1) {
      const page = await (
        await browser.newContext({
          viewport: { width: 1400, height: 900 },
          ...(sessions[0] && { storageState: sessions[0] }),
        })
      ).newPage()
      const day = `${origin}/dashboard/${workspace}/day?date=${date}`
      const chromium = await page.context().newCDPSession(page)
      await chromium.send('Network.enable')
      await chromium.send('Network.setCacheDisabled', { cacheDisabled: true })
      await chromium.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      cold.push(await measureDrawing(page, () => page.goto(day)))
      await chromium.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      drawn.push(await measurePaint(page))
      await page.context().close()
    }
    print(
      `first view from a cold cache, processor 4 × slower, a day of ${practitioners} × ${visitsPerPractitioner}: ${median(cold).toFixed(0)} ms (goal 2,000)`,
    )
    print(`that day drawn by the grid: ${median(drawn).toFixed(0)} ms (goal 150)`)
    await measureWatching(sessions, origin, workspace, service.processId)
  } finally {
    await browser.close()
  }
}

/** A clinic whose day is full, and for each staff member the token of a link that signs them in. */
async function prepareDay(): Promise<{ workspace: string; tokens: string[] }> {
  const application = await openApplication({
    connection: { ...processes.engine.connection, database: 'clinic' },
    mode: 'sandbox',
  })
  const file = createSunriseFile()
  const { 'asha-rao': asha } = file.practitioners
  if (!asha?.at.jaipur) throw new Error('the test clinic has no practitioner')
  asha.at.jaipur.hours = [{ days: ['MON'], from: '09:00', to: '19:00', modes: ['OFFLINE'] }]
  file.practitioners = Object.fromEntries(
    Array.from({ length: practitioners }, (_, number) => [
      `doctor-${number}`,
      { ...structuredClone(asha), email: `d${number}@sunrise.example` },
    ]),
  )
  file.roles = { ...file.roles, owner: { displayName: 'Owner', dashboard: 'owner' } }
  file.staff = Object.fromEntries(
    Array.from({ length: accounts }, (_, number) => [
      `member-${number}`,
      {
        name: `Member ${number}`,
        email: `m${number}@sunrise.example`,
        roles: ['owner'],
        at: ['jaipur'],
      },
    ]),
  )
  const context = {
    ...application,
    actor: { kind: 'operator', name: 'bench' } as const,
    progress: undefined,
  }
  const { workspace, ids } = await runForOperator(workspaceImport, context, {
    source: JSON.stringify({
      ...file,
      practitioners: file.practitioners,
      profiles: undefined,
      sessionPacks: undefined,
    }),
  })
  const from = Date.parse(`${date}T09:00:00+05:30`)
  for (const doctorId of Object.values(ids.practitioner ?? {})) {
    for (let number = 0; number < visitsPerPractitioner; number += 1) {
      const input = {
        addressId: ids.location?.jaipur,
        doctorId,
        mode: 'OFFLINE',
        fromDateTimeIso: new Date(from + number * 900_000).toISOString().replace('.000Z', '+00:00'),
        patientPayload: { firstName: `Patient ${number}`, lastName: `Of ${doctorId}` },
      }
      await runForOperator(visitBook, context, input)
    }
  }
  const tokens: string[] = []
  for (const id of Object.values(ids.staff ?? {}))
    tokens.push((await runForOperator(dashboardLink, context, { id })).url.split('#')[1] ?? '')
  await application.close()
  return { workspace, tokens }
}

async function signIn(browser: Browser, origin: string, token: string): Promise<Session> {
  const context = await browser.newContext()
  const answer = await context.request.post(`${origin}/dashboard/api/sign-in/link`, {
    headers: { origin },
    data: { token },
  })
  if (!answer.ok()) throw new Error(`signing in was answered ${answer.status()}`)
  const session = await context.storageState()
  await context.close()
  return session
}

/** Milliseconds until every visit of the day is shown. */
async function measureDrawing(page: Page, start: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now()
  await start()
  await page
    .locator('[role=gridcell]')
    .nth(practitioners * visitsPerPractitioner - 1)
    .waitFor({ state: 'attached' })
  return performance.now() - begunAt
}

/**
 * Milliseconds from the click on Grid until the grid is laid out and painted, measured by the page.
 */
async function measurePaint(page: Page): Promise<number> {
  await page.getByText('List', { exact: true }).click()
  await page.locator('[role=gridcell]').first().waitFor({ state: 'detached' })
  return (await page.evaluate(`new Promise((resolve) => {
    const begunAt = performance.now()
    ;[...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Grid').click()
    const look = () => (${drawnCondition} ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begunAt))) : setTimeout(look))
    look()
  })`)) as number
}

/**
 * CPU time that the service spends on open dashboards: while nothing happens, and with one change
 * per second in the day they show.
 */
async function measureWatching(
  sessions: readonly Session[],
  origin: string,
  workspace: string,
  processId: number,
) {
  const cpuShare = async (work: () => Promise<unknown>) => {
    const before = readCpuMicroseconds(processId) ?? 0
    await work()
    return ((readCpuMicroseconds(processId) ?? 0) - before) / 1_000 / watchedMs
  }
  const quietShare = await cpuShare(() => sleep(watchedMs))
  let eventCount = 0
  let endedCount = 0
  function watch({ cookies: [cookie] }: Session) {
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
    const stream = request(`${origin}/dashboard/api/events/${workspace}`, { headers }, (answer) => {
      answer.on('close', () => {
        endedCount += 1
      })
      answer.on('data', (chunk: Buffer) => {
        if (chunk.includes('data:')) eventCount += 1
      })
    })
    return stream.end()
  }
  const streams = Array.from({ length: dashboardsPerAccount }, () => sessions.map(watch)).flat()
  for (const stream of streams) stream.on('error', () => {})
  await sleep(3_000)
  const openShare = await cpuShare(() => sleep(watchedMs))
  eventCount = 0
  let changes = 0
  const changingShare = await cpuShare(() =>
    processes.inDatabase('clinic', async (client) => {
      for (; changes < watchedMs / 1_000; changes += 1) {
        await client.query(
          'update appointments set revision = revision + 1 where (workspace_id, id) = (select workspace_id, id from appointments limit 1)',
        )
        await sleep(1_000)
      }
    }),
  )
  if (endedCount > 0 || eventCount < streams.length * (changes - 1))
    throw new Error(
      `${endedCount} of ${streams.length} dashboards ended; they heard ${eventCount} of ${changes} changes`,
    )
  for (const stream of streams) stream.destroy()
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  print(
    `processor of the service: ${percent(quietShare)} idle, ${percent(openShare)} with ${streams.length} open dashboards, ${percent(changingShare)} with a change a second in what they show`,
  )
}
