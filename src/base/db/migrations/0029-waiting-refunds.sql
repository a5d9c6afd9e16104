-- Refunds of the sandbox gateway that take their time, and may come to nothing.

create table sandbox_gateway_waiting_refunds (
  workspace_id bigint not null,
  gateway_id text not null,
  key text not null,
  -- When it is known what has become of it.
  settles_at timestamptz not null,
  fails boolean not null,
  primary key (workspace_id, key),
  constraint waiting_refund_is_of_a_checkout foreign key (workspace_id, gateway_id) references sandbox_gateway_checkouts (workspace_id, gateway_id)
);

-- A refund that fails gives the money back to the clinic, by a movement of its own with the refund's key.
alter table sandbox_gateway_movements
  drop constraint gateway_movement_kind,
  drop constraint gateway_refund_has_a_key,
  drop constraint gateway_refund_happens_once,
  add constraint gateway_movement_kind check (kind in ('CAPTURED', 'REFUNDED', 'REFUND_FAILED')) not valid,
  add constraint gateway_refund_has_a_key check ((kind = 'CAPTURED') = (key is null)) not valid,
  add constraint gateway_refund_happens_once unique (workspace_id, key, kind);

create or replace function gateway_movement_is_covered() returns trigger language plpgsql as $$
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

create or replace function production_keeps_no_sandbox_gateway() returns trigger language plpgsql as $$
begin
  delete from sandbox_gateway_faults;
  delete from sandbox_gateway_waiting_refunds;
  delete from sandbox_gateway_movements;
  delete from sandbox_gateway_checkouts;
  return null;
end
$$;

alter table sandbox_gateway_faults
  drop constraint fault_known,
  add constraint fault_known check (how in ('refuse', 'time-out-before', 'time-out-after', 'slow', 'wrong-amount', 'pending', 'pending-then-fails')) not valid,
  add constraint refund_alone_is_pending check (call = 'refund' or how not in ('pending', 'pending-then-fails')) not valid;
