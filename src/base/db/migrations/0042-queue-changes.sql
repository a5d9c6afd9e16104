-- The order in which changes of queue visits can be followed, as those of appointments are.

alter table queue_visits
  -- The transaction that changed it last; '0' on visits that have not been changed since there was one.
  add column changed_in xid8 not null default '0';
alter table queue_visits alter column changed_in set default pg_current_xact_id();
create index queue_visits_by_change on queue_visits (workspace_id, changed_in, id);

create function queue_visit_change_is_numbered() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger queue_visit_change_is_numbered before update on queue_visits
  for each row when (old.* is distinct from new.*) execute function queue_visit_change_is_numbered();
