// The rights of a role in the dashboard (DASH-10). A role has a right for each area, from a preset
// or individually; a member has the rights of all their roles.

import { choice, flag, object, optional } from '../contract/schemas.ts'

export const areas = [
  'visits',
  'patients',
  'queue',
  'money',
  'setup',
  'staff',
  'developers',
  'insight',
] as const
export type Area = (typeof areas)[number]
const levels = ['none', 'read', 'write'] as const
type Level = (typeof levels)[number]

/** The right that an operation needs. */
export type Right = `${Area}:${'read' | 'write'}`

/** A member's rights; `ownVisits`: only visits and tokens with themselves as practitioner. */
export interface Rights extends Readonly<Record<Area, Level>> {
  readonly ownVisits: boolean
}

const noRights: Rights = {
  visits: 'none',
  patients: 'none',
  queue: 'none',
  money: 'none',
  setup: 'none',
  staff: 'none',
  developers: 'none',
  insight: 'none',
  ownVisits: true,
}
const deskRights = { visits: 'write', patients: 'write', queue: 'write' } as const

export const presets = {
  reception: { ...noRights, ...deskRights, money: 'write', setup: 'read', ownVisits: false },
  practitioner: { ...noRights, ...deskRights, setup: 'read' },
  manager: {
    ...noRights,
    ...deskRights,
    money: 'write',
    setup: 'write',
    staff: 'write',
    developers: 'read',
    insight: 'write',
    ownVisits: false,
  },
  owner: {
    ...noRights,
    ...deskRights,
    money: 'write',
    setup: 'write',
    staff: 'write',
    developers: 'write',
    insight: 'write',
    ownVisits: false,
  },
} as const satisfies Record<string, Rights>
export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

/** The rights of a role in a clinic file: a preset, and the differences from it. */
export const roleRights = {
  dashboard: optional(
    choice(
      presetNames,
      'What its members may do in the dashboard; nothing when omitted.',
      'reception',
    ),
  ),
  rights: optional(
    object(
      {
        ...levelFields(),
        ownVisits: optional(
          flag('Only visits and tokens with the staff member as practitioner.', true),
        ),
      },
      { unknown: 'refused', description: 'The differences from the set named in `dashboard`.' },
    ),
  ),
  secondFactor: optional(
    choice(
      ['required'],
      'Whether its members sign in by a passkey, or by a password and a code; as they like when omitted.',
      'required',
    ),
  ),
}

/** Whether members with a role must use a second factor (DASH-05). */
export interface SecondFactor {
  secondFactor: 'required' | null
}

function levelFields() {
  const members = areas.map(
    (area) => [area, optional(choice(levels, `What they may do with ${area}.`, 'read'))] as const,
  )
  return Object.fromEntries(members) as Record<Area, (typeof members)[number][1]>
}

/** The rights of a role as stored. */
export interface RoleRights {
  preset: Preset | null
  rights: Partial<Rights> | null
}

function resolveRoleRights({ preset, rights }: RoleRights): Rights {
  return { ...(preset === null ? noRights : presets[preset]), ...rights }
}

const higherLevel = (a: Level, b: Level) => (levels.indexOf(a) > levels.indexOf(b) ? a : b)

/** The rights of a member with these roles. */
export function combineRights(roles: readonly RoleRights[]): Rights {
  return roles.map(resolveRoleRights).reduce<Rights>((all, role) => {
    const together = Object.fromEntries(
      areas.map((area) => [area, higherLevel(all[area], role[area])]),
    ) as Record<Area, Level>
    // A role that sees no visits does not affect `ownVisits`.
    return {
      ...together,
      ownVisits:
        all.ownVisits && (role.ownVisits || (role.visits === 'none' && role.queue === 'none')),
    }
  }, noRights)
}

/** Whether rights include a given right. */
export function includesRight(rights: Rights, right: Right): boolean {
  const [area, level] = right.split(':') as [Area, Level]
  return levels.indexOf(rights[area]) >= levels.indexOf(level)
}

/** Whether rights include all of the others, so that granting those adds no rights. */
export function includesAll(rights: Rights, others: Rights): boolean {
  return (
    areas.every(
      (area) => others[area] === 'none' || includesRight(rights, `${area}:${others[area]}`),
    ) &&
    (!rights.ownVisits || others.ownVisits)
  )
}

/**
 * Whether a member sees only the patients of their own visits; false for a member who sees no
 * visits at all.
 */
export const includesOnlyOwnPatients = ({ ownVisits, visits, queue }: Rights): boolean =>
  ownVisits && (visits !== 'none' || queue !== 'none')

/** Whether rights include anything at all. */
export const includesAny = (rights: Rights): boolean =>
  areas.some((area) => rights[area] !== 'none')

/** Whether these are an owner's rights: everything (DASH-12). */
export function isOwner(rights: Rights): boolean {
  return areas.every((area) => rights[area] === 'write') && !rights.ownVisits
}
