-- The schema of release 0.1.0, for restoring its backups. Generated once from its migrations; src/base/db/schema has the comments.

set local check_function_bodies = off;

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table migrations (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
);
comment on table migrations is 'The migrations this database has had, with the checksums of their files.';

create table installation (
  id boolean primary key default true constraint installation_is_one_row check (id),
  mode text not null constraint installation_mode check (mode in ('sandbox', 'production')),
  clock_offset_ms bigint not null default 0,
  secret text constraint secret_is_long_enough check (length(secret) >= 32),
  changes_since uuid not null default gen_random_uuid(),
  constraint production_clock_does_not_move check (mode = 'sandbox' or clock_offset_ms = 0),
  constraint clock_moves_forward_only check (clock_offset_ms >= 0)
);
comment on table installation is 'One row for the whole installation: its mode, its secret, and how far a sandbox has moved its clock.';

create function note_installation_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'installation');
  return null;
end
$$;
create trigger note_change after update on installation for each row execute function note_installation_change();

create function production_keeps_no_outbox() returns trigger language plpgsql as $$
begin
  delete from outbox;
  return null;
end
$$;
create trigger production_keeps_no_outbox after update on installation for each row when (new.mode = 'production') execute function production_keeps_no_outbox();

create function production_keeps_no_sandbox_gateway() returns trigger language plpgsql as $$
begin
  delete from sandbox_gateway_faults;
  delete from sandbox_gateway_waiting_refunds;
  delete from sandbox_gateway_movements;
  delete from sandbox_gateway_checkouts;
  return null;
end
$$;
create trigger production_keeps_no_sandbox_gateway after update on installation for each row when (new.mode = 'production') execute function production_keeps_no_sandbox_gateway();

create table outbox (
  workspace_id bigint not null,
  id bigint generated always as identity,
  sent_at timestamptz not null,
  channel text not null constraint outbox_channel check (channel in ('chatapp', 'email')),
  destination text not null,
  code text,
  subject text,
  body text,
  calendar text,
  primary key (workspace_id, id),
  constraint outbox_code_or_body check ((code is null) <> (body is null))
);
comment on table outbox is 'The last messages of a sandbox, which are sent to no one; production keeps none.';

create function outbox_is_of_a_sandbox() returns trigger language plpgsql as $$
begin
  if not exists (select from installation where mode = 'sandbox') then
    raise exception 'only a sandbox keeps an outbox' using errcode = '23514', constraint = 'outbox_is_of_a_sandbox', table = 'outbox';
  end if;
  return new;
end
$$;
create trigger outbox_is_of_a_sandbox before insert or update on outbox for each row execute function outbox_is_of_a_sandbox();

create table due_work (
  workspace_id bigint not null,
  kind text collate "C" not null constraint work_kind check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 50),
  subject_id bigint not null,
  id bigint generated always as identity,
  payload jsonb constraint work_payload_is_small check (octet_length(payload::text) <= 2000),
  due_at timestamptz not null,
  state text not null default 'WAITING' constraint work_state check (state in ('WAITING', 'DEAD')),
  attempts integer not null default 0,
  last_error text constraint work_error_length check (char_length(last_error) between 1 and 500),
  lease integer not null default 0,
  leased_until timestamptz,
  planned_again boolean not null default false,
  primary key (workspace_id, kind, subject_id),
  constraint dead_work_is_not_leased check (state = 'WAITING' or leased_until is null)
);
comment on table due_work is 'Work that is due at a time, leased by the process that does it; a second plan for the same subject moves the first.';
create index due_work_by_time on due_work (kind, due_at) where state = 'WAITING';
create index due_work_by_turn on due_work (workspace_id, kind, due_at) where state = 'WAITING';
create index dead_work on due_work (kind, id) where state = 'DEAD';

create table notices (
  workspace_id bigint not null,
  id bigint generated always as identity,
  appointment_id bigint,
  kind text not null constraint notice_kind check (kind in ('confirmation', 'reminder', 'move', 'cancellation', 'late', 'turn', 'offer')),
  state text not null constraint notice_state check (state in ('SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'SKIPPED')),
  at timestamptz not null,
  visit_from_at timestamptz not null,
  attempts integer not null default 0,
  channel text constraint notice_channel check (channel in ('chatapp', 'email')),
  destination text,
  destination_hash bytea,
  error text constraint notice_error_length check (char_length(error) between 1 and 500),
  site_hash bytea,
  visit_id bigint,
  late_minutes smallint,
  offer_id bigint,
  primary key (workspace_id, id),
  constraint notice_says_why check ((error is null) = (state in ('SENDING', 'SENT'))),
  constraint notice_goes_somewhere check (state = 'SKIPPED' or channel is not null),
  constraint notice_site_is_hashed check (length(site_hash) = 32),
  constraint notice_is_of_one_visit check (num_nonnulls(appointment_id, visit_id, offer_id) = 1),
  constraint notice_of_a_turn_is_of_a_token check ((kind = 'turn') = (visit_id is not null)),
  constraint minutes_are_of_a_notice_of_lateness check (late_minutes is null or kind = 'late'),
  constraint notice_of_an_offer_is_of_one check ((kind = 'offer') = (offer_id is not null))
);
comment on table notices is 'Messages to patients about their visits: planned, sent, failed or skipped.';
create index notices_of_visit on notices (workspace_id, appointment_id, kind, id);
create unique index one_notice_under_way on notices (workspace_id, appointment_id, kind) where state = 'SENDING';
create index notices_that_went_out on notices (workspace_id, at) where state in ('SENDING', 'SENT', 'UNKNOWN');
create index notices_to_destination on notices (workspace_id, destination_hash, at) where state in ('SENDING', 'SENT', 'UNKNOWN');
create index notices_by_age on notices (at);
create index notices_of_site on notices (workspace_id, site_hash, at) where site_hash is not null and state in ('SENDING', 'SENT', 'UNKNOWN');
create index notices_of_queue_visit on notices (workspace_id, visit_id, kind, id) where visit_id is not null;
create unique index one_notice_of_a_token_under_way on notices (workspace_id, visit_id, kind) where state = 'SENDING' and visit_id is not null;
create index notices_of_offer on notices (workspace_id, offer_id, kind, id) where offer_id is not null;
create unique index one_notice_of_an_offer_under_way on notices (workspace_id, offer_id, kind) where state = 'SENDING' and offer_id is not null;

create table visit_links (
  workspace_id bigint not null,
  token_hash bytea not null,
  appointment_id bigint,
  visit_id bigint,
  made_at timestamptz not null,
  offer_id bigint,
  constraint visit_links_pkey primary key (workspace_id, token_hash),
  constraint visit_link_token_unique unique (token_hash),
  constraint visit_link_token_is_hashed check (length(token_hash) = 32),
  constraint visit_link_is_of_one_visit check (num_nonnulls(appointment_id, visit_id, offer_id) = 1)
);
comment on table visit_links is 'Links to the page of a visit, by the hash of what is secret in them.';
create index visit_links_of_appointment on visit_links (workspace_id, appointment_id) where appointment_id is not null;
create index visit_links_of_queue_visit on visit_links (workspace_id, visit_id) where visit_id is not null;
create index visit_links_by_age on visit_links (made_at);
create index visit_links_of_offer on visit_links (workspace_id, offer_id) where offer_id is not null;

create table workspaces (
  id bigint generated always as identity primary key,
  name text not null constraint workspace_name_unique unique,
  title text not null,
  timezone text not null,
  status text not null default 'ACTIVE' constraint workspace_status check (status in ('ACTIVE', 'SUSPENDED')),
  video text constraint workspace_video check (video in ('BUILT_IN', 'ACCOUNT')),
  payment_gateway text,
  payment_methods text[] not null default '{}',
  entitlements text[] not null default '{}',
  configuration_version bigint not null default 0,
  messages jsonb,
  session_visits_max integer constraint session_visits_max_is_positive check (session_visits_max > 0),
  file_entitlements text[],
  video_link text constraint workspace_video_link_is_https check (video_link ~ '^https://\S+$'),
  notices jsonb,
  notices_off boolean not null default false,
  gateways jsonb,
  strict_prices boolean not null default false
);
comment on table workspaces is 'Clinics: each row is a tenant, and its id begins the key of every other row of that clinic.';

alter table outbox add foreign key (workspace_id) references workspaces (id);

alter table due_work add foreign key (workspace_id) references workspaces (id);

create function note_workspace_change() returns trigger language plpgsql as $$
begin
  new.configuration_version := pg_current_xact_id()::text::bigint;
  delete from configuration_snapshots where workspace_id = new.id;
  perform pg_notify('clinic_changes', 'workspace ' || new.id);
  if new.status <> old.status then
    perform pg_notify('clinic_changes', 'keys ' || new.id);
  end if;
  return new;
end
$$;
create trigger note_change before update on workspaces for each row execute function note_workspace_change();

create function configuration_is_let_go() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('configuration', new.id));
  return null;
end
$$;
create constraint trigger configuration_is_let_go after update of configuration_version on workspaces deferrable initially deferred for each row when (old.configuration_version <> new.configuration_version) execute function configuration_is_let_go();

create function note_workspace_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'workspace ' || old.id);
  perform pg_notify('clinic_changes', 'keys ' || old.id);
  return null;
end
$$;
create trigger note_end after delete on workspaces for each row execute function note_workspace_end();

create function end_sessions_of_suspended_workspace() returns trigger language plpgsql as $$
begin
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = new.id and s.account_id = m.account_id;
  return null;
end
$$;
create trigger end_sessions_of_workspace after update of status on workspaces for each row when (new.status is distinct from old.status) execute function end_sessions_of_suspended_workspace();

create table api_keys (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  kind text not null constraint api_key_kind check (kind in ('DEVELOPER', 'WIDGET')),
  name text not null,
  key_hash bytea not null constraint api_key_hash_unique unique constraint api_key_hash_is_sha256 check (length(key_hash) = 32),
  masked text not null,
  status text not null default 'ACTIVE' constraint api_key_status check (status in ('ACTIVE', 'DEACTIVATED', 'DELETED')),
  allowed_addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  requests_per_minute integer constraint key_limit_is_positive check (requests_per_minute > 0),
  allowed_origins text[] not null default '{}',
  primary key (workspace_id, id),
  constraint origins_are_of_widget_keys check (kind = 'WIDGET' or allowed_origins = '{}')
);
comment on table api_keys is 'Developer and widget keys, known by their SHA-256 alone, with the addresses and origins that may use them.';
create index api_keys_by_origin on api_keys using gin (allowed_origins);

create function api_key_keeps_its_promises() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.kind = 'DEVELOPER' and cardinality(new.allowed_addresses) = 0 then
    raise exception 'a developer key needs an allowed address' using errcode = '23514', constraint = 'developer_key_has_an_address', table = 'api_keys';
  end if;
  if tg_op = 'UPDATE' and (new.kind, new.workspace_id, new.key_hash) is distinct from (old.kind, old.workspace_id, old.key_hash) then
    raise exception 'a key keeps its kind, workspace and secret' using errcode = '23514', constraint = 'api_key_is_for_life', table = 'api_keys';
  end if;
  -- What every process remembers of keys is told apart from configuration: last_used_at changes often.
  if tg_op = 'INSERT' or (new.status, new.allowed_addresses, new.expires_at, new.requests_per_minute, new.allowed_origins)
    is distinct from (old.status, old.allowed_addresses, old.expires_at, old.requests_per_minute, old.allowed_origins) then
    perform pg_notify('clinic_changes', 'keys ' || new.workspace_id);
  end if;
  return new;
end
$$;
create trigger api_key_keeps_its_promises before insert or update on api_keys for each row execute function api_key_keeps_its_promises();

create table widget_sessions (
  workspace_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  token_hash bytea not null constraint session_token_unique unique constraint session_token_is_sha256 check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null constraint session_expires_later check (expires_at > created_at),
  primary key (workspace_id, id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
comment on table widget_sessions is 'Sessions of browsers under a widget key; they end with the key.';
create index widget_sessions_by_expiry on widget_sessions (expires_at);

create unlogged table key_calls (
  workspace_id bigint not null,
  key_id bigint not null,
  at timestamptz not null,
  id bigint not null,
  method text not null,
  route text,
  status smallint not null,
  ms real not null,
  request_id text not null,
  code text,
  refused_address text,
  constraint key_calls_pkey primary key (workspace_id, key_id, at, id),
  constraint call_request_id_length check (char_length(request_id) between 1 and 64),
  constraint call_address_is_of_its_refusal check (refused_address is null or code = 'ADDRESS_NOT_ALLOWED')
);
comment on table key_calls is 'The last calls of each API key: a week and 10,000 at most, with nothing of what was sent.';

create unlogged table key_usage (
  workspace_id bigint not null,
  key_id bigint not null,
  minute timestamptz not null,
  method text not null,
  route text not null,
  passed integer not null,
  refused_by_key integer not null,
  refused_by_workspace integer not null,
  refused_by_route integer not null,
  constraint key_usage_pkey primary key (workspace_id, key_id, minute, method, route),
  constraint usage_is_of_a_key foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint usage_is_of_a_whole_minute check (extract(second from minute) = 0),
  constraint usage_is_not_negative check (least(passed, refused_by_key, refused_by_workspace, refused_by_route) >= 0)
);
comment on table key_usage is 'What each API key took of the limits in each minute of the last day, by endpoint.';

create function note_configuration_change() returns trigger language plpgsql as $$
declare
  changed bigint := case when tg_op = 'DELETE' then old.workspace_id else new.workspace_id end;
  version bigint := pg_current_xact_id()::text::bigint;
begin
  update workspaces set configuration_version = version where id = changed and configuration_version <> version;
  delete from configuration_snapshots where workspace_id = changed;
  return null;
end
$$;

create function configuration_is_held(workspace bigint, version bigint) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('configuration', workspace));
  return exists (select from workspaces where id = workspace and configuration_version = version);
end
$$;

create function remove_workspace(wanted bigint) returns void language plpgsql as $$
declare
  remaining regclass[] := array(
    select c.oid::regclass
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = (select w.relnamespace from pg_class w where w.oid = 'workspaces'::regclass)
  );
  next_one regclass;
begin
  -- Told to tables that are only added to: they let go of this workspace, in this transaction.
  perform set_config('clinic.removes_workspace', wanted::text, true);
  while cardinality(remaining) > 0 loop
    next_one := (
      select t from unnest(remaining) as t
      where not exists (
        select from pg_constraint f where f.contype = 'f' and f.confrelid = t and f.conrelid <> t and f.conrelid = any(remaining)
      )
      order by t::text
      limit 1
    );
    if next_one is null then
      raise exception 'tables refer to each other in a circle: %', remaining;
    end if;
    execute format('delete from %s where workspace_id = $1', next_one) using wanted;
    remaining := array_remove(remaining, next_one);
  end loop;
  delete from workspaces where id = wanted;
  perform set_config('clinic.removes_workspace', '', true);
end
$$;

create table audit_entries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  action text not null constraint audit_action check (action in ('READ', 'CREATED', 'CHANGED', 'BOOKED', 'VITALS_RECORDED', 'STATUS_CHANGED', 'CANCELLED', 'RESCHEDULED', 'PAID', 'REFUND_REQUESTED', 'EXPORTED', 'ERASED', 'MERGED')),
  patient_id bigint,
  appointment_id bigint,
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  end_user_hash bytea constraint audit_end_user_is_hashed check (length(end_user_hash) = 32),
  address text,
  request_id text,
  operator text constraint audit_operator_is_named check (operator ~ '^\S.{0,99}$'),
  by_service boolean not null default false,
  patient_ids bigint[],
  visit_id bigint,
  charged_minor bigint,
  charged_currency text,
  quoted_minor bigint,
  quoted_currency text,
  status text,
  moved_from timestamptz,
  changed_members text[],
  by_visit_link boolean not null default false,
  primary key (workspace_id, id),
  constraint audit_of_requests_is_whole check ((request_id is null) = (address is null) and case when request_id is null then key_id is null else key_id is not null or acting_user_id is not null or by_visit_link end),
  constraint audit_key_is_of_workspace foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint audit_names_one_actor check (num_nonnulls(key_id, operator) + by_service::integer <= 1),
  constraint audit_names_its_patients check ((patient_id is null) = (cardinality(patient_ids) > 1)),
  constraint audit_names_both_prices check (num_nonnulls(charged_minor, charged_currency, quoted_minor, quoted_currency) in (0, 4)),
  constraint audit_prices_differ check ((charged_minor, charged_currency) <> (quoted_minor, quoted_currency)),
  constraint audit_prices_are_not_negative check (least(charged_minor, quoted_minor) >= 0),
  constraint audit_currencies_are_iso4217 check (charged_currency ~ '^[A-Z]{3}$' and quoted_currency ~ '^[A-Z]{3}$'),
  constraint audit_status_is_of_a_change check (status is null or action in ('STATUS_CHANGED', 'CANCELLED')),
  constraint audit_moves_say_from_when check (moved_from is null or action = 'RESCHEDULED'),
  constraint audit_members_are_of_a_change check (changed_members is null or action = 'CHANGED'),
  constraint audit_link_is_nobody_else check (not by_visit_link or (num_nonnulls(key_id, operator, acting_user_id) = 0 and not by_service))
);
comment on table audit_entries is 'Who read or changed which patient''s record and when; never what the record said.';
create index audit_of_patient on audit_entries (workspace_id, patient_id, id);
create index audit_by_age on audit_entries using brin (at);
create index audit_of_listed on audit_entries using gin (patient_ids) where patient_ids is not null;
create index audit_of_appointment on audit_entries (workspace_id, appointment_id) where appointment_id is not null;
create index audit_of_visit on audit_entries (workspace_id, visit_id) where visit_id is not null;

