import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'
import type { Database } from '../../base/db/database.ts'
import { type Configurations, createConfigurationCache } from '../catalogue/configuration.ts'
import { createKeyCache } from './keys.ts'

const house = await openHarness()
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')

/**
 * Keys and configurations on the house's database, the names of their statements, and a count of
 * them.
 */
function countedKeys() {
  const names: string[] = []
  const { database } = house.application
  const rows = (...call: Parameters<Database['rows']>) => {
    names.push(call[0].name)
    return database.rows(...call)
  }
  const counted = { ...database, rows: rows as Database['rows'] }
  const configurations = createConfigurationCache(counted, {
    hasTestRooms: true,
    roomLink: () => 'https://clinic.example/video/{visit}',
    canSignFor: () => true,
  })
  return {
    keys: createKeyCache(counted, configurations),
    configurations,
    names,
    statements: () => names.length,
  }
}

describe('a refused key', () => {
  const causes = cases<[string, (clinic: Clinic) => Promise<string>]>([
    ['unknown', async () => 'clinic_dev_unknown'],
    ['cut short', async ({ key }) => key.slice(0, 20)],
    ['of another kind', async (clinic) => (await clinic.widgetKey()).key],
    [
      'deactivated',
      (clinic) =>
        ended(clinic, (id) => house.operate('key-deactivate', { workspace: clinic.name, id })),
    ],
    [
      'deleted',
      (clinic) =>
        ended(clinic, (id) => house.operate('key-delete', { workspace: clinic.name, id })),
    ],
    [
      'expired',
      (clinic) =>
        ended(clinic, (id) =>
          house.sql(
            "update api_keys set expires_at = '2029-01-01' where workspace_id = $1 and id = $2",
            [clinic.workspaceId, id],
          ),
        ),
    ],
    [
      'of a suspended workspace',
      (clinic) =>
        ended(clinic, () =>
          house.sql("update workspaces set status = 'SUSPENDED' where id = $1", [
            clinic.workspaceId,
          ]),
        ),
    ],
  ])

  async function ended(clinic: Clinic, end: (id: number) => Promise<unknown>): Promise<string> {
    await end(clinic.keyId)
    return clinic.key
  }

  it.each(causes)(
    'because it is %s takes one statement each time, so the response time does not reveal why [AUTH-15] [AUTH-27]',
    async (_, make) => {
      const key = await make(await house.clinic())
      const { keys, statements } = countedKeys()
      for (const expected of [1, 2, 3]) {
        expect(
          await keys.find(hashKey(key), 'DEVELOPER', house.application.clock.now()),
        ).toBeUndefined()
        expect(statements()).toBe(expected)
      }
    },
  )
})

describe('a good key', () => {
  it('is looked up once and then cached, until a notification of its workspace', async () => {
    const clinic = await house.clinic()
    const { keys, statements } = countedKeys()
    const find = () => keys.find(hashKey(clinic.key), 'DEVELOPER', house.application.clock.now())
    for (let time = 0; time < 3; time += 1)
      expect(await find()).toMatchObject({ workspaceId: clinic.workspaceId, id: clinic.keyId })
    expect(statements()).toBe(1)
    keys.forgetWorkspace(clinic.workspaceId)
    await find()
    expect(statements()).toBe(2)
  })

  it('is not looked up again after a notification of another workspace', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { keys, statements } = countedKeys()
    const find = ({ key }: Clinic) =>
      keys.find(hashKey(key), 'DEVELOPER', house.application.clock.now())
    await find(clinic)
    await find(other)
    keys.forgetWorkspace(other.workspaceId)
    expect(await find(clinic)).toMatchObject({ id: clinic.keyId })
    expect(statements()).toBe(2)
    await find(other)
    expect(statements()).toBe(3)
  })

  it('is not cached when a notification arrives during the look-up', async () => {
    const clinic = await house.clinic()
    const { keys, statements } = countedKeys()
    const find = () => keys.find(hashKey(clinic.key), 'DEVELOPER', house.application.clock.now())
    const looking = find()
    keys.forgetWorkspace(clinic.workspaceId)
    await looking
    await find()
    expect(statements()).toBe(2)
  })
})

