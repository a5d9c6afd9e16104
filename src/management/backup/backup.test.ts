// A backup is worth as much as its restore: every test here ends in a restored database or proves
// that nothing was written.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Harness,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import {
  copyDatabase,
  createEmptyDatabase,
  createMigratedDatabase,
  createOwnedDatabase,
  queryRows,
  readContent,
  relations,
  withClient,
} from '../../../test/support/database/databases.ts'
import { runStatement } from '../../../test/support/run/global-setup.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import { applyToEmpty } from '../../base/db/migrate.ts'
import {
  firstReleaseMigrationCount,
  type Migration,
  migrationFiles,
  migrationsBeforeBaseline,
} from '../../base/db/migration-files.ts'
import type { Connection } from '../../base/db/session.ts'
import { Problem } from '../../base/values/problem.ts'
import { writeBackup } from './backup.ts'
import { openBackup } from './backup-file.ts'
import {
  checkBackup,
  planRestore,
  type RestoreOutcome,
  type RestorePlan,
  restoreBackup,
} from './restore.ts'

type Mode = 'sandbox' | 'production'

/** Constraints, triggers, indexes and sequences. */
function describeSchema(connection: Connection): Promise<string[]> {
  return queryRows(
    connection,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select sequencename || ' ' || coalesce(last_value::text, 'unused') from pg_sequences where schemaname = 'public'
     order by 1`,
  )
}

async function takeBackup(connection: Connection): Promise<Buffer> {
  const chunks: Buffer[] = []
  await writeBackup(connection, async (chunk) => void chunks.push(chunk))
  return Buffer.concat(chunks)
}

const openBytes = (bytes: Buffer) => openBackup(Readable.from([bytes]), 'FILE')

async function restoreInto(
  connection: Connection,
  bytes: Buffer,
  { mode = 'sandbox', as, plan }: { mode?: Mode; as?: Mode; plan?: RestorePlan } = {},
) {
  const reader = await openBytes(bytes)
  return restoreBackup(connection, reader, plan ?? (await planRestore(reader.header, mode, as)))
}

/** The text of a backup without the instant it was made. */
const undated = (backup: Buffer) =>
  gunzipSync(backup)
    .toString('utf8')
    .replace(/"madeAt":"[^"]*"|"sha256":"\w*"/g, '')

/**
 * A backup without its times and without the version of the only workspace's configuration, a
 * transaction number of its server.
 */
const unversioned = (backup: Buffer) =>
  undated(backup).replace(
    /(?<="table":"workspaces".*\n.*\t)\d+(?=(\t(\\N|[tf]|\{[^\t\n]*\}))+\n)/,
    '',
  )

/** The refusal as a person sees it. */
async function catchProblem(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('it was done'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Problem)) throw error
  return error.sentence
}

/** The same backup with another text and a matching checksum. */
function rewritten(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = change(gunzipSync(bytes).toString('utf8'))
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const sha256 = createHash('sha256').update(text.slice(0, end)).digest('hex')
  return gzipSync(
    text.slice(0, end) + text.slice(end).replace(/"sha256":"\w*"/, `"sha256":"${sha256}"`),
  )
}

const oddTexts = [
  '',
  ' ',
  'a\tb',
  'a\nb\r\nc',
  '\\',
  '\\N',
  '\\.',
  'a\n\\.\nb',
  '\\\\.\n',
  'null',
  '"quoted", \'twice\'',
  '😀 ä ß ₹ 日本',
  '{}',
  '\u0001\u007f',
]

async function slotDay(clinic: Clinic, day: number, hour: number, quarter: number) {
  const start = new Date(
    Date.parse('2030-02-04T00:00:00+05:30') +
      (Math.floor(day / 5) * 7 + (day % 5)) * 86_400_000 +
      (hour * 60 + quarter * 15) * 60_000,
  )
  const times = {
    fromDateTimeIso: start.toISOString(),
    toDateTimeIso: new Date(start.getTime() + 15 * 60_000).toISOString(),
  }
  return book(clinic, {
    ...times,
    patientPayload: { firstName: `Patient ${day} ${hour} ${quarter}` },
    vital: { pulse: day },
  })
}

let house: Harness
let clinic: Clinic
let bytes: Buffer
/** Where `bytes` were restored, and the outcome; tests only read it. */
let restored: Connection
let outcome: RestoreOutcome
beforeAll(async () => {
  house = await openHarness({ connection: await createMigratedDatabase() })
  clinic = await house.clinic()
  for (let quarter = 0; quarter < 4; quarter += 1)
    expect((await slotDay(clinic, 0, 9, quarter)).status).toBe(201)
  await house.sql(
    `insert into patients (workspace_id, mrn_number, first_name, patient_address, patient_form_values, created_at, updated_at)
     select $1, 'odd ' || number, text, jsonb_build_object('text', text), to_jsonb(text), '2030-01-01 00:00:00.123456+00', 'infinity'
     from unnest($2::text[]) with ordinality as odd (text, number)`,
    [clinic.workspaceId, oddTexts],
  )
  await house.sql(
    'update consultation_fees set amount_minor = 9007199254740993 where is_international',
  )
  // Written now instead of later by the application, so that the rows stay unchanged.
  await house.application.keys.writeUses()
  await house.application.activity.write()
  bytes = await takeBackup(house.connection)
  restored = await createEmptyDatabase()
  outcome = await restoreInto(restored, bytes)
})

describe('a restored backup', () => {
  it('has statistics of the tables with rows, and of no empty one', async () => {
    const { tables } = outcome
    const analyzed = await queryRows(
      restored,
      "select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples >= 0 order by 1",
    )
    const loaded = Object.entries(tables).flatMap(([name, rows]) => (rows > 0 ? [name] : []))
    expect(analyzed).toEqual(loaded.sort())
    expect(loaded).not.toHaveLength(Object.keys(tables).length)
  })

  it('has every row of every table, every constraint, every trigger and every sequence of the original', async () => {
    const { tables, rows, mode, skipped, applied } = outcome
    const content = await readContent(house.connection)
    expect(await readContent(restored)).toEqual(content)
    expect(await describeSchema(restored)).toEqual(await describeSchema(house.connection))
    expect(tables).toEqual(
      Object.fromEntries(Object.entries(content).map(([table, { length }]) => [table, length])),
    )
    expect({ mode, skipped, applied, rows }).toEqual({
      mode: 'sandbox',
      skipped: [],
      applied: [],
      rows: Object.values(content).flat().length,
    })
    expect(content.patients?.length).toBe(4 + oddTexts.length)
    expect(content.appointment_vitals?.length).toBe(4)
    expect(content.consultation_fees?.join()).toContain('9007199254740993')
  })

  it('of the same rows is the same, byte for byte, except for the instant it was made', async () => {
    expect(undated(await takeBackup(house.connection))).toBe(undated(bytes))
    expect(unversioned(await takeBackup(restored))).toBe(unversioned(bytes))
  })

  it('of the same rows is the same, in any order in which the database stores them', async () => {
    const target = await copyDatabase(restored)
    // The rows that were written first come last now.
    const listRowPositions = (table: string) =>
      queryRows(target, `select ctid::text from ${table} order by 1`)
    const before = undated(await takeBackup(target))
    for (const table of ['patients', 'appointments', 'appointment_vitals']) {
      const places = await listRowPositions(table)
      await queryRows(
        target,
        `update ${table} set workspace_id = workspace_id where ctid in (select ctid from ${table} order by ctid limit 2)`,
      )
      expect(await listRowPositions(table), table).not.toEqual(places)
    }
    expect(undated(await takeBackup(target))).toBe(before)
  })

  it('includes a table of a later migration, with any types and names, without a change to the code', async () => {
    const later = {
      number: ((await migrationFiles()).at(-1)?.number ?? 0) + 1,
      name: 'later',
      checksum: 'of later',
      text: `
        create table "Odd ""names" (
          id bigint generated by default as identity primary key, "order" serial, parent bigint references "Odd ""names" deferrable initially deferred,
          span tstzrange, amount numeric, ratio float8, length interval, at time, bytes bytea, tags text[], computed text generated always as (note || '!') stored, note text
        );
        insert into "Odd ""names" (id, note) values (1, 'comes with the migration')`,
    }
    const original = await createMigratedDatabase()
    const plan: RestorePlan = { migrations: [...(await migrationFiles()), later], mode: null }
    await withClient(original, async (client) => {
      await applyToEmpty(client, [later])
      await client.query(`
        insert into "Odd ""names" (id, parent, span, amount, ratio, length, at, bytes, tags, note) values
          (3, null, '[2030-01-01 00:00:00.000001+00,)', 'NaN', '-Infinity', '1 year -3 days 00:00:00.5', '24:00', '\\x00ff0a5c', '{"a,b",NULL,"\\"",""}', E'\\\\.'),
          (2, 3, 'empty', 0.10, 0.1::float8 + 0.2::float8, null, null, '', '{}', null);
        select setval('"Odd ""names_id_seq"', 700)`)
    })
    const target = await createEmptyDatabase()
    await restoreInto(target, await takeBackup(original), { plan })
    expect(await readContent(target)).toEqual(await readContent(original))
    expect(await describeSchema(target)).toEqual(await describeSchema(original))
    expect(
      await queryRows(
        target,
        `insert into "Odd ""names" (note) values ('next') returning id, "order", computed`,
      ),
    ).toEqual(['701 | 4 | next!'])
  })

  it('of an earlier release is migrated', async () => {
    const original = await createEmptyDatabase()
    await withClient(original, async (client) => {
      await applyToEmpty(
        client,
        (await migrationsBeforeBaseline()).slice(0, firstReleaseMigrationCount),
      )
      await client.query(
        "insert into workspaces (name, title, timezone) values ('old', 'Old', 'UTC')",
      )
    })
    const target = await createEmptyDatabase()
    const restored = await restoreInto(target, await takeBackup(original))
    expect(restored).toMatchObject({ mode: null, rows: 1 })
    expect(restored.applied).toEqual(
      expect.arrayContaining(['0069 patients-made-with-a-booking', '0090 baseline']),
    )
    expect(await queryRows(target, 'select name from workspaces')).toEqual(['old'])
  })

  it('needs no more rights than to own the database', async () => {
    const { connection: owned, owner } = await createOwnedDatabase()
    await restoreInto(owned, bytes)
    expect(
      await queryRows(
        owned,
        "select distinct tableowner, current_user from pg_tables where schemaname = 'public'",
      ),
    ).toEqual([`${owner} | ${owner}`])
    expect(await readContent(owned)).toEqual(await readContent(house.connection))
    expect(unversioned(await takeBackup(owned))).toBe(unversioned(bytes))
  })

  describe('of a sandbox that has been running for long', () => {
    let made: Buffer
    let target: Connection
    let skipped: string[]
    beforeAll(async () => {
      const original = await createMigratedDatabase()
      await withClient(original, async (client) => {
        await client.query(`
          insert into installation (mode) values ('sandbox');
          insert into workspaces (name, title, timezone) values ('sunrise', 'Sunrise', 'UTC');
          insert into outbox (workspace_id, sent_at, channel, destination, code) select id, now(), 'email', 'm@example.org', '048213' from workspaces;
          create table notes_of_mine (note text);
          insert into notes_of_mine values ('x')`)
        // The new server reaches its transaction numbers some day.
        await client.query('set session_replication_role = replica')
        await client.query('update workspaces set configuration_version = $1', [String(2n ** 52n)])
      })
      made = await takeBackup(original)
      target = await createEmptyDatabase()
      skipped = (await restoreInto(target, made)).skipped
    })

    it('lets no one in with a session, link or code of its time, and says how many keys work', async () => {
      const original = await openHarness({ connection: await createMigratedDatabase() })
      const of = await original.clinic((file) =>
        Object.assign(file.staff?.['nina-roy'] ?? {}, { email: 'nina@sunrise.example' }),
      )
      const session = await of.session()
      await original.operate('staff-invite', { workspace: of.name, id: of.id('staff', 'nina-roy') })
      await original.sql('insert into staff_accounts (created_at) values (now())')
      await original.sql(
        `insert into staff_sessions (token_hash, account_id, created_at, seen_at, address, browser)
         select sha256('x'), id, now(), now(), '127.0.0.1', '' from staff_accounts limit 1`,
      )
      await original.application.keys.writeUses()
      const copy = await createEmptyDatabase()
      const { sessions, keys } = await restoreInto(copy, await takeBackup(original.connection))
      const active = await original.sql("select from api_keys where status = 'ACTIVE'")
      expect({ sessions, keys }).toEqual({ sessions: 2, keys: active.length })
      const there = [
        'staff_sessions',
        'staff_links',
        'staff_challenges',
        'widget_sessions',
        'session_visitors',
        'verification_codes',
        'verified_contacts',
      ]
      for (const table of there)
        expect(await queryRows(copy, `select count(*) from ${table}`), table).toEqual(['0'])
      const restoredHouse = await openHarness({ connection: copy })
      const requestStatus = async (
        credentials: { key: string } | { headers: Record<string, string> },
      ) => (await restoredHouse.call('GET', '/v2/workspaces', credentials)).status
      expect([
        await requestStatus({ headers: session }),
        await requestStatus({ key: of.key }),
      ]).toEqual([401, 200])
    })

    it('has no outbox when it becomes production', async () => {
      expect(await queryRows(target, 'select code from outbox')).toEqual(['048213'])
      const production = await createEmptyDatabase()
      await restoreInto(production, made, { mode: 'production', as: 'production' })
      expect(
        await queryRows(
          production,
          'select mode from installation union all select name from workspaces',
        ),
      ).toEqual(['production', 'sunrise'])
      expect(await queryRows(production, 'select count(*) from outbox')).toEqual(['0'])
    })

    it('numbers its configurations by transactions of its own server, so that the next change is noticed', async () => {
      const own =
        'configuration_version > 0 and configuration_version < pg_current_xact_id()::text::bigint'
      expect(await queryRows(target, `select ${own} from workspaces`)).toEqual(['true'])
    })

    it('leaves out a table that someone made by hand, and says so', async () => {
      expect(skipped).toEqual(['notes_of_mine'])
      expect(await queryRows(target, "select to_regclass('notes_of_mine')")).toEqual([''])
    })
  })

  it('made during bookings is consistent at one instant: whole bookings, free slots that can be booked, taken ones that cannot', async () => {
    const busy = await openHarness({ connection: await createMigratedDatabase() })
    const booked = await busy.clinic()
    let next = 0
    let done = false
    const statuses: number[] = []
    const callers = Array.from({ length: 4 }, async () => {
      while (!done) {
        const slot = next++
        statuses.push(
          (await slotDay(booked, Math.floor(slot / 16), 9 + (Math.floor(slot / 4) % 4), slot % 4))
            .status,
        )
      }
    })
    const backups: Buffer[] = []
    try {
      await expect.poll(() => statuses.length).toBeGreaterThan(5)
      while (backups.length < runSize(2, 3)) backups.push(await takeBackup(busy.connection))
    } finally {
      done = true
    }
    await Promise.all(callers)
    expect(new Set(statuses)).toEqual(new Set([201]))

    for (const backup of backups) {
      const target = await createEmptyDatabase()
      const { tables } = await restoreInto(target, backup)
      expect(tables.appointments).toBeGreaterThan(0)
      expect(tables.appointments).toBeLessThanOrEqual(statuses.length)
      const { appointments, claims, appointment_vitals, patients } = tables
      expect({ claims, appointment_vitals, patients }).toEqual({
        claims: appointments,
        appointment_vitals: appointments,
        patients: appointments,
      })
      expect(
        await queryRows(
          target,
          `select a.id from appointments a left join claims c on (c.workspace_id, c.appointment_id, c.from_at) = (a.workspace_id, a.id, a.from_at)
           left join appointment_vitals v on v.appointment_id = a.id where c.appointment_id is null or v.appointment_id is null`,
        ),
      ).toEqual([])
    }

    const last = await createEmptyDatabase()
    await restoreInto(last, await takeBackup(busy.connection))
    const restored = await openHarness({ connection: last })
    const same: Clinic = {
      ...booked,
      post: (url, body) => restored.call('POST', url, { key: booked.key, body }),
    }
    const [highest] = await restored.sql('select max(id)::int as id from appointments')
    expect(await slotDay(same, 0, 9, 0)).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('SLOT_NOT_AVAILABLE') },
    })
    expect((await slotDay(same, 100, 9, 0)).status).toBe(201)
    const [newest] = await restored.sql('select max(id)::int as id from appointments')
    expect(newest.id).toBeGreaterThan(highest.id)
  })
})

describe('a restore is refused with an explanation and writes nothing', () => {
  let target: Connection
  /** A database with few rows and its backup. */
  let small: Connection
  let smallBytes: Buffer
  beforeAll(async () => {
    target = await createEmptyDatabase()
    small = await createMigratedDatabase()
    await withClient(small, async (client) => {
      await client.query(`
        insert into workspaces (name, title, timezone) values ('old', 'Old', 'UTC');
        insert into patients (workspace_id, mrn_number, first_name, created_at, updated_at)
        select id, number, 'Patient ' || number, now(), now() from workspaces, generate_series(1, 20) as number`)
    })
    smallBytes = await takeBackup(small)
  })
  const nothingWritten = async () => expect(await queryRows(target, relations)).toEqual([])

  it('into a database that is not empty, which stays unchanged', async () => {
    const used = await createMigratedDatabase()
    await runStatement(
      used,
      "insert into workspaces (name, title, timezone) values ('mine', 'Mine', 'UTC')",
    )
    const before = await readContent(used)
    expect(await catchProblem(restoreInto(used, bytes))).toMatch(
      /^the database is not empty \(it holds api_keys\), and a backup can be restored only into an empty database$/,
    )
    expect(await readContent(used)).toEqual(before)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['plain text', Buffer.from('workspace: {}')],
    ['something else packed', gzipSync('{"format":"other"}\n')],
    ['a packed file without a line', gzipSync(Buffer.alloc(3_000_000, 'x'))],
    ['the beginning of a backup', undefined],
  ])('of %s, which is not a backup', async (_, content) => {
    expect(await catchProblem(restoreInto(target, content ?? bytes.subarray(0, 40)))).toBe(
      'FILE is not a backup',
    )
    await nothingWritten()
  })

  it('from a backup that was truncated, at any point', async () => {
    const cuts = Array.from({ length: 30 }, (_, cut) =>
      Math.floor(bytes.length * (0.4 + cut * 0.02)),
    )
    for (const cut of [...cuts, bytes.length - 1]) {
      expect(
        await catchProblem(openBytes(bytes.subarray(0, cut)).then(checkBackup)),
        `cut at ${cut}`,
      ).toBe('FILE is damaged: it stops before its end')
    }
    for (const cut of [0.5, 0.8, 0.99]) {
      expect(
        await catchProblem(
          restoreInto(target, smallBytes.subarray(0, Math.floor(smallBytes.length * cut))),
        ),
      ).toBe('FILE is damaged: it stops before its end')
      await nothingWritten()
    }
    // Packed again, so that only the missing end shows it.
    const text = gunzipSync(smallBytes).toString('utf8')
    expect(
      await catchProblem(restoreInto(target, gzipSync(text.slice(0, text.lastIndexOf('{'))))),
    ).toBe('FILE is damaged: it stops before its end')
    await nothingWritten()
  })

  it('from a backup with one changed byte, at any point', async () => {
    const text = gunzipSync(bytes)
    const saysTheSame = (other: Buffer) => {
      try {
        return gunzipSync(other).equals(text)
      } catch {
        return false
      }
    }
    // The ten bytes before do not matter: the time of packing, for example.
    for (let position = 10; position < bytes.length; position += 37) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(position) ^ 1, position)
      // Some bits pad a byte between two blocks and carry no data.
      if (saysTheSame(flipped)) continue
      expect(await catchProblem(openBytes(flipped).then(checkBackup)), `byte ${position}`).toMatch(
        /^FILE is (damaged: |not a backup)/,
      )
    }
    const changed = gzipSync(
      gunzipSync(smallBytes).toString('utf8').replace('Patient 11', 'Patient 21'),
    )
    expect(await catchProblem(restoreInto(target, changed))).toBe(
      'FILE is damaged: its checksum does not fit',
    )
    await nothingWritten()
  })

  it('from an original whose tables someone changed by hand', async () => {
    const original = await copyDatabase(small)
    await runStatement(original, 'alter table patients add column shoe_size integer')
    expect(await catchProblem(restoreInto(target, await takeBackup(original)))).toBe(
      'the table patients of the backup has columns that no migration makes: shoe_size',
    )
    await nothingWritten()
  })

  it('from a backup whose parts were rearranged, or to which something was added', async () => {
    const text = gunzipSync(smallBytes).toString('utf8')
    expect(await catchProblem(restoreInto(target, gzipSync(`${text}more\n`)))).toBe(
      'FILE is damaged: its parts are not in order',
    )
    const withoutSequences = rewritten(smallBytes, (all) =>
      all.replace('{"sequences"', '{"sequence"'),
    )
    expect(await catchProblem(restoreInto(target, withoutSequences))).toBe(
      'FILE is damaged: its parts are not in order',
    )
    const withoutPatient = rewritten(smallBytes, (all) => all.replace(/\n.*Patient 11.*/, ''))
    expect(await catchProblem(restoreInto(target, withoutPatient))).toBe(
      'FILE is damaged: it does not hold all of its rows',
    )
    // A table that occurs twice has as many rows as the last line says, each time.
    const twice = rewritten(smallBytes, (all) =>
      all.replace(/\{"table":"patients"[\s\S]*?\n\\\.\n/, (table) => table + table),
    )
    expect(await catchProblem(openBytes(twice).then(checkBackup))).toBe(
      'FILE is damaged: its parts are not in order',
    )
    expect(await catchProblem(restoreInto(target, twice))).toBe(
      'FILE is damaged: its parts are not in order',
    )
    await nothingWritten()
  })

  it.each([
    ['claims overlap', /(\n1\t1\t(.*\n))/, '$11\t5\t$2', 'claims', 'doctor_is_claimed_once'],
    [
      'a visit has no patient',
      /\n.*Patient 0 9 1.*/,
      '',
      'patients',
      'audit_patient_is_of_workspace',
    ],
    ['a currency is none', /\tINR\t/, '\tinr\t', 'appointments', 'appointment_currency_is_iso4217'],
  ])('when %s, by the constraint that forbids it', async (_, from, to, table, rule) => {
    // Only the intended table, and its count.
    const change = (text: string) => {
      const start = text.indexOf(`{"table":"${table}"`)
      const end = text.indexOf('\n\\.\n', start)
      const section = text.slice(start, end).replace(from, to)
      const [before, after] = [text.slice(start, end), section].map(
        (part) => part.split('\n').length - 1,
      ) as [number, number]
      return (text.slice(0, start) + section + text.slice(end)).replace(
        `"${table}":${before}`,
        `"${table}":${after}`,
      )
    }
    const broken = rewritten(bytes, change)
    expect(broken.equals(rewritten(bytes, (text) => text))).toBe(false)
    expect(await catchProblem(restoreInto(target, broken))).toBe(
      `the rows violate the rule ${rule}; nothing was restored`,
    )
    await nothingWritten()
  })

  const header = (change: (header: Record<string, unknown>) => void) =>
    rewritten(bytes, (text) => {
      const [line = '', ...more] = text.split('\n')
      const content = JSON.parse(line)
      change(content)
      return [JSON.stringify(content), ...more].join('\n')
    })

  it('from a version or a release that this one does not know', async () => {
    const recorded = ({ number, name, checksum }: Migration) => ({ number, name, checksum })
    const migrations = (await migrationFiles()).map(recorded)
    const earlier = (await migrationsBeforeBaseline()).map(recorded)
    const cases: [Buffer, RegExp][] = [
      [
        header((content) => Object.assign(content, { version: 2 })),
        /^FILE is in backup format 2, and this release reads only format 1$/,
      ],
      [
        header((content) =>
          Object.assign(content, {
            migrations: [...migrations, { number: 1_000, name: 'newer', checksum: 'x' }],
          }),
        ),
        /^the backup was made by a newer release \(migration \d+, newer\)$/,
      ],
      [
        header((content) =>
          Object.assign(content, {
            migrations: migrations.map((migration) => ({ ...migration, checksum: 'x' })),
          }),
        ),
        /^migration 90 \(baseline\) in the backup differs from the one in this release$/,
      ],
      // Each as in this release, but in another order.
      [
        header((content) =>
          Object.assign(content, { migrations: earlier.filter(({ number }) => number !== 2) }),
        ),
        /^migration 3 \(gate\) .* differs/,
      ],
      [
        header((content) => Object.assign(content, { migrations: earlier.toReversed() })),
        /^migration \d+ \(.*\) .* differs/,
      ],
      [
        header((content) =>
          Object.assign(content, { migrations: [...migrations, migrations.at(-1)] }),
        ),
        /^migration \d+ \(.*\) .* differs/,
      ],
      // Of a version that was never released.
      [
        header((content) =>
          Object.assign(content, { migrations: earlier.slice(0, firstReleaseMigrationCount - 1) }),
        ),
        /^migration 1 \(workspaces\) .* differs/,
      ],
    ]
    for (const [content, sentence] of cases)
      expect(await catchProblem(restoreInto(target, content))).toMatch(sentence)
    await nothingWritten()
  })

  it('from an instance of another mode, unless the change is requested and possible', async () => {
    expect(await catchProblem(restoreInto(target, bytes, { mode: 'production' }))).toBe(
      'the backup comes from a sandbox instance, but CLINIC_MODE is production',
    )
    expect(
      await catchProblem(restoreInto(target, bytes, { mode: 'sandbox', as: 'production' })),
    ).toMatch(/^the mode production contradicts the environment/)
    // The clock of the tests was moved.
    expect(
      await catchProblem(restoreInto(target, bytes, { mode: 'production', as: 'production' })),
    ).toMatch(/^the clock of this sandbox was moved/)
    await nothingWritten()
    // The constraint in the database holds even if a header says otherwise.
    const untrue = header((content) => Object.assign(content, { clockOffsetMs: 0 }))
    expect(
      await catchProblem(restoreInto(target, untrue, { mode: 'production', as: 'production' })),
    ).toMatch(/rule production_clock_does_not_move; nothing was restored$/)
    await nothingWritten()
  })

  it('and the same database accepts a valid backup afterwards', async () => {
    expect((await restoreInto(target, bytes)).rows).toBeGreaterThan(0)
  })
})
