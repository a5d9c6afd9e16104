-- A shift recurs weekly or has one date (A-165); the queue of one day is a row of queue_days. A
-- shift with another mode is another shift: visits stay in the one in which they were booked
-- (INV-13).
create table work_shifts (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint not null,
  location_id bigint not null,
  -- The name in the clinic file.
  name text not null,
  mode text not null constraint shift_mode check (mode in ('OFFLINE', 'ONLINE')),
  weekdays smallint[]
    constraint shift_weekdays
      check (cardinality(weekdays) > 0 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  date date,
  -- Minutes since midnight, in the location's timezone.
  from_minute smallint not null,
  to_minute smallint not null,
  -- The display of its tokens begins with it.
  letter text not null constraint shift_letter check (letter ~ '^[A-Z]{1,3}$'),
  max_appointments integer not null
    constraint shift_capacity check (max_appointments between 1 and 5000),
  -- The length of one consultation, until there is a history of them.
  default_seconds integer not null
    constraint shift_default_duration check (default_seconds between 60 and 14400),
  active boolean not null default true,
  -- Where patients are called to, from the clinic file: a room, a door, a counter.
  door text,
  primary key (workspace_id, id),
  constraint shift_name_unique unique (workspace_id, doctor_id, location_id, name, mode),
  constraint shift_is_of_practice unique (workspace_id, id, doctor_id, location_id, mode),
  constraint shift_is_weekly_or_of_a_date check ((weekdays is null) <> (date is null)),
  constraint shift_inside_a_day
    check (0 <= from_minute and from_minute < to_minute and to_minute <= 1440),
  foreign key (workspace_id, doctor_id, location_id)
    references doctor_locations (workspace_id, doctor_id, location_id),
  constraint shift_door_length check (char_length(door) between 1 and 40)
);
comment on table work_shifts is 'Shifts of practitioners who work by queue, weekly or on one date.';

create trigger note_change after insert or update or delete on work_shifts
  for each row execute function note_configuration_change();

-- Every booking of a token waits for this row: the next number, the places left and the state of
-- the queue are one row, so one conditional update decides all of them.
create table queue_days (
  workspace_id bigint not null,
  id bigint generated always as identity,
  work_shift_id bigint not null,
  date date not null,
  capacity integer not null,
  -- The highest number that was assigned.
  issued integer not null default 0,
  -- Live visits, and how many of them wait; the trigger of the visits maintains both.
  booked integer not null default 0,
  waiting integer not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (workspace_id, id),
  constraint queue_day_unique unique (workspace_id, work_shift_id, date),
  constraint queue_day_of_shift unique (workspace_id, id, work_shift_id, date),
  -- INV-11
  constraint queue_within_capacity check (booked <= capacity),
  constraint queue_counts check (0 <= waiting and waiting <= booked and booked <= issued),
  -- INV-12
  constraint ended_queue_was_started check (ended_at is null or started_at is not null),
  constraint queue_ends_after_it_starts check (ended_at >= started_at),
  foreign key (workspace_id, work_shift_id) references work_shifts (workspace_id, id)
);
comment on table queue_days is
  'A shift on a date: the next number, the places left and whether its queue runs, in one row that every booking of a token updates.';

-- `visit_takes_the_next_number` gives a visit the number that its day has just assigned; this
-- trigger makes sure that a day assigns numbers one by one, each to a visit.
create function number_is_taken() returns trigger language plpgsql as $$
begin
  if new.issued <> old.issued + 1 or not exists (
    select from queue_visits v where v.workspace_id = new.workspace_id and v.queue_day_id = new.id and v.token_number = new.issued
  ) then
    raise exception 'a number is given out to a visit' using errcode = '23514', constraint = 'number_is_taken', table = 'queue_days';
  end if;
  return null;
end
$$;
create constraint trigger number_is_taken
  after update of issued on queue_days deferrable initially deferred
  for each row when (new.issued <> old.issued) execute function number_is_taken();

create table queue_visits (
  workspace_id bigint not null,
  -- Taken from the numbers of appointments, so that no id is used twice (A-177).
  id bigint not null,
  queue_day_id bigint not null,
  work_shift_id bigint not null,
  appointment_date date not null,
  doctor_id bigint not null,
  location_id bigint not null,
  mode text not null,
  appointment_system text not null default 'QMS'
    constraint visits_are_of_the_queue check (appointment_system = 'QMS'),
  patient_id bigint not null,
  token_letter text not null,
  token_number integer not null constraint token_numbers_start_at_one check (token_number >= 1),
  -- The order of the line: the number, unless staff moved the visit.
  place numeric not null,
  -- Shows a patient their place in the line, without a key.
  public_status_token text not null
    constraint public_status_token_unique unique
    constraint public_status_token_form check (public_status_token ~ '^[0-9a-z]{26}$'),
  status text not null
    constraint queue_visit_status
      check (
        status in (
          'WAITING', 'CALLED', 'SKIPPED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'
        )
      ),
  source text not null,
  booking_channel text not null
    constraint queue_visit_channel check (booking_channel ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  payment_mode text not null,
  payment_status text not null
    constraint queue_payment_status_known
      check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'REFUNDED')),
  payment_reference text,
  currency text not null constraint queue_visit_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  charge_minor bigint not null constraint queue_charge_not_negative check (charge_minor >= 0),
  discount_minor bigint not null
    constraint queue_discount_within_charge
      check (0 <= discount_minor and discount_minor <= charge_minor),
  discount_reason text
    constraint queue_discount_reason_length check (char_length(discount_reason) <= 200),
  contact_hash bytea,
  chief_complaint text
    constraint queue_complaint_length check (char_length(chief_complaint) <= 500),
  appointment_notes text
    constraint queue_notes_length check (char_length(appointment_notes) <= 500),
  vitals jsonb constraint queue_vitals_are_an_object check (jsonb_typeof(vitals) = 'object'),
  cancellation_reason text
    constraint queue_cancellation_reason_length check (char_length(cancellation_reason) <= 500),
  called_at timestamptz,
  began_at timestamptz,
  completed_at timestamptz,
  -- How long the consultation took the practitioner, if staff recorded its end; estimates use it.
  consultation_seconds integer
    constraint consultation_not_negative check (consultation_seconds >= 0),
  api_key_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  site_hash bytea,
  -- The transaction that changed it last, by which changes are followed in order, as with
  -- appointments; '0' for visits that have not changed since this was recorded.
  changed_in xid8 not null default pg_current_xact_id(),
  arrived_at timestamptz,
  voided boolean not null default false,
  payment_asked_at timestamptz,
  video_link text,
  video_room text,
  primary key (workspace_id, id),
  -- INV-10
  constraint token_number_unique unique (workspace_id, queue_day_id, token_number),
  constraint place_in_line_unique unique (workspace_id, queue_day_id, place),
  constraint completed_visit_says_when check ((status = 'COMPLETED') = (completed_at is not null)),
  constraint refunded_queue_visit_is_cancelled
    check (payment_status <> 'REFUNDED' or status = 'CANCELLED'),
  constraint queue_visit_is_of_its_day
    foreign key (workspace_id, queue_day_id, work_shift_id, appointment_date)
      references queue_days (workspace_id, id, work_shift_id, date),
  -- INV-13
  constraint queue_visit_is_of_its_shift
    foreign key (workspace_id, work_shift_id, doctor_id, location_id, mode)
      references work_shifts (workspace_id, id, doctor_id, location_id, mode),
  -- INV-05
  constraint doctor_runs_queue foreign key (workspace_id, doctor_id, appointment_system)
    references practitioners (workspace_id, user_id, appointment_system),
  foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id),
  constraint queue_visit_site_is_hashed check (length(site_hash) = 32),
  constraint token_arrives_after_booking check (arrived_at >= created_at),
  constraint voided_token_is_cancelled check (not voided or status = 'CANCELLED'),
  constraint video_link_is_of_online_token check (video_link is null or mode = 'ONLINE'),
  constraint token_video_room_form check (video_room ~ '^[0-9a-z]{26}$'),
  constraint token_video_room_has_a_link check (video_room is null or video_link is not null)
);
comment on table queue_visits is
  'Visits with a token instead of a time, and their places in the line.';