describe('the configuration of the workspace of a key', () => {
  /** A clinic whose configuration has been read before, by another process. */
  async function knownClinic() {
    const clinic = await house.clinic()
    await countedKeys().configurations.of(clinic.workspaceId)
    const stored = () =>
      house.sql('select 1 from configuration_snapshots where workspace_id = $1', [
        clinic.workspaceId,
      ])
    await vi.waitFor(async () => expect(await stored()).toHaveLength(1))
    return clinic
  }
  const find = ({ keys }: ReturnType<typeof countedKeys>, { key }: Clinic) =>
    keys.find(hashKey(key), 'DEVELOPER', house.application.clock.now())

  it('is read with the key, in one statement', async () => {
    const clinic = await knownClinic()
    const counted = countedKeys()
    expect(await find(counted, clinic)).toMatchObject({ id: clinic.keyId })
    const configuration = counted.configurations.of(clinic.workspaceId)
    expect(configuration).toEqual(await countedKeys().configurations.of(clinic.workspaceId))
    expect(counted.names).toEqual(['key_and_configuration'])
  })

  it('is not read again with a key that has to be looked up again, as long as it is cached', async () => {
    const clinic = await knownClinic()
    const counted = countedKeys()
    await find(counted, clinic)
    const start = performance.now()
    const time = vi.spyOn(performance, 'now')
    const pass = async (milliseconds: number) => {
      time.mockReturnValue(start + milliseconds)
      // The cache reads the time at most once a millisecond.
      await setTimeout(2)
    }
    try {
      await pass(5_001)
      await find(counted, clinic)
      counted.configurations.forget(clinic.workspaceId)
      await pass(10_002)
      await find(counted, clinic)
    } finally {
      vi.restoreAllMocks()
    }
    expect(counted.names).toEqual(['key_and_configuration', 'key_by_hash', 'key_and_configuration'])
  })

  it('is read by itself if no process has read it yet', async () => {
    const clinic = await house.clinic()
    await house.sql('delete from configuration_snapshots where workspace_id = $1', [
      clinic.workspaceId,
    ])
    const counted = countedKeys()
    await find(counted, clinic)
    expect(await counted.configurations.of(clinic.workspaceId)).toMatchObject({
      workspaceId: clinic.workspaceId,
    })
    expect(counted.names).toContain('full_configuration')
  })

  const notices = cases<[string, (configurations: Configurations, workspaceId: number) => void]>([
    ['it changes', (configurations, workspaceId) => configurations.forget(workspaceId)],
    ['a silence of the database ends', (configurations) => configurations.forgetAll()],
  ])
  it.each(notices)('is not cached from before when %s in the meantime', async (_, notice) => {
    const clinic = await knownClinic()
    const counted = countedKeys()
    const looking = find(counted, clinic)
    notice(counted.configurations, clinic.workspaceId)
    await looking
    expect(counted.configurations.isCached(clinic.workspaceId)).toBe(false)
  })
})

describe('the origin of a page', () => {
  const newOrigin = () => `https://${randomBytes(5).toString('hex')}.example`
  const widgetKey = ({ name }: Clinic, origin: string) =>
    house.operate('key-create', {
      workspace: name,
      kind: 'WIDGET',
      name: 'page',
      allow: [],
      origins: [origin],
    })

  it('stays cached until a notification of its workspace', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const origin = newOrigin()
    const { id } = await widgetKey(clinic, origin)
    const { keys, statements } = countedKeys()
    const isOriginKnown = () => keys.knowsOrigin(origin, house.application.clock.now())
    expect(await isOriginKnown()).toBe(true)
    await house.operate('key-delete', { workspace: clinic.name, id })
    keys.forgetWorkspace(other.workspaceId)
    expect(await isOriginKnown()).toBe(true)
    expect(statements()).toBe(1)
    keys.forgetWorkspace(clinic.workspaceId)
    expect(await isOriginKnown()).toBe(false)
    expect(statements()).toBe(2)
  })

  it('of two workspaces stays known when one removes it', async () => {
    const clinics = [await house.clinic(), await house.clinic()]
    const origin = newOrigin()
    const made = await Promise.all(clinics.map((clinic) => widgetKey(clinic, origin)))
    const { keys } = countedKeys()
    const isOriginKnown = () => keys.knowsOrigin(origin, house.application.clock.now())
    for (const [index, expected] of [true, true, false].entries()) {
      expect(await isOriginKnown()).toBe(expected)
      const clinic = clinics[index]
      const key = made[index]
      if (!clinic || !key) continue
      await house.operate('key-delete', { workspace: clinic.name, id: key.id })
      keys.forgetWorkspace(clinic.workspaceId)
    }
  })

  it('that no one had is looked up again after a notification of any workspace', async () => {
    const clinic = await house.clinic()
    const origin = newOrigin()
    const { keys, statements } = countedKeys()
    const isOriginKnown = () => keys.knowsOrigin(origin, house.application.clock.now())
    expect([await isOriginKnown(), await isOriginKnown()]).toEqual([false, false])
    expect(statements()).toBe(1)
    await widgetKey(clinic, origin)
    keys.forgetWorkspace(clinic.workspaceId)
    expect(await isOriginKnown()).toBe(true)
  })

  it('is not cached from before a notification that came in the meantime', async () => {
    const clinic = await house.clinic()
    const origin = newOrigin()
    const { keys } = countedKeys()
    const isOriginKnown = () => keys.knowsOrigin(origin, house.application.clock.now())
    const asking = isOriginKnown()
    keys.forgetWorkspace(clinic.workspaceId)
    expect(await asking).toBe(false)
    await widgetKey(clinic, origin)
    expect(await isOriginKnown()).toBe(true)
  })
})
