-- What is owed can be paid in parts at the desk, by one method or several: it stays UNPAID until the desk has all of it.

-- What the desk has of it, without corrected payments; null if it has nothing.
create function paid_at_the_desk(workspace bigint, appointment bigint, visit bigint, pack bigint) returns bigint language sql stable as $$
  select sum(p.amount_minor)::bigint from desk_payments p
  where p.workspace_id = workspace and p.cause = 'PAID' and (p.appointment_id = appointment or p.visit_id = visit or p.patient_pack_id = pack)
    and not exists (select from desk_payments c where c.workspace_id = workspace and c.corrects_id = p.id)
$$;

create or replace function is_paid_at_the_desk(workspace bigint, appointment bigint, visit bigint, pack bigint) returns boolean language sql stable as $$
  select coalesce(
    paid_at_the_desk(workspace, appointment, visit, pack) >= (standing_of(workspace, appointment, visit, pack)).due_minor,
    false
  )
$$;

create or replace function desk_payment_is_due() returns trigger language plpgsql as $$
declare
  stands payable_standing;
  paid bigint;
  broken text;
begin
  perform from appointments where workspace_id = new.workspace_id and id = new.appointment_id for no key update;
  perform from queue_visits where workspace_id = new.workspace_id and id = new.visit_id for no key update;
  perform from patient_packs where workspace_id = new.workspace_id and id = new.patient_pack_id for no key update;
  stands := standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
  paid := paid_at_the_desk(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
  broken := case
    when new.cause = 'PAID' then case
      when paid >= stands.due_minor then 'desk_payment_happens_once'
      when new.currency is distinct from stands.currency or new.amount_minor > stands.due_minor - coalesce(paid, 0)
        or new.amount_minor = 0 and stands.due_minor > 0 then 'desk_payment_is_of_what_is_due'
    end
    when not exists (
      select from desk_payments p
      where p.workspace_id = new.workspace_id and p.id = new.corrects_id and p.cause = 'PAID'
        and (p.appointment_id, p.visit_id, p.patient_pack_id, p.location_id, p.method, p.amount_minor, p.currency)
          is not distinct from (new.appointment_id, new.visit_id, new.patient_pack_id, new.location_id, new.method, new.amount_minor, new.currency)
    ) then 'correction_is_of_its_payment'
  end;
  if broken is not null then
    raise exception 'this cannot be paid at the desk' using errcode = '23514', constraint = broken, table = 'desk_payments';
  end if;
  return new;
end
$$;

create or replace function desk_payment_agrees() returns trigger language plpgsql as $$
declare
  status text := (standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id)).payment_status;
  is_paid boolean := is_paid_at_the_desk(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
begin
  -- What was paid in part may have been refunded in the same transaction.
  if status not in (case when is_paid then 'PAID' else 'UNPAID' end, 'REFUNDED') then
    raise exception 'a payment at the desk contradicts what it pays for'
      using errcode = '23514', constraint = 'desk_payment_agrees', table = 'desk_payments';
  end if;
  return null;
end
$$;

-- A part that was paid can be refunded too.

create or replace function visit_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.status in ('COMPLETED', 'CANCELLED') and new.status <> old.status then 'ended_visit_keeps_its_status'
    when new.status = 'RESCHEDULED' and old.status <> 'RESCHEDULED' and new.from_at = old.from_at then 'rescheduled_visit_has_moved'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED')
      and coalesce(paid_at_the_desk(new.workspace_id, new.id, null, null), 0) = 0 then 'refunded_visit_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_visit_stays_refunded'
  end;
begin
  if broken is not null and (broken = 'refunded_visit_was_paid' or not is_taken_back(new.workspace_id, new.id, null)) then
    raise exception 'a visit cannot change like this' using errcode = '23514', constraint = broken, table = 'appointments';
  end if;
  new.revision := old.revision + 1;
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function queue_visit_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.status in ('COMPLETED', 'CANCELLED') and new.status <> old.status and not is_taken_back(new.workspace_id, null, new.id)
      then 'ended_queue_visit_keeps_its_status'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED')
      and coalesce(paid_at_the_desk(new.workspace_id, null, new.id, null), 0) = 0 then 'refunded_queue_visit_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_queue_visit_stays_refunded'
    when (new.queue_day_id, new.token_number, new.token_letter, new.public_status_token) is distinct from
      (old.queue_day_id, old.token_number, old.token_letter, old.public_status_token) then 'token_is_for_life'
  end;
begin
  if broken is not null then
    raise exception 'a visit cannot change like this' using errcode = '23514', constraint = broken, table = 'queue_visits';
  end if;
  return null;
end
$$;

create or replace function pack_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.activated_at is not null and new.activated_at <> old.activated_at then 'pack_is_activated_once'
    when old.activated_at is not null and new.activated_at is null and not (
      new.payment_status is not distinct from 'UNPAID' or new.payment_status is null and exists (
        select from appointments a
        where a.workspace_id = new.workspace_id and a.patient_package_id = new.id and a.booking_type = 'PACKAGE_PURCHASE' and a.payment_status = 'UNPAID'
      )
    ) then 'pack_is_activated_once'
    -- The visit that a pack is bought with takes the first session of it.
    when old.activated_at is not null and new.activated_at is null and new.sessions_used > (case when new.payment_status is null then 1 else 0 end)
      then 'used_pack_stays_active'
    -- Unless the cancellation of the visit it was bought with is taken back.
    when old.ended_at is not null and new.ended_at is distinct from old.ended_at and not (new.ended_at is null and exists (
      select from appointments a
      where a.workspace_id = new.workspace_id and a.patient_package_id = new.id and a.booking_type = 'PACKAGE_PURCHASE'
        and is_taken_back(a.workspace_id, a.id, null)
    )) then 'ended_pack_stays_ended'
    when old.ended_at is not null and new.activated_at is distinct from old.activated_at then 'ended_pack_stays_ended'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED')
      and coalesce(paid_at_the_desk(new.workspace_id, null, null, new.id), 0) = 0 then 'refunded_pack_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_pack_stays_refunded'
    when new.is_refunding and new.sessions_used > old.sessions_used then 'refunding_pack_pays_for_nothing'
  end;
begin
  if broken is not null then
    raise exception 'a pack cannot change like this' using errcode = '23514', constraint = broken, table = 'patient_packs';
  end if;
  return null;
end
$$;

create or replace function refund_is_of_its_payment() returns trigger language plpgsql as $$
declare
  stands payable_standing := standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
  paid bigint := paid_at_the_desk(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
begin
  -- One that was asked for and is done by now is looked at as it is now.
  if exists (select from refunds r where r.workspace_id = new.workspace_id and r.id = new.id and r.state = new.state) and (
    stands.currency is distinct from new.currency
    or new.amount_minor > case when new.payment_session_id is null then coalesce(paid, stands.due_minor) else stands.due_minor end
    or case
      when new.state = 'DONE' then stands.payment_status <> 'REFUNDED'
      -- One that was taken back, of a part.
      when new.payment_session_id is null and paid < stands.due_minor then stands.payment_status <> 'UNPAID'
      else stands.payment_status is distinct from 'PAID'
    end
  ) then
    raise exception 'a refund is of what was paid' using errcode = '23514', constraint = 'refund_is_of_its_payment', table = 'refunds';
  end if;
  return null;
end
$$;

-- A refund at the desk goes back the way the latest payment came, and only then the way of the one before it.
create function desk_refund_shares(workspace bigint, refund bigint) returns table (desk_payment_id bigint, amount_minor bigint) language sql stable as $$
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

create or replace function desk_refund_is_in_the_till() returns trigger language plpgsql as $$
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

create or replace function taken_back_refund_is_in_the_till() returns trigger language plpgsql as $$
declare
  refunded record;
begin
  for refunded in
    select t.location_id, e.method, e.member_id, -e.amount_minor as amount_minor
    from till_entries e
    join tills t on t.workspace_id = e.workspace_id and t.id = e.till_id
    where e.workspace_id = new.workspace_id and e.refund_id = new.id and e.amount_minor < 0
    order by t.location_id, e.method
  loop
    perform add_till_entry(
      new.workspace_id, refunded.location_id, new.changed_at, 'REFUNDED', refunded.amount_minor, new.currency, refunded.method, refunded.member_id, null, new.id
    );
  end loop;
  return null;
end
$$;


-- Each payment of what is refunded has a receipt, and so its share has a counter-receipt: `receipt_is_reversed_once` keeps it from having two.
alter table receipts drop constraint refund_has_one_receipt;

create or replace function receipt_is_numbered() returns trigger language plpgsql as $$
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

-- The desk has a part, or a gateway has all: a checkout is always for the whole amount.
create or replace function payment_session_agrees() returns trigger language plpgsql as $$
declare
  session payment_sessions := (select s from payment_sessions s where s.workspace_id = new.workspace_id and s.id = new.id);
  stands payable_standing := standing_of(session.workspace_id, session.appointment_id, session.visit_id, session.patient_pack_id);
  has_captured boolean := exists (
    select from ledger_entries e where e.workspace_id = session.workspace_id and e.payment_session_id = session.id and e.cause = 'CAPTURED'
  );
  has_returned boolean := exists (
    select from ledger_entries e where e.workspace_id = session.workspace_id and e.payment_session_id = session.id and e.cause = 'REFUNDED'
  );
  broken text := case
    when session.state in ('OPENING', 'OPEN', 'FAILED') and not (stands.payment_status = 'PENDING' or stands.is_over) then 'open_checkout_is_pending'
    when session.amount_minor <> stands.due_minor or session.currency <> stands.currency then 'checkout_is_of_what_is_due'
    when (session.state in ('PAID', 'RETURNING', 'RETURNED')) <> has_captured then 'paid_session_has_its_money'
    when (session.state = 'RETURNED') <> has_returned then 'returned_session_has_its_refund'
    when session.state = 'PAID' and stands.payment_status not in ('PAID', 'REFUNDED') then 'paid_session_pays_its_booking'
    when session.state = 'PAID' and paid_at_the_desk(session.workspace_id, session.appointment_id, session.visit_id, session.patient_pack_id) > 0
      then 'paid_session_pays_alone'
  end;
begin
  if broken is not null then
    raise exception 'a payment session contradicts what it pays for' using errcode = '23514', constraint = broken, table = 'payment_sessions';
  end if;
  return null;
end
$$;

-- What was counted may differ from what was taken, but then the close says why.
alter table till_closes add column reason text;
alter table till_closes add constraint till_close_reason_length check (char_length(reason) between 1 and 500) not valid;

create or replace function till_close_follows_the_last() returns trigger language plpgsql as $$
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
