-- What decides whether a caller may pass: a limit of the key's own, the origins a widget key is used from,
-- and the sessions it opened.

alter table api_keys
  -- Null: the installation's limit holds.
  add column requests_per_minute integer constraint key_limit_is_positive check (requests_per_minute > 0),
  -- Pages a widget key is used from, as browsers write them: https://clinic.example.
  add column allowed_origins text[] not null default '{}',
  add constraint origins_are_of_widget_keys check (kind = 'WIDGET' or allowed_origins = '{}');
create index api_keys_by_origin on api_keys using gin (allowed_origins);

create or replace function api_key_keeps_its_promises() returns trigger language plpgsql as $$
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

-- A browser's session under a widget key (A-017). It dies with its key.
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
create index widget_sessions_by_expiry on widget_sessions (expires_at);