-- The order of the lists, as a whole and for one practitioner, location or patient.
create index queue_visits_by_date on queue_visits (workspace_id, appointment_date, id);
create index queue_visits_of_doctor on queue_visits (workspace_id, doctor_id, appointment_date, id);
create index queue_visits_of_location on queue_visits (
  workspace_id,
  location_id,
  appointment_date,
  id
);
create index queue_visits_of_patient on queue_visits (
  workspace_id,
  patient_id,
  appointment_date,
  id
);
create index queue_visits_by_payment on queue_visits (
  workspace_id,
  payment_reference,
  appointment_date,
  id
)
  where payment_reference is not null;
create index queue_visits_of_contact on queue_visits (workspace_id, contact_hash, appointment_date)
  where contact_hash is not null;
create index consultations_of_doctor on queue_visits (
  workspace_id,
  doctor_id,
  location_id,
  completed_at
)
  where consultation_seconds is not null;
create index queue_visits_of_site on queue_visits (workspace_id, site_hash, appointment_date)
  where site_hash is not null;
create index queue_visits_by_change on queue_visits (workspace_id, changed_in, id);
create unique index video_room_is_of_one_token on queue_visits (video_room)
  where video_room is not null;

alter table notices add constraint notice_is_of_a_queue_visit
    foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table visit_links add constraint visit_link_is_of_a_queue_visit
    foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table audit_entries add constraint audit_visit_is_of_workspace
    foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table payment_sessions
  add foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table refunds add constraint refund_is_of_a_queue_visit
    foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table desk_payments add constraint desk_payment_is_of_a_queue_visit
    foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

