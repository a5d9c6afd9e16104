create table tills (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- Null: packs that were paid without a location.
  location_id bigint,
  -- How many entries it has had: the number of the last one.
  entries bigint not null default 0,
  -- How often it was closed, and up to which entry.
  closes bigint not null default 0,
  closed_through bigint not null default 0,
  constraint tills_pkey primary key (workspace_id, id),
  constraint location_has_one_till unique nulls not distinct (workspace_id, location_id),
  constraint till_is_of_a_location
    foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint till_is_closed_through_an_entry
    check (0 <= closed_through and closed_through <= entries)
);
comment on table tills is
  'The till of each location; its row is locked while an entry is added or the till is closed.';

-- Numbers go up one by one, and nothing moves from one till to another.
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

-- Tells all processes that a till has changed.
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
  -- 1 to n in each till, in the order in which entries were committed.
  number bigint not null,
  at timestamptz not null,
  cause text not null,
  -- Above zero for what was taken, below for what was corrected or refunded.
  amount_minor bigint not null,
  currency text not null,
  method text not null,
  -- The member of staff who took or returned it, if known.
  member_id bigint,
  desk_payment_id bigint,
  refund_id bigint,
  constraint till_entries_pkey primary key (workspace_id, till_id, number),
  constraint till_entry_is_of_a_till
    foreign key (workspace_id, till_id) references tills (workspace_id, id),
  constraint till_entry_is_of_a_payment
    foreign key (workspace_id, desk_payment_id) references desk_payments (workspace_id, id),
  constraint till_entry_is_of_a_refund
    foreign key (workspace_id, refund_id) references refunds (workspace_id, id),
  constraint till_entry_is_of_staff
    foreign key (workspace_id, member_id) references users (workspace_id, id),
  constraint payment_is_in_one_till unique (workspace_id, desk_payment_id),
  constraint till_entry_cause check (cause in ('PAID', 'CORRECTED', 'REFUNDED')),
  constraint till_entry_is_of_its_cause
    check (
      num_nonnulls(desk_payment_id, refund_id) = 1
      and (cause = 'REFUNDED') = (refund_id is not null)
    ),
  constraint till_entry_is_signed
    check (
      case cause
        when 'PAID' then amount_minor >= 0
        when 'CORRECTED' then amount_minor <= 0
        else true
      end
    )
);
comment on table till_entries is
  'Money put into each till and taken out of it; rows are only added.';

create index till_entries_by_time on till_entries (workspace_id, till_id, at, number);
-- A refund of several payments leaves each till and method once.
create unique index refund_is_in_a_till_once on till_entries (
  workspace_id,
  refund_id,
  till_id,
  method,
  (amount_minor > 0)
)
  where refund_id is not null;

create table till_closes (
  workspace_id bigint not null,
  till_id bigint not null,
  -- 1 to n in each till.
  number bigint not null,
  -- The entries it covers, beginning after those of the previous close.
  first_entry bigint not null,
  last_entry bigint not null,
  at timestamptz not null,
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  -- What was counted may differ from what was taken, but then the close says why.
  reason text,
  constraint till_closes_pkey primary key (workspace_id, till_id, number),
  constraint till_close_is_of_a_till
    foreign key (workspace_id, till_id) references tills (workspace_id, id),
  constraint till_close_covers_entries check (first_entry <= last_entry),
  constraint till_close_reason_length check (char_length(reason) between 1 and 500)
);
comment on table till_closes is
  'When each till was closed, and over which entries; rows are only added.';

create index till_closes_by_time on till_closes (workspace_id, till_id, at);

-- A close begins where the previous one ended, and states what its entries add up to.
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
    when new.reason is null and exists (
      select from till_counts
      where workspace_id = new.workspace_id and till_id = new.till_id and close_number = new.number and counted_minor <> expected_minor
    ) then 'till_difference_has_a_reason'
  end;
  if broken is not null then
    raise exception 'a till cannot be closed like this' using errcode = '23514', constraint = broken, table = 'till_closes';
  end if;
  update tills set closes = new.number, closed_through = new.last_entry where workspace_id = new.workspace_id and id = new.till_id;
  return new;
end
$$;
create trigger till_close_follows_the_last before insert on till_closes
  for each row execute function till_close_follows_the_last();

