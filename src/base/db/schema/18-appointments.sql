create table late_practitioners (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  -- The date in the location's zone; on any other day the row means nothing.
  date date not null,
  minutes smallint not null,
  constraint late_practitioners_pkey primary key (workspace_id, doctor_id, location_id),
  constraint late_practitioner_works_at_location
    foreign key (workspace_id, doctor_id, location_id)
      references doctor_locations (workspace_id, doctor_id, location_id),
  constraint late_minutes_are_of_a_day check (minutes between 1 and 600)
);
comment on table late_practitioners is
  'How many minutes late a practitioner is running at a location on a day, as staff last reported.';

-- Tells all processes that practitioners' delays have changed.
create function note_lateness() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'late ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;
create trigger note_lateness after insert or update or delete on late_practitioners
  for each row execute function note_lateness();

create table visit_series (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  created_at timestamptz not null,
  constraint visit_series_pkey primary key (workspace_id, id),
  -- The visits of a series refer to the series together with its patient.
  constraint visit_series_of_patient unique (workspace_id, patient_id, id),
  constraint series_patient_is_of_workspace
    foreign key (workspace_id, patient_id) references patients (workspace_id, id)
);
comment on table visit_series is
  'Series of visits of one patient; the visits of a series are found through the patient.';

create trigger nothing_is_of_a_merged_record before insert or update of patient_id on visit_series
  for each row execute function nothing_is_of_a_merged_record();

create table waiting_entries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  location_id bigint not null,
  -- Null: any mode in which a time is offered.
  mode text,
  -- Null: the usual length of the practitioner.
  duration_mins smallint,
  from_date date not null,
  to_date date not null,
  -- Empty: every day of the week, or every part of the day.
  weekdays text[] not null,
  parts_of_day text[] not null,
  note text,
  state text not null default 'OPEN',
  -- The visit that was booked for it.
  appointment_id bigint,
  acting_user_id bigint,
  operator text,
  created_at timestamptz not null,
  constraint waiting_entries_pkey primary key (workspace_id, id),
  constraint waiting_patient_is_of_workspace
    foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  constraint waiting_location_is_of_workspace
    foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint waiting_mode_is_known
    check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  constraint waiting_duration_is_of_a_day check (duration_mins between 1 and 1440),
  constraint waiting_begins_before_it_ends check (from_date <= to_date),
  constraint waiting_weekdays_are_known
    check (weekdays <@ array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']),
  constraint waiting_parts_are_known
    check (parts_of_day <@ array['MORNING', 'AFTERNOON', 'EVENING']),
  constraint waiting_note_length check (char_length(note) between 1 and 500),
  constraint waiting_state_is_known check (state in ('OPEN', 'BOOKED', 'ENDED')),
  constraint waiting_has_visit_where_booked
    check ((state = 'BOOKED') = (appointment_id is not null))
);
comment on table waiting_entries is
  'Patients who are waiting for a time at a location, and at what times they can come.';

create index waiting_entries_open on waiting_entries (workspace_id, location_id, created_at, id)
  where state = 'OPEN';
create index waiting_entries_of_patient on waiting_entries (workspace_id, patient_id);

create trigger nothing_is_of_a_merged_record
  before insert or update of patient_id on waiting_entries
  for each row execute function nothing_is_of_a_merged_record();

