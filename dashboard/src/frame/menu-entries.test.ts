import { expect, it } from 'vitest'
import { isAllowed, type Right, type StaffMember, seesOnlyOwnPatients } from '../api/workspace.tsx'
import { menuEntries, menuGroups } from './menu-entries.ts'

const none = {
  visits: 'none',
  patients: 'none',
  queue: 'none',
  money: 'none',
  setup: 'none',
  staff: 'none',
  developers: 'none',
  insight: 'none',
}
const memberWith = (rights: object) =>
  ({ rights: { ...none, ownVisits: false, ...rights } }) as unknown as StaffMember
const menuWords = (rights: object) =>
  menuEntries.filter(({ right }) => isAllowed(memberWith(rights), right)).map(({ word }) => word)

it('shows each screen in the menu to members with the right of its operations, and to no others [DASH-10]', () => {
  expect(menuWords({})).toEqual([])
  expect(menuWords({ visits: 'read' })).toEqual(['day', 'week'])
  expect(menuWords({ queue: 'read' })).toEqual(['line'])
  expect(menuWords({ patients: 'read' })).toEqual(['patients'])
  expect(menuWords({ money: 'read' })).toEqual(['till', 'online'])
  expect(menuWords({ insight: 'write' })).toEqual(['report'])
  expect([menuWords({ setup: 'read' }), menuWords({ setup: 'write' })]).toEqual([[], ['settings']])
  expect(menuWords({ developers: 'read', staff: 'write' })).toEqual(['apiKeys'])
  for (const { group } of menuEntries) expect(menuGroups).toContain(group)
})

it('allows reading to who may write, and no writing to who may read [DASH-10]', () => {
  const reads = memberWith({ money: 'read' })
  const writes = memberWith({ money: 'write' })
  const checkedRights: Right[] = ['money:read', 'money:write', 'visits:read']
  expect(checkedRights.map((right) => isAllowed(reads, right))).toEqual([true, false, false])
  expect(checkedRights.map((right) => isAllowed(writes, right))).toEqual([true, true, false])
})

it('speaks of own patients only to members who see any through their visits [DASH-10]', () => {
  expect(
    [{ visits: 'read' }, { queue: 'write' }, {}].map((rights) =>
      seesOnlyOwnPatients(memberWith({ ...rights, ownVisits: true })),
    ),
  ).toEqual([true, true, false])
  expect(seesOnlyOwnPatients(memberWith({ visits: 'write' }))).toBe(false)
})
