-- Patients who wait for a time, or for an earlier one.

create table waiting_entries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  location_id bigint not null,
  -- Null: whichever a time is offered in.
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
  constraint waiting_patient_is_of_workspace foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  constraint waiting_location_is_of_workspace foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint waiting_visit_is_of_workspace foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  constraint waiting_mode_is_known check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  constraint waiting_duration_is_of_a_day check (duration_mins between 1 and 1440),
  constraint waiting_begins_before_it_ends check (from_date <= to_date),
  constraint waiting_weekdays_are_known check (weekdays <@ array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']),
  constraint waiting_parts_are_known check (parts_of_day <@ array['MORNING', 'AFTERNOON', 'EVENING']),
  constraint waiting_note_length check (char_length(note) between 1 and 500),
  constraint waiting_state_is_known check (state in ('OPEN', 'BOOKED', 'ENDED')),
  constraint waiting_has_visit_where_booked check ((state = 'BOOKED') = (appointment_id is not null))
);
create index waiting_entries_open on waiting_entries (workspace_id, location_id, created_at, id) where state = 'OPEN';
create index waiting_entries_of_patient on waiting_entries (workspace_id, patient_id);

comment on table waiting_entries is 'Patients who wait for a time at a location, and what times they can come.';

create table waiting_practitioners (
  workspace_id bigint not null,
  entry_id bigint not null,
  doctor_id bigint not null,
  constraint waiting_practitioners_pkey primary key (workspace_id, entry_id, doctor_id),
  constraint waiting_practitioner_is_of_entry foreign key (workspace_id, entry_id) references waiting_entries (workspace_id, id) on delete cascade,
  constraint waiting_practitioner_is_of_workspace foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);

comment on table waiting_practitioners is 'The practitioners that somebody waits for; none where any will do.';

create function note_waiting() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'waiting ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;

create trigger note_waiting
  after insert or update or delete on waiting_entries
  for each row execute function note_waiting();
