-- Checkouts at a gateway: what was asked of it, what became of it, and the money that moved; and reservations that are safe to send again.

-- A pack that is sold by itself is paid for by itself; one that is bought with a visit has the visit's payment.
alter table patient_packs
  add column payment_mode text,
  add column payment_status text,
  add column payment_reference text,
  add constraint pack_payment_status_known check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'REFUNDED')) not valid,
  add constraint pack_payment_is_whole check ((payment_mode is null) = (payment_status is null)) not valid,
  -- INV-18
  add constraint active_pack_is_paid check (payment_status in ('PAID', 'REFUNDED') or payment_status is null or activated_at is null) not valid,
  add constraint refunded_pack_has_ended check (payment_status <> 'REFUNDED' or ended_at is not null) not valid;

create function pack_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.activated_at is not null and new.activated_at is distinct from old.activated_at then 'pack_is_activated_once'
    when old.ended_at is not null and new.ended_at is distinct from old.ended_at then 'ended_pack_stays_ended'
    when old.ended_at is not null and old.activated_at is null and new.activated_at is not null then 'ended_pack_stays_ended'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED') then 'refunded_pack_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_pack_stays_refunded'
  end;
begin
  if broken is not null then
    raise exception 'a pack cannot change like this' using errcode = '23514', constraint = broken, table = 'patient_packs';
  end if;
  return null;
end
$$;
create trigger pack_changes_as_it_may after update on patient_packs for each row execute function pack_changes_as_it_may();

-- One attempt at having something paid online. It belongs to one visit, token or pack for ever (INV-26).
create table payment_sessions (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- What callers know it by, and what its gateway repeats: 130 random bits. It is also the key under which the gateway opens it once.
  session_ref text not null constraint session_ref_unique unique constraint session_ref_form check (session_ref ~ '^ps_[0-9a-z]{26}$'),
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  gateway text not null,
  -- Null until the gateway has said.
  gateway_id text,
  checkout_url text,
  -- Opened again, a checkout has to be described as it was the first time.
  payee text not null,
  description text not null,
  return_url text not null,
  amount_minor bigint not null constraint checkout_costs_something check (amount_minor > 0),
  currency text not null constraint checkout_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  -- How it was to be paid if not here.
  desk_payment_mode text not null,
  -- Of the session that reserved; never shown.
  contact_hash bytea,
  -- OPENING: the gateway is being asked. NOT_OPENED: it refused or did not answer, and the booking stays unpaid. FAILED: not paid, the place
  -- is still held. RELEASED: the place is given up, and late money watched for. RETURNING, RETURNED: such money goes back. CLOSED: over.
  state text not null constraint payment_session_state check (
    state in ('OPENING', 'OPEN', 'FAILED', 'NOT_OPENED', 'PAID', 'RELEASED', 'RETURNING', 'RETURNED', 'CLOSED')
  ),
  -- Until when the place is held for the payment; never moved (INV-27).
  held_until timestamptz not null,
  created_at timestamptz not null,
  -- When the state was reached.
  changed_at timestamptz not null,
  primary key (workspace_id, id),
  constraint checkout_is_of_one_thing check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint checkout_has_id_and_page check ((gateway_id is null) = (checkout_url is null)),
  constraint open_checkout_is_known check (gateway_id is not null or state in ('OPENING', 'NOT_OPENED', 'RELEASED', 'CLOSED')),
  constraint payment_session_of_gateway_unique unique (workspace_id, gateway_id, gateway),
  foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id)
);
create index payment_sessions_of_appointment on payment_sessions (workspace_id, appointment_id, id) where appointment_id is not null;
create index payment_sessions_of_visit on payment_sessions (workspace_id, visit_id, id) where visit_id is not null;
create index payment_sessions_of_pack on payment_sessions (workspace_id, patient_pack_id, id) where patient_pack_id is not null;
-- INV-26
create unique index one_open_checkout_of_appointment on payment_sessions (workspace_id, appointment_id) where state in ('OPENING', 'OPEN', 'FAILED');
create unique index one_open_checkout_of_visit on payment_sessions (workspace_id, visit_id) where state in ('OPENING', 'OPEN', 'FAILED');
create unique index one_open_checkout_of_pack on payment_sessions (workspace_id, patient_pack_id) where state in ('OPENING', 'OPEN', 'FAILED');
create index holds_of_contact on payment_sessions (workspace_id, contact_hash) where contact_hash is not null and state in ('OPENING', 'OPEN', 'FAILED');

