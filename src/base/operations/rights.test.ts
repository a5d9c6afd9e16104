import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areas,
  combineRights,
  includesAll,
  includesAny,
  includesOnlyOwnPatients,
  includesRight,
  isOwner,
  type Preset,
  presetNames,
  presets,
  type Right,
  type Rights,
  type RoleRights,
} from './rights.ts'

const levels = ['none', 'read', 'write'] as const
const anyLevel = fc.constantFrom(...levels)
const anyRights = fc.record({
  ...(Object.fromEntries(areas.map((area) => [area, anyLevel])) as Record<
    (typeof areas)[number],
    typeof anyLevel
  >),
  ownVisits: fc.boolean(),
})
const anyRole: fc.Arbitrary<RoleRights> = fc.record({
  preset: fc.option(fc.constantFrom(...presetNames)),
  rights: fc.option(fc.record({ money: anyLevel, visits: anyLevel }, { requiredKeys: [] })),
})
const allRights = areas.flatMap((area): Right[] => [`${area}:read`, `${area}:write`])
const presetRole = (preset: Preset): RoleRights => ({ preset, rights: null })

describe('the rights of a member [DASH-10]', () => {
  it('are none without a role', () => {
    const rights = combineRights([])
    expect(allRights.filter((right) => includesRight(rights, right))).toEqual([])
    expect(includesAny(rights)).toBe(false)
  })

  it('are those of a preset, with the differences of the role', () => {
    expect(combineRights([presetRole('reception')])).toEqual(presets.reception)
    const role: RoleRights = { preset: 'practitioner', rights: { money: 'read', ownVisits: false } }
    expect(combineRights([role])).toEqual({
      ...presets.practitioner,
      money: 'read',
      ownVisits: false,
    })
  })

  it('include what any of the roles includes, and no more', () => {
    fc.assert(
      fc.property(fc.array(anyRole, { minLength: 1, maxLength: 4 }), (roles) => {
        const all = combineRights(roles)
        const each = roles.map((role) => combineRights([role]))
        for (const right of allRights) {
          const isIncluded = each.some((rights) => includesRight(rights, right))
          expect(includesRight(all, right)).toBe(isIncluded)
        }
      }),
    )
  })

  it('are limited to own visits unless a role that sees visits is not', () => {
    expect(combineRights([presetRole('practitioner')]).ownVisits).toBe(true)
    expect(combineRights([presetRole('practitioner'), presetRole('reception')]).ownVisits).toBe(
      false,
    )
    // A role that sees no visits does not widen them.
    const bookkeeping: RoleRights = { preset: null, rights: { money: 'write', ownVisits: false } }
    expect(combineRights([presetRole('practitioner'), bookkeeping]).ownVisits).toBe(true)
    for (const area of ['visits', 'queue'] as const) {
      const role: RoleRights = { preset: null, rights: { [area]: 'read', ownVisits: false } }
      expect(combineRights([presetRole('practitioner'), role]).ownVisits).toBe(false)
    }
  })
})

describe('rights', () => {
  it('to write include those to read, and not the reverse [DASH-10]', () => {
    const rights = { ...combineRights([]), money: 'read' } as Rights
    expect(includesRight(rights, 'money:read')).toBe(true)
    expect(includesRight(rights, 'money:write')).toBe(false)
    expect(includesRight({ ...rights, money: 'write' }, 'money:read')).toBe(true)
    expect(includesAny(rights)).toBe(true)
  })

  it('can be granted by who has all of them', () => {
    fc.assert(
      fc.property(anyRights, anyRights, (mine, others) => {
        const hasEach = allRights.every(
          (right) => !includesRight(others, right) || includesRight(mine, right),
        )
        expect(includesAll(mine, others)).toBe(hasEach && (!mine.ownVisits || others.ownVisits))
      }),
      { numRuns: 2_000 },
    )
    expect(includesAll(presets.owner, presets.manager)).toBe(true)
    expect(includesAll(presets.manager, presets.owner)).toBe(false)
    expect(includesAll(presets.practitioner, presets.practitioner)).toBe(true)
  })

  it('of an owner are everything', () => {
    expect(presetNames.filter((name) => isOwner(presets[name]))).toEqual(['owner'])
    expect(isOwner({ ...presets.owner, ownVisits: true })).toBe(false)
    expect(isOwner({ ...presets.owner, insight: 'read' })).toBe(false)
  })

  it('to own visits alone show only the patients of these', () => {
    expect(includesOnlyOwnPatients(presets.practitioner)).toBe(true)
    expect(includesOnlyOwnPatients(presets.reception)).toBe(false)
    const none = combineRights([])
    expect(includesOnlyOwnPatients(none)).toBe(false)
    expect(includesOnlyOwnPatients({ ...none, queue: 'read' })).toBe(true)
    expect(includesOnlyOwnPatients({ ...none, visits: 'read' })).toBe(true)
  })
})
