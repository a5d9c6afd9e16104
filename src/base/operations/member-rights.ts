// What one member of staff may do to another (DASH-11).

import type { Queries } from '../db/database.ts'
import { narrowType, statement } from '../db/statement.ts'
import { problem } from './problems.ts'
import {
  combineRights,
  includesAll,
  type Rights,
  type RoleRights,
  type SecondFactor,
} from './rights.ts'

/** A role as the SQL below returns it. */
export type MemberRole = RoleRights & SecondFactor

/** The roles of a statement's member `u`, as jsonb: `MemberRole[]`. */
export const memberRolesSql = `(
      select coalesce(jsonb_agg(jsonb_build_object('preset', r.preset, 'rights', r.rights, 'secondFactor', r.second_factor)), '[]')
      from user_roles h
      join roles r on r.workspace_id = h.workspace_id and r.id = h.role_id
      where h.workspace_id = u.workspace_id and h.user_id = u.id
    )`

const memberWithRoles = statement(
  'member_with_roles',
  {
    takes: { workspaceId: 'bigint', userId: 'bigint' },
    returns: { name: 'text', roles: narrowType<readonly MemberRole[]>('jsonb') },
  },
  `
  select u.display_name as name, ${memberRolesSql} as roles
  from users u
  where u.workspace_id = :workspaceId and u.id = :userId`,
)

/**
 * Whether someone with these rights may act on a member with these roles: no one may act on a
 * member with more rights than they have.
 */
export const canActOn = (rights: Rights, roles: readonly RoleRights[]) =>
  includesAll(rights, combineRights(roles))

interface ActingMember {
  database: Queries
  workspaceId: number
  /** Omitted for operators, who may do everything. */
  rights?: Rights
}

/**
 * Refuses what concerns a member with more rights than the actor: a manager must not invite, sign
 * out or deactivate an owner. Passes for a member who does not exist; the operation refuses that
 * itself.
 * @throws {Problem} STAFF_HAS_MORE_RIGHTS
 */
export async function refuseMemberWithMoreRights(
  { database, workspaceId, rights }: ActingMember,
  userId: number,
) {
  if (!rights) return
  const [member] = await database.rows(memberWithRoles, { workspaceId, userId })
  if (member && !canActOn(rights, member.roles)) {
    throw problem('STAFF_HAS_MORE_RIGHTS', { name: member.name })
  }
}
