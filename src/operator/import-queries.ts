// One statement for each table of a clinic file. Each takes the rows as one JSON array, writes only what
// differs (so that importing a file twice changes nothing, not even the configuration's version), and
// retires what the file no longer names: rows that bookings refer to are switched off, never removed.

import { statement } from '../db/statement.ts'

/** Until the end of the transaction: what a file no longer names may be hundreds of thousands of rows. */
export const asLongAsItTakes = statement(
  'as_long_as_it_takes',
  {},
  `
  select from set_config('statement_timeout', '0', true)`,
)

/** Locations of these names that have priced medicines, and another currency than described. */
export const pricedOtherwise = statement(
  'priced_otherwise',
  { name: 'text', currency: 'text' },
  `
  select l.name, l.currency
  from jsonb_to_recordset($2::jsonb) as d (name text, currency text)
  join locations l on l.workspace_id = $1 and l.name = d.name and l.currency <> d.currency
  where exists (select from medicine_stock s where s.workspace_id = $1 and s.location_id = l.id)
  order by l.name`,
)

export const upsertWorkspace = statement(
  'upsert_workspace',
  {},
  `
  insert into workspaces as known (name, title, timezone, video, payment_gateway, payment_methods, entitlements, messages)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (name) do update
  set title = excluded.title, timezone = excluded.timezone, video = excluded.video,
    payment_gateway = excluded.payment_gateway, payment_methods = excluded.payment_methods,
    entitlements = excluded.entitlements, messages = excluded.messages
  where (known.title, known.timezone, known.video, known.payment_gateway, known.payment_methods, known.entitlements, known.messages)
    is distinct from (
      excluded.title, excluded.timezone, excluded.video, excluded.payment_gateway, excluded.payment_methods, excluded.entitlements, excluded.messages
    )`,
)

export const workspaceIdByName = statement(
  'workspace_id_by_name',
  { id: 'bigint' },
  `
  select id
  from workspaces
  where name = $1
  for no key update`,
)

export const mergeLocations = statement(
  'merge_locations',
  {},
  `
  with described as (
    select * from jsonb_to_recordset($2::jsonb) as d (
      name text, full_address text, city text, state text, country text, timezone text, currency text, international_currency text
    )
  ),
  retired as (
    update locations set active = false
    where workspace_id = $1 and active and name not in (select name from described)
  )
  insert into locations as known (workspace_id, name, full_address, city, state, country, timezone, currency, international_currency)
  select $1, name, full_address, city, state, country, timezone, currency, international_currency
  from described
  on conflict (workspace_id, name) do update
  set full_address = excluded.full_address, city = excluded.city, state = excluded.state, country = excluded.country,
    timezone = excluded.timezone, currency = excluded.currency, international_currency = excluded.international_currency,
    active = true
  where (known.full_address, known.city, known.state, known.country, known.timezone, known.currency, known.international_currency, known.active)
    is distinct from (excluded.full_address, excluded.city, excluded.state, excluded.country, excluded.timezone, excluded.currency, excluded.international_currency, true)`,
)

export const mergeRooms = statement(
  'merge_rooms',
  {},
  `
  with described as (
    select l.id as location_id, d.name
    from jsonb_to_recordset($2::jsonb) as d (location text, name text)
    join locations l on l.workspace_id = $1 and l.name = d.location
  ),
  retired as (
    update rooms set active = false
    where workspace_id = $1 and active and (location_id, name) not in (select location_id, name from described)
  )
  insert into rooms as known (workspace_id, location_id, name)
  select $1, location_id, name
  from described
  on conflict (workspace_id, location_id, name) do update
  set active = true
  where not known.active`,
)

/** Who of these names is booked by slots and has appointments, and so cannot run a queue. */
export const bookedBySlots = statement(
  'booked_by_slots',
  { name: 'text' },
  `
  select wanted.name
  from unnest($2::text[]) as wanted (name)
  join users u on u.workspace_id = $1 and u.name = wanted.name
  join practitioners p on p.workspace_id = u.workspace_id and p.user_id = u.id
  where p.appointment_system = 'SCHEDULED' and exists (select from appointments a where a.workspace_id = p.workspace_id and a.doctor_id = p.user_id)
  order by wanted.name`,
)

