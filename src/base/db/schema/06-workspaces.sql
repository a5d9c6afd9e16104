create table workspaces (
  id bigint generated always as identity primary key,
  name text not null constraint workspace_name_unique unique,
  title text not null,
  timezone text not null,
  status text not null default 'ACTIVE'
    constraint workspace_status check (status in ('ACTIVE', 'SUSPENDED')),
  -- 'BUILT_IN' and 'ACCOUNT' give every practitioner a video link; with neither, only those who
  -- connected their own account have one (WS-04, WS-26).
  video text constraint workspace_video check (video in ('BUILT_IN', 'ACCOUNT')),
  payment_gateway text,
  payment_methods text[] not null default '{}',
  entitlements text[] not null default '{}',
  -- Changes with every change of the configuration; see note_configuration_change().
  configuration_version bigint not null default 0,
  -- The channels of the clinic file, with the names of secrets and never the secrets; null if it
  -- has none.
  messages jsonb,
  -- How many live future visits one verified contact may have booked in sessions; null: ten
  -- (A-231).
  session_visits_max integer
    constraint session_visits_max_is_positive check (session_visits_max > 0),
  -- The entitlements in the last imported clinic file. Where `entitlements` differs, someone has
  -- changed it by hand since, and the next import undoes that. Null: imported before this was
  -- recorded.
  file_entitlements text[],
  -- '{visit}' in it is replaced by what distinguishes the visit's room from others.
  video_link text constraint workspace_video_link_is_https check (video_link ~ '^https://\S+$'),
  -- The notice settings of the clinic file; null if it has none.
  notices jsonb,
  -- Set by hand; it overrides the file.
  notices_off boolean not null default false,
  -- Accounts at payment gateways, as in the clinic file; their keys are in the environment of the
  -- service.
  gateways jsonb,
  -- Whether callers with a key are bound to the clinic's prices.
  strict_prices boolean not null default false,
  -- What a cancellation by a patient refunds, unless the practitioner has another policy.
  refund_policy jsonb,
  -- The account at a Jitsi server, with the name of its secret.
  jitsi jsonb,
  constraint refund_policy_has_steps check (jsonb_typeof(refund_policy -> 'steps') = 'array'),
  constraint jitsi_is_an_account
    check (
      jitsi is null
      or coalesce(
        video = 'ACCOUNT'
        and video_link is null
        and jitsi ->> 'url' ~ '^https?://\S+$'
        and jitsi ->> 'appId' <> ''
        and jitsi ->> 'secret' ~ '^secret:[A-Z][A-Z0-9_]*$', false
      )
    )
);
comment on table workspaces is
  'Clinics: each row is a tenant, and its id is the first column of the key of every other row of that clinic.';

alter table outbox add foreign key (workspace_id) references workspaces (id);

alter table due_work add foreign key (workspace_id) references workspaces (id);

-- Gives a changed workspace a new configuration version and tells all processes.
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
create trigger note_change before update on workspaces
  for each row execute function note_workspace_change();

-- Runs at the very end of a configuration change, so that new bookings wait only for those that
-- were under way before them.
create function configuration_is_let_go() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('configuration', new.id));
  return null;
end
$$;
create constraint trigger configuration_is_let_go
  after update of configuration_version on workspaces deferrable initially deferred
  for each row when (old.configuration_version <> new.configuration_version)
  execute function configuration_is_let_go();

-- Processes forget what they have cached about a deleted workspace and its keys.
create function note_workspace_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'workspace ' || old.id);
  perform pg_notify('clinic_changes', 'keys ' || old.id);
  return null;
end
$$;
create trigger note_end after delete on workspaces
  for each row execute function note_workspace_end();

-- Ends the links and sessions of a workspace's staff when its status changes.
create function end_sessions_of_suspended_workspace() returns trigger language plpgsql as $$
begin
  delete from staff_links where workspace_id = new.id;
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = new.id and s.account_id = m.account_id;
  return null;
end
$$;
create trigger end_sessions_of_workspace after update of status on workspaces
  for each row when (new.status is distinct from old.status)
  execute function end_sessions_of_suspended_workspace();

