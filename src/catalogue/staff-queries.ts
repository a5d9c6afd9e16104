import { statement } from '../db/statement.ts'

const memberColumns = {
  id: 'bigint',
  name: 'text',
  prefix: 'text?',
  status: 'text',
  email: 'text?',
  countryCode: 'text?',
  phoneNumber: 'text?',
  specialization: 'text?',
  profilePicUrl: 'text?',
  roles: 'jsonb',
  appointmentSystem: 'text?',
  verified: 'boolean',
  lastActiveAt: 'timestamptz?',
} as const

const member = `u.id, u.display_name as name, u.prefix, u.status, u.email, u.country_code as "countryCode", u.phone_number as "phoneNumber",
    p.specialization, coalesce(u.profile_pic_url, f.profile_image_url) as "profilePicUrl",
    (
      select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'displayName', r.display_name) order by r.name), '[]')
      from user_roles h
      join roles r on r.workspace_id = h.workspace_id and r.id = h.role_id
      where h.workspace_id = u.workspace_id and h.user_id = u.id
    ) as roles,
    p.appointment_system as "appointmentSystem", u.verified, u.last_active_at as "lastActiveAt"`

const withPractice = `
  left join practitioners p on p.workspace_id = u.workspace_id and p.user_id = u.id
  left join public_profiles f on f.workspace_id = u.workspace_id and f.user_id = u.id and f.published`

// A practitioner who has left is still listed where they worked (CAT-18); one who has moved is not.
const whoWorksThere = `
  where u.workspace_id = $1
    and (
      exists (select from user_locations w where w.workspace_id = $1 and w.location_id = $2 and w.user_id = u.id)
      or exists (
        select from doctor_locations d
        where d.workspace_id = $1 and d.location_id = $2 and d.doctor_id = u.id and (d.active or u.status = 'inactive')
      )
    )
    and ($3::bigint is null or exists (select from user_roles h where h.workspace_id = $1 and h.role_id = $3 and h.user_id = u.id))`

export const staffCount = statement(
  'staff_count',
  { count: 'bigint' },
  `
  select count(*) as count
  from users u
  ${whoWorksThere}`,
)

export const staffPage = statement(
  'staff_page',
  memberColumns,
  `
  with page as (
    select u.* from users u
    ${whoWorksThere}
    order by u.id
    limit $4 offset $5
  )
  select ${member}
  from page u
  ${withPractice}
  order by u.id`,
)

export const staffMember = statement(
  'staff_member',
  memberColumns,
  `
  select ${member}
  from users u
  ${withPractice}
  where u.workspace_id = $1 and u.id = $2`,
)

export const configuredRoles = statement(
  'configured_roles',
  { name: 'text', displayName: 'text' },
  `
  select name, display_name as "displayName"
  from roles
  where workspace_id = $1
  order by name`,
)

/** Adds a member of staff where every location and role named is there and nobody has the address, and nobody otherwise. */
export const addMember = statement(
  'add_member',
  { locationsFound: 'bigint', rolesFound: 'bigint', id: 'bigint?' },
  `
  with place as (
    select id from locations where workspace_id = $1 and active and id = any($9::bigint[])
  ),
  role as (
    select id from roles where workspace_id = $1 and name = any($10::text[])
  ),
  found as (
    select (select count(*) from place) as locations, (select count(*) from role) as roles
  ),
  added as (
    insert into users (workspace_id, display_name, status, prefix, email, email_normalised, country_code, phone_number, profile_pic_url, created_by, created_at)
    select $1, $2, 'invited', $3, $4, $5, $6, $7, $8, $11, $12
    from found
    where locations = cardinality($9::bigint[]) and roles = cardinality($10::text[])
    on conflict (workspace_id, email_normalised) do nothing
    returning id
  ),
  at_places as (
    insert into user_locations (workspace_id, user_id, location_id)
    select $1, added.id, place.id from added, place
  ),
  with_roles as (
    insert into user_roles (workspace_id, user_id, role_id)
    select $1, added.id, role.id from added, role
  )
  select locations as "locationsFound", roles as "rolesFound", (select id from added) as id
  from found`,
)

export const noteActivity = statement(
  'note_activity',
  {},
  `
  update users
  set last_active_at = greatest($3, coalesce(last_active_at, $3))
  where workspace_id = $1 and id = $2`,
)

/** Sets the membership of somebody whom no clinic file describes; whoever accepted an invitation has shown their address to be theirs. */
export const setMembership = statement(
  'set_membership',
  { id: 'bigint' },
  `
  update users
  set status = $3, verified = verified or $3 = 'active'
  where workspace_id = $1 and id = $2 and name is null
  returning id`,
)