export const mergePractitioners = statement(
  'merge_practitioners',
  {},
  `
  insert into practitioners as known (
    workspace_id, user_id, specialization, appointment_system, allow_online, allow_offline, allow_cancellation,
    allow_rescheduling, cancellation_allowed_before_hours, has_own_video, follow_up_valid_days
  )
  select $1, u.id, d.specialization, d.appointment_system, d.allow_online, d.allow_offline, d.allow_cancellation,
    d.allow_rescheduling, d.cancellation_allowed_before_hours, d.has_own_video, d.follow_up_valid_days
  from jsonb_to_recordset($2::jsonb) as d (
    name text, specialization text, appointment_system text, allow_online boolean, allow_offline boolean,
    allow_cancellation boolean, allow_rescheduling boolean, cancellation_allowed_before_hours integer,
    has_own_video boolean, follow_up_valid_days integer
  )
  join users u on u.workspace_id = $1 and u.name = d.name
  on conflict (workspace_id, user_id) do update
  set specialization = excluded.specialization, appointment_system = excluded.appointment_system,
    allow_online = excluded.allow_online, allow_offline = excluded.allow_offline,
    allow_cancellation = excluded.allow_cancellation, allow_rescheduling = excluded.allow_rescheduling,
    cancellation_allowed_before_hours = excluded.cancellation_allowed_before_hours,
    has_own_video = excluded.has_own_video, follow_up_valid_days = excluded.follow_up_valid_days
  where (
    known.specialization, known.appointment_system, known.allow_online, known.allow_offline, known.allow_cancellation,
    known.allow_rescheduling, known.cancellation_allowed_before_hours, known.has_own_video, known.follow_up_valid_days
  ) is distinct from (
    excluded.specialization, excluded.appointment_system, excluded.allow_online, excluded.allow_offline, excluded.allow_cancellation,
    excluded.allow_rescheduling, excluded.cancellation_allowed_before_hours, excluded.has_own_video, excluded.follow_up_valid_days
  )`,
)

export const mergeDoctorLocations = statement(
  'merge_doctor_locations',
  {},
  `
  with described as (
    select u.id as doctor_id, l.id as location_id, d.slot_mins, d.follow_up_fee_minor
    from jsonb_to_recordset($2::jsonb) as d (doctor text, location text, slot_mins integer, follow_up_fee_minor bigint)
    join users u on u.workspace_id = $1 and u.name = d.doctor
    join locations l on l.workspace_id = $1 and l.name = d.location
  ),
  retired as (
    update doctor_locations set active = false
    where workspace_id = $1 and active and (doctor_id, location_id) not in (select doctor_id, location_id from described)
  )
  insert into doctor_locations as known (workspace_id, doctor_id, location_id, slot_mins, follow_up_fee_minor)
  select $1, doctor_id, location_id, slot_mins, follow_up_fee_minor
  from described
  on conflict (workspace_id, doctor_id, location_id) do update
  set slot_mins = excluded.slot_mins, follow_up_fee_minor = excluded.follow_up_fee_minor, active = true
  where (known.slot_mins, known.follow_up_fee_minor, known.active) is distinct from (excluded.slot_mins, excluded.follow_up_fee_minor, true)`,
)

export const mergeFees = statement(
  'merge_fees',
  {},
  `
  with described as (
    select u.id as doctor_id, l.id as location_id, d.mode, d.is_international, d.amount_minor
    from jsonb_to_recordset($2::jsonb) as d (doctor text, location text, mode text, is_international boolean, amount_minor bigint)
    join users u on u.workspace_id = $1 and u.name = d.doctor
    join locations l on l.workspace_id = $1 and l.name = d.location
  ),
  removed as (
    delete from consultation_fees
    where workspace_id = $1
      and (doctor_id, location_id, mode, is_international) not in (select doctor_id, location_id, mode, is_international from described)
  )
  insert into consultation_fees as known (workspace_id, doctor_id, location_id, mode, is_international, amount_minor)
  select $1, doctor_id, location_id, mode, is_international, amount_minor
  from described
  on conflict (workspace_id, doctor_id, location_id, mode, is_international) do update
  set amount_minor = excluded.amount_minor
  where known.amount_minor <> excluded.amount_minor`,
)

export const mergeTiers = statement(
  'merge_tiers',
  {},
  `
  with described as (
    select u.id as doctor_id, l.id as location_id, d.name, d.duration_mins, d.amount_minor, d.international_amount_minor
    from jsonb_to_recordset($2::jsonb) as d (
      doctor text, location text, name text, duration_mins integer, amount_minor bigint, international_amount_minor bigint
    )
    join users u on u.workspace_id = $1 and u.name = d.doctor
    join locations l on l.workspace_id = $1 and l.name = d.location
  ),
  retired as (
    update duration_tiers set active = false
    where workspace_id = $1 and active and (doctor_id, location_id, name) not in (select doctor_id, location_id, name from described)
  )
  insert into duration_tiers as known (workspace_id, doctor_id, location_id, name, duration_mins, amount_minor, international_amount_minor)
  select $1, doctor_id, location_id, name, duration_mins, amount_minor, international_amount_minor
  from described
  on conflict (workspace_id, doctor_id, location_id, name) do update
  set duration_mins = excluded.duration_mins, amount_minor = excluded.amount_minor,
    international_amount_minor = excluded.international_amount_minor, active = true
  where (known.duration_mins, known.amount_minor, known.international_amount_minor, known.active)
    is distinct from (excluded.duration_mins, excluded.amount_minor, excluded.international_amount_minor, true)`,
)

