// The package as users get it: packed, installed, and used by the README's own example and by a
// browser.

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openApplication } from '../../src/doors/app/application.ts'
import { createDemo } from '../../src/doors/demo/demo.ts'
import { createBookingBody, openHarness, slotTimes } from '../../test/support/clinic/harness.ts'
import { queueDate, startShift } from '../../test/support/clinic/queue-clinic.ts'
import { createMigratedDatabase } from '../../test/support/database/databases.ts'
import { afterFile } from '../../test/support/run/after-file.ts'
import { openBrowser } from '../../test/support/screens/browser.ts'
import type { Client, ClientOptions } from './client.ts'
import type { Schemas } from './index.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const compilerPath = (name: string) => join(root, 'node_modules', name, 'bin', 'tsc')
const readme = await readFile(join(root, 'client', 'README.md'), 'utf8')
const [
  example = '',
  week = '',
  packs = '',
  tokens = '',
  payments = '',
  online = '',
  changes = '',
  recipe = '',
] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)

const project = await mkdtemp(join(tmpdir(), 'clinic-client-'))
const installed = join(project, 'node_modules', '@clinic-scheduling', 'client')
afterAll(() => rm(project, { recursive: true, force: true }))

/** Packs the client as npm would and unpacks it as an installed package of a project. */
beforeAll(async () => {
  const source = join(project, 'client')
  await run(process.execPath, [
    compilerPath('typescript-7'),
    '-p',
    join(root, 'client', 'tsconfig.build.json'),
    '--outDir',
    join(source, 'dist'),
  ])
  for (const file of ['package.json', 'README.md'])
    await cp(join(root, 'client', file), join(source, file))
  const { stdout: file } = await run('npm', ['pack', '--offline', '--silent', source], {
    cwd: project,
  })
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', file.trim(), '-C', installed, '--strip-components=1'], { cwd: project })
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
})

