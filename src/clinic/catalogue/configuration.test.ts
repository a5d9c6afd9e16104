import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { cases } from '../../../test/support/run/cases.ts'
import type { Queries } from '../../base/db/database.ts'
import type { Statement } from '../../base/db/statement.ts'
import { createConfigurationCache } from './configuration.ts'
import * as queries from './queries.ts'

const house = await openHarness()
const { database } = house.application

const parts = queries.configurationParts

/** A clinic with a row in every table of its configuration. */
const wholeClinic = () =>
  house.clinic((file) => {
    const closed = [{ from: '2030-02-01', to: '2030-02-03' }, { from: '2030-01-15' }]
    Object.assign(file.workspace, {
      closed,
      bookingPage: { published: true, newPatients: ['lastName'] },
    })
    for (const closable of [file.locations.jaipur, file.practitioners['asha-rao']])
      Object.assign(closable as object, { closed })
    const pack = {
      displayName: 'Visits',
      sessions: 5,
      validityDays: 90,
      currency: 'INR',
      price: 1_000,
    }
    file.visitTypes = {
      check: {
        displayName: 'Check',
        practitioners: ['asha-rao'],
        rooms: ['jaipur/room-1'],
      },
    }
    file.sessionPacks = { five: { ...pack, doctors: ['asha-rao', 'jonas-weber'] }, any: pack }
  })

describe('the whole configuration in one statement', () => {
  it('matches its parts, row for row', async () => {
    const of = { workspaceId: (await wholeClinic()).workspaceId }
    const whole = await queries.fullConfiguration.rows(database, of)
    for (const [name, part] of Object.entries(parts)) {
      const alone = await database.rows(part as Statement, of)
      expect(alone.length, name).toBeGreaterThan(0)
      expect(whole[name as keyof typeof parts], name).toEqual(alone)
    }
    expect(Object.keys(whole).sort()).toEqual(Object.keys(parts).sort())
  })
})

// Dependencies from PostgreSQL's catalog: a view of a statement depends on the columns that the
// statement reads.
const columnsRead = await withClient(house.connection, async (client) => {
  const found = new Set<string>()
  for (const { text } of Object.values(parts)) {
    await client.query(`create temporary view part as ${text.replaceAll('$1', '0')}`)
    const { rows } = await client.query(
      `select distinct c.relname || '.' || a.attname as column
       from pg_rewrite r
       join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
       join pg_class c on c.oid = d.refobjid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
       where r.ev_class = 'part'::regclass and c.relname <> 'part'`,
    )
    for (const { column } of rows) found.add(column)
    await client.query('drop view part')
  }
  return [...found].sort().map((column) => column.split('.') as [string, string])
})
const tablesRead = [...new Set(columnsRead.map(([table]) => table))]

const fullClinic = await wholeClinic()

