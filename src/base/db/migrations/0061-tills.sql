-- The till of each location: what was taken, corrected and given back at its desk, entry by entry, and its closes with what was counted.

create table tills (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- Null: of packs that were paid without a location.
  location_id bigint,
  -- How many entries it has had: the number of the last one.
  entries bigint not null default 0,
  -- How often it was closed, and through which entry.
  closes bigint not null default 0,
  closed_through bigint not null default 0,
  constraint tills_pkey primary key (workspace_id, id),
  constraint location_has_one_till unique nulls not distinct (workspace_id, location_id),
  constraint till_is_of_a_location foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint till_is_closed_through_an_entry check (0 <= closed_through and closed_through <= entries)
);
comment on table tills is 'The till of each location; its row is held by whoever adds an entry or closes it.';

create table till_entries (
  workspace_id bigint not null,
  till_id bigint not null,
  -- 1 to n in each till, in the order in which entries were committed.
  number bigint not null,
  at timestamptz not null,
  cause text not null,
  -- Above zero for what was taken, below for what was corrected or given back.
  amount_minor bigint not null,
  currency text not null,
  method text not null,
  -- The member of staff who took it or gave it back, where that is known.
  member_id bigint,
  desk_payment_id bigint,
  refund_id bigint,
  constraint till_entries_pkey primary key (workspace_id, till_id, number),
  constraint till_entry_is_of_a_till foreign key (workspace_id, till_id) references tills (workspace_id, id),
  constraint till_entry_is_of_a_payment foreign key (workspace_id, desk_payment_id) references desk_payments (workspace_id, id),
  constraint till_entry_is_of_a_refund foreign key (workspace_id, refund_id) references refunds (workspace_id, id),
  constraint till_entry_is_of_staff foreign key (workspace_id, member_id) references users (workspace_id, id),
  constraint payment_is_in_one_till unique (workspace_id, desk_payment_id),
  constraint refund_is_in_one_till unique (workspace_id, refund_id),
  constraint till_entry_cause check (cause in ('PAID', 'CORRECTED', 'REFUNDED')),
  constraint till_entry_is_of_its_cause check (num_nonnulls(desk_payment_id, refund_id) = 1 and (cause = 'REFUNDED') = (refund_id is not null)),
  constraint till_entry_is_signed check (case when cause = 'PAID' then amount_minor >= 0 else amount_minor <= 0 end)
);
create index till_entries_by_time on till_entries (workspace_id, till_id, at, number);
comment on table till_entries is 'What went into each till and out of it; rows are only added.';

create table till_closes (
  workspace_id bigint not null,
  till_id bigint not null,
  -- 1 to n in each till.
  number bigint not null,
  -- The entries it covers: from one after those of the close before.
  first_entry bigint not null,
  last_entry bigint not null,
  at timestamptz not null,
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  constraint till_closes_pkey primary key (workspace_id, till_id, number),
  constraint till_close_is_of_a_till foreign key (workspace_id, till_id) references tills (workspace_id, id),
  constraint till_close_covers_entries check (first_entry <= last_entry)
);
create index till_closes_by_time on till_closes (workspace_id, till_id, at);
comment on table till_closes is 'When each till was closed, and over which entries; rows are only added.';

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
  -- Written before their close, so that none is added to one that is there.
  constraint till_count_is_of_a_close foreign key (workspace_id, till_id, close_number)
    references till_closes (workspace_id, till_id, number) deferrable initially deferred
);
comment on table till_counts is 'What was counted at each close beside what the entries add up to, by method and currency; rows are only added.';

-- Who gave money back at the desk.
alter table refunds
  add column given_by bigint,
  add constraint refund_is_given_by_staff foreign key (workspace_id, given_by) references users (workspace_id, id) not valid;

