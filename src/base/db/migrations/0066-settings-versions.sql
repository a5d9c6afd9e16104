-- What describes a workspace, each time that changed: who changed it, when, and what a clinic file would say since.

create table settings_versions (
  workspace_id bigint not null,
  -- From 1 on, without a gap.
  number integer not null,
  made_at timestamptz not null,
  -- FOUND: what there was when versions began to be kept.
  origin text not null,
  -- The version whose words are in use again.
  put_back integer,
  acting_user_id bigint,
  operator text,
  -- As text, so that names stay in their order.
  description json not null,
  constraint settings_versions_pkey primary key (workspace_id, number),
  constraint settings_version_is_of_workspace foreign key (workspace_id) references workspaces (id),
  constraint settings_version_is_made_by_staff foreign key (workspace_id, acting_user_id) references users (workspace_id, id),
  constraint settings_versions_begin_with_one check (number >= 1),
  constraint settings_version_origin check (origin in ('FOUND', 'FILE', 'FORM', 'PUT_BACK')),
  constraint settings_version_puts_an_earlier_one_back check ((put_back is not null) = (origin = 'PUT_BACK') and put_back < number),
  constraint settings_description_is_an_object check (json_typeof(description) = 'object')
);

comment on table settings_versions is 'Versions of the settings of workspaces, the last 500 of each.';

-- Whether a clinic file describes a member, also as inactive: of those who left the file, no file says anything.
alter table users add column is_described boolean not null default false;
update users u
set is_described = true
where name is not null
  and (
    status <> 'inactive'
    or exists (select from doctor_locations d where d.workspace_id = u.workspace_id and d.doctor_id = u.id and d.active)
  );
alter table users add constraint described_member_has_a_name check (not is_described or name is not null) not valid;

-- Whether a location has the zone of the workspace because its own is not said.
alter table locations add column follows_timezone boolean not null default false;
update locations l
set follows_timezone = true
from workspaces w
where w.id = l.workspace_id and w.timezone = l.timezone;
