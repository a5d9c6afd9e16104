// Members of staff, practitioners included: names, contacts, roles and, except for practitioners,
// their locations. Members who have never been in a file are left unchanged.

import type { Static } from 'typebox'
import { flag, optional, text } from '../../../base/contract/schemas.ts'
import { narrowType, type RowOf, statement } from '../../../base/db/statement.ts'
import { normalisedEmail } from '../../../base/values/email.ts'
import { countryCodePattern, defaultCountryCode, parsePhone } from '../../../base/values/phone.ts'
import { tidyName } from '../../../base/values/text.ts'
import { type Membership, memberships } from '../../../clinic/catalogue/staff/membership.ts'
import {
  asList,
  asMapping,
  type Mapping,
  mappingEntries,
  type Report,
  reportUnknownName,
} from '../checking.ts'
import { problem } from '../problems.ts'
import {
  choiceOrDefault,
  closedObject,
  distinct,
  formatted,
  itemsByName,
  line,
  nameField,
  webAddress,
} from '../words.ts'
import {
  createDescription,
  type Section,
  statesStatement,
  takesRows,
  unlessDefault,
  unlessEmpty,
  withoutEmpty,
} from './section.ts'

/** The fields of every staff member. */
export const memberFields = {
  name: line('The name that colleagues see.', 'Asha Rao'),
  prefix: optional(line('Title before the name.', 'Dr')),
  membership: choiceOrDefault(memberships, 'active', 'Only active members can act and be booked.'),
  email: optional(
    formatted('email', 'E-mail address, unique among the staff.', 'asha@sunrise.example'),
  ),
  verified: optional(flag('Whether the e-mail address is confirmed.', false)),
  countryCode: optional(
    text('Dial code with its plus; default: +91.', '+91', { pattern: countryCodePattern }),
  ),
  phoneNumber: optional(
    formatted(
      'phone',
      'Number without the dial code, in quotes; or the whole number, with its plus.',
      '9876500001',
    ),
  ),
  profilePicUrl: optional(webAddress('A portrait.', 'https://example.org/asha.jpg')),
  roles: optional(distinct(nameField('A role of this file.', 'reception'), 0, 'Roles by name.')),
}
const Member = closedObject(memberFields)

const Staff = itemsByName(
  closedObject({
    ...memberFields,
    at: distinct(
      nameField('A location of this file.', 'jaipur'),
      0,
      'Where they work; may be empty.',
    ),
  }),
  'Staff other than practitioners, by name.',
)

interface File {
  staff?: Static<typeof Staff>
  practitioners: Record<string, Static<typeof Member>>
}

/** Checks names, roles and addresses of all members, practitioners or not. */
function checkMembers({ staff, practitioners, roles }: Mapping, report: Report) {
  const emailOwners = new Map<string, string>()
  const members = Object.entries({ staff, practitioners }).flatMap(([section, people]) =>
    mappingEntries(people).map(([name, member]) => ({
      section,
      name,
      path: `${section}.${name}`,
      member,
    })),
  )
  for (const { section, name, path, member } of members) {
    if (section === 'staff' && Object.hasOwn(asMapping(practitioners), name))
      report(path, 'is one of the practitioners too; a name is one person')
    for (const [index, role] of asList(member.roles).entries()) {
      if (!Object.hasOwn(asMapping(roles), String(role)))
        reportUnknownName('roles', String(role), roles, `${path}.roles.${index}`, report)
    }
    if (typeof member.phoneNumber === 'string' && typeof member.countryCode === 'string') {
      const phone = parsePhone(member.phoneNumber, member.countryCode)
      if ('problem' in phone && phone.problem.startsWith('countryCode'))
        report(`${path}.countryCode`, 'is not the dial code with which phoneNumber begins')
    }
    if (typeof member.email !== 'string') continue
    const email = normalisedEmail(member.email)
    const owner = emailOwners.get(email)
    if (owner) report(`${path}.email`, `is the address of ${owner} too`)
    else emailOwners.set(email, path)
  }
}

function checkLocations({ staff, locations }: Mapping, report: Report) {
  for (const [name, { at }] of mappingEntries(staff)) {
    for (const [index, location] of asList(at).entries()) {
      if (!Object.hasOwn(asMapping(locations), String(location)))
        reportUnknownName(
          'locations',
          String(location),
          locations,
          `staff.${name}.at.${index}`,
          report,
        )
    }
  }
}