alter table desk_changes add constraint desk_change_is_of_a_token
    foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id);

-- A token takes the number that its day has just assigned, and none is assigned once the day has
-- ended (INV-10, INV-12).
create function visit_takes_the_next_number() returns trigger language plpgsql as $$
declare
  day queue_days := (select d from queue_days d where d.workspace_id = new.workspace_id and d.id = new.queue_day_id);
  broken text := case
    when new.token_number <> day.issued or new.place <> new.token_number then 'visit_takes_the_next_number'
    when day.ended_at is not null then 'ended_queue_takes_nobody'
    when new.status <> 'WAITING' then 'visit_begins_waiting'
  end;
begin
  if broken is not null then
    raise exception 'a visit cannot be added like this' using errcode = '23514', constraint = broken, table = 'queue_visits';
  end if;
  return null;
end
$$;
create trigger visit_takes_the_next_number after insert on queue_visits
  for each row execute function visit_takes_the_next_number();

-- A visit that is over stays over, whatever changes it.
create function queue_visit_changes_as_it_may() returns trigger language plpgsql as $$
declare
  broken text := case
    when old.status in ('COMPLETED', 'CANCELLED') and new.status <> old.status and not is_taken_back(new.workspace_id, null, new.id)
      then 'ended_queue_visit_keeps_its_status'
    when new.payment_status = 'REFUNDED' and old.payment_status not in ('PAID', 'REFUNDED')
      and coalesce(paid_at_the_desk(new.workspace_id, null, new.id, null), 0) = 0 then 'refunded_queue_visit_was_paid'
    when old.payment_status = 'REFUNDED' and new.payment_status <> 'REFUNDED' then 'refunded_queue_visit_stays_refunded'
    when (new.queue_day_id, new.token_number, new.token_letter, new.public_status_token) is distinct from
      (old.queue_day_id, old.token_number, old.token_letter, old.public_status_token) then 'token_is_for_life'
  end;
begin
  if broken is not null then
    raise exception 'a visit cannot change like this' using errcode = '23514', constraint = broken, table = 'queue_visits';
  end if;
  return null;
end
$$;
create trigger queue_visit_changes_as_it_may after update on queue_visits
  for each row execute function queue_visit_changes_as_it_may();

-- The counts of a day follow its visits, once for each statement: an update of the day for each of
-- five thousand visits that end together takes a second and a half. A cancelled token that is
-- restored is counted again.
create function queue_day_counts() returns trigger language plpgsql as $$
begin
  update queue_days d
  set booked = d.booked - changed.cancelled, waiting = d.waiting + changed.waiting
  from (
    select n.workspace_id, n.queue_day_id,
      sum((n.status = 'CANCELLED')::integer - (o.status = 'CANCELLED')::integer)::integer as cancelled,
      sum(waits_in_line(n.status)::integer - waits_in_line(o.status)::integer)::integer as waiting
    from before o
    join after n on n.workspace_id = o.workspace_id and n.id = o.id
    where n.status <> o.status
    group by n.workspace_id, n.queue_day_id
  ) as changed
  where d.workspace_id = changed.workspace_id and d.id = changed.queue_day_id and (changed.cancelled, changed.waiting) <> (0, 0);
  return null;
end
$$;
create trigger queue_day_counts after update on queue_visits
  referencing old table as before new table as after for each statement
  execute function queue_day_counts();

-- Records which transaction last changed a token.
create function queue_visit_change_is_numbered() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger queue_visit_change_is_numbered before update on queue_visits
  for each row when (old.* is distinct from new.*)
  execute function queue_visit_change_is_numbered();

create constraint trigger open_checkout_is_pending
  after update of payment_status on queue_visits deferrable initially deferred
  for each row when (old.payment_status = 'PENDING' and new.payment_status <> 'PENDING')
  execute function open_checkout_is_pending();
create constraint trigger refunded_visit_has_its_refund
  after insert or update of payment_status on queue_visits deferrable initially deferred
  for each row when (new.payment_status = 'REFUNDED')
  execute function refunded_visit_has_its_refund();
create constraint trigger paid_at_the_desk_stays_paid
  after update of payment_status on queue_visits deferrable initially deferred
  for each row when (old.payment_status = 'PAID' and new.payment_status in ('UNPAID', 'PENDING'))
  execute function paid_at_the_desk_stays_paid();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on queue_visits
  for each row execute function nothing_is_of_a_merged_record();

