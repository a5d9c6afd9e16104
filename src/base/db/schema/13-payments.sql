-- Payments. A request to a gateway is recorded before it is sent, and the gateway's answer decides:
-- nothing becomes REFUNDED before the money has been returned, and what a gateway could not do
-- remains visible (A-205). Money that patients pay at the clinic is recorded once; a second row
-- undoes a mistake, so that both can be seen for good.

-- The financial side of the visit, token or pack that a payment session or a refund belongs to.
create type payable_standing as (
  currency text,
  due_minor bigint,
  payment_status text,
  is_over boolean
);

-- An attempt belongs to one visit, token or pack for ever (INV-26).
create table payment_sessions (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- The reference that callers use and the gateway repeats: 130 random bits. It is also the key
  -- under which the gateway opens the checkout once.
  session_ref text not null
    constraint session_ref_unique unique
    constraint session_ref_form check (session_ref ~ '^ps_[0-9a-z]{26}$'),
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  gateway text not null,
  -- Null until the gateway has answered.
  gateway_id text,
  checkout_url text,
  -- A checkout that is opened again has to have the same description as the first time.
  payee text not null,
  description text not null,
  return_url text not null,
  amount_minor bigint not null constraint checkout_costs_something check (amount_minor > 0),
  currency text not null constraint checkout_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  -- How it is to be paid if not online.
  desk_payment_mode text not null,
  -- The contact of the session that reserved; it is never shown.
  contact_hash bytea,
  -- OPENING: the gateway is being asked. NOT_OPENED: it refused or did not answer, and the booking
  -- stays unpaid. FAILED: not paid, but the booking is still held. RELEASED: the booking is given
  -- up, and the service watches for a late payment. RETURNING, RETURNED: such a payment is
  -- refunded. CLOSED: over.
  state text not null
    constraint payment_session_state
      check (
        state in (
          'OPENING', 'OPEN', 'FAILED', 'NOT_OPENED', 'PAID', 'RELEASED', 'RETURNING', 'RETURNED',
          'CLOSED'
        )
      ),
  -- The booking is held for the payment until this time, which never changes (INV-27).
  held_until timestamptz not null,
  created_at timestamptz not null,
  -- When the state was reached.
  changed_at timestamptz not null,
  -- The location of the booking, for statements by location; null for packs sold before this was
  -- stored.
  location_id bigint,
  -- A declined payment is reported as failed for good; a payment that did not arrive in time is
  -- not.
  is_declined boolean not null default false,
  -- An unpaid booking can be paid online later, and stays if that payment does not come.
  keeps_booking boolean not null default false,
  primary key (workspace_id, id),
  constraint checkout_is_of_one_thing
    check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint checkout_has_id_and_page check ((gateway_id is null) = (checkout_url is null)),
  constraint open_checkout_is_known
    check (gateway_id is not null or state in ('OPENING', 'NOT_OPENED', 'RELEASED', 'CLOSED')),
  constraint payment_session_of_gateway_unique unique (workspace_id, gateway_id, gateway),
  constraint payment_is_of_a_location
    foreign key (workspace_id, location_id) references locations (workspace_id, id)
);
comment on table payment_sessions is
  'Attempts to have a visit, a token or a pack paid online, each with its checkout at a gateway.';
comment on column payment_sessions.is_declined is
  'The gateway has reported once that the payment failed. It may still be paid by another attempt.';

create index payment_sessions_of_appointment on payment_sessions (workspace_id, appointment_id, id)
  where appointment_id is not null;
create index payment_sessions_of_visit on payment_sessions (workspace_id, visit_id, id)
  where visit_id is not null;
create index payment_sessions_of_pack on payment_sessions (workspace_id, patient_pack_id, id)
  where patient_pack_id is not null;
-- A booking has at most one open checkout (INV-26).
create unique index one_open_checkout_of_appointment on payment_sessions (
  workspace_id,
  appointment_id
)
  where state in ('OPENING', 'OPEN', 'FAILED');
create unique index one_open_checkout_of_visit on payment_sessions (workspace_id, visit_id)
  where state in ('OPENING', 'OPEN', 'FAILED');
create unique index one_open_checkout_of_pack on payment_sessions (workspace_id, patient_pack_id)
  where state in ('OPENING', 'OPEN', 'FAILED');