function memberRow({
  name,
  membership,
  prefix,
  email,
  countryCode,
  phoneNumber,
  profilePicUrl,
  verified,
}: Static<typeof Member>) {
  const read = phoneNumber === undefined ? undefined : parsePhone(phoneNumber, countryCode)
  const phone = read && 'number' in read ? read : undefined
  return {
    display_name: tidyName(name),
    status: membership ?? 'active',
    prefix: prefix === undefined ? null : tidyName(prefix),
    email: email?.trim() ?? null,
    email_normalised: email === undefined ? null : normalisedEmail(email),
    country_code: phone?.countryCode ?? null,
    phone_number: phone?.number ?? null,
    profile_pic_url: profilePicUrl ?? null,
    verified: verified ?? false,
  }
}

/**
 * A file may move an address from one member to another: members whose address changes first
 * release their old one.
 */
const releaseEmails = statement(
  'release_emails',
  { takes: takesRows, returns: {} },
  `
  update users u
  set email = null, email_normalised = null
  from jsonb_to_recordset(:rows::jsonb) as d (name text, email_normalised text)
  where u.workspace_id = :workspaceId and u.name = d.name and u.email_normalised <> coalesce(d.email_normalised, '')`,
)

/**
 * Retires members before the others are written, because one of those may now have their address.
 */
const retireMembers = statement(
  'retire_members',
  { takes: takesRows, returns: {} },
  `
  update users u
  set status = 'inactive', is_described = false
  where u.workspace_id = :workspaceId and u.is_described
    and u.name not in (select name from jsonb_to_recordset(:rows::jsonb) as d (name text))`,
)

const upsertUsers = statement(
  'upsert_users',
  { takes: takesRows, returns: {} },
  `
  with imported as (
    select * from jsonb_to_recordset(:rows::jsonb) as d (
      name text, display_name text, status text, prefix text, email text, email_normalised text, country_code text, phone_number text,
      profile_pic_url text, verified boolean
    )
  )
  insert into users as existing (workspace_id, name, is_described, display_name, status, prefix, email, email_normalised, country_code, phone_number,
    profile_pic_url, verified)
  select :workspaceId, name, true, display_name, status, prefix, email, email_normalised, country_code, phone_number, profile_pic_url, verified
  from imported
  on conflict (workspace_id, name) do update
  set display_name = excluded.display_name, status = excluded.status, prefix = excluded.prefix, email = excluded.email,
    email_normalised = excluded.email_normalised, country_code = excluded.country_code, phone_number = excluded.phone_number,
    profile_pic_url = excluded.profile_pic_url, verified = excluded.verified, is_described = true
  where (
    existing.display_name, existing.status, existing.prefix, existing.email, existing.country_code, existing.phone_number, existing.profile_pic_url, existing.verified, existing.is_described
  ) is distinct from (
    excluded.display_name, excluded.status, excluded.prefix, excluded.email, excluded.country_code, excluded.phone_number,
    excluded.profile_pic_url, excluded.verified, true
  )`,
)

/**
 * Declares the statement that links staff to the roles or locations of their row. Members who are
 * in no file, or were removed from it, keep their links, so that they remain listed where they
 * were.
 */
function importLinksStatement(name: string, links: string, column: string, things: string) {
  return statement(
    name,
    { takes: takesRows, returns: {} },
    `
  with imported as (
    select u.id as user_id, t.id as ${column}
    from jsonb_to_recordset(:rows::jsonb) as d (name text, linked text[])
    join users u on u.workspace_id = :workspaceId and u.name = d.name
    left join ${things} t on t.workspace_id = :workspaceId and t.name = any(d.linked)
  ),
  removed as (
    delete from ${links}
    where workspace_id = :workspaceId and user_id in (select user_id from imported)
      and (user_id, ${column}) not in (select user_id, ${column} from imported where ${column} is not null)
  )
  insert into ${links} (workspace_id, user_id, ${column})
  select :workspaceId, user_id, ${column}
  from imported
  where ${column} is not null
  on conflict do nothing`,
  )
}

/** The facts of a member `u`, for `states`. */
export const memberFacts = `u.display_name, u.status, u.prefix, u.email, u.country_code, u.phone_number, u.profile_pic_url, u.verified,
    array(
      select r.name
      from user_roles h
      join roles r on r.workspace_id = h.workspace_id and r.id = h.role_id
      where h.workspace_id = u.workspace_id and h.user_id = u.id
      order by r.name
    )`

/** The columns that describe a member `u`; a member who is in a file has a name. */
export const storedMember = `coalesce(u.name, '') as name, u.display_name as "displayName", u.prefix, u.status as membership, u.email, u.verified, u.country_code as "countryCode",
    u.phone_number as "phoneNumber", u.profile_pic_url as "profilePicUrl",
    array(
      select r.name
      from user_roles h
      join roles r on r.workspace_id = h.workspace_id and r.id = h.role_id
      where h.workspace_id = u.workspace_id and h.user_id = u.id
      order by r.id
    ) as roles`
