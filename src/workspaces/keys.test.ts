import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Clinic, openHouse } from '../../test/support/clinic/harness.ts'
import { cases } from '../../test/support/run/cases.ts'
import type { Database } from '../db/database.ts'
import { cachedKeys } from './keys.ts'

const house = await openHouse()
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Keys on the house's database, and a count of their statements. */
function countedKeys() {
  let statements = 0
  const { database } = house.application
  const rows = (...call: Parameters<Database['rows']>) => {
    statements += 1
    return database.rows(...call)
  }
  return { keys: cachedKeys({ ...database, rows: rows as Database['rows'] }), statements: () => statements }
}

describe('a refused key', () => {
  const causes = cases<[string, (clinic: Clinic) => Promise<string>]>([
    ['unknown', async () => 'clinic_dev_unknown'],
    ['cut short', async ({ key }) => key.slice(0, 20)],
    ['of another kind', async (clinic) => (await clinic.widgetKey()).key],
    ['deactivated', (clinic) => ended(clinic, (id) => house.operate('key-deactivate', { workspace: clinic.name, id }))],
    ['deleted', (clinic) => ended(clinic, (id) => house.operate('key-delete', { workspace: clinic.name, id }))],
    [
      'expired',
      (clinic) =>
        ended(clinic, (id) => house.sql("update api_keys set expires_at = '2029-01-01' where workspace_id = $1 and id = $2", [clinic.workspaceId, id])),
    ],
    ['of a suspended workspace', (clinic) => ended(clinic, () => house.sql("update workspaces set status = 'SUSPENDED' where id = $1", [clinic.workspaceId]))],
  ])

  async function ended(clinic: Clinic, end: (id: number) => Promise<unknown>): Promise<string> {
    await end(clinic.keyId)
    return clinic.key
  }

  it.each(causes)('because it is %s takes one statement each time, so the response time does not reveal why [AUTH-15] [AUTH-27]', async (_, make) => {
    const key = await make(await house.clinic())
    const { keys, statements } = countedKeys()
    for (const expected of [1, 2, 3]) {
      expect(await keys.find(hashOf(key), 'DEVELOPER', house.application.clock.now())).toBeUndefined()
      expect(statements()).toBe(expected)
    }
  })
})

describe('a good key', () => {
  it('is looked up once and then cached, until a notification of its workspace', async () => {
    const clinic = await house.clinic()
    const { keys, statements } = countedKeys()
    const find = () => keys.find(hashOf(clinic.key), 'DEVELOPER', house.application.clock.now())
    for (let time = 0; time < 3; time += 1) expect(await find()).toMatchObject({ workspaceId: clinic.workspaceId, id: clinic.keyId })
    expect(statements()).toBe(1)
    keys.forgetWorkspace(clinic.workspaceId)
    await find()
    expect(statements()).toBe(2)
  })

  it('is not looked up again after a notification of another workspace', async () => {
    const [clinic, other] = [await house.clinic(), await house.clinic()]
    const { keys, statements } = countedKeys()
    const find = ({ key }: Clinic) => keys.find(hashOf(key), 'DEVELOPER', house.application.clock.now())
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
    const find = () => keys.find(hashOf(clinic.key), 'DEVELOPER', house.application.clock.now())
    const looking = find()
    keys.forgetWorkspace(clinic.workspaceId)
    await looking
    await find()
    expect(statements()).toBe(2)
  })
})

describe('the origin of a page', () => {
  const newOrigin = () => `https://${randomBytes(5).toString('hex')}.example`
  const widgetKey = ({ name }: Clinic, origin: string) =>
    house.operate('key-create', { workspace: name, kind: 'WIDGET', name: 'page', allow: [], origins: [origin] })

  it('stays cached until a notification of its workspace', async () => {
    const [clinic, other] = [await house.clinic(), await house.clinic()]
    const origin = newOrigin()
    const { id } = await widgetKey(clinic, origin)
    const { keys, statements } = countedKeys()
    const known = () => keys.knowsOrigin(origin, house.application.clock.now())
    expect(await known()).toBe(true)
    await house.operate('key-delete', { workspace: clinic.name, id })
    keys.forgetWorkspace(other.workspaceId)
    expect(await known()).toBe(true)
    expect(statements()).toBe(1)
    keys.forgetWorkspace(clinic.workspaceId)
    expect(await known()).toBe(false)
    expect(statements()).toBe(2)
  })

  it('of two workspaces stays known when one removes it', async () => {
    const clinics = [await house.clinic(), await house.clinic()]
    const origin = newOrigin()
    const made = await Promise.all(clinics.map((clinic) => widgetKey(clinic, origin)))
    const { keys } = countedKeys()
    const known = () => keys.knowsOrigin(origin, house.application.clock.now())
    for (const [index, expected] of [true, true, false].entries()) {
      expect(await known()).toBe(expected)
      const [clinic, key] = [clinics[index], made[index]]
      if (!clinic || !key) continue
      await house.operate('key-delete', { workspace: clinic.name, id: key.id })
      keys.forgetWorkspace(clinic.workspaceId)
    }
  })

  it('that no one had is looked up again after a notification of any workspace', async () => {
    const clinic = await house.clinic()
    const origin = newOrigin()
    const { keys, statements } = countedKeys()
    const known = () => keys.knowsOrigin(origin, house.application.clock.now())
    expect([await known(), await known()]).toEqual([false, false])
    expect(statements()).toBe(1)
    await widgetKey(clinic, origin)
    keys.forgetWorkspace(clinic.workspaceId)
    expect(await known()).toBe(true)
  })

  it('is not cached from before a notification that came in the meantime', async () => {
    const clinic = await house.clinic()
    const origin = newOrigin()
    const { keys } = countedKeys()
    const known = () => keys.knowsOrigin(origin, house.application.clock.now())
    const asking = known()
    keys.forgetWorkspace(clinic.workspaceId)
    expect(await asking).toBe(false)
    await widgetKey(clinic, origin)
    expect(await known()).toBe(true)
  })
})
