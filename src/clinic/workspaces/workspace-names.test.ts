import { describe, expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import type { Queries } from '../../base/db/database.ts'
import { createNameCache } from './workspace-names.ts'

const house = await openHarness()

/**
 * The names of the house's workspaces, with a log of what was read for them and a separate clock.
 */
function watchedNames() {
  const read: [statement: string, rows: number][] = []
  const state = { now: 0, meanwhile: () => {}, isUnavailable: false }
  const { database } = house.application
  const rows = async (...call: Parameters<Queries['rows']>) => {
    const found = await database.rows(...call)
    const { meanwhile } = state
    state.meanwhile = () => {}
    meanwhile()
    if (state.isUnavailable) throw new Error('unavailable')
    read.push([call[0].name, found.length])
    return found
  }
  return { names: createNameCache({ rows: rows as Queries['rows'] }, () => state.now), read, state }
}

const rename = (from: string, to: string) =>
  house.sql('update workspaces set name = $2 where name = $1', [from, to])

describe('the names of workspaces', () => {
  it('are read once for all callers, and one row again for each workspace with a notification', async () => {
    const first = await house.clinic()
    const second = await house.clinic()
    const { names, read } = watchedNames()
    expect(
      await Promise.all(['nobody', first.name, second.name].map((name) => names.findId(name))),
    ).toEqual([undefined, first.workspaceId, second.workspaceId])
    const [{ count }] = await house.sql('select count(*)::int as count from workspaces')
    expect(read).toEqual([['workspace_names', count]])
    names.forget(first.workspaceId)
    names.forget(first.workspaceId)
    expect(await names.findId(second.name)).toBe(second.workspaceId)
    expect(await names.findId(first.name)).toBe(first.workspaceId)
    expect(read.slice(1)).toEqual([['names_of_workspaces', 1]])
  })

  it('follow a workspace that is renamed, added or removed, and two that swap theirs', async () => {
    const a = await house.clinic()
    const b = await house.clinic()
    const { names } = watchedNames()
    expect(await names.findId(a.name)).toBe(a.workspaceId)

    const renamed = `${a.name}-renamed`
    await rename(a.name, renamed)
    names.forget(a.workspaceId)
    expect([await names.findId(a.name), await names.findId(renamed)]).toEqual([
      undefined,
      a.workspaceId,
    ])

    await rename(renamed, 'aside')
    await rename(b.name, renamed)
    await rename('aside', b.name)
    names.forget(a.workspaceId)
    names.forget(b.workspaceId)
    expect([await names.findId(b.name), await names.findId(renamed)]).toEqual([
      a.workspaceId,
      b.workspaceId,
    ])

    const [{ id: bare }] = await house.sql(
      "insert into workspaces (name, title, timezone) values ('bare', 'Bare', 'UTC') returning id",
    )
    names.forget(bare)
    expect(await names.findId('bare')).toBe(bare)
    await house.sql('delete from workspaces where id = $1', [bare])
    names.forget(bare)
    expect(await names.findId('bare')).toBeUndefined()
  })

  it('that change while they are read are read again', async () => {
    const clinic = await house.clinic()
    const { names, read, state } = watchedNames()
    state.meanwhile = () => names.forget(clinic.workspaceId)
    await names.findId(clinic.name)
    state.meanwhile = () => names.forget(clinic.workspaceId)
    await names.findId(clinic.name)
    await names.findId(clinic.name)
    expect(read.map(([statement]) => statement)).toEqual([
      'workspace_names',
      'names_of_workspaces',
      'names_of_workspaces',
    ])
  })

  it('are all read again after ten seconds, after a silence, after a thousand notifications, and after a failed read', async () => {
    const clinic = await house.clinic()
    const { names, read, state } = watchedNames()
    const readNow = async () => {
      read.length = 0
      expect(await names.findId(clinic.name)).toBe(clinic.workspaceId)
      return read.map(([statement]) => statement)
    }
    expect(await readNow()).toEqual(['workspace_names'])
    expect(await readNow()).toEqual([])
    state.now += 10_001
    expect(await readNow()).toEqual(['workspace_names'])
    // Reading one again does not refresh the others.
    state.now += 6_000
    names.forget(clinic.workspaceId)
    expect(await readNow()).toEqual(['names_of_workspaces'])
    state.now += 4_001
    expect(await readNow()).toEqual(['workspace_names'])
    names.forgetAll()
    expect(await readNow()).toEqual(['workspace_names'])
    for (let notice = 1; notice <= 1_001; notice += 1) names.forget(1_000_000 + notice)
    expect(await readNow()).toEqual(['workspace_names'])
    expect(await readNow()).toEqual([])
    names.forget(clinic.workspaceId)
    state.isUnavailable = true
    await expect(names.findId(clinic.name)).rejects.toThrow('unavailable')
    state.isUnavailable = false
    expect(await readNow()).toEqual(['workspace_names'])
  })
})
