// The next release begins while this one serves, migrates under load, and takes over.

import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { migrationFiles } from '../src/db/migrate.ts'
import { afterFile } from './after-file.ts'
import { clearAway } from './clear-away.ts'
import { migratedDatabase, withClient } from './databases.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { clinicOfManySlots, taggedBookings } from './tagged-bookings.ts'
import { urlOf } from './url-of.ts'

const callers = 16
const besideMs = 60_000

/** What a release may do to tables that are in use: columns, indexes and rules that hold of every row, and functions made anew. */
const addition = `
  alter table appointments add column seen_by_reception boolean not null default false;
  alter table patients add column preferred_language text check (length(preferred_language) <= 20);
  alter table locations add column note text;
  create index patients_of_language on patients (workspace_id, preferred_language);
  create table reception_notes (workspace_id bigint not null, id bigint generated always as identity, text text not null, primary key (workspace_id, id));
`

/** A copy of the program with one migration more; answers its command. */
async function nextRelease(): Promise<string> {
  const project = fileURLToPath(new URL('..', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'clinic-next-release-'))
  afterFile(() => clearAway(folder))
  for (const part of ['bin', 'src', 'package.json']) cpSync(join(project, part), join(folder, part), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const number = String((await migrationFiles()).length + 1).padStart(4, '0')
  writeFileSync(join(folder, 'src', 'db', 'migrations', `${number}-next-release.sql`), addition)
  return join(folder, 'bin', 'clinic.js')
}

it('two releases serve side by side for a minute, and the migration between them fails nobody', { timeout: 300_000 }, async () => {
  const connection = await migratedDatabase()
  const settings = { DATABASE_URL: urlOf(connection), CLINIC_MODE: 'sandbox', CLINIC_LOG_LEVEL: 'warn' }
  const old = [await startService(settings), await startService(settings)]
  let serving: ServiceProcess[] = old
  const bookings = taggedBookings(await clinicOfManySlots(settings), (caller) => serving[caller % serving.length]?.url)
  const rowsOf = (text: string) => withClient(connection, async (client) => (await client.query(text)).rows)

  const end = bookings.begin(callers)
  await sleep(5_000)
  const before = { ...bookings.met }
  const command = await nextRelease()
  const next = [await startService(settings, command), await startService(settings, command)]
  expect(await rowsOf('select count(*)::int as count from reception_notes')).toEqual([{ count: 0 }])
  serving = [...old, ...next]
  await sleep(besideMs)
  serving = next
  for (const { child } of old) child.kill('SIGTERM')
  expect(await Promise.all(old.map(({ ended }) => ended))).toEqual([0, 0])
  await sleep(5_000)
  await end()
  for (const { child } of next) child.kill('SIGTERM')
  process.stdout.write(`two releases: ${JSON.stringify(before)} before, ${JSON.stringify(bookings.met)} in all\n`)
  expect([...old, ...next].map(({ printed }) => printed()).join('\n')).not.toMatch(/"level":"error"|"status":5\d\d/)
  expect(bookings.met.lost).toBe(0)
  await bookings.judge(rowsOf, 'none are lost')
})
