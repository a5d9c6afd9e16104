import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { array, assert, asyncProperty, integer, record } from 'fast-check'
import { pino } from 'pino'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Harness, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { doErrand, errandsTable } from '../../../test/support/processes/recorded-work.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import { expectBetween } from '../../../test/support/run/expect-between.ts'
import { runStatement } from '../../../test/support/run/global-setup.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { type Application, openApplication } from '../../doors/app/application.ts'
import type { Instant } from '../values/clinic-time.ts'
import {
  LeaseLost,
  plan,
  removePlanned,
  UnrecoverableFailure,
  type Work,
  WorkFailed,
} from './work.ts'

type Run = (work: Work) => Promise<Instant | undefined>

/** A process with a kind of work that each test defines. */
interface Process {
  application: Application
  does: Run
  /** What it ran, in order. */
  ran: Work[]
  logged: Json[]
}

const done: Run = async () => undefined
const attemptsMax = 3

function createWorkKinds(process: Process, ...names: string[]) {
  const run: Run = async (work) => {
    process.ran.push(work)
    return process.does(work)
  }
  return names.map((name) => ({
    name,
    attemptsMax,
    run,
    ...(name === 'short' && { runMsMax: 20 }),
    ...(name === 'narrow' && { atOnceMax: 2 }),
  }))
}

function newProcess(): Process {
  return { application: undefined as never, does: done, ran: [], logged: [] }
}

function createLog({ logged }: Process) {
  return pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
}

const one = newProcess()
const house = await openWithoutTimers(() =>
  openHarness({
    workKinds: createWorkKinds(one, 'errand', 'short', 'narrow'),
    log: createLog(one),
  }),
)
one.application = house.application
await house.sql(errandsTable)

/** Another process on the same database, for one test. */
async function openAnother(...names: string[]): Promise<Process> {
  const process = newProcess()
  process.application = await openWithoutTimers(() =>
    openApplication({
      connection: house.connection,
      mode: 'sandbox',
      databaseConnections: 4,
      workKinds: createWorkKinds(process, ...names),
      log: createLog(process),
    }),
  )
  // A test may have closed it.
  onTestFinished(() => process.application.close().catch(() => {}))
  return process
}

const { database, clock } = house.application
const { workspaceId, name: workspace } = await house.clinic()
const errand = (subjectId: number, dueAt = clock.now(), payload: unknown = null) => ({
  workspaceId,
  kind: 'errand',
  subjectId,
  dueAt,
  payload,
})
const tick = (process = one) => process.application.dueWork.tick()
const rows = () => house.sql('select * from due_work order by kind, subject_id')
const effects = () => house.sql('select subject_id as subject from errands_done order by 1')
const isEmpty = () => expect.poll(() => tick().then(rows)).toEqual([])
/** Ages the leases, as if this much real time had passed. */
const leasesAge = (seconds: number) =>
  house.sql(`update due_work set leased_until = leased_until - $1 * interval '1 s'`, [seconds])
const metric = async (line: string) =>
  Number(
    (await house.application.metricsText())
      .split('\n')
      .find((found) => found.startsWith(`${line} `))
      ?.slice(line.length),
  )

afterEach(async () => {
  // Work that a failed test left running has lost its lease.
  await house.sql('delete from due_work')
  await house.sql('delete from errands_done')
  await house.application.dueWork.renewLeases()
  one.does = done
  one.ran.length = 0
  one.logged.length = 0
})

