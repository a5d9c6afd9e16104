import { expect, it } from 'vitest'
import { migratedDatabase } from '../../test/databases.ts'
import { openDatabase } from './database.ts'
import { failureKind } from './failures.ts'
import { statement } from './statement.ts'

it('a statement that a restart of the database cut short is worth trying again', async () => {
  const database = openDatabase(await migratedDatabase())
  const cutShort = statement('test_cut_short', { returns: {} }, 'select pg_terminate_backend(pg_backend_pid())')
  const outcomes = [
    await database.rows(cutShort).catch(failureKind),
    await database.transaction((queries) => queries.rows(cutShort)).catch(failureKind),
    await database.rows(statement('test_next', { returns: { one: 'integer' } }, 'select 1 as one')),
  ]
  await database.close()
  expect(outcomes).toEqual(['busy', 'busy', [{ one: 1 }]])
})
