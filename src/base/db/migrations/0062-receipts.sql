-- Receipts for what was paid, numbered without gaps by location and year.

create table receipt_counters (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- Null: of packs that were paid without a location.
  location_id bigint,
  -- By the clock of the location, or of the workspace where there is none.
  year integer not null,
  last_number bigint not null default 1,
  constraint receipt_counters_pkey primary key (workspace_id, id),
  constraint location_counts_receipts_of_a_year_once unique nulls not distinct (workspace_id, location_id, year),
  constraint receipt_counter_is_of_a_location foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint receipt_counter_is_above_zero check (last_number > 0)
);
comment on table receipt_counters is 'The last receipt number of each location and year; its row is held by whoever gives the next one.';

create table receipts (
  workspace_id bigint not null,
  id bigint generated always as identity,
  -- Of which location and year; a trigger finds it, and gives the next number.
  counter_id bigint not null,
  number bigint not null,
  at timestamptz not null,
  -- PAYMENT: for what was paid. REVERSAL: the counter-receipt of one whose payment was corrected or given back.
  cause text not null,
  -- Above zero for a payment, below for its reversal.
  amount_minor bigint not null,
  currency text not null,
  -- The payment at the desk; of a reversal, the correction.
  desk_payment_id bigint,
  -- Of a payment: what was paid online.
  payment_session_id bigint,
  -- Of a reversal: what was given back.
  refund_id bigint,
  -- Of a reversal: the receipt of the payment.
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
  constraint receipt_is_of_its_cause check (case cause
    when 'PAYMENT' then refund_id is null and reverses_id is null and amount_minor >= 0
    else payment_session_id is null and reverses_id is not null and amount_minor <= 0
  end)
);
comment on table receipts is 'Receipts for payments, and counter-receipts for what became of them; rows are only added.';

-- The amount and the currency are those of what it is for, and the number is the next one of its location and of the year there. Whoever comes
-- second waits for the counter, and a transaction that ends without its receipt gives the number back.
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

-- A counter goes up one by one.
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

-- Rows end with their workspace alone.
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