/** A gate at which work waits until a test opens it. */
function newGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('planned work', () => {
  it('is done once its time has come, and is deleted', async () => {
    await plan(database, errand(1, clock.now() + 60_000, { note: 'first' }))
    await tick()
    expect(one.ran).toEqual([])
    await house.operate('clock-advance', { ms: 60_000 })
    await isEmpty()
    expect(one.ran).toMatchObject([
      { workspaceId, kind: 'errand', subjectId: 1, payload: { note: 'first' }, attempt: 1 },
    ])
  })

  it('is not planned when its transaction is rolled back', async () => {
    const planned = database.transaction(async (queries) => {
      await plan(queries, errand(1))
      throw new Error('undone')
    })
    await expect(planned).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
  })

  it('moves when it is planned again, however often, and is never doubled', async () => {
    const plans = array(
      record({
        subjectId: integer({ min: 1, max: 3 }),
        later: integer({ min: 1, max: 1e9 }),
        payload: integer(),
      }),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    await assert(
      asyncProperty(plans, async (made) => {
        await house.sql('delete from due_work')
        const start = Math.floor(clock.now())
        for (const { subjectId, later, payload } of made)
          await plan(database, errand(subjectId, start + later, payload))
        const last = new Map(
          made.map(({ subjectId, later, payload }) => [subjectId, [start + later, payload]]),
        )
        expect(
          (await rows()).map(({ subject_id, due_at, payload }) => [subject_id, [due_at, payload]]),
        ).toEqual([...last].sort(([a], [b]) => a - b))
      }),
      { numRuns: 25 },
    )
  })

  it('is due again when its kind says so, with its failures cleared', async () => {
    const next = Math.floor(clock.now()) + 3_600_000
    one.does = async () => next
    await plan(database, errand(1))
    await tick()
    await expect
      .poll(rows)
      .toMatchObject([{ due_at: next, attempts: 0, leased_until: null, state: 'WAITING' }])
    expect(await metric('clinic_due_work_total{kind="errand",outcome="done"}')).toBeGreaterThan(0)
  })

  it('that is planned while it runs is done once more afterwards, not concurrently', async () => {
    const another = await openAnother('errand')
    const gate = newGate()
    one.does = another.does = async ({ payload }) =>
      void (payload === 'first' && (await gate.opened)) as undefined
    await plan(database, errand(1, clock.now(), 'first'))
    await tick()
    await plan(database, errand(1, clock.now(), 'second'))
    await tick(another)
    expect(another.ran).toEqual([])
    gate.open()
    await isEmpty()
    expect(one.ran.map(({ payload, attempt }) => [payload, attempt])).toEqual([
      ['first', 1],
      ['second', 1],
    ])
  })

  it('is done by two processes together, each of 500 once', async () => {
    const another = await openAnother('errand')
    await database.transaction(async (queries) => {
      for (let subjectId = 1; subjectId <= 500; subjectId += 1)
        await plan(queries, errand(subjectId))
    })
    await Promise.all([tick(one), tick(another)])
    await isEmpty()
    const subjects = [...one.ran, ...another.ran].map(({ subjectId }) => subjectId)
    expect(subjects.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 500 }, (_, index) => index + 1),
    )
    expect(Math.min(one.ran.length, another.ran.length)).toBeGreaterThan(0)
  })

  it('of a kind that this process does not know is left to one that does', async () => {
    const another = await openAnother('newer')
    await plan(database, { ...errand(1), kind: 'newer' })
    await tick(one)
    expect(await rows()).toMatchObject([{ kind: 'newer', attempts: 0, lease: 0 }])
    await tick(another)
    await isEmpty()
    expect([one.ran.length, another.ran.length]).toEqual([0, 1])
  })

  it('is deleted with its workspace', async () => {
    const ending = await house.clinic()
    await plan(database, { ...errand(1, clock.now() + 60_000), workspaceId: ending.workspaceId })
    await house.sql('select remove_workspace($1)', [ending.workspaceId])
    expect(await rows()).toEqual([])
  })
})

