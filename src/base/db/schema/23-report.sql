-- What the report says about days that are over is stored, so that a year of visits need not be
-- counted again each time.

-- Offers follow from the configuration, which says nothing about the past.
create table offered_days (
  workspace_id bigint not null references workspaces (id),
  date date not null,
  -- Whether the hours were looked up so late that they may differ from the hours that applied.
  is_estimated boolean not null,
  constraint offered_days_pkey primary key (workspace_id, date)
);
comment on table offered_days is
  'Past days whose offered hours are stored, and whether these were looked up late.';

create table offered_hours (
  workspace_id bigint not null,
  date date not null,
  doctor_id bigint not null,
  location_id bigint not null,
  offered_minutes integer not null,
  -- Tokens of queue shifts.
  offered_places integer not null,
  constraint offered_hours_pkey primary key (workspace_id, date, doctor_id, location_id),
  constraint offered_hours_are_of_a_day
    foreign key (workspace_id, date) references offered_days (workspace_id, date),
  constraint offered_hours_are_not_negative check (offered_minutes >= 0 and offered_places >= 0)
);
comment on table offered_hours is
  'Minutes and queue places that each practitioner offered at each location on a past day.';

-- This table and the following ones are derived from other tables: if they are lost, days are
-- counted again.
create unlogged table report_days (
  workspace_id bigint not null references workspaces (id),
  date date not null,
  constraint report_days_pkey primary key (workspace_id, date)
);
comment on table report_days is
  'Past days whose sums are stored: copies, created again whenever they are missing.';

create unlogged table report_sums (
  workspace_id bigint not null references workspaces (id),
  date date not null,
  doctor_id bigint not null,
  location_id bigint not null,
  expected bigint not null,
  overdue bigint not null,
  in_consultation bigint not null,
  completed bigint not null,
  no_show bigint not null,
  missed bigint not null,
  cancelled bigint not null,
  tokens bigint not null,
  new_patients bigint not null,
  booked_minutes bigint not null,
  booked_places bigint not null,
  lead_visits bigint not null,
  lead_minutes bigint not null,
  lead_same_day bigint not null,
  lead_next_day bigint not null,
  lead_week bigint not null,
  lead_fortnight bigint not null,
  lead_month bigint not null,
  lead_later bigint not null,
  waits bigint not null,
  waited_seconds bigint not null,
  told_from_minutes bigint not null,
  told_to_minutes bigint not null,
  waits_as_told bigint not null,
  -- Visits by the hour of the clinic's clock in which they begin, from midnight on.
  starts bigint[] not null,
  patient_confirmed bigint not null default 0,
  constraint report_sums_pkey primary key (workspace_id, date, doctor_id, location_id),
  constraint a_day_has_24_hours check (cardinality(starts) = 24)
);
comment on table report_sums is
  'The sums of the visits and tokens of a past day, by practitioner and location: copies.';

create unlogged table report_money (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  date date not null,
  -- Null: a pack that was sold on its own.
  doctor_id bigint,
  -- Null: paid without a location.
  location_id bigint,
  channel text not null,
  method text not null,
  currency text not null,
  payments bigint not null,
  taken_minor bigint not null,
  refunded_minor bigint not null,
  constraint report_money_pkey primary key (workspace_id, id)
);
comment on table report_money is
  'What was paid and refunded on a past day, by method of payment: copies.';

create index report_money_by_date on report_money (workspace_id, date);

-- Each change has a row, so that a change made while a day is counted is not deleted with the
-- earlier ones.
create unlogged table stale_report_days (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  date date not null,
  constraint stale_report_days_pkey primary key (workspace_id, id)
);
comment on table stale_report_days is
  'Past days that have changed since their sums were counted, a row for each change.';

create index stale_report_days_by_date on stale_report_days (workspace_id, date);

-- Records that days which may be over must be counted again: those of the visit, and those on which
-- its patient may now be new.
create function past_visit_changes_its_day() returns trigger language plpgsql as $$
declare
  today date := (
    select (clock_timestamp() + i.clock_offset_ms * interval '1 ms') at time zone l.timezone
    from installation i, locations l
    where l.workspace_id = new.workspace_id and l.id = new.location_id
  );
  since date := least(old.appointment_date, new.appointment_date);
  came boolean := coalesce(old.status in ('IN_CONSULTATION', 'COMPLETED'), false);
  comes boolean := new.status in ('IN_CONSULTATION', 'COMPLETED');
begin
  if since >= today then
    return null;
  end if;
  insert into stale_report_days (workspace_id, date)
  select distinct new.workspace_id, day from unnest(array[old.appointment_date, new.appointment_date]) as day where day < today;
  if (came or comes) and (came, old.patient_id, old.appointment_date) is distinct from (comes, new.patient_id, new.appointment_date) then
    insert into stale_report_days (workspace_id, date)
    select new.workspace_id, day
    from (
      select appointment_date as day from appointments where workspace_id = new.workspace_id and patient_id in (old.patient_id, new.patient_id)
      union
      select appointment_date from queue_visits where workspace_id = new.workspace_id and patient_id in (old.patient_id, new.patient_id)
    ) as days
    where day > since and day <= today;
  end if;
  return null;
end
$$;
-- A new visit begins in the future, unless it is booked at a time that is not on offer.
create trigger past_visit_changes_its_day after insert on appointments
  for each row when (new.unoffered_reason is not null)
  execute function past_visit_changes_its_day();
create trigger changed_visit_changes_its_day after update on appointments
  for each row
  when (
    (
      old.status, old.voided, old.appointment_date, old.from_at, old.to_at, old.doctor_id,
      old.location_id, old.patient_id
    ) is distinct from (
      new.status, new.voided, new.appointment_date, new.from_at, new.to_at, new.doctor_id,
      new.location_id, new.patient_id
    )
    or (
      old.payment_status, old.payment_mode, old.charge_minor, old.discount_minor,
      old.unoffered_reason
    ) is distinct from (
      new.payment_status, new.payment_mode, new.charge_minor, new.discount_minor,
      new.unoffered_reason
    )
  )
  execute function past_visit_changes_its_day();
create trigger changed_visit_changes_its_day after update on queue_visits
  for each row
  when (
    (
      old.status, old.patient_id, old.payment_status, old.payment_mode, old.charge_minor,
      old.discount_minor, old.called_at, old.began_at, old.arrived_at
    ) is distinct from (
      new.status, new.patient_id, new.payment_status, new.payment_mode, new.charge_minor,
      new.discount_minor, new.called_at, new.began_at, new.arrived_at
    )
  )
  execute function past_visit_changes_its_day();

-- In another zone a day that was over may not be, and money may belong to another day: the stored
-- days are counted again. A count in progress ends first; a later count sees the new zone.
create function zone_changes_report_days() returns trigger language plpgsql as $$
declare
  workspace bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('report', workspace));
  delete from report_days where workspace_id = workspace;
  return null;
end
$$;
create trigger zone_changes_report_days after update of timezone on workspaces
  for each row when (old.timezone is distinct from new.timezone)
  execute function zone_changes_report_days('id');
create trigger zone_of_new_location_changes_report_days after insert on locations
  for each row execute function zone_changes_report_days('workspace_id');
create trigger zone_changes_report_days after update of timezone on locations
  for each row when (old.timezone is distinct from new.timezone)
  execute function zone_changes_report_days('workspace_id');
