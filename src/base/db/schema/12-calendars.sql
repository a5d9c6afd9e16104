create table calendars (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  doctor_id bigint not null,
  -- The name in the clinic file, under the practitioner.
  name text not null,
  -- The address of the feed, which is a secret in itself, or `secret:NAME`. Null: an operator
  -- imports it as a file.
  url text,
  -- The headers in which its server identified the version that was read last.
  etag text,
  last_modified text,
  -- Counts every attempt and every change of the address, so that an older attempt that ends later
  -- writes nothing.
  attempt bigint not null default 0,
  attempted_at timestamptz,
  -- When the feed was last known to match what is stored here.
  succeeded_at timestamptz,
  -- Why the last attempt failed; null if it did not.
  problem text constraint calendar_problem_length check (char_length(problem) between 1 and 500),
  -- About the last version that was read: up to when, by the clocks of which zones, and what could
  -- not be read.
  read_to timestamptz,
  read_zones text,
  unreadable_events integer not null default 0,
  unknown_zones boolean not null default false,
  primary key (workspace_id, id),
  constraint calendar_name_unique unique (workspace_id, doctor_id, name),
  constraint calendar_is_of_one_doctor unique (workspace_id, doctor_id, id),
  constraint calendar_practitioner_is_of_workspace
    foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table calendars is
  'Feeds of the external calendars of practitioners, and how the last attempt to read each ended.';

-- No row is longer than a day, so a row that overlaps a period begins within a day before its end,
-- and the primary key alone finds it.
create table calendar_busy_times (
  workspace_id bigint not null,
  doctor_id bigint not null,
  from_at timestamptz not null,
  calendar_id bigint not null,
  to_at timestamptz not null,
  primary key (workspace_id, doctor_id, from_at, calendar_id) include (to_at),
  constraint busy_time_is_a_day_at_most
    check (from_at < to_at and to_at <= from_at + interval '24 hours'),
  constraint busy_time_is_of_a_calendar
    foreign key (workspace_id, doctor_id, calendar_id)
      references calendars (workspace_id, doctor_id, id)
);
comment on table calendar_busy_times is
  'When practitioners are busy according to their external calendars: only the times of events, at most a day in one row.';

-- Runs at the very end of a transaction that makes a doctor busy: it waits for bookings in
-- progress, and bookings wait only for its commit.
create function calendars_make_busy() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('calendars ' || new.doctor_id, new.workspace_id));
  return null;
end
$$;
create constraint trigger calendars_make_busy
  after insert or update on calendar_busy_times deferrable initially deferred
  for each row execute function calendars_make_busy();

-- Returns whether all calendars of the doctor are free in a period; if so, they stay free until the
-- caller's transaction ends. It locks first and looks afterwards: within a function each statement
-- sees what was committed before it began. Bookings share the lock.
create function calendars_leave_free(
  workspace bigint, doctor bigint, since timestamptz, until timestamptz
) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('calendars ' || doctor, workspace));
  return not exists (
    select from calendar_busy_times b
    where b.workspace_id = workspace and b.doctor_id = doctor and b.from_at > since - interval '24 hours' and b.from_at < until and b.to_at > since
  );
end
$$;
