// A client that follows `changedAfter` misses nothing, whatever commits late and whichever database
// it is.

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectInvalid } from '../../../test/support/clinic/front-door.ts'
import {
  book,
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createEmptyDatabase } from '../../../test/support/database/databases.ts'
import type { Connection } from '../../base/db/session.ts'
import { writeBackup } from '../../management/backup/backup.ts'
import { openBackup } from '../../management/backup/backup-file.ts'
import { planRestore, restoreBackup } from '../../management/backup/restore.ts'
import { type ChangeCursor, formatCursor, parseCursor } from '../booking/change-cursor.ts'

const house = await openHarness()

interface Page {
  ids: number[]
  cursor: string
  json: Json
}

/**
 * Waits until everything committed by now is below every transaction still open on this server,
 * those of other tests too.
 */
async function settled() {
  const [{ last }] = await house.sql('select pg_current_xact_id()::text as last')
  await expect
    .poll(
      async () =>
        (
          await house.sql(
            'select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as over',
            [last],
          )
        )[0].over,
    )
    .toBe(true)
}

/** What a follower sees once everything is settled. */
async function changes(
  clinic: Clinic,
  changedAfter: string,
  more: Record<string, unknown> = {},
): Promise<Page> {
  await settled()
  return changesNow(clinic, changedAfter, more)
}

async function changesNow(
  clinic: Clinic,
  changedAfter: string,
  more: Record<string, unknown> = {},
): Promise<Page> {
  const { status, text, json } = await clinic.post('/v1/appointments/search', {
    changedAfter,
    ...more,
  })
  expect(status, text).toBe(200)
  return { ids: json.list.map(({ id }: Json) => id), cursor: json.nextCursor, json }
}

async function bookVisit(clinic: Clinic, clock: string): Promise<number> {
  const reply = await book(clinic, slotTimes(clock))
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}

const confirm = async (clinic: Clinic, id: number) => {
  const reply = await house.call('PATCH', `/v1/appointments/${id}/status`, {
    key: clinic.key,
    body: { status: 'CONFIRMED' },
  })
  expect(reply.status, reply.text).toBe(200)
}

/** A separate connection, for a transaction that stays open until the end of the test. */
async function connected(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  onTestFinished(() => client.end())
  await client.connect()
  return client
}