describe('the packed client', () => {
  it('has types that match the README, in the strictest mode', async () => {
    await writeFile(join(project, 'example.ts'), example)
    await writeFile(join(project, 'week.ts'), week)
    await writeFile(join(project, 'packs.ts'), packs)
    await writeFile(join(project, 'tokens.ts'), tokens)
    await writeFile(join(project, 'payments.ts'), payments)
    await writeFile(join(project, 'online.ts'), online)
    await writeFile(join(project, 'changes.ts'), changes)
    await writeFile(join(project, 'recipe.ts'), recipe)
    const strictly = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--noEmit',
      '--target',
      'es2024',
    ]
    const nodeTypes = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')]
    const files = [
      'example.ts',
      'week.ts',
      'packs.ts',
      'tokens.ts',
      'payments.ts',
      'online.ts',
      'changes.ts',
      'recipe.ts',
    ]
    // Integrators still have the previous compiler.
    await run(
      process.execPath,
      [compilerPath('typescript'), ...strictly, ...nodeTypes, '--module', 'nodenext', ...files],
      { cwd: project },
    )
  })

  it('books, lists a week, uses a pack, pays online and follows changes, with the examples of the README [A-237] [A-213a]', async () => {
    // On the real clock, which the examples read.
    const application = await openApplication({
      connection: await createMigratedDatabase(),
      mode: 'sandbox',
    })
    const door = application.frontDoor()
    afterFile(async () => {
      await door.close()
      await application.close()
    })
    const url = await door.listen({ host: '127.0.0.1', port: 0 })
    application.listensAt(url)
    const demo = await createDemo(application)
    const printedBy = async (code: string) => {
      await writeFile(join(project, 'run.ts'), code.replace('http://127.0.0.1:3000', url))
      return (
        await run(process.execPath, ['run.ts'], {
          cwd: project,
          env: { ...process.env, KEY: demo?.key },
        })
      ).stdout
    }
    expect(await printedBy(example)).toMatch(/^booked: BK\w+\n$/)
    expect(await printedBy(week)).toMatch(
      /^(\d{4}-\d\d-\d\d (\d\d:\d\d( \d\d:\d\d)*|nothing is free)\n){7}times in Europe\/Berlin\n$/,
    )
    expect(await printedBy(packs)).toBe('paid 2000, then 0 INR\n')
    expect(await printedBy(online)).toBe(
      'payment: SUCCESS, PAID\nvisit: CANCELLED, REFUNDED, 250 INR refunded\n',
    )
    // After the visits of the demo, once no older transaction of other tests is open on this server.
    let followed = ''
    await vi.waitFor(
      async () => {
        followed += await printedBy(changes)
        expect(followed).toMatch(/(BK\w+ is SCHEDULED\n){3}BK\w+ is CANCELLED\n$/)
      },
      { timeout: 300_000 },
    )
    expect(await printedBy(changes)).toBe('')
  })

  it('takes tokens and follows the line, with the recipe of the README [QUEUE-01] [QUEUE-02]', async () => {
    const house = await openHarness()
    const clinic = await house.clinic()
    const baseUrl = await house.door.listen({ host: '127.0.0.1', port: 0 })
    await writeFile(join(project, 'tokens.ts'), tokens)
    const { takeToken, waitingBefore } = (await import(join(project, 'tokens.ts'))) as {
      takeToken(
        client: Client,
        wish: unknown,
        patient: unknown,
      ): Promise<Schemas['QueueVisit'] | undefined>
      waitingBefore(
        client: Client,
        visit: Schemas['QueueVisit'] | undefined,
      ): Promise<number | undefined>
    }
    const { createClient } = (await import(join(installed, 'dist', 'index.js'))) as {
      createClient(options: ClientOptions): Client
    }
    const client = createClient({ baseUrl, apiKey: clinic.key })
    const wish = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'meera-shah'),
      date: queueDate,
    }
    const take = (phoneNumber: string) =>
      takeToken(client, wish, { firstName: 'Meera', phoneNumber, countryCode: '+91' })
    const ahead = await take('9876543210')
    expect([ahead?.tokenDisplay, await waitingBefore(client, ahead)]).toEqual(['A-1', 0])
    await startShift(house, clinic)
    const second = await take('9876543211')
    expect([second?.tokenDisplay, await waitingBefore(client, second)]).toEqual(['A-2', 1])
    await house.sql("update queue_visits set status = 'IN_CONSULTATION' where id = $1", [
      ahead?.visitId,
    ])
    expect([await waitingBefore(client, ahead), await waitingBefore(client, second)]).toEqual([
      undefined,
      0,
    ])
    // First the morning is full, then the evening too, then there is no shift.
    await house.sql('update work_shifts set max_appointments = 2 where workspace_id = $1', [
      clinic.workspaceId,
    ])
    for (const token of ['B-1', 'B-2', undefined])
      expect((await take('9876543212'))?.tokenDisplay).toBe(token)
    expect(await takeToken(client, { ...wish, date: '2030-01-05' }, {})).toBeUndefined()
  })

  it('finds out whether a booking was made whose answer was lost, with the recipe of the README [A-238]', async () => {
    const house = await openHarness()
    const clinic = await house.clinic()
    const baseUrl = await house.door.listen({ host: '127.0.0.1', port: 0 })
    await writeFile(join(project, 'recipe.ts'), recipe)
    const { book } = (await import(join(project, 'recipe.ts'))) as {
      book(client: Client, booking: unknown): Promise<{ id: number }>
    }
    const { createClient } = (await import(join(installed, 'dist', 'index.js'))) as {
      createClient(options: ClientOptions): Client
    }
    // The first booking is made, or not, and its answer is lost either way.
    for (const [index, arrives] of [true, false].entries()) {
      let isLost = false
      const losing: typeof fetch = async (...request) => {
        const losesThis = !isLost && String(request[0]).includes('/book-appointment')
        if (!losesThis) return fetch(...request)
        isLost = true
        if (arrives) await fetch(...request)
        throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
      }
      const { id } = await book(
        createClient({ baseUrl, apiKey: clinic.key, fetch: losing }),
        createBookingBody(clinic, slotTimes(index === 0 ? '09:00' : '09:15')),
      )
      expect(isLost).toBe(true)
      const rows = await house.sql(
        'select id::int from appointments where workspace_id = $1 order by id',
        [clinic.workspaceId],
      )
      expect([rows.length, rows.at(-1)]).toEqual([index + 1, { id }])
    }
    // A caller that was slower than another is told so.
    const client = createClient({ baseUrl, apiKey: clinic.key })
    await expect(book(client, createBookingBody(clinic))).rejects.toMatchObject({
      code: 'SLOT_NOT_AVAILABLE',
    })
  })

  it('books in a browser, on a page of the same origin', async () => {
    const house = await openHarness()
    const clinic = await house.clinic()
    const base = await house.door.listen({ host: '127.0.0.1', port: 0 })
    const page = await (await openBrowser()).newPage()
    const { addressId, doctorId, ...booking } = createBookingBody(clinic)
    await page.route(`${base}/page/*`, (route) => {
      const file = new URL(route.request().url()).pathname.slice('/page/'.length)
      return route.fulfill(
        file
          ? { path: join(installed, 'dist', file) }
          : { contentType: 'text/html', body: '<title>Page</title>' },
      )
    })
    await page.goto(`${base}/page/`)
    // Sent as text, because the test runner would transform a function before the page sees it.
    const outcome = await page.evaluate(`(async ({ key, doctor, booking }) => {
      const { createClient, RefusedError } = await import('/page/index.js')
      const client = createClient({ baseUrl: location.origin, apiKey: key })
      const day = { ...doctor, appointmentDate: '2030-01-07', mode: 'OFFLINE' }
      const { slots: [slot] } = await client.listAvailableSlots(day)
      const visit = { ...booking, ...doctor, fromDateTimeIso: slot.fromDateTimeIso, toDateTimeIso: slot.toDateTimeIso }
      const { appointment } = await client.bookAppointment(visit)
      const error = await client.bookAppointment(visit).catch((thrown) => thrown)
      return { slot: slot.fromDateTimeIso, booked: appointment.fromDateTimeTs, isRefused: error instanceof RefusedError, code: error.code }
    })(${JSON.stringify({ key: clinic.key, doctor: { addressId, doctorId }, booking })})`)
    const slot = '2030-01-07T09:00:00+05:30'
    expect(outcome).toEqual({ slot, booked: slot, isRefused: true, code: 'SLOT_NOT_AVAILABLE' })
    expect(
      await house.sql('select id from appointments where workspace_id = $1', [clinic.workspaceId]),
    ).toHaveLength(1)
  })
})
