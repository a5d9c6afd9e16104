-- Money that patients pay at the clinic. It is noted once; a mistake is undone by a second row, so that both can be seen for good.

create table desk_payments (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  -- Where it was booked; null for a pack that was sold by itself.
  location_id bigint,
  cause text not null constraint desk_payment_cause check (cause in ('PAID', 'CORRECTED')),
  -- Of a correction: the payment that was none.
  corrects_id bigint,
  at timestamptz not null,
  method text not null constraint desk_payment_method_form check (method ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  amount_minor bigint not null constraint desk_payment_is_not_negative check (amount_minor >= 0),
  currency text not null,
  -- Why it is corrected.
  reason text constraint desk_payment_reason_length check (char_length(reason) between 1 and 500),
  -- The member of staff who took the money, where that is known.
  taken_by bigint,
  -- Who noted it, as in the audit.
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  primary key (workspace_id, id),
  constraint desk_payment_is_of_one_thing check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint correction_is_of_a_payment check ((cause = 'CORRECTED') = (corrects_id is not null) and (cause = 'CORRECTED') = (reason is not null)),
  constraint desk_payment_is_corrected_once unique (workspace_id, corrects_id),
  constraint correction_has_its_payment foreign key (workspace_id, corrects_id) references desk_payments (workspace_id, id),
  constraint desk_payment_is_of_a_visit foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  constraint desk_payment_is_of_a_queue_visit foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id),
  constraint desk_payment_is_of_a_pack foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id),
  constraint desk_payment_is_of_a_location foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint desk_payment_is_taken_by_staff foreign key (workspace_id, taken_by) references users (workspace_id, id)
);
create index desk_payments_of_appointment on desk_payments (workspace_id, appointment_id) where appointment_id is not null;
create index desk_payments_of_visit on desk_payments (workspace_id, visit_id) where visit_id is not null;
create index desk_payments_of_pack on desk_payments (workspace_id, patient_pack_id) where patient_pack_id is not null;
create index desk_payments_by_time on desk_payments (workspace_id, at);
comment on table desk_payments is 'What patients paid at the clinic, and the corrections of mistakes; rows are only added.';

-- Whether the desk has the money of something: it was paid there, and that was not corrected.
create function is_paid_at_the_desk(workspace bigint, appointment bigint, visit bigint, pack bigint) returns boolean language sql stable as $$
  select exists (
    select from desk_payments p
    where p.workspace_id = workspace and p.cause = 'PAID' and (p.appointment_id = appointment or p.visit_id = visit or p.patient_pack_id = pack)
      and not exists (select from desk_payments c where c.workspace_id = workspace and c.corrects_id = p.id)
  )
$$;

-- Once, and of what is due. What is paid for is held, so that two desks come one after the other.
create function desk_payment_is_due() returns trigger language plpgsql as $$
declare
  stands payable_standing;
  broken text;
begin
  perform from appointments where workspace_id = new.workspace_id and id = new.appointment_id for no key update;
  perform from queue_visits where workspace_id = new.workspace_id and id = new.visit_id for no key update;
  perform from patient_packs where workspace_id = new.workspace_id and id = new.patient_pack_id for no key update;
  stands := standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
  broken := case
    when new.cause = 'PAID' then case
      when is_paid_at_the_desk(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id) then 'desk_payment_happens_once'
      when new.amount_minor is distinct from stands.due_minor or new.currency is distinct from stands.currency then 'desk_payment_is_of_what_is_due'
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
create trigger desk_payment_is_due before insert on desk_payments for each row execute function desk_payment_is_due();

-- What is paid at the desk says so, or that it was given back; what was corrected is owed.
create function desk_payment_agrees() returns trigger language plpgsql as $$
declare
  status text := (standing_of(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id)).payment_status;
  is_paid boolean := is_paid_at_the_desk(new.workspace_id, new.appointment_id, new.visit_id, new.patient_pack_id);
begin
  if is_paid and status not in ('PAID', 'REFUNDED') or new.cause = 'CORRECTED' and not is_paid and status <> 'UNPAID' then
    raise exception 'a payment at the desk contradicts what it pays for'
      using errcode = '23514', constraint = 'desk_payment_agrees', table = 'desk_payments';
  end if;
  return null;
end
$$;
create constraint trigger desk_payment_agrees after insert on desk_payments deferrable initially deferred
  for each row execute function desk_payment_agrees();

-- The other half: what is paid at the desk does not become unpaid by itself.
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
create constraint trigger paid_at_the_desk_stays_paid after update of payment_status on appointments deferrable initially deferred
  for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING')) execute function paid_at_the_desk_stays_paid();
create constraint trigger paid_at_the_desk_stays_paid after update of payment_status on queue_visits deferrable initially deferred
  for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING')) execute function paid_at_the_desk_stays_paid();
create constraint trigger paid_at_the_desk_stays_paid after update of payment_status on patient_packs deferrable initially deferred
  for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING')) execute function paid_at_the_desk_stays_paid();

-- Rows end with their workspace alone. Of a patient whose record is erased the reason goes, which may name them.
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
create trigger desk_payments_are_kept before update or delete on desk_payments for each row execute function desk_payments_are_kept();
create trigger desk_payments_are_not_emptied before truncate on desk_payments for each statement execute function desk_payments_are_kept();

-- A pack whose payment was a mistake is inactive again; one that has paid for a visit since is not.
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
    when old.ended_at is not null and new.ended_at is distinct from old.ended_at then 'ended_pack_stays_ended'
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
