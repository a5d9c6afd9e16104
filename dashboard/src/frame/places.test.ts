import { expect, it } from 'vitest'
import { isAllowed, type Right, type StaffMember, seesOnlyOwnPatients } from '../api/workspace.tsx'
import { menuEntries, menuGroups } from './places.ts'

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
const menuOf = (rights: object) =>
  menuEntries.filter(({ right }) => isAllowed(memberWith(rights), right)).map(({ word }) => word)

it('shows each screen in the menu to members with the right of its operations, and to no others [DASH-10]', () => {
  expect(menuOf({})).toEqual([])
  expect(menuOf({ visits: 'read' })).toEqual(['day', 'week'])
  expect(menuOf({ queue: 'read' })).toEqual(['line'])
  expect(menuOf({ patients: 'read' })).toEqual(['patients'])
  expect(menuOf({ money: 'read' })).toEqual(['till', 'online'])
  expect(menuOf({ insight: 'write' })).toEqual(['report'])
  expect([menuOf({ setup: 'read' }), menuOf({ setup: 'write' })]).toEqual([[], ['settings']])
  expect(menuOf({ developers: 'read', staff: 'write' })).toEqual(['apiKeys'])
  for (const { group } of menuEntries) expect(menuGroups).toContain(group)
})

it('allows reading to who may write, and no writing to who may read [DASH-10]', () => {
  const reads = memberWith({ money: 'read' })
  const writes = memberWith({ money: 'write' })
  const asked: Right[] = ['money:read', 'money:write', 'visits:read']
  expect(asked.map((right) => isAllowed(reads, right))).toEqual([true, false, false])
  expect(asked.map((right) => isAllowed(writes, right))).toEqual([true, true, false])
})

it('speaks of own patients only to members who see any through their visits [DASH-10]', () => {
  expect(
    [{ visits: 'read' }, { queue: 'write' }, {}].map((rights) =>
      seesOnlyOwnPatients(memberWith({ ...rights, ownVisits: true })),
    ),
  ).toEqual([true, true, false])
  expect(seesOnlyOwnPatients(memberWith({ visits: 'write' }))).toBe(false)
})
