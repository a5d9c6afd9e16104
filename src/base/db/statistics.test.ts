import { expect, it, onTestFinished, vi } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import {
  createMigratedDatabase,
  queryRows,
  withClient,
} from '../../../test/support/database/databases.ts'
import { openDatabase } from './database.ts'
import type { Connection } from './session.ts'
import { analyzeGrownTables } from './statistics.ts'

async function openTestDatabase() {
  const connection = await createMigratedDatabase()
  await queryRows(
    connection,
    "insert into workspaces (name, title, timezone) values ('grown', 'Grown', 'UTC')",
  )
  const database = openDatabase(connection)
  onTestFinished(() => database.close())
  return { connection, database }
}

/** Adds patients; their number is known to everyone once it returns. */
const addPatients = (connection: Connection, count: number) =>
  queryRows(
    connection,
    `insert into patients (workspace_id, mrn_number, first_name, created_at, updated_at)
     select id, gen_random_uuid()::text, 'Meera', now(), now() from workspaces, generate_series(1, ${count})`,
  )

/** How many rows the planner knows of; -1 if the table was never analysed. */
const knownRows = async (connection: Connection, table: string) =>
  Number(
    (
      await queryRows(
        connection,
        `select reltuples::bigint from pg_class where oid = '${table}'::regclass`,
      )
    )[0],
  )

it('tables that have doubled are analysed, and no others', async () => {
  const { connection, database } = await openTestDatabase()
  await addPatients(connection, 90)
  await analyzeGrownTables(database)
  expect(await knownRows(connection, 'patients')).toBe(-1)
  await addPatients(connection, 20)
  await analyzeGrownTables(database)
  expect(await knownRows(connection, 'patients')).toBe(110)
  await addPatients(connection, 100)
  await analyzeGrownTables(database)
  expect(await knownRows(connection, 'patients')).toBe(110)
  await addPatients(connection, 10)
  await analyzeGrownTables(database)
  expect(await knownRows(connection, 'patients')).toBe(220)
  expect(await knownRows(connection, 'appointments')).toBe(-1)
})

it('a table that another connection works on is left for the next time', async () => {
  const { connection, database } = await openTestDatabase()
  await addPatients(connection, 200)
  await withClient(connection, async (client) => {
    await client.query('begin; lock table patients in share update exclusive mode')
    await analyzeGrownTables(database)
    expect(await knownRows(connection, 'patients')).toBe(-1)
    await client.query('commit')
  })
  await analyzeGrownTables(database)
  expect(await knownRows(connection, 'patients')).toBe(200)
})

it('a session that has looked up a patient in the empty table looks the next ones up by their ids', async () => {
  const { connection, database } = await openTestDatabase()
  const find = 'prepare find as select first_name from patients where workspace_id = $1 and id = $2'
  await withClient(connection, async (client) => {
    await client.query(`set plan_cache_mode = force_generic_plan; ${find}; execute find(1, 1)`)
    const indexOfPlan = async () => {
      const { rows } = await client.query('explain (format json) execute find(1, 1)')
      return rows[0]['QUERY PLAN'][0].Plan['Index Name']
    }
    await addPatients(connection, 2_000)
    expect(await indexOfPlan()).not.toBe('patients_pkey')
    await analyzeGrownTables(database)
    expect(await indexOfPlan()).toBe('patients_pkey')
  })
})

it('a running service does so by itself', async () => {
  const house = await openHarness()
  await house.clinic()
  await addPatients(house.connection, 200)
  await vi.waitFor(
    async () => expect(await knownRows(house.connection, 'patients')).toBe(200),
    60_000,
  )
})
