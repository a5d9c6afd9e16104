// This version reads what any released version wrote: each backup is restored, migrated and used.

import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  firstReleaseMigrationCount,
  migrationFiles,
  migrationsBeforeBaseline,
} from '../../src/base/db/migration-files.ts'
import { openBackup } from '../../src/management/backup/backup-file.ts'
import { planRestore, restoreBackup } from '../../src/management/backup/restore.ts'
import { openHarness } from '../support/clinic/harness.ts'
import {
  createEmptyDatabase,
  createMigratedDatabase,
  queryRows,
} from '../support/database/databases.ts'
import { describeSchema } from '../support/database/schema-of.ts'
import { type ReleasedClinic, releasesFolder } from '../support/processes/released.ts'
import { findContradictions } from '../support/storms/contradictions.ts'

const versions = readdirSync(releasesFolder).flatMap((name) =>
  name.endsWith('.gz') ? [name.slice(0, -'.gz'.length)] : [],
)

async function restored(version: string) {
  const connection = await createEmptyDatabase()
  const reader = await openBackup(
    createReadStream(new URL(`${version}.gz`, releasesFolder)),
    version,
  )
  const { applied, skipped } = await restoreBackup(
    connection,
    reader,
    await planRestore(reader.header, 'sandbox', undefined),
  )
  expect(skipped).toEqual([])
  const last = (await migrationFiles()).at(-1)
  expect(applied.at(-1)).toBe(`${String(last?.number).padStart(4, '0')} ${last?.name}`)
  const harness = await openHarness({ connection })
  const clinic = JSON.parse(
    readFileSync(new URL(`${version}.json`, releasesFolder), 'utf8'),
  ) as ReleasedClinic
  return { connection, harness, clinic }
}

it('has the backup of a version', () => {
  expect(versions).toContain('0.1.0')
})

it('knows the migrations that databases of 0.1.0 have recorded', async () => {
  const reader = await openBackup(createReadStream(new URL('0.1.0.gz', releasesFolder)), '0.1.0')
  const known = (await migrationsBeforeBaseline())
    .slice(0, firstReleaseMigrationCount)
    .map(({ number, name, checksum }) => ({ number, name, checksum }))
  expect(reader.header.migrations).toEqual(known)
})

describe.each(versions)('the backup of %s', (version) => {
  it('has the schema of this version, satisfies every rule, and its books are unchanged', async () => {
    const { connection, harness, clinic } = await restored(version)
    expect(await describeSchema(connection)).toEqual(
      await describeSchema(await createMigratedDatabase()),
    )
    expect(
      await queryRows(
        connection,
        "select conname from pg_constraint where not convalidated and connamespace = 'public'::regnamespace",
      ),
    ).toEqual([])
    expect(await findContradictions(harness, clinic.workspaceId, 'time')).toEqual({})
    const books =
      "select coalesce(sum(case cause when 'CAPTURED' then amount_minor else -amount_minor end), 0) from ledger_entries"
    expect(await queryRows(connection, books)).toEqual([String(clinic.netMinor)])
  })

  it('can be used: its key books free times and no taken ones, and a payment is refunded', async () => {
    const { harness, clinic } = await restored(version)
    const { key, booking, taken, name: workspace, paidAtDesk } = clinic
    const book = (changes: object = {}) =>
      harness.call('POST', '/v1/appointments/book-appointment-unified', {
        key,
        body: { ...booking, ...changes },
      })
    expect((await book(taken)).status).toBe(400)
    const booked = await book()
    expect(booked.status, booked.text).toBe(201)
    expect((await book()).status).toBe(400)
    await harness.operate('visit-cancel', {
      workspace,
      id: paidAtDesk,
      refund: 100,
      reason: 'Doctor is ill',
    })
    const visit = await harness.operate('visit-show', { workspace, id: paidAtDesk })
    expect(visit).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(await findContradictions(harness, clinic.workspaceId, 'time')).toEqual({})
  })
})