describe('the version of a configuration', () => {
  const version = async (workspaceId: number) =>
    (await database.rows(queries.configurationVersion, { workspaceId }))[0]?.version

  it('covers every table with configuration', () => {
    expect(tablesRead).toEqual(
      [
        'booking_pages',
        'closing_days',
        'consultation_fees',
        'doctor_locations',
        'duration_tiers',
        'hour_exceptions',
        'locations',
        'practitioners',
        'public_profiles',
        'rooms',
        'session_pack_doctors',
        'session_packs',
        'users',
        'visit_type_doctors',
        'visit_type_rooms',
        'visit_types',
        'work_shifts',
        'workspaces',
        'working_hours',
      ].sort(),
    )
    expect(columnsRead.length).toBeGreaterThan(100)
  })

  // The owner of a row never changes; nor do numbers that PostgreSQL assigns.
  const changeable = columnsRead.filter(
    ([, column]) => column !== 'workspace_id' && column !== 'configuration_version',
  )
  it.each(changeable)('changes with %s.%s', async (table, column) => {
    const before = await version(fullClinic.workspaceId)
    const of = table === 'workspaces' ? 'id' : 'workspace_id'
    const changed = await house
      .sql(
        `update ${table} set ${pg.escapeIdentifier(column)} = ${pg.escapeIdentifier(column)} where ${of} = $1 returning 1`,
        [fullClinic.workspaceId],
      )
      .catch((error: { code: string }) => error.code)
    if (changed === '428C9') return expect(column).toBe('id')
    expect(changed.length).toBeGreaterThan(0)
    expect(await version(fullClinic.workspaceId)).not.toBe(before)
  })

  it.each(tablesRead.filter((table) => table !== 'workspaces').map((table) => [table]))(
    'changes with every row that is added to or removed from %s',
    async (table) => {
      const [row] = await house.sql(
        // Bits of pg_trigger.tgtype: 1 for each row, 4 inserted, 8 deleted.
        `select bool_or(tgtype & 5 = 5 and (tgqual is null or $1 = 'users')) as comes, bool_or(tgtype & 9 = 9 and tgqual is null) as goes
       from pg_trigger where tgrelid = $1::regclass and tgfoid = 'note_configuration_change'::regproc and tgenabled = 'O'`,
        [table],
      )
      expect(row).toEqual({ comes: true, goes: true })
    },
  )

  it('changes with a member who becomes active, and not with one who is only invited', async () => {
    const clinic = await house.clinic()
    const add = (status: string) =>
      house.sql(
        "insert into users (workspace_id, display_name, status, created_at) values ($1, 'New', $2, now())",
        [clinic.workspaceId, status],
      )
    const before = await version(clinic.workspaceId)
    await add('invited')
    expect(await version(clinic.workspaceId)).toBe(before)
    await add('active')
    expect(await version(clinic.workspaceId)).not.toBe(before)
  })
})

/**
 * Configurations of the house with a separate clock and, unless requested, no snapshots; `read` has
 * the names of the statements that were sent.
 */
function watched({
  hasSnapshots = false,
  ...options
}: {
  workspacesMax?: number
  hasSnapshots?: boolean
} = {}) {
  const read: string[] = []
  const state = { now: 0, meanwhile: async () => {}, isUnavailable: false }
  const rows = async (...call: Parameters<Queries['rows']>) => {
    if (!hasSnapshots && call[0].name.endsWith('configuration_snapshot')) return []
    read.push(call[0].name)
    if (state.isUnavailable) throw new Error('unavailable')
    const found = await database.rows(...call)
    const { meanwhile } = state
    state.meanwhile = async () => {}
    await meanwhile()
    return found
  }
  const configurations = createConfigurationCache(
    { rows: rows as Queries['rows'] },
    {
      hasTestRooms: true,
      roomLink: () => 'https://clinic.example/video/{visit}',
      canSignFor: () => true,
    },
    { ...options, now: () => state.now },
  )
  return {
    configurations,
    state,
    /** What a request finds, and which statements it took. */
    async ask(workspaceId: number) {
      read.length = 0
      const { title } = await configurations.of(workspaceId)
      return { title, read: [...read] }
    },
    read,
  }
}

const retitle = (workspaceId: number, title: string) =>
  house.sql('update workspaces set title = $2 where id = $1', [workspaceId, title])