create function audit_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < clock_timestamp() + (select clock_offset_ms from installation) * interval '1 ms' - interval '30 days' then
    return old;
  end if;
  raise exception 'the audit is only added to' using errcode = '23514', constraint = 'audit_is_kept', table = 'audit_entries';
end
$$;
create trigger audit_is_kept before update or delete on audit_entries for each row execute function audit_is_kept();
create trigger audit_is_not_emptied before truncate on audit_entries for each statement execute function audit_is_kept();

create table patients (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  mrn_number text not null,
  first_name text,
  last_name text,
  first_name_folded text,
  last_name_folded text,
  country_code text,
  phone_number text,
  phone_normalised text,
  email text,
  email_folded text,
  gender text,
  dob date,
  age integer constraint patient_age check (age between 0 and 150),
  blood_group text,
  patient_address jsonb,
  patient_form_values jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint,
  updated_by bigint,
  erased_at timestamptz,
  primary key (workspace_id, id),
  constraint patient_mrn_unique unique (workspace_id, mrn_number),
  constraint patient_is_identifiable check (first_name is not null or phone_number is not null or erased_at is not null),
  constraint patient_phone_is_whole check ((phone_number is null) = (phone_normalised is null) and (phone_number is null or country_code is not null)),
  constraint erased_patient_is_blank check (erased_at is null or (num_nonnulls(first_name, last_name, first_name_folded, last_name_folded, country_code, phone_number, phone_normalised, email, email_folded, gender, dob, age, blood_group, patient_address) = 0 and patient_form_values = '{}'))
);
comment on table patients is 'Patients; an erased one stays as an empty row, so that visits and money still refer to a patient.';
create index patients_by_phone on patients (workspace_id, phone_normalised) where phone_normalised is not null;
create index patients_by_email on patients (workspace_id, email_folded) where email_folded is not null;
create index patients_listed on patients (workspace_id, id) where erased_at is null;
create index patients_by_trigrams on patients using gin ( workspace_id, ( coalesce(first_name_folded, '') || ' ' || coalesce(last_name_folded, '') || e'\n' || coalesce(phone_normalised, '') || e'\n' || coalesce(phone_number, '') || e'\n' || lower(mrn_number collate "C") ) gin_trgm_ops ) where erased_at is null;
create index patients_by_birth on patients (workspace_id, dob, id) where dob is not null and erased_at is null;

alter table audit_entries
  add constraint audit_patient_is_of_workspace foreign key (workspace_id, patient_id) references patients (workspace_id, id);

create table merged_patients (
  workspace_id bigint not null,
  id bigint not null,
  merged_into bigint not null,
  merged_at timestamptz not null,
  reason text,
  moved jsonb not null,
  acting_user_id bigint,
  operator text,
  first_name_folded text,
  last_name_folded text,
  phone_normalised text,
  email text,
  email_folded text,
  constraint merged_patients_pkey primary key (workspace_id, id),
  constraint merged_record_is_of_workspace foreign key (workspace_id, id) references patients (workspace_id, id),
  constraint merged_record_leads_to_a_patient foreign key (workspace_id, merged_into) references patients (workspace_id, id),
  constraint merged_record_leads_elsewhere check (merged_into <> id),
  constraint merge_reason_length check (char_length(reason) between 1 and 500),
  constraint merge_counts_are_an_object check (jsonb_typeof(moved) = 'object')
);
comment on table merged_patients is 'Records that were merged into another one of the same person, to which their ids lead.';
create index merged_patients_of_patient on merged_patients (workspace_id, merged_into, id);
create index merged_patients_by_phone on merged_patients (workspace_id, phone_normalised) where phone_normalised is not null;
create index merged_patients_by_email on merged_patients (workspace_id, email_folded) where email_folded is not null;

create function merged_record_is_at_its_end() returns trigger language plpgsql as $$
declare
  broken text;
begin
  perform from patients where workspace_id = new.workspace_id and id = new.id for update;
  broken := case
    when exists (select from merged_patients where workspace_id = new.workspace_id and (id = new.merged_into or merged_into = new.id))
      then 'merged_records_make_no_chain'
    when not exists (select from patients where workspace_id = new.workspace_id and id = new.id and erased_at is not null) then 'merged_record_is_blank'
    when exists (select from appointments where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from queue_visits where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from patient_packs where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from visit_series where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from waiting_entries where workspace_id = new.workspace_id and patient_id = new.id)
      then 'nothing_is_of_a_merged_record'
  end;
  if broken is not null then
    raise exception 'a record cannot be merged like this' using errcode = '23514', constraint = broken, table = 'merged_patients';
  end if;
  return new;
end
$$;
create trigger merged_record_is_at_its_end before insert or update of id, merged_into on merged_patients for each row execute function merged_record_is_at_its_end();

create function nothing_is_of_a_merged_record() returns trigger language plpgsql as $$
begin
  -- Waits for a merge of the record that is under way; what comes after it is seen by the second look alone.
  perform from patients where workspace_id = new.workspace_id and id = new.patient_id for key share;
  if exists (select from merged_patients where workspace_id = new.workspace_id and id = new.patient_id) then
    raise exception 'a merged record has nothing' using errcode = '23514', constraint = 'nothing_is_of_a_merged_record', table = tg_table_name;
  end if;
  return new;
end
$$;

create function record_led_to(workspace bigint, patient bigint) returns bigint language plpgsql as $$
declare
  led_to bigint := patient;
  further bigint;
begin
  loop
    perform from patients where workspace_id = workspace and id = led_to for key share;
    select merged_into into further from merged_patients where workspace_id = workspace and id = led_to;
    exit when not found;
    led_to := further;
  end loop;
  return led_to;
end
$$;

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
  international_currency text constraint location_international_currency_is_iso4217 check (international_currency ~ '^[A-Z]{3}$'),
  active boolean not null default true,
  follows_timezone boolean not null default false,
  primary key (workspace_id, id),
  constraint location_name_unique unique (workspace_id, name)
);
comment on table locations is 'Addresses at which a clinic works, each with its time zone and currency.';

create trigger note_change after insert or update or delete on locations for each row execute function note_configuration_change();

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

create trigger note_change after insert or update or delete on rooms for each row execute function note_configuration_change();

create table users (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text,
  display_name text not null,
  status text not null constraint user_status check (status in ('active', 'inactive', 'invited')),
  prefix text,
  email text,
  email_normalised text,
  country_code text,
  phone_number text,
  profile_pic_url text,
  verified boolean not null default false,
  last_active_at timestamptz,
  created_by bigint,
  created_at timestamptz,
  is_described boolean not null default false,
  primary key (workspace_id, id),
  constraint user_name_unique unique (workspace_id, name),
  constraint user_email_unique unique (workspace_id, email_normalised),
  constraint user_phone_is_whole check ((phone_number is null) = (country_code is null)),
  constraint user_author_is_of_workspace foreign key (workspace_id, created_by) references users (workspace_id, id),
  constraint described_member_has_a_name check (not is_described or name is not null)
);
comment on table users is 'Members of staff; a practitioner also has a row in practitioners, under the same id.';
create index users_by_email on users (email_normalised) where email_normalised is not null;

alter table audit_entries
  add constraint audit_user_is_of_workspace foreign key (workspace_id, acting_user_id) references users (workspace_id, id);

alter table patients
  add constraint patient_author_is_of_workspace foreign key (workspace_id, created_by) references users (workspace_id, id);

alter table patients
  add constraint patient_editor_is_of_workspace foreign key (workspace_id, updated_by) references users (workspace_id, id);

alter table merged_patients
  add constraint merge_is_done_by_staff foreign key (workspace_id, acting_user_id) references users (workspace_id, id);

create function end_sessions_of_inactive_member() returns trigger language plpgsql as $$
begin
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = new.workspace_id and m.user_id = new.id and s.account_id = m.account_id;
  return null;
end
$$;
create trigger end_sessions_of_status after update of status on users for each row when (new.status is distinct from old.status) execute function end_sessions_of_inactive_member();

create trigger note_change after delete or update of status, display_name on users for each row execute function note_configuration_change();
create trigger note_new_member after insert on users for each row when (new.status = 'active') execute function note_configuration_change();

create table roles (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  display_name text not null,
  preset text,
  rights jsonb,
  second_factor text,
  primary key (workspace_id, id),
  constraint role_name_unique unique (workspace_id, name),
  constraint role_preset check (preset in ('reception', 'practitioner', 'manager', 'owner')),
  constraint role_rights_are_an_object check (jsonb_typeof(rights) = 'object'),
  constraint role_second_factor check (second_factor = 'required')
);
comment on table roles is 'Kinds of staff, such as doctor or receptionist, as a clinic names them.';

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

create function end_sessions_of_member() returns trigger language plpgsql as $$
begin
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = coalesce(new.workspace_id, old.workspace_id) and m.user_id = coalesce(new.user_id, old.user_id)
    and s.account_id = m.account_id;
  return null;
end
$$;
create trigger end_sessions_of_role after insert or delete on user_roles for each row execute function end_sessions_of_member();

create table user_locations (
  workspace_id bigint not null,
  user_id bigint not null,
  location_id bigint not null,
  primary key (workspace_id, user_id, location_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id)
);
comment on table user_locations is 'Where members of staff work who are not practitioners.';
create index user_locations_by_location on user_locations (workspace_id, location_id);

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
  video_link text constraint practitioner_video_link_is_https check (video_link ~ '^https://\S+$'),
  primary key (workspace_id, user_id),
  constraint practitioner_system_unique unique (workspace_id, user_id, appointment_system),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
comment on table practitioners is 'Doctors: how they are booked, and what may be cancelled or moved.';

create trigger note_change after insert or update or delete on practitioners for each row execute function note_configuration_change();

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
comment on table doctor_locations is 'A practitioner at a location, with the length of a slot; bookings refer to it, so it is switched off and never removed.';

create trigger note_change after insert or update or delete on doctor_locations for each row execute function note_configuration_change();

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
comment on table consultation_fees is 'Fees of a practitioner at a location, by mode, for local and for international patients.';

create trigger note_change after insert or update or delete on consultation_fees for each row execute function note_configuration_change();

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
comment on table duration_tiers is 'Visits of other lengths that a practitioner offers at a location, with their prices.';

create trigger note_change after insert or update or delete on duration_tiers for each row execute function note_configuration_change();

create table working_hours (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint not null,
  location_id bigint not null,
  weekday smallint constraint hours_weekday check (weekday between 1 and 7),
  date date,
  from_minute smallint not null,
  to_minute smallint not null,
  modes text[] not null constraint hours_have_modes check (cardinality(modes) > 0 and modes <@ array['OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN']),
  primary key (workspace_id, id),
  constraint hours_are_weekly_or_of_a_date check ((weekday is null) <> (date is null)),
  constraint hours_inside_a_day check (0 <= from_minute and from_minute < to_minute and to_minute <= 1440),
  foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id)
);
comment on table working_hours is 'Hours of a practitioner at a location, weekly or of one date, in minutes of the clinic''s day.';
create index working_hours_of_doctor on working_hours (workspace_id, doctor_id, location_id);

create trigger note_change after insert or update or delete on working_hours for each row execute function note_configuration_change();

create table hour_exceptions (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  date date not null,
  primary key (workspace_id, doctor_id, location_id, date),
  foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id)
);
comment on table hour_exceptions is 'Dates on which a practitioner''s weekly hours at a location do not apply.';

create trigger note_change after insert or update or delete on hour_exceptions for each row execute function note_configuration_change();

create table closing_days (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  location_id bigint,
  practitioner_id bigint,
  first_date date not null,
  last_date date not null,
  reason text,
  primary key (workspace_id, id),
  constraint closing_is_of_one check (num_nonnulls(location_id, practitioner_id) <= 1),
  constraint closing_is_in_order check (first_date <= last_date),
  constraint closing_is_a_year_at_most check (last_date - first_date < 366),
  constraint closing_is_written_once unique nulls not distinct (workspace_id, location_id, practitioner_id, first_date, last_date),
  constraint closing_location_is_of_workspace foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint closing_practitioner_is_of_workspace foreign key (workspace_id, practitioner_id) references practitioners (workspace_id, user_id)
);
comment on table closing_days is 'Ranges of dates on which a workspace, a location or a practitioner does not work.';

create trigger note_change after insert or update or delete on closing_days for each row execute function note_configuration_change();

