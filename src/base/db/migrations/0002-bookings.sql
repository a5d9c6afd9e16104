-- Patients, appointments, and the claims that make double-booking impossible.

create table patients (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  mrn_number text not null,
  first_name text,
  last_name text,
  -- Folded by the application, so that matching never depends on the database's locale.
  first_name_folded text,
  last_name_folded text,
  country_code text,
  phone_number text,
  -- Dial code and subscriber digits in one spelling; what lookups compare.
  phone_normalised text,
  email text,
  email_folded text,
  gender text,
  dob date,
  age integer constraint patient_age check (age between 0 and 150),
  blood_group text,
  patient_address jsonb,
  patient_form_values jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  constraint patient_mrn_unique unique (workspace_id, mrn_number),
  constraint patient_is_identifiable check (first_name is not null or phone_number is not null),
  constraint patient_phone_is_whole check ((phone_number is null) = (phone_normalised is null) and (phone_number is null) = (country_code is null))
);
create index patients_by_phone on patients (workspace_id, phone_normalised) where phone_normalised is not null;

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
  appointment_system text not null default 'SCHEDULED' constraint appointments_are_scheduled check (appointment_system = 'SCHEDULED'),
  appointment_date date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  timezone text not null,
  -- The clinic's offset when the visit starts and just before it ends: the clinic date can be checked
  -- here without asking whether the database's zone rules are as new as the application's.
  from_offset_mins smallint not null,
  to_offset_mins smallint not null,
  status text not null constraint appointment_status_is_stored check (
    -- OVERDUE and MISSED are computed on reading, never stored (INV-25).
    status in ('SCHEDULED', 'CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'RESCHEDULED')
  ),
  mode text not null constraint appointment_mode check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  type text not null constraint appointment_type check (type ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  booking_type text not null constraint appointment_booking_type check (booking_type in ('ONE_TIME_APPOINTMENT', 'PACKAGE_PURCHASE', 'USE_ACTIVE_PACKAGE')),
  source text not null,
  booking_channel text constraint appointment_booking_channel check (booking_channel ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  payment_mode text not null,
  payment_status text not null constraint payment_status_known check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'REFUNDED')),
  payment_reference text,
  currency text not null constraint appointment_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  charge_minor bigint not null constraint charge_not_negative check (charge_minor >= 0),
  discount_minor bigint not null constraint discount_within_charge check (0 <= discount_minor and discount_minor <= charge_minor),
  discount_reason text constraint discount_reason_length check (char_length(discount_reason) <= 200),
  follow_up boolean not null,
  parent_appointment_id bigint,
  duration_tier_id bigint,
  patient_timezone text,
  chief_complaint text constraint chief_complaint_length check (char_length(chief_complaint) <= 500),
  appointment_notes text constraint appointment_notes_length check (char_length(appointment_notes) <= 500),
  cancellation_reason text,
  voided boolean not null default false,
  api_key_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  constraint appointment_starts_before_it_ends check (from_at < to_at),
  constraint appointment_lies_in_its_clinic_day check (
    appointment_date = ((from_at at time zone 'UTC') + from_offset_mins * interval '1 minute')::date
    and (to_at at time zone 'UTC') + to_offset_mins * interval '1 minute' <= (appointment_date + 1)::timestamp
  ),
  constraint online_needs_no_room check (room_id is null or mode <> 'ONLINE'),
  constraint follow_up_has_a_parent check (follow_up = (parent_appointment_id is not null)),
  foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  constraint doctor_runs_scheduled_system foreign key (workspace_id, doctor_id, appointment_system) references practitioners (workspace_id, user_id, appointment_system),
  constraint doctor_works_at_location foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id),
  constraint room_is_at_location foreign key (workspace_id, room_id, location_id) references rooms (workspace_id, id, location_id),
  constraint tier_is_of_doctor foreign key (workspace_id, duration_tier_id, doctor_id, location_id) references duration_tiers (workspace_id, id, doctor_id, location_id),
  constraint parent_is_of_workspace foreign key (workspace_id, parent_appointment_id) references appointments (workspace_id, id),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id)
);
-- A visit is followed up once (INV-38).
create unique index one_live_follow_up on appointments (workspace_id, parent_appointment_id)
  where parent_appointment_id is not null and status <> 'CANCELLED';
-- The doctor's past visits of a patient, newest first: what a follow-up is looked for in.
create index appointments_of_patient on appointments (workspace_id, patient_id, doctor_id, from_at);

create table appointment_vitals (
  workspace_id bigint not null,
  appointment_id bigint not null,
  recorded_at timestamptz not null,
  vitals jsonb not null constraint vitals_are_an_object check (jsonb_typeof(vitals) = 'object'),
  primary key (workspace_id, appointment_id, recorded_at),
  foreign key (workspace_id, appointment_id) references appointments (workspace_id, id)
);

-- Time that is taken: one row for each live appointment that is not long past. Two exclusion
-- constraints make overlapping claims of one doctor (at any location) or one room impossible for any
-- number of processes (INV-01, INV-02). Write to it only by INSERT … ON CONFLICT DO NOTHING: racing
-- bare INSERTs deadlock on such a constraint (2 % of the throughput at 64 bookers).
create table claims (
  workspace_id bigint not null,
  appointment_id bigint not null,
  doctor_id bigint not null,
  room_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (workspace_id, appointment_id),
  constraint claim_starts_before_it_ends check (from_at < to_at),
  constraint doctor_is_claimed_once exclude using gist (
    workspace_id with =, doctor_id with =, tstzrange(from_at, to_at) with &&
  ),
  constraint room_is_claimed_once exclude using gist (
    workspace_id with =, room_id with =, tstzrange(from_at, to_at) with &&
  ) where (room_id is not null),
  foreign key (workspace_id, appointment_id) references appointments (workspace_id, id)
);
create index claims_by_end on claims (to_at);

-- The other half of the guarantee: an appointment that is live and not yet over holds exactly its
-- time. The real clock is meant here, not the clinic's: a sandbox only ever runs ahead of it.
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
create constraint trigger appointment_holds_its_time after insert or update of status, doctor_id, room_id, from_at, to_at on appointments
  for each row execute function appointment_holds_its_time();

create function claim_is_held() returns trigger language plpgsql as $$
begin
  if exists (
    select from appointments a
    where a.workspace_id = old.workspace_id and a.id = old.appointment_id
      and a.status <> 'CANCELLED' and a.to_at > clock_timestamp()
      and not exists (select from claims c where c.workspace_id = a.workspace_id and c.appointment_id = a.id and c.from_at = a.from_at and c.to_at = a.to_at)
  ) then
    raise exception 'the claim of a live appointment stays' using errcode = '23514', constraint = 'claim_is_held', table = 'claims';
  end if;
  return null;
end
$$;
create constraint trigger claim_is_held after update or delete on claims deferrable initially deferred
  for each row execute function claim_is_held();
