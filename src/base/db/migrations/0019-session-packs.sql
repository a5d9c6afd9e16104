-- Session packs: what is on sale, what patients own, and every session that was used or given back.

create table session_packs (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- In the clinic file.
  name text not null,
  display_name text not null,
  total_sessions integer not null constraint pack_has_sessions check (total_sessions between 1 and 1000),
  -- Null: a visit of any length is one session (A-141).
  visit_mins integer constraint pack_visit_length check (visit_mins between 1 and 1440),
  validity_days integer not null constraint pack_validity check (validity_days between 0 and 3650),
  currency text not null constraint pack_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint pack_price_not_negative check (amount_minor >= 0),
  international_currency text constraint pack_international_currency_is_iso4217 check (international_currency ~ '^[A-Z]{3}$'),
  international_amount_minor bigint constraint pack_international_price_not_negative check (international_amount_minor >= 0),
  allow_family_booking boolean not null,
  active boolean not null default true,
  primary key (workspace_id, id),
  constraint session_pack_name_unique unique (workspace_id, name),
  constraint pack_international_price_is_whole check ((international_currency is null) = (international_amount_minor is null))
);
create trigger note_change after insert or update or delete on session_packs for each row execute function note_configuration_change();

-- The doctors a pack pays for; a pack without any pays for all (A-144).
create table session_pack_doctors (
  workspace_id bigint not null,
  session_pack_id bigint not null,
  doctor_id bigint not null,
  primary key (workspace_id, session_pack_id, doctor_id),
  foreign key (workspace_id, session_pack_id) references session_packs (workspace_id, id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
create trigger note_change after insert or update or delete on session_pack_doctors for each row execute function note_configuration_change();

-- A pack a patient owns, on the terms it was sold on: what is on sale may change afterwards.
create table patient_packs (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  session_pack_id bigint not null,
  display_name text not null,
  total_sessions integer not null,
  visit_mins integer,
  allow_family_booking boolean not null,
  currency text not null constraint patient_pack_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint patient_pack_price_not_negative check (amount_minor >= 0),
  -- Clinic dates; the last one is included (A-143).
  purchased_on date not null,
  expires_on date not null,
  -- Minus the sum of its movements, kept by their trigger.
  sessions_used integer not null default 0,
  -- Null until it is paid.
  activated_at timestamptz,
  -- Set when the purchase is taken back.
  ended_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  constraint sessions_within_pack check (0 <= sessions_used and sessions_used <= total_sessions),
  constraint pack_expires_after_it_is_bought check (purchased_on <= expires_on),
  foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  foreign key (workspace_id, session_pack_id) references session_packs (workspace_id, id)
);
create index packs_of_patient on patient_packs (workspace_id, patient_id);

create table patient_pack_doctors (
  workspace_id bigint not null,
  patient_pack_id bigint not null,
  doctor_id bigint not null,
  primary key (workspace_id, patient_pack_id, doctor_id),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);

-- A visit that a pack pays for, or that bought one.
alter table appointments
  add column patient_package_id bigint,
  add constraint pack_of_visit_is_of_workspace foreign key (workspace_id, patient_package_id) references patient_packs (workspace_id, id),
  add constraint pack_visit_has_a_pack check ((booking_type = 'ONE_TIME_APPOINTMENT') = (patient_package_id is null)),
  -- INV-19
  add constraint pack_pays_for_its_visit check (
    booking_type <> 'USE_ACTIVE_PACKAGE' or (charge_minor = 0 and discount_minor = 0 and payment_status in ('PAID', 'REFUNDED'))
  );
create unique index pack_is_bought_once on appointments (workspace_id, patient_package_id) where booking_type = 'PACKAGE_PURCHASE';

-- The wallet: sessions that were used (-1), given back (+1) or corrected by an operator. It is only added to.
create table pack_movements (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_pack_id bigint not null,
  at timestamptz not null,
  cause text not null constraint movement_cause check (cause in ('USED', 'RETURNED', 'CORRECTED')),
  sessions integer not null,
  appointment_id bigint,
  reason text constraint movement_reason_length check (char_length(reason) between 1 and 500),
  -- Who, as in the audit.
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
  -- A visit uses one session, and gives it back once at most (INV-16).
  constraint movement_happens_once unique (workspace_id, appointment_id, cause),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id),
  constraint movement_is_of_a_visit foreign key (workspace_id, appointment_id) references appointments (workspace_id, id)
);
create index movements_of_pack on pack_movements (workspace_id, patient_pack_id);

create function movement_counts() returns trigger language plpgsql as $$
begin
  update patient_packs set sessions_used = sessions_used - new.sessions where workspace_id = new.workspace_id and id = new.patient_pack_id;
  return null;
end
$$;
create trigger movement_counts after insert on pack_movements for each row execute function movement_counts();

-- It ends with its workspace alone, whose removal says so for its own transaction. Of a patient whose record is erased, what an operator
-- wrote down goes, which may name them; the sessions stay.
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
create trigger movements_are_kept before update or delete on pack_movements for each row execute function movements_are_kept();
create trigger movements_are_not_emptied before truncate on pack_movements for each statement execute function movements_are_kept();

-- What a wallet holds is what its movements say, whoever writes to it.
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
create constraint trigger wallet_is_its_movements after insert or update of sessions_used on patient_packs deferrable initially deferred
  for each row execute function wallet_is_its_movements();

-- A pack pays only for what it was sold for (INV-17): in time, active unless this visit buys it, for its doctors, and a visit of its own.
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

-- The other half: a visit with a pack has used a session of it.
create function visit_uses_its_pack() returns trigger language plpgsql as $$
begin
  if not exists (
    select from pack_movements m
    where m.workspace_id = new.workspace_id and m.appointment_id = new.id and m.cause = 'USED' and m.patient_pack_id = new.patient_package_id
  ) then
    raise exception 'a visit of a pack uses a session' using errcode = '23514', constraint = 'visit_uses_its_pack', table = 'appointments';
  end if;
  return null;
end
$$;
create constraint trigger visit_uses_its_pack after insert or update of patient_package_id on appointments deferrable initially deferred
  for each row when (new.patient_package_id is not null) execute function visit_uses_its_pack();
