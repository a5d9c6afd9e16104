// The settings that a member of staff may change. A file that an operator imports on the machine
// itself may change everything.

import { isDeepStrictEqual } from 'node:util'
import {
  combineRights,
  includesAll,
  includesRight,
  type Rights,
  type RoleRights,
} from '../../base/operations/rights.ts'
import { maskedFeedUrl } from '../../visits/calendars/feed-url.ts'
import { asMapping } from './checking.ts'
import type { ClinicFile } from './clinic-file-schema.ts'
import { type Difference, findDifferences } from './differences.ts'
import { problem } from './problems.ts'
import { memberFields } from './sections/staff.ts'

/**
 * The members that restoring a version leaves as they are for members of staff: what the workspace
 * may use, and its accounts. They name the secrets that the service sends, and where it sends them:
 * by changing both, one workspace could obtain the secrets of all others.
 */
export const operatorMembers = ['name', 'entitlements', 'gateways', 'messages'] as const

/** The accounts that a manager may describe with the workspace's own secrets. */
const ownAccounts = [
  ['messages', 'email', 'smtp'],
  ['messages', 'chatapp', 'whatsapp'],
  ['messages', 'sms', 'twilio'],
  ['messages', 'sms', 'vonage'],
  ['messages', 'sms', 'msg91'],
  ['gateways', 'stripe'],
  ['gateways', 'razorpay'],
] as const

/**
 * Throws if a member would change operator settings, settings that their role does not cover, or
 * rights of others beyond their own.
 */
export function refuseBeyondRights(rights: Rights, before: ClinicFile, after: ClinicFile): void {
  for (const name of ['name', 'entitlements'] as const) {
    if (!isDeepStrictEqual(before.workspace[name], after.workspace[name]))
      throw problem('SETTING_REQUIRES_OPERATOR', { setting: `workspace.${name}` })
  }
  if (before.workspace.messages?.codesPerDay !== after.workspace.messages?.codesPerDay)
    throw problem('SETTING_REQUIRES_OPERATOR', { setting: 'workspace.messages.codesPerDay' })
  for (const path of ownAccounts) refuseForeignAccount(path, before, after)
  if (!isDeepStrictEqual(templateGateway(before), templateGateway(after)))
    throw problem('SETTING_REQUIRES_OPERATOR', { setting: 'workspace.messages.sms.http' })
  if (!isDeepStrictEqual(jitsiAccount(before), jitsiAccount(after)))
    throw problem('SETTING_REQUIRES_OPERATOR', { setting: 'workspace.video.jitsi' })
  const knownSecrets = new Set(listSecrets(before))
  const secret = listSecrets(after).find(
    (entry) => !knownSecrets.has(entry) && !isOwnSecret(after.workspace.name, entry.split(' ')[1]),
  )
  if (secret !== undefined)
    throw problem('SETTING_REQUIRES_OPERATOR', { setting: secret.split(' ')[0] ?? '' })
  refuseStaffBeyond(rights, before, after)
}

/**
 * Whether a secret is of this workspace alone: its name begins with that of the workspace and two
 * underscores, `secret:SUNRISE__STRIPE`. What follows has no two underscores in a row and does not
 * begin with one, so that no secret belongs to two workspaces.
 */
function isOwnSecret(workspace: string, reference: unknown): boolean {
  const prefix = `secret:${workspace.toUpperCase().replaceAll('-', '_')}__`
  return (
    typeof reference === 'string' &&
    reference.startsWith(prefix) &&
    /^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(reference.slice(prefix.length))
  )
}

/**
 * Throws if an account is changed that has a secret of someone else, or that the service would
 * reach at an address which no operator has chosen. A manager may remove an account.
 */
function refuseForeignAccount(
  path: (typeof ownAccounts)[number],
  { workspace: before }: ClinicFile,
  { workspace: after }: ClinicFile,
): void {
  const accountBefore = asMapping(memberAt(before, path))
  const account = asMapping(memberAt(after, path))
  if (isDeepStrictEqual(accountBefore, account)) return
  const addressMember = 'from' in account ? undefined : 'url'
  const foreign = Object.entries(account).find(([name, value]) =>
    name === addressMember
      ? value !== accountBefore[name]
      : isSecretMember(name) && !isOwnSecret(after.name, value),
  )
  if (foreign)
    throw problem('SETTING_REQUIRES_OPERATOR', {
      setting: ['workspace', ...path, foreign[0]].join('.'),
    })
}

/** Mail servers are reached at an address that is a secret itself. */
const isSecretMember = (name: string) =>
  [
    'url',
    'token',
    'appSecret',
    'verifyToken',
    'authToken',
    'apiSecret',
    'signatureSecret',
    'authKey',
    'secretKey',
    'keySecret',
    'webhookSecret',
  ].includes(name)

const memberAt = (value: unknown, path: readonly string[]) =>
  path.reduce<unknown>((current, name) => asMapping(current)[name], value)

/** The SMS gateway that the clinic file describes by a template, to which secrets are sent. */
const templateGateway = ({ workspace: { messages } }: ClinicFile) => messages?.sms?.http