create table till_counts (
  workspace_id bigint not null,
  till_id bigint not null,
  close_number bigint not null,
  method text not null,
  currency text not null,
  -- The sum of the entries, and what was counted; the difference follows from them.
  expected_minor bigint not null,
  counted_minor bigint not null,
  constraint till_counts_pkey primary key (workspace_id, till_id, close_number, method, currency),
  -- Counts are written before their close, so that none is added to an existing one.
  constraint till_count_is_of_a_close foreign key (workspace_id, till_id, close_number)
    references till_closes (workspace_id, till_id, number) deferrable initially deferred
);
comment on table till_counts is
  'What was counted at each close, and the sum of the entries, by method and currency; rows are only added.';

-- Refuses to add counts to a close that is already recorded.
create function till_counts_come_before_their_close() returns trigger language plpgsql as $$
begin
  if exists (select from till_closes c where c.workspace_id = new.workspace_id and c.till_id = new.till_id and c.number = new.close_number) then
    raise exception 'a close of a till stays as it is' using errcode = '23514', constraint = 'till_counts_come_before_their_close', table = 'till_counts';
  end if;
  return new;
end
$$;
create trigger till_counts_come_before_their_close before insert on till_counts
  for each row execute function till_counts_come_before_their_close();

-- Rows end with their workspace only.
create function tills_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  raise exception 'tills are only added to' using errcode = '23514', constraint = 'tills_are_kept', table = tg_table_name;
end
$$;
create trigger tills_are_kept before update or delete on till_entries
  for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_entries
  for each statement execute function tills_are_kept();
create trigger tills_are_kept before update or delete on till_closes
  for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_closes
  for each statement execute function tills_are_kept();
create trigger tills_are_kept before update or delete on till_counts
  for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_counts
  for each statement execute function tills_are_kept();
create trigger tills_are_kept before delete on tills for each row execute function tills_are_kept();

create table receipt_counters (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- Null: packs that were paid without a location.
  location_id bigint,
  -- By the clock of the location, or of the workspace if there is none.
  year integer not null,
  last_number bigint not null default 1,
  constraint receipt_counters_pkey primary key (workspace_id, id),
  constraint location_counts_receipts_of_a_year_once
    unique nulls not distinct (workspace_id, location_id, year),
  constraint receipt_counter_is_of_a_location
    foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint receipt_counter_is_above_zero check (last_number > 0)
);
comment on table receipt_counters is
  'The last receipt number of each location and year; its row is locked while the next one is assigned.';

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
create trigger receipt_counter_goes_on before update on receipt_counters
  for each row execute function receipt_counter_goes_on();

create table receipts (
  workspace_id bigint not null,
  id bigint generated always as identity,
  -- The counter of its location and year; a trigger finds it, and assigns the next number.
  counter_id bigint not null,
  number bigint not null,
  at timestamptz not null,
  -- PAYMENT: for a payment. REVERSAL: the counter-receipt after its payment was corrected or
  -- refunded.
  cause text not null,
  -- Above zero for a payment, below for its reversal.
  amount_minor bigint not null,
  currency text not null,
  -- The payment at the desk; for a reversal, the correction.
  desk_payment_id bigint,
  -- For a payment online.
  payment_session_id bigint,
  -- For a reversal: the refund. Each payment that is refunded has a receipt, so each share of the
  -- refund has a counter-receipt; `receipt_is_reversed_once` allows only one.
  refund_id bigint,
  -- For a reversal: the receipt of the payment.
  reverses_id bigint,
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  constraint receipts_pkey primary key (workspace_id, id),
  constraint receipt_number_is_given_once unique (workspace_id, counter_id, number),
  constraint receipt_has_its_counter
    foreign key (workspace_id, counter_id) references receipt_counters (workspace_id, id),
  constraint receipt_is_of_a_desk_payment
    foreign key (workspace_id, desk_payment_id) references desk_payments (workspace_id, id),
  constraint receipt_is_of_an_online_payment
    foreign key (workspace_id, payment_session_id) references payment_sessions (workspace_id, id),
  constraint receipt_is_of_a_refund
    foreign key (workspace_id, refund_id) references refunds (workspace_id, id),
  constraint reversal_has_its_receipt
    foreign key (workspace_id, reverses_id) references receipts (workspace_id, id),
  constraint desk_payment_has_one_receipt unique (workspace_id, desk_payment_id),
  constraint online_payment_has_one_receipt unique (workspace_id, payment_session_id),
  constraint receipt_is_reversed_once unique (workspace_id, reverses_id),
  constraint receipt_cause check (cause in ('PAYMENT', 'REVERSAL')),
  constraint receipt_is_of_one_thing
    check (num_nonnulls(desk_payment_id, payment_session_id, refund_id) = 1),
  constraint receipt_is_of_its_cause check (case cause
    when 'PAYMENT' then refund_id is null and reverses_id is null and amount_minor >= 0
    else payment_session_id is null and reverses_id is not null and amount_minor <= 0
  end)
);
comment on table receipts is 'Receipts for payments, and reversals of them after corrections and refunds; rows are only added.';