create table public_profiles (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  user_id bigint,
  name text not null,
  specialization text,
  qualification text,
  experience integer constraint experience_not_negative check (experience >= 0),
  profile_image_url text,
  published boolean not null,
  details jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  constraint one_profile_for_each unique nulls not distinct (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
comment on table public_profiles is 'The public profiles of the workspace and of its staff.';

create trigger note_change after insert or update or delete on public_profiles for each row execute function note_configuration_change();

create table medicines (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  code text not null,
  name text not null,
  generic_name text,
  form text,
  strength text,
  manufacturer text,
  search_text text collate "C" not null constraint medicine_search_text_fits check (octet_length(search_text) <= 2000),
  primary key (workspace_id, id),
  constraint medicine_code_unique unique (workspace_id, code),
  constraint medicine_search_text_unique unique (workspace_id, id, search_text)
);
comment on table medicines is 'Medicines a clinic keeps, by its own codes.';

create table medicine_stock (
  workspace_id bigint not null,
  medicine_id bigint not null,
  location_id bigint not null,
  unit_price_minor bigint not null constraint unit_price_not_negative check (unit_price_minor >= 0),
  quantity integer not null constraint stock_not_negative check (quantity >= 0),
  search_text text collate "C" not null,
  primary key (workspace_id, medicine_id, location_id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint stock_search_text_is_of_medicine foreign key (workspace_id, medicine_id, search_text) references medicines (workspace_id, id, search_text) on update cascade
);
comment on table medicine_stock is 'Price and quantity of a medicine at a location, with the text that a search of the location reads.';
create index stock_by_search_text on medicine_stock (workspace_id, location_id, search_text, medicine_id);
create index stock_by_trigrams on medicine_stock using gin (location_id, search_text gin_trgm_ops);

create unlogged table configuration_snapshots (
  workspace_id bigint primary key references workspaces (id),
  version bigint not null,
  shape text not null,
  rows json not null
);
alter table configuration_snapshots alter column rows set storage external;
comment on table configuration_snapshots is 'What each configuration was last read as: a copy, made again whenever it is missing.';

create table staff_accounts (
  id bigint generated always as identity,
  email text,
  email_normalised text,
  password_hash text,
  created_at timestamptz not null,
  constraint staff_accounts_pkey primary key (id),
  constraint account_email_unique unique (email_normalised),
  constraint account_email_is_whole check ((email is null) = (email_normalised is null)),
  constraint account_password_is_hashed check (password_hash like '$argon2id$%'),
  constraint account_password_has_email check (password_hash is null or email is not null)
);
comment on table staff_accounts is 'People who sign in to the dashboard, each a member of one workspace or of several.';

create table staff_account_members (
  workspace_id bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  constraint staff_account_members_pkey primary key (workspace_id, user_id),
  constraint account_is_one_member_of_workspace unique (account_id, workspace_id),
  constraint account_member_is_of_workspace foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  constraint account_member_has_account foreign key (account_id) references staff_accounts (id) on delete cascade
);
comment on table staff_account_members is 'Which members of staff an account is.';

create function end_sessions_of_former_member() returns trigger language plpgsql as $$
begin
  delete from staff_sessions where account_id = old.account_id;
  return null;
end
$$;
create trigger end_sessions_of_membership after delete on staff_account_members for each row execute function end_sessions_of_former_member();

create table staff_links (
  token_hash bytea not null,
  workspace_id bigint not null,
  user_id bigint not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint staff_links_pkey primary key (workspace_id, token_hash),
  constraint staff_link_token_unique unique (token_hash),
  constraint link_token_is_hashed check (length(token_hash) = 32),
  constraint link_purpose check (purpose in ('INVITATION', 'SIGN_IN')),
  constraint link_expires_after_it_is_made check (expires_at > created_at),
  constraint link_is_for_member foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
comment on table staff_links is 'Links that sign a member of staff in once, or invite one to choose how to sign in.';
create index staff_links_by_member on staff_links (workspace_id, user_id);
create index staff_links_by_expiry on staff_links (expires_at);

create table staff_sessions (
  id bigint generated always as identity,
  token_hash bytea not null,
  account_id bigint not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null,
  browser text not null,
  has_both_factors boolean not null default false,
  constraint staff_sessions_pkey primary key (id),
  constraint staff_session_token_unique unique (token_hash),
  constraint staff_session_token_is_hashed check (length(token_hash) = 32),
  constraint staff_session_browser_length check (char_length(browser) <= 200),
  constraint staff_session_is_seen_after_it_begins check (seen_at >= created_at),
  constraint staff_session_has_account foreign key (account_id) references staff_accounts (id) on delete cascade
);
comment on table staff_sessions is 'Browsers that are signed in to the dashboard.';
create index staff_sessions_by_account on staff_sessions (account_id);
create index staff_sessions_by_use on staff_sessions (seen_at);

create table staff_sign_in_failures (
  id bigint generated always as identity,
  subject_hash bytea not null,
  at timestamptz not null,
  constraint staff_sign_in_failures_pkey primary key (id),
  constraint sign_in_subject_is_hashed check (length(subject_hash) = 32)
);
comment on table staff_sign_in_failures is 'Attempts to sign in that failed, for as long as they count.';
create index staff_sign_in_failures_by_subject on staff_sign_in_failures (subject_hash, at);
create index staff_sign_in_failures_by_time on staff_sign_in_failures (at);

create table staff_passkeys (
  id bigint generated always as identity,
  account_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint staff_passkeys_pkey primary key (id),
  constraint passkey_credential_unique unique (credential_id),
  constraint passkey_name_length check (char_length(name) between 1 and 60),
  constraint passkey_counter_not_negative check (counter >= 0),
  constraint passkey_has_account foreign key (account_id) references staff_accounts (id) on delete cascade
);
comment on table staff_passkeys is 'Passkeys, each of which signs an account in to the dashboard.';
create index staff_passkeys_by_account on staff_passkeys (account_id);

create table staff_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  expires_at timestamptz not null,
  constraint staff_challenges_pkey primary key (challenge_hash),
  constraint challenge_is_hashed check (length(challenge_hash) = 32),
  constraint challenge_purpose check (purpose in ('PASSKEY_SIGN_IN', 'PASSKEY_NEW', 'OPENID'))
);
comment on table staff_challenges is 'What browsers were asked to sign or to bring back when they sign in, once, for five minutes.';
create index staff_challenges_by_expiry on staff_challenges (expires_at);

create table staff_code_secrets (
  account_id bigint not null,
  sealed bytea not null,
  confirmed_at timestamptz,
  last_step bigint,
  constraint staff_code_secrets_pkey primary key (account_id),
  constraint code_secret_is_used_once_confirmed check (last_step is null or confirmed_at is not null),
  constraint code_secret_has_account foreign key (account_id) references staff_accounts (id) on delete cascade
);
comment on table staff_code_secrets is 'Secrets shared with apps that show codes, sealed by a key of the installation.';

create table staff_recovery_codes (
  account_id bigint not null,
  code_hash bytea not null,
  constraint staff_recovery_codes_pkey primary key (account_id, code_hash),
  constraint recovery_code_is_hashed check (length(code_hash) = 32),
  constraint recovery_code_has_secret foreign key (account_id) references staff_code_secrets (account_id) on delete cascade
);
comment on table staff_recovery_codes is 'Codes on paper that stand in for those of an app, each once.';

create table claims (
  workspace_id bigint not null,
  appointment_id bigint not null,
  doctor_id bigint not null,
  room_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (workspace_id, appointment_id),
  constraint claim_starts_before_it_ends check (from_at < to_at),
  constraint doctor_is_claimed_once exclude using gist (workspace_id with =, doctor_id with =, tstzrange(from_at, to_at) with &&),
  constraint room_is_claimed_once exclude using gist (workspace_id with =, room_id with =, tstzrange(from_at, to_at) with &&) where (room_id is not null)
);
comment on table claims is 'Time that is taken: one row for each live appointment, kept from overlapping by the exclusion constraints of doctor and room.';
create index claims_by_end on claims (to_at);

create function claim_is_held() returns trigger language plpgsql as $$
begin
  if exists (
    select from appointments a
    where a.workspace_id = old.workspace_id and a.id = old.appointment_id
      and a.status <> 'CANCELLED' and a.to_at > clock_timestamp()
      and not exists (select from claims c where c.workspace_id = a.workspace_id and c.appointment_id = a.id and c.from_at = a.from_at and c.to_at = a.to_at)
  ) then
    raise exception 'the claim of a live appointment stays' using errcode = '23514', constraint = 'claim_is_held', table = 'claims';
  end if;
  if exists (
    select from waiting_offers o
    where o.workspace_id = old.workspace_id and o.claim_id = old.appointment_id and o.state = 'OPEN' and o.to_at > clock_timestamp()
      and not exists (select from claims c where c.workspace_id = o.workspace_id and c.appointment_id = o.claim_id and c.from_at = o.from_at and c.to_at = o.to_at)
  ) then
    raise exception 'the claim of an open offer stays' using errcode = '23514', constraint = 'claim_is_held', table = 'claims';
  end if;
  return null;
end
$$;
create constraint trigger claim_is_held after update or delete on claims deferrable initially deferred for each row execute function claim_is_held();

create function claim_is_of_visit_or_offer() returns trigger language plpgsql as $$
begin
  if not exists (select from appointments a where a.workspace_id = new.workspace_id and a.id = new.appointment_id)
    and not exists (select from waiting_offers o where o.workspace_id = new.workspace_id and o.claim_id = new.appointment_id)
  then
    raise exception 'a claim is of a visit or an offer' using errcode = '23503', constraint = 'claim_is_of_visit_or_offer', table = 'claims';
  end if;
  return null;
end
$$;
create constraint trigger claim_is_of_visit_or_offer after insert or update of workspace_id, appointment_id on claims for each row execute function claim_is_of_visit_or_offer();

create table blocks (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint,
  location_id bigint,
  room_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  timezone text not null,
  reason text not null,
  acting_user_id bigint,
  operator text,
  created_at timestamptz not null,
  closing_id bigint,
  constraint blocks_pkey primary key (workspace_id, id),
  constraint block_is_of_practitioner_or_room check (num_nonnulls(doctor_id, room_id) = 1),
  constraint block_of_room_has_its_location check (room_id is null or location_id is not null),
  constraint block_starts_before_it_ends check (from_at < to_at),
  constraint block_is_a_year_at_most check (to_at <= from_at + interval '366 days'),
  constraint block_reason_length check (char_length(reason) between 1 and 200),
  constraint block_practitioner_is_of_workspace foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id),
  constraint block_practitioner_works_at_location foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id),
  constraint block_room_is_at_location foreign key (workspace_id, room_id, location_id) references rooms (workspace_id, id, location_id)
);
comment on table blocks is 'Times of a practitioner, at one location or at all, or of a room, that the clinic has blocked, with the reason.';
create index blocks_of_doctor on blocks (workspace_id, doctor_id, to_at) where doctor_id is not null;
create index blocks_of_room on blocks (workspace_id, room_id, to_at) where room_id is not null;
create index blocks_of_closing on blocks (workspace_id, closing_id) where closing_id is not null;

create function block_waits_for_bookings() returns trigger language plpgsql as $$
begin
  if new.doctor_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('calendars ' || new.doctor_id, new.workspace_id));
  else
    perform pg_advisory_xact_lock(hashtextextended('blocks of room ' || new.room_id, new.workspace_id));
  end if;
  return new;
end
$$;
create trigger block_waits_for_bookings before insert or update on blocks for each row execute function block_waits_for_bookings();

create function note_block() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'blocks ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;
create trigger note_block after insert or update or delete on blocks for each row execute function note_block();

create function time_is_left_free(workspace bigint, doctor bigint, location bigint, room bigint, since timestamptz, until timestamptz) returns boolean language plpgsql as $$
begin
  if not calendars_leave_free(workspace, doctor, since, until) then
    return false;
  end if;
  if exists (
    select from blocks b
    where b.workspace_id = workspace and b.doctor_id = doctor and b.to_at > since and b.from_at < until
      and (b.location_id is null or b.location_id = location)
  ) then
    return false;
  end if;
  if room is null then
    return true;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('blocks of room ' || room, workspace));
  return not exists (
    select from blocks b
    where b.workspace_id = workspace and b.room_id = room and b.to_at > since and b.from_at < until
  );
end
$$;

create table calendars (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  doctor_id bigint not null,
  name text not null,
  url text,
  etag text,
  last_modified text,
  attempt bigint not null default 0,
  attempted_at timestamptz,
  succeeded_at timestamptz,
  problem text constraint calendar_problem_length check (char_length(problem) between 1 and 500),
  read_to timestamptz,
  read_zones text,
  unreadable_events integer not null default 0,
  unknown_zones boolean not null default false,
  primary key (workspace_id, id),
  constraint calendar_name_unique unique (workspace_id, doctor_id, name),
  constraint calendar_is_of_one_doctor unique (workspace_id, doctor_id, id),
  constraint calendar_practitioner_is_of_workspace foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table calendars is 'Feeds of calendars that practitioners keep elsewhere, and how the last attempt to read each ended.';

create table calendar_busy_times (
  workspace_id bigint not null,
  doctor_id bigint not null,
  from_at timestamptz not null,
  calendar_id bigint not null,
  to_at timestamptz not null,
  primary key (workspace_id, doctor_id, from_at, calendar_id) include (to_at),
  constraint busy_time_is_a_day_at_most check (from_at < to_at and to_at <= from_at + interval '24 hours'),
  constraint busy_time_is_of_a_calendar foreign key (workspace_id, doctor_id, calendar_id) references calendars (workspace_id, doctor_id, id)
);
comment on table calendar_busy_times is 'When practitioners are busy by their calendars elsewhere: nothing of an event but its time, at most a day in one row.';

create function calendars_make_busy() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('calendars ' || new.doctor_id, new.workspace_id));
  return null;
end
$$;
create constraint trigger calendars_make_busy after insert or update on calendar_busy_times deferrable initially deferred for each row execute function calendars_make_busy();

create function calendars_leave_free(workspace bigint, doctor bigint, since timestamptz, until timestamptz) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('calendars ' || doctor, workspace));
  return not exists (
    select from calendar_busy_times b
    where b.workspace_id = workspace and b.doctor_id = doctor and b.from_at > since - interval '24 hours' and b.from_at < until and b.to_at > since
  );
end
$$;

create type payable_standing as (currency text, due_minor bigint, payment_status text, is_over boolean);

create table payment_sessions (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  session_ref text not null constraint session_ref_unique unique constraint session_ref_form check (session_ref ~ '^ps_[0-9a-z]{26}$'),
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  gateway text not null,
  gateway_id text,
  checkout_url text,
  payee text not null,
  description text not null,
  return_url text not null,
  amount_minor bigint not null constraint checkout_costs_something check (amount_minor > 0),
  currency text not null constraint checkout_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  desk_payment_mode text not null,
  contact_hash bytea,
  state text not null constraint payment_session_state check (state in ('OPENING', 'OPEN', 'FAILED', 'NOT_OPENED', 'PAID', 'RELEASED', 'RETURNING', 'RETURNED', 'CLOSED')),
  held_until timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  location_id bigint,
  primary key (workspace_id, id),
  constraint checkout_is_of_one_thing check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint checkout_has_id_and_page check ((gateway_id is null) = (checkout_url is null)),
  constraint open_checkout_is_known check (gateway_id is not null or state in ('OPENING', 'NOT_OPENED', 'RELEASED', 'CLOSED')),
  constraint payment_session_of_gateway_unique unique (workspace_id, gateway_id, gateway),
  constraint payment_is_of_a_location foreign key (workspace_id, location_id) references locations (workspace_id, id)
);
comment on table payment_sessions is 'Attempts to have a visit, a token or a pack paid online, each with its checkout at a gateway.';
create index payment_sessions_of_appointment on payment_sessions (workspace_id, appointment_id, id) where appointment_id is not null;
create index payment_sessions_of_visit on payment_sessions (workspace_id, visit_id, id) where visit_id is not null;
create index payment_sessions_of_pack on payment_sessions (workspace_id, patient_pack_id, id) where patient_pack_id is not null;
create unique index one_open_checkout_of_appointment on payment_sessions (workspace_id, appointment_id) where state in ('OPENING', 'OPEN', 'FAILED');
create unique index one_open_checkout_of_visit on payment_sessions (workspace_id, visit_id) where state in ('OPENING', 'OPEN', 'FAILED');
create unique index one_open_checkout_of_pack on payment_sessions (workspace_id, patient_pack_id) where state in ('OPENING', 'OPEN', 'FAILED');
create index holds_of_contact on payment_sessions (workspace_id, contact_hash) where contact_hash is not null and state in ('OPENING', 'OPEN', 'FAILED');
create index payment_sessions_by_time on payment_sessions (workspace_id, created_at);

create function payment_session_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.session_ref, new.appointment_id, new.visit_id, new.patient_pack_id, new.gateway, new.amount_minor, new.currency, new.held_until)
      is distinct from (old.session_ref, old.appointment_id, old.visit_id, old.patient_pack_id, old.gateway, old.amount_minor, old.currency, old.held_until)
    or (old.gateway_id is not null and new.gateway_id <> old.gateway_id)
    or not (case old.state
      when 'PAID' then new.state in ('PAID', 'RETURNED')
      when 'RETURNING' then new.state in ('RETURNING', 'RETURNED')
      when 'RETURNED' then new.state = 'RETURNED'
      when 'RELEASED' then new.state in ('RELEASED', 'PAID', 'RETURNING', 'CLOSED')
      when 'CLOSED' then new.state in ('CLOSED', 'RELEASED')
      else true
    end)
  then
    raise exception 'a payment session cannot change like this' using errcode = '23514', constraint = 'payment_session_changes_as_it_may', table = 'payment_sessions';
  end if;
  return null;
end
$$;
create trigger payment_session_changes_as_it_may after update on payment_sessions for each row execute function payment_session_changes_as_it_may();

create function payment_session_agrees() returns trigger language plpgsql as $$
declare
  session payment_sessions := (select s from payment_sessions s where s.workspace_id = new.workspace_id and s.id = new.id);
  stands payable_standing := standing_of(session.workspace_id, session.appointment_id, session.visit_id, session.patient_pack_id);
  has_captured boolean := exists (
    select from ledger_entries e where e.workspace_id = session.workspace_id and e.payment_session_id = session.id and e.cause = 'CAPTURED'
  );
  has_returned boolean := exists (
    select from ledger_entries e where e.workspace_id = session.workspace_id and e.payment_session_id = session.id and e.cause = 'REFUNDED'
  );
  broken text := case
    when session.state in ('OPENING', 'OPEN', 'FAILED') and not (stands.payment_status = 'PENDING' or stands.is_over) then 'open_checkout_is_pending'
    when session.amount_minor <> stands.due_minor or session.currency <> stands.currency then 'checkout_is_of_what_is_due'
    when (session.state in ('PAID', 'RETURNING', 'RETURNED')) <> has_captured then 'paid_session_has_its_money'
    when (session.state = 'RETURNED') <> has_returned then 'returned_session_has_its_refund'
    when session.state = 'PAID' and stands.payment_status not in ('PAID', 'REFUNDED') then 'paid_session_pays_its_booking'
  end;
begin
  if broken is not null then
    raise exception 'a payment session contradicts what it pays for' using errcode = '23514', constraint = broken, table = 'payment_sessions';
  end if;
  return null;
end
$$;
create constraint trigger payment_session_agrees after insert or update on payment_sessions deferrable initially deferred for each row execute function payment_session_agrees();

create table ledger_entries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  payment_session_id bigint not null,
  at timestamptz not null,
  cause text not null constraint ledger_cause check (cause in ('CAPTURED', 'REFUNDED')),
  debit text not null,
  credit text not null,
  amount_minor bigint not null constraint ledger_amount_is_positive check (amount_minor > 0),
  currency text not null,
  primary key (workspace_id, id),
  constraint money_moves_once unique (workspace_id, payment_session_id, cause),
  constraint ledger_accounts check (case cause when 'CAPTURED' then debit = 'GATEWAY' and credit in ('FEES', 'OWED_BACK') else debit in ('FEES', 'OWED_BACK') and credit = 'GATEWAY' end),
  constraint ledger_is_of_a_session foreign key (workspace_id, payment_session_id) references payment_sessions (workspace_id, id)
);
comment on table ledger_entries is 'Money that came through a gateway or went back, each time from one account to another; rows are only added.';
create index ledger_entries_by_time on ledger_entries (workspace_id, at);

create function ledger_entry_is_of_its_session() returns trigger language plpgsql as $$
begin
  if not (case new.cause
    when 'CAPTURED' then exists (
      select from payment_sessions s
      where s.workspace_id = new.workspace_id and s.id = new.payment_session_id and s.amount_minor = new.amount_minor and s.currency = new.currency
    )
    else exists (
      select from ledger_entries e
      where e.workspace_id = new.workspace_id and e.payment_session_id = new.payment_session_id and e.cause = 'CAPTURED'
        and e.currency = new.currency and e.amount_minor >= new.amount_minor and e.credit = new.debit
    )
  end) then
    raise exception 'money is of its payment session' using errcode = '23514', constraint = 'ledger_entry_is_of_its_session', table = 'ledger_entries';
  end if;
  return null;
end
$$;
create trigger ledger_entry_is_of_its_session after insert on ledger_entries for each row execute function ledger_entry_is_of_its_session();

create function money_is_of_a_settled_session() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payment_sessions s
    where s.workspace_id = new.workspace_id and s.id = new.payment_session_id
      and s.state in ('PAID', 'RETURNING', 'RETURNED') and (new.cause = 'CAPTURED' or s.state = 'RETURNED')
  ) then
    raise exception 'money has moved that its payment session does not know of' using errcode = '23514', constraint = 'money_is_of_a_settled_session', table = 'ledger_entries';
  end if;
  return null;
end
$$;
create constraint trigger money_is_of_a_settled_session after insert on ledger_entries deferrable initially deferred for each row execute function money_is_of_a_settled_session();

create function ledger_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  raise exception 'the ledger is only added to' using errcode = '23514', constraint = 'ledger_is_kept', table = 'ledger_entries';
end
$$;
create trigger ledger_is_kept before update or delete on ledger_entries for each row execute function ledger_is_kept();
create trigger ledger_is_not_emptied before truncate on ledger_entries for each statement execute function ledger_is_kept();

create function returned_money_has_its_refund() returns trigger language plpgsql as $$
begin
  if not exists (
    select from refunds r
    where r.workspace_id = new.workspace_id and r.payment_session_id = new.payment_session_id and r.state = 'DONE'
      and r.amount_minor = new.amount_minor and r.currency = new.currency
  ) then
    raise exception 'money went back without its refund' using errcode = '23514', constraint = 'returned_money_has_its_refund', table = 'ledger_entries';
  end if;
  return null;