describe('a cached configuration', () => {
  const whole = ['full_configuration']
  const version = ['configuration_version']

  it('is read once, in one statement, for any number of concurrent requests, and not again for ten seconds', async () => {
    const { workspaceId } = await house.clinic()
    const { configurations, state, read, ask } = watched()
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => configurations.of(workspaceId)),
    )
    expect(new Set(all).size).toBe(1)
    expect(read).toEqual(whole)
    state.now += 9_999
    expect((await ask(workspaceId)).read).toEqual([])
  })

  it('that is old is used again once its version proves unchanged, for any number of concurrent requests', async () => {
    const { workspaceId } = await house.clinic()
    const { configurations, state, read, ask } = watched()
    const first = await configurations.of(workspaceId)
    state.now += 10_000
    read.length = 0
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => configurations.of(workspaceId)),
    )
    expect(new Set(all)).toEqual(new Set([first]))
    expect(read).toEqual(version)
    state.now += 9_999
    expect((await ask(workspaceId)).read).toEqual([])
    state.now += 1
    expect((await ask(workspaceId)).read).toEqual(version)
  })

  it('that is old and changed without a notification is read again', async () => {
    const { workspaceId } = await house.clinic()
    const { state, ask } = watched()
    await ask(workspaceId)
    await retitle(workspaceId, 'Unheard')
    state.now += 10_000
    expect(await ask(workspaceId)).toEqual({ title: 'Unheard', read: [...version, ...whole] })
  })

  it('is read again after a silence, in which the database may have become another', async () => {
    const { workspaceId } = await house.clinic()
    const { configurations, ask } = watched()
    await ask(workspaceId)
    configurations.forgetAll()
    expect((await ask(workspaceId)).read).toEqual(whole)
    expect((await ask(workspaceId)).read).toEqual([])
  })

  it('is read again after a notification of its workspace, and no other is', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { configurations, ask } = watched()
    for (const { workspaceId } of [clinic, other]) await ask(workspaceId)
    configurations.forget(clinic.workspaceId)
    expect((await ask(clinic.workspaceId)).read).toEqual(whole)
    expect((await ask(other.workspaceId)).read).toEqual([])
  })

  const moments = cases<[string, boolean]>([
    ['it is read', false],
    ['its version is looked at', true],
  ])
  it.each(moments)('that changes while %s is not used by the next request', async (_, hasAged) => {
    const { workspaceId } = await house.clinic()
    const { configurations, state, ask } = watched()
    if (hasAged) await ask(workspaceId)
    state.now += 10_000
    state.meanwhile = async () => {
      await retitle(workspaceId, 'Meanwhile')
      configurations.forget(workspaceId)
    }
    expect((await ask(workspaceId)).title).not.toBe('Meanwhile')
    expect(await ask(workspaceId)).toEqual({ title: 'Meanwhile', read: whole })
  })

  it.each(moments)('is read again when a silence ends while %s', async (_, hasAged) => {
    const { workspaceId } = await house.clinic()
    const { configurations, state, ask } = watched()
    if (hasAged) await ask(workspaceId)
    state.now += 10_000
    state.meanwhile = async () => {
      await retitle(workspaceId, 'Meanwhile')
      configurations.forgetAll()
    }
    expect((await ask(workspaceId)).title).not.toBe('Meanwhile')
    expect(await ask(workspaceId)).toEqual({ title: 'Meanwhile', read: whole })
  })

  it('that could not be checked refuses the request, and is checked by the next', async () => {
    const { workspaceId } = await house.clinic()
    const { state, ask } = watched()
    state.isUnavailable = true
    await expect(ask(workspaceId)).rejects.toThrow('unavailable')
    state.isUnavailable = false
    expect((await ask(workspaceId)).read).toEqual(whole)
    state.now += 10_000
    state.isUnavailable = true
    for (const _ of [1, 2]) await expect(ask(workspaceId)).rejects.toThrow('unavailable')
    state.isUnavailable = false
    expect((await ask(workspaceId)).read).toEqual(version)
    expect((await ask(workspaceId)).read).toEqual([])
  })

  it('is evicted for another one beyond the maximum number', async () => {
    const clinics = [await house.clinic(), await house.clinic(), await house.clinic()]
    const { ask } = watched({ workspacesMax: 2 })
    for (const { workspaceId } of clinics) expect((await ask(workspaceId)).read).toEqual(whole)
    const reads = []
    for (const { workspaceId } of [...clinics].reverse()) reads.push((await ask(workspaceId)).read)
    expect(reads).toEqual([[], [], whole])
  })

  it('of an unknown workspace is an error, each time', async () => {
    const { ask } = watched()
    for (const _ of [1, 2]) await expect(ask(999_999)).rejects.toThrow('does not exist')
  })
})