-- Amount and currency are those of the payment or refund, and the number is the next one of its
-- location and of the year there. The second of two waits for the counter, and a transaction that
-- ends without its receipt returns the number.
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
      select coalesce(s.amount_minor, r.amount_minor), r.currency
      from refunds r
      left join lateral desk_refund_shares(r.workspace_id, r.id) s on s.desk_payment_id = paid.desk_payment_id
      where r.workspace_id = paid.workspace_id and r.id = new.refund_id and r.state = 'DONE' and r.payment_session_id is not distinct from paid.payment_session_id
        and (paid.desk_payment_id is null or s.desk_payment_id is not null)
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
create trigger receipt_is_numbered before insert on receipts
  for each row execute function receipt_is_numbered();

-- Rows end with their workspace only.
create function receipts_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  raise exception 'receipts are only added to' using errcode = '23514', constraint = 'receipts_are_kept', table = tg_table_name;
end
$$;
create trigger receipts_are_kept before update or delete on receipts
  for each row execute function receipts_are_kept();
create trigger receipts_are_not_emptied before truncate on receipts
  for each statement execute function receipts_are_kept();
create trigger receipts_are_kept before delete on receipt_counters
  for each row execute function receipts_are_kept();
create trigger receipts_are_not_emptied before truncate on receipt_counters
  for each statement execute function receipts_are_kept();

-- Returns the next number of a till and locks its row until the transaction ends: the second of two
-- waits, so numbers have no gap and follow the commits.
create function add_till_entry(
  workspace bigint, location bigint, moment timestamptz, what text, minor bigint, unit text,
  way text, member bigint, payment bigint, refund bigint
) returns void language plpgsql as $$
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

-- Enters a payment at the desk, or its correction, in the till.
create function desk_payment_is_in_the_till() returns trigger language plpgsql as $$
begin
  perform add_till_entry(
    new.workspace_id, new.location_id, new.at, new.cause, case new.cause when 'PAID' then new.amount_minor else -new.amount_minor end,
    new.currency, new.method, new.taken_by, new.id, null
  );
  return null;
end
$$;
create trigger desk_payment_is_in_the_till after insert on desk_payments
  for each row execute function desk_payment_is_in_the_till();

-- A payment at the desk is refunded from the till that it went into, and by the same method. A
-- payment elsewhere was never in a till.
create function desk_refund_is_in_the_till() returns trigger language plpgsql as $$
declare
  gone record;
begin
  -- In the order of locations, because each till is locked.
  for gone in
    select p.location_id, p.method, sum(s.amount_minor)::bigint as amount_minor
    from desk_refund_shares(new.workspace_id, new.id) s
    join desk_payments p on p.workspace_id = new.workspace_id and p.id = s.desk_payment_id
    group by p.location_id, p.method
    order by p.location_id, p.method
  loop
    perform add_till_entry(
      new.workspace_id, gone.location_id, new.requested_at, 'REFUNDED', -gone.amount_minor, new.currency, gone.method, new.given_by, null, new.id
    );
  end loop;
  return null;
end
$$;
create trigger desk_refund_is_in_the_till after insert on refunds
  for each row when (new.payment_session_id is null) execute function desk_refund_is_in_the_till();

-- A refund at the desk uses the method of the latest payment first, and then the method of the one
-- before it.
create function desk_refund_shares(workspace bigint, refund bigint)
returns table (desk_payment_id bigint, amount_minor bigint) language sql stable as $$
  select s.id, s.amount_minor
  from (
    select p.id, row_number() over latest as place, greatest(
        0,
        least(
          -- The first payment takes whatever is left, so that the shares are the whole.
          case when lead(p.id) over latest is null then r.amount_minor else p.amount_minor end,
          r.amount_minor - coalesce(sum(p.amount_minor) over (latest rows between unbounded preceding and 1 preceding), 0)
        )
      )::bigint as amount_minor
    from refunds r
    join desk_payments p on p.workspace_id = r.workspace_id and p.cause = 'PAID'
      and (p.appointment_id = r.appointment_id or p.visit_id = r.visit_id or p.patient_pack_id = r.patient_pack_id)
    where r.workspace_id = workspace and r.id = refund and r.payment_session_id is null
      and not exists (select from desk_payments c where c.workspace_id = workspace and c.corrects_id = p.id)
    window latest as (order by p.id desc)
  ) s
  where s.amount_minor > 0 or s.place = 1
$$;