end
$$;
create constraint trigger returned_money_has_its_refund after insert on ledger_entries deferrable initially deferred for each row when (new.cause = 'REFUNDED') execute function returned_money_has_its_refund();

create table refunds (
  workspace_id bigint not null,
  id bigint generated always as identity,
  appointment_id bigint,
  state text not null constraint refund_state check (state in ('REQUESTED', 'PENDING', 'DONE', 'REFUSED', 'FAILED')),
  percentage double precision not null constraint refund_percentage check (percentage between 0 and 100),
  amount_minor bigint not null constraint refund_not_negative check (amount_minor >= 0),
  currency text not null constraint refund_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  override_reason text constraint refund_override_reason_length check (char_length(override_reason) <= 500),
  requested_at timestamptz not null,
  done_at timestamptz,
  visit_id bigint,
  patient_pack_id bigint,
  payment_session_id bigint,
  gateway_key text,
  cancellation_reason text,
  problem text,
  changed_at timestamptz,
  given_by bigint,
  primary key (workspace_id, id),
  constraint refund_is_done_when_it_says check ((state = 'DONE') = (done_at is not null)),
  constraint refund_is_of_one_thing check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint refund_is_of_a_session foreign key (workspace_id, payment_session_id) references payment_sessions (workspace_id, id),
  constraint refund_cancellation_reason_length check (char_length(cancellation_reason) <= 500),
  constraint refund_of_a_gateway_has_a_key check (amount_minor = 0 or (payment_session_id is null) = (gateway_key is null)),
  constraint refund_key_unique unique (workspace_id, gateway_key),
  constraint refund_at_the_desk_is_done check (payment_session_id is not null or state = 'DONE'),
  constraint refund_is_given_by_staff foreign key (workspace_id, given_by) references users (workspace_id, id)
);
comment on table refunds is 'Refunds of what was paid, each written before its gateway is asked.';
create unique index visit_is_refunded_once on refunds (workspace_id, appointment_id) where state not in ('REFUSED', 'FAILED');
create unique index queue_visit_is_refunded_once on refunds (workspace_id, visit_id) where state not in ('REFUSED', 'FAILED');
create unique index pack_is_refunded_once on refunds (workspace_id, patient_pack_id) where state not in ('REFUSED', 'FAILED');
create unique index payment_is_refunded_once on refunds (workspace_id, payment_session_id) where state not in ('REFUSED', 'FAILED');
create index refunds_of_appointment on refunds (workspace_id, appointment_id) where appointment_id is not null;
create index refunds_of_payment on refunds (workspace_id, payment_session_id) where payment_session_id is not null;
create index refunds_under_way on refunds (workspace_id, id) where state in ('REQUESTED', 'PENDING');
create index refunds_at_the_desk_by_time on refunds (workspace_id, requested_at) where payment_session_id is null;

create function refund_is_of_its_payment() returns trigger language plpgsql as $$
declare
  stands payable_standing := standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
begin
  -- One that was asked for and is done by now is looked at as it is now.
  if exists (select from refunds r where r.workspace_id = new.workspace_id and r.id = new.id and r.state = new.state) and (
    stands.currency is distinct from new.currency or new.amount_minor > stands.due_minor
    or stands.payment_status is distinct from (case new.state when 'DONE' then 'REFUNDED' else 'PAID' end)
  ) then
    raise exception 'a refund is of what was paid' using errcode = '23514', constraint = 'refund_is_of_its_payment', table = 'refunds';
  end if;
  return null;
end
$$;
create constraint trigger refund_is_of_its_payment after insert or update on refunds deferrable initially deferred for each row execute function refund_is_of_its_payment();

create function refund_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.appointment_id, new.visit_id, new.patient_pack_id, new.payment_session_id, new.gateway_key, new.percentage, new.amount_minor, new.currency)
      is distinct from (old.appointment_id, old.visit_id, old.patient_pack_id, old.payment_session_id, old.gateway_key, old.percentage, old.amount_minor, old.currency)
    or not (case old.state
      when 'REQUESTED' then true
      when 'PENDING' then new.state in ('PENDING', 'DONE', 'FAILED')
      -- Two may have asked, and the one that was refused have come first.
      when 'REFUSED' then new.state in ('REFUSED', 'PENDING', 'DONE')
      else new.state = old.state
    end)
  then
    raise exception 'a refund cannot change like this' using errcode = '23514', constraint = 'refund_changes_as_it_may', table = 'refunds';
  end if;
  return null;
end
$$;
create trigger refund_changes_as_it_may after update on refunds for each row execute function refund_changes_as_it_may();

create function done_refund_is_in_the_books() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries e
    where e.workspace_id = new.workspace_id and e.payment_session_id = new.payment_session_id and e.cause = 'REFUNDED' and e.amount_minor = new.amount_minor
  ) then
    raise exception 'a refund through a gateway is in the books' using errcode = '23514', constraint = 'done_refund_is_in_the_books', table = 'refunds';
  end if;
  return null;
end
$$;
create constraint trigger done_refund_is_in_the_books after insert or update on refunds deferrable initially deferred for each row when (new.state = 'DONE' and new.payment_session_id is not null and new.amount_minor > 0) execute function done_refund_is_in_the_books();

create function refund_changes_its_visit() returns trigger language plpgsql as $$
declare
  shown_before text := case when tg_op <> 'INSERT' and old.state in ('PENDING', 'DONE') then row(old.percentage, old.amount_minor, old.override_reason)::text end;
  shown_now text := case when tg_op <> 'DELETE' and new.state in ('PENDING', 'DONE') then row(new.percentage, new.amount_minor, new.override_reason)::text end;
begin
  if shown_now is distinct from shown_before then
    update appointments
    set changed_in = pg_current_xact_id(), updated_at = greatest(updated_at, new.changed_at)
    where workspace_id = coalesce(new.workspace_id, old.workspace_id) and id = coalesce(new.appointment_id, old.appointment_id)
      -- What has changed in this transaction is told already.
      and changed_in <> pg_current_xact_id();
  end if;
  return null;
end
$$;
create trigger refund_changes_its_visit after insert or update or delete on refunds for each row execute function refund_changes_its_visit();

create table desk_payments (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  location_id bigint,
  cause text not null constraint desk_payment_cause check (cause in ('PAID', 'CORRECTED')),
  corrects_id bigint,
  at timestamptz not null,
  method text not null constraint desk_payment_method_form check (method ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  amount_minor bigint not null constraint desk_payment_is_not_negative check (amount_minor >= 0),
  currency text not null,
  reason text constraint desk_payment_reason_length check (char_length(reason) between 1 and 500),
  taken_by bigint,
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  primary key (workspace_id, id),
  constraint desk_payment_is_of_one_thing check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint correction_is_of_a_payment check ((cause = 'CORRECTED') = (corrects_id is not null) and (cause = 'CORRECTED') = (reason is not null)),
  constraint desk_payment_is_corrected_once unique (workspace_id, corrects_id),
  constraint correction_has_its_payment foreign key (workspace_id, corrects_id) references desk_payments (workspace_id, id),
  constraint desk_payment_is_of_a_location foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint desk_payment_is_taken_by_staff foreign key (workspace_id, taken_by) references users (workspace_id, id)
);
comment on table desk_payments is 'What patients paid at the clinic, and the corrections of mistakes; rows are only added.';
create index desk_payments_of_appointment on desk_payments (workspace_id, appointment_id) where appointment_id is not null;
create index desk_payments_of_visit on desk_payments (workspace_id, visit_id) where visit_id is not null;
create index desk_payments_of_pack on desk_payments (workspace_id, patient_pack_id) where patient_pack_id is not null;
create index desk_payments_by_time on desk_payments (workspace_id, at);

create function desk_payment_is_due() returns trigger language plpgsql as $$
declare
  stands payable_standing;
  broken text;
begin
  perform from appointments where workspace_id = new.workspace_id and id = new.appointment_id for no key update;
  perform from queue_visits where workspace_id = new.workspace_id and id = new.visit_id for no key update;
  perform from patient_packs where workspace_id = new.workspace_id and id = new.patient_pack_id for no key update;
  stands := standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
  broken := case
    when new.cause = 'PAID' then case
      when is_paid_at_the_desk(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id) then 'desk_payment_happens_once'
      when new.amount_minor is distinct from stands.due_minor or new.currency is distinct from stands.currency then 'desk_payment_is_of_what_is_due'
    end
    when not exists (
      select from desk_payments p
      where p.workspace_id = new.workspace_id and p.id = new.corrects_id and p.cause = 'PAID'
        and (p.appointment_id, p.visit_id, p.patient_pack_id, p.location_id, p.method, p.amount_minor, p.currency)
          is not distinct from (new.appointment_id, new.visit_id, new.patient_pack_id, new.location_id, new.method, new.amount_minor, new.currency)
    ) then 'correction_is_of_its_payment'
  end;
  if broken is not null then
    raise exception 'this cannot be paid at the desk' using errcode = '23514', constraint = broken, table = 'desk_payments';
  end if;
  return new;
end
$$;
create trigger desk_payment_is_due before insert on desk_payments for each row execute function desk_payment_is_due();

create function desk_payment_agrees() returns trigger language plpgsql as $$
declare
  status text := (standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id)).payment_status;
  is_paid boolean := is_paid_at_the_desk(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
begin
  if is_paid and status not in ('PAID', 'REFUNDED') or new.cause = 'CORRECTED' and not is_paid and status <> 'UNPAID' then
    raise exception 'a payment at the desk contradicts what it pays for'
      using errcode = '23514', constraint = 'desk_payment_agrees', table = 'desk_payments';
  end if;
  return null;
end
$$;
create constraint trigger desk_payment_agrees after insert on desk_payments deferrable initially deferred for each row execute function desk_payment_agrees();

create function desk_payments_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.reason = 'erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'payments at the desk are only added to' using errcode = '23514', constraint = 'desk_payments_are_kept', table = 'desk_payments';
end
$$;
create trigger desk_payments_are_kept before update or delete on desk_payments for each row execute function desk_payments_are_kept();
create trigger desk_payments_are_not_emptied before truncate on desk_payments for each statement execute function desk_payments_are_kept();

create table sandbox_gateway_checkouts (
  workspace_id bigint not null references workspaces (id),
  gateway_id text not null constraint gateway_id_unique unique constraint gateway_id_form check (gateway_id ~ '^[0-9a-z]{26}$'),
  key text not null constraint gateway_key_form check (key ~ '^[A-Za-z0-9_-]{1,100}$'),
  reference text not null,
  amount_minor bigint not null constraint gateway_amount_above_zero check (amount_minor > 0),
  currency text not null constraint gateway_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  payee text not null,
  description text not null,
  return_url text not null constraint return_url_is_of_the_web check (return_url ~* '^https?://'),
  held_until timestamptz not null,
  state text not null default 'OPEN' constraint gateway_state check (state in ('OPEN', 'PAID', 'FAILED', 'EXPIRED')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  late_at timestamptz,
  decided_at timestamptz,
  primary key (workspace_id, gateway_id),
  constraint gateway_key_unique unique (workspace_id, key),
  constraint decided_checkout_says_when check ((state = 'OPEN') = (decided_at is null))
);
comment on table sandbox_gateway_checkouts is 'Checkouts of the payment gateway that a sandbox brings; nothing of the clinic refers to them.';

create function gateway_checkout_changes_as_it_may() returns trigger language plpgsql as $$
declare
  decision text[] := array['state', 'late_at', 'decided_at'];
  broken text := case
    when to_jsonb(new) - decision <> to_jsonb(old) - decision then 'checkout_keeps_its_terms'
    when new.state <> old.state and not (
      old.state = 'OPEN' or (old.state = 'EXPIRED' and new.state = 'PAID' and old.late_at is not null)
    ) then 'checkout_is_decided_once'
    when new.late_at is distinct from old.late_at and (old.late_at is not null or old.state <> 'OPEN') then 'late_payment_is_begun_once'
  end;
begin
  if broken is not null then
    raise exception 'a checkout cannot change like this' using errcode = '23514', constraint = broken, table = 'sandbox_gateway_checkouts';
  end if;
  return null;
end
$$;
create trigger gateway_checkout_changes_as_it_may after update on sandbox_gateway_checkouts for each row execute function gateway_checkout_changes_as_it_may();

create function paid_checkout_is_captured() returns trigger language plpgsql as $$
begin
  if not exists (
    select from sandbox_gateway_movements m
    where m.workspace_id = new.workspace_id and m.gateway_id = new.gateway_id and m.kind = 'CAPTURED'
  ) then
    raise exception 'a paid checkout is captured' using errcode = '23514', constraint = 'paid_checkout_is_captured', table = 'sandbox_gateway_checkouts';
  end if;
  return null;
end
$$;
create trigger paid_checkout_is_captured after insert or update on sandbox_gateway_checkouts for each row when (new.state = 'PAID') execute function paid_checkout_is_captured();

create table sandbox_gateway_movements (
  workspace_id bigint not null,
  id bigint generated always as identity,
  gateway_id text not null,
  kind text not null constraint gateway_movement_kind check (kind in ('CAPTURED', 'REFUNDED', 'REFUND_FAILED')),
  amount_minor bigint not null constraint gateway_movement_above_zero check (amount_minor > 0),
  currency text not null,
  key text constraint gateway_refund_key_form check (key ~ '^[A-Za-z0-9_-]{1,100}$'),
  at timestamptz not null,
  primary key (workspace_id, id),
  constraint gateway_refund_has_a_key check ((kind = 'CAPTURED') = (key is null)),
  constraint gateway_refund_happens_once unique (workspace_id, key, kind),
  constraint gateway_movement_is_of_a_checkout foreign key (workspace_id, gateway_id) references sandbox_gateway_checkouts (workspace_id, gateway_id)
);
comment on table sandbox_gateway_movements is 'The sandbox gateway''s own ledger: money taken and given back; rows are only added.';
create unique index captured_once on sandbox_gateway_movements (workspace_id, gateway_id) where kind = 'CAPTURED';
create index sandbox_gateway_movements_of_checkout on sandbox_gateway_movements (workspace_id, gateway_id);

create function gateway_movement_is_covered() returns trigger language plpgsql as $$
declare
  checkout sandbox_gateway_checkouts;
  broken text;
begin
  select c.* into checkout from sandbox_gateway_checkouts c
  where c.workspace_id = new.workspace_id and c.gateway_id = new.gateway_id
  for no key update;
  broken := case
    when new.currency <> checkout.currency then 'movement_in_the_currency_of_its_checkout'
    when new.kind = 'CAPTURED' and (new.amount_minor, 'PAID') <> (checkout.amount_minor, checkout.state) then 'capture_is_of_a_paid_checkout'
    when new.kind = 'REFUND_FAILED' and not exists (
      select from sandbox_gateway_movements m
      where m.workspace_id = new.workspace_id and m.gateway_id = new.gateway_id and m.key = new.key and m.kind = 'REFUNDED'
        and m.amount_minor = new.amount_minor
    ) then 'failure_is_of_a_refund'
    when (
      select sum(case m.kind when 'REFUNDED' then -m.amount_minor else m.amount_minor end)
      from sandbox_gateway_movements m
      where m.workspace_id = new.workspace_id and m.gateway_id = new.gateway_id
    ) < 0 then 'refunds_within_capture'
  end;
  if broken is not null then
    raise exception 'money cannot move like this' using errcode = '23514', constraint = broken, table = 'sandbox_gateway_movements';
  end if;
  return null;
end
$$;
create trigger gateway_movement_is_covered after insert on sandbox_gateway_movements for each row execute function gateway_movement_is_covered();

create function gateway_movements_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (
    current_setting('clinic.removes_workspace', true) = old.workspace_id::text or exists (select from installation where mode = 'production')
  ) then
    return old;
  end if;
  raise exception 'the ledger of the gateway is only added to'
    using errcode = '23514', constraint = 'gateway_movements_are_kept', table = 'sandbox_gateway_movements';
end
$$;
create trigger gateway_movements_are_kept before update or delete on sandbox_gateway_movements for each row execute function gateway_movements_are_kept();
create trigger gateway_movements_are_not_emptied before truncate on sandbox_gateway_movements for each statement execute function gateway_movements_are_kept();

create table sandbox_gateway_waiting_refunds (
  workspace_id bigint not null,
  gateway_id text not null,
  key text not null,
  settles_at timestamptz not null,
  fails boolean not null,
  primary key (workspace_id, key),
  constraint waiting_refund_is_of_a_checkout foreign key (workspace_id, gateway_id) references sandbox_gateway_checkouts (workspace_id, gateway_id)
);
comment on table sandbox_gateway_waiting_refunds is 'Refunds of the sandbox gateway that are not settled yet.';

create table sandbox_gateway_faults (
  workspace_id bigint not null references workspaces (id),
  call text not null constraint faulty_call check (call in ('open', 'read', 'expire', 'refund')),
  how text not null constraint fault_known check (how in ('refuse', 'time-out-before', 'time-out-after', 'slow', 'wrong-amount', 'pending', 'pending-then-fails')),
  status smallint,
  body jsonb,
  ms integer,
  times_left integer constraint fault_strikes_left check (times_left >= 0),
  primary key (workspace_id, call),
  constraint fault_refuses_with_an_answer check (case how when 'refuse' then status is not null and status between 400 and 599 and body is not null and jsonb_typeof(body) = 'object' else status is null and body is null end),
  constraint fault_is_slow_by_a_time check (case how when 'slow' then ms is not null and ms between 1 and 60000 else ms is null end),
  constraint refund_tells_no_amount check (call <> 'refund' or how <> 'wrong-amount'),
  constraint refund_alone_is_pending check (call = 'refund' or how not in ('pending', 'pending-then-fails'))
);
comment on table sandbox_gateway_faults is 'Calls of the sandbox gateway that fail on purpose, and how.';

create function gateway_is_of_a_sandbox() returns trigger language plpgsql as $$
begin
  if not exists (select from installation where mode = 'sandbox') then
    raise exception 'only a sandbox has this gateway' using errcode = '23514', constraint = 'gateway_is_of_a_sandbox', table = tg_table_name;
  end if;
  return new;
end
$$;
create trigger gateway_is_of_a_sandbox before insert on sandbox_gateway_checkouts for each row execute function gateway_is_of_a_sandbox();
create trigger gateway_is_of_a_sandbox before insert on sandbox_gateway_faults for each row execute function gateway_is_of_a_sandbox();

create function refunded_visit_has_its_refund() returns trigger language plpgsql as $$
begin
  if not exists (
    select from refunds r
    where r.workspace_id = new.workspace_id and r.state = 'DONE'
      and case tg_table_name when 'appointments' then r.appointment_id when 'queue_visits' then r.visit_id else r.patient_pack_id end = new.id
  ) then
    raise exception 'a refunded visit has a refund' using errcode = '23514', constraint = 'refunded_visit_has_its_refund', table = tg_table_name;
  end if;
  return null;
end
$$;

create function standing_of(workspace bigint, appointment bigint, visit bigint, pack bigint) returns payable_standing language sql stable as $$
  select row(currency, charge_minor - discount_minor, payment_status, status = 'CANCELLED')::payable_standing
  from appointments
  where workspace_id = workspace and id = appointment
  union all
  select row(currency, charge_minor - discount_minor, payment_status, status = 'CANCELLED')::payable_standing
  from queue_visits
  where workspace_id = workspace and id = visit
  union all
  select row(currency, amount_minor, payment_status, ended_at is not null)::payable_standing
  from patient_packs
  where workspace_id = workspace and id = pack
$$;

create function open_checkout_is_pending() returns trigger language plpgsql as $$
begin
  if exists (
    select from payment_sessions s
    cross join lateral standing_of(s.workspace_id, s.appointment_id, s.visit_id, s.patient_pack_id) as stands
    where s.workspace_id = new.workspace_id and s.state in ('OPENING', 'OPEN', 'FAILED')
      and case tg_table_name when 'appointments' then s.appointment_id when 'queue_visits' then s.visit_id else s.patient_pack_id end = new.id
      and stands.payment_status <> 'PENDING' and not stands.is_over
  ) then
    raise exception 'with an open checkout a booking is pending' using errcode = '23514', constraint = 'open_checkout_is_pending', table = tg_table_name;
  end if;
  return null;
end
$$;

create function is_paid_at_the_desk(workspace bigint, appointment bigint, visit bigint, pack bigint) returns boolean language sql stable as $$
  select exists (
    select from desk_payments p
    where p.workspace_id = workspace and p.cause = 'PAID' and (p.appointment_id = appointment or p.visit_id = visit or p.patient_pack_id = pack)
      and not exists (select from desk_payments c where c.workspace_id = workspace and c.corrects_id = p.id)
  )
$$;

create function paid_at_the_desk_stays_paid() returns trigger language plpgsql as $$
begin
  if is_paid_at_the_desk(
    new.workspace_id,
    case when tg_table_name = 'appointments' then new.id end,
    case when tg_table_name = 'queue_visits' then new.id end,
    case when tg_table_name = 'patient_packs' then new.id end
  ) then
    raise exception 'what was paid at the desk stays paid' using errcode = '23514', constraint = 'paid_at_the_desk_stays_paid', table = tg_table_name;
  end if;
  return null;
end
$$;

create table session_packs (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  display_name text not null,
  total_sessions integer not null constraint pack_has_sessions check (total_sessions between 1 and 1000),
  visit_mins integer constraint pack_visit_length check (visit_mins between 1 and 1440),
  validity_days integer not null constraint pack_validity check (validity_days between 0 and 3650),
  currency text not null constraint pack_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint pack_price_not_negative check (amount_minor >= 0),
  international_currency text constraint pack_international_currency_is_iso4217 check (international_currency ~ '^[A-Z]{3}$'),
  international_amount_minor bigint constraint pack_international_price_not_negative check (international_amount_minor >= 0),
  allow_family_booking boolean not null,
  active boolean not null default true,
  primary key (workspace_id, id),
  constraint session_pack_name_unique unique (workspace_id, name),
  constraint pack_international_price_is_whole check ((international_currency is null) = (international_amount_minor is null))
);
comment on table session_packs is 'Session packs on sale: how many sessions, for how long, at what price.';

create trigger note_change after insert or update or delete on session_packs for each row execute function note_configuration_change();

create table session_pack_doctors (
  workspace_id bigint not null,
  session_pack_id bigint not null,
  doctor_id bigint not null,
  primary key (workspace_id, session_pack_id, doctor_id),
  foreign key (workspace_id, session_pack_id) references session_packs (workspace_id, id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table session_pack_doctors is 'The practitioners that a pack on sale pays for; a pack without rows here pays for all.';

create trigger note_change after insert or update or delete on session_pack_doctors for each row execute function note_configuration_change();

create table patient_packs (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  session_pack_id bigint not null,
  display_name text not null,
  total_sessions integer not null,
  visit_mins integer,
  allow_family_booking boolean not null,
  currency text not null constraint patient_pack_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint patient_pack_price_not_negative check (amount_minor >= 0),
  purchased_on date not null,
  expires_on date not null,
  sessions_used integer not null default 0,
  activated_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  payment_mode text,
  payment_status text,
  payment_reference text,
  is_refunding boolean not null default false,
  primary key (workspace_id, id),
  constraint sessions_within_pack check (0 <= sessions_used and sessions_used <= total_sessions),
  constraint pack_expires_after_it_is_bought check (purchased_on <= expires_on),
  foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  foreign key (workspace_id, session_pack_id) references session_packs (workspace_id, id),
  constraint pack_payment_status_known check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'REFUNDED')),
  constraint pack_payment_is_whole check ((payment_mode is null) = (payment_status is null)),
  constraint active_pack_is_paid check (payment_status in ('PAID', 'REFUNDED') or payment_status is null or activated_at is null),
  constraint refunded_pack_has_ended check (payment_status <> 'REFUNDED' or ended_at is not null)
);
comment on table patient_packs is 'Packs that patients own, on the terms at which they were sold.';
create index packs_of_patient on patient_packs (workspace_id, patient_id);
create index packs_by_purchase on patient_packs (workspace_id, purchased_on) where payment_status in ('PAID', 'REFUNDED');

alter table payment_sessions
  add foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id);

alter table refunds
  add constraint refund_is_of_a_pack foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id);

