create table locations (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  full_address text not null,
  city text not null,
  state text not null,
  country text not null constraint location_country_is_iso2 check (country ~ '^[A-Z]{2}$'),
  timezone text not null,
  currency text not null constraint location_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  -- If set, the location has an international price list in this currency.
  international_currency text
    constraint location_international_currency_is_iso4217
      check (international_currency ~ '^[A-Z]{3}$'),
  active boolean not null default true,
  -- Whether a location has the zone of the workspace because the clinic file states none for it.
  follows_timezone boolean not null default false,
  primary key (workspace_id, id),
  constraint location_name_unique unique (workspace_id, name)
);
comment on table locations is
  'Addresses at which a clinic works, each with its time zone and currency.';

create trigger note_change after insert or update or delete on locations
  for each row execute function note_configuration_change();

create table rooms (
  workspace_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  name text not null,
  active boolean not null default true,
  primary key (workspace_id, id),
  constraint room_name_unique unique (workspace_id, location_id, name),
  constraint room_location_unique unique (workspace_id, id, location_id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id)
);
comment on table rooms is 'Rooms of a location, which hold one visit at a time.';

create trigger note_change after insert or update or delete on rooms
  for each row execute function note_configuration_change();

create table users (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- The name in the clinic file; null for members added through the API, whom no import changes.
  name text,
  display_name text not null,
  status text not null constraint user_status check (status in ('active', 'inactive', 'invited')),
  prefix text,
  email text,
  -- The address in lower case, so that two spellings of a mailbox are equal. It belongs to the
  -- member while they are one, and finds the member whom a provider of OpenID Connect names, in
  -- whichever workspace they are.
  email_normalised text,
  country_code text,
  phone_number text,
  profile_pic_url text,
  verified boolean not null default false,
  last_active_at timestamptz,
  -- Who added the member, and when; null if a clinic file did.
  created_by bigint,
  created_at timestamptz,
  -- Whether a clinic file describes the member, possibly as inactive. Members who have left the
  -- file are not described.
  is_described boolean not null default false,
  primary key (workspace_id, id),
  constraint user_name_unique unique (workspace_id, name),
  constraint user_email_unique unique (workspace_id, email_normalised),
  constraint user_phone_is_whole check ((phone_number is null) = (country_code is null)),
  constraint user_author_is_of_workspace
    foreign key (workspace_id, created_by) references users (workspace_id, id),
  constraint described_member_has_a_name check (not is_described or name is not null)
);
comment on table users is
  'Members of staff; a practitioner also has a row in practitioners, under the same id.';

create index users_by_email on users (email_normalised) where email_normalised is not null;

alter table member_sends add constraint member_sends_user_is_of_workspace
    foreign key (workspace_id, user_id) references users (workspace_id, id);

alter table audit_entries add constraint audit_user_is_of_workspace
    foreign key (workspace_id, acting_user_id) references users (workspace_id, id);

alter table patients add constraint patient_author_is_of_workspace
    foreign key (workspace_id, created_by) references users (workspace_id, id);

alter table patients add constraint patient_editor_is_of_workspace
    foreign key (workspace_id, updated_by) references users (workspace_id, id);

alter table merged_patients add constraint merge_is_done_by_staff
    foreign key (workspace_id, acting_user_id) references users (workspace_id, id);

-- Ends the access of a member whose status or address has changed.
create function end_sessions_of_inactive_member() returns trigger language plpgsql as $$
begin
  perform end_access_of_member(new.workspace_id, new.id);
  return null;
end
$$;
create trigger end_sessions_of_status after update of status, email_normalised on users
  for each row
  when (
    new.status is distinct from old.status
    or new.email_normalised is distinct from old.email_normalised
  )
  execute function end_sessions_of_inactive_member();

-- Frees an inactive member's address for another member.
create function former_member_releases_address() returns trigger language plpgsql as $$
begin
  -- The address remains readable in email.
  new.email_normalised := null;
  return new;
end
$$;
create trigger release_address before insert or update of status, email_normalised on users
  for each row when (new.status = 'inactive' and new.email_normalised is not null)
  execute function former_member_releases_address();

-- Only the data about staff that processes cache counts as configuration: practitioners, and who is
-- active. The time of the last activity and invitations do not, because bookings in progress would
-- start again for each.
create trigger note_change after delete or update of status, display_name on users
  for each row execute function note_configuration_change();