-- The next number of a till, whose row is held until the transaction ends: who comes second waits, so numbers have no gap and follow the commits.
create function add_till_entry(
  workspace bigint, location bigint, moment timestamptz, what text, minor bigint, unit text, way text, member bigint, payment bigint, refund bigint
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

create function desk_payment_is_in_the_till() returns trigger language plpgsql as $$
begin
  perform add_till_entry(
    new.workspace_id, new.location_id, new.at, new.cause, case new.cause when 'PAID' then new.amount_minor else -new.amount_minor end,
    new.currency, new.method, new.taken_by, new.id, null
  );
  return null;
end
$$;
create trigger desk_payment_is_in_the_till after insert on desk_payments for each row execute function desk_payment_is_in_the_till();

-- What was paid at the desk goes back from the till that it went into, and the same way. What was paid elsewhere was never in one.
create function desk_refund_is_in_the_till() returns trigger language plpgsql as $$
declare
  paid desk_payments;
begin
  select * into paid
  from desk_payments p
  where p.workspace_id = new.workspace_id and p.cause = 'PAID'
    and (p.appointment_id = new.appointment_id or p.visit_id = new.visit_id or p.patient_pack_id = new.patient_pack_id)
    and not exists (select from desk_payments c where c.workspace_id = p.workspace_id and c.corrects_id = p.id);
  if found then
    perform add_till_entry(
      new.workspace_id, paid.location_id, new.requested_at, 'REFUNDED', -new.amount_minor, new.currency, paid.method, new.given_by, null, new.id
    );
  end if;
  return null;
end
$$;
create trigger desk_refund_is_in_the_till after insert on refunds for each row
  when (new.payment_session_id is null) execute function desk_refund_is_in_the_till();

-- A close begins where the one before it ended, and says what its entries add up to.
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
  end;
  if broken is not null then
    raise exception 'a till cannot be closed like this' using errcode = '23514', constraint = broken, table = 'till_closes';
  end if;
  update tills set closes = new.number, closed_through = new.last_entry where workspace_id = new.workspace_id and id = new.till_id;
  return new;
end
$$;
create trigger till_close_follows_the_last before insert on till_closes for each row execute function till_close_follows_the_last();

create function till_counts_come_before_their_close() returns trigger language plpgsql as $$
begin
  if exists (select from till_closes c where c.workspace_id = new.workspace_id and c.till_id = new.till_id and c.number = new.close_number) then
    raise exception 'a close of a till stays as it is' using errcode = '23514', constraint = 'till_counts_come_before_their_close', table = 'till_counts';
  end if;
  return new;
end
$$;
create trigger till_counts_come_before_their_close before insert on till_counts for each row execute function till_counts_come_before_their_close();

-- Rows end with their workspace alone.
create function tills_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  raise exception 'tills are only added to' using errcode = '23514', constraint = 'tills_are_kept', table = tg_table_name;
end
$$;
create trigger tills_are_kept before update or delete on till_entries for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_entries for each statement execute function tills_are_kept();
create trigger tills_are_kept before update or delete on till_closes for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_closes for each statement execute function tills_are_kept();
create trigger tills_are_kept before update or delete on till_counts for each row execute function tills_are_kept();
create trigger tills_are_not_emptied before truncate on till_counts for each statement execute function tills_are_kept();
create trigger tills_are_kept before delete on tills for each row execute function tills_are_kept();

-- Numbers go up one by one, and nothing of a till is another's.
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

create function note_till() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'till ' || new.workspace_id);
  return null;
end
$$;
create trigger note_till after insert or update on tills for each row execute function note_till();

-- What the desks took before there were tills: never closed, in the order of its time.
with moved as (
  select p.workspace_id, p.location_id, p.at, p.cause, case p.cause when 'PAID' then p.amount_minor else -p.amount_minor end as amount_minor, p.currency,
    p.method, p.taken_by as member_id, p.id as desk_payment_id, null::bigint as refund_id
  from desk_payments p
  union all
  select r.workspace_id, p.location_id, r.requested_at, 'REFUNDED', -r.amount_minor, r.currency, p.method, null, null, r.id
  from refunds r
  join desk_payments p on p.workspace_id = r.workspace_id and p.cause = 'PAID'
    and (p.appointment_id = r.appointment_id or p.visit_id = r.visit_id or p.patient_pack_id = r.patient_pack_id)
    and not exists (select from desk_payments c where c.workspace_id = p.workspace_id and c.corrects_id = p.id)
  where r.payment_session_id is null
), made as (
  insert into tills (workspace_id, location_id, entries)
  select workspace_id, location_id, count(*) from moved group by workspace_id, location_id
  returning workspace_id, id, location_id
)
insert into till_entries (workspace_id, till_id, number, at, cause, amount_minor, currency, method, member_id, desk_payment_id, refund_id)
select m.workspace_id, t.id, row_number() over (partition by t.workspace_id, t.id order by m.at, m.desk_payment_id, m.refund_id), m.at, m.cause,
  m.amount_minor, m.currency, m.method, m.member_id, m.desk_payment_id, m.refund_id
from moved m
join made t on t.workspace_id = m.workspace_id and t.location_id is not distinct from m.location_id;
