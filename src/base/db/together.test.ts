import { expect, it, onTestFinished } from 'vitest'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { openDatabase } from './database.ts'
import { statement } from './statement.ts'

const make = statement(
  'test_make',
  { takes: {}, returns: {} },
  'create table test_kept (n integer primary key)',
)
const keep = statement(
  'test_keep',
  { takes: { n: 'integer' }, returns: {} },
  'insert into test_kept (n) values (:n)',
)
const kept = statement(
  'test_kept',
  { takes: {}, returns: { n: 'integer' } },
  'select n from test_kept order by n',
)

async function openTestDatabase() {
  const database = openDatabase(await createMigratedDatabase())
  onTestFinished(() => database.close())
  await database.rows(make)
  return { database, numbers: async () => (await database.rows(kept)).map(({ n }) => n) }
}

it('work that runs together is committed as a whole or not at all, and a refused part undoes only itself', async () => {
  const { database, numbers } = await openTestDatabase()
  const work = (isRefused: boolean) =>
    database.inOneTransaction(async (parts) => {
      await parts.rows(keep, { n: 1 })
      const refused = parts.transaction(async (queries) => {
        await queries.rows(keep, { n: 2 })
        throw new Error('refused')
      })
      await expect(refused).rejects.toThrow('refused')
      await expect(parts.rows(keep, { n: 1 })).rejects.toThrow('duplicate key')
      await parts.inOneTransaction((same) =>
        same.transaction((queries) => queries.rows(keep, { n: 3 })),
      )
      expect(await numbers()).toEqual([])
      if (isRefused) throw new Error('all of it')
      return (await parts.rows(kept)).map(({ n }) => n)
    })
  await expect(work(true)).rejects.toThrow('all of it')
  expect(await numbers()).toEqual([])
  expect(await work(false)).toEqual([1, 3])
  expect(await numbers()).toEqual([1, 3])
})

it('parts that are started at once run one after the other', async () => {
  const { database, numbers } = await openTestDatabase()
  await database.inOneTransaction(async (parts) => {
    const part = (n: number) =>
      parts.transaction(async (queries) => {
        await queries.rows(keep, { n })
        await queries.rows(kept)
        if (n % 3 === 0) throw new Error(`refused ${n}`)
      })
    await Promise.allSettled([1, 2, 3, 4, 5, 6].map(part))
  })
  expect(await numbers()).toEqual([1, 2, 4, 5])
})
