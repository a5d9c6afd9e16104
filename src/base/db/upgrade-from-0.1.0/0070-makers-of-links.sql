-- A link of a member ends when it no longer fits: the member has changed, another link of theirs was used, or its maker may not make it.

alter table staff_links
  -- By which it is listed and revoked.
  add column id bigint generated always as identity,
  -- Who made it, as in the audit. A link from before this migration names no one, and works no longer.
  add column acting_user_id bigint,
  add column operator text,
  add column by_service boolean not null default false;
alter table staff_links
  add constraint link_is_made_by_staff foreign key (workspace_id, acting_user_id) references users (workspace_id, id) on delete cascade not valid,
  add constraint link_names_one_maker check (num_nonnulls(acting_user_id, operator) + by_service::integer <= 1) not valid;
create index staff_links_by_maker on staff_links (workspace_id, acting_user_id) where acting_user_id is not null;

-- Links end before sessions: a link that is being used is waited for, and then the session that it began is ended too.
create function end_access_of_member(workspace bigint, member bigint) returns void language plpgsql as $$
begin
  delete from staff_links where workspace_id = workspace and user_id = member;
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = workspace and m.user_id = member and s.account_id = m.account_id;
end
$$;

create or replace function end_sessions_of_member() returns trigger language plpgsql as $$
begin
  perform end_access_of_member(coalesce(new.workspace_id, old.workspace_id), coalesce(new.user_id, old.user_id));
  return null;
end
$$;

create or replace function end_sessions_of_inactive_member() returns trigger language plpgsql as $$
begin
  perform end_access_of_member(new.workspace_id, new.id);
  return null;
end
$$;
drop trigger end_sessions_of_status on users;
create trigger end_sessions_of_status after update of status, email_normalised on users for each row
  when (new.status is distinct from old.status or new.email_normalised is distinct from old.email_normalised)
  execute function end_sessions_of_inactive_member();

create or replace function end_sessions_of_suspended_workspace() returns trigger language plpgsql as $$
begin
  delete from staff_links where workspace_id = new.id;
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = new.id and s.account_id = m.account_id;
  return null;
end
$$;

-- Sessions get the new rights with their next request; a link was made for the former ones.
create function end_links_of_role() returns trigger language plpgsql as $$
begin
  delete from staff_links k
  using user_roles h
  where h.workspace_id = new.workspace_id and h.role_id = new.id and k.workspace_id = h.workspace_id and k.user_id = h.user_id;
  return null;
end
$$;
create trigger end_links after update of preset, rights on roles for each row
  when ((new.preset, new.rights) is distinct from (old.preset, old.rights))
  execute function end_links_of_role();