create index holds_of_contact on payment_sessions (workspace_id, contact_hash)
  where contact_hash is not null and state in ('OPENING', 'OPEN', 'FAILED');
create index payment_sessions_by_time on payment_sessions (workspace_id, created_at);

-- A payment that was kept can be refunded later, all or in part. Some gateways capture money days
-- after a checkout was closed: the service looks once more at a payment that is over if its gateway
-- has news of it.
create function payment_session_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.session_ref, new.appointment_id, new.visit_id, new.patient_pack_id, new.gateway, new.amount_minor, new.currency, new.held_until, new.keeps_booking)
      is distinct from (old.session_ref, old.appointment_id, old.visit_id, old.patient_pack_id, old.gateway, old.amount_minor, old.currency, old.held_until, old.keeps_booking)
    or (old.gateway_id is not null and new.gateway_id <> old.gateway_id)
    or not (case old.state
      when 'PAID' then new.state in ('PAID', 'RETURNED')
      when 'RETURNING' then new.state in ('RETURNING', 'RETURNED')
      when 'RETURNED' then new.state = 'RETURNED'
      when 'RELEASED' then new.state in ('RELEASED', 'PAID', 'RETURNING', 'CLOSED')
      when 'CLOSED' then new.state in ('CLOSED', 'RELEASED')
      else true
    end)
  then
    raise exception 'a payment session cannot change like this' using errcode = '23514', constraint = 'payment_session_changes_as_it_may', table = 'payment_sessions';
  end if;
  return null;
end
$$;
create trigger payment_session_changes_as_it_may after update on payment_sessions
  for each row execute function payment_session_changes_as_it_may();

-- Checks that a payment session and its booking agree: with an open checkout a booking is PENDING
-- or given up; a payment session that is PAID has money, and its booking is PAID. The desk has a
-- part, or a gateway has all: a checkout is always for the whole amount (INV-27).
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
create constraint trigger payment_session_agrees
  after insert or update on payment_sessions deferrable initially deferred
  for each row execute function payment_session_agrees();

-- Each movement goes from one account to another, so the books balance by their form. GATEWAY is
-- what the gateway holds for the clinic, FEES what the clinic has earned, and OWED_BACK what came
-- too late and is returned.
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
  -- A payment is received once and returned once (INV-22, INV-29).
  constraint money_moves_once unique (workspace_id, payment_session_id, cause),
  constraint ledger_accounts check (
    case cause
      when 'CAPTURED' then debit = 'GATEWAY' and credit in ('FEES', 'OWED_BACK')
      else debit in ('FEES', 'OWED_BACK') and credit = 'GATEWAY'
    end
  ),
  constraint ledger_is_of_a_session
    foreign key (workspace_id, payment_session_id) references payment_sessions (workspace_id, id)
);
comment on table ledger_entries is
  'Money that was received or refunded through a gateway, each time from one account to another; rows are only added.';

create index ledger_entries_by_time on ledger_entries (workspace_id, at);

-- The amount received is the amount asked for; money that is returned was received before, and
-- leaves the account that holds it (INV-22, INV-40).
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
create trigger ledger_entry_is_of_its_session after insert on ledger_entries
  for each row execute function ledger_entry_is_of_its_session();

-- `payment_session_agrees` makes sure that the money of a payment session is in the ledger; this
-- trigger makes sure that the payment session says so if money has moved.
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
create constraint trigger money_is_of_a_settled_session
  after insert on ledger_entries deferrable initially deferred
  for each row execute function money_is_of_a_settled_session();

-- Refuses to change or delete ledger entries, unless their workspace is being removed.
create function ledger_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  raise exception 'the ledger is only added to' using errcode = '23514', constraint = 'ledger_is_kept', table = 'ledger_entries';
end
$$;
create trigger ledger_is_kept before update or delete on ledger_entries
  for each row execute function ledger_is_kept();
create trigger ledger_is_not_emptied before truncate on ledger_entries
  for each statement execute function ledger_is_kept();

-- Money returned through a gateway belongs to a refund in the state DONE.
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
create constraint trigger returned_money_has_its_refund
  after insert on ledger_entries deferrable initially deferred
  for each row when (new.cause = 'REFUNDED') execute function returned_money_has_its_refund();

