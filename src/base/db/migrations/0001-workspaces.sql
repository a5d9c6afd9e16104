-- Workspaces, what they are described by, and the keys that open them.
--
-- Every key begins with workspace_id and every reference carries it, so a row of one workspace can
-- neither name nor block a row of another (INV-06), and the tables can be distributed by that column.

create extension if not exists btree_gist;

-- One row for the whole installation: its mode, and how far a sandbox has moved its clock.
create table installation (
  id boolean primary key default true constraint installation_is_one_row check (id),
  mode text not null constraint installation_mode check (mode in ('sandbox', 'production')),
  clock_offset_ms bigint not null default 0,
  constraint production_clock_does_not_move check (mode = 'sandbox' or clock_offset_ms = 0),
  constraint clock_moves_forward_only check (clock_offset_ms >= 0)
);

create table workspaces (
  id bigint generated always as identity primary key,
  name text not null constraint workspace_name_unique unique,
  title text not null,
  timezone text not null,
  status text not null default 'ACTIVE' constraint workspace_status check (status in ('ACTIVE', 'SUSPENDED')),
  -- 'BUILT_IN' and 'ACCOUNT' give every practitioner a video link; with neither, only those who
  -- connected their own account have one (WS-04, WS-26).
  video text constraint workspace_video check (video in ('BUILT_IN', 'ACCOUNT')),
  payment_gateway text,
  payment_methods text[] not null default '{}',
  entitlements text[] not null default '{}',
  -- Changes with every change of anything that is configuration; see note_configuration_change().
  configuration_version bigint not null default 0
);

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
  -- Not null: the location keeps an international price list in this currency.
  international_currency text constraint location_international_currency_is_iso4217 check (international_currency ~ '^[A-Z]{3}$'),
  active boolean not null default true,
  primary key (workspace_id, id),
  constraint location_name_unique unique (workspace_id, name)
);

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

-- Staff. A practitioner is a member of staff with a row in `practitioners`, under the same id.
create table users (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  display_name text not null,
  status text not null constraint user_status check (status in ('active', 'inactive', 'invited')),
  primary key (workspace_id, id),
  constraint user_name_unique unique (workspace_id, name)
);

create table practitioners (
  workspace_id bigint not null,
  user_id bigint not null,
  specialization text not null,
  appointment_system text not null constraint practitioner_appointment_system check (appointment_system in ('SCHEDULED', 'QMS')),
  allow_online boolean not null,
  allow_offline boolean not null,
  allow_cancellation boolean not null,
  allow_rescheduling boolean not null,
  cancellation_allowed_before_hours integer not null constraint cancellation_hours_not_negative check (cancellation_allowed_before_hours >= 0),
  has_own_video boolean not null,
  follow_up_valid_days integer not null constraint follow_up_days_not_negative check (follow_up_valid_days >= 0),
  primary key (workspace_id, user_id),
  -- What an appointment refers to, so that a doctor's bookings and system can never disagree (INV-05).
  constraint practitioner_system_unique unique (workspace_id, user_id, appointment_system),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);

-- A practitioner at a location: a mapping that bookings refer to, so it is switched off, never removed.
create table doctor_locations (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  active boolean not null default true,
  slot_mins integer not null constraint slot_length check (slot_mins between 5 and 720),
  follow_up_fee_minor bigint not null default 0 constraint follow_up_fee_not_negative check (follow_up_fee_minor >= 0),
  primary key (workspace_id, doctor_id, location_id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id)
);

create table consultation_fees (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  mode text not null constraint fee_mode check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  is_international boolean not null,
  amount_minor bigint not null constraint fee_not_negative check (amount_minor >= 0),
  primary key (workspace_id, doctor_id, location_id, mode, is_international),
  foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id)
);

create table duration_tiers (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint not null,
  location_id bigint not null,
  name text not null,
  duration_mins integer not null constraint tier_length check (duration_mins between 5 and 720),
  amount_minor bigint not null constraint tier_fee_not_negative check (amount_minor >= 0),
  international_amount_minor bigint constraint tier_international_fee_not_negative check (international_amount_minor >= 0),
  active boolean not null default true,
  primary key (workspace_id, id),
  constraint tier_name_unique unique (workspace_id, doctor_id, location_id, name),
  constraint tier_of_doctor_unique unique (workspace_id, id, doctor_id, location_id),
  foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id)
);