describe('changes', () => {
  it('are returned in order, each visit where it changed last, and the cursor stays if nothing changed [A-213a]', async () => {
    const clinic = await house.clinic()
    const start = await changes(clinic, '')
    expect([start.json.count, start.ids]).toEqual([0, []])
    const first = await bookVisit(clinic, '09:00')
    const second = await bookVisit(clinic, '09:15')
    const third = await bookVisit(clinic, '09:30')
    const all = await changes(clinic, start.cursor)
    expect([all.ids, all.json.count, all.json.countIsExact]).toEqual([
      [first, second, third],
      3,
      true,
    ])
    expect(await changes(clinic, all.cursor)).toMatchObject({ ids: [], cursor: all.cursor })
    await confirm(clinic, second)
    const changed = await changes(clinic, all.cursor)
    expect([changed.ids, changed.json.list[0].status]).toEqual([[second], 'CONFIRMED'])
    // From the beginning, it is where its last change is.
    expect((await changes(clinic, '')).ids).toEqual([first, third, second])
    // An update that changes nothing is not a change.
    await confirm(clinic, second)
    expect((await changes(clinic, changed.cursor)).ids).toEqual([])
  })

  it('are paged without a gap or a duplicate, and say whether there are more', async () => {
    const clinic = await house.clinic()
    const ids = [
      await bookVisit(clinic, '09:00'),
      await bookVisit(clinic, '09:15'),
      await bookVisit(clinic, '09:30'),
    ]
    const one = await changes(clinic, '', { size: 2 })
    expect([one.ids, one.json.count, one.json.countIsExact]).toEqual([ids.slice(0, 2), 3, false])
    const two = await changes(clinic, one.cursor, { size: 2 })
    expect([two.ids, two.json.countIsExact]).toEqual([ids.slice(2), true])
  })

  it('of one transaction are paged by their id', async () => {
    const clinic = await house.clinic()
    const ids = [
      await bookVisit(clinic, '09:00'),
      await bookVisit(clinic, '09:15'),
      await bookVisit(clinic, '09:30'),
    ]
    await house.sql("update appointments set appointment_notes = 'all' where workspace_id = $1", [
      clinic.workspaceId,
    ])
    const followed: number[] = []
    let cursor = ''
    for (
      let page = await changes(clinic, cursor, { size: 1 });
      page.ids.length > 0;
      page = await changes(clinic, cursor, { size: 1 })
    ) {
      followed.push(...page.ids)
      cursor = page.cursor
    }
    expect(followed).toEqual(ids)
  })

  it('are filtered, and the cursor skips those that are filtered out', async () => {
    const clinic = await house.clinic()
    const first = await bookVisit(clinic, '09:00')
    const second = await bookVisit(clinic, '09:15')
    await confirm(clinic, second)
    const page = await changes(clinic, '', { statuses: ['SCHEDULED'] })
    expect(page.ids).toEqual([first])
    expect((await changes(clinic, page.cursor)).ids).toEqual([])
    expect((await changes(clinic, '', { doctorId: 999_999 })).ids).toEqual([])
  })

  it('made by manual SQL are there too [GEN-21]', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic, '09:00')
    const { cursor } = await changes(clinic, '')
    await house.sql("update appointments set appointment_notes = 'by hand' where id = $1", [id])
    expect((await changes(clinic, cursor)).ids).toEqual([id])
  })

  it('of transactions that commit late are not skipped: later ones wait for them [A-213a]', async () => {
    const clinic = await house.clinic()
    const slow = await bookVisit(clinic, '09:00')
    const quick = await bookVisit(clinic, '09:15')
    const { cursor } = await changes(clinic, '')
    const staff = await connected(house.connection)
    await staff.query('begin')
    await staff.query("update appointments set appointment_notes = 'slow' where id = $1", [slow])
    await confirm(clinic, quick)
    const meanwhile = await changesNow(clinic, cursor)
    expect([meanwhile.ids, meanwhile.cursor]).toEqual([[], cursor])
    // Another kind of search shows committed rows at once.
    expect(
      (await clinic.post('/v1/appointments/search', { statuses: ['CONFIRMED'] })).json.count,
    ).toBe(1)
    await staff.query('commit')
    expect((await changes(clinic, meanwhile.cursor)).ids).toEqual([slow, quick])
  })

  it('of a transaction that is rolled back do not appear, and block nothing afterwards', async () => {
    const clinic = await house.clinic()
    const first = await bookVisit(clinic, '09:00')
    const second = await bookVisit(clinic, '09:15')
    const { cursor } = await changes(clinic, '')
    const staff = await connected(house.connection)
    await staff.query('begin')
    await staff.query("update appointments set appointment_notes = 'never' where id = $1", [first])
    await confirm(clinic, second)
    await staff.query('rollback')
    expect((await changes(clinic, cursor)).ids).toEqual([second])
  })
})

describe('a cursor', () => {
  it('is read back as it was written, for every position, and nothing else is accepted', () => {
    const position = fc.record({
      changedIn: fc.bigInt(0n, 2n ** 63n).map(String),
      lastId: fc.maxSafeNat(),
    })
    fc.assert(
      fc.property(position, fc.uuid(), ({ changedIn, lastId }, uuid) => {
        const past = `${uuid}-7710803663345625200-16384-0000000A`
        expect(parseCursor(formatCursor(past, { changedIn, lastId }))).toEqual({
          changedIn,
          lastId,
          past,
        })
      }),
    )
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ minLength: 1 }), fc.base64String({ minLength: 4 })),
        (text) => {
          expect(parseCursor(text)).toBeUndefined()
        },
      ),
    )
  })

  it('that is invalid, or was changed, is refused and shows nothing', async () => {
    const clinic = await house.clinic()
    await bookVisit(clinic, '09:00')
    const { cursor } = await changes(clinic, '')
    const inside = (change: (text: string) => string) =>
      Buffer.from(change(Buffer.from(cursor, 'base64url').toString())).toString('base64url')
    for (const changedAfter of [
      `${cursor}A`,
      cursor.slice(0, -12),
      `${cursor}=`,
      ` ${cursor}`,
      inside((text) => text.replace(/^1/, '2')),
      inside((text) => `${text}9999999999999999`),
      inside((text) => text.replace(/\d+$/, '-1')),
      inside((text) => text.replace(/\d+$/, '007')),
      inside((text) => text.replace(/\.\d+\./, '.99999999999999999999.')),
      'null',
      '0',
    ]) {
      expectInvalid(await clinic.post('/v1/appointments/search', { changedAfter }), 'changedAfter')
    }
  })

  it('of another clinic of the same database shows own visits only', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    await bookVisit(other, '09:00')
    const theirs = (await changes(other, '')).cursor
    const id = await bookVisit(clinic, '09:00')
    expect((await changes(clinic, theirs)).ids).toEqual([id])
    expect((await changes(clinic, '')).ids).toEqual([id])
  })

  it('of another database, or ahead of this one, starts again', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic, '09:00')
    const { cursor } = await changes(clinic, '')
    // After the visit, in this past.
    const { past = '', ...here } = parseCursor(cursor) as ChangeCursor
    for (const strange of [
      formatCursor(`${randomUUID()}${past.slice(36)}`, here),
      formatCursor(`${past.slice(0, -8)}0000ABCD`, here),
      formatCursor(past, { changedIn: '9223372036854775807', lastId: 1 }),
    ]) {
      expect(await changes(clinic, strange)).toMatchObject({ ids: [id], cursor })
    }
  })
})

