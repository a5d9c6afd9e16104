-- What a member of the staff did last to a visit or token, so that it can be taken back exactly as it was (DAY-19).

create table desk_changes (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  appointment_id bigint,
  visit_id bigint,
  -- Which operations take it back: each needs the right of the change.
  kind text not null,
  at timestamptz not null,
  -- Until when it can be taken back, and the notices of the visit wait.
  until timestamptz not null,
  acting_user_id bigint not null,
  -- The visit as it was, by columns, and its planned notices; null once its patient is erased.
  before jsonb,
  planned jsonb,
  desk_payment_id bigint,
  -- The transactions that changed the visit last: before this change, and this one. If the visit names another, something has happened since.
  changed_before xid8 not null,
  changed_in xid8 not null default pg_current_xact_id(),
  taken_back_at timestamptz,
  taken_back_in xid8,
  constraint desk_changes_pkey primary key (workspace_id, id),
  constraint desk_change_is_of_one_visit check (num_nonnulls(appointment_id, visit_id) = 1),
  constraint desk_change_can_be_taken_back check (until > at),
  constraint desk_change_kind check (kind in ('VISIT', 'QUEUE', 'MONEY')),
  constraint desk_change_is_taken_back_once check ((taken_back_at is null) = (taken_back_in is null)),
  constraint desk_change_of_money_has_its_payment check (kind = 'MONEY' or desk_payment_id is null),
  constraint desk_change_is_of_an_appointment foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  constraint desk_change_is_of_a_token foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id),
  constraint desk_change_is_of_staff foreign key (workspace_id, acting_user_id) references users (workspace_id, id),
  constraint desk_change_is_of_a_payment foreign key (workspace_id, desk_payment_id) references desk_payments (workspace_id, id)
);
comment on table desk_changes is 'The latest changes of staff to visits and tokens, stored so that they can be undone for some seconds.';
create index desk_changes_of_appointment on desk_changes (workspace_id, appointment_id, id) where appointment_id is not null;
create index desk_changes_of_token on desk_changes (workspace_id, visit_id, id) where visit_id is not null;
create index desk_changes_by_time on desk_changes (at);

-- Whether a change of a visit or token is being taken back in this transaction: only then can what is over begin again.
create function is_taken_back(workspace bigint, appointment bigint, visit bigint) returns boolean
language sql stable as $$
  select exists (
    select from desk_changes
    where workspace_id = workspace and appointment_id = appointment and taken_back_in = pg_current_xact_id()
  ) or exists (
    select from desk_changes
    where workspace_id = workspace and visit_id = visit and taken_back_in = pg_current_xact_id()
  )
$$;

alter table audit_entries
  drop constraint audit_action,
  add constraint audit_action check (
    action in ('READ', 'CREATED', 'CHANGED', 'BOOKED', 'VITALS_RECORDED', 'STATUS_CHANGED', 'CANCELLED', 'RESCHEDULED', 'TAKEN_BACK', 'PAID',
      'REFUND_REQUESTED', 'EXPORTED', 'ERASED', 'MERGED')
  ) not valid;

create or replace function visit_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.status in ('COMPLETED', 'CANCELLED') and new.status <> old.status then 'ended_visit_keeps_its_status'
    when new.status = 'RESCHEDULED' and old.status <> 'RESCHEDULED' and new.from_at = old.from_at then 'rescheduled_visit_has_moved'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED') then 'refunded_visit_was_paid'
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
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED') then 'refunded_queue_visit_was_paid'
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

-- A cancelled token that is back is counted again.
create or replace function queue_day_counts() returns trigger language plpgsql as $$
begin
  update queue_days d
  set booked = d.booked - changed.cancelled, waiting = d.waiting + changed.waiting
  from (
    select n.workspace_id, n.queue_day_id,
      sum((n.status = 'CANCELLED')::integer - (o.status = 'CANCELLED')::integer)::integer as cancelled,
      sum(waits_in_line(n.status)::integer - waits_in_line(o.status)::integer)::integer as waiting
    from before o
    join after n on n.workspace_id = o.workspace_id and n.id = o.id
    where n.status <> o.status
    group by n.workspace_id, n.queue_day_id
  ) as changed
  where d.workspace_id = changed.workspace_id and d.id = changed.queue_day_id and (changed.cancelled, changed.waiting) <> (0, 0);
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
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED') then 'refunded_pack_was_paid'
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