-- Weekly hours (weekday set) and the hours of single dates (date set), in wall-clock minutes of the
-- location's zone. Hours of a date replace that date's weekly hours.
create table working_hours (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint not null,
  location_id bigint not null,
  weekday smallint constraint hours_weekday check (weekday between 1 and 7),
  date date,
  from_minute smallint not null,
  to_minute smallint not null,
  modes text[] not null constraint hours_have_modes check (
    cardinality(modes) > 0 and modes <@ array['OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN']
  ),
  primary key (workspace_id, id),
  constraint hours_are_weekly_or_of_a_date check ((weekday is null) <> (date is null)),
  -- Hours stay inside one clinic day (A-106).
  constraint hours_inside_a_day check (0 <= from_minute and from_minute < to_minute and to_minute <= 1440),
  foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id)
);
create index working_hours_of_doctor on working_hours (workspace_id, doctor_id, location_id);

-- Dates on which the weekly hours do not hold: closed, or open as `working_hours` says for the date.
create table hour_exceptions (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  date date not null,
  primary key (workspace_id, doctor_id, location_id, date),
  foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id)
);

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
  -- slug, gallery, faqs, socialLinks, workHistory, seo, videoUrl, treatmentPhilosophy, whatToExpect:
  -- shown whole by the profile route and nowhere else (PROF-02, PROF-03).
  details jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  constraint one_profile_for_each unique nulls not distinct (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);

create table api_keys (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  kind text not null constraint api_key_kind check (kind in ('DEVELOPER', 'WIDGET')),
  name text not null,
  -- SHA-256 of the whole key; a key has 256 random bits, so a slow hash would protect nothing.
  key_hash bytea not null constraint api_key_hash_unique unique constraint api_key_hash_is_sha256 check (length(key_hash) = 32),
  masked text not null,
  status text not null default 'ACTIVE' constraint api_key_status check (status in ('ACTIVE', 'DEACTIVATED', 'DELETED')),
  -- Addresses and ranges in canonical form; empty admits nobody (A-013).
  allowed_addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (workspace_id, id)
);

-- INV-37: at creation a developer key has an address, and kind and workspace never change.
create function api_key_keeps_its_promises() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.kind = 'DEVELOPER' and cardinality(new.allowed_addresses) = 0 then
    raise exception 'a developer key needs an allowed address' using errcode = '23514', constraint = 'developer_key_has_an_address', table = 'api_keys';
  end if;
  if tg_op = 'UPDATE' and (new.kind, new.workspace_id, new.key_hash) is distinct from (old.kind, old.workspace_id, old.key_hash) then
    raise exception 'a key keeps its kind, workspace and secret' using errcode = '23514', constraint = 'api_key_is_for_life', table = 'api_keys';
  end if;
  -- What every process remembers of keys is told apart from configuration: last_used_at changes often.
  if tg_op = 'UPDATE' and (new.status, new.allowed_addresses, new.expires_at) is distinct from (old.status, old.allowed_addresses, old.expires_at) then
    perform pg_notify('clinic_changes', 'keys ' || new.workspace_id);
  end if;
  return new;
end
$$;
create trigger api_key_keeps_its_promises before insert or update on api_keys
  for each row execute function api_key_keeps_its_promises();

-- Configuration is remembered by every process. Whatever changes it, an operator's command or a hand
-- at the database, sets the version (once a transaction) and tells all of them at commit.
create function note_configuration_change() returns trigger language plpgsql as $$
declare
  changed bigint := case when tg_op = 'DELETE' then old.workspace_id else new.workspace_id end;
  version bigint := pg_current_xact_id()::text::bigint;
begin
  update workspaces set configuration_version = version where id = changed and configuration_version <> version;
  return null;
end
$$;

create function note_workspace_change() returns trigger language plpgsql as $$
begin
  new.configuration_version := pg_current_xact_id()::text::bigint;
  perform pg_notify('clinic_changes', 'workspace ' || new.id);
  if new.status <> old.status then
    perform pg_notify('clinic_changes', 'keys ' || new.id);
  end if;
  return new;
end
$$;

create trigger note_change before update on workspaces for each row execute function note_workspace_change();
create trigger note_change after insert or update or delete on locations for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on rooms for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on users for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on practitioners for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on doctor_locations for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on consultation_fees for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on duration_tiers for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on working_hours for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on hour_exceptions for each row execute function note_configuration_change();
create trigger note_change after insert or update or delete on public_profiles for each row execute function note_configuration_change();

create function note_installation_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'installation');
  return null;
end
$$;
create trigger note_change after update on installation for each row execute function note_installation_change();
