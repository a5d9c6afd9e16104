// The settings that a member of staff may change. A file that an operator imports at the machine may change everything.

import { isDeepStrictEqual } from 'node:util'
import { includes, includesAll, type Rights, type RoleRights, rightsOf } from '../../base/operations/rights.ts'
import { problem } from '../../base/values/problem.ts'
import { maskedFeedUrl } from '../../visits/calendars/feed-url.ts'
import { mapping } from './checking.ts'
import type { ClinicFile } from './clinic-file-schema.ts'
import { type Difference, differencesBetween } from './differences.ts'
import { memberFields } from './sections/staff.ts'

/**
 * These members name the secrets that the service sends, and where it sends them: by changing both, a workspace could obtain the secrets of
 * all.
 */
export const operatorMembers = ['name', 'entitlements', 'gateways', 'messages'] as const

/** Throws if a member would change operator settings, settings that their role does not cover, or rights of others beyond their own. */
export function refuseBeyondRights(rights: Rights, before: ClinicFile, after: ClinicFile): void {
  for (const name of operatorMembers) {
    if (!isDeepStrictEqual(before.workspace[name], after.workspace[name])) throw problem('SETTING_FOR_OPERATORS', { setting: `workspace.${name}` })
  }
  if (!isDeepStrictEqual(jitsiOf(before), jitsiOf(after))) throw problem('SETTING_FOR_OPERATORS', { setting: 'workspace.video.jitsi' })
  const known = new Set(secretsIn(before))
  const secret = secretsIn(after).find((place) => !known.has(place))
  if (secret !== undefined) throw problem('SETTING_FOR_OPERATORS', { setting: secret.split(' ')[0] ?? '' })
  refuseStaffBeyond(rights, before, after)
}

/** The account at a Jitsi server: the service signs tokens for it with a secret. */
const jitsiOf = ({ workspace: { video } }: ClinicFile) => (typeof video === 'object' ? video.jitsi : undefined)

/** Every setting that names a secret, with the name of the secret. */
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
    // Members that are not in the file have only the rights of their roles.
    for (const role of [was, is])
      if (role && !includesAll(rights, rightsOf([rightsOfRole(role)]))) throw problem('RIGHTS_BEYOND_OWN', { name: role.displayName })
  }
}

/** The description as a member may see it: without addresses of calendars, and without staff unless their role may read staff. */
export function shownTo(rights: Rights | undefined, description: ClinicFile): ClinicFile {
  return rights === undefined ? description : (withoutAddresses(withoutStaff(rights, description)) as ClinicFile)
}

/** The differences between two descriptions that a staff member may see. */
export function differencesShownTo(rights: Rights | undefined, before: ClinicFile, after: ClinicFile): Difference[] {
  if (rights === undefined) return differencesBetween(before, after)
  return withoutAddressesIn(differencesBetween(withoutStaff(rights, before), withoutStaff(rights, after)))
}

export function withoutAddressesIn(differences: readonly Difference[]): Difference[] {
  return differences.map(({ path, ...values }) => ({
    path,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutAddresses(value, path)])),
  }))
}

/** A description, or a member of one at a path, with only the beginning of each calendar's address: anyone who has it can read the calendar. */
function withoutAddresses(value: unknown, path: readonly string[] = []): unknown {
  const isAddress = path.length === 5 && path[0] === 'practitioners' && path[2] === 'calendars' && path[4] === 'url'
  if (typeof value === 'string') return isAddress ? maskedFeedUrl(value) : value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutAddresses(member, [...path, name])]))
}

function withoutStaff(rights: Rights, description: ClinicFile): ClinicFile {
  if (includes(rights, 'staff:read')) return description
  const { roles: _, staff: __, ...shown } = description
  const contacts = new Set(['email', 'verified', 'countryCode', 'phoneNumber', 'roles'])
  const practitioners = Object.entries(shown.practitioners).map(([name, practitioner]) => [
    name,
    Object.fromEntries(Object.entries(practitioner).filter(([member]) => !contacts.has(member))),
  ])
  return { ...shown, practitioners: Object.fromEntries(practitioners) }
}