-- A wrong call, or a consultation that was begun by mistake, can be undone; both remain recorded.
create table queue_events (
  workspace_id bigint not null,
  id bigint generated always as identity,
  queue_day_id bigint not null,
  -- Null: about the queue as a whole.
  visit_id bigint,
  event text not null
    constraint queue_event_known
      check (
        event in (
          'STARTED', 'ENDED', 'CALLED', 'RECALLED', 'SKIPPED', 'BROUGHT_BACK', 'BEGUN',
          'COMPLETED', 'NO_SHOW', 'CANCELLED', 'MOVED', 'TAKEN_BACK'
        )
      ),
  at timestamptz not null,
  reason text constraint queue_event_reason_length check (char_length(reason) between 1 and 500),
  -- Who did it, as in the audit.
  key_id bigint,
  by_session boolean not null,
  acting_user_id bigint,
  operator text,
  by_service boolean not null,
  primary key (workspace_id, id),
  constraint queue_event_is_of_a_visit_or_the_day
    check ((visit_id is null) = (event in ('STARTED', 'ENDED'))),
  foreign key (workspace_id, queue_day_id) references queue_days (workspace_id, id),
  foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id)
);
comment on table queue_events is 'What staff did with a queue and why; rows are only added.';

create index queue_events_of_day on queue_events (workspace_id, queue_day_id, id);
create index queue_events_of_visit on queue_events (workspace_id, visit_id)
  where visit_id is not null;

-- Rows end with their workspace only; the erasure of a patient removes what staff wrote, which may
-- name them.
create function queue_events_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('clinic.removes_workspace', true) = old.workspace_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.reason = 'erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'what happened in a queue is only added to' using errcode = '23514', constraint = 'queue_events_are_kept', table = 'queue_events';
end
$$;
create trigger queue_events_are_kept before update or delete on queue_events
  for each row execute function queue_events_are_kept();
create trigger queue_events_are_not_emptied before truncate on queue_events
  for each statement execute function queue_events_are_kept();

-- A queue's viewers are notified of a change at commit. A booking sends no notification: a later
-- patient changes nothing for the patients before, and a notification holds a lock of the whole
-- database until its transaction is on disk.
create function note_queue_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', concat_ws(' ', 'queue', new.workspace_id, to_jsonb(new) ->> tg_argv[0]));
  return null;
end
$$;
create trigger note_change after update on queue_visits
  for each row when ((old.status, old.place) is distinct from (new.status, new.place))
  execute function note_queue_change('queue_day_id');
create trigger note_change after update on queue_days
  for each row
  when ((old.started_at, old.ended_at) is distinct from (new.started_at, new.ended_at))
  execute function note_queue_change('id');
-- A repeated call changes no visit, but boards must still show and announce it.
create trigger note_recall after insert on queue_events
  for each row when (new.event = 'RECALLED') execute function note_queue_change('queue_day_id');

-- Each board has one link at a time.
create table boards (
  workspace_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  -- The name that staff use.
  name text not null,
  language text not null,
  token_hash bytea not null,
  -- When its link was made, and who made it.
  made_at timestamptz not null,
  acting_user_id bigint,
  operator text,
  constraint boards_pkey primary key (workspace_id, id),
  constraint board_token_unique unique (token_hash),
  constraint board_name_unique unique (workspace_id, location_id, name),
  constraint board_is_of_location
    foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint board_name_length check (char_length(name) between 1 and 60),
  constraint board_language_is_known check (language in ('en', 'de', 'es', 'hi', 'ar')),
  constraint board_token_is_hashed check (length(token_hash) = 32)
);
comment on table boards is
  'Boards that show a waiting room which numbers are called, each identified by the hash of the secret part of its link.';

-- An open board learns at once that its link no longer leads there, and other desks learn that
-- there is another board.
create function note_board() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'boards ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;
create trigger note_board after insert or update or delete on boards
  for each row execute function note_board();

-- A board without rows is for all shifts of its location.
create table board_shifts (
  workspace_id bigint not null,
  board_id bigint not null,
  work_shift_id bigint not null,
  constraint board_shifts_pkey primary key (workspace_id, board_id, work_shift_id),
  constraint board_shift_is_of_board
    foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade,
  constraint board_shift_is_of_workspace
    foreign key (workspace_id, work_shift_id) references work_shifts (workspace_id, id)
);
comment on table board_shifts is 'The shifts that a board shows, if not all of its location.';

create function waits_in_line(status text) returns boolean language sql immutable as $$
  select status in ('WAITING', 'CALLED')
$$;