alter table desk_payments
  add constraint desk_payment_is_of_a_pack foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id);

create function wallet_is_its_movements() returns trigger language plpgsql as $$
begin
  if new.sessions_used <> -(
    select coalesce(sum(sessions), 0) from pack_movements m where m.workspace_id = new.workspace_id and m.patient_pack_id = new.id
  ) and exists (select from patient_packs p where p.workspace_id = new.workspace_id and p.id = new.id and p.sessions_used = new.sessions_used) then
    raise exception 'a wallet holds what its movements say' using errcode = '23514', constraint = 'wallet_is_its_movements', table = 'patient_packs';
  end if;
  return null;
end
$$;
create constraint trigger wallet_is_its_movements after insert or update of sessions_used on patient_packs deferrable initially deferred for each row execute function wallet_is_its_movements();

create function pack_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.activated_at is not null and new.activated_at <> old.activated_at then 'pack_is_activated_once'
    when old.activated_at is not null and new.activated_at is null and not (
      new.payment_status is not distinct from 'UNPAID' or new.payment_status is null and exists (
        select from appointments a
        where a.workspace_id = new.workspace_id and a.patient_package_id = new.id and a.booking_type = 'PACKAGE_PURCHASE' and a.payment_status = 'UNPAID'
      )
    ) then 'pack_is_activated_once'
    -- The visit that a pack is bought with takes the first session of it.
    when old.activated_at is not null and new.activated_at is null and new.sessions_used > (case when new.payment_status is null then 1 else 0 end)
      then 'used_pack_stays_active'
    when old.ended_at is not null and new.ended_at is distinct from old.ended_at then 'ended_pack_stays_ended'
    when old.ended_at is not null and new.activated_at is distinct from old.activated_at then 'ended_pack_stays_ended'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED') then 'refunded_pack_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_pack_stays_refunded'
    when new.is_refunding and new.sessions_used > old.sessions_used then 'refunding_pack_pays_for_nothing'
  end;
begin
  if broken is not null then
    raise exception 'a pack cannot change like this' using errcode = '23514', constraint = broken, table = 'patient_packs';
  end if;
  return null;
end
$$;
create trigger pack_changes_as_it_may after update on patient_packs for each row execute function pack_changes_as_it_may();

create constraint trigger open_checkout_is_pending after update of payment_status on patient_packs deferrable initially deferred for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING') execute function open_checkout_is_pending();
create constraint trigger refunded_visit_has_its_refund after insert or update of payment_status on patient_packs deferrable initially deferred for each row when (new.payment_status = 'REFUNDED') execute function refunded_visit_has_its_refund();
create constraint trigger paid_at_the_desk_stays_paid after update of payment_status on patient_packs deferrable initially deferred for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING')) execute function paid_at_the_desk_stays_paid();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on patient_packs for each row execute function nothing_is_of_a_merged_record();

create table patient_pack_doctors (
  workspace_id bigint not null,
  patient_pack_id bigint not null,
  doctor_id bigint not null,
  primary key (workspace_id, patient_pack_id, doctor_id),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table patient_pack_doctors is 'The practitioners that a patient''s pack pays for; a pack without rows here pays for all.';

create table pack_movements (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_pack_id bigint not null,
  at timestamptz not null,
  cause text not null constraint movement_cause check (cause in ('USED', 'RETURNED', 'CORRECTED')),
  sessions integer not null,
  appointment_id bigint,
  reason text constraint movement_reason_length check (char_length(reason) between 1 and 500),
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  primary key (workspace_id, id),
  constraint movement_is_of_its_cause check (case cause when 'USED' then sessions = -1 and appointment_id is not null and reason is null when 'RETURNED' then sessions = 1 and appointment_id is not null and reason is null else sessions <> 0 and appointment_id is null and reason is not null end),
  constraint movement_happens_once unique (workspace_id, appointment_id, cause),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id)
);
comment on table pack_movements is 'Sessions of a patient''s pack that were used, given back or corrected; rows are only added.';
create index movements_of_pack on pack_movements (workspace_id, patient_pack_id);

create function movement_counts() returns trigger language plpgsql as $$
begin
  update patient_packs set sessions_used = sessions_used - new.sessions where workspace_id = new.workspace_id and id = new.patient_pack_id;
  return null;
end
$$;
create trigger movement_counts after insert on pack_movements for each row execute function movement_counts();

create function movements_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.reason = 'erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'the wallet is only added to' using errcode = '23514', constraint = 'movements_are_kept', table = 'pack_movements';
end
$$;
create trigger movements_are_kept before update or delete on pack_movements for each row execute function movements_are_kept();
create trigger movements_are_not_emptied before truncate on pack_movements for each statement execute function movements_are_kept();

create function pack_covers_its_visit() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments a
    join patient_packs p on p.workspace_id = a.workspace_id and p.id = a.patient_package_id
    where a.workspace_id = new.workspace_id and a.id = new.appointment_id and p.id = new.patient_pack_id
      and a.appointment_date <= p.expires_on
      and (
        case a.booking_type
          when 'PACKAGE_PURCHASE' then a.charge_minor = p.amount_minor and a.currency = p.currency
          else p.activated_at is not null and p.ended_at is null
        end
      )
      and (
        not exists (select from patient_pack_doctors d where d.workspace_id = p.workspace_id and d.patient_pack_id = p.id)
        or exists (select from patient_pack_doctors d where d.workspace_id = p.workspace_id and d.patient_pack_id = p.id and d.doctor_id = a.doctor_id)
      )
  ) then
    raise exception 'a pack pays only for what it was sold for' using errcode = '23514', constraint = 'pack_covers_its_visit', table = 'pack_movements';
  end if;
  return null;
end
$$;
create constraint trigger pack_covers_its_visit after insert on pack_movements for each row when (new.cause = 'USED') execute function pack_covers_its_visit();

create function session_returns_of_a_cancelled_visit() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments a
    where a.workspace_id = new.workspace_id and a.id = new.appointment_id and a.status = 'CANCELLED' and a.patient_package_id = new.patient_pack_id
  ) then
    raise exception 'a session returns from a cancelled visit' using errcode = '23514', constraint = 'session_returns_of_a_cancelled_visit', table = 'pack_movements';
  end if;
  return null;
end
$$;
create constraint trigger session_returns_of_a_cancelled_visit after insert on pack_movements deferrable initially deferred for each row when (new.cause = 'RETURNED') execute function session_returns_of_a_cancelled_visit();