-- The session of a visit is used and returned by turns: a cancellation that was taken back uses it again. Checked once the pack is locked.
alter table pack_movements drop constraint movement_happens_once;
create index movements_of_visit on pack_movements (workspace_id, appointment_id) where appointment_id is not null;

create or replace function movement_counts() returns trigger language plpgsql as $$
begin
  update patient_packs set sessions_used = sessions_used - new.sessions where workspace_id = new.workspace_id and id = new.patient_pack_id;
  if new.appointment_id is not null and (
    select sum(sessions) from pack_movements where workspace_id = new.workspace_id and appointment_id = new.appointment_id
  ) not in (-1, 0) then
    raise exception 'a session is used once, and returned once' using errcode = '23514', constraint = 'movement_happens_once', table = 'pack_movements';
  end if;
  return null;
end
$$;

-- A refund at the desk that was taken back has failed: the clinic still has the money, and the till has it again.
alter table refunds
  drop constraint refund_at_the_desk_is_done,
  add constraint refund_at_the_desk_is_done check (payment_session_id is not null or state = 'DONE' or state = 'FAILED' and problem is not null) not valid;

create or replace function refund_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.appointment_id, new.visit_id, new.patient_pack_id, new.payment_session_id, new.gateway_key, new.percentage, new.amount_minor, new.currency)
      is distinct from (old.appointment_id, old.visit_id, old.patient_pack_id, old.payment_session_id, old.gateway_key, old.percentage, old.amount_minor, old.currency)
    or not (case old.state
      when 'REQUESTED' then true
      when 'PENDING' then new.state in ('PENDING', 'DONE', 'FAILED')
      -- Two may have asked, and the one that was refused have come first.
      when 'REFUSED' then new.state in ('REFUSED', 'PENDING', 'DONE')
      when 'DONE' then new.state = 'DONE'
        or new.state = 'FAILED' and new.payment_session_id is null and is_taken_back(new.workspace_id, new.appointment_id, new.visit_id)
      else new.state = old.state
    end)
  then
    raise exception 'a refund cannot change like this' using errcode = '23514', constraint = 'refund_changes_as_it_may', table = 'refunds';
  end if;
  if old.state = 'DONE' and new.state = 'FAILED' and exists (
    select from receipts r where r.workspace_id = new.workspace_id and r.refund_id = new.id
  ) then
    raise exception 'a refund with a receipt stays' using errcode = '23514', constraint = 'refund_with_a_receipt_stays', table = 'refunds';
  end if;
  return null;
end
$$;

alter table till_entries
  drop constraint till_entry_is_signed,
  add constraint till_entry_is_signed check (
    case cause when 'PAID' then amount_minor >= 0 when 'CORRECTED' then amount_minor <= 0 else true end
  ) not valid,
  drop constraint refund_is_in_one_till;
-- A refund of several payments leaves each till and method once.
create unique index refund_is_in_a_till_once on till_entries (workspace_id, refund_id, till_id, method, (amount_minor > 0)) where refund_id is not null;

create function taken_back_refund_is_in_the_till() returns trigger language plpgsql as $$
declare
  refunded till_entries;
  place bigint;
begin
  select * into refunded from till_entries e where e.workspace_id = new.workspace_id and e.refund_id = new.id and e.amount_minor < 0;
  if found then
    select t.location_id into place from tills t where t.workspace_id = refunded.workspace_id and t.id = refunded.till_id;
    perform add_till_entry(
      new.workspace_id, place, new.changed_at, 'REFUNDED', new.amount_minor, new.currency, refunded.method, refunded.member_id, null, new.id
    );
  end if;
  return null;
end
$$;
create trigger taken_back_refund_is_in_the_till after update of state on refunds
for each row when (old.state = 'DONE' and new.state = 'FAILED') execute function taken_back_refund_is_in_the_till();
