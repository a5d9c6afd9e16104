// The shape of the schema itself: what makes it impossible for one workspace to touch another.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migratedDatabase } from './databases.ts'

const client = new pg.Client(await migratedDatabase())
beforeAll(() => client.connect())
afterAll(() => client.end())

const ofNoWorkspace = ['installation', 'migrations', 'workspaces']

it('begins every primary key with the workspace [INV-06]', async () => {
  const { rows } = await client.query(`
    select t.relname as name, a.attname as first
    from pg_class t
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where t.relkind = 'r'`)
  expect(rows.length).toBeGreaterThan(10)
  const wrong = rows.filter(({ name, first }) => !ofNoWorkspace.includes(name) && first !== 'workspace_id')
  expect(wrong).toEqual([])
})

it('carries the workspace in every reference [INV-06]', async () => {
  const { rows } = await client.query(`
    select c.conname as name, c.conrelid::regclass::text as source, c.confrelid::regclass::text as target,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
    from pg_constraint c
    where c.contype = 'f'`)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ columns }) => !columns.includes('workspace_id'))).toEqual([])
})

it('names every rule it enforces', async () => {
  const { rows } = await client.query(`
    select conname as name from pg_constraint
    where contype in ('c', 'x') and connamespace = 'public'::regnamespace and conname ~ '_check\\d*$|_excl\\d*$'`)
  expect(rows).toEqual([])
})
