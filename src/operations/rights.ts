// What a role may do in the dashboard (DASH-10). A role has a right for each area, by a preset or one by one; a member has what any of
// their roles has.

import { choice, flag, object, optional } from '../contract/schemas.ts'

export const areas = ['visits', 'patients', 'queue', 'money', 'setup', 'staff', 'developers', 'insight'] as const
export type Area = (typeof areas)[number]
const levels = ['none', 'read', 'write'] as const
type Level = (typeof levels)[number]

/** What an operation needs. */
export type Right = `${Area}:${'read' | 'write'}`

/** What somebody may do; `ownVisits`: of visits and tokens, only those with themselves as practitioner. */
export interface Rights extends Readonly<Record<Area, Level>> {
  readonly ownVisits: boolean
}

const nothing: Rights = {
  ...{ visits: 'none', patients: 'none', queue: 'none', money: 'none', setup: 'none', staff: 'none', developers: 'none', insight: 'none' },
  ownVisits: true,
}
const desk = { visits: 'write', patients: 'write', queue: 'write' } as const

export const presets = {
  reception: { ...nothing, ...desk, money: 'write', setup: 'read', ownVisits: false },
  practitioner: { ...nothing, ...desk, setup: 'read' },
  manager: { ...nothing, ...desk, money: 'write', setup: 'write', staff: 'write', developers: 'read', insight: 'write', ownVisits: false },
  owner: { ...nothing, ...desk, money: 'write', setup: 'write', staff: 'write', developers: 'write', insight: 'write', ownVisits: false },
} as const satisfies Record<string, Rights>
export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

/** How a clinic file says what a role may do: a usual set of rights, and where it differs from that. */
export const roleRights = {
  dashboard: optional(choice(presetNames, 'What its members may do in the dashboard; nothing when omitted.', 'reception')),
  rights: optional(
    object(
      { ...levelOfEachArea(), ownVisits: optional(flag('Of visits and tokens, only those with the member as practitioner.', true)) },
      { unknown: 'refused', description: 'Where that differs from the set that `dashboard` names.' },
    ),
  ),
  secondFactor: optional(choice(['required'], 'Whether its members sign in by a passkey, or by a password and a code; as they like when omitted.', 'required')),
}

/** Whether who signs in with a role has to prove twice who they are (DASH-05). */
export interface SecondFactor {
  secondFactor: 'required' | null
}

function levelOfEachArea() {
  const members = areas.map((area) => [area, optional(choice(levels, `What they may do with ${area}.`, 'read'))] as const)
  return Object.fromEntries(members) as Record<Area, (typeof members)[number][1]>
}

/** What the database knows of the rights of a role. */
export interface RoleRights {
  preset: Preset | null
  rights: Partial<Rights> | null
}

function rightsOfRole({ preset, rights }: RoleRights): Rights {
  return { ...(preset === null ? nothing : presets[preset]), ...rights }
}

const higher = (a: Level, b: Level) => (levels.indexOf(a) > levels.indexOf(b) ? a : b)

/** What a member with these roles may do. */
export function rightsOf(roles: readonly RoleRights[]): Rights {
  return roles.map(rightsOfRole).reduce<Rights>((all, role) => {
    const together = Object.fromEntries(areas.map((area) => [area, higher(all[area], role[area])])) as Record<Area, Level>
    // A role that sees no visits says nothing of whose they are.
    return { ...together, ownVisits: all.ownVisits && (role.ownVisits || (role.visits === 'none' && role.queue === 'none')) }
  }, nothing)
}

/** Whether what somebody may do includes a right. */
export function includes(rights: Rights, right: Right): boolean {
  const [area, level] = right.split(':') as [Area, Level]
  return levels.indexOf(rights[area]) >= levels.indexOf(level)
}

/** Whether what somebody may do includes all that another may: what can be given away without gaining by it. */
export function includesAll(rights: Rights, others: Rights): boolean {
  return areas.every((area) => others[area] === 'none' || includes(rights, `${area}:${others[area]}`)) && (!rights.ownVisits || others.ownVisits)
}

/** Whether somebody sees the patients of own visits alone: who sees no visits at all is not one whose visits they are. */
export const includesOwnPatientsAlone = ({ ownVisits, visits, queue }: Rights): boolean => ownVisits && (visits !== 'none' || queue !== 'none')

/** Whether they include any right at all. */
export const includesAny = (rights: Rights): boolean => areas.some((area) => rights[area] !== 'none')

/** Whether these are the rights of an owner: everything (DASH-12). */
export function isOwner(rights: Rights): boolean {
  return areas.every((area) => rights[area] === 'write') && !rights.ownVisits
}
