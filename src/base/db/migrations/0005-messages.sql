-- How a workspace's messages are sent, and the outbox of a sandbox.

-- The rails of a clinic file, with the names of secrets and never the secrets; null when it has none.
alter table workspaces add column messages jsonb;

-- The last messages of a sandbox, which reach nobody. Codes lie here in clear, so production keeps none.
create table outbox (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  sent_at timestamptz not null,
  channel text not null constraint outbox_channel check (channel in ('chatapp', 'email')),
  destination text not null,
  code text not null,
  primary key (workspace_id, id)
);

create function outbox_is_of_a_sandbox() returns trigger language plpgsql as $$
begin
  if not exists (select from installation where mode = 'sandbox') then
    raise exception 'only a sandbox keeps an outbox' using errcode = '23514', constraint = 'outbox_is_of_a_sandbox', table = 'outbox';
  end if;
  return new;
end
$$;
create trigger outbox_is_of_a_sandbox before insert or update on outbox for each row execute function outbox_is_of_a_sandbox();

-- A sandbox that becomes production leaves its outbox behind.
create function production_keeps_no_outbox() returns trigger language plpgsql as $$
begin
  delete from outbox;
  return null;
end
$$;
create trigger production_keeps_no_outbox after update on installation
  for each row when (new.mode = 'production') execute function production_keeps_no_outbox();