-- A refund is requested once, and done at once if the money never went through a gateway (A-204,
-- A-205).
create table refunds (
  workspace_id bigint not null,
  id bigint generated always as identity,
  appointment_id bigint,
  -- REQUESTED: asked for, and the gateway's answer is unknown. PENDING: the gateway has accepted
  -- it. REFUSED: the gateway refused it. FAILED: the gateway could not complete it.
  state text not null
    constraint refund_state check (state in ('REQUESTED', 'PENDING', 'DONE', 'REFUSED', 'FAILED')),
  percentage double precision not null
    constraint refund_percentage check (percentage between 0 and 100),
  amount_minor bigint not null constraint refund_not_negative check (amount_minor >= 0),
  currency text not null constraint refund_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  override_reason text
    constraint refund_override_reason_length check (char_length(override_reason) <= 500),
  requested_at timestamptz not null,
  done_at timestamptz,
  -- A refund belongs to a visit, token or pack, and to the payment session through which the money
  -- came, if any.
  visit_id bigint,
  patient_pack_id bigint,
  payment_session_id bigint,
  -- The key under which the gateway knows it; null if no gateway is asked.
  gateway_key text,
  -- Why its visit is cancelled, once the gateway has accepted the refund.
  cancellation_reason text,
  -- The gateway's objection.
  problem text,
  -- When it last changed; null if a release without this column wrote it.
  changed_at timestamptz,
  -- Who returned the money at the desk.
  given_by bigint,
  primary key (workspace_id, id),
  constraint refund_is_done_when_it_says check ((state = 'DONE') = (done_at is not null)),
  constraint refund_is_of_one_thing
    check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint refund_is_of_a_session
    foreign key (workspace_id, payment_session_id) references payment_sessions (workspace_id, id),
  constraint refund_cancellation_reason_length check (char_length(cancellation_reason) <= 500),
  constraint refund_of_a_gateway_has_a_key
    check (amount_minor = 0 or (payment_session_id is null) = (gateway_key is null)),
  constraint refund_key_unique unique (workspace_id, gateway_key),
  -- Only a gateway can take time or refuse. A refund at the desk that was undone has failed:
  -- the clinic still has the money, and the till has it again.
  constraint refund_at_the_desk_is_done
    check (
      payment_session_id is not null or state = 'DONE' or state = 'FAILED' and problem is not null
    ),
  constraint refund_is_given_by_staff
    foreign key (workspace_id, given_by) references users (workspace_id, id)
);
comment on table refunds is 'Refunds of payments, each recorded before its gateway is asked.';

-- A booking and a payment each have at most one refund that counts; after a refusal or a failure it
-- can be tried again (INV-22).
create unique index visit_is_refunded_once on refunds (workspace_id, appointment_id)
  where state not in ('REFUSED', 'FAILED');
create unique index queue_visit_is_refunded_once on refunds (workspace_id, visit_id)
  where state not in ('REFUSED', 'FAILED');
create unique index pack_is_refunded_once on refunds (workspace_id, patient_pack_id)
  where state not in ('REFUSED', 'FAILED');
create unique index payment_is_refunded_once on refunds (workspace_id, payment_session_id)
  where state not in ('REFUSED', 'FAILED');
create index refunds_of_appointment on refunds (workspace_id, appointment_id)
  where appointment_id is not null;
create index refunds_of_payment on refunds (workspace_id, payment_session_id)
  where payment_session_id is not null;
create index refunds_under_way on refunds (workspace_id, id)
  where state in ('REQUESTED', 'PENDING');
create index refunds_at_the_desk_by_time on refunds (workspace_id, requested_at)
  where payment_session_id is null;

-- A refund is no more than was paid, in its currency, and the status of its visit agrees (INV-22,
-- INV-40).
create function refund_is_of_its_payment() returns trigger language plpgsql as $$
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
create constraint trigger refund_is_of_its_payment
  after insert or update on refunds deferrable initially deferred
  for each row execute function refund_is_of_its_payment();

-- Refuses to change what a refund refunds, and any change of its state that is not allowed.
create function refund_changes_as_it_may() returns trigger language plpgsql as $$
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
create trigger refund_changes_as_it_may after update on refunds
  for each row execute function refund_changes_as_it_may();

-- `returned_money_has_its_refund` makes sure that returned money in the ledger has a refund; this
-- trigger makes sure that a refund through a gateway that is done is in the ledger.
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
create constraint trigger done_refund_is_in_the_books
  after insert or update on refunds deferrable initially deferred
  for each row
  when (new.state = 'DONE' and new.payment_session_id is not null and new.amount_minor > 0)
  execute function done_refund_is_in_the_books();

