-- Times that the clinic itself blocks.

create table blocks (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint,
  -- Of a practitioner's time null where it is blocked at every location.
  location_id bigint,
  room_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The zone in which it was said.
  timezone text not null,
  reason text not null,
  acting_user_id bigint,
  operator text,
  created_at timestamptz not null,
  constraint blocks_pkey primary key (workspace_id, id),
  constraint block_is_of_practitioner_or_room check (num_nonnulls(doctor_id, room_id) = 1),
  constraint block_of_room_has_its_location check (room_id is null or location_id is not null),
  constraint block_starts_before_it_ends check (from_at < to_at),
  constraint block_is_a_year_at_most check (to_at <= from_at + interval '366 days'),
  constraint block_reason_length check (char_length(reason) between 1 and 200),
  constraint block_practitioner_is_of_workspace foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id),
  constraint block_practitioner_works_at_location foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id),
  constraint block_room_is_at_location foreign key (workspace_id, room_id, location_id) references rooms (workspace_id, id, location_id)
);
-- Those that end after a time are those to come, and few.
create index blocks_of_doctor on blocks (workspace_id, doctor_id, to_at) where doctor_id is not null;
create index blocks_of_room on blocks (workspace_id, room_id, to_at) where room_id is not null;

comment on table blocks is 'Times of a practitioner, at one location or at all, or of a room, that the clinic has blocked, with the reason.';

-- Whoever blocks a time waits for the bookings of it that are under way, and keeps others waiting until it is blocked: so what is read
-- after this are all visits beside it.
create function block_waits_for_bookings() returns trigger language plpgsql as $$
begin
  if new.doctor_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('calendars ' || new.doctor_id, new.workspace_id));
  else
    perform pg_advisory_xact_lock(hashtextextended('blocks of room ' || new.room_id, new.workspace_id));
  end if;
  return new;
end
$$;

create trigger block_waits_for_bookings
  before insert or update on blocks
  for each row execute function block_waits_for_bookings();

create function note_block() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'blocks ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;

create trigger note_block
  after insert or update or delete on blocks
  for each row execute function note_block();

-- Whether neither a calendar of the practitioner nor a block keeps a visit from a time. Who asks shares the locks that those take alone
-- who make it so, and then looks.
create function time_is_left_free(workspace bigint, doctor bigint, location bigint, room bigint, since timestamptz, until timestamptz)
returns boolean language plpgsql as $$
begin
  if not calendars_leave_free(workspace, doctor, since, until) then
    return false;
  end if;
  if exists (
    select from blocks b
    where b.workspace_id = workspace and b.doctor_id = doctor and b.to_at > since and b.from_at < until
      and (b.location_id is null or b.location_id = location)
  ) then
    return false;
  end if;
  if room is null then
    return true;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('blocks of room ' || room, workspace));
  return not exists (
    select from blocks b
    where b.workspace_id = workspace and b.room_id = room and b.to_at > since and b.from_at < until
  );
end
$$;