/** The account on a Jitsi server, for which the service signs tokens with a secret. */
const jitsiAccount = ({ workspace: { video } }: ClinicFile) =>
  typeof video === 'object' ? video.jitsi : undefined

/** Every setting that names a secret, with the name of the secret. */
function listSecrets(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.startsWith('secret:') ? [`${path} ${value}`] : []
  if (Array.isArray(value)) return value.flatMap((item) => listSecrets(item, path))
  return Object.entries(asMapping(value)).flatMap(([name, member]) =>
    listSecrets(member, path === '' ? name : `${path}.${name}`),
  )
}

type MemberSettings = ClinicFile['practitioners'][string] | NonNullable<ClinicFile['staff']>[string]

const allMembers = ({ staff = {}, practitioners }: ClinicFile): Record<string, MemberSettings> => ({
  ...staff,
  ...practitioners,
})
const storedRights = ({
  dashboard,
  rights,
}: NonNullable<ClinicFile['roles']>[string]): RoleRights => ({
  preset: dashboard ?? null,
  rights: (rights as RoleRights['rights'] | undefined) ?? null,
})
const memberRights = ({ roles = {} }: ClinicFile, member: MemberSettings | undefined) =>
  combineRights(
    (member?.roles ?? []).flatMap((name) => (roles[name] ? [storedRights(roles[name])] : [])),
  )
const staffFields = (member: MemberSettings | undefined) =>
  Object.keys(memberFields).map((name) => member?.[name as keyof typeof memberFields])

function refuseStaffBeyond(rights: Rights, before: ClinicFile, after: ClinicFile): void {
  const membersBefore = allMembers(before)
  const membersAfter = allMembers(after)
  const changedNames = [
    ...new Set([...Object.keys(membersBefore), ...Object.keys(membersAfter)]),
  ].filter(
    (name) => !isDeepStrictEqual(staffFields(membersBefore[name]), staffFields(membersAfter[name])),
  )
  const hasChanged =
    !isDeepStrictEqual(before.staff, after.staff) ||
    !isDeepStrictEqual(before.roles, after.roles) ||
    changedNames.length > 0
  if (!hasChanged) return
  if (!includesRight(rights, 'staff:write')) throw problem('STAFF_SETTINGS_NOT_ALLOWED')
  for (const name of changedNames) {
    for (const memberRightsThen of [
      memberRights(before, membersBefore[name]),
      memberRights(after, membersAfter[name]),
    ]) {
      if (!includesAll(rights, memberRightsThen))
        throw problem('RIGHTS_EXCEED_OWN', {
          name: membersAfter[name]?.name ?? membersBefore[name]?.name ?? name,
        })
    }
  }
  const roles = new Set([...Object.keys(before.roles ?? {}), ...Object.keys(after.roles ?? {})])
  for (const name of roles) {
    const roleBefore = before.roles?.[name]
    const roleAfter = after.roles?.[name]
    if (isDeepStrictEqual(roleBefore, roleAfter)) continue
    // Members who are not in the file have only the rights of their roles.
    for (const role of [roleBefore, roleAfter])
      if (role && !includesAll(rights, combineRights([storedRights(role)])))
        throw problem('RIGHTS_EXCEED_OWN', { name: role.displayName })
  }
}

/**
 * The description as a member may see it: without addresses of calendars, and without staff unless
 * their role may read staff.
 */
export function visibleDescription(
  rights: Rights | undefined,
  description: ClinicFile,
): ClinicFile {
  return rights === undefined
    ? description
    : (maskAddresses(withoutStaff(rights, description)) as ClinicFile)
}

/** The differences between two descriptions that a staff member may see. */
export function visibleDifferences(
  rights: Rights | undefined,
  before: ClinicFile,
  after: ClinicFile,
): Difference[] {
  if (rights === undefined) return findDifferences(before, after)
  return maskDifferenceAddresses(
    findDifferences(withoutStaff(rights, before), withoutStaff(rights, after)),
  )
}

export function maskDifferenceAddresses(differences: readonly Difference[]): Difference[] {
  return differences.map(({ path, ...values }) => ({
    path,
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, maskAddresses(value, path)]),
    ),
  }))
}

/**
 * A description, or its member at a path, with only the beginning of each calendar's URL: anyone
 * who has the whole URL can read the calendar.
 */
function maskAddresses(value: unknown, path: readonly string[] = []): unknown {
  const isAddress =
    path.length === 5 && path[0] === 'practitioners' && path[2] === 'calendars' && path[4] === 'url'
  if (typeof value === 'string') return isAddress ? maskedFeedUrl(value) : value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, maskAddresses(member, [...path, name])]),
  )
}

function withoutStaff(rights: Rights, description: ClinicFile): ClinicFile {
  if (includesRight(rights, 'staff:read')) return description
  const { roles: _, staff: __, ...visible } = description
  const contacts = new Set(['email', 'verified', 'countryCode', 'phoneNumber', 'roles'])
  const practitioners = Object.entries(visible.practitioners).map(([name, practitioner]) => [
    name,
    Object.fromEntries(Object.entries(practitioner).filter(([member]) => !contacts.has(member))),
  ])
  return { ...visible, practitioners: Object.fromEntries(practitioners) }
}
