-- A configuration is read from fourteen tables; the process that did so keeps what it found in one row, for all others and for its
-- own next time. It is one of its version, and every change of the configuration takes it away.

-- Unlogged: what a crash or another server does not keep is read anew.
create unlogged table configuration_snapshots (
  workspace_id bigint primary key references workspaces (id),
  -- Of the configuration that it shows.
  version bigint not null,
  -- Hash of the statement that read it: another release may read something else.
  shape text not null,
  rows json not null
);
-- It is read whole, and to unpack it would take longer than to read it.
alter table configuration_snapshots alter column rows set storage external;
comment on table configuration_snapshots is 'What each configuration was last read as: a copy, made again whenever it is missing.';

-- As before, and the snapshot goes. Its version alone would not do: a server to which a dump was restored counts its transactions anew,
-- and may come to a number again.
create or replace function note_configuration_change() returns trigger language plpgsql as $$
declare
  changed bigint := case when tg_op = 'DELETE' then old.workspace_id else new.workspace_id end;
  version bigint := pg_current_xact_id()::text::bigint;
begin
  update workspaces set configuration_version = version where id = changed and configuration_version <> version;
  delete from configuration_snapshots where workspace_id = changed;
  return null;
end
$$;

create or replace function note_workspace_change() returns trigger language plpgsql as $$
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
