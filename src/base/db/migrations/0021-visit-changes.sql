-- Visits that change: their moves between states, their refunds, and the order in which changes can be followed.

alter table appointments
  -- The first moment after the clinic's day of the visit, by the application's zone rules; null on visits booked before there was one.
  add column day_ends_at timestamptz,
  -- How often the visit was changed: the sequence of its calendar entry.
  add column revision integer not null default 0,
  -- The transaction that changed it last; '0' on visits that have not been changed since there was one.
  add column changed_in xid8 not null default '0',
  -- Why it was given another time, the last one.
  add column reschedule_reason text constraint reschedule_reason_length check (char_length(reschedule_reason) <= 500),
  -- INV-21, INV-23
  add constraint refunded_visit_is_cancelled check (payment_status <> 'REFUNDED' or status = 'CANCELLED'),
  add constraint voided_visit_is_cancelled check (not voided or status = 'CANCELLED'),
  add constraint void_refunds_no_money check (not voided or payment_status <> 'REFUNDED'),
  add constraint cancellation_reason_length check (char_length(cancellation_reason) <= 500);
alter table appointments alter column changed_in set default pg_current_xact_id();
-- In the order of the transactions: whoever has seen all below the oldest one still open has missed none, however late others commit.
create index appointments_by_change on appointments (workspace_id, changed_in, id);

-- What every change of a visit keeps to, whoever writes (INV-21, INV-24, INV-25).
create function visit_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.status in ('COMPLETED', 'CANCELLED') and new.status <> old.status then 'ended_visit_keeps_its_status'
    when new.status = 'RESCHEDULED' and old.status <> 'RESCHEDULED' and new.from_at = old.from_at then 'rescheduled_visit_has_moved'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED') then 'refunded_visit_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_visit_stays_refunded'
  end;
begin
  if broken is not null then
    raise exception 'a visit cannot change like this' using errcode = '23514', constraint = broken, table = 'appointments';
  end if;
  new.revision := old.revision + 1;
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger visit_changes_as_it_may before update on appointments
  for each row when (old.* is distinct from new.*) execute function visit_changes_as_it_may();

-- A refund is asked for once, and done at once where the money never went through a gateway (A-204, A-205).
create table refunds (
  workspace_id bigint not null,
  id bigint generated always as identity,
  appointment_id bigint not null,
  -- REQUESTED: asked for at the gateway, whose answer is not known yet.
  state text not null constraint refund_state check (state in ('REQUESTED', 'DONE')),
  percentage double precision not null constraint refund_percentage check (percentage between 0 and 100),
  amount_minor bigint not null constraint refund_not_negative check (amount_minor >= 0),
  currency text not null constraint refund_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  override_reason text constraint refund_override_reason_length check (char_length(override_reason) <= 500),
  requested_at timestamptz not null,
  done_at timestamptz,
  primary key (workspace_id, id),
  constraint visit_is_refunded_once unique (workspace_id, appointment_id),
  constraint refund_is_of_a_visit foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  constraint refund_is_done_when_it_says check ((state = 'DONE') = (done_at is not null))
);

-- No more than was paid, in its currency, and of a visit that says so (INV-22, INV-40).
create function refund_is_of_its_payment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments a
    where a.workspace_id = new.workspace_id and a.id = new.appointment_id and a.currency = new.currency
      and new.amount_minor <= a.charge_minor - a.discount_minor
      and a.payment_status = case new.state when 'DONE' then 'REFUNDED' else 'PAID' end
  ) then
    raise exception 'a refund is of what was paid' using errcode = '23514', constraint = 'refund_is_of_its_payment', table = 'refunds';
  end if;
  return null;
end
$$;
create constraint trigger refund_is_of_its_payment after insert or update on refunds deferrable initially deferred
  for each row execute function refund_is_of_its_payment();

-- The other half: a visit that says it was refunded has a refund that was done.
create function refunded_visit_has_its_refund() returns trigger language plpgsql as $$
begin
  if not exists (
    select from refunds r where r.workspace_id = new.workspace_id and r.appointment_id = new.id and r.state = 'DONE'
  ) then
    raise exception 'a refunded visit has a refund' using errcode = '23514', constraint = 'refunded_visit_has_its_refund', table = 'appointments';
  end if;
  return null;
end
$$;
create constraint trigger refunded_visit_has_its_refund after insert or update of payment_status on appointments deferrable initially deferred
  for each row when (new.payment_status = 'REFUNDED') execute function refunded_visit_has_its_refund();

-- A session goes back to its pack when its visit is cancelled, and only then (INV-16).
create function session_returns_of_a_cancelled_visit() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments a
    where a.workspace_id = new.workspace_id and a.id = new.appointment_id and a.status = 'CANCELLED' and a.patient_package_id = new.patient_pack_id
  ) then
    raise exception 'a session returns from a cancelled visit' using errcode = '23514', constraint = 'session_returns_of_a_cancelled_visit', table = 'pack_movements';
  end if;
  return null;
end
$$;
create constraint trigger session_returns_of_a_cancelled_visit after insert on pack_movements deferrable initially deferred
  for each row when (new.cause = 'RETURNED') execute function session_returns_of_a_cancelled_visit();

-- Moves and cancellations have words of their own in the audit.
alter table audit_entries
  drop constraint audit_action,
  add constraint audit_action check (
    action in ('READ', 'CREATED', 'CHANGED', 'BOOKED', 'VITALS_RECORDED', 'STATUS_CHANGED', 'CANCELLED', 'RESCHEDULED', 'EXPORTED', 'ERASED')
  ) not valid;
alter table audit_entries validate constraint audit_action;
