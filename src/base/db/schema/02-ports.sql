create table installation (
  id boolean primary key default true constraint installation_is_one_row check (id),
  mode text not null constraint installation_mode check (mode in ('sandbox', 'production')),
  clock_offset_ms bigint not null default 0,
  -- The key of all hashes, if the operator has not set CLINIC_SECRET.
  secret text constraint secret_is_long_enough check (length(secret) >= 32),
  -- Identifies the history that cursors of changes belong to; a restore begins a new history.
  changes_since uuid not null default gen_random_uuid(),
  secret_fingerprint bytea,
  constraint production_clock_does_not_move check (mode = 'sandbox' or clock_offset_ms = 0),
  constraint clock_moves_forward_only check (clock_offset_ms >= 0),
  constraint secret_fingerprint_is_a_hash check (octet_length(secret_fingerprint) = 32)
);
comment on table installation is
  'One row for the whole installation: its mode, its secret, and how far a sandbox has moved its clock.';
-- Processes with different secrets cannot read each other's hashes. At its start the service warns
-- if its secret differs from that of the last start.
comment on column installation.secret_fingerprint is
  'A keyed hash that identifies the secret of the service that started last. Null: none has started since this column was added.';

-- Tells all processes that the installation has changed.
create function note_installation_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'installation');
  return null;
end
$$;
create trigger note_change after update on installation
  for each row execute function note_installation_change();

-- A sandbox that becomes production loses its outbox.
create function production_keeps_no_outbox() returns trigger language plpgsql as $$
begin
  delete from outbox;
  return null;
end
$$;
create trigger production_keeps_no_outbox after update on installation
  for each row when (new.mode = 'production') execute function production_keeps_no_outbox();

-- A sandbox that becomes production loses its gateway.
create function production_keeps_no_sandbox_gateway() returns trigger language plpgsql as $$
begin
  delete from sandbox_gateway_faults;
  delete from sandbox_gateway_waiting_refunds;
  delete from sandbox_gateway_movements;
  delete from sandbox_gateway_checkouts;
  return null;
end
$$;
create trigger production_keeps_no_sandbox_gateway after update on installation
  for each row when (new.mode = 'production')
  execute function production_keeps_no_sandbox_gateway();
