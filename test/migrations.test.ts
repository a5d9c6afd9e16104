import { describe, expect, it } from 'vitest'
import type { Connection } from '../src/db/database.ts'
import { openDatabase } from '../src/db/database.ts'
import { MigrationError, migrate, migrationFiles } from '../src/db/migrate.ts'
import { statement } from '../src/db/statement.ts'
import { emptyDatabase, withClient } from './databases.ts'
import { command } from './global-setup.ts'
import { openHouse } from './harness.ts'
import { startService } from './service-process.ts'
import { urlOf } from './url-of.ts'

function rowsOf(connection: Connection, text: string) {
  return withClient(connection, async (client) => (await client.query(text)).rows)
}

describe('migrations', () => {
  it('are applied once each, in order, and a second run finds nothing to do', async () => {
    const connection = await emptyDatabase()
    const files = await migrationFiles()
    expect(await migrate(connection)).toHaveLength(files.length)
    expect(await migrate(connection)).toEqual([])
    expect((await rowsOf(connection, 'select number from migrations order by number')).map(({ number }) => number)).toEqual(files.map(({ number }) => number))
  })

  it('are applied once when eight connections start together', async () => {
    const connection = await emptyDatabase()
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(connection)))
    expect(applied.flat()).toHaveLength((await migrationFiles()).length)
  })

  it('let four services start at once on an empty database', async () => {
    const connection = await emptyDatabase()
    const settings = { DATABASE_URL: urlOf(connection), CLINIC_MODE: 'sandbox', CLINIC_DATABASE_CONNECTIONS: '4' }
    const services = await Promise.all(Array.from({ length: 4 }, () => startService(settings)))
    for (const { child } of services) child.kill('SIGTERM')
    expect(await Promise.all(services.map(({ ended }) => ended))).toEqual([0, 0, 0, 0])
    // One of them made the demo clinic, and one only.
    expect(await rowsOf(connection, 'select name from workspaces')).toEqual([{ name: 'sunrise' }])
  })

  it('refuse a database that was migrated by other means, and change nothing', async () => {
    const connection = await emptyDatabase()
    await migrate(connection)
    await command(connection, "update migrations set checksum = 'something else' where number = 2")
    await expect(migrate(connection)).rejects.toThrow(MigrationError)
  })

  it('leave nothing of one that fails', async () => {
    const connection = await emptyDatabase()
    await command(connection, 'create table claims (in_the_way integer)')
    await expect(migrate(connection)).rejects.toThrow(/already exists/)
    expect(await rowsOf(connection, "select to_regclass('appointments') as appointments")).toEqual([{ appointments: null }])
    expect(await rowsOf(connection, 'select number from migrations')).toEqual([{ number: 1 }])
  })
})

describe('the connection pool', () => {
  const threeColumns = statement('test_three_columns', { returns: { id: 'bigint' } }, 'select * from changing')

  it('prepares a statement again when a migration changed what it returns', async () => {
    const connection = await emptyDatabase()
    await command(connection, 'create table changing (id bigint); insert into changing values (1)')
    const database = openDatabase(connection)
    expect(await database.rows(threeColumns)).toEqual([{ id: 1 }])
    await command(connection, 'alter table changing add column more text')
    expect(await database.rows(threeColumns)).toEqual([{ id: 1, more: null }])
    await database.close()
  })

  it('keeps its connections through refusals and mends itself after losing all of them', async () => {
    const house = await openHouse()
    const pids = () => house.sql("select pid from pg_stat_activity where datname = current_database() and application_name = 'clinic' order by 1")
    const clinic = await house.clinic()
    for (let attempt = 0; attempt < 5; attempt += 1) await clinic.get('/v1/appointments/available-slots?addressId=1&doctorId=999999&appointmentDate=2030-01-07')
    const before = await pids()
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await clinic.post('/v1/appointments/book-appointment-unified', { doctorId: 999_999, addressId: 1 })
    }
    expect(await pids()).toEqual(before)
    await house.sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'clinic%'")
    house.application.configurations.forgetAll()
    const replies = []
    for (let attempt = 0; attempt < 10; attempt += 1) replies.push((await clinic.get('/v2/workspaces')).status)
    expect(replies.at(-1)).toBe(200)
  })
})