create table verification_codes (
  workspace_id bigint not null,
  key_id bigint not null,
  end_user_hash bytea not null constraint code_end_user_is_hashed check (length(end_user_hash) = 32),
  destination_hash bytea not null constraint code_destination_is_hashed check (length(destination_hash) = 32),
  code_hash bytea not null constraint code_is_hashed check (length(code_hash) = 32),
  channel text not null constraint code_channel check (channel in ('chatapp', 'email')),
  send_id bigint not null,
  delivered boolean not null default false,
  attempts smallint not null default 0 constraint five_attempts_at_most check (attempts between 0 and 5),
  sent_at timestamptz not null,
  expires_at timestamptz not null constraint code_expires_later check (expires_at > sent_at),
  primary key (workspace_id, key_id, end_user_hash, destination_hash),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
comment on table verification_codes is 'One-time codes that can still be entered, as keyed hashes: one for each end user and destination of a key.';
create index verification_codes_by_expiry on verification_codes (expires_at);

create table verification_sends (
  workspace_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  end_user_hash bytea not null constraint send_end_user_is_hashed check (length(end_user_hash) = 32),
  destination_hash bytea not null constraint send_destination_is_hashed check (length(destination_hash) = 32),
  sent_at timestamptz not null,
  by_session boolean not null default false,
  network_hash bytea,
  site_hash bytea,
  primary key (workspace_id, id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint send_network_is_hashed check (length(network_hash) = 32),
  constraint send_site_is_hashed check (length(site_hash) = 32),
  constraint sessions_send_from_a_network check (by_session = (network_hash is not null) and by_session = (site_hash is not null))
);
comment on table verification_sends is 'Codes sent in the last while, as keyed hashes, by which sending is limited.';
create index verification_sends_by_destination on verification_sends (destination_hash, sent_at);
create index verification_sends_by_end_user on verification_sends (workspace_id, end_user_hash, sent_at);
create index verification_sends_by_age on verification_sends (sent_at);
create index verification_sends_by_workspace on verification_sends (workspace_id, sent_at);
create index verification_sends_of_day on verification_sends (workspace_id, by_session, sent_at);
create index verification_sends_from_network on verification_sends (workspace_id, network_hash, sent_at) where network_hash is not null;
create index verification_sends_from_site on verification_sends (workspace_id, site_hash, sent_at) where site_hash is not null;

create table verification_failures (
  workspace_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  destination_hash bytea not null constraint failure_destination_is_hashed check (length(destination_hash) = 32),
  failed_at timestamptz not null,
  site_hash bytea,
  primary key (workspace_id, id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint failure_site_is_hashed check (length(site_hash) = 32)
);
comment on table verification_failures is 'Wrong codes entered in the last while, as keyed hashes, by which guessing is limited.';
create index verification_failures_by_destination on verification_failures (workspace_id, destination_hash, failed_at);
create index verification_failures_by_age on verification_failures (failed_at);

create table verified_contacts (
  workspace_id bigint not null,
  key_id bigint not null,
  end_user_hash bytea not null constraint verified_end_user_is_hashed check (length(end_user_hash) = 32),
  contact_hash bytea not null constraint verified_contact_is_hashed check (length(contact_hash) = 32),
  verified_at timestamptz not null,
  expires_at timestamptz not null constraint gate_is_open_half_an_hour check (expires_at = verified_at + interval '30 minutes'),
  counted_hash bytea,
  primary key (workspace_id, key_id, end_user_hash),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint counted_contact_is_hashed check (length(counted_hash) = 32)
);
comment on table verified_contacts is 'Contacts that end users have verified, as keyed hashes, each for half an hour.';
create index verified_contacts_by_expiry on verified_contacts (expires_at);

create table session_visitors (
  workspace_id bigint not null,
  session_id bigint not null,
  end_user_hash bytea not null constraint visitor_end_user_is_hashed check (length(end_user_hash) = 32),
  visitor_hash bytea not null constraint visitor_is_hashed check (length(visitor_hash) = 32),
  primary key (workspace_id, session_id, end_user_hash),
  foreign key (workspace_id, session_id) references widget_sessions (workspace_id, id) on delete cascade
);
comment on table session_visitors is 'The visitor that an end user of a session was when asking for a code, as keyed hashes.';

create table work_shifts (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint not null,
  location_id bigint not null,
  name text not null,
  mode text not null constraint shift_mode check (mode in ('OFFLINE', 'ONLINE')),
  weekdays smallint[] constraint shift_weekdays check (cardinality(weekdays) > 0 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  date date,
  from_minute smallint not null,
  to_minute smallint not null,
  letter text not null constraint shift_letter check (letter ~ '^[A-Z]{1,3}$'),
  max_appointments integer not null constraint shift_capacity check (max_appointments between 1 and 5000),
  default_seconds integer not null constraint shift_default_duration check (default_seconds between 60 and 14400),
  active boolean not null default true,
  door text,
  primary key (workspace_id, id),
  constraint shift_name_unique unique (workspace_id, doctor_id, location_id, name, mode),
  constraint shift_is_of_practice unique (workspace_id, id, doctor_id, location_id, mode),
  constraint shift_is_weekly_or_of_a_date check ((weekdays is null) <> (date is null)),
  constraint shift_inside_a_day check (0 <= from_minute and from_minute < to_minute and to_minute <= 1440),
  foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id),
  constraint shift_door_length check (char_length(door) between 1 and 40)
);
comment on table work_shifts is 'Shifts of practitioners who work by queue, weekly or on one date.';

create trigger note_change after insert or update or delete on work_shifts for each row execute function note_configuration_change();

create table queue_days (
  workspace_id bigint not null,
  id bigint generated always as identity,
  work_shift_id bigint not null,
  date date not null,
  capacity integer not null,
  issued integer not null default 0,
  booked integer not null default 0,
  waiting integer not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (workspace_id, id),
  constraint queue_day_unique unique (workspace_id, work_shift_id, date),
  constraint queue_day_of_shift unique (workspace_id, id, work_shift_id, date),
  constraint queue_within_capacity check (booked <= capacity),
  constraint queue_counts check (0 <= waiting and waiting <= booked and booked <= issued),
  constraint ended_queue_was_started check (ended_at is null or started_at is not null),
  constraint queue_ends_after_it_starts check (ended_at >= started_at),
  foreign key (workspace_id, work_shift_id) references work_shifts (workspace_id, id)
);
comment on table queue_days is 'A shift on a date: the next number, the places left and whether its queue runs, in one row that every booking of a token updates.';

create function number_is_taken() returns trigger language plpgsql as $$
begin
  if new.issued <> old.issued + 1 or not exists (
    select from queue_visits v where v.workspace_id = new.workspace_id and v.queue_day_id = new.id and v.token_number = new.issued
  ) then
    raise exception 'a number is given out to a visit' using errcode = '23514', constraint = 'number_is_taken', table = 'queue_days';
  end if;
  return null;
end
$$;
create constraint trigger number_is_taken after update of issued on queue_days deferrable initially deferred for each row when (new.issued <> old.issued) execute function number_is_taken();

create table queue_visits (
  workspace_id bigint not null,
  id bigint not null,
  queue_day_id bigint not null,
  work_shift_id bigint not null,
  appointment_date date not null,
  doctor_id bigint not null,
  location_id bigint not null,
  mode text not null,
  appointment_system text not null default 'QMS' constraint visits_are_of_the_queue check (appointment_system = 'QMS'),
  patient_id bigint not null,
  token_letter text not null,
  token_number integer not null constraint token_numbers_start_at_one check (token_number >= 1),
  place numeric not null,
  public_status_token text not null constraint public_status_token_unique unique constraint public_status_token_form check (public_status_token ~ '^[0-9a-z]{26}$'),
  status text not null constraint queue_visit_status check (status in ('WAITING', 'CALLED', 'SKIPPED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED')),
  source text not null,
  booking_channel text not null constraint queue_visit_channel check (booking_channel ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  payment_mode text not null,
  payment_status text not null constraint queue_payment_status_known check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'REFUNDED')),
  payment_reference text,
  currency text not null constraint queue_visit_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  charge_minor bigint not null constraint queue_charge_not_negative check (charge_minor >= 0),
  discount_minor bigint not null constraint queue_discount_within_charge check (0 <= discount_minor and discount_minor <= charge_minor),
  discount_reason text constraint queue_discount_reason_length check (char_length(discount_reason) <= 200),
  contact_hash bytea,
  chief_complaint text constraint queue_complaint_length check (char_length(chief_complaint) <= 500),
  appointment_notes text constraint queue_notes_length check (char_length(appointment_notes) <= 500),
  vitals jsonb constraint queue_vitals_are_an_object check (jsonb_typeof(vitals) = 'object'),
  cancellation_reason text constraint queue_cancellation_reason_length check (char_length(cancellation_reason) <= 500),
  called_at timestamptz,
  began_at timestamptz,
  completed_at timestamptz,
  consultation_seconds integer constraint consultation_not_negative check (consultation_seconds >= 0),
  api_key_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  site_hash bytea,
  changed_in xid8 not null default pg_current_xact_id(),
  arrived_at timestamptz,
  primary key (workspace_id, id),
  constraint token_number_unique unique (workspace_id, queue_day_id, token_number),
  constraint place_in_line_unique unique (workspace_id, queue_day_id, place),
  constraint completed_visit_says_when check ((status = 'COMPLETED') = (completed_at is not null)),
  constraint refunded_queue_visit_is_cancelled check (payment_status <> 'REFUNDED' or status = 'CANCELLED'),
  constraint queue_visit_is_of_its_day foreign key (workspace_id, queue_day_id, work_shift_id, appointment_date) references queue_days (workspace_id, id, work_shift_id, date),
  constraint queue_visit_is_of_its_shift foreign key (workspace_id, work_shift_id, doctor_id, location_id, mode) references work_shifts (workspace_id, id, doctor_id, location_id, mode),
  constraint doctor_runs_queue foreign key (workspace_id, doctor_id, appointment_system) references practitioners (workspace_id, user_id, appointment_system),
  foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id),
  constraint queue_visit_site_is_hashed check (length(site_hash) = 32),
  constraint token_arrives_after_booking check (arrived_at >= created_at)
);
comment on table queue_visits is 'Visits with a token instead of a time, and their places in the line.';
create index queue_visits_by_date on queue_visits (workspace_id, appointment_date, id);
create index queue_visits_of_doctor on queue_visits (workspace_id, doctor_id, appointment_date, id);
create index queue_visits_of_location on queue_visits (workspace_id, location_id, appointment_date, id);
create index queue_visits_of_patient on queue_visits (workspace_id, patient_id, appointment_date, id);
create index queue_visits_by_payment on queue_visits (workspace_id, payment_reference, appointment_date, id) where payment_reference is not null;
create index queue_visits_of_contact on queue_visits (workspace_id, contact_hash, appointment_date) where contact_hash is not null;
create index consultations_of_doctor on queue_visits (workspace_id, doctor_id, location_id, completed_at) where consultation_seconds is not null;
create index queue_visits_of_site on queue_visits (workspace_id, site_hash, appointment_date) where site_hash is not null;
create index queue_visits_by_change on queue_visits (workspace_id, changed_in, id);

alter table notices
  add constraint notice_is_of_a_queue_visit foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table visit_links
  add constraint visit_link_is_of_a_queue_visit foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table audit_entries
  add constraint audit_visit_is_of_workspace foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table payment_sessions
  add foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table refunds
  add constraint refund_is_of_a_queue_visit foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table desk_payments
  add constraint desk_payment_is_of_a_queue_visit foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

create function visit_takes_the_next_number() returns trigger language plpgsql as $$
declare
  day queue_days := (select d from queue_days d where d.workspace_id = new.workspace_id and d.id = new.queue_day_id);
  broken text := case
    when new.token_number <> day.issued or new.place <> new.token_number then 'visit_takes_the_next_number'
    when day.ended_at is not null then 'ended_queue_takes_nobody'
    when new.status <> 'WAITING' then 'visit_begins_waiting'
  end;
begin
  if broken is not null then
    raise exception 'a visit cannot be added like this' using errcode = '23514', constraint = broken, table = 'queue_visits';
  end if;
  return null;
end
$$;
create trigger visit_takes_the_next_number after insert on queue_visits for each row execute function visit_takes_the_next_number();

create function queue_visit_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.status in ('COMPLETED', 'CANCELLED') and new.status <> old.status then 'ended_queue_visit_keeps_its_status'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED') then 'refunded_queue_visit_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_queue_visit_stays_refunded'
    when (new.queue_day_id, new.token_number, new.token_letter, new.public_status_token) is distinct from
      (old.queue_day_id, old.token_number, old.token_letter, old.public_status_token) then 'token_is_for_life'
  end;
begin
  if broken is not null then
    raise exception 'a visit cannot change like this' using errcode = '23514', constraint = broken, table = 'queue_visits';
  end if;
  return null;
end
$$;
create trigger queue_visit_changes_as_it_may after update on queue_visits for each row execute function queue_visit_changes_as_it_may();

create function queue_day_counts() returns trigger language plpgsql as $$
begin
  update queue_days d
  set booked = d.booked - changed.cancelled, waiting = d.waiting + changed.waiting
  from (
    select n.workspace_id, n.queue_day_id,
      count(*) filter (where n.status = 'CANCELLED' and o.status <> 'CANCELLED')::integer as cancelled,
      sum(waits_in_line(n.status)::integer - waits_in_line(o.status)::integer)::integer as waiting
    from before o
    join after n on n.workspace_id = o.workspace_id and n.id = o.id
    where n.status <> o.status
    group by n.workspace_id, n.queue_day_id
  ) as changed
  where d.workspace_id = changed.workspace_id and d.id = changed.queue_day_id and (changed.cancelled, changed.waiting) <> (0, 0);
  return null;
end
$$;
create trigger queue_day_counts after update on queue_visits referencing old table as before new table as after for each statement execute function queue_day_counts();

create function queue_visit_change_is_numbered() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger queue_visit_change_is_numbered before update on queue_visits for each row when (old.* is distinct from new.*) execute function queue_visit_change_is_numbered();

create constraint trigger open_checkout_is_pending after update of payment_status on queue_visits deferrable initially deferred for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING') execute function open_checkout_is_pending();
create constraint trigger refunded_visit_has_its_refund after insert or update of payment_status on queue_visits deferrable initially deferred for each row when (new.payment_status = 'REFUNDED') execute function refunded_visit_has_its_refund();
create constraint trigger paid_at_the_desk_stays_paid after update of payment_status on queue_visits deferrable initially deferred for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING')) execute function paid_at_the_desk_stays_paid();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on queue_visits for each row execute function nothing_is_of_a_merged_record();

create table queue_events (
  workspace_id bigint not null,
  id bigint generated always as identity,
  queue_day_id bigint not null,
  visit_id bigint,
  event text not null constraint queue_event_known check (event in ('STARTED', 'ENDED', 'CALLED', 'RECALLED', 'SKIPPED', 'BROUGHT_BACK', 'BEGUN', 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'MOVED', 'TAKEN_BACK')),
  at timestamptz not null,
  reason text constraint queue_event_reason_length check (char_length(reason) between 1 and 500),
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  primary key (workspace_id, id),
  constraint queue_event_is_of_a_visit_or_the_day check ((visit_id is null) = (event in ('STARTED', 'ENDED'))),
  foreign key (workspace_id, queue_day_id) references queue_days (workspace_id, id),
  foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id)
);
comment on table queue_events is 'What staff did with a queue and why; rows are only added.';
create index queue_events_of_day on queue_events (workspace_id, queue_day_id, id);
create index queue_events_of_visit on queue_events (workspace_id, visit_id) where visit_id is not null;

create function queue_events_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.reason = 'erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'what happened in a queue is only added to' using errcode = '23514', constraint = 'queue_events_are_kept', table = 'queue_events';
end
$$;
create trigger queue_events_are_kept before update or delete on queue_events for each row execute function queue_events_are_kept();
create trigger queue_events_are_not_emptied before truncate on queue_events for each statement execute function queue_events_are_kept();

create function note_queue_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', concat_ws(' ', 'queue', new.workspace_id, to_jsonb(new) ->> tg_argv[0]));
  return null;
end
$$;
create trigger note_change after update on queue_visits for each row when ((old.status, old.place) is distinct from (new.status, new.place)) execute function note_queue_change('queue_day_id');
create trigger note_change after update on queue_days for each row when ((old.started_at, old.ended_at) is distinct from (new.started_at, new.ended_at)) execute function note_queue_change('id');
create trigger note_recall after insert on queue_events for each row when (new.event = 'RECALLED') execute function note_queue_change('queue_day_id');

create table boards (
  workspace_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  name text not null,
  language text not null,
  token_hash bytea not null,
  made_at timestamptz not null,
  acting_user_id bigint,
  operator text,
  constraint boards_pkey primary key (workspace_id, id),
  constraint board_token_unique unique (token_hash),
  constraint board_name_unique unique (workspace_id, location_id, name),
  constraint board_is_of_location foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint board_name_length check (char_length(name) between 1 and 60),
  constraint board_language_is_known check (language in ('en', 'de', 'es', 'hi', 'ar')),
  constraint board_token_is_hashed check (length(token_hash) = 32)
);
comment on table boards is 'Boards that show a waiting room which numbers are called, each known by the hash of what is secret in its link.';

create function note_board() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'boards ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;
create trigger note_board after insert or update or delete on boards for each row execute function note_board();

create table board_shifts (
  workspace_id bigint not null,
  board_id bigint not null,
  work_shift_id bigint not null,
  constraint board_shifts_pkey primary key (workspace_id, board_id, work_shift_id),
  constraint board_shift_is_of_board foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade,
  constraint board_shift_is_of_workspace foreign key (workspace_id, work_shift_id) references work_shifts (workspace_id, id)
);
comment on table board_shifts is 'Which shifts a board is for, where not for all of its location.';

create function waits_in_line(status text) returns boolean language sql immutable as $$
  select status in ('WAITING', 'CALLED')
$$;

create table late_practitioners (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  date date not null,
  minutes smallint not null,
  constraint late_practitioners_pkey primary key (workspace_id, doctor_id, location_id),
  constraint late_practitioner_works_at_location foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id),
  constraint late_minutes_are_of_a_day check (minutes between 1 and 600)
);
comment on table late_practitioners is 'By how many minutes a practitioner runs late at a location on a day, as staff said last.';

create function note_lateness() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'late ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;
create trigger note_lateness after insert or update or delete on late_practitioners for each row execute function note_lateness();

create table visit_series (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  created_at timestamptz not null,
  constraint visit_series_pkey primary key (workspace_id, id),
  constraint visit_series_of_patient unique (workspace_id, patient_id, id),
  constraint series_patient_is_of_workspace foreign key (workspace_id, patient_id) references patients (workspace_id, id)
);
comment on table visit_series is 'Series of visits of one patient, by whom its visits are found.';

create trigger nothing_is_of_a_merged_record before insert or update of patient_id on visit_series for each row execute function nothing_is_of_a_merged_record();

create table waiting_entries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  location_id bigint not null,
  mode text,
  duration_mins smallint,
  from_date date not null,
  to_date date not null,
  weekdays text[] not null,
  parts_of_day text[] not null,
  note text,
  state text not null default 'OPEN',
  appointment_id bigint,
  acting_user_id bigint,
  operator text,
  created_at timestamptz not null,
  constraint waiting_entries_pkey primary key (workspace_id, id),
  constraint waiting_patient_is_of_workspace foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  constraint waiting_location_is_of_workspace foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint waiting_mode_is_known check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  constraint waiting_duration_is_of_a_day check (duration_mins between 1 and 1440),
  constraint waiting_begins_before_it_ends check (from_date <= to_date),
  constraint waiting_weekdays_are_known check (weekdays <@ array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']),
  constraint waiting_parts_are_known check (parts_of_day <@ array['MORNING', 'AFTERNOON', 'EVENING']),
  constraint waiting_note_length check (char_length(note) between 1 and 500),
  constraint waiting_state_is_known check (state in ('OPEN', 'BOOKED', 'ENDED')),
  constraint waiting_has_visit_where_booked check ((state = 'BOOKED') = (appointment_id is not null))
);
comment on table waiting_entries is 'Patients who wait for a time at a location, and what times they can come.';
create index waiting_entries_open on waiting_entries (workspace_id, location_id, created_at, id) where state = 'OPEN';
create index waiting_entries_of_patient on waiting_entries (workspace_id, patient_id);

create trigger nothing_is_of_a_merged_record before insert or update of patient_id on waiting_entries for each row execute function nothing_is_of_a_merged_record();