create table waiting_practitioners (
  workspace_id bigint not null,
  entry_id bigint not null,
  doctor_id bigint not null,
  constraint waiting_practitioners_pkey primary key (workspace_id, entry_id, doctor_id),
  constraint waiting_practitioner_is_of_entry
    foreign key (workspace_id, entry_id)
      references waiting_entries (workspace_id, id) on delete cascade,
  constraint waiting_practitioner_is_of_workspace
    foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table waiting_practitioners is
  'The practitioners that a waiting patient accepts; none if any will do.';

create table waiting_offers (
  workspace_id bigint not null,
  id bigint generated always as identity,
  entry_id bigint not null,
  -- The claim that holds the time; its number comes from the sequence of visits, and no visit has
  -- it.
  claim_id bigint not null,
  doctor_id bigint not null,
  room_id bigint,
  mode text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The price that the patient was told.
  charge_minor bigint not null,
  currency text not null,
  state text not null default 'OPEN',
  expires_at timestamptz not null,
  ended_at timestamptz,
  acting_user_id bigint,
  operator text,
  created_at timestamptz not null,
  constraint waiting_offers_pkey primary key (workspace_id, id),
  constraint offer_is_of_entry
    foreign key (workspace_id, entry_id) references waiting_entries (workspace_id, id),
  constraint offer_practitioner_is_of_workspace
    foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id),
  constraint offer_room_is_of_workspace
    foreign key (workspace_id, room_id) references rooms (workspace_id, id),
  constraint offer_has_a_claim_of_its_own unique (workspace_id, claim_id),
  constraint offer_mode_is_known
    check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  constraint offer_starts_before_it_ends check (from_at < to_at),
  constraint offer_expires_before_its_time
    check (created_at < expires_at and expires_at <= from_at),
  constraint offer_charge_is_not_negative check (charge_minor >= 0),
  constraint offer_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  constraint offer_state_is_known
    check (state in ('OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'TAKEN_BACK')),
  constraint offer_ends_once check ((state = 'OPEN') = (ended_at is null))
);
comment on table waiting_offers is
  'Free times that are offered to waiting patients, the outcome of each, and the claim that reserves it until then.';

create unique index one_open_offer on waiting_offers (workspace_id, entry_id) where state = 'OPEN';
create index waiting_offers_of_entry on waiting_offers (workspace_id, entry_id, id);
create index waiting_offers_by_end on waiting_offers (to_at);

alter table notices add constraint notice_is_of_an_offer
    foreign key (workspace_id, offer_id)
      references waiting_offers (workspace_id, id) on delete cascade;

alter table visit_links add constraint visit_link_is_of_an_offer
    foreign key (workspace_id, offer_id)
      references waiting_offers (workspace_id, id) on delete cascade;

-- Tells all processes that a workspace's waiting list has changed.
create function note_waiting() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'waiting ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;
create trigger note_waiting after insert or update or delete on waiting_entries
  for each row execute function note_waiting();
create trigger note_waiting after insert or update or delete on waiting_offers
  for each row execute function note_waiting();

-- Refuses an offer without a claim on the time that it offers.
create function offer_holds_its_time() returns trigger language plpgsql as $$
begin
  if not exists (
    select from claims c
    where c.workspace_id = new.workspace_id and c.appointment_id = new.claim_id and c.doctor_id = new.doctor_id
      and c.from_at = new.from_at and c.to_at = new.to_at and c.room_id is not distinct from new.room_id
  ) then
    raise exception 'an open offer holds its time' using errcode = '23514', constraint = 'offer_holds_its_time', table = 'waiting_offers';
  end if;
  return null;
end
$$;
create constraint trigger offer_holds_its_time after insert on waiting_offers
  for each row execute function offer_holds_its_time();

-- Refuses to change an offer that has ended.
create function offer_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if old.state <> 'OPEN' then
    raise exception 'an offer ends once' using errcode = '23514', constraint = 'offer_changes_as_it_may', table = 'waiting_offers';
  end if;
  return new;
end
$$;
create trigger offer_changes_as_it_may before update on waiting_offers
  for each row when (old.* is distinct from new.*) execute function offer_changes_as_it_may();

-- However an offer ends, its time becomes free.
create function offer_frees_its_time() returns trigger language plpgsql as $$
begin
  delete from claims where workspace_id = old.workspace_id and appointment_id = old.claim_id;
  return null;
end
$$;
create trigger offer_frees_its_time after update of state or delete on waiting_offers
  for each row when (old.state = 'OPEN') execute function offer_frees_its_time();

create table appointments (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  booking_reference text not null
    constraint booking_reference_unique unique
    -- Never of the form of a token display, letters-dash-number (INV-09).
    constraint booking_reference_form check (booking_reference ~ '^BK[0-9A-HJKMNP-TV-Z]{10}$'),
  patient_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  room_id bigint,
  appointment_system text not null default 'SCHEDULED'
    constraint appointments_are_scheduled check (appointment_system = 'SCHEDULED'),
  appointment_date date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  timezone text not null,
  -- The clinic's offset when the visit starts and just before it ends: the clinic date can be
  -- checked here without asking whether the database's zone rules are as new as the application's.
  from_offset_mins smallint not null,
  to_offset_mins smallint not null,
  status text not null constraint appointment_status_is_stored check (
    -- OVERDUE and MISSED are computed on reading, never stored (INV-25).
    status in (
      'SCHEDULED', 'CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED',
      'RESCHEDULED'
    )
  ),
  mode text not null
    constraint appointment_mode
      check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  type text not null constraint appointment_type check (type ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  booking_type text not null
    constraint appointment_booking_type
      check (booking_type in ('ONE_TIME_APPOINTMENT', 'PACKAGE_PURCHASE', 'USE_ACTIVE_PACKAGE')),
  source text not null,
  booking_channel text
    constraint appointment_booking_channel check (booking_channel ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  payment_mode text not null,
  payment_status text not null
    constraint payment_status_known
      check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'REFUNDED')),
  payment_reference text,
  currency text not null constraint appointment_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  charge_minor bigint not null constraint charge_not_negative check (charge_minor >= 0),
  discount_minor bigint not null
    constraint discount_within_charge
      check (0 <= discount_minor and discount_minor <= charge_minor),
  discount_reason text
    constraint discount_reason_length check (char_length(discount_reason) <= 200),
  follow_up boolean not null,
  parent_appointment_id bigint,
  duration_tier_id bigint,
  patient_timezone text,
  chief_complaint text
    constraint chief_complaint_length check (char_length(chief_complaint) <= 500),
  appointment_notes text
    constraint appointment_notes_length check (char_length(appointment_notes) <= 500),
  cancellation_reason text,
  voided boolean not null default false,
  api_key_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Keyed hash of the contact whose session booked it.
  contact_hash bytea constraint booking_contact_is_hashed check (length(contact_hash) = 32),
  -- The caller's own words for how the payment of a visit is collected (BOOK-52).
  payment_collection_type text
  constraint payment_collection_type_length check (char_length(payment_collection_type) <= 100),
  -- A visit that a pack pays for, or that bought one.
  patient_package_id bigint,
  -- The video link, made from what the clinic or the practitioner has, and kept with the visit.
  -- Null if neither has a link: the clinic then sends one itself.
  video_link text
    constraint video_link_is_of_online_visit check (video_link is null or mode = 'ONLINE'),
  -- The first moment after the clinic day of the visit, by the application's zone rules; null for
  -- visits booked before this was stored.
  day_ends_at timestamptz,
  -- How often the visit has changed: the sequence number of its calendar entry.
  revision integer not null default 0,
  -- The transaction that changed it last; '0' for visits that have not changed since this was
  -- recorded.
  changed_in xid8 not null default pg_current_xact_id(),
  -- Why it was last moved.
  reschedule_reason text
    constraint reschedule_reason_length check (char_length(reschedule_reason) <= 500),
  -- For visits that sessions booked: the keyed hash of the IPv4 address, or the IPv6 /56.
  site_hash bytea,
  -- When the patient arrived; null until then.
  arrived_at timestamptz,
  -- Why staff booked the visit at a time that was not on offer: off the grid, already begun or
  -- outside the hours; null if the time was on offer.
  unoffered_reason text,
  -- The series in which it was booked; null for a single visit.
  series_id bigint,
  -- When a patient last said that they will come to the visit at its present time; null until then,
  -- and again after a move.
  patient_confirmed_at timestamptz,
  -- When staff last asked the patient to pay online.
  payment_asked_at timestamptz,
  -- The room of a visit, if the service opens one: a word that no one finds by guessing.
  video_room text,
  -- A visit at home has an address.
  visit_address jsonb,
  primary key (workspace_id, id),
  constraint appointment_starts_before_it_ends check (from_at < to_at),
  constraint appointment_lies_in_its_clinic_day
    check (
      appointment_date = (
        (from_at at time zone 'UTC') + from_offset_mins * interval '1 minute'
      )::date
      and (
        to_at at time zone 'UTC'
      ) + to_offset_mins * interval '1 minute' <= (appointment_date + 1)::timestamp
    ),
  constraint online_needs_no_room check (room_id is null or mode <> 'ONLINE'),
  constraint follow_up_has_a_parent check (follow_up = (parent_appointment_id is not null)),
  foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  constraint doctor_runs_scheduled_system
    foreign key (workspace_id, doctor_id, appointment_system)
      references practitioners (workspace_id, user_id, appointment_system),
  constraint doctor_works_at_location
    foreign key (workspace_id, doctor_id, location_id)
      references doctor_locations (workspace_id, doctor_id, location_id),
  constraint room_is_at_location
    foreign key (workspace_id, room_id, location_id)
      references rooms (workspace_id, id, location_id),
  constraint tier_is_of_doctor
    foreign key (workspace_id, duration_tier_id, doctor_id, location_id)
      references duration_tiers (workspace_id, id, doctor_id, location_id),
  constraint parent_is_of_workspace
    foreign key (workspace_id, parent_appointment_id) references appointments (workspace_id, id),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id),
  constraint pack_of_visit_is_of_workspace
    foreign key (workspace_id, patient_package_id) references patient_packs (workspace_id, id),
  constraint pack_visit_has_a_pack
    check ((booking_type = 'ONE_TIME_APPOINTMENT') = (patient_package_id is null)),
  -- INV-19
  constraint pack_pays_for_its_visit
    check (
      booking_type <> 'USE_ACTIVE_PACKAGE'
      or (charge_minor = 0 and discount_minor = 0 and payment_status in ('PAID', 'REFUNDED'))
    ),
  -- INV-21, INV-23
  constraint refunded_visit_is_cancelled
    check (payment_status <> 'REFUNDED' or status = 'CANCELLED'),
  constraint voided_visit_is_cancelled check (not voided or status = 'CANCELLED'),
  -- INV-23: a void refunds nothing. What comes through a checkout after it is returned all the same
  -- (INV-29).
  constraint void_refunds_no_money
    check (not voided or payment_status <> 'REFUNDED' or payment_mode = 'ONLINE'),
  constraint cancellation_reason_length check (char_length(cancellation_reason) <= 500),
  constraint booking_site_is_hashed check (length(site_hash) = 32),
  constraint appointment_arrives_after_booking check (arrived_at >= created_at),
  constraint unoffered_reason_length check (char_length(unoffered_reason) between 1 and 500),
  constraint visit_is_in_series_of_its_patient foreign key (workspace_id, patient_id, series_id)
    references visit_series (workspace_id, patient_id, id),
  constraint video_room_form check (video_room ~ '^[0-9a-z]{26}$'),
  constraint video_room_has_a_link check (video_room is null or video_link is not null),
  constraint visit_address_is_an_object
    check (visit_address is null or jsonb_typeof(visit_address) = 'object'),
  constraint visit_address_is_of_a_visit_at_home
  check (visit_address is null or mode in ('HOME_VISIT', 'HOME_COLLECTION'))
);
comment on table appointments is
  'Visits at a time: with whom, where, how they are paid and how they ended.';

-- A visit is followed up once (INV-38).
create unique index one_live_follow_up on appointments (workspace_id, parent_appointment_id)
  where parent_appointment_id is not null and status <> 'CANCELLED';
-- The past visits of a patient with the doctor, newest first, among which a follow-up looks for its
-- parent.
create index appointments_of_patient on appointments (workspace_id, patient_id, doctor_id, from_at);
create index appointments_of_contact on appointments (workspace_id, contact_hash, to_at)
  where contact_hash is not null;
-- Before a visit is deleted, this and the index of the audit answer whether anything refers to it:
-- otherwise each check would read the whole workspace. Most visits are no follow-ups and not in it.
create index appointments_by_parent on appointments (workspace_id, parent_appointment_id)
  where parent_appointment_id is not null;
create unique index pack_is_bought_once on appointments (workspace_id, patient_package_id)
  where booking_type = 'PACKAGE_PURCHASE';
-- This index has the order of the transactions: a reader who has seen all below the oldest open one
-- has missed none, however late others commit.
create index appointments_by_change on appointments (workspace_id, changed_in, id);
-- A search of visits reads these in the order of its pages, by the leading filter
-- (docs/decisions/visits.md).
create index appointments_by_start on appointments (workspace_id, from_at, id);
create index appointments_of_doctor on appointments (workspace_id, doctor_id, from_at, id);
create index appointments_of_location on appointments (workspace_id, location_id, from_at, id);
create index appointments_by_payment on appointments (workspace_id, payment_reference, from_at, id)
  where payment_reference is not null;
create index appointments_of_site on appointments (workspace_id, site_hash, to_at)
  where site_hash is not null;
create unique index video_room_is_of_one_visit on appointments (video_room)
  where video_room is not null;

alter table notices add constraint notice_is_of_a_visit
    foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table visit_links add constraint visit_link_is_of_an_appointment
    foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table audit_entries add constraint audit_appointment_is_of_workspace
    foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table payment_sessions
  add foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table refunds add constraint refund_is_of_a_visit
    foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table desk_payments add constraint desk_payment_is_of_a_visit
    foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table pack_movements add constraint movement_is_of_a_visit
    foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table desk_changes add constraint desk_change_is_of_an_appointment
    foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

alter table waiting_entries add constraint waiting_visit_is_of_workspace
    foreign key (workspace_id, appointment_id) references appointments (workspace_id, id);

-- The constraints of `claims` let no two claims overlap; this trigger makes sure that an
-- appointment that is live and not yet over has a claim of exactly its time. It compares with the
-- real clock, not with the clinic's, which in a sandbox is never behind it.
create function appointment_holds_its_time() returns trigger language plpgsql as $$
begin
  if new.status <> 'CANCELLED' and new.to_at > clock_timestamp() and not exists (
    select from claims c
    where c.workspace_id = new.workspace_id and c.appointment_id = new.id and c.doctor_id = new.doctor_id
      and c.from_at = new.from_at and c.to_at = new.to_at and c.room_id is not distinct from new.room_id
  ) then
    raise exception 'a live appointment holds its time' using errcode = '23514', constraint = 'appointment_holds_its_time', table = 'appointments';
  end if;
  return null;
end
$$;
create constraint trigger appointment_holds_its_time
  after insert or update of status, doctor_id, room_id, from_at, to_at on appointments
  for each row execute function appointment_holds_its_time();

-- `pack_covers_its_visit` lets a pack pay only for visits that it covers; this trigger makes sure
-- that a visit with a pack has used a session of it.
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
create constraint trigger visit_uses_its_pack
  after insert or update of patient_package_id on appointments deferrable initially deferred
  for each row when (new.patient_package_id is not null) execute function visit_uses_its_pack();

-- The rules for every change of a visit, whatever makes it (INV-21, INV-24, INV-25). A part payment
-- can be refunded too.
create function visit_changes_as_it_may() returns trigger language plpgsql as $$
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
create trigger visit_changes_as_it_may before update on appointments
  for each row when (old.* is distinct from new.*) execute function visit_changes_as_it_may();

create constraint trigger refunded_visit_has_its_refund
  after insert or update of payment_status on appointments deferrable initially deferred
  for each row when (new.payment_status = 'REFUNDED')
  execute function refunded_visit_has_its_refund();
create constraint trigger open_checkout_is_pending
  after update of payment_status on appointments deferrable initially deferred
  for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING')
  execute function open_checkout_is_pending();
create constraint trigger paid_at_the_desk_stays_paid
  after update of payment_status on appointments deferrable initially deferred
  for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING'))
  execute function paid_at_the_desk_stays_paid();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on appointments
  for each row execute function nothing_is_of_a_merged_record();

create table appointment_vitals (
  workspace_id bigint not null,
  appointment_id bigint not null,
  recorded_at timestamptz not null,
  vitals jsonb not null constraint vitals_are_an_object check (jsonb_typeof(vitals) = 'object'),
  -- The member of staff who took them; null if they came with a booking.
  recorded_by bigint,
  primary key (workspace_id, appointment_id, recorded_at),
  foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  constraint vitals_author_is_of_workspace
    foreign key (workspace_id, recorded_by) references users (workspace_id, id)
);
comment on table appointment_vitals is 'Vital signs of a visit, as recorded at one time.';