describe('work that fails', () => {
  it('waits longer each time, is dead after the last attempt, and is retried by an operator', async () => {
    let failedAt = 0
    one.does = () => {
      failedAt = clock.now()
      return Promise.reject(new WorkFailed('the calendar\n answers 500'))
    }
    const before = await metric('clinic_due_work_total{kind="errand",outcome="failed"}')
    await plan(database, errand(7))
    await tick()
    for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
      await expect.poll(rows).toMatchObject([
        {
          attempts: attempt,
          leased_until: null,
          last_error: 'the calendar  answers 500',
          state: 'WAITING',
        },
      ])
      const meanMs = 30_000 * 2 ** (attempt - 1)
      expectBetween((await rows())[0].due_at, failedAt + 0.8 * meanMs, clock.now() + 1.2 * meanMs)
      await tick()
      expect(one.ran).toHaveLength(attempt)
      await house.operate('clock-advance', { ms: 1.2 * meanMs })
    }
    await expect.poll(rows).toMatchObject([{ attempts: attemptsMax, state: 'DEAD' }])
    expect(
      (await metric('clinic_due_work_total{kind="errand",outcome="failed"}')) - (before || 0),
    ).toBe(attemptsMax - 1)
    expect(await metric('clinic_due_work_dead{kind="errand"}')).toBe(1)
    expect(
      one.logged
        .filter(({ level }) => level === 40)
        .map(({ msg, attempt, reason }) => [msg, attempt, reason]),
    ).toEqual([
      ['due work failed and will be retried', 1, 'the calendar  answers 500'],
      ['due work failed and will be retried', 2, 'the calendar  answers 500'],
      ['due work has failed for good until an operator retries it', 3, 'the calendar  answers 500'],
    ])

    await tick()
    const [listed] = await house.operate('work-list', {})
    expect(listed).toMatchObject({
      workspace,
      kind: 'errand',
      subjectId: 7,
      attempts: 3,
      lastError: 'the calendar  answers 500',
    })
    expect(await house.operate('work-list', { workspace, state: 'WAITING' })).toEqual([])
    one.does = done
    expect(await house.operate('work-retry', { id: listed.id })).toEqual({ retried: 1 })
    expect(await house.operate('work-list', { workspace, state: 'WAITING' })).toMatchObject([
      { id: listed.id, attempts: 0 },
    ])
    await tick()
    await isEmpty()
    expect(one.ran.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 1])
  })

  it('permanently is dead at once, and planning it again revives it', async () => {
    one.does = () => Promise.reject(new UnrecoverableFailure('the calendar is gone'))
    await plan(database, errand(1))
    await tick()
    await expect
      .poll(rows)
      .toMatchObject([{ state: 'DEAD', attempts: 1, last_error: 'the calendar is gone' }])
    await plan(database, errand(1, clock.now() + 60_000))
    expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 0, last_error: null }])
  })

  it('unexpectedly is reported without the text of the failure', async () => {
    one.does = () => Promise.reject(new Error('Meera Iyer, +919876543210'))
    await plan(database, errand(1))
    await tick()
    await expect.poll(rows).toMatchObject([
      {
        last_error: 'it failed unexpectedly; the log says where',
        attempts: 1,
        leased_until: null,
      },
    ])
    expect(
      JSON.stringify([
        one.logged,
        await house.operate('work-list', { workspace, state: 'WAITING' }),
      ]),
    ).not.toContain('Meera')
  })

  it('by taking too long makes room for others', async () => {
    let aborted = 0
    one.does = ({ kind, signal }) => {
      signal.addEventListener('abort', () => (aborted += 1))
      return kind === 'short' ? new Promise(() => {}) : done(undefined as never)
    }
    for (let subjectId = 1; subjectId <= 4; subjectId += 1)
      await plan(database, { ...errand(subjectId), kind: 'short' })
    await tick()
    await plan(database, errand(9))
    await expect
      .poll(async () =>
        (await tick().then(rows)).map(({ kind, last_error }: Json) => `${kind}: ${last_error}`),
      )
      .toEqual(Array(4).fill('short: it took too long'))
    expect(aborted).toBe(4)
  })

  it('and was planned again in the meantime follows the new plan', async () => {
    const gate = newGate()
    one.does = () => gate.opened.then(() => Promise.reject(new UnrecoverableFailure('never')))
    await plan(database, errand(1))
    await tick()
    const dueAt = Math.floor(clock.now()) + 3_600_000
    await plan(database, errand(1, dueAt))
    gate.open()
    await expect
      .poll(rows)
      .toMatchObject([{ due_at: dueAt, state: 'WAITING', attempts: 0, leased_until: null }])
  })

  it('can be retried all together, for one workspace or for all', async () => {
    const other = await house.clinic()
    one.does = () => Promise.reject(new UnrecoverableFailure('no'))
    for (const subjectId of [1, 2]) await plan(database, errand(subjectId))
    await plan(database, { ...errand(3), workspaceId: other.workspaceId })
    await tick()
    await expect.poll(async () => (await house.operate('work-list', {})).length).toBe(3)
    const [newest, , oldest] = await house.operate('work-list', {})
    expect(await house.operate('work-list', { before: newest.id, limit: 1 })).toMatchObject([
      { id: newest.id - 1 },
    ])
    await expect(house.operate('work-retry', {})).rejects.toThrow('no work was named')
    await expect(house.operate('work-retry', { id: 999_999 })).rejects.toThrow(
      'there is no dead work item 999999',
    )
    await expect(
      house.operate('work-retry', { id: oldest.id, workspace: other.name }),
    ).rejects.toThrow('there is no dead work item')
    await expect(house.operate('work-list', { state: 'WAITING' })).rejects.toThrow(
      'there are several workspaces',
    )
    expect(await house.operate('work-retry', { allDead: true, workspace: other.name })).toEqual({
      retried: 1,
    })
    expect(await house.operate('work-retry', { allDead: true })).toEqual({ retried: 2 })
    expect(await house.operate('work-retry', { allDead: true })).toEqual({ retried: 0 })
  })
})