create table waiting_practitioners (
  workspace_id bigint not null,
  entry_id bigint not null,
  doctor_id bigint not null,
  constraint waiting_practitioners_pkey primary key (workspace_id, entry_id, doctor_id),
  constraint waiting_practitioner_is_of_entry foreign key (workspace_id, entry_id) references waiting_entries (workspace_id, id) on delete cascade,
  constraint waiting_practitioner_is_of_workspace foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table waiting_practitioners is 'The practitioners that somebody waits for; none where any will do.';

create table waiting_offers (
  workspace_id bigint not null,
  id bigint generated always as identity,
  entry_id bigint not null,
  claim_id bigint not null,
  doctor_id bigint not null,
  room_id bigint,
  mode text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  charge_minor bigint not null,
  currency text not null,
  state text not null default 'OPEN',
  expires_at timestamptz not null,
  ended_at timestamptz,
  acting_user_id bigint,
  operator text,
  created_at timestamptz not null,
  constraint waiting_offers_pkey primary key (workspace_id, id),
  constraint offer_is_of_entry foreign key (workspace_id, entry_id) references waiting_entries (workspace_id, id),
  constraint offer_practitioner_is_of_workspace foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id),
  constraint offer_room_is_of_workspace foreign key (workspace_id, room_id) references rooms (workspace_id, id),
  constraint offer_has_a_claim_of_its_own unique (workspace_id, claim_id),
  constraint offer_mode_is_known check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  constraint offer_starts_before_it_ends check (from_at < to_at),
  constraint offer_expires_before_its_time check (created_at < expires_at and expires_at <= from_at),
  constraint offer_charge_is_not_negative check (charge_minor >= 0),
  constraint offer_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  constraint offer_state_is_known check (state in ('OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'TAKEN_BACK')),
  constraint offer_ends_once check ((state = 'OPEN') = (ended_at is null))
);
comment on table waiting_offers is 'Free times that are offered to patients who wait, what became of each, and which claim holds it meanwhile.';
create unique index one_open_offer on waiting_offers (workspace_id, entry_id) where state = 'OPEN';
create index waiting_offers_of_entry on waiting_offers (workspace_id, entry_id, id);
create index waiting_offers_by_end on waiting_offers (to_at);

alter table notices
  add constraint notice_is_of_an_offer foreign key (workspace_id, offer_id) references waiting_offers (workspace_id, id) on delete cascade;

alter table visit_links
  add constraint visit_link_is_of_an_offer foreign key (workspace_id, offer_id) references waiting_offers (workspace_id, id) on delete cascade;

create function note_waiting() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'waiting ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;
create trigger note_waiting after insert or update or delete on waiting_entries for each row execute function note_waiting();
create trigger note_waiting after insert or update or delete on waiting_offers for each row execute function note_waiting();

create function offer_holds_its_time() returns trigger language plpgsql as $$
begin
  if not exists (
    select from claims c
    where c.workspace_id = new.workspace_id and c.appointment_id = new.claim_id and c.doctor_id = new.doctor_id
      and c.from_at = new.from_at and c.to_at = new.to_at and c.room_id is not distinct from new.room_id
  ) then
    raise exception 'an open offer holds its time' using errcode = '23514', constraint = 'offer_holds_its_time', table = 'waiting_offers';
  end if;
  return null;
end
$$;
create constraint trigger offer_holds_its_time after insert on waiting_offers for each row execute function offer_holds_its_time();

create function offer_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if old.state <> 'OPEN' then
    raise exception 'an offer ends once' using errcode = '23514', constraint = 'offer_changes_as_it_may', table = 'waiting_offers';
  end if;
  return new;
end
$$;
create trigger offer_changes_as_it_may before update on waiting_offers for each row when (old.* is distinct from new.*) execute function offer_changes_as_it_may();

create function offer_frees_its_time() returns trigger language plpgsql as $$
begin
  delete from claims where workspace_id = old.workspace_id and appointment_id = old.claim_id;
  return null;
end
$$;
create trigger offer_frees_its_time after update of state or delete on waiting_offers for each row when (old.state = 'OPEN') execute function offer_frees_its_time();

create table appointments (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  booking_reference text not null
    constraint booking_reference_unique unique
    constraint booking_reference_form check (booking_reference ~ '^BK[0-9A-HJKMNP-TV-Z]{10}$'),
  patient_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  room_id bigint,
  appointment_system text not null default 'SCHEDULED' constraint appointments_are_scheduled check (appointment_system = 'SCHEDULED'),
  appointment_date date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  timezone text not null,
  from_offset_mins smallint not null,
  to_offset_mins smallint not null,
  status text not null constraint appointment_status_is_stored check (
    status in ('SCHEDULED', 'CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'RESCHEDULED')
  ),
  mode text not null constraint appointment_mode check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  type text not null constraint appointment_type check (type ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  booking_type text not null constraint appointment_booking_type check (booking_type in ('ONE_TIME_APPOINTMENT', 'PACKAGE_PURCHASE', 'USE_ACTIVE_PACKAGE')),
  source text not null,
  booking_channel text constraint appointment_booking_channel check (booking_channel ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  payment_mode text not null,
  payment_status text not null constraint payment_status_known check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'REFUNDED')),
  payment_reference text,
  currency text not null constraint appointment_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  charge_minor bigint not null constraint charge_not_negative check (charge_minor >= 0),
  discount_minor bigint not null constraint discount_within_charge check (0 <= discount_minor and discount_minor <= charge_minor),
  discount_reason text constraint discount_reason_length check (char_length(discount_reason) <= 200),
  follow_up boolean not null,
  parent_appointment_id bigint,
  duration_tier_id bigint,
  patient_timezone text,
  chief_complaint text constraint chief_complaint_length check (char_length(chief_complaint) <= 500),
  appointment_notes text constraint appointment_notes_length check (char_length(appointment_notes) <= 500),
  cancellation_reason text,
  voided boolean not null default false,
  api_key_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  contact_hash bytea constraint booking_contact_is_hashed check (length(contact_hash) = 32),
  payment_collection_type text constraint payment_collection_type_length check (char_length(payment_collection_type) <= 100),
  patient_package_id bigint,
  video_link text constraint video_link_is_of_online_visit check (video_link is null or mode = 'ONLINE'),
  day_ends_at timestamptz,
  revision integer not null default 0,
  changed_in xid8 not null default pg_current_xact_id(),
  reschedule_reason text constraint reschedule_reason_length check (char_length(reschedule_reason) <= 500),
  site_hash bytea,
  arrived_at timestamptz,
  unoffered_reason text,
  series_id bigint,
  primary key (workspace_id, id),
  constraint appointment_starts_before_it_ends check (from_at < to_at),
  constraint appointment_lies_in_its_clinic_day check (appointment_date = ((from_at at time zone 'UTC') + from_offset_mins * interval '1 minute')::date and (to_at at time zone 'UTC') + to_offset_mins * interval '1 minute' <= (appointment_date + 1)::timestamp),
  constraint online_needs_no_room check (room_id is null or mode <> 'ONLINE'),
  constraint follow_up_has_a_parent check (follow_up = (parent_appointment_id is not null)),
  foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  constraint doctor_runs_scheduled_system foreign key (workspace_id, doctor_id, appointment_system) references practitioners (workspace_id, user_id, appointment_system),
  constraint doctor_works_at_location foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id),
  constraint room_is_at_location foreign key (workspace_id, room_id, location_id) references rooms (workspace_id, id, location_id),
  constraint tier_is_of_doctor foreign key (workspace_id, duration_tier_id, doctor_id, location_id) references duration_tiers (workspace_id, id, doctor_id, location_id),
  constraint parent_is_of_workspace foreign key (workspace_id, parent_appointment_id) references appointments (workspace_id, id),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id),
  constraint pack_of_visit_is_of_workspace foreign key (workspace_id, patient_package_id) references patient_packs (workspace_id, id),
  constraint pack_visit_has_a_pack check ((booking_type = 'ONE_TIME_APPOINTMENT') = (patient_package_id is null)),
  constraint pack_pays_for_its_visit check (booking_type <> 'USE_ACTIVE_PACKAGE' or (charge_minor = 0 and discount_minor = 0 and payment_status in ('PAID', 'REFUNDED'))),
  constraint refunded_visit_is_cancelled check (payment_status <> 'REFUNDED' or status = 'CANCELLED'),
  constraint voided_visit_is_cancelled check (not voided or status = 'CANCELLED'),
  constraint void_refunds_no_money check (not voided or payment_status <> 'REFUNDED' or payment_mode = 'ONLINE'),
  constraint cancellation_reason_length check (char_length(cancellation_reason) <= 500),
  constraint booking_site_is_hashed check (length(site_hash) = 32),
  constraint appointment_arrives_after_booking check (arrived_at >= created_at),
  constraint unoffered_reason_length check (char_length(unoffered_reason) between 1 and 500),
  constraint visit_is_in_series_of_its_patient foreign key (workspace_id, patient_id, series_id) references visit_series (workspace_id, patient_id, id)
);
comment on table appointments is 'Visits at a time: with whom, where, how they are paid and what became of them.';
create unique index one_live_follow_up on appointments (workspace_id, parent_appointment_id) where parent_appointment_id is not null and status <> 'CANCELLED';
create index appointments_of_patient on appointments (workspace_id, patient_id, doctor_id, from_at);
create index appointments_of_contact on appointments (workspace_id, contact_hash, to_at) where contact_hash is not null;
create index appointments_by_parent on appointments (workspace_id, parent_appointment_id) where parent_appointment_id is not null;
create unique index pack_is_bought_once on appointments (workspace_id, patient_package_id) where booking_type = 'PACKAGE_PURCHASE';
create index appointments_by_change on appointments (workspace_id, changed_in, id);
create index appointments_by_start on appointments (workspace_id, from_at, id);
create index appointments_of_doctor on appointments (workspace_id, doctor_id, from_at, id);
create index appointments_of_location on appointments (workspace_id, location_id, from_at, id);
create index appointments_by_payment on appointments (workspace_id, payment_reference, from_at, id) where payment_reference is not null;
create index appointments_of_site on appointments (workspace_id, site_hash, to_at) where site_hash is not null;

alter table notices
  add constraint notice_is_of_a_visit foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table visit_links
  add constraint visit_link_is_of_an_appointment foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table audit_entries
  add constraint audit_appointment_is_of_workspace foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table payment_sessions
  add foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table refunds
  add constraint refund_is_of_a_visit foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table desk_payments
  add constraint desk_payment_is_of_a_visit foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table pack_movements
  add constraint movement_is_of_a_visit foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table waiting_entries
  add constraint waiting_visit_is_of_workspace foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

create function appointment_holds_its_time() returns trigger language plpgsql as $$
begin
  if new.status <> 'CANCELLED' and new.to_at > clock_timestamp() and not exists (
    select from claims c
    where c.workspace_id = new.workspace_id and c.appointment_id = new.id and c.doctor_id = new.doctor_id
      and c.from_at = new.from_at and c.to_at = new.to_at and c.room_id is not distinct from new.room_id
  ) then
    raise exception 'a live appointment holds its time' using errcode = '23514', constraint = 'appointment_holds_its_time', table = 'appointments';
  end if;
  return null;
end
$$;
create constraint trigger appointment_holds_its_time after insert or update of status, doctor_id, room_id, from_at, to_at on appointments for each row execute function appointment_holds_its_time();

create function visit_uses_its_pack() returns trigger language plpgsql as $$
begin
  if not exists (
    select from pack_movements m
    where m.workspace_id = new.workspace_id and m.appointment_id = new.id and m.cause = 'USED' and m.patient_pack_id = new.patient_package_id
  ) then
    raise exception 'a visit of a pack uses a session' using errcode = '23514', constraint = 'visit_uses_its_pack', table = 'appointments';
  end if;
  return null;
end
$$;
create constraint trigger visit_uses_its_pack after insert or update of patient_package_id on appointments deferrable initially deferred for each row when (new.patient_package_id is not null) execute function visit_uses_its_pack();

create function visit_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.status in ('COMPLETED', 'CANCELLED') and new.status <> old.status then 'ended_visit_keeps_its_status'
    when new.status = 'RESCHEDULED' and old.status <> 'RESCHEDULED' and new.from_at = old.from_at then 'rescheduled_visit_has_moved'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED') then 'refunded_visit_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_visit_stays_refunded'
  end;
begin
  if broken is not null then
    raise exception 'a visit cannot change like this' using errcode = '23514', constraint = broken, table = 'appointments';
  end if;
  new.revision := old.revision + 1;
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger visit_changes_as_it_may before update on appointments for each row when (old.* is distinct from new.*) execute function visit_changes_as_it_may();

create constraint trigger refunded_visit_has_its_refund after insert or update of payment_status on appointments deferrable initially deferred for each row when (new.payment_status = 'REFUNDED') execute function refunded_visit_has_its_refund();
create constraint trigger open_checkout_is_pending after update of payment_status on appointments deferrable initially deferred for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING') execute function open_checkout_is_pending();
create constraint trigger paid_at_the_desk_stays_paid after update of payment_status on appointments deferrable initially deferred for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING')) execute function paid_at_the_desk_stays_paid();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on appointments for each row execute function nothing_is_of_a_merged_record();

create table appointment_vitals (
  workspace_id bigint not null,
  appointment_id bigint not null,
  recorded_at timestamptz not null,
  vitals jsonb not null constraint vitals_are_an_object check (jsonb_typeof(vitals) = 'object'),
  recorded_by bigint,
  primary key (workspace_id, appointment_id, recorded_at),
  foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  constraint vitals_author_is_of_workspace foreign key (workspace_id, recorded_by) references users (workspace_id, id)
);
comment on table appointment_vitals is 'Vital signs of a visit, as they were recorded at a time.';

create table idempotency_keys (
  workspace_id bigint not null references workspaces (id),
  key_hash bytea not null constraint idempotency_key_is_sha256 check (length(key_hash) = 32),
  body_hash bytea not null constraint idempotent_body_is_sha256 check (length(body_hash) = 32),
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  answer jsonb,
  leased_until timestamptz,
  created_at timestamptz not null,
  meaning_hash bytea,
  primary key (workspace_id, key_hash),
  constraint key_leads_to_one_thing check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint appointment_has_one_key unique (workspace_id, appointment_id),
  constraint visit_has_one_key unique (workspace_id, visit_id),
  constraint pack_has_one_key unique (workspace_id, patient_pack_id),
  foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id),
  constraint meaning_of_body_is_sha256 check (length(meaning_hash) = 32)
);
comment on table idempotency_keys is 'What each value of the Idempotency-Key header has led to, written with its booking.';
create index idempotency_keys_by_time on idempotency_keys (created_at);

