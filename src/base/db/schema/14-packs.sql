create table session_packs (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- The name in the clinic file.
  name text not null,
  display_name text not null,
  total_sessions integer not null
    constraint pack_has_sessions check (total_sessions between 1 and 1000),
  -- Null: a visit of any length is one session (A-141).
  visit_mins integer constraint pack_visit_length check (visit_mins between 1 and 1440),
  validity_days integer not null constraint pack_validity check (validity_days between 0 and 3650),
  currency text not null constraint pack_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint pack_price_not_negative check (amount_minor >= 0),
  international_currency text
    constraint pack_international_currency_is_iso4217 check (international_currency ~ '^[A-Z]{3}$'),
  international_amount_minor bigint
    constraint pack_international_price_not_negative check (international_amount_minor >= 0),
  allow_family_booking boolean not null,
  active boolean not null default true,
  primary key (workspace_id, id),
  constraint session_pack_name_unique unique (workspace_id, name),
  constraint pack_international_price_is_whole
    check ((international_currency is null) = (international_amount_minor is null))
);
comment on table session_packs is
  'Session packs on sale: how many sessions, for how long, at what price.';

create trigger note_change after insert or update or delete on session_packs
  for each row execute function note_configuration_change();

-- A pack without rows here covers all practitioners (A-144).
create table session_pack_doctors (
  workspace_id bigint not null,
  session_pack_id bigint not null,
  doctor_id bigint not null,
  primary key (workspace_id, session_pack_id, doctor_id),
  foreign key (workspace_id, session_pack_id) references session_packs (workspace_id, id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table session_pack_doctors is
  'The practitioners whose visits a pack on sale covers; a pack without rows here covers all.';

create trigger note_change after insert or update or delete on session_pack_doctors
  for each row execute function note_configuration_change();

-- A pack on sale may change after this one was sold.
create table patient_packs (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  session_pack_id bigint not null,
  display_name text not null,
  total_sessions integer not null,
  visit_mins integer,
  allow_family_booking boolean not null,
  currency text not null
    constraint patient_pack_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint patient_pack_price_not_negative check (amount_minor >= 0),
  -- Dates at the clinic; the pack can be used on the last one too (A-143).
  purchased_on date not null,
  expires_on date not null,
  -- Minus the sum of its movements, which their trigger maintains.
  sessions_used integer not null default 0,
  -- Null until it is paid.
  activated_at timestamptz,
  -- Set when the purchase is undone.
  ended_at timestamptz,
  created_at timestamptz not null,
  -- A pack that is sold on its own is paid on its own; a pack that is bought with a visit has the
  -- payment of the visit.
  payment_mode text,
  payment_status text,
  payment_reference text,
  -- While its purchase is being refunded, a pack pays for nothing.
  is_refunding boolean not null default false,
  -- A pack that was sold on its own is paid online on its page, to which a notice leads.
  payment_asked_at timestamptz,
  primary key (workspace_id, id),
  constraint sessions_within_pack check (0 <= sessions_used and sessions_used <= total_sessions),
  constraint pack_expires_after_it_is_bought check (purchased_on <= expires_on),
  foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  foreign key (workspace_id, session_pack_id) references session_packs (workspace_id, id),
  constraint pack_payment_status_known
    check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'REFUNDED')),
  constraint pack_payment_is_whole check ((payment_mode is null) = (payment_status is null)),
  -- INV-18
  constraint active_pack_is_paid
    check (
      payment_status in ('PAID', 'REFUNDED') or payment_status is null or activated_at is null
    ),
  constraint refunded_pack_has_ended check (payment_status <> 'REFUNDED' or ended_at is not null)
);
comment on table patient_packs is
  'Packs that patients own, with the terms on which they were sold.';

create index packs_of_patient on patient_packs (workspace_id, patient_id);
create index packs_by_purchase on patient_packs (workspace_id, purchased_on)
  where payment_status in ('PAID', 'REFUNDED');

alter table notices add constraint notice_is_of_a_pack
    foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id);

alter table visit_links add constraint visit_link_is_of_a_pack
    foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id);

alter table payment_sessions
  add foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id);

alter table refunds add constraint refund_is_of_a_pack
    foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id);

alter table desk_payments add constraint desk_payment_is_of_a_pack
    foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id);

-- A wallet contains what its movements say, whatever writes to it.
create function wallet_is_its_movements() returns trigger language plpgsql as $$
begin
  if new.sessions_used <> -(
    select coalesce(sum(sessions), 0) from pack_movements m where m.workspace_id = new.workspace_id and m.patient_pack_id = new.id
  ) and exists (select from patient_packs p where p.workspace_id = new.workspace_id and p.id = new.id and p.sessions_used = new.sessions_used) then
    raise exception 'a wallet holds what its movements say' using errcode = '23514', constraint = 'wallet_is_its_movements', table = 'patient_packs';
  end if;
  return null;