create trigger note_new_member after insert on users
  for each row when (new.status = 'active') execute function note_configuration_change();

-- The name of a role grants nothing: nothing in the API depends on it.
create table roles (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  display_name text not null,
  -- What its members may do in the dashboard: a preset of rights, and where the role differs from
  -- it; without either, nothing.
  preset text,
  rights jsonb,
  -- Null: one factor is enough.
  second_factor text,
  primary key (workspace_id, id),
  constraint role_name_unique unique (workspace_id, name),
  constraint role_preset check (preset in ('reception', 'practitioner', 'manager', 'owner')),
  constraint role_rights_are_an_object check (jsonb_typeof(rights) = 'object'),
  constraint role_second_factor check (second_factor = 'required')
);
comment on table roles is 'Kinds of staff, such as doctor or receptionist, as a clinic names them.';

-- Ends the sign-in links of members whose role changes: a link was made for the former rights.
-- Sessions need no such end, because each request reads the current rights.
create function end_links_of_role() returns trigger language plpgsql as $$
begin
  delete from staff_links k
  using user_roles h
  where h.workspace_id = new.workspace_id and h.role_id = new.id and k.workspace_id = h.workspace_id and k.user_id = h.user_id;
  return null;
end
$$;
create trigger end_links after update of preset, rights on roles
  for each row when ((new.preset, new.rights) is distinct from (old.preset, old.rights))
  execute function end_links_of_role();

create table user_roles (
  workspace_id bigint not null,
  user_id bigint not null,
  role_id bigint not null,
  primary key (workspace_id, user_id, role_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, role_id) references roles (workspace_id, id) on delete cascade
);
comment on table user_roles is 'The roles of each member of staff.';

create index user_roles_by_role on user_roles (workspace_id, role_id);

-- A person who is no longer a member, or has other roles, is signed out of the dashboard
-- everywhere: each process looks up the session with every request.
create function end_sessions_of_member() returns trigger language plpgsql as $$
begin
  perform end_access_of_member(coalesce(new.workspace_id, old.workspace_id), coalesce(new.user_id, old.user_id));
  return null;
end
$$;
create trigger end_sessions_of_role after insert or delete on user_roles
  for each row execute function end_sessions_of_member();

-- Practitioners have doctor_locations instead.
create table user_locations (
  workspace_id bigint not null,
  user_id bigint not null,
  location_id bigint not null,
  primary key (workspace_id, user_id, location_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id)
);
comment on table user_locations is 'Where members of staff who are not practitioners work.';

create index user_locations_by_location on user_locations (workspace_id, location_id);

create table practitioners (
  workspace_id bigint not null,
  user_id bigint not null,
  specialization text not null,
  appointment_system text not null
    constraint practitioner_appointment_system check (appointment_system in ('SCHEDULED', 'QMS')),
  allow_online boolean not null,
  allow_offline boolean not null,
  allow_cancellation boolean not null,
  allow_rescheduling boolean not null,
  cancellation_allowed_before_hours integer not null
    constraint cancellation_hours_not_negative check (cancellation_allowed_before_hours >= 0),
  has_own_video boolean not null,
  follow_up_valid_days integer not null
    constraint follow_up_days_not_negative check (follow_up_valid_days >= 0),
  video_link text constraint practitioner_video_link_is_https check (video_link ~ '^https://\S+$'),
  -- What a cancellation by a patient refunds; null: the policy of the workspace.
  refund_policy jsonb,
  primary key (workspace_id, user_id),
  -- Appointments refer to this, so that the bookings and the system of a doctor can never disagree
  -- (INV-05).
  constraint practitioner_system_unique unique (workspace_id, user_id, appointment_system),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  constraint own_refund_policy_has_steps check (jsonb_typeof(refund_policy -> 'steps') = 'array')
);
comment on table practitioners is
  'Doctors: how they are booked, and what may be cancelled or moved.';

create trigger note_change after insert or update or delete on practitioners
  for each row execute function note_configuration_change();