// Compared as whole rows by a hash: what a plan made on an empty table would compare one by one takes minutes at 15,000 rows.
const hoursRow = "doctor_id, location_id, coalesce(weekday, 0), coalesce(date, 'infinity'), from_minute, to_minute, modes"

export const mergeHours = statement(
  'merge_hours',
  {},
  `
  with described as (
    select u.id as doctor_id, l.id as location_id, d.weekday, d.date, d.from_minute, d.to_minute, d.modes
    from jsonb_to_recordset($2::jsonb) as d (
      doctor text, location text, weekday smallint, date date, from_minute smallint, to_minute smallint, modes text[]
    )
    join users u on u.workspace_id = $1 and u.name = d.doctor
    join locations l on l.workspace_id = $1 and l.name = d.location
  ),
  removed as (
    delete from working_hours
    where workspace_id = $1 and (${hoursRow}) not in (select ${hoursRow} from described)
  )
  insert into working_hours (workspace_id, doctor_id, location_id, weekday, date, from_minute, to_minute, modes)
  select $1, doctor_id, location_id, weekday, date, from_minute, to_minute, modes
  from described
  where (${hoursRow}) not in (select ${hoursRow} from working_hours where workspace_id = $1)`,
)

export const mergeExceptions = statement(
  'merge_exceptions',
  {},
  `
  with described as (
    select u.id as doctor_id, l.id as location_id, d.date
    from jsonb_to_recordset($2::jsonb) as d (doctor text, location text, date date)
    join users u on u.workspace_id = $1 and u.name = d.doctor
    join locations l on l.workspace_id = $1 and l.name = d.location
  ),
  removed as (
    delete from hour_exceptions
    where workspace_id = $1 and (doctor_id, location_id, date) not in (select doctor_id, location_id, date from described)
  )
  insert into hour_exceptions (workspace_id, doctor_id, location_id, date)
  select $1, doctor_id, location_id, date
  from described
  on conflict do nothing`,
)

export const mergeProfiles = statement(
  'merge_profiles',
  {},
  `
  with described as (
    select u.id as user_id, d.name, d.specialization, d.qualification, d.experience, d.profile_image_url, d.published, d.details
    from jsonb_to_recordset($2::jsonb) as d (
      practitioner text, name text, specialization text, qualification text, experience integer, profile_image_url text,
      published boolean, details jsonb
    )
    left join users u on u.workspace_id = $1 and u.name = d.practitioner
    where d.practitioner is null or u.id is not null
  ),
  retired as (
    update public_profiles p set published = false, updated_at = $3
    where p.workspace_id = $1 and p.published
      and not exists (select from described d where d.user_id is not distinct from p.user_id)
  )
  insert into public_profiles as known (
    workspace_id, user_id, name, specialization, qualification, experience, profile_image_url, published, details, updated_at
  )
  select $1, user_id, name, specialization, qualification, experience, profile_image_url, published, details, $3
  from described
  on conflict on constraint one_profile_for_each do update
  set name = excluded.name, specialization = excluded.specialization, qualification = excluded.qualification,
    experience = excluded.experience, profile_image_url = excluded.profile_image_url, published = excluded.published,
    details = excluded.details, updated_at = excluded.updated_at
  where (known.name, known.specialization, known.qualification, known.experience, known.profile_image_url, known.published, known.details)
    is distinct from (excluded.name, excluded.specialization, excluded.qualification, excluded.experience, excluded.profile_image_url, excluded.published, excluded.details)`,
)

/** Every id a clinic file's names have been given, as `kind, name, id`. */
export const namedIds = statement(
  'named_ids',
  { kind: 'text', name: 'text', id: 'bigint' },
  `
  select 'workspace' as kind, name, id from workspaces where id = $1
  union all
  select 'location', name, id from locations where workspace_id = $1
  union all
  select 'room', l.name || '/' || r.name, r.id
  from rooms r join locations l on l.workspace_id = r.workspace_id and l.id = r.location_id
  where r.workspace_id = $1
  union all
  select 'practitioner', u.name, u.id
  from practitioners p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = $1
  union all
  select 'staff', u.name, u.id
  from users u
  where u.workspace_id = $1 and u.name is not null
    and not exists (select from practitioners p where p.workspace_id = u.workspace_id and p.user_id = u.id)
  union all
  select 'role', name, id from roles where workspace_id = $1
  union all
  select 'tier', u.name || '/' || l.name || '/' || t.name, t.id
  from duration_tiers t
  join users u on u.workspace_id = t.workspace_id and u.id = t.doctor_id
  join locations l on l.workspace_id = t.workspace_id and l.id = t.location_id
  where t.workspace_id = $1
  union all
  select 'profile', coalesce(u.name, 'workspace'), p.id
  from public_profiles p left join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = $1
  order by kind, id`,
)