-- A visit shows its refund, so changing the refund changes the visit, which its followers learn of.
create function refund_changes_its_visit() returns trigger language plpgsql as $$
declare
  shown_before text := case when tg_op <> 'INSERT' and old.state in ('PENDING', 'DONE') then row(old.percentage, old.amount_minor, old.override_reason)::text end;
  shown_now text := case when tg_op <> 'DELETE' and new.state in ('PENDING', 'DONE') then row(new.percentage, new.amount_minor, new.override_reason)::text end;
begin
  if shown_now is distinct from shown_before then
    update appointments
    set changed_in = pg_current_xact_id(), updated_at = greatest(updated_at, new.changed_at)
    where workspace_id = coalesce(new.workspace_id, old.workspace_id) and id = coalesce(new.appointment_id, old.appointment_id)
      -- What has changed in this transaction is told already.
      and changed_in <> pg_current_xact_id();
  end if;
  return null;
end
$$;
create trigger refund_changes_its_visit after insert or update or delete on refunds
  for each row execute function refund_changes_its_visit();

-- Reverses the till entries of a refund at the desk that is taken back.
create function taken_back_refund_is_in_the_till() returns trigger language plpgsql as $$
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
create trigger taken_back_refund_is_in_the_till after update of state on refunds
  for each row when (old.state = 'DONE' and new.state = 'FAILED')
  execute function taken_back_refund_is_in_the_till();

