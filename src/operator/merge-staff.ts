// One statement for each table of staff, in the manner of import-queries.ts. Members whom no file describes are left alone.

import { statement } from '../db/statement.ts'

export const mergeRoles = statement(
  'merge_roles',
  {},
  `
  with described as (
    select * from jsonb_to_recordset($2::jsonb) as d (name text, display_name text)
  ),
  removed as (
    delete from roles
    where workspace_id = $1 and name not in (select name from described)
  )
  insert into roles as known (workspace_id, name, display_name)
  select $1, name, display_name
  from described
  on conflict (workspace_id, name) do update
  set display_name = excluded.display_name
  where known.display_name <> excluded.display_name`,
)

/** A file may hand an address from one member to another: whoever is to have another one lets go of theirs first. */
export const releaseEmails = statement(
  'release_emails',
  {},
  `
  update users u
  set email = null, email_normalised = null
  from jsonb_to_recordset($2::jsonb) as d (name text, email_normalised text)
  where u.workspace_id = $1 and u.name = d.name and u.email_normalised <> coalesce(d.email_normalised, '')`,
)

export const mergeUsers = statement(
  'merge_users',
  {},
  `
  with described as (
    select * from jsonb_to_recordset($2::jsonb) as d (
      name text, display_name text, status text, prefix text, email text, email_normalised text, country_code text, phone_number text,
      profile_pic_url text, verified boolean
    )
  ),
  retired as (
    update users u set status = 'inactive'
    where u.workspace_id = $1 and u.status <> 'inactive' and u.name is not null and u.name not in (select name from described)
  )
  insert into users as known (
    workspace_id, name, display_name, status, prefix, email, email_normalised, country_code, phone_number, profile_pic_url, verified
  )
  select $1, name, display_name, status, prefix, email, email_normalised, country_code, phone_number, profile_pic_url, verified
  from described
  on conflict (workspace_id, name) do update
  set display_name = excluded.display_name, status = excluded.status, prefix = excluded.prefix, email = excluded.email,
    email_normalised = excluded.email_normalised, country_code = excluded.country_code, phone_number = excluded.phone_number,
    profile_pic_url = excluded.profile_pic_url, verified = excluded.verified
  where (
    known.display_name, known.status, known.prefix, known.email, known.country_code, known.phone_number, known.profile_pic_url, known.verified
  ) is distinct from (
    excluded.display_name, excluded.status, excluded.prefix, excluded.email, excluded.country_code, excluded.phone_number,
    excluded.profile_pic_url, excluded.verified
  )`,
)

/**
 * Links members with what their row names. Those whom no file describes keep what they have, and so do those who left the file,
 * to be listed where they were.
 */
function mergeLinks(name: string, links: string, column: string, things: string) {
  return statement(
    name,
    {},
    `
  with described as (
    select u.id as user_id, t.id as ${column}
    from jsonb_to_recordset($2::jsonb) as d (name text, linked text[])
    join users u on u.workspace_id = $1 and u.name = d.name
    left join ${things} t on t.workspace_id = $1 and t.name = any(d.linked)
  ),
  removed as (
    delete from ${links}
    where workspace_id = $1 and user_id in (select user_id from described)
      and (user_id, ${column}) not in (select user_id, ${column} from described where ${column} is not null)
  )
  insert into ${links} (workspace_id, user_id, ${column})
  select $1, user_id, ${column}
  from described
  where ${column} is not null
  on conflict do nothing`,
  )
}

export const mergeUserRoles = mergeLinks('merge_user_roles', 'user_roles', 'role_id', 'roles')
export const mergeUserLocations = mergeLinks('merge_user_locations', 'user_locations', 'location_id', 'locations')
