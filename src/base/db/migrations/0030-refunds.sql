-- Refunds through gateways. What is asked for is kept before the gateway is asked, and what it says decides: nothing is REFUNDED before the
-- money has gone back, and what the gateway could not do stays there to be seen (A-205).

alter table refunds
  drop constraint refund_state,
  -- REQUESTED: it is not known what the gateway did. PENDING: the gateway has taken it on. REFUSED: it would not. FAILED: it could not after all.
  add constraint refund_state check (state in ('REQUESTED', 'PENDING', 'DONE', 'REFUSED', 'FAILED')) not valid,
  -- What the gateway knows it by; null where none is asked.
  add column gateway_key text,
  -- Why the visit is called off that it is of, once the gateway has taken it on.
  add column cancellation_reason text,
  add constraint refund_cancellation_reason_length check (char_length(cancellation_reason) <= 500) not valid,
  -- What the gateway said against it.
  add column problem text,
  drop constraint visit_is_refunded_once,
  drop constraint queue_visit_is_refunded_once,
  drop constraint pack_is_refunded_once,
  drop constraint payment_is_refunded_once;

update refunds r
set gateway_key = 'refund-' || s.session_ref
from payment_sessions s
where s.workspace_id = r.workspace_id and s.id = r.payment_session_id;

-- What hangs on these rows is looked at now: PostgreSQL alters no table of which that is still to be done.
set constraints all immediate;

alter table refunds
  add constraint refund_of_a_gateway_has_a_key check (amount_minor = 0 or (payment_session_id is null) = (gateway_key is null)) not valid,
  add constraint refund_key_unique unique (workspace_id, gateway_key),
  -- Only a gateway can take its time, or say no.
  add constraint refund_at_the_desk_is_done check (payment_session_id is not null or state = 'DONE') not valid;

-- INV-22: one that counts, of a booking and of a payment; what was refused or has failed may be tried again.
create unique index visit_is_refunded_once on refunds (workspace_id, appointment_id) where state not in ('REFUSED', 'FAILED');
create unique index queue_visit_is_refunded_once on refunds (workspace_id, visit_id) where state not in ('REFUSED', 'FAILED');
create unique index pack_is_refunded_once on refunds (workspace_id, patient_pack_id) where state not in ('REFUSED', 'FAILED');
create unique index payment_is_refunded_once on refunds (workspace_id, payment_session_id) where state not in ('REFUSED', 'FAILED');
create index refunds_of_appointment on refunds (workspace_id, appointment_id) where appointment_id is not null;
create index refunds_of_payment on refunds (workspace_id, payment_session_id) where payment_session_id is not null;
create index refunds_under_way on refunds (workspace_id, id) where state in ('REQUESTED', 'PENDING');

create function refund_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.appointment_id, new.visit_id, new.patient_pack_id, new.payment_session_id, new.gateway_key, new.percentage, new.amount_minor, new.currency)
      is distinct from (old.appointment_id, old.visit_id, old.patient_pack_id, old.payment_session_id, old.gateway_key, old.percentage, old.amount_minor, old.currency)
    or not (case old.state
      when 'REQUESTED' then true
      when 'PENDING' then new.state in ('PENDING', 'DONE', 'FAILED')
      -- Two may have asked, and the one that was refused have come first.
      when 'REFUSED' then new.state in ('REFUSED', 'PENDING', 'DONE')
      else new.state = old.state
    end)
  then
    raise exception 'a refund cannot change like this' using errcode = '23514', constraint = 'refund_changes_as_it_may', table = 'refunds';
  end if;
  return null;
end
$$;
create trigger refund_changes_as_it_may after update on refunds for each row execute function refund_changes_as_it_may();

-- Those that were asked for have work of their own from now on.
insert into due_work (workspace_id, kind, subject_id, due_at)
select workspace_id, 'refund', id, requested_at
from refunds
where state = 'REQUESTED'
on conflict do nothing;

-- While its purchase is being given back, a pack pays for nothing.
alter table patient_packs add column is_refunding boolean not null default false;