describe('turns', () => {
  it('rotate between workspaces and kinds, so that ten thousand of one delay no other', async () => {
    const other = await house.clinic()
    const gate = newGate()
    one.does = ({ subjectId }) =>
      subjectId <= 4 ? gate.opened.then(() => undefined) : done(undefined as never)
    await house.sql(
      `insert into due_work (workspace_id, kind, subject_id, due_at) select $1, 'errand', n, $2::timestamptz - interval '1 day' + n * interval '1 ms' from generate_series(1, 10000) as n`,
      [workspaceId, new Date(clock.now()).toISOString()],
    )
    await tick()
    expect(one.ran).toHaveLength(4)
    await plan(database, { ...errand(10_001), workspaceId: other.workspaceId })
    await plan(database, { ...errand(10_002), kind: 'short' })
    await tick()
    gate.open()
    await expect.poll(() => one.ran.filter(({ subjectId }) => subjectId > 10_000)).toHaveLength(2)
    const place = (subject: number) => one.ran.findIndex(({ subjectId }) => subjectId === subject)
    // The four before them, and one round of work that began beside them.
    expect(Math.max(place(10_001), place(10_002))).toBeLessThan(9)
    expect(await metric('clinic_due_work_oldest_seconds{kind="errand"}')).toBeGreaterThan(86_000)
    expect(await metric('clinic_due_work_overdue{kind="errand"}')).toBeGreaterThan(5_000)
  })
})

it('of a workspace whose work does not end leave places to the others', async () => {
  const others = [await house.clinic(), await house.clinic(), await house.clinic()]
  const gate = newGate()
  one.does = ({ subjectId }) =>
    subjectId < 100 ? gate.opened.then(() => undefined) : done(undefined as never)
  for (let subjectId = 1; subjectId <= 20; subjectId += 1) {
    await plan(database, errand(subjectId))
    await plan(database, { ...errand(subjectId + 20), workspaceId: others[0]?.workspaceId ?? 0 })
  }
  await tick()
  await tick()
  const held = one.ran.length
  expect(held).toBeLessThan(8)
  for (const [index, other] of others.slice(1).entries())
    await plan(database, { ...errand(100 + index), workspaceId: other.workspaceId })
  await tick()
  await expect.poll(() => one.ran.slice(held).map(({ subjectId }) => subjectId)).toEqual([100, 101])
  gate.open()
  await isEmpty()
})

