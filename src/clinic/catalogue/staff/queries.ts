import { lastTimesUpdate, timesToWrite } from '../../../base/db/last-times.ts'
import { narrowType, type RowOf, statement } from '../../../base/db/statement.ts'
import type { AppointmentSystem } from '../../../base/values/modes.ts'
import type { Membership } from './membership.ts'

const memberColumns = {
  id: 'bigint',
  name: 'text',
  prefix: 'text?',
  status: narrowType<Membership>('text'),
  email: 'text?',
  countryCode: 'text?',
  phoneNumber: 'text?',
  specialization: 'text?',
  profilePicUrl: 'text?',
  /** The roles, ordered by name. */
  roles: narrowType<{ name: string; displayName: string }[]>('jsonb'),
  appointmentSystem: narrowType<AppointmentSystem>('text?'),
  verified: 'boolean',
  lastActiveAt: 'timestamptz?',
} as const

/** A staff member as returned by the database. */
export type StaffRow = RowOf<typeof memberColumns>

const member = `u.id, u.display_name as name, u.prefix, u.status, u.email, u.country_code as "countryCode", u.phone_number as "phoneNumber",
    p.specialization, coalesce(u.profile_pic_url, f.profile_image_url) as "profilePicUrl",
    (
      select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'displayName', r.display_name) order by r.name), '[]')
      from user_roles h
      join roles r on r.workspace_id = h.workspace_id and r.id = h.role_id
      where h.workspace_id = u.workspace_id and h.user_id = u.id
    ) as roles,
    p.appointment_system as "appointmentSystem", u.verified, u.last_active_at as "lastActiveAt"`

const joinPractitioner = `
  left join practitioners p on p.workspace_id = u.workspace_id and p.user_id = u.id
  left join public_profiles f on f.workspace_id = u.workspace_id and f.user_id = u.id and f.published`

// A practitioner who has left is still listed at their former locations (CAT-18); a practitioner
// who has moved is not. Values that would change the estimates are in subqueries: otherwise the
// planner plans each list again, which takes longer than reading it.
const worksAtLocation = `
  where u.workspace_id = :workspaceId
    and (
      u.id in (select w.user_id from user_locations w where w.workspace_id = :workspaceId and w.location_id = :addressId)
      or u.id in (select d.doctor_id from doctor_locations d where d.workspace_id = :workspaceId and d.location_id = :addressId and d.active)
      or u.status = 'inactive' and u.id in (select d.doctor_id from doctor_locations d where d.workspace_id = :workspaceId and d.location_id = :addressId)
    )
    and ((select :roleId::bigint) is null or u.id in (select h.user_id from user_roles h where h.workspace_id = :workspaceId and h.role_id = :roleId))`

const matching = { workspaceId: 'bigint', addressId: 'bigint', roleId: 'bigint?' } as const

export const staffCount = statement(
  'staff_count',
  { takes: matching, returns: { count: 'bigint' } },
  `
  select count(*) as count
  from users u
  ${worksAtLocation}`,
)

export const staffPage = statement(
  'staff_page',
  { takes: { ...matching, limit: 'bigint', offset: 'bigint' }, returns: memberColumns },
  `
  with page as (
    select u.* from users u
    ${worksAtLocation}
    order by u.id
    limit (select :limit::bigint) offset (select :offset::bigint)
  )
  select ${member}
  from page u
  ${joinPractitioner}
  order by u.id`,
)

/** All members of staff, with their names in the clinic file. */
export const staffOfWorkspace = statement(
  'staff_of_workspace',
  { takes: { workspaceId: 'bigint' }, returns: { ...memberColumns, fileName: 'text?' } },
  `
  select ${member}, u.name as "fileName"
  from users u
  ${joinPractitioner}
  where u.workspace_id = :workspaceId
  order by u.id`,
)

export const staffMember = statement(
  'staff_member',
  { takes: { workspaceId: 'bigint', userId: 'bigint' }, returns: memberColumns },
  `
  select ${member}
  from users u
  ${joinPractitioner}
  where u.workspace_id = :workspaceId and u.id = :userId`,
)

export const configuredRoles = statement(
  'configured_roles',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text', displayName: 'text' } },
  `
  select name, display_name as "displayName"
  from roles
  where workspace_id = :workspaceId
  order by name`,
)

/**
 * Adds a member of staff, unless a named location or role is missing or another member has the
 * address.
 */
export const addMember = statement(
  'add_member',
  {
    takes: {
      workspaceId: 'bigint',
      name: 'text',
      prefix: 'text?',
      email: 'text',
      emailNormalised: 'text',
      countryCode: 'text?',
      phoneNumber: 'text?',
      profilePicUrl: 'text?',
      addressIds: 'bigint[]',
      roleNames: 'text[]',
      createdBy: 'bigint?',
      now: 'timestamptz',
    },
    returns: { locationsFound: 'bigint', rolesFound: 'bigint', id: 'bigint?' },
  },
  `
  with place as (
    select id from locations where workspace_id = :workspaceId and active and id = any(:addressIds::bigint[])
  ),
  role as (
    select id from roles where workspace_id = :workspaceId and name = any(:roleNames::text[])
  ),
  found as (
    select (select count(*) from place) as locations, (select count(*) from role) as roles
  ),
  added as (
    insert into users (workspace_id, display_name, status, prefix, email, email_normalised, country_code, phone_number, profile_pic_url, created_by, created_at)
    select :workspaceId, :name, 'invited', :prefix, :email, :emailNormalised, :countryCode, :phoneNumber, :profilePicUrl, :createdBy, :now
    from found
    where locations = cardinality(:addressIds::bigint[]) and roles = cardinality(:roleNames::text[])
    on conflict (workspace_id, email_normalised) do nothing
    returning id
  ),
  at_places as (
    insert into user_locations (workspace_id, user_id, location_id)
    select :workspaceId, added.id, place.id from added, place
  ),
  with_roles as (
    insert into user_roles (workspace_id, user_id, role_id)
    select :workspaceId, added.id, role.id from added, role
  )
  select locations as "locationsFound", roles as "rolesFound", (select id from added) as id
  from found`,
)

export const updateActivity = statement(
  'update_activity',
  { takes: timesToWrite },
  lastTimesUpdate('users', 'last_active_at'),
)

/**
 * Sets the membership of a member that no clinic file describes; accepting an invitation verifies
 * their address. A member who had left claims their address again, which another member may have in
 * the meantime.
 */
export const setMembership = statement(
  'set_membership',
  {
    takes: {
      workspaceId: 'bigint',
      userId: 'bigint',
      membership: narrowType<Membership>('text'),
      emailNormalised: 'text?',
    },
    returns: { id: 'bigint' },
  },
  `
  update users
  set status = :membership, verified = verified or :membership = 'active', email_normalised = :emailNormalised
  where workspace_id = :workspaceId and id = :userId and name is null
  returning id`,
)