export const storedMemberColumns = {
  name: 'text',
  displayName: 'text',
  prefix: 'text?',
  membership: narrowType<Membership>('text'),
  email: 'text?',
  verified: 'boolean',
  countryCode: 'text?',
  phoneNumber: 'text?',
  profilePicUrl: 'text?',
  roles: 'text[]',
} as const

/** A member in the form of a file. */
export function describeMember({
  displayName,
  prefix,
  membership,
  email,
  verified,
  ...others
}: Omit<RowOf<typeof storedMemberColumns>, 'name'>) {
  const { countryCode, phoneNumber, profilePicUrl, roles } = others
  return {
    name: displayName,
    ...withoutEmpty({
      prefix,
      membership: unlessDefault('active', membership),
      email,
      verified: unlessDefault(false, verified),
    }),
    ...withoutEmpty({
      countryCode: unlessDefault(defaultCountryCode, countryCode ?? undefined),
      phoneNumber,
      profilePicUrl,
      roles: unlessEmpty(roles),
    }),
  }
}

const storedStaff = statement(
  'stored_staff',
  { takes: { workspaceId: 'bigint' }, returns: { ...storedMemberColumns, at: 'text[]' } },
  `
  select ${storedMember},
    array(
      select l.name
      from user_locations w
      join locations l on l.workspace_id = w.workspace_id and l.id = w.location_id
      where w.workspace_id = u.workspace_id and w.user_id = u.id
      order by l.id
    ) as at
  from users u
  where u.workspace_id = :workspaceId and u.is_described
    and not exists (select from practitioners p where p.workspace_id = u.workspace_id and p.user_id = u.id)
  order by u.id`,
)

const importUserRoles = importLinksStatement('import_user_roles', 'user_roles', 'role_id', 'roles')
const importUserLocations = importLinksStatement(
  'import_user_locations',
  'user_locations',
  'location_id',
  'locations',
)

const idsOfStaff = statement(
  'ids_of_staff',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text?', id: 'bigint' } },
  `
  select u.name, u.id
  from users u
  where u.workspace_id = :workspaceId
    and not exists (select from practitioners p where p.workspace_id = u.workspace_id and p.user_id = u.id)
  order by u.id`,
)

/** All members of staff; the next section adds what only practitioners have. */
export const staff = {
  members: { staff: optional(Staff) },

  check(file, report) {
    checkMembers(file, report)
    checkLocations(file, report)
  },

  async write({ queries, workspaceId }, { staff = {}, practitioners }) {
    const members = [...Object.entries(practitioners), ...Object.entries(staff)]
    const rows = members.map(([name, member]) => ({ name, ...memberRow(member) }))
    await queries.rows(retireMembers, { workspaceId, rows })
    await queries.rows(releaseEmails, { workspaceId, rows })
    await queries.rows(upsertUsers, { workspaceId, rows })
    await queries.rows(importUserRoles, {
      workspaceId,
      rows: members.map(([name, { roles = [] }]) => ({ name, linked: roles })),
    })
    // The locations of practitioners are in doctor_locations.
    const staffLocations = [
      ...Object.entries(staff).map(([name, { at }]) => ({ name, linked: at })),
      ...Object.keys(practitioners).map((name) => ({ name, linked: [] })),
    ]
    await queries.rows(importUserLocations, { workspaceId, rows: staffLocations })
  },

  description: createDescription({ staff: storedStaff }, ({ staff }, file: File) => {
    if (staff.length > 0)
      file.staff = Object.fromEntries(
        staff.map(({ name, at, ...member }) => [name, { ...describeMember(member), at: [...at] }]),
      )
  }),

  ids: { staff: idsOfStaff },

  states: {
    staff: statesStatement('staff', {
      name: 'u.name',
      facts: `${memberFacts},
    array(
      select l.name
      from user_locations w
      join locations l on l.workspace_id = w.workspace_id and l.id = w.location_id
      where w.workspace_id = u.workspace_id and w.user_id = u.id
      order by l.name
    )`,
      source: `users u
  where u.workspace_id = :workspaceId and u.name is not null and u.status <> 'inactive'
    and not exists (select from practitioners p where p.workspace_id = u.workspace_id and p.user_id = u.id)`,
    }),
  },

  violations: {
    user_email_unique: () => problem('STAFF_EMAIL_TAKEN'),
  },
} satisfies Section<File>