create function payment_session_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.session_ref, new.appointment_id, new.visit_id, new.patient_pack_id, new.gateway, new.amount_minor, new.currency, new.held_until)
      is distinct from (old.session_ref, old.appointment_id, old.visit_id, old.patient_pack_id, old.gateway, old.amount_minor, old.currency, old.held_until)
    or (old.gateway_id is not null and new.gateway_id <> old.gateway_id)
    or not (case old.state
      when 'PAID' then new.state in ('PAID', 'RETURNING')
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
create trigger payment_session_changes_as_it_may after update on payment_sessions for each row execute function payment_session_changes_as_it_may();

-- The money side of whatever a payment session or a refund is of.
create type payable_standing as (currency text, due_minor bigint, payment_status text, is_over boolean);
create function standing_of(workspace bigint, appointment bigint, visit bigint, pack bigint) returns payable_standing language sql stable as $$
  select row(currency, charge_minor - discount_minor, payment_status, status = 'CANCELLED')::payable_standing
  from appointments
  where workspace_id = workspace and id = appointment
  union all
  select row(currency, charge_minor - discount_minor, payment_status, status = 'CANCELLED')::payable_standing
  from queue_visits
  where workspace_id = workspace and id = visit
  union all
  select row(currency, amount_minor, payment_status, ended_at is not null)::payable_standing
  from patient_packs
  where workspace_id = workspace and id = pack
$$;

-- INV-27, and what PAID means: with an open checkout a booking is PENDING or given up; a payment session that is PAID has money, for a
-- booking that says so.
create function payment_session_agrees() returns trigger language plpgsql as $$
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
  end;
begin
  if broken is not null then
    raise exception 'a payment session contradicts what it pays for' using errcode = '23514', constraint = broken, table = 'payment_sessions';
  end if;
  return null;
end
$$;
create constraint trigger payment_session_agrees after insert or update on payment_sessions deferrable initially deferred
  for each row execute function payment_session_agrees();

-- The other half: no booking becomes unpaid while its checkout is open.
create function open_checkout_is_pending() returns trigger language plpgsql as $$
begin
  if exists (
    select from payment_sessions s
    cross join lateral standing_of(s.workspace_id, s.appointment_id, s.visit_id, s.patient_pack_id) as stands
    where s.workspace_id = new.workspace_id and s.state in ('OPENING', 'OPEN', 'FAILED')
      and case tg_table_name when 'appointments' then s.appointment_id when 'queue_visits' then s.visit_id else s.patient_pack_id end = new.id
      and stands.payment_status <> 'PENDING' and not stands.is_over
  ) then
    raise exception 'with an open checkout a booking is pending' using errcode = '23514', constraint = 'open_checkout_is_pending', table = tg_table_name;
  end if;
  return null;
end
$$;
create constraint trigger open_checkout_is_pending after update of payment_status on appointments deferrable initially deferred
  for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING') execute function open_checkout_is_pending();
create constraint trigger open_checkout_is_pending after update of payment_status on queue_visits deferrable initially deferred
  for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING') execute function open_checkout_is_pending();
create constraint trigger open_checkout_is_pending after update of payment_status on patient_packs deferrable initially deferred
  for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING') execute function open_checkout_is_pending();

-- Money that moved, each time from one account to another, so that the books balance by their form. GATEWAY is what the gateway holds for
-- the clinic, FEES what the clinic has earned, OWED_BACK what came too late and goes back.
create table ledger_entries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  payment_session_id bigint not null,
  at timestamptz not null,
  cause text not null constraint ledger_cause check (cause in ('CAPTURED', 'REFUNDED')),
  debit text not null,
  credit text not null,
  amount_minor bigint not null constraint ledger_amount_is_positive check (amount_minor > 0),
  currency text not null,
  primary key (workspace_id, id),
  -- INV-22, INV-29: a payment comes once, and goes back once.
  constraint money_moves_once unique (workspace_id, payment_session_id, cause),
  constraint ledger_accounts check (
    case cause
      when 'CAPTURED' then debit = 'GATEWAY' and credit in ('FEES', 'OWED_BACK')
      else debit in ('FEES', 'OWED_BACK') and credit = 'GATEWAY'
    end
  ),
  constraint ledger_is_of_a_session foreign key (workspace_id, payment_session_id) references payment_sessions (workspace_id, id)
);

-- INV-22, INV-40: what comes is what was asked for, and what goes back is of what came, out of where it lay.
create function ledger_entry_is_of_its_session() returns trigger language plpgsql as $$
begin
  if not (case new.cause
    when 'CAPTURED' then exists (
      select from payment_sessions s
      where s.workspace_id = new.workspace_id and s.id = new.payment_session_id and s.amount_minor = new.amount_minor and s.currency = new.currency
    )
    else exists (
      select from ledger_entries e
      where e.workspace_id = new.workspace_id and e.payment_session_id = new.payment_session_id and e.cause = 'CAPTURED'
        and e.currency = new.currency and e.amount_minor >= new.amount_minor and e.credit = new.debit
    )
  end) then
    raise exception 'money is of its payment session' using errcode = '23514', constraint = 'ledger_entry_is_of_its_session', table = 'ledger_entries';
  end if;
  return null;
end
$$;
create trigger ledger_entry_is_of_its_session after insert on ledger_entries for each row execute function ledger_entry_is_of_its_session();