it('of a kind that runs two at a time leave the rest of the capacity to others, and all of it is done', async () => {
  const gate = newGate()
  one.does = ({ kind }) =>
    kind === 'narrow' ? gate.opened.then(() => undefined) : done(undefined as never)
  for (let subjectId = 1; subjectId <= 5; subjectId += 1)
    await plan(database, { ...errand(subjectId), kind: 'narrow' })
  await tick()
  expect(one.ran).toHaveLength(2)
  await plan(database, errand(9))
  await tick()
  await expect.poll(() => one.ran.map(({ kind }) => kind)).toEqual(['narrow', 'narrow', 'errand'])
  gate.open()
  await isEmpty()
  expect(one.ran).toHaveLength(6)
})

describe('a lease', () => {
  it('that is renewed is kept, and without renewal another process does the work', async () => {
    const another = await openAnother('errand')
    const gate = newGate()
    one.does = () => gate.opened.then(() => undefined)
    await plan(database, errand(1))
    await tick()
    await leasesAge(25)
    await one.application.dueWork.renewLeases()
    await leasesAge(25)
    await tick(another)
    expect(another.ran).toEqual([])
    await leasesAge(6)
    await tick(another)
    await isEmpty()
    expect(another.ran).toMatchObject([{ attempt: 2 }])
    gate.open()
    await expect
      .poll(() => one.logged.map(({ msg }) => msg))
      .toEqual(['due work lost its lease while it ran'])
  })

  it('is in real time: moving business time ends none', async () => {
    const another = await openAnother('errand')
    const gate = newGate()
    one.does = () => gate.opened.then(() => undefined)
    await plan(database, errand(1))
    await tick()
    await house.operate('clock-advance', { ms: 3_600_000 })
    await another.application.followClock()
    await tick(another)
    // Nor is it taken again by the process that has it.
    await tick()
    expect([one.ran.length, another.ran]).toEqual([1, []])
    gate.open()
    await isEmpty()
  })

  it('that is lost undoes the effect, which then happens once', async () => {
    const another = await openAnother('errand')
    const gate = newGate()
    const failures: unknown[] = []
    one.does = async (work) => {
      await gate.opened
      return doErrand(database, work).catch((error: unknown) => {
        failures.push(error)
        throw error
      })
    }
    another.does = (work) => doErrand(another.application.database, work)
    await plan(database, errand(1))
    await tick()
    await leasesAge(31)
    await tick(another)
    await isEmpty()
    gate.open()
    await expect.poll(() => failures).toEqual([expect.any(LeaseLost)])
    expect(await effects()).toEqual([{ subject: 1 }])
  })

  it('can also be lost to another process while the first still runs, and the first is told to stop', async () => {
    const another = await openAnother('errand')
    const gate = newGate()
    const otherGate = newGate()
    one.does = (work) => gate.opened.then(() => doErrand(database, work))
    another.does = (work) =>
      otherGate.opened.then(() => doErrand(another.application.database, work))
    await plan(database, errand(1))
    await tick()
    await leasesAge(31)
    await tick(another)
    expect(another.ran).toHaveLength(1)
    await one.application.dueWork.renewLeases()
    expect(one.ran[0]?.signal.aborted).toBe(true)
    gate.open()
    await expect.poll(() => one.logged.length).toBe(1)
    expect(await effects()).toEqual([])
    otherGate.open()
    await isEmpty()
    expect(await effects()).toEqual([{ subject: 1 }])
  })

  it('ends when the work is no longer wanted', async () => {
    const gate = newGate()
    one.does = (work) => gate.opened.then(() => doErrand(database, work))
    await plan(database, errand(1))
    await tick()
    await removePlanned(database, errand(1))
    gate.open()
    await expect
      .poll(() => one.logged.map(({ msg }) => msg))
      .toEqual(['due work lost its lease while it ran'])
    expect(await effects()).toEqual([])
  })

  it('of work that crashes its process each time ends too, and the work is dead', async () => {
    await plan(database, errand(1))
    await house.sql('update due_work set attempts = $1', [attemptsMax])
    await tick()
    await expect
      .poll(rows)
      .toMatchObject([{ state: 'DEAD', last_error: 'the process ended during each attempt' }])
    expect(one.ran).toEqual([])
  })
})

