-- Two exclusion constraints make overlapping claims of one doctor (at any location) or one room
-- impossible for any number of processes (INV-01, INV-02). Write to this table only by INSERT … ON
-- CONFLICT DO NOTHING: racing bare INSERTs deadlock on such a constraint (2 % of the throughput at
-- 64 bookers).
--
-- A claim belongs to a visit, or to an offer that holds a free time until the patient answers; no
-- foreign key can state that.
create table claims (
  workspace_id bigint not null,
  appointment_id bigint not null,
  doctor_id bigint not null,
  room_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The travel time of a claimed visit at home, which is kept free before and after it.
  travel_mins integer not null default 0,
  primary key (workspace_id, appointment_id),
  constraint claim_starts_before_it_ends check (from_at < to_at),
  constraint doctor_is_claimed_once exclude using gist (
    workspace_id with =, doctor_id with =, tstzrange(from_at, to_at) with &&
  ),
  constraint room_is_claimed_once exclude using gist (
    workspace_id with =, room_id with =, tstzrange(from_at, to_at) with &&
  ) where (room_id is not null),
  constraint travel_of_claim check (travel_mins between 0 and 240)
);
comment on table claims is
  'Time that is taken: one row for each live appointment; the exclusion constraints of doctor and room prevent overlaps.';

create index claims_by_end on claims (to_at);
create index claims_with_travel on claims (workspace_id, doctor_id, from_at) where travel_mins > 0;

-- Refuses to take the claim from an active visit or an open offer before it is over.
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
  if exists (
    select from waiting_offers o
    where o.workspace_id = old.workspace_id and o.claim_id = old.appointment_id and o.state = 'OPEN' and o.to_at > clock_timestamp()
      and not exists (select from claims c where c.workspace_id = o.workspace_id and c.appointment_id = o.claim_id and c.from_at = o.from_at and c.to_at = o.to_at)
  ) then
    raise exception 'the claim of an open offer stays' using errcode = '23514', constraint = 'claim_is_held', table = 'claims';
  end if;
  return null;
end
$$;
create constraint trigger claim_is_held
  after update or delete on claims deferrable initially deferred
  for each row execute function claim_is_held();

-- Refuses a claim that belongs to neither a visit nor an offer.
create function claim_is_of_visit_or_offer() returns trigger language plpgsql as $$
begin
  if not exists (select from appointments a where a.workspace_id = new.workspace_id and a.id = new.appointment_id)
    and not exists (select from waiting_offers o where o.workspace_id = new.workspace_id and o.claim_id = new.appointment_id)
  then
    raise exception 'a claim is of a visit or an offer' using errcode = '23503', constraint = 'claim_is_of_visit_or_offer', table = 'claims';
  end if;
  return null;
end
$$;
create constraint trigger claim_is_of_visit_or_offer
  after insert or update of workspace_id, appointment_id on claims
  for each row execute function claim_is_of_visit_or_offer();

-- Refuses a claim that overlaps the travel time of a visit at home.
create function travel_is_kept_free() returns trigger language plpgsql as $$
begin
  if exists (
    select from claims c
    where c.workspace_id = new.workspace_id and c.doctor_id = new.doctor_id and c.appointment_id <> new.appointment_id and c.travel_mins > 0
      and c.from_at < new.to_at + make_interval(mins => c.travel_mins) and c.to_at > new.from_at - make_interval(mins => c.travel_mins)
  ) or new.travel_mins > 0 and exists (
    select from claims c
    where c.workspace_id = new.workspace_id and c.doctor_id = new.doctor_id and c.appointment_id <> new.appointment_id
      and tstzrange(c.from_at, c.to_at) && tstzrange(new.from_at - make_interval(mins => new.travel_mins), new.to_at + make_interval(mins => new.travel_mins))
  ) then
    raise exception 'the way to a visit at home is kept free' using errcode = '23514', constraint = 'travel_is_kept_free', table = 'claims';
  end if;
  return null;
end
$$;
create constraint trigger travel_is_kept_free
  after insert or update of doctor_id, from_at, to_at, travel_mins
  on claims not deferrable initially immediate
  for each row execute function travel_is_kept_free();

