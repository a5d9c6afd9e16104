-- The end of a workspace.

-- Removes everything of a workspace, in the order in which its tables refer to each other, whichever tables there are by then. What
-- must not go, the audit of the last 30 days, keeps all of it.
create function remove_workspace(wanted bigint) returns void language plpgsql as $$
declare
  remaining regclass[] := array(
    select c.oid::regclass
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = (select w.relnamespace from pg_class w where w.oid = 'workspaces'::regclass)
  );
  next_one regclass;
begin
  -- Told to tables that are only added to: they let go of this workspace, in this transaction.
  perform set_config('clinic.removes_workspace', wanted::text, true);
  while cardinality(remaining) > 0 loop
    next_one := (
      select t from unnest(remaining) as t
      where not exists (
        select from pg_constraint f where f.contype = 'f' and f.confrelid = t and f.conrelid <> t and f.conrelid = any(remaining)
      )
      order by t::text
      limit 1
    );
    if next_one is null then
      raise exception 'tables refer to each other in a circle: %', remaining;
    end if;
    execute format('delete from %s where workspace_id = $1', next_one) using wanted;
    remaining := array_remove(remaining, next_one);
  end loop;
  delete from workspaces where id = wanted;
  perform set_config('clinic.removes_workspace', '', true);
end
$$;

-- What processes remember of a workspace and its keys goes with it.
create function note_workspace_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'workspace ' || old.id);
  perform pg_notify('clinic_changes', 'keys ' || old.id);
  return null;
end
$$;
create trigger note_end after delete on workspaces for each row execute function note_workspace_end();

-- Whether anything refers to a visit that goes: without them each look would read all of the workspace. A visit that is no follow-up
-- is in the first of them not at all.
create index appointments_by_parent on appointments (workspace_id, parent_appointment_id) where parent_appointment_id is not null;
create index audit_of_appointment on audit_entries (workspace_id, appointment_id) where appointment_id is not null;
