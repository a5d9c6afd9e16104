// The next release starts while this one serves, migrates under load, and takes over.

import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/base/db/database.ts'
import { applyToEmpty, migrate } from '../../src/base/db/migrate.ts'
import {
  firstReleaseMigrationCount,
  migrationFiles,
  migrationsBeforeBaseline,
} from '../../src/base/db/migration-files.ts'
import type { Connection } from '../../src/base/db/session.ts'
import { statement } from '../../src/base/db/statement.ts'
import { writeBackup } from '../../src/management/backup/backup.ts'
import {
  createEmptyDatabase,
  createMigratedDatabase,
  withClient,
} from '../support/database/databases.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import { removeFolder } from '../support/processes/abandoned-processes.ts'
import { type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { afterFile } from '../support/run/after-file.ts'
import { createClinicOfManySlots, createTaggedBookings } from '../support/storms/tagged-bookings.ts'

const callers = 16
const overlapMs = 60_000

/**
 * What a release may do to tables that are in use: add columns, indexes and constraints that hold
 * for every row, and replace functions.
 */
const addition = `
  alter table appointments add column seen_by_reception boolean not null default false;
  alter table patients add column preferred_language text check (length(preferred_language) <= 20);
  alter table locations add column note text;
  create index patients_of_language on patients (workspace_id, preferred_language);
  create table reception_notes (workspace_id bigint not null, id bigint generated always as identity, text text not null, primary key (workspace_id, id));
`

/** A copy of the program with one more migration; returns its command. */
async function createNextRelease(): Promise<string> {
  const project = fileURLToPath(new URL('../..', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'clinic-next-release-'))
  afterFile(() => removeFolder(folder))
  for (const part of ['bin', 'src', 'words', 'package.json'])
    cpSync(join(project, part), join(folder, part), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const number = String(((await migrationFiles()).at(-1)?.number ?? 0) + 1).padStart(4, '0')
  writeFileSync(
    join(folder, 'src', 'base', 'db', 'migrations', `${number}-next-release.sql`),
    addition,
  )
  return join(folder, 'bin', 'clinic.js')
}

it('two releases serve side by side for a minute, and the migration between them makes no request fail', {
  timeout: 300_000,
}, async () => {
  const connection = await createMigratedDatabase()
  const settings = {
    DATABASE_URL: connectionUrl(connection),
    CLINIC_MODE: 'sandbox',
    CLINIC_LOG_LEVEL: 'warn',
  }
  const old = [await startService(settings), await startService(settings)]
  let serving: ServiceProcess[] = old
  const bookings = createTaggedBookings(
    await createClinicOfManySlots(settings),
    (caller) => serving[caller % serving.length]?.url,
  )
  const queryRows = (text: string) =>
    withClient(connection, async (client) => (await client.query(text)).rows)

  const end = bookings.startCallers(callers)
  await sleep(5_000)
  const before = { ...bookings.met }
  const command = await createNextRelease()
  const next = [await startService(settings, command), await startService(settings, command)]
  expect(await queryRows('select count(*)::int as count from reception_notes')).toEqual([
    { count: 0 },
  ])
  serving = [...old, ...next]
  await sleep(overlapMs)
  serving = next
  for (const { child } of old) child.kill('SIGTERM')
  expect(await Promise.all(old.map(({ ended }) => ended))).toEqual([0, 0])
  await sleep(5_000)
  await end()
  for (const { child } of next) child.kill('SIGTERM')
  process.stdout.write(
    `two releases: ${JSON.stringify(before)} before, ${JSON.stringify(bookings.met)} in all\n`,
  )
  expect([...old, ...next].map(({ readOutput }) => readOutput()).join('\n')).not.toMatch(
    /"level":"error"|"status":5\d\d/,
  )
  expect(bookings.met.lost).toBe(0)
  await bookings.checkRows(queryRows, 'none are lost')
})

/** How many migrations the schema to start from has, for each of the last releases. */
const releases = [firstReleaseMigrationCount]
const readerMs = 40_000
const perSecond = 300
const bookers = 16

const person = statement(
  'test_person',
  { takes: { name: 'text' }, returns: { id: 'bigint' } },
  `
  with made as (
    insert into patients (workspace_id, mrn_number, first_name, created_at, updated_at)
    values (1, :name, :name, now(), now())
    returning id
  ),
  noted as (
    insert into audit_entries (workspace_id, at, action, patient_id, by_session, by_service) select 1, now(), 'CREATED', id, false, true from made
  )
  select id from made`,
)

/** What a booking has locked and written since session packs exist, in its order. */
const booking = statement(
  'test_booking',
  { takes: { patientId: 'bigint', slot: 'bigint' }, returns: { id: 'bigint' } },
  `
  with patient as (select id from patients where workspace_id = 1 and id = :patientId for key share),
  pack as (select id from patient_packs where workspace_id = 1 and id = 0 and ended_at is null for no key update),
  ready as (select nextval('appointments_id_seq') as id, t.from_at from (select '2030-01-01T00:00Z'::timestamptz + :slot * interval '5 min' as from_at) t
    where configuration_is_held(1, 0) and not exists (select from pack)),
  claim as (
    insert into claims (workspace_id, appointment_id, doctor_id, from_at, to_at)
    select 1, id, 1, from_at, from_at + interval '5 min' from ready
    on conflict do nothing
    returning appointment_id, from_at, to_at
  ),
  booked as (
    insert into appointments (workspace_id, id, booking_reference, patient_id, doctor_id, location_id, appointment_date, from_at, to_at, from_offset_mins,
      to_offset_mins, timezone, status, mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor, discount_minor, follow_up,
      created_at, updated_at)
    overriding system value
    select 1, c.appointment_id, 'BK' || lpad(c.appointment_id::text, 10, '0'), p.id, 1, 1, (c.from_at at time zone 'UTC')::date, c.from_at, c.to_at, 0, 0, 'UTC',
      'SCHEDULED', 'OFFLINE', 'CONSULTATION', 'ONE_TIME_APPOINTMENT', 'DEVELOPER_API', 'CASH', 'PAID', 'INR', 500, 0, false, now(), now()
    from claim c, patient p
    returning id
  ),
  vitals as (insert into appointment_vitals (workspace_id, appointment_id, recorded_at, vitals) select 1, id, now(), '{}' from booked),
  noted as (
    insert into audit_entries (workspace_id, at, action, patient_id, appointment_id, by_session, by_service)
    select 1, now(), 'BOOKED', :patientId, id, false, true from booked
  ),
  noticed as (insert into due_work (workspace_id, kind, subject_id, due_at) select 1, 'visit-reminder', id, '2029-01-01' from booked)
  select id from booked`,
)

/**
 * What reading a visit does: it is audited in the transaction that read it; some of these hold the
 * patient first.
 */
const visit = statement(
  'test_visit',
  { takes: { patientId: 'bigint' }, returns: { id: 'bigint' } },
  `select id from appointments where workspace_id = 1 and patient_id = :patientId limit 20`,
)
const holdPatientQuery = statement(
  'test_held',
  { takes: { patientId: 'bigint' }, returns: { id: 'bigint' } },
  `select id from patients where workspace_id = 1 and id = :patientId for key share`,
)
const readNoteQuery = statement(
  'test_read_note',
  { takes: { patientId: 'bigint' }, returns: {} },
  `insert into audit_entries (workspace_id, at, action, patient_id, by_session, by_service) values (1, now(), 'READ', :patientId, false, true)`,
)

const clinic = `
  set local session_replication_role = replica;
  insert into installation (mode) values ('sandbox');
  insert into workspaces (id, name, title, timezone) overriding system value values (1, 'old', 'Old', 'UTC');
  insert into locations (workspace_id, id, name, full_address, city, state, country, timezone, currency) overriding system value
    values (1, 1, 'old', 'x', 'x', 'x', 'IN', 'UTC', 'INR');
  insert into users (workspace_id, id, name, display_name, status) overriding system value values (1, 1, 'old', 'Old', 'active');
  insert into practitioners (workspace_id, user_id, specialization, appointment_system, allow_online, allow_offline, allow_cancellation, allow_rescheduling,
    cancellation_allowed_before_hours, has_own_video, follow_up_valid_days) values (1, 1, 'x', 'SCHEDULED', true, true, true, true, 0, false, 0);
  insert into doctor_locations (workspace_id, doctor_id, location_id, slot_mins) values (1, 1, 1, 5)`

/**
 * Books at an even pace, as a service of the release with this schema does; returns a function that
 * stops it and reports the outcome.
 */
function bookSteadily(connection: Connection) {
  const database = openDatabase(connection, {
    connectionsMax: bookers,
    connectionWaitMs: 2_000,
    statementMs: 5_000,
    lockMs: 3_000,
    answerMs: 7_000,
    heartbeatMs: 3_000,
  })
  const startedAt = performance.now()
  let next = 0
  let booked = 0
  let slowestMs = 0
  let isOver = false
  let knownPatientId = 0
  const failures: unknown[] = []
  // Every other booking is for a known patient, and every other reading holds the patient.
  async function bookOnce(slot: number) {
    const at = performance.now()
    try {
      const patientId = await database.transaction(async (queries) => {
        const [{ id } = { id: 0 }] =
          slot % 2 === 1 && knownPatientId
            ? [{ id: knownPatientId }]
            : await queries.rows(person, { name: `${slot}` })
        booked += (await queries.rows(booking, { patientId: id, slot })).length
        return id
      })
      knownPatientId = patientId
      await database.transaction(async (queries) => {
        await queries.rows(visit, { patientId })
        if (slot % 4 < 2) await queries.rows(holdPatientQuery, { patientId })
        await queries.rows(readNoteQuery, { patientId })
      })
    } catch (error) {
      failures.push(error)
    }
    slowestMs = Math.max(slowestMs, performance.now() - at)
  }
  async function book() {
    while (!isOver) {
      const slot = next++
      await sleep(Math.max(0, startedAt + (slot * 1_000) / perSecond - performance.now()))
      await bookOnce(slot)
    }
  }
  const callers = Promise.all(Array.from({ length: bookers }, book))
  return async () => {
    isOver = true
    await callers
    await database.close()
    return {
      booked,
      failures,
      slowestMs,
      perSecond: (booked * 1_000) / (performance.now() - startedAt),
    }
  }
}

for (const release of releases) {
  it(`the migrations since ${release} pass under ${perSecond} bookings a second, a long reader and a backup, and fail no booking`, {
    timeout: 900_000,
  }, async () => {
    const connection = await createEmptyDatabase()
    const files = await migrationsBeforeBaseline()
    await withClient(connection, async (client) => {
      await client.query('begin')
      await applyToEmpty(client, files.slice(0, release))
      await client.query(`${clinic}; commit`)
    })
    const end = bookSteadily(connection)
    await sleep(3_000)
    // Replaces autovacuum, which the tests' server does not run: plans made for empty tables let
    // bookings fall from 290 a second to 50.
    await withClient(connection, (client) => client.query('analyze'))
    const said: string[] = []
    await withClient(connection, async (reader) => {
      await reader.query(
        "set application_name = 'a long reader'; begin isolation level repeatable read; select count(*) from appointments a join patients p on p.id = a.patient_id",
      )
      let isReading = true
      const reading = sleep(readerMs).then(() => {
        isReading = false
        return reader.query('commit')
      })
      const backingUp = (async () => {
        while (isReading) await writeBackup(connection, async () => sleep(100))
      })()
      const startedAt = performance.now()
      const applied = await migrate(connection, (sentence) => said.push(sentence))
      const seconds = (performance.now() - startedAt) / 1_000
      await Promise.all([reading, backingUp])
      const { failures, ...went } = await end()
      process.stdout.write(
        `from ${release}: ${applied.length} migrations in ${seconds.toFixed(1)} s; ${JSON.stringify(went)}; ${said.join(' | ')}\n`,
      )
      expect(failures).toEqual([])
      expect(applied).toHaveLength(files.length - release + (await migrationFiles()).length)
    })
    const [{ deadlocks }] = await withClient(
      connection,
      async (client) =>
        (
          await client.query(
            'select deadlocks::int from pg_stat_database where datname = current_database()',
          )
        ).rows,
    )
    expect(deadlocks).toBe(0)
  })
}