create table booking_pages (
  workspace_id bigint not null,
  published boolean not null,
  settings jsonb not null,
  logo bytea,
  logo_type text,
  key_id bigint not null,
  widget_key text not null,
  constraint booking_pages_pkey primary key (workspace_id),
  constraint booking_page_settings_are_an_object check (jsonb_typeof(settings) = 'object'),
  constraint booking_page_logo_is_whole check ((logo is null) = (logo_type is null)),
  constraint booking_page_logo_type check (logo_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  constraint booking_page_logo_size check (octet_length(logo) between 1 and 65536),
  constraint booking_page_is_of_workspace foreign key (workspace_id) references workspaces (id),
  constraint booking_page_has_key foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
comment on table booking_pages is 'The page of each workspace on which patients book.';

create table settings_versions (
  workspace_id bigint not null,
  number integer not null,
  made_at timestamptz not null,
  origin text not null,
  put_back integer,
  acting_user_id bigint,
  operator text,
  description json not null,
  constraint settings_versions_pkey primary key (workspace_id, number),
  constraint settings_version_is_of_workspace foreign key (workspace_id) references workspaces (id),
  constraint settings_version_is_made_by_staff foreign key (workspace_id, acting_user_id) references users (workspace_id, id),
  constraint settings_versions_begin_with_one check (number >= 1),
  constraint settings_version_origin check (origin in ('FOUND', 'FILE', 'FORM', 'PUT_BACK')),
  constraint settings_version_puts_an_earlier_one_back check ((put_back is not null) = (origin = 'PUT_BACK') and put_back < number),
  constraint settings_description_is_an_object check (json_typeof(description) = 'object')
);
comment on table settings_versions is 'Versions of the settings of workspaces, the last 500 of each.';

create table tills (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  location_id bigint,
  entries bigint not null default 0,
  closes bigint not null default 0,
  closed_through bigint not null default 0,
  constraint tills_pkey primary key (workspace_id, id),
  constraint location_has_one_till unique nulls not distinct (workspace_id, location_id),
  constraint till_is_of_a_location foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint till_is_closed_through_an_entry check (0 <= closed_through and closed_through <= entries)
);
comment on table tills is 'The till of each location; its row is held by whoever adds an entry or closes it.';

create function till_goes_on() returns trigger language plpgsql as $$
begin
  if new.location_id is distinct from old.location_id or new.entries - old.entries not in (0, 1) or new.closes - old.closes not in (0, 1)
    or new.closed_through < old.closed_through
  then
    raise exception 'a till cannot change like this' using errcode = '23514', constraint = 'till_goes_on', table = 'tills';
  end if;
  return new;
end
$$;
create trigger till_goes_on before update on tills for each row execute function till_goes_on();

create function note_till() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'till ' || new.workspace_id);
  return null;
end
$$;
create trigger note_till after insert or update on tills for each row execute function note_till();

create table till_entries (
  workspace_id bigint not null,
  till_id bigint not null,
  number bigint not null,
  at timestamptz not null,
  cause text not null,
  amount_minor bigint not null,
  currency text not null,
  method text not null,
  member_id bigint,
  desk_payment_id bigint,
  refund_id bigint,
  constraint till_entries_pkey primary key (workspace_id, till_id, number),
  constraint till_entry_is_of_a_till foreign key (workspace_id, till_id) references tills (workspace_id, id),
  constraint till_entry_is_of_a_payment foreign key (workspace_id, desk_payment_id) references desk_payments (workspace_id, id),
  constraint till_entry_is_of_a_refund foreign key (workspace_id, refund_id) references refunds (workspace_id, id),
  constraint till_entry_is_of_staff foreign key (workspace_id, member_id) references users (workspace_id, id),
  constraint payment_is_in_one_till unique (workspace_id, desk_payment_id),
  constraint refund_is_in_one_till unique (workspace_id, refund_id),
  constraint till_entry_cause check (cause in ('PAID', 'CORRECTED', 'REFUNDED')),
  constraint till_entry_is_of_its_cause check (num_nonnulls(desk_payment_id, refund_id) = 1 and (cause = 'REFUNDED') = (refund_id is not null)),
  constraint till_entry_is_signed check (case when cause = 'PAID' then amount_minor >= 0 else amount_minor <= 0 end)
);
comment on table till_entries is 'What went into each till and out of it; rows are only added.';
create index till_entries_by_time on till_entries (workspace_id, till_id, at, number);

create table till_closes (
  workspace_id bigint not null,
  till_id bigint not null,
  number bigint not null,
  first_entry bigint not null,
  last_entry bigint not null,
  at timestamptz not null,
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  constraint till_closes_pkey primary key (workspace_id, till_id, number),
  constraint till_close_is_of_a_till foreign key (workspace_id, till_id) references tills (workspace_id, id),
  constraint till_close_covers_entries check (first_entry <= last_entry)
);
comment on table till_closes is 'When each till was closed, and over which entries; rows are only added.';
create index till_closes_by_time on till_closes (workspace_id, till_id, at);

create function till_close_follows_the_last() returns trigger language plpgsql as $$
declare
  till tills;
  broken text;
begin
  select * into till from tills where workspace_id = new.workspace_id and id = new.till_id for no key update;
  broken := case
    when new.number <> till.closes + 1 or new.first_entry <> till.closed_through + 1 or new.last_entry > till.entries then 'till_close_follows_the_last'
    when exists (
      select
      from (
        select method, currency, sum(amount_minor) as minor
        from till_entries
        where workspace_id = new.workspace_id and till_id = new.till_id and number between new.first_entry and new.last_entry
        group by method, currency
      ) taken
      full join (
        select method, currency, expected_minor as minor
        from till_counts
        where workspace_id = new.workspace_id and till_id = new.till_id and close_number = new.number
      ) counted using (method, currency)
      where counted.minor is null or counted.minor <> coalesce(taken.minor, 0)
    ) then 'till_close_says_what_was_taken'
  end;
  if broken is not null then
    raise exception 'a till cannot be closed like this' using errcode = '23514', constraint = broken, table = 'till_closes';
  end if;
  update tills set closes = new.number, closed_through = new.last_entry where workspace_id = new.workspace_id and id = new.till_id;
  return new;
end
$$;
create trigger till_close_follows_the_last before insert on till_closes for each row execute function till_close_follows_the_last();

create table till_counts (
  workspace_id bigint not null,
  till_id bigint not null,
  close_number bigint not null,
  method text not null,
  currency text not null,
  expected_minor bigint not null,
  counted_minor bigint not null,
  constraint till_counts_pkey primary key (workspace_id, till_id, close_number, method, currency),
  constraint till_count_is_of_a_close foreign key (workspace_id, till_id, close_number) references till_closes (workspace_id, till_id, number) deferrable initially deferred
);
comment on table till_counts is 'What was counted at each close beside what the entries add up to, by method and currency; rows are only added.';

create function till_counts_come_before_their_close() returns trigger language plpgsql as $$
begin
  if exists (select from till_closes c where c.workspace_id = new.workspace_id and c.till_id = new.till_id and c.number = new.close_number) then
    raise exception 'a close of a till stays as it is' using errcode = '23514', constraint = 'till_counts_come_before_their_close', table = 'till_counts';
  end if;
  return new;
end
$$;
create trigger till_counts_come_before_their_close before insert on till_counts for each row execute function till_counts_come_before_their_close();

create function tills_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  raise exception 'tills are only added to' using errcode = '23514', constraint = 'tills_are_kept', table = tg_table_name;
end
$$;
create trigger tills_are_kept before update or delete on till_entries for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_entries for each statement execute function tills_are_kept();
create trigger tills_are_kept before update or delete on till_closes for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_closes for each statement execute function tills_are_kept();
create trigger tills_are_kept before update or delete on till_counts for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_counts for each statement execute function tills_are_kept();
create trigger tills_are_kept before delete on tills for each row execute function tills_are_kept();

create table receipt_counters (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  location_id bigint,
  year integer not null,
  last_number bigint not null default 1,
  constraint receipt_counters_pkey primary key (workspace_id, id),
  constraint location_counts_receipts_of_a_year_once unique nulls not distinct (workspace_id, location_id, year),
  constraint receipt_counter_is_of_a_location foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint receipt_counter_is_above_zero check (last_number > 0)
);
comment on table receipt_counters is 'The last receipt number of each location and year; its row is held by whoever gives the next one.';

create function receipt_counter_goes_on() returns trigger language plpgsql as $$
begin
  if (new.workspace_id, new.id, new.location_id, new.year) is distinct from (old.workspace_id, old.id, old.location_id, old.year)
    or new.last_number <> old.last_number + 1
  then
    raise exception 'receipts have no gaps' using errcode = '23514', constraint = 'receipt_counter_goes_on', table = 'receipt_counters';
  end if;
  return new;
end
$$;
create trigger receipt_counter_goes_on before update on receipt_counters for each row execute function receipt_counter_goes_on();

create table receipts (
  workspace_id bigint not null,
  id bigint generated always as identity,
  counter_id bigint not null,
  number bigint not null,
  at timestamptz not null,
  cause text not null,
  amount_minor bigint not null,
  currency text not null,
  desk_payment_id bigint,
  payment_session_id bigint,
  refund_id bigint,
  reverses_id bigint,
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  constraint receipts_pkey primary key (workspace_id, id),
  constraint receipt_number_is_given_once unique (workspace_id, counter_id, number),
  constraint receipt_has_its_counter foreign key (workspace_id, counter_id) references receipt_counters (workspace_id, id),
  constraint receipt_is_of_a_desk_payment foreign key (workspace_id, desk_payment_id) references desk_payments (workspace_id, id),
  constraint receipt_is_of_an_online_payment foreign key (workspace_id, payment_session_id) references payment_sessions (workspace_id, id),
  constraint receipt_is_of_a_refund foreign key (workspace_id, refund_id) references refunds (workspace_id, id),
  constraint reversal_has_its_receipt foreign key (workspace_id, reverses_id) references receipts (workspace_id, id),
  constraint desk_payment_has_one_receipt unique (workspace_id, desk_payment_id),
  constraint online_payment_has_one_receipt unique (workspace_id, payment_session_id),
  constraint refund_has_one_receipt unique (workspace_id, refund_id),
  constraint receipt_is_reversed_once unique (workspace_id, reverses_id),
  constraint receipt_cause check (cause in ('PAYMENT', 'REVERSAL')),
  constraint receipt_is_of_one_thing check (num_nonnulls(desk_payment_id, payment_session_id, refund_id) = 1),
  constraint receipt_is_of_its_cause check (case cause when 'PAYMENT' then refund_id is null and reverses_id is null and amount_minor >= 0 else payment_session_id is null and reverses_id is not null and amount_minor <= 0 end)
);
comment on table receipts is 'Receipts for payments, and counter-receipts for what became of them; rows are only added.';

create function receipt_is_numbered() returns trigger language plpgsql as $$
declare
  place bigint;
  zone text;
begin
  if new.cause = 'PAYMENT' then
    select paid.location_id, paid.amount_minor, paid.currency into place, new.amount_minor, new.currency
    from (
      select p.location_id, p.amount_minor, p.currency
      from desk_payments p
      where p.workspace_id = new.workspace_id and p.id = new.desk_payment_id and p.cause = 'PAID'
      union all
      select s.location_id, e.amount_minor, e.currency
      from payment_sessions s
      join ledger_entries e on e.workspace_id = s.workspace_id and e.payment_session_id = s.id and e.cause = 'CAPTURED' and e.credit = 'FEES'
      where s.workspace_id = new.workspace_id and s.id = new.payment_session_id
    ) paid;
  else
    -- Numbered where the receipt of the payment is.
    select k.location_id, -gone.amount_minor, gone.currency into place, new.amount_minor, new.currency
    from receipts paid
    join receipt_counters k on k.workspace_id = paid.workspace_id and k.id = paid.counter_id
    cross join lateral (
      select c.amount_minor, c.currency
      from desk_payments c
      where c.workspace_id = paid.workspace_id and c.id = new.desk_payment_id and c.corrects_id = paid.desk_payment_id
      union all
      select r.amount_minor, r.currency
      from refunds r
      where r.workspace_id = paid.workspace_id and r.id = new.refund_id and r.state = 'DONE' and r.payment_session_id is not distinct from paid.payment_session_id
    ) gone
    where paid.workspace_id = new.workspace_id and paid.id = new.reverses_id and paid.cause = 'PAYMENT';
  end if;
  if not found then
    raise exception 'there is nothing a receipt could be for' using errcode = '23514', constraint = 'receipt_is_of_what_was_paid', table = 'receipts';
  end if;
  zone := coalesce(
    (select l.timezone from locations l where l.workspace_id = new.workspace_id and l.id = place),
    (select w.timezone from workspaces w where w.id = new.workspace_id)
  );
  insert into receipt_counters (workspace_id, location_id, year) values (new.workspace_id, place, extract(year from new.at at time zone zone)::integer)
  on conflict (workspace_id, location_id, year) do update set last_number = receipt_counters.last_number + 1
  returning id, last_number into new.counter_id, new.number;
  return new;
end
$$;
create trigger receipt_is_numbered before insert on receipts for each row execute function receipt_is_numbered();

create function receipts_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  raise exception 'receipts are only added to' using errcode = '23514', constraint = 'receipts_are_kept', table = tg_table_name;
end
$$;
create trigger receipts_are_kept before update or delete on receipts for each row execute function receipts_are_kept();
create trigger receipts_are_not_emptied before truncate on receipts for each statement execute function receipts_are_kept();
create trigger receipts_are_kept before delete on receipt_counters for each row execute function receipts_are_kept();
create trigger receipts_are_not_emptied before truncate on receipt_counters for each statement execute function receipts_are_kept();

create function add_till_entry( workspace bigint, location bigint, moment timestamptz, what text, minor bigint, unit text, way text, member bigint, payment bigint, refund bigint ) returns void language plpgsql as $$
declare
  till tills;
begin
  insert into tills (workspace_id, location_id, entries) values (workspace, location, 1)
  on conflict (workspace_id, location_id) do update set entries = tills.entries + 1
  returning * into till;
  insert into till_entries (workspace_id, till_id, number, at, cause, amount_minor, currency, method, member_id, desk_payment_id, refund_id)
  values (workspace, till.id, till.entries, moment, what, minor, unit, way, member, payment, refund);
end
$$;

create function desk_payment_is_in_the_till() returns trigger language plpgsql as $$
begin
  perform add_till_entry(
    new.workspace_id, new.location_id, new.at, new.cause, case new.cause when 'PAID' then new.amount_minor else -new.amount_minor end,
    new.currency, new.method, new.taken_by, new.id, null
  );
  return null;
end
$$;
create trigger desk_payment_is_in_the_till after insert on desk_payments for each row execute function desk_payment_is_in_the_till();

create function desk_refund_is_in_the_till() returns trigger language plpgsql as $$
declare
  paid desk_payments;
begin
  select * into paid
  from desk_payments p
  where p.workspace_id = new.workspace_id and p.cause = 'PAID'
    and (p.appointment_id = new.appointment_id or p.visit_id = new.visit_id or p.patient_pack_id = new.patient_pack_id)
    and not exists (select from desk_payments c where c.workspace_id = p.workspace_id and c.corrects_id = p.id);
  if found then
    perform add_till_entry(
      new.workspace_id, paid.location_id, new.requested_at, 'REFUNDED', -new.amount_minor, new.currency, paid.method, new.given_by, null, new.id
    );
  end if;
  return null;
end
$$;
create trigger desk_refund_is_in_the_till after insert on refunds for each row when (new.payment_session_id is null) execute function desk_refund_is_in_the_till();

create table offered_days (
  workspace_id bigint not null references workspaces (id),
  date date not null,
  is_estimated boolean not null,
  constraint offered_days_pkey primary key (workspace_id, date)
);
comment on table offered_days is 'Past days whose offered hours are kept, and whether these were looked up late.';

create table offered_hours (
  workspace_id bigint not null,
  date date not null,
  doctor_id bigint not null,
  location_id bigint not null,
  offered_minutes integer not null,
  offered_places integer not null,
  constraint offered_hours_pkey primary key (workspace_id, date, doctor_id, location_id),
  constraint offered_hours_are_of_a_day foreign key (workspace_id, date) references offered_days (workspace_id, date),
  constraint offered_hours_are_not_negative check (offered_minutes >= 0 and offered_places >= 0)
);
comment on table offered_hours is 'Minutes and queue places that each practitioner offered at each location on a past day.';

create unlogged table report_days (
  workspace_id bigint not null references workspaces (id),
  date date not null,
  constraint report_days_pkey primary key (workspace_id, date)
);
comment on table report_days is 'Past days whose sums are kept: copies, made again whenever they are missing.';

create unlogged table report_sums (
  workspace_id bigint not null references workspaces (id),
  date date not null,
  doctor_id bigint not null,
  location_id bigint not null,
  expected bigint not null,
  overdue bigint not null,
  in_consultation bigint not null,
  completed bigint not null,
  no_show bigint not null,
  missed bigint not null,
  cancelled bigint not null,
  tokens bigint not null,
  new_patients bigint not null,
  booked_minutes bigint not null,
  booked_places bigint not null,
  lead_visits bigint not null,
  lead_minutes bigint not null,
  lead_same_day bigint not null,
  lead_next_day bigint not null,
  lead_week bigint not null,
  lead_fortnight bigint not null,
  lead_month bigint not null,
  lead_later bigint not null,
  waits bigint not null,
  waited_seconds bigint not null,
  told_from_minutes bigint not null,
  told_to_minutes bigint not null,
  waits_as_told bigint not null,
  starts bigint[] not null,
  constraint report_sums_pkey primary key (workspace_id, date, doctor_id, location_id),
  constraint a_day_has_24_hours check (cardinality(starts) = 24)
);
comment on table report_sums is 'What visits and tokens of a past day add up to, by practitioner and location: copies.';

create unlogged table report_money (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  date date not null,
  doctor_id bigint,
  location_id bigint,
  channel text not null,
  method text not null,
  currency text not null,
  payments bigint not null,
  taken_minor bigint not null,
  refunded_minor bigint not null,
  constraint report_money_pkey primary key (workspace_id, id)
);
comment on table report_money is 'What was paid and given back on a past day, by way of payment: copies.';
create index report_money_by_date on report_money (workspace_id, date);

create unlogged table stale_report_days (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  date date not null,
  constraint stale_report_days_pkey primary key (workspace_id, id)
);
comment on table stale_report_days is 'Past days with a change since their sums were counted, a row for each change.';
create index stale_report_days_by_date on stale_report_days (workspace_id, date);

create function past_visit_changes_its_day() returns trigger language plpgsql as $$
declare
  today date := (
    select (clock_timestamp() + i.clock_offset_ms * interval '1 ms') at time zone l.timezone
    from installation i, locations l
    where l.workspace_id = new.workspace_id and l.id = new.location_id
  );
  since date := least(old.appointment_date, new.appointment_date);
  came boolean := coalesce(old.status in ('IN_CONSULTATION', 'COMPLETED'), false);
  comes boolean := new.status in ('IN_CONSULTATION', 'COMPLETED');
begin
  if since >= today then
    return null;
  end if;
  insert into stale_report_days (workspace_id, date)
  select distinct new.workspace_id, day from unnest(array[old.appointment_date, new.appointment_date]) as day where day < today;
  if (came or comes) and (came, old.patient_id, old.appointment_date) is distinct from (comes, new.patient_id, new.appointment_date) then
    insert into stale_report_days (workspace_id, date)
    select new.workspace_id, day
    from (
      select appointment_date as day from appointments where workspace_id = new.workspace_id and patient_id in (old.patient_id, new.patient_id)
      union
      select appointment_date from queue_visits where workspace_id = new.workspace_id and patient_id in (old.patient_id, new.patient_id)
    ) as days
    where day > since and day <= today;
  end if;
  return null;
end
$$;
create trigger past_visit_changes_its_day after insert on appointments for each row when (new.unoffered_reason is not null) execute function past_visit_changes_its_day();
create trigger changed_visit_changes_its_day after update on appointments for each row when ( (old.status, old.voided, old.appointment_date, old.from_at, old.to_at, old.doctor_id, old.location_id, old.patient_id) is distinct from (new.status, new.voided, new.appointment_date, new.from_at, new.to_at, new.doctor_id, new.location_id, new.patient_id) or (old.payment_status, old.payment_mode, old.charge_minor, old.discount_minor, old.unoffered_reason) is distinct from (new.payment_status, new.payment_mode, new.charge_minor, new.discount_minor, new.unoffered_reason) ) execute function past_visit_changes_its_day();
create trigger changed_visit_changes_its_day after update on queue_visits for each row when ( (old.status, old.patient_id, old.payment_status, old.payment_mode, old.charge_minor, old.discount_minor, old.called_at, old.began_at, old.arrived_at) is distinct from (new.status, new.patient_id, new.payment_status, new.payment_mode, new.charge_minor, new.discount_minor, new.called_at, new.began_at, new.arrived_at) ) execute function past_visit_changes_its_day();

create function zone_changes_report_days() returns trigger language plpgsql as $$
declare
  workspace bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('report', workspace));
  delete from report_days where workspace_id = workspace;
  return null;
end
$$;
create trigger zone_changes_report_days after update of timezone on workspaces for each row when (old.timezone is distinct from new.timezone) execute function zone_changes_report_days('id');
create trigger zone_of_new_location_changes_report_days after insert on locations for each row execute function zone_changes_report_days('workspace_id');
create trigger zone_changes_report_days after update of timezone on locations for each row when (old.timezone is distinct from new.timezone) execute function zone_changes_report_days('workspace_id');

create table repeat_keys (
  workspace_id bigint not null,
  key_hash bytea not null,
  input_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  constraint repeat_keys_pkey primary key (workspace_id, key_hash),
  constraint repeat_key_is_sha256 check (length(key_hash) = 32),
  constraint repeated_input_is_sha256 check (length(input_hash) = 32),
  constraint repeat_key_has_workspace foreign key (workspace_id) references workspaces (id)
);
comment on table repeat_keys is 'Changes that came with a key, so that one that is sent again is done once.';
create index repeat_keys_by_time on repeat_keys (created_at);