create table blocks (
  workspace_id bigint not null,
  id bigint generated always as identity,
  doctor_id bigint,
  -- For a practitioner's time: null if it is blocked at every location.
  location_id bigint,
  room_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The zone in which the time was stated.
  timezone text not null,
  reason text not null,
  acting_user_id bigint,
  operator text,
  created_at timestamptz not null,
  -- Blocks that were made in one step are opened in one step. This is the number of the first of
  -- them, which may be removed before the others; null for a block that was made alone.
  closing_id bigint,
  constraint blocks_pkey primary key (workspace_id, id),
  constraint block_is_of_practitioner_or_room check (num_nonnulls(doctor_id, room_id) = 1),
  constraint block_of_room_has_its_location check (room_id is null or location_id is not null),
  constraint block_starts_before_it_ends check (from_at < to_at),
  constraint block_is_a_year_at_most check (to_at <= from_at + interval '366 days'),
  constraint block_reason_length check (char_length(reason) between 1 and 200),
  constraint block_practitioner_is_of_workspace
    foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id),
  constraint block_practitioner_works_at_location
    foreign key (workspace_id, doctor_id, location_id)
      references doctor_locations (workspace_id, doctor_id, location_id),
  constraint block_room_is_at_location
    foreign key (workspace_id, room_id, location_id)
      references rooms (workspace_id, id, location_id)
);
comment on table blocks is
  'Times that the clinic has blocked, with the reason: of a practitioner, at one location or at all of them, or of a room.';

-- Finds the blocks that end after an instant: the current and upcoming blocks, which are few.
create index blocks_of_doctor on blocks (workspace_id, doctor_id, to_at)
  where doctor_id is not null;
create index blocks_of_room on blocks (workspace_id, room_id, to_at) where room_id is not null;
create index blocks_of_closing on blocks (workspace_id, closing_id) where closing_id is not null;

-- A block waits for bookings in progress at its time, and keeps others waiting until it is made: a
-- read after this includes all visits at that time.
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
create trigger block_waits_for_bookings before insert or update on blocks
  for each row execute function block_waits_for_bookings();

-- Tells all processes that blocked times of a workspace have changed.
create function note_block() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'blocks ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;
create trigger note_block after insert or update or delete on blocks
  for each row execute function note_block();

-- Returns whether the practitioner's calendars and all blocks leave a period free. The caller
-- shares the locks that calendars and blocks take exclusively, and then checks.
create function time_is_left_free(
  workspace bigint, doctor bigint, location bigint, room bigint, since timestamptz,
  until timestamptz
) returns boolean language plpgsql as $$
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

-- Returns whether travel to and from a visit at home fits between this period and the
-- practitioner's other claims; between two visits at home, the longer of their travel times is
-- enough. Each claim takes the lock of the practitioner's calendars, exclusively if it has travel
-- time: of two claims that race, the later one reads what the earlier one committed.
create function travel_is_left_free(
  workspace bigint, doctor bigint, since timestamptz, until timestamptz, travel integer
) returns boolean language plpgsql as $$
begin
  if travel > 0 then
    perform pg_advisory_xact_lock(hashtextextended('calendars ' || doctor, workspace));
    if exists (
      select from claims c
      where c.workspace_id = workspace and c.doctor_id = doctor
        and tstzrange(c.from_at, c.to_at) && tstzrange(since - make_interval(mins => travel), until + make_interval(mins => travel))
    ) then
      return false;
    end if;
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('calendars ' || doctor, workspace));
  end if;
  return not exists (
    select from claims c
    where c.workspace_id = workspace and c.doctor_id = doctor and c.travel_mins > 0
      and c.from_at < until + make_interval(mins => c.travel_mins) and c.to_at > since - make_interval(mins => c.travel_mins)
  );
end
$$;

-- Returns whether a period, with the travel time before and after a visit at home, is free of other
-- claims, blocks and busy events.
create function time_and_travel_are_left_free(
  workspace bigint, doctor bigint, location bigint, room bigint, since timestamptz,
  until timestamptz, travel integer
) returns boolean language plpgsql as $$
begin
  -- First, since it may take the lock alone, which nothing can that shares it.
  if not travel_is_left_free(workspace, doctor, since, until, travel) then
    return false;
  end if;
  if not time_is_left_free(workspace, doctor, location, room, since, until) then
    return false;
  end if;
  return travel = 0
    or time_is_left_free(workspace, doctor, location, null, since - make_interval(mins => travel), until + make_interval(mins => travel));
end
$$;
