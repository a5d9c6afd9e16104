// What a member of the staff may change of the settings. A file that an operator imports at the machine may change everything.

import { isDeepStrictEqual } from 'node:util'
import { includes, includesAll, type Rights, type RoleRights, rightsOf } from '../operations/rights.ts'
import { problem } from '../values/problem.ts'
import { mapping } from './checking.ts'
import type { ClinicFile } from './clinic-file-schema.ts'
import { memberFields } from './sections/staff.ts'

/** Where a name of a secret says which one the service sends, and beside it where to: with both, a workspace would have the secrets of all. */
export const operatorMembers = ['name', 'entitlements', 'gateways', 'messages'] as const

/** Throws where a member would change what is for operators, what their role says nothing of, or what others may do beyond themselves. */
export function refuseBeyondRights(rights: Rights, before: ClinicFile, after: ClinicFile): void {
  for (const name of operatorMembers) {
    if (!isDeepStrictEqual(before.workspace[name], after.workspace[name])) throw problem('SETTING_FOR_OPERATORS', { setting: `workspace.${name}` })
  }
  const known = new Set(secretsIn(before))
  const secret = secretsIn(after).find((place) => !known.has(place))
  if (secret !== undefined) throw problem('SETTING_FOR_OPERATORS', { setting: secret.split(' ')[0] ?? '' })
  refuseStaffBeyond(rights, before, after)
}

/** Every place that names a secret, with the name. */
function secretsIn(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.startsWith('secret:') ? [`${path} ${value}`] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, path))
  return Object.entries(mapping(value)).flatMap(([name, member]) => secretsIn(member, path === '' ? name : `${path}.${name}`))
}

type Member = ClinicFile['practitioners'][string] | NonNullable<ClinicFile['staff']>[string]

const membersOf = ({ staff = {}, practitioners }: ClinicFile): Record<string, Member> => ({ ...staff, ...practitioners })
const rightsOfRole = ({ dashboard, rights }: NonNullable<ClinicFile['roles']>[string]): RoleRights => ({
  ...{ preset: dashboard ?? null, rights: (rights as RoleRights['rights'] | undefined) ?? null },
})
const rightsOfMember = ({ roles = {} }: ClinicFile, member: Member | undefined) =>
  rightsOf((member?.roles ?? []).flatMap((name) => (roles[name] ? [rightsOfRole(roles[name])] : [])))
const ofStaff = (member: Member | undefined) => Object.keys(memberFields).map((name) => member?.[name as keyof typeof memberFields])

function refuseStaffBeyond(rights: Rights, before: ClinicFile, after: ClinicFile): void {
  const [were, are] = [membersOf(before), membersOf(after)]
  const touched = [...new Set([...Object.keys(were), ...Object.keys(are)])].filter((name) => !isDeepStrictEqual(ofStaff(were[name]), ofStaff(are[name])))
  const changed = !isDeepStrictEqual(before.staff, after.staff) || !isDeepStrictEqual(before.roles, after.roles) || touched.length > 0
  if (!changed) return
  if (!includes(rights, 'staff:write')) throw problem('SETTINGS_OF_STAFF')
  for (const name of touched) {
    for (const there of [rightsOfMember(before, were[name]), rightsOfMember(after, are[name])]) {
      if (!includesAll(rights, there)) throw problem('RIGHTS_BEYOND_OWN', { name: are[name]?.name ?? were[name]?.name ?? name })
    }
  }
  const roles = new Set([...Object.keys(before.roles ?? {}), ...Object.keys(after.roles ?? {})])
  for (const name of roles) {
    const [was, is] = [before.roles?.[name], after.roles?.[name]]
    if (isDeepStrictEqual(was, is)) continue
    // Of members that no file describes, their roles alone say what they may.
    for (const role of [was, is])
      if (role && !includesAll(rights, rightsOf([rightsOfRole(role)]))) throw problem('RIGHTS_BEYOND_OWN', { name: role.displayName })
  }
}

/** The description as a member may see it: without what is said of staff where their role says nothing of it. */
export function shownTo(rights: Rights | undefined, description: ClinicFile): ClinicFile {
  if (rights === undefined || includes(rights, 'staff:read')) return description
  const { roles: _, staff: __, ...shown } = description
  const contacts = new Set(['email', 'verified', 'countryCode', 'phoneNumber', 'roles'])
  const practitioners = Object.entries(shown.practitioners).map(([name, practitioner]) => [
    name,
    Object.fromEntries(Object.entries(practitioner).filter(([member]) => !contacts.has(member))),
  ])
  return { ...shown, practitioners: Object.fromEntries(practitioners) }
}