describe('a database that other tools copied from another server', () => {
  it('is not followed until its visits have new numbers, as docs/operations.md says', async () => {
    const own = await openHarness()
    const clinic = await own.clinic()
    const { id } = (await book(clinic, slotTimes('09:00'))).json.appointment
    await own.sql(
      "set session_replication_role = replica; update appointments set changed_in = '9000000000'; set session_replication_role = default",
    )
    const follow = () => clinic.post('/v1/appointments/search', { changedAfter: '' })
    expect((await follow()).status).toBe(500)
    const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const [statement = ''] = /^psql .* -c "(.*)"$/m.exec(page)?.slice(1) ?? []
    expect(statement).toContain('changed_in')
    await own.sql(statement)
    await settled()
    expect((await follow()).json.list).toMatchObject([{ id }])
  })
})

describe('a restored database', () => {
  const openBytes = (bytes: Buffer) => openBackup(Readable.from([bytes]), 'FILE')

  async function takeBackup(connection: Connection): Promise<Buffer> {
    const chunks: Buffer[] = []
    await writeBackup(connection, async (chunk) => void chunks.push(chunk))
    return Buffer.concat(chunks)
  }

  async function restored(bytes: Buffer): Promise<Harness> {
    const connection = await createEmptyDatabase()
    const reader = await openBytes(bytes)
    await restoreBackup(connection, reader, await planRestore(reader.header, 'sandbox', undefined))
    return openHarness({ connection })
  }

  it('shows a follower of the original all visits again, those from before the backup and those from after it [A-213a]', async () => {
    const clinic = await house.clinic()
    const first = await bookVisit(clinic, '09:00')
    const second = await bookVisit(clinic, '09:15')
    const bytes = await takeBackup(house.connection)
    // Lost with the original; the follower has seen it, and its cursor is behind it.
    await bookVisit(clinic, '09:30')
    await house.sql("update appointments set appointment_notes = 'lost' where id = $1", [first])
    const { cursor } = await changes(clinic, '')

    const copy = await restored(bytes)
    const follow = async (changedAfter: string) => {
      await settled()
      const { status, json, text } = await copy.call('POST', '/v1/appointments/search', {
        key: clinic.key,
        body: { changedAfter },
      })
      expect(status, text).toBe(200)
      return {
        ids: json.list.map(({ id }: Json) => id),
        notes: json.list.map(({ appointmentNotes }: Json) => appointmentNotes),
        cursor: json.nextCursor,
      }
    }
    const again = await follow(cursor)
    expect([again.ids, again.notes]).toEqual([
      [first, second],
      [null, null],
    ])
    await copy.sql("update appointments set appointment_notes = 'new' where id = $1", [second])
    expect(await follow(again.cursor)).toMatchObject({ ids: [second], notes: ['new'] })
    // And if two restores of one backup are mixed up, they are recognized as different.
    const twin = await restored(bytes)
    await settled()
    const mixed = await twin.call('POST', '/v1/appointments/search', {
      key: clinic.key,
      body: { changedAfter: again.cursor },
    })
    expect(mixed.json.list.map(({ id }: Json) => id)).toEqual([first, second])
  })
})
