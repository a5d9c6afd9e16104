import { describe, expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { createKeyCache } from '../../clinic/workspaces/keys.ts'
import type { Database } from './database.ts'
import { createLastTimes, type TimesToWrite } from './last-times.ts'

const house = await openHarness()

/** Times that are written into a list, and only while the database is said to be up. */
function setUpTimes() {
  const batches: TimesToWrite[] = []
  const state = { isUnavailable: false, meanwhile: () => {} }
  const times = createLastTimes(async (batch) => {
    state.meanwhile()
    if (state.isUnavailable) throw new Error('unavailable')
    batches.push(batch)
  })
  return { times, batches, state }
}

describe('last-use times', () => {
  it('are written together with all others, and once', async () => {
    const { times, batches } = setUpTimes()
    times.record(1, 7, 1_000)
    times.record(2, 7, 2_000)
    times.record(1, 7, 3_000.5)
    await times.write()
    await times.write()
    expect(batches).toEqual([{ workspaceIds: [1, 2], ids: [7, 7], times: [3_000, 2_000] }])
  })

  it('are kept until they can be written', async () => {
    const { times, batches, state } = setUpTimes()
    times.record(1, 7, 1_000)
    state.isUnavailable = true
    await expect(times.write()).rejects.toThrow('unavailable')
    times.record(1, 8, 2_000)
    state.isUnavailable = false
    await times.write()
    expect(batches).toEqual([{ workspaceIds: [1, 1], ids: [7, 8], times: [1_000, 2_000] }])
  })

  it('that change while they are written are written next', async () => {
    const { times, batches, state } = setUpTimes()
    times.record(1, 7, 1_000)
    state.meanwhile = () => times.record(1, 7, 2_000)
    await times.write()
    state.meanwhile = () => {}
    await times.write()
    expect(batches.map((batch) => batch.times)).toEqual([[1_000], [2_000]])
  })

  it('of more than a thousand are written a thousand at a time, and written ones are not written again', async () => {
    const { times, batches, state } = setUpTimes()
    for (let id = 1; id <= 2_500; id += 1) times.record(1, id, 1_000)
    state.meanwhile = () => {
      state.isUnavailable = batches.length === 2
    }
    await expect(times.write()).rejects.toThrow('unavailable')
    state.meanwhile = () => {}
    state.isUnavailable = false
    await times.write()
    expect(batches.map(({ ids }) => ids.length)).toEqual([1_000, 1_000, 500])
    expect(new Set(batches.flatMap(({ ids }) => ids)).size).toBe(2_500)
  })
})

const withoutConfigurations = {
  isCached: () => false,
  snapshots: { shape: '', reading: () => () => {} },
}

describe('in the database', () => {
  it('uses of many keys and actions of staff are one statement each, and the later time stays', async () => {
    const clinics = [await house.clinic(), await house.clinic()]
    const { database } = house.application
    const names: string[] = []
    const rows = (...call: Parameters<Database['rows']>) => {
      names.push(call[0].name)
      return database.rows(...call)
    }
    const keys = createKeyCache(
      { ...database, rows: rows as Database['rows'] },
      withoutConfigurations,
    )
    const use = (at: string) => {
      for (const { workspaceId, keyId } of clinics)
        keys.used({ workspaceId, id: keyId } as never, Date.parse(at))
      return keys.writeUses()
    }
    const used = async () =>
      (
        await house.sql(
          'select last_used_at as at from api_keys where workspace_id = any($1) order by id',
          [clinics.map(({ workspaceId }) => workspaceId)],
        )
      ).map(({ at }) => new Date(at).toISOString())
    await use('2031-03-01T10:00:00.123Z')
    expect(names).toEqual(['update_key_uses'])
    expect(await used()).toEqual(['2031-03-01T10:00:00.123Z', '2031-03-01T10:00:00.123Z'])
    await use('2031-02-01T10:00:00.000Z')
    expect(await used()).toEqual(['2031-03-01T10:00:00.123Z', '2031-03-01T10:00:00.123Z'])
    await use('2031-03-01T10:00:00.124Z')
    expect(await used()).toEqual(['2031-03-01T10:00:00.124Z', '2031-03-01T10:00:00.124Z'])
  })

  it('a use that could not be written is written once the keys can be reached again', async () => {
    const clinic = await house.clinic()
    const keys = createKeyCache(house.application.database, withoutConfigurations)
    keys.used(
      { workspaceId: clinic.workspaceId, id: clinic.keyId } as never,
      Date.parse('2031-03-01T10:00:00Z'),
    )
    await house.sql('alter table api_keys rename to out_of_reach')
    await expect(keys.writeUses()).rejects.toThrow()
    await house.sql('alter table out_of_reach rename to api_keys')
    await keys.writeUses()
    const [key] = await house.sql(
      'select last_used_at as at from api_keys where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(new Date(key.at).toISOString()).toBe('2031-03-01T10:00:00.000Z')
  })

  it('a member of staff who acted has acted only in their own workspace', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { activity } = house.application
    const userId = clinic.id('practitioner', 'asha-rao')
    activity.acted(clinic.workspaceId, userId, Date.parse('2031-03-01T10:00:00Z'))
    activity.acted(other.workspaceId, userId, Date.parse('2031-03-01T11:00:00Z'))
    await activity.write()
    const acted = await house.sql(
      'select id, last_active_at as at from users where workspace_id = any($1) and last_active_at is not null',
      [[clinic.workspaceId, other.workspaceId]],
    )
    expect(acted).toEqual([{ id: userId, at: Date.parse('2031-03-01T10:00:00Z') }])
  })
})
