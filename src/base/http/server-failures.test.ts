import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { uuid, workspaceDetail } from '../../../test/support/clinic/front-door.ts'
import {
  book,
  type Clinic,
  type Harness,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { runStatement } from '../../../test/support/run/global-setup.ts'
import { route } from '../contract/route.ts'
import { integer, object } from '../contract/schemas.ts'
import { ForwardedAnswer } from '../values/forwarded-answer.ts'

const _house = await openHarness()

describe('500', () => {
  it('has a UUID and nothing else, which the log has together with our id, and nothing of the patient or the SQL [ERR-12] [ERR-13]', async () => {
    const { broken, lines, clinic } = await brokenHouse()
    const before = await clinic.bookingRows()
    await broken.sql('alter table appointments rename column mode to gone')
    const reply = await book(
      clinic,
      { appointmentNotes: 'canary-note' },
      { headers: { 'x-request-id': 'abc_1-Z' } },
    )
    await broken.sql('alter table appointments rename column gone to mode')
    expect(reply.status).toBe(500)
    expect(Object.keys(reply.json)).toEqual(['statusCode', 'status', 'message'])
    expect(reply.json).toMatchObject({ statusCode: 500, status: 'failed' })
    expect(reply.headers['x-request-id']).toBe('abc_1-Z')
    const [named] = uuid.exec(reply.json.message) ?? []
    expect(reply.json.message).toBe(
      `Something went wrong on our side. Give the operator of the service this request id: ${named}`,
    )
    expect(await clinic.bookingRows()).toBe(before)

    const matchingLines = lines.filter((line) => line.includes(named as string))
    expect(
      matchingLines
        .map((line) => JSON.parse(line))
        .some(
          ({ requestId, level, error }) =>
            requestId === 'abc_1-Z' && level === 50 && error.code === '42703',
        ),
    ).toBe(true)
    expect(lines.join('\n')).not.toMatch(
      /canary-note|Meera|9876543210|insert |select |values \(|does not exist/i,
    )
    expect(lines.join('\n')).not.toContain(clinic.key)
  })

  it('of refusals because it is busy, the log has one a second, with their number and no stack [ERR-13]', async () => {
    const { broken, lines, clinic } = await brokenHouse()
    await broken.sql(
      "create function fail() returns trigger language plpgsql as $$ begin raise exception 'busy' using errcode = '55P03'; end $$",
    )
    await broken.sql(
      'create trigger fail before insert on appointments for each row execute function fail()',
    )
    const busy = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => /busy/.test(msg))
    const replies = await Promise.all(Array.from({ length: 20 }, () => book(clinic)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
    const [first, ...more] = busy()
    expect(first).toMatchObject({ level: 40, others: 0, error: { code: '55P03' } })
    expect(JSON.stringify(first)).not.toContain('frames')
    await wait(1_100)
    await book(clinic)
    await broken.sql('drop trigger fail on appointments; drop function fail()')
    const logged = busy()
    expect(logged.length).toBeLessThan(replies.length)
    expect(
      logged.length + logged.reduce((sum, { others }) => sum + others, 0),
      `${more.length} more in the first seconds`,
    ).toBe(replies.length + 1)
  })

  it('has the request id itself if that is one of ours [ERR-12]', async () => {
    const { broken, clinic } = await brokenHouse()
    await broken.sql('alter table public_profiles rename to out_of_reach')
    const reply = await clinic.get(`/v1/public-profiles/${clinic.id('profile', 'asha-rao')}`)
    await broken.sql('alter table out_of_reach rename to public_profiles')
    expect(reply.status).toBe(500)
    expect(reply.json.message).toContain(String(reply.headers['x-request-id']))
  })

  const databaseFailures = cases([
    ['a value that no column takes', '22003', 400],
    ['a check that fails', '23514', 400],
    ['a lock that is not to be had', '55P03', 503],
    ['a statement that takes too long', '57014', 503],
    ['a full disk', '53100', 503],
    ['a broken promise between tables', '23503', 500],
  ])
  it.each(databaseFailures)(
    'or less: %s (SQLSTATE %s) is answered %i without its text [ERR-13]',
    async (_, state, status) => {
      const { broken, clinic } = await brokenHouse()
      await broken.sql(
        `create function fail() returns trigger language plpgsql as $$ begin raise exception 'canary-detail' using errcode = '${state}', detail = 'canary-detail'; end $$`,
      )
      await broken.sql(
        'create trigger fail before insert on appointments for each row execute function fail()',
      )
      const before = await clinic.bookingRows()
      const reply = await book(clinic)
      await broken.sql('drop trigger fail on appointments; drop function fail()')
      expect(reply.status, reply.text).toBe(status)
      expect(reply.text).not.toContain('canary')
      expect(reply.headers['retry-after']).toBe(status === 503 ? '1' : undefined)
      expect(await clinic.bookingRows()).toBe(before)
    },
  )
})

describe('503', () => {
  it('says to retry while the database is unavailable, admits no one in the meantime, and ends by itself [ERR-13]', async () => {
    const connection = await createMigratedDatabase()
    const lines: string[] = []
    const place = await openHarness({
      connection,
      log: pino({}, { write: (line) => void lines.push(line) }),
    })
    const clinic = await place.clinic()
    const { database } = Object(connection)
    const admin = (text: string) =>
      runStatement({ ...Object(connection), database: 'postgres' }, text)
    await admin(`alter database ${database} allow_connections false`)
    await admin(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}' and application_name like 'clinic%'`,
    )
    // The server has closed them; this process has yet to notice.
    await wait(300)
    const replies = [
      await clinic.get(workspaceDetail),
      await clinic.get(workspaceDetail, { key: 'wrong' }),
      await book(clinic),
    ]
    await admin(`alter database ${database} allow_connections true`)
    for (const reply of replies) {
      expect(reply.status).toBe(503)
      expect(reply.headers['retry-after']).toBe('1')
      expect(reply.json).toEqual({ statusCode: 503, status: 'failed', message: expect.any(String) })
    }
    expect((await clinic.get(workspaceDetail)).status).toBe(200)
    expect((await book(clinic)).status).toBe(201)
    // One line when it goes and one when it comes back, and none for each refused request in
    // between.
    await expect
      .poll(() => lines.some((line) => line.includes('the database is available again')))
      .toBe(true)
    const loggedProblems = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
    expect(loggedProblems.map(({ msg, reason }) => [msg, reason])).toEqual([
      [
        'the database is unavailable: requests are refused with 503 until it is available again',
        '57P01',
      ],
      ['the database is available again', undefined],
    ])
  })

  it('is not the answer to a request that waits for a database connection less long than the operator allows', async () => {
    const house = await openHarness({
      databaseConnections: 2,
      databaseWaitMs: 60_000,
      databaseLimits: {},
      doesDueWork: false,
    })
    const clinic = await house.clinic()
    const gate = await createDatabaseGate(house, 'before insert on appointments for each row')
    const held = ['09:00', '09:15'].map((time) =>
      book(clinic, slotTimes(time)).then(({ status }) => status),
    )
    await gate.waitUntilReached(1)
    const waiting = book(clinic, slotTimes('09:30')).then(({ status }) => status)
    // The two held bookings give up after the lock timeout of three seconds, which is longer than a
    // request waits by default.
    expect(await Promise.all(held)).toEqual([503, 503])
    await gate.open()
    expect(await waiting).toBe(201)
  })

  it('is the answer while another transaction holds a lock, and changes nothing', async () => {
    const { broken, clinic } = await brokenHouse()
    const { id } = (await book(clinic)).json.appointment
    const confirm = () =>
      broken.call('PATCH', `/v1/appointments/${id}/status`, {
        key: clinic.key,
        body: { status: 'CONFIRMED' },
      })
    const before = await clinic.bookingRows()
    // The gate opens only after the answer.
    const gate = await createDatabaseGate(broken, 'before update on appointments for each row')
    const reply = await confirm()
    await gate.open()
    expect([reply.status, reply.headers['retry-after']], reply.text).toEqual([503, '1'])
    expect(await clinic.bookingRows()).toBe(before)
    expect((await confirm()).status).toBe(200)
  })

  it('is the answer when a full disk prevents a write, and the log explains it', async () => {
    const { broken, lines, clinic } = await brokenHouse()
    await broken.sql(
      "create function fail() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$",
    )
    await broken.sql(
      'create trigger fail before insert on appointments for each row execute function fail()',
    )
    lines.length = 0
    expect((await book(clinic)).status).toBe(503)
    await broken.sql('drop trigger fail on appointments; drop function fail()')
    const loggedErrors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    expect(loggedErrors.map(({ msg }) => msg)).toEqual([
      'the disk of the database is full: writes are refused with 503 until there is room',
    ])
  })
})

let breakable: { broken: Harness; lines: string[] } | undefined

/** A separate house whose database a test may break, with its log; a fresh clinic in it. */
async function brokenHouse(): Promise<{ broken: Harness; lines: string[]; clinic: Clinic }> {
  if (!breakable) {
    const lines: string[] = []
    breakable = {
      lines,
      broken: await openHarness({
        databaseLimits: {},
        log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
      }),
    }
  }
  return { ...breakable, clinic: await breakable.broken.clinic() }
}

it('passes an external answer through as it is, status and body, below 500 and above [ERR-14] [ERR-15]', async () => {
  const answers: [number, Record<string, unknown>][] = [
    [402, { code: 'CARD_DECLINED', detail: [1, { a: null }] }],
    [503, { x: 1 }],
    [599, {}],
  ]
  const passing = route({
    method: 'POST',
    path: '/v1/pass-on',
    name: 'passOn',
    area: 'Payments',
    title: 'Pass on',
    summary: 'Of this test.',
    policy: {},
    body: object({ index: integer('Which.', 0) }),
    refusals: [],
    replies: { 200: object({}) },
    async handle({ body }) {
      const [status, answer] = answers[body.index] as (typeof answers)[number]
      throw new ForwardedAnswer(status, answer)
    },
  })
  const house = await openHarness({ routes: [passing] })
  const clinic = await house.clinic()
  for (const [index, answer] of answers.entries()) {
    const reply = await clinic.post('/v1/pass-on', { index })
    expect([reply.status, reply.json]).toEqual(answer)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  }
})