describe('a process', () => {
  it('that is killed half-way leaves no effect, and another process produces it once [INV-32]', async () => {
    one.does = (work) => doErrand(database, work)
    await plan(database, errand(1))
    const program = fileURLToPath(new URL('./recorded-work-process.fixture.ts', import.meta.url))
    const child = spawn(process.execPath, [program, connectionUrl(house.connection)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    afterFile(() => child.kill('SIGKILL'))
    expect(String(await once(child.stdout, 'data'))).toBe('in the middle\n')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await tick()
    expect(one.ran).toEqual([])
    await leasesAge(31)
    // Its transaction ends when the database notices.
    await expect.poll(() => tick().then(() => one.ran.length)).toBe(1)
    await isEmpty()
    expect(await effects()).toEqual([{ subject: 1 }])
    expect(one.ran).toMatchObject([{ attempt: 2 }])
  })

  it('continues after its database was unavailable half-way', async () => {
    const gate = newGate()
    const { database: name } = await house
      .sql('select current_database() as database')
      .then(([row]) => row)
    one.does = (work) => gate.opened.then(() => doErrand(database, work))
    await plan(database, errand(1))
    await tick()
    const server = {
      connectionString: connectionUrl(house.connection).replace(`/${name}`, '/postgres'),
    }
    await runStatement(server, `alter database ${name} with allow_connections false`)
    await runStatement(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
    await expect(tick()).rejects.toThrow()
    await expect(one.application.dueWork.renewLeases()).rejects.toThrow()
    expect(await house.application.metricsText()).toContain('clinic_info')
    await runStatement(server, `alter database ${name} with allow_connections true`)
    gate.open()
    await isEmpty()
    expect(await effects()).toEqual([{ subject: 1 }])
  })

  it('that is told to stop lets work finish, and returns unfinished work, which is not a failure', async () => {
    const stopping = await openAnother('errand')
    const gate = newGate()
    stopping.does = ({ subjectId }) =>
      subjectId === 1 ? gate.opened.then(() => undefined) : new Promise(() => {})
    for (const subjectId of [1, 2]) await plan(database, errand(subjectId))
    await tick(stopping)
    await expect.poll(() => stopping.ran.length).toBe(2)
    const closing = stopping.application.close()
    gate.open()
    await closing
    expect(await rows()).toMatchObject([
      { subject_id: 2, attempts: 0, leased_until: null, last_error: null, state: 'WAITING' },
    ])
    await tick()
    await isEmpty()
    expect(one.ran).toMatchObject([{ subjectId: 2, attempt: 1 }])
  })

  it('that only runs a command starts no work', async () => {
    const idle = newProcess()
    const application = await openApplication({
      connection: house.connection,
      mode: 'sandbox',
      doesDueWork: false,
      workKinds: createWorkKinds(idle, 'errand'),
    })
    await plan(database, errand(1))
    await application.dueWork.tick()
    await application.close()
    expect(await rows()).toMatchObject([{ attempts: 0 }])
  })

  it('with its timers does due work by itself', async () => {
    const ticking = newProcess()
    const own: Harness = await openHarness({ workKinds: createWorkKinds(ticking, 'errand') })
    const clinic = await own.clinic()
    await plan(own.application.database, {
      ...errand(1),
      workspaceId: clinic.workspaceId,
      dueAt: own.application.clock.now(),
    })
    await expect.poll(() => ticking.ran.length).toBe(1)
  })
})
