-- room: workspaces
-- Names of developer keys that book for patients, as the clinic file has them. A key can also be
-- marked by itself: api_keys.books_for_patients.

alter table workspaces add column keys_for_patients text[] not null default '{}';

create or replace function note_workspace_change() returns trigger language plpgsql as $$
begin
  new.configuration_version := pg_current_xact_id()::text::bigint;
  delete from configuration_snapshots where workspace_id = new.id;
  perform pg_notify('clinic_changes', 'workspace ' || new.id);
  if (new.status, new.keys_for_patients) is distinct from (old.status, old.keys_for_patients) then
    perform pg_notify('clinic_changes', 'keys ' || new.id);
  end if;
  return new;
end
$$;

create or replace function api_key_keeps_its_promises() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.kind = 'DEVELOPER' and cardinality(new.allowed_addresses) = 0 then
    raise exception 'a developer key needs an allowed address' using errcode = '23514', constraint = 'developer_key_has_an_address', table = 'api_keys';
  end if;
  if tg_op = 'UPDATE' and (new.kind, new.workspace_id, new.key_hash) is distinct from (old.kind, old.workspace_id, old.key_hash) then
    raise exception 'a key keeps its kind, workspace and secret' using errcode = '23514', constraint = 'api_key_is_for_life', table = 'api_keys';
  end if;
  -- Processes remember all of a key but its last use, which changes often.
  if tg_op = 'INSERT' or to_jsonb(new) - 'last_used_at' <> to_jsonb(old) - 'last_used_at' then
    perform pg_notify('clinic_changes', 'keys ' || new.workspace_id);
  end if;
  return new;
end
$$;
