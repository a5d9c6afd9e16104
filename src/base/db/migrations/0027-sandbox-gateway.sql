-- The payment gateway of a sandbox, which stands for one elsewhere: nothing of the clinic refers to it, and it refers to nothing of the
-- clinic but its workspace. Times are business time.

create table sandbox_gateway_checkouts (
  workspace_id bigint not null references workspaces (id),
  -- All it takes to decide the payment, in the address of the page.
  gateway_id text not null
    constraint gateway_id_unique unique
    constraint gateway_id_form check (gateway_id ~ '^[0-9a-z]{26}$'),
  -- Of whoever opened it, who may ask again.
  key text not null constraint gateway_key_form check (key ~ '^[A-Za-z0-9_-]{1,100}$'),
  reference text not null,
  amount_minor bigint not null constraint gateway_amount_above_zero check (amount_minor > 0),
  currency text not null constraint gateway_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  payee text not null,
  description text not null,
  return_url text not null constraint return_url_is_of_the_web check (return_url ~* '^https?://'),
  -- What the page counts down to; nothing ends here by itself.
  held_until timestamptz not null,
  state text not null default 'OPEN' constraint gateway_state check (state in ('OPEN', 'PAID', 'FAILED', 'EXPIRED')),
  created_at timestamptz not null,
  -- The end of its own life.
  expires_at timestamptz not null,
  -- When a payment arrives that was begun late, whatever has become of the checkout by then.
  late_at timestamptz,
  -- When it came into its state.
  decided_at timestamptz,
  primary key (workspace_id, gateway_id),
  constraint gateway_key_unique unique (workspace_id, key),
  constraint decided_checkout_says_when check ((state = 'OPEN') = (decided_at is null))
);

-- The gateway's own ledger: money that was taken, and what was given back of it. It is only added to.
create table sandbox_gateway_movements (
  workspace_id bigint not null,
  id bigint generated always as identity,
  gateway_id text not null,
  kind text not null constraint gateway_movement_kind check (kind in ('CAPTURED', 'REFUNDED')),
  amount_minor bigint not null constraint gateway_movement_above_zero check (amount_minor > 0),
  currency text not null,
  -- Of a refund.
  key text constraint gateway_refund_key_form check (key ~ '^[A-Za-z0-9_-]{1,100}$'),
  at timestamptz not null,
  primary key (workspace_id, id),
  constraint gateway_refund_has_a_key check ((kind = 'REFUNDED') = (key is not null)),
  constraint gateway_refund_happens_once unique (workspace_id, key),
  constraint gateway_movement_is_of_a_checkout foreign key (workspace_id, gateway_id) references sandbox_gateway_checkouts (workspace_id, gateway_id)
);
create unique index captured_once on sandbox_gateway_movements (workspace_id, gateway_id) where kind = 'CAPTURED';
create index sandbox_gateway_movements_of_checkout on sandbox_gateway_movements (workspace_id, gateway_id);

-- A checkout keeps its terms, and is decided once; only a payment that was under way comes after its end.
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
create trigger gateway_checkout_changes_as_it_may after update on sandbox_gateway_checkouts
  for each row execute function gateway_checkout_changes_as_it_may();

-- Money moves within what was captured. Whoever moves money of a checkout holds its row, so that two refunds see each other.
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
    when (
      select sum(case m.kind when 'CAPTURED' then m.amount_minor else -m.amount_minor end)
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

-- The other half: what is paid was captured.
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
create trigger paid_checkout_is_captured after insert or update on sandbox_gateway_checkouts
  for each row when (new.state = 'PAID') execute function paid_checkout_is_captured();

-- It ends with its workspace, or with the sandbox.
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
create trigger gateway_movements_are_kept before update or delete on sandbox_gateway_movements
  for each row execute function gateway_movements_are_kept();
create trigger gateway_movements_are_not_emptied before truncate on sandbox_gateway_movements
  for each statement execute function gateway_movements_are_kept();

-- What goes wrong on purpose, by the call it goes wrong with.
create table sandbox_gateway_faults (
  workspace_id bigint not null references workspaces (id),
  call text not null constraint faulty_call check (call in ('open', 'read', 'expire', 'refund')),
  how text not null constraint fault_known check (how in ('refuse', 'time-out-before', 'time-out-after', 'slow', 'wrong-amount')),
  status smallint,
  body jsonb,
  ms integer,
  -- Calls it still strikes; null: every one.
  times_left integer constraint fault_strikes_left check (times_left >= 0),
  primary key (workspace_id, call),
  constraint fault_refuses_with_an_answer check (
    case how
      when 'refuse' then status is not null and status between 400 and 599 and body is not null and jsonb_typeof(body) = 'object'
      else status is null and body is null
    end
  ),
  constraint fault_is_slow_by_a_time check (case how when 'slow' then ms is not null and ms between 1 and 60000 else ms is null end),
  constraint refund_tells_no_amount check (call <> 'refund' or how <> 'wrong-amount')
);

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

-- A sandbox that becomes production leaves its gateway behind.
create function production_keeps_no_sandbox_gateway() returns trigger language plpgsql as $$
begin
  delete from sandbox_gateway_faults;
  delete from sandbox_gateway_movements;
  delete from sandbox_gateway_checkouts;
  return null;
end
$$;
create trigger production_keeps_no_sandbox_gateway after update on installation
  for each row when (new.mode = 'production') execute function production_keeps_no_sandbox_gateway();