describe('the snapshot of a configuration', () => {
  const listSnapshots = async (workspaceId: number) =>
    house.sql(
      'select version::int8 as version, shape from configuration_snapshots where workspace_id = $1',
      [workspaceId],
    )
  /** A new process asks; returns what it got and whether it read the tables for that. */
  async function askAnew(workspaceId: number) {
    const { configurations, read } = watched({ hasSnapshots: true })
    return {
      configuration: await configurations.of(workspaceId),
      readTables: read.includes('full_configuration'),
    }
  }
  /** The first process has stored one. */
  async function storeSnapshot(workspaceId: number) {
    const first = await askAnew(workspaceId)
    await vi.waitFor(async () => expect(await listSnapshots(workspaceId)).toHaveLength(1))
    return first
  }

  it('is the same configuration, in one row', async () => {
    const { workspaceId } = await wholeClinic()
    await house.sql('delete from configuration_snapshots where workspace_id = $1', [workspaceId])
    const first = await storeSnapshot(workspaceId)
    expect(first.readTables).toBe(true)
    expect(await askAnew(workspaceId)).toEqual({
      configuration: first.configuration,
      readTables: false,
    })
  })

  it('is deleted with each change of the configuration, even if the version returns to its number', async () => {
    const { workspaceId } = await house.clinic()
    await storeSnapshot(workspaceId)
    await retitle(workspaceId, 'Changed')
    expect(await listSnapshots(workspaceId)).toEqual([])
    const { configuration } = await storeSnapshot(workspaceId)
    expect(configuration.title).toBe('Changed')
    // Simulates a transaction whose number equals the current version.
    await withClient(house.connection, async (client) => {
      await client.query('begin')
      await client.query('update locations set city = city where workspace_id = $1', [workspaceId])
      await client.query(
        "insert into configuration_snapshots values ($1, 1, '', '{}') on conflict (workspace_id) do nothing",
        [workspaceId],
      )
      await client.query("update locations set city = 'Elsewhere' where workspace_id = $1", [
        workspaceId,
      ])
      await client.query('commit')
    })
    expect(await listSnapshots(workspaceId)).toEqual([])
    expect((await askAnew(workspaceId)).configuration.locations[0]?.city).toBe('Elsewhere')
  })

  it.each([
    ['of another version', 'version = version - 1'],
    ['of another release', "shape = 'another'"],
  ])('%s is not used, and replaced', async (_, change) => {
    const { workspaceId } = await house.clinic()
    await storeSnapshot(workspaceId)
    const before = await listSnapshots(workspaceId)
    await house.sql(
      `update configuration_snapshots set ${change}, rows = '{}' where workspace_id = $1`,
      [workspaceId],
    )
    expect((await askAnew(workspaceId)).readTables).toBe(true)
    await vi.waitFor(async () => expect(await listSnapshots(workspaceId)).toEqual(before))
    expect((await askAnew(workspaceId)).readTables).toBe(false)
  })

  it('that cannot be stored fails no request', async () => {
    const { workspaceId } = await house.clinic()
    await house.sql('delete from configuration_snapshots where workspace_id = $1', [workspaceId])
    const refuses = async (...[statement, ...rest]: Parameters<Queries['rows']>) => {
      if (statement.name === 'store_configuration_snapshot') throw new Error('read-only')
      return database.rows(statement, ...rest)
    }
    const { title } = await createConfigurationCache(
      { rows: refuses as Queries['rows'] },
      {
        hasTestRooms: true,
        roomLink: () => 'https://clinic.example/video/{visit}',
        canSignFor: () => true,
      },
    ).of(workspaceId)
    expect(title).toBeTruthy()
    expect(await listSnapshots(workspaceId)).toEqual([])
  })
})
