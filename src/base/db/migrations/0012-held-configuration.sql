-- A booking holds the configuration it was planned on until it ends, and a change of configuration ends only when no booking on the
-- old one is left. So nothing is ever booked on hours whose removal was acknowledged, however long the booking waited for its time.

-- Whether a workspace's configuration still has this version; if so, it keeps it until the caller's transaction ends. The lock
-- first, the look after it: within a function each statement sees what was committed before it began, which a condition of the
-- calling statement would not.
create function configuration_is_held(workspace bigint, version bigint) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('configuration', workspace));
  return exists (select from workspaces where id = workspace and configuration_version = version);
end
$$;

-- At the very end of whatever changes configuration, so that bookings wait for no more than those that were under way before them.
create function configuration_is_let_go() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('configuration', new.id));
  return null;
end
$$;
create constraint trigger configuration_is_let_go after update of configuration_version on workspaces deferrable initially deferred
  for each row when (old.configuration_version <> new.configuration_version) execute function configuration_is_let_go();