create table desk_payments (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  -- The location of the booking; null for a pack that was sold on its own.
  location_id bigint,
  cause text not null constraint desk_payment_cause check (cause in ('PAID', 'CORRECTED')),
  -- For a correction: the payment that was a mistake.
  corrects_id bigint,
  at timestamptz not null,
  method text not null
    constraint desk_payment_method_form check (method ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  amount_minor bigint not null constraint desk_payment_is_not_negative check (amount_minor >= 0),
  currency text not null,
  -- Why it is corrected.
  reason text constraint desk_payment_reason_length check (char_length(reason) between 1 and 500),
  -- The member of staff who took the money, if known.
  taken_by bigint,
  -- Who recorded it, as in the audit.
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  primary key (workspace_id, id),
  constraint desk_payment_is_of_one_thing
    check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint correction_is_of_a_payment
    check (
      (cause = 'CORRECTED') = (corrects_id is not null)
      and (cause = 'CORRECTED') = (reason is not null)
    ),
  constraint desk_payment_is_corrected_once unique (workspace_id, corrects_id),
  constraint correction_has_its_payment
    foreign key (workspace_id, corrects_id) references desk_payments (workspace_id, id),
  constraint desk_payment_is_of_a_location
    foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint desk_payment_is_taken_by_staff
    foreign key (workspace_id, taken_by) references users (workspace_id, id)
);
comment on table desk_payments is
  'What patients paid at the clinic, and the corrections of mistakes; rows are only added.';

create index desk_payments_of_appointment on desk_payments (workspace_id, appointment_id)
  where appointment_id is not null;
create index desk_payments_of_visit on desk_payments (workspace_id, visit_id)
  where visit_id is not null;
create index desk_payments_of_pack on desk_payments (workspace_id, patient_pack_id)
  where patient_pack_id is not null;
create index desk_payments_by_time on desk_payments (workspace_id, at);

-- An amount owed can be paid in parts at the desk, by one method or several: the booking stays
-- UNPAID until the desk has all of it. What is paid for is locked, so that two desks come one after
-- the other.
create function desk_payment_is_due() returns trigger language plpgsql as $$
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
create trigger desk_payment_is_due before insert on desk_payments
  for each row execute function desk_payment_is_due();

-- Something paid at the desk is PAID or REFUNDED; after a correction it is owed again.
create function desk_payment_agrees() returns trigger language plpgsql as $$
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
create constraint trigger desk_payment_agrees
  after insert on desk_payments deferrable initially deferred
  for each row execute function desk_payment_agrees();

-- Rows end with their workspace only. The erasure of a patient removes the reason, which may name
-- them.
create function desk_payments_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.reason = 'erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'payments at the desk are only added to' using errcode = '23514', constraint = 'desk_payments_are_kept', table = 'desk_payments';
end
$$;
create trigger desk_payments_are_kept before update or delete on desk_payments
  for each row execute function desk_payments_are_kept();
create trigger desk_payments_are_not_emptied before truncate on desk_payments
  for each statement execute function desk_payments_are_kept();

-- The payment gateway of a sandbox is a substitute for an external one: nothing of the clinic
-- refers to it, and it refers to nothing of the clinic except its workspace. Times are business
-- time.
create table sandbox_gateway_checkouts (
  workspace_id bigint not null references workspaces (id),
  -- This id is in the address of the page, and suffices to decide the payment.
  gateway_id text not null
    constraint gateway_id_unique unique
    constraint gateway_id_form check (gateway_id ~ '^[0-9a-z]{26}$'),
  -- The key of the caller that opened it, who may ask again.
  key text not null constraint gateway_key_form check (key ~ '^[A-Za-z0-9_-]{1,100}$'),
  reference text not null,
  amount_minor bigint not null constraint gateway_amount_above_zero check (amount_minor > 0),
  currency text not null constraint gateway_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  payee text not null,
  description text not null,
  return_url text not null constraint return_url_is_of_the_web check (return_url ~* '^https?://'),
  -- The page counts down to it; nothing ends here by itself.
  held_until timestamptz not null,
  state text not null default 'OPEN'
    constraint gateway_state check (state in ('OPEN', 'PAID', 'FAILED', 'EXPIRED')),
  created_at timestamptz not null,
  -- When the checkout itself ends.
  expires_at timestamptz not null,
  -- When a payment that began late arrives, whatever the state of the checkout is by then.
  late_at timestamptz,
  -- When the state was reached.
  decided_at timestamptz,
  primary key (workspace_id, gateway_id),
  constraint gateway_key_unique unique (workspace_id, key),
  constraint decided_checkout_says_when check ((state = 'OPEN') = (decided_at is null))
);
comment on table sandbox_gateway_checkouts is
  'Checkouts of the payment gateway that is built into a sandbox; no table of the clinic refers to them.';

-- A checkout keeps its terms, and is decided once; only a payment that was under way can arrive
-- after its end.
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

-- `gateway_movement_is_covered` makes sure that captured money is of a paid checkout; this trigger
-- makes sure that the money of a paid checkout was captured.
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

create table sandbox_gateway_movements (
  workspace_id bigint not null,
  id bigint generated always as identity,
  gateway_id text not null,
  -- A refund that fails returns the money to the clinic, by a movement of its own with the refund's
  -- key.
  kind text not null
    constraint gateway_movement_kind check (kind in ('CAPTURED', 'REFUNDED', 'REFUND_FAILED')),
  amount_minor bigint not null constraint gateway_movement_above_zero check (amount_minor > 0),
  currency text not null,
  -- The key of a refund.
  key text constraint gateway_refund_key_form check (key ~ '^[A-Za-z0-9_-]{1,100}$'),
  at timestamptz not null,
  primary key (workspace_id, id),
  constraint gateway_refund_has_a_key check ((kind = 'CAPTURED') = (key is null)),
  constraint gateway_refund_happens_once unique (workspace_id, key, kind),
  constraint gateway_movement_is_of_a_checkout
    foreign key (workspace_id, gateway_id)
      references sandbox_gateway_checkouts (workspace_id, gateway_id)
);
comment on table sandbox_gateway_movements is
  'The sandbox gateway''s own ledger: money received and refunded; rows are only added.';

create unique index captured_once on sandbox_gateway_movements (workspace_id, gateway_id)
  where kind = 'CAPTURED';
create index sandbox_gateway_movements_of_checkout on sandbox_gateway_movements (
  workspace_id,
  gateway_id
);

-- Money moves within what was captured. A movement locks the row of its checkout, so that two
-- refunds see each other.
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
create trigger gateway_movement_is_covered after insert on sandbox_gateway_movements
  for each row execute function gateway_movement_is_covered();

-- Rows end with their workspace, or with the sandbox.
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

-- Refunds of the sandbox gateway take time, and may fail.
create table sandbox_gateway_waiting_refunds (
  workspace_id bigint not null,
  gateway_id text not null,
  key text not null,
  -- When the outcome is known.
  settles_at timestamptz not null,
  fails boolean not null,
  primary key (workspace_id, key),
  constraint waiting_refund_is_of_a_checkout
    foreign key (workspace_id, gateway_id)
      references sandbox_gateway_checkouts (workspace_id, gateway_id)
);
comment on table sandbox_gateway_waiting_refunds is
  'Refunds of the sandbox gateway that are not settled yet.';

create table sandbox_gateway_faults (
  workspace_id bigint not null references workspaces (id),
  call text not null constraint faulty_call check (call in ('open', 'read', 'expire', 'refund')),
  how text not null
    constraint fault_known
      check (
        how in (
          'refuse', 'time-out-before', 'time-out-after', 'slow', 'wrong-amount', 'pending',
          'pending-then-fails'
        )
      ),
  status smallint,
  body jsonb,
  ms integer,
  -- How many more calls fail; null: every one.
  times_left integer constraint fault_strikes_left check (times_left >= 0),
  primary key (workspace_id, call),
  constraint fault_refuses_with_an_answer
    check (
      case how
        when 'refuse' then status is not null and status between 400 and 599
          and body is not null and jsonb_typeof(body) = 'object'
        else status is null and body is null
      end
    ),
  constraint fault_is_slow_by_a_time
    check (case how when 'slow' then ms is not null and ms between 1 and 60000 else ms is null end),
  constraint refund_tells_no_amount check (call <> 'refund' or how <> 'wrong-amount'),
  constraint refund_alone_is_pending
    check (call = 'refund' or how not in ('pending', 'pending-then-fails'))
);
comment on table sandbox_gateway_faults is
  'Calls of the sandbox gateway that fail on purpose, and how.';

-- Refuses rows of the sandbox's gateway in production.
create function gateway_is_of_a_sandbox() returns trigger language plpgsql as $$
begin
  if not exists (select from installation where mode = 'sandbox') then
    raise exception 'only a sandbox has this gateway' using errcode = '23514', constraint = 'gateway_is_of_a_sandbox', table = tg_table_name;
  end if;
  return new;
end
$$;
create trigger gateway_is_of_a_sandbox before insert on sandbox_gateway_checkouts
  for each row execute function gateway_is_of_a_sandbox();
create trigger gateway_is_of_a_sandbox before insert on sandbox_gateway_faults
  for each row execute function gateway_is_of_a_sandbox();

-- `refund_is_of_its_payment` makes sure that what has a refund says so; this trigger makes sure
-- that a visit that says it was refunded has a refund that was done.
create function refunded_visit_has_its_refund() returns trigger language plpgsql as $$
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

create function standing_of(workspace bigint, appointment bigint, visit bigint, pack bigint)
returns payable_standing language sql stable as $$
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

-- `payment_session_agrees` makes sure that a checkout opens only for a pending booking; this
-- trigger makes sure that no booking becomes unpaid while its checkout is open.
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

-- Returns whether the desk has the money for something: it was paid there, and that was not
-- corrected.
create function is_paid_at_the_desk(workspace bigint, appointment bigint, visit bigint, pack bigint)
returns boolean language sql stable as $$
  select coalesce(
    paid_at_the_desk(workspace, appointment, visit, pack) >= (standing_of(workspace, appointment, visit, pack)).due_minor,
    false
  )
$$;

-- `desk_payment_agrees` makes sure that a payment at the desk is of something paid; this trigger
-- makes sure that what is paid at the desk does not become unpaid by itself.
create function paid_at_the_desk_stays_paid() returns trigger language plpgsql as $$
begin
  if is_paid_at_the_desk(
    new.workspace_id,
    case when tg_table_name = 'appointments' then new.id end,
    case when tg_table_name = 'queue_visits' then new.id end,
    case when tg_table_name = 'patient_packs' then new.id end
  ) then
    raise exception 'what was paid at the desk stays paid' using errcode = '23514', constraint = 'paid_at_the_desk_stays_paid', table = tg_table_name;
  end if;
  return null;
end
$$;

-- Returns what the desk has for it, without corrected payments; null if it has nothing.
create function paid_at_the_desk(workspace bigint, appointment bigint, visit bigint, pack bigint)
returns bigint language sql stable as $$
  select sum(p.amount_minor)::bigint from desk_payments p
  where p.workspace_id = workspace and p.cause = 'PAID' and (p.appointment_id = appointment or p.visit_id = visit or p.patient_pack_id = pack)
    and not exists (select from desk_payments c where c.workspace_id = workspace and c.corrects_id = p.id)
$$;
