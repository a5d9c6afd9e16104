// The cost of the booking page for patients (PAGE-13): the size of its script, and how long a
// clinic's and a practitioner's hosted page takes, from a cold cache on a slow processor, until the
// first question can be answered. `npm run bench -- booking-page`

import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { openApplication } from '../src/doors/app/application.ts'
import { runForOperator } from '../src/doors/register/run-operation.ts'
import { workspaceImport } from '../src/management/clinic-file/operations/workspaces.ts'
import { createSunriseFile } from '../test/support/clinic/sunrise.ts'
import { buildPages } from '../test/support/processes/built.ts'
import { launchChromium } from '../test/support/screens/chromium.ts'
import { readDrawing, watchDrawing } from '../test/support/screens/drawing.ts'
import { median } from './compare.ts'
import { openBenchProcesses } from './processes.ts'

const rounds = 7
const networks = {
  // The slow 4G profile of Lighthouse.
  'a network of 1.6 Mbit/s and 150 ms': {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  },
  'this machine': undefined,
}
const print = (line: string) => process.stdout.write(`${line}\n`)

buildPages()
const processes = await openBenchProcesses()
try {
  await bench()
} finally {
  await processes.close()
}

async function bench() {
  const script = readFileSync(new URL('../booking-page/dist/booking.js', import.meta.url))
  const kilobytes = (compress: (file: Buffer) => Buffer) =>
    (compress(script).length / 1_000).toFixed(1)
  print(
    `script of the booking element: ${kilobytes(gzipSync)} kB by gzip, ${kilobytes(brotliCompressSync)} by Brotli (goal 35)`,
  )

  const workspace = await openClinic()
  const service = await processes.startService('clinic')
  const browser = await launchChromium()
  try {
    const page = `${service.url}/book/${workspace}`
    // Work that is done once, such as compressing and planning, is not part of a reader's wait.
    await measureOpening(browser, page, undefined)
    for (const [pageName, url] of Object.entries({
      clinic: page,
      practitioner: `${page}/dr-asha-rao`,
    })) {
      for (const [name, network] of Object.entries(networks)) {
        const measurements: Awaited<ReturnType<typeof measureOpening>>[] = []
        for (let round = 0; round < rounds; round += 1)
          measurements.push(await measureOpening(browser, url, network))
        const medianValue = (member: keyof (typeof measurements)[number]) =>
          median(measurements.map((one) => one[member]))
        print(
          `page of a ${pageName}, cold cache, processor 4 × slower, ${name}: usable after ${medianValue('usableMs').toFixed(0)} ms (goal 2,000), ` +
            `largest paint ${medianValue('largestMs').toFixed(0)} ms, layout shift ${Math.max(...measurements.map(({ shift }) => shift)).toFixed(3)} at most (goal 0.1)`,
        )
      }
    }
  } finally {
    await browser.close()
  }
}

async function openClinic(): Promise<string> {
  const application = await openApplication({
    connection: { ...processes.engine.connection, database: 'clinic' },
    mode: 'sandbox',
  })
  const file = createSunriseFile()
  file.workspace.bookingPage = {
    published: true,
    phone: '+91 141 400 0000',
    text: 'Please bring earlier test results.',
  }
  const context = {
    ...application,
    actor: { kind: 'operator', name: 'bench' } as const,
    progress: undefined,
  }
  const { workspace } = await runForOperator(workspaceImport, context, {
    source: JSON.stringify(file),
  })
  await application.close()
  return workspace
}

/**
 * Opens a page in a browser with a cold cache, and waits until its first question can be answered.
 */
async function measureOpening(
  browser: Browser,
  url: string,
  network: (typeof networks)[keyof typeof networks],
) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await watchDrawing(page)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (network) await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const begunAt = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('clinic-booking [part~=choice]').first().waitFor()
  const usableMs = performance.now() - begunAt
  // Everything that has not loaded yet.
  await page.waitForLoadState('networkidle')
  const { shift, largestAt: largestMs } = await readDrawing(page)
  await context.close()
  return { usableMs, largestMs, shift }
}