create table api_keys (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  kind text not null constraint api_key_kind check (kind in ('DEVELOPER', 'WIDGET')),
  name text not null,
  -- SHA-256 of the whole key; a key has 256 random bits, so a slow hash would protect nothing.
  key_hash bytea not null
    constraint api_key_hash_unique unique
    constraint api_key_hash_is_sha256 check (length(key_hash) = 32),
  masked text not null,
  status text not null default 'ACTIVE'
    constraint api_key_status check (status in ('ACTIVE', 'DEACTIVATED', 'DELETED')),
  -- Addresses and ranges in canonical form; an empty list admits no one (A-013).
  allowed_addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  -- Null: the limit of the installation applies.
  requests_per_minute integer constraint key_limit_is_positive check (requests_per_minute > 0),
  -- The pages on which a widget key is used, as browsers write them: https://clinic.example.
  allowed_origins text[] not null default '{}',
  primary key (workspace_id, id),
  constraint origins_are_of_widget_keys check (kind = 'WIDGET' or allowed_origins = '{}')
);
comment on table api_keys is
  'Developer and widget keys, stored only as SHA-256 hashes, with the addresses and origins that may use them.';

create index api_keys_by_origin on api_keys using gin (allowed_origins);

-- A new developer key has an address, and a key's kind, workspace and secret never change (INV-37).
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
create trigger api_key_keeps_its_promises before insert or update on api_keys
  for each row execute function api_key_keeps_its_promises();

-- A session of a browser under a widget key (A-017) ends with its key.
create table widget_sessions (
  workspace_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  token_hash bytea not null
    constraint session_token_unique unique
    constraint session_token_is_sha256 check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null constraint session_expires_later check (expires_at > created_at),
  primary key (workspace_id, id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
comment on table widget_sessions is
  'Sessions of browsers under a widget key; they end with the key.';

create index widget_sessions_by_expiry on widget_sessions (expires_at);

-- The last calls of each API key, and what they used of its limits, are kept for a few days and
-- nothing depends on them. Both tables are therefore unlogged: a crash of the database, a failover
-- and a backup leave them out. No foreign key leads to the key: the statement that writes calls
-- locks their keys once for each key, whereas a foreign key looked up the key of every call, which
-- took as long as writing it.
create unlogged table key_calls (
  workspace_id bigint not null,
  key_id bigint not null,
  at timestamptz not null,
  -- The process that answered assigns it, so that a call that is written twice is stored once.
  id bigint not null,
  method text not null,
  -- The pattern of the path, without anything that was sent; null for a path outside the API.
  route text,
  status smallint not null,
  ms real not null,
  request_id text not null,
  code text,
  -- The address of a call that was refused because of its address; null for every other call.
  refused_address text,
  constraint key_calls_pkey primary key (workspace_id, key_id, at, id),
  constraint call_request_id_length check (char_length(request_id) between 1 and 64),
  constraint call_address_is_of_its_refusal
    check (refused_address is null or code = 'ADDRESS_NOT_ALLOWED')
);
comment on table key_calls is
  'The latest calls of each API key, for a week and at most 10,000; their content is not stored.';

create unlogged table key_usage (
  workspace_id bigint not null,
  key_id bigint not null,
  -- The beginning of the minute; limits count by the minute.
  minute timestamptz not null,
  method text not null,
  route text not null,
  -- Requests that the limits let pass.
  passed integer not null,
  -- Requests that a limit refused, by the limit that was used up.
  refused_by_key integer not null,
  refused_by_workspace integer not null,
  refused_by_route integer not null,
  constraint key_usage_pkey primary key (workspace_id, key_id, minute, method, route),
  constraint usage_is_of_a_key
    foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint usage_is_of_a_whole_minute check (extract(second from minute) = 0),
  constraint usage_is_not_negative
    check (least(passed, refused_by_key, refused_by_workspace, refused_by_route) >= 0)
);
comment on table key_usage is
  'How much of its limits each API key used in each minute of the last day, by endpoint.';

-- Every process caches the configuration. Every change, by the service, a command or directly in
-- the database, sets the version once per transaction, and all processes learn of it at commit. The
-- snapshot is deleted too, because comparing versions is not enough: a server to which a dump was
-- restored counts its transactions from another number, and may reach the same number again.
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

-- A booking holds the configuration on which it was planned until it ends, and a change of the
-- configuration ends only when no booking on the old one is left. So nothing is ever booked on
-- hours whose removal was acknowledged, however long the booking waited for its time.
--
-- Returns whether the configuration of a workspace still has this version; if so, it keeps that
-- version until the caller's transaction ends. It locks first and looks afterwards: within a
-- function each statement sees what was committed before it began, which a condition of the calling
-- statement would not.
create function configuration_is_held(workspace bigint, version bigint)
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('configuration', workspace));
  return exists (select from workspaces where id = workspace and configuration_version = version);
end
$$;

-- Removes everything of a workspace, in the order in which its tables refer to each other, and
-- includes tables of later migrations. The audit of the last 30 days must stay, and its rule keeps
-- the whole workspace.
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
