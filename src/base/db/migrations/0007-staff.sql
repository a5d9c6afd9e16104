-- Staff as a clinic lists them: how they are reached, what they are, and where they work.

-- What a member of staff can be. Not a right: nothing of the API depends on it.
create table roles (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  display_name text not null,
  primary key (workspace_id, id),
  constraint role_name_unique unique (workspace_id, name)
);

alter table users
  -- What a clinic file calls them; null: added through the API, and no import touches them.
  alter column name drop not null,
  add column prefix text,
  add column email text,
  -- Lower case: the form in which two spellings are one mailbox.
  add column email_normalised text,
  add column country_code text,
  add column phone_number text,
  add column profile_pic_url text,
  add column verified boolean not null default false,
  add column last_active_at timestamptz,
  -- Who of the staff added them, and when; null where a clinic file did.
  add column created_by bigint,
  add column created_at timestamptz,
  add constraint user_email_unique unique (workspace_id, email_normalised),
  add constraint user_phone_is_whole check ((phone_number is null) = (country_code is null)),
  add constraint user_author_is_of_workspace foreign key (workspace_id, created_by) references users (workspace_id, id);

create table user_roles (
  workspace_id bigint not null,
  user_id bigint not null,
  role_id bigint not null,
  primary key (workspace_id, user_id, role_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, role_id) references roles (workspace_id, id) on delete cascade
);
create index user_roles_by_role on user_roles (workspace_id, role_id);

-- Where staff who are no practitioners work; practitioners have doctor_locations.
create table user_locations (
  workspace_id bigint not null,
  user_id bigint not null,
  location_id bigint not null,
  primary key (workspace_id, user_id, location_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id)
);
create index user_locations_by_location on user_locations (workspace_id, location_id);

-- Only what processes remember of staff is configuration: practitioners, and who is active. When somebody was last active is not,
-- nor who is invited: bookings of the moment would start again for each.
drop trigger note_change on users;
create trigger note_change after delete or update of status, display_name on users for each row execute function note_configuration_change();
create trigger note_new_member after insert on users for each row when (new.status = 'active') execute function note_configuration_change();
