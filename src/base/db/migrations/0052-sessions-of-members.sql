-- Whoever is a member no more, or another one, is signed out of the dashboard everywhere: each process asks for the session with every request.

create function end_sessions_of_member() returns trigger
  language plpgsql
as $$
begin
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = coalesce(new.workspace_id, old.workspace_id) and m.user_id = coalesce(new.user_id, old.user_id)
    and s.account_id = m.account_id;
  return null;
end
$$;

create function end_sessions_of_inactive_member() returns trigger
  language plpgsql
as $$
begin
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = new.workspace_id and m.user_id = new.id and s.account_id = m.account_id;
  return null;
end
$$;

create function end_sessions_of_former_member() returns trigger
  language plpgsql
as $$
begin
  delete from staff_sessions where account_id = old.account_id;
  return null;
end
$$;

create function end_sessions_of_suspended_workspace() returns trigger
  language plpgsql
as $$
begin
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = new.id and s.account_id = m.account_id;
  return null;
end
$$;

create trigger end_sessions_of_role after insert or delete on user_roles for each row execute function end_sessions_of_member();
create trigger end_sessions_of_status after update of status on users
  for each row when (new.status is distinct from old.status) execute function end_sessions_of_inactive_member();
create trigger end_sessions_of_membership after delete on staff_account_members for each row execute function end_sessions_of_former_member();
create trigger end_sessions_of_workspace after update of status on workspaces
  for each row when (new.status is distinct from old.status) execute function end_sessions_of_suspended_workspace();
