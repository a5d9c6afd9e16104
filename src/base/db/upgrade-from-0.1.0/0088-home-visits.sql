-- A visit at home says where it is.
alter table appointments add column visit_address jsonb;
alter table appointments add constraint visit_address_is_an_object check (visit_address is null or jsonb_typeof(visit_address) = 'object') not valid;
alter table appointments add constraint visit_address_is_of_a_visit_at_home
  check (visit_address is null or mode in ('HOME_VISIT', 'HOME_COLLECTION')) not valid;

-- Minutes that a practitioner needs on the way to and from a visit at home.
alter table doctor_locations add column travel_mins integer not null default 0;
alter table doctor_locations add constraint travel_of_practice check (travel_mins between 0 and 240) not valid;

-- Those of a claimed time at home: kept free before and after it.
alter table claims add column travel_mins integer not null default 0;
alter table claims add constraint travel_of_claim check (travel_mins between 0 and 240) not valid;
create index claims_with_travel on claims (workspace_id, doctor_id, from_at) where travel_mins > 0;

-- Whether a time is as far from every other claim of the practitioner as the one or the other has to travel. Between two visits at home the
-- longer way is kept free once. Each claim takes the lock of the practitioner's calendars, those with a way alone: of two that race, the
-- later one reads what the earlier one committed.
create function travel_is_left_free(workspace bigint, doctor bigint, since timestamptz, until timestamptz, travel integer)
returns boolean language plpgsql as $$
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

-- The same, and whether nothing else takes the time; of a visit at home, nor the way before and after it.
create function time_and_travel_are_left_free(
  workspace bigint, doctor bigint, location bigint, room bigint, since timestamptz, until timestamptz, travel integer
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
create constraint trigger travel_is_kept_free after insert or update of doctor_id, from_at, to_at, travel_mins on claims
  not deferrable initially immediate for each row execute function travel_is_kept_free();