-- The other half: where money has moved, the payment session says so.
create function money_is_of_a_settled_session() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payment_sessions s
    where s.workspace_id = new.workspace_id and s.id = new.payment_session_id
      and s.state in ('PAID', 'RETURNING', 'RETURNED') and (new.cause = 'CAPTURED' or s.state = 'RETURNED')
  ) then
    raise exception 'money has moved that its payment session does not know of' using errcode = '23514', constraint = 'money_is_of_a_settled_session', table = 'ledger_entries';
  end if;
  return null;
end
$$;
create constraint trigger money_is_of_a_settled_session after insert on ledger_entries deferrable initially deferred
  for each row execute function money_is_of_a_settled_session();

create function ledger_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  raise exception 'the ledger is only added to' using errcode = '23514', constraint = 'ledger_is_kept', table = 'ledger_entries';
end
$$;
create trigger ledger_is_kept before update or delete on ledger_entries for each row execute function ledger_is_kept();
create trigger ledger_is_not_emptied before truncate on ledger_entries for each statement execute function ledger_is_kept();

-- Refunds are of visits, tokens and packs, and of the payment session the money came by, where it did.
alter table refunds
  alter column appointment_id drop not null,
  add column visit_id bigint,
  add column patient_pack_id bigint,
  add column payment_session_id bigint,
  add constraint refund_is_of_one_thing check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1) not valid,
  add constraint queue_visit_is_refunded_once unique (workspace_id, visit_id),
  add constraint pack_is_refunded_once unique (workspace_id, patient_pack_id),
  add constraint payment_is_refunded_once unique (workspace_id, payment_session_id),
  add constraint refund_is_of_a_queue_visit foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id) not valid,
  add constraint refund_is_of_a_pack foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id) not valid,
  add constraint refund_is_of_a_session foreign key (workspace_id, payment_session_id) references payment_sessions (workspace_id, id) not valid;

create or replace function refund_is_of_its_payment() returns trigger language plpgsql as $$
declare
  stands payable_standing := standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
begin
  -- One that was asked for and is done by now is looked at as it is now.
  if exists (select from refunds r where r.workspace_id = new.workspace_id and r.id = new.id and r.state = new.state) and (
    stands.currency is distinct from new.currency or new.amount_minor > stands.due_minor
    or stands.payment_status is distinct from (case new.state when 'DONE' then 'REFUNDED' else 'PAID' end)
  ) then
    raise exception 'a refund is of what was paid' using errcode = '23514', constraint = 'refund_is_of_its_payment', table = 'refunds';
  end if;
  return null;
end
$$;

create or replace function refunded_visit_has_its_refund() returns trigger language plpgsql as $$
begin
  if not exists (
    select from refunds r
    where r.workspace_id = new.workspace_id and r.state = 'DONE'
      and case tg_table_name when 'appointments' then r.appointment_id when 'queue_visits' then r.visit_id else r.patient_pack_id end = new.id
  ) then
    raise exception 'a refunded visit has a refund' using errcode = '23514', constraint = 'refunded_visit_has_its_refund', table = tg_table_name;
  end if;
  return null;
end
$$;
create constraint trigger refunded_visit_has_its_refund after insert or update of payment_status on queue_visits deferrable initially deferred
  for each row when (new.payment_status = 'REFUNDED') execute function refunded_visit_has_its_refund();
create constraint trigger refunded_visit_has_its_refund after insert or update of payment_status on patient_packs deferrable initially deferred
  for each row when (new.payment_status = 'REFUNDED') execute function refunded_visit_has_its_refund();

-- What a key of the Idempotency-Key header has led to. It is written with the booking, so a key leads to one booking or to none (INV-30).
create table idempotency_keys (
  workspace_id bigint not null references workspaces (id),
  -- SHA-256 of the route, of whom the key is, and of the key; nothing of what callers put in it is kept.
  key_hash bytea not null constraint idempotency_key_is_sha256 check (length(key_hash) = 32),
  body_hash bytea not null constraint idempotent_body_is_sha256 check (length(body_hash) = 32),
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  -- What was answered, whole; null until then.
  answer jsonb,
  -- Real time: until when somebody works on the answer.
  leased_until timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, key_hash),
  constraint key_leads_to_one_thing check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint appointment_has_one_key unique (workspace_id, appointment_id),
  constraint visit_has_one_key unique (workspace_id, visit_id),
  constraint pack_has_one_key unique (workspace_id, patient_pack_id),
  foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

-- A payment has a word of its own in the audit.
alter table audit_entries
  drop constraint audit_action,
  add constraint audit_action check (
    action in ('READ', 'CREATED', 'CHANGED', 'BOOKED', 'VITALS_RECORDED', 'STATUS_CHANGED', 'CANCELLED', 'RESCHEDULED', 'PAID', 'EXPORTED', 'ERASED')
  ) not valid;

-- INV-23: a void gives nothing back. What came through a checkout after it is returned all the same (INV-29).
alter table appointments
  drop constraint void_refunds_no_money,
  add constraint void_refunds_no_money check (not voided or payment_status <> 'REFUNDED' or payment_mode = 'ONLINE') not valid;