create or replace function pack_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.activated_at is not null and new.activated_at is distinct from old.activated_at then 'pack_is_activated_once'
    when old.ended_at is not null and new.ended_at is distinct from old.ended_at then 'ended_pack_stays_ended'
    when old.ended_at is not null and old.activated_at is null and new.activated_at is not null then 'ended_pack_stays_ended'
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

-- A payment that was kept can go back later, all of it or a part.
create or replace function payment_session_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.session_ref, new.appointment_id, new.visit_id, new.patient_pack_id, new.gateway, new.amount_minor, new.currency, new.held_until)
      is distinct from (old.session_ref, old.appointment_id, old.visit_id, old.patient_pack_id, old.gateway, old.amount_minor, old.currency, old.held_until)
    or (old.gateway_id is not null and new.gateway_id <> old.gateway_id)
    or not (case old.state
      when 'PAID' then new.state in ('PAID', 'RETURNED')
      when 'RETURNING' then new.state in ('RETURNING', 'RETURNED')
      when 'RETURNED' then new.state = 'RETURNED'
      when 'RELEASED' then new.state in ('RELEASED', 'PAID', 'RETURNING', 'CLOSED')
      when 'CLOSED' then new.state = 'CLOSED'
      else true
    end)
  then
    raise exception 'a payment session cannot change like this' using errcode = '23514', constraint = 'payment_session_changes_as_it_may', table = 'payment_sessions';
  end if;
  return null;
end
$$;

-- Where it was booked, so that statements can be made for each place; null for packs that were sold before this was kept.
alter table payment_sessions
  add column location_id bigint,
  add constraint payment_is_of_a_location foreign key (workspace_id, location_id) references locations (workspace_id, id) not valid;
update payment_sessions s
set location_id = coalesce(
  (select location_id from appointments a where a.workspace_id = s.workspace_id and a.id = s.appointment_id),
  (select location_id from queue_visits v where v.workspace_id = s.workspace_id and v.id = s.visit_id)
);
create index ledger_entries_by_time on ledger_entries (workspace_id, at);
create index payment_sessions_by_time on payment_sessions (workspace_id, created_at);

-- What goes back through a gateway is what a refund says that is done.
create function returned_money_has_its_refund() returns trigger language plpgsql as $$
begin
  if not exists (
    select from refunds r
    where r.workspace_id = new.workspace_id and r.payment_session_id = new.payment_session_id and r.state = 'DONE'
      and r.amount_minor = new.amount_minor and r.currency = new.currency
  ) then
    raise exception 'money went back without its refund' using errcode = '23514', constraint = 'returned_money_has_its_refund', table = 'ledger_entries';
  end if;
  return null;
end
$$;
create constraint trigger returned_money_has_its_refund after insert on ledger_entries deferrable initially deferred
  for each row when (new.cause = 'REFUNDED') execute function returned_money_has_its_refund();

-- The other half: a refund through a gateway that is done is in the books.
create function done_refund_is_in_the_books() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries e
    where e.workspace_id = new.workspace_id and e.payment_session_id = new.payment_session_id and e.cause = 'REFUNDED' and e.amount_minor = new.amount_minor
  ) then
    raise exception 'a refund through a gateway is in the books' using errcode = '23514', constraint = 'done_refund_is_in_the_books', table = 'refunds';
  end if;
  return null;
end
$$;
create constraint trigger done_refund_is_in_the_books after insert or update on refunds deferrable initially deferred
  for each row when (new.state = 'DONE' and new.payment_session_id is not null and new.amount_minor > 0) execute function done_refund_is_in_the_books();

-- Asking a gateway for money back has a word of its own in the audit.
alter table audit_entries
  drop constraint audit_action,
  add constraint audit_action check (
    action in ('READ', 'CREATED', 'CHANGED', 'BOOKED', 'VITALS_RECORDED', 'STATUS_CHANGED', 'CANCELLED', 'RESCHEDULED', 'PAID', 'REFUND_REQUESTED', 'EXPORTED', 'ERASED')
  ) not valid;
