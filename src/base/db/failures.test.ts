import { createHash } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { defaultLimits, openDatabase } from './database.ts'
import { failureKind, loggableError } from './failures.ts'
import { statement } from './statement.ts'

it('a statement that a restart of the database interrupted can be retried', async () => {
  const database = openDatabase(await createMigratedDatabase())
  const cutShort = statement(
    'test_cut_short',
    { returns: {} },
    'select pg_terminate_backend(pg_backend_pid())',
  )
  const outcomes = [
    await database.rows(cutShort).catch(failureKind),
    await database.transaction((queries) => queries.rows(cutShort)).catch(failureKind),
    await database.rows(statement('test_next', { returns: { one: 'integer' } }, 'select 1 as one')),
  ]
  await database.close()
  expect(outcomes).toEqual(['busy', 'busy', [{ one: 1 }]])
})

it('a timeout is logged as such, and other errors without their text', async () => {
  const database = openDatabase(await createMigratedDatabase(), { ...defaultLimits, answerMs: 200 })
  const slow = statement(
    'test_unanswered',
    { returns: {} },
    'update installation set mode = mode returning pg_sleep(2)',
  )
  await database.rows(
    statement(
      'test_installed',
      { returns: {} },
      "insert into installation (mode) values ('sandbox')",
    ),
  )
  const loggedError = await database.rows(slow).catch(loggableError)
  await database.close()
  expect(loggedError).toMatchObject({
    reason: 'the database did not answer in time',
    code: undefined,
  })
  expect(Object.keys(loggableError(new Error('of a patient')))).not.toContain('message')
})

/**
 * A proxy to the database that breaks a connection when a statement of these tests passes, this
 * many times.
 */
async function breakableDoor() {
  const server = inject('server')
  const url = 'connectionString' in server ? new URL(server.connectionString) : undefined
  const target =
    'host' in server
      ? { path: `${server.host}/.s.PGSQL.${server.port}` }
      : { host: url?.hostname ?? '', port: Number(url?.port || 5432) }
  let breaks = 0
  let word = 'test_slow'
  const door = createServer((socket) => {
    const behind = connect(target)
    socket.on('data', (chunk) => {
      // The statement arrives, and its result never comes back.
      if (chunk.includes(word) && breaks > 0) {
        breaks -= 1
        socket.destroy()
      }
      behind.write(chunk)
    })
    behind.on('data', (chunk) => socket.write(chunk))
    for (const [side, other] of [
      [socket, behind],
      [behind, socket],
    ] as const)
      side.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void door.close())
  const { user, database } = parse(connectionUrl(await createMigratedDatabase()))
  return {
    connection: { host: '127.0.0.1', port: (door.address() as AddressInfo).port, user, database },
    breakNext: (times: number, at = 'test_slow') => {
      breaks = times
      word = at
    },
  }
}

function parse(text: string) {
  const url = new URL(text)
  return { user: decodeURIComponent(url.username) || 'postgres', database: url.pathname.slice(1) }
}

it('a read on a lost connection is retried once, then reported as busy; a write is unknown', async () => {
  const { connection, breakNext } = await breakableDoor()
  const database = openDatabase(connection)
  const read = statement(
    'test_slow_read',
    { returns: { one: 'integer' } },
    'select 1 as one from pg_sleep(0.01)',
  )
  const write = statement(
    'test_slow_write',
    { returns: {} },
    'update installation set mode = mode where exists (select from pg_sleep(0.01))',
  )
  expect([read.reads, write.reads]).toEqual([true, false])
  breakNext(1)
  expect(await database.rows(read)).toEqual([{ one: 1 }])
  breakNext(2)
  expect(await database.rows(read).catch(failureKind)).toBe('busy')
  breakNext(1)
  expect(await database.transaction((queries) => queries.rows(read))).toEqual([{ one: 1 }])
  breakNext(1)
  expect(await database.rows(write).catch(failureKind)).toBe('lost')
  await database.close()
})

it('a transaction that only read is retried if its connection is lost at its end, then reported as busy; one that wrote is unknown', async () => {
  const { connection, breakNext } = await breakableDoor()
  const database = openDatabase(connection)
  const read = statement('test_ended_read', { returns: { one: 'integer' } }, 'select 1 as one')
  const write = statement(
    'test_ended_write',
    { returns: {} },
    'update installation set mode = mode',
  )
  for (const kind of ['read committed', 'repeatable read'] as const) {
    breakNext(1, 'commit\0')
    expect(await database.transaction((queries) => queries.rows(read), kind)).toEqual([{ one: 1 }])
    breakNext(2, 'commit\0')
    expect(
      await database.transaction((queries) => queries.rows(read), kind).catch(failureKind),
    ).toBe('busy')
  }
  breakNext(1, 'commit\0')
  expect(await database.transaction((queries) => queries.rows(write)).catch(failureKind)).toBe(
    'lost',
  )
  await database.close()
})

it.each([
  ['select 9223372036854775807 + 1', 'bad value'],
  ["select '2030-02-30'::date", 'bad value'],
  ["select 'x'::bigint", 'bad value'],
  ["select '{'::jsonb", 'bad value'],
  // No input divides by zero or takes a bad slice: that is our own mistake.
  ['select 1 / 0', 'unexpected'],
  ["select substring('a' from 1 for -1)", 'unexpected'],
  ['select ln(0)', 'unexpected'],
])('%s is a %s', async (text, kind) => {
  const database = openDatabase(await createMigratedDatabase())
  const failing = statement(
    `test_failing_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`,
    { returns: {} },
    text,
  )
  expect(await database.rows(failing).catch(failureKind)).toBe(kind)
  await database.close()
})