end
$$;
create constraint trigger wallet_is_its_movements
  after insert or update of sessions_used on patient_packs deferrable initially deferred
  for each row execute function wallet_is_its_movements();

-- A pack whose payment was a mistake is inactive again, unless it has paid for a visit since.
create function pack_changes_as_it_may() returns trigger language plpgsql as $$
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
create trigger pack_changes_as_it_may after update on patient_packs
  for each row execute function pack_changes_as_it_may();

create constraint trigger open_checkout_is_pending
  after update of payment_status on patient_packs deferrable initially deferred
  for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING')
  execute function open_checkout_is_pending();
create constraint trigger refunded_visit_has_its_refund
  after insert or update of payment_status on patient_packs deferrable initially deferred
  for each row when (new.payment_status = 'REFUNDED')
  execute function refunded_visit_has_its_refund();
create constraint trigger paid_at_the_desk_stays_paid
  after update of payment_status on patient_packs deferrable initially deferred
  for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING'))
  execute function paid_at_the_desk_stays_paid();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on patient_packs
  for each row execute function nothing_is_of_a_merged_record();

create table patient_pack_doctors (
  workspace_id bigint not null,
  patient_pack_id bigint not null,
  doctor_id bigint not null,
  primary key (workspace_id, patient_pack_id, doctor_id),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table patient_pack_doctors is
  'The practitioners whose visits a patient''s pack covers; a pack without rows here covers all.';

-- The wallet: sessions that were used (-1), returned (+1) or corrected by an operator. Sessions of
-- a visit are used and returned by turns, which is checked once the pack is locked: a cancellation
-- that was undone uses its session again.
create table pack_movements (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_pack_id bigint not null,
  at timestamptz not null,
  cause text not null constraint movement_cause check (cause in ('USED', 'RETURNED', 'CORRECTED')),
  sessions integer not null,
  appointment_id bigint,
  reason text constraint movement_reason_length check (char_length(reason) between 1 and 500),
  -- Who did it, as in the audit.
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  primary key (workspace_id, id),
  constraint movement_is_of_its_cause check (
    case cause
      when 'USED' then sessions = -1 and appointment_id is not null and reason is null
      when 'RETURNED' then sessions = 1 and appointment_id is not null and reason is null
      else sessions <> 0 and appointment_id is null and reason is not null
    end
  ),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id)
);
comment on table pack_movements is
  'Sessions of a patient''s pack that were used, returned or corrected; rows are only added.';

create index movements_of_pack on pack_movements (workspace_id, patient_pack_id);
create index movements_of_visit on pack_movements (workspace_id, appointment_id)
  where appointment_id is not null;

-- Updates a pack's used sessions; a visit uses at most one, which is returned at most once.
create function movement_counts() returns trigger language plpgsql as $$
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
create trigger movement_counts after insert on pack_movements
  for each row execute function movement_counts();

-- Rows end with their workspace only, whose removal says so for its own transaction. The erasure of
-- a patient removes what an operator wrote, which may name them; the sessions stay.
create function movements_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.reason = 'erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'the wallet is only added to' using errcode = '23514', constraint = 'movements_are_kept', table = 'pack_movements';
end
$$;
create trigger movements_are_kept before update or delete on pack_movements
  for each row execute function movements_are_kept();
create trigger movements_are_not_emptied before truncate on pack_movements
  for each statement execute function movements_are_kept();

-- A pack pays only for what it was sold for (INV-17): in time, active unless this visit buys it,
-- for its doctors, and for a visit of its own.
create function pack_covers_its_visit() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments a
    join patient_packs p on p.workspace_id = a.workspace_id and p.id = a.patient_package_id
    where a.workspace_id = new.workspace_id and a.id = new.appointment_id and p.id = new.patient_pack_id
      and a.appointment_date <= p.expires_on
      and (
        case a.booking_type
          when 'PACKAGE_PURCHASE' then a.charge_minor = p.amount_minor and a.currency = p.currency
          else p.activated_at is not null and p.ended_at is null
        end
      )
      and (
        not exists (select from patient_pack_doctors d where d.workspace_id = p.workspace_id and d.patient_pack_id = p.id)
        or exists (select from patient_pack_doctors d where d.workspace_id = p.workspace_id and d.patient_pack_id = p.id and d.doctor_id = a.doctor_id)
      )
  ) then
    raise exception 'a pack pays only for what it was sold for' using errcode = '23514', constraint = 'pack_covers_its_visit', table = 'pack_movements';
  end if;
  return null;
end
$$;
create constraint trigger pack_covers_its_visit after insert on pack_movements
  for each row when (new.cause = 'USED') execute function pack_covers_its_visit();

-- A session returns to its pack when its visit is cancelled, and only then (INV-16).
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
create constraint trigger session_returns_of_a_cancelled_visit
  after insert on pack_movements deferrable initially deferred
  for each row when (new.cause = 'RETURNED')
  execute function session_returns_of_a_cancelled_visit();