create table doctor_locations (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  active boolean not null default true,
  slot_mins integer not null constraint slot_length check (slot_mins between 5 and 720),
  follow_up_fee_minor bigint not null default 0
    constraint follow_up_fee_not_negative check (follow_up_fee_minor >= 0),
  -- Minutes that a practitioner needs to travel to and from a visit at home.
  travel_mins integer not null default 0,
  primary key (workspace_id, doctor_id, location_id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint travel_of_practice check (travel_mins between 0 and 240)
);
comment on table doctor_locations is
  'A practitioner at a location, with the length of a slot; bookings refer to it, so it is deactivated and never deleted.';

create trigger note_change after insert or update or delete on doctor_locations
  for each row execute function note_configuration_change();

create table consultation_fees (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  mode text not null
    constraint fee_mode
      check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  is_international boolean not null,
  amount_minor bigint not null constraint fee_not_negative check (amount_minor >= 0),
  primary key (workspace_id, doctor_id, location_id, mode, is_international),
  foreign key (workspace_id, doctor_id, location_id)
    references doctor_locations (workspace_id, doctor_id, location_id)
);
comment on table consultation_fees is
  'Fees of a practitioner at a location, by mode, for local and for international patients.';

create trigger note_change after insert or update or delete on consultation_fees
  for each row execute function note_configuration_change();

create table duration_tiers (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint not null,
  location_id bigint not null,
  name text not null,
  duration_mins integer not null constraint tier_length check (duration_mins between 5 and 720),
  amount_minor bigint not null constraint tier_fee_not_negative check (amount_minor >= 0),
  international_amount_minor bigint
    constraint tier_international_fee_not_negative check (international_amount_minor >= 0),
  active boolean not null default true,
  primary key (workspace_id, id),
  constraint tier_name_unique unique (workspace_id, doctor_id, location_id, name),
  constraint tier_of_doctor_unique unique (workspace_id, id, doctor_id, location_id),
  foreign key (workspace_id, doctor_id, location_id)
    references doctor_locations (workspace_id, doctor_id, location_id)
);
comment on table duration_tiers is
  'Visits of other lengths that a practitioner offers at a location, with their prices.';

create trigger note_change after insert or update or delete on duration_tiers
  for each row execute function note_configuration_change();

-- Hours are in wall-clock minutes of the location's zone, either weekly (weekday) or of a single
-- date (date). The hours of a date replace the weekly hours of that date.
create table working_hours (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint not null,
  location_id bigint not null,
  weekday smallint constraint hours_weekday check (weekday between 1 and 7),
  date date,
  from_minute smallint not null,
  to_minute smallint not null,
  modes text[] not null
    constraint hours_have_modes
      check (
        cardinality(modes) > 0
        and modes <@ array['OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN']
      ),
  next_day_minutes smallint not null default 0,
  primary key (workspace_id, id),
  constraint hours_are_weekly_or_of_a_date check ((weekday is null) <> (date is null)),
  -- Hours are inside one clinic day (A-106). The part after midnight is separate, so that an older
  -- process offers the part before midnight and nothing else.
  constraint hours_inside_a_day
    check (0 <= from_minute and from_minute < to_minute and to_minute <= 1440),
  foreign key (workspace_id, doctor_id, location_id)
    references doctor_locations (workspace_id, doctor_id, location_id),
  constraint night_hours_end_by_noon
    check (next_day_minutes = 0 or (to_minute = 1440 and next_day_minutes between 0 and 720))
);
comment on table working_hours is
  'Hours of a practitioner at a location, weekly or of one date, in minutes of the clinic''s day.';
comment on column working_hours.next_day_minutes is
  'How many minutes the hours continue after midnight.';

create index working_hours_of_doctor on working_hours (workspace_id, doctor_id, location_id);

create trigger note_change after insert or update or delete on working_hours
  for each row execute function note_configuration_change();

-- On these dates the practitioner is off, or works as `working_hours` says for the date.
create table hour_exceptions (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  date date not null,
  primary key (workspace_id, doctor_id, location_id, date),
  foreign key (workspace_id, doctor_id, location_id)
    references doctor_locations (workspace_id, doctor_id, location_id)
);
comment on table hour_exceptions is
  'Dates on which a practitioner''s weekly hours at a location do not apply.';

create trigger note_change after insert or update or delete on hour_exceptions
  for each row execute function note_configuration_change();

create table closing_days (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- Without either, the whole workspace is closed.
  location_id bigint,
  practitioner_id bigint,
  -- The first and the last closed date, on the clinic's calendar.
  first_date date not null,
  last_date date not null,
  reason text,
  primary key (workspace_id, id),
  constraint closing_is_of_one check (num_nonnulls(location_id, practitioner_id) <= 1),
  constraint closing_is_in_order check (first_date <= last_date),
  constraint closing_is_a_year_at_most check (last_date - first_date < 366),
  constraint closing_is_written_once
    unique nulls not distinct (workspace_id, location_id, practitioner_id, first_date, last_date),
  constraint closing_location_is_of_workspace
    foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint closing_practitioner_is_of_workspace
    foreign key (workspace_id, practitioner_id) references practitioners (workspace_id, user_id)
);
comment on table closing_days is
  'Ranges of dates on which a workspace, a location or a practitioner does not work.';

create trigger note_change after insert or update or delete on closing_days
  for each row execute function note_configuration_change();

create table public_profiles (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- Null: the profile of the workspace itself.
  user_id bigint,
  name text not null,
  specialization text,
  qualification text,
  experience integer constraint experience_not_negative check (experience >= 0),
  profile_image_url text,
  published boolean not null,
  -- slug, gallery, faqs, socialLinks, workHistory, seo, videoUrl, treatmentPhilosophy and
  -- whatToExpect, which only the profile route shows, as a whole (PROF-02, PROF-03).
  details jsonb not null default '{}',
  updated_at timestamptz not null,
  languages text[] not null default '{}',
  primary key (workspace_id, id),
  constraint one_profile_for_each unique nulls not distinct (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  constraint languages_are_few
    check (cardinality(languages) <= 20 and array_position(languages, null) is null)
);
comment on table public_profiles is 'The public profiles of the workspace and of its staff.';
comment on column public_profiles.languages is
  'Languages spoken with patients, as BCP 47 tags, the best first.';

create trigger note_change after insert or update or delete on public_profiles
  for each row execute function note_configuration_change();

-- Medicines are searched by a text that the application makes of name and generic name, folded,
-- with a line end between the two, which no search contains. Collation "C" compares and sorts alike
-- in every database, whatever its locale.
create table medicines (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- The code in the clinic's files.
  code text not null,
  name text not null,
  generic_name text,
  form text,
  strength text,
  manufacturer text,
  -- A longer text would not fit into an index.
  search_text text collate "C" not null
    constraint medicine_search_text_fits check (octet_length(search_text) <= 2000),
  primary key (workspace_id, id),
  constraint medicine_code_unique unique (workspace_id, code),
  constraint medicine_search_text_unique unique (workspace_id, id, search_text)
);
comment on table medicines is 'Medicines that a clinic stocks, by its own codes.';

-- Prices are in minor units of the location's currency. The search text is repeated here and kept
-- equal to the medicine's, so that a search reads one index of one location.
create table medicine_stock (
  workspace_id bigint not null,
  medicine_id bigint not null,
  location_id bigint not null,
  unit_price_minor bigint not null constraint unit_price_not_negative check (unit_price_minor >= 0),
  quantity integer not null constraint stock_not_negative check (quantity >= 0),
  search_text text collate "C" not null,
  primary key (workspace_id, medicine_id, location_id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint stock_search_text_is_of_medicine foreign key (workspace_id, medicine_id, search_text)
    references medicines (workspace_id, id, search_text) on update cascade
);
comment on table medicine_stock is
  'Price and quantity of a medicine at a location, with the text in which searches at the location look.';

-- This index has the order of a list, and counting the list needs no other.
create index stock_by_search_text on medicine_stock (
  workspace_id,
  location_id,
  search_text,
  medicine_id
);
-- Finds the texts that contain three letters. Ids of locations are unique in the whole
-- installation.
create index stock_by_trigrams on medicine_stock using gin (location_id, search_text gin_trgm_ops);

-- The configuration is read from fourteen tables. The process that did so stores the result in one
-- row, for all others and for itself the next time. A row belongs to one version, and every change
-- of the configuration deletes it. Unlogged: what a crash or another server does not keep is read
-- again.
create unlogged table configuration_snapshots (
  workspace_id bigint primary key references workspaces (id),
  -- The version of the configuration in the snapshot.
  version bigint not null,
  -- A hash of the statement that read it: another release may read something else.
  shape text not null,
  rows json not null
);
-- A row is always read as a whole, and decompressing it would take longer than reading it.
alter table configuration_snapshots alter column rows set storage external;
comment on table configuration_snapshots is
  'Each configuration as it was last read: a copy, created again whenever it is missing.';
