create table settings_versions (
  workspace_id bigint not null,
  -- From 1 on, without a gap.
  number integer not null,
  made_at timestamptz not null,
  -- FOUND: the state in which versions began to be kept.
  origin text not null,
  -- The version that was put back.
  put_back integer,
  acting_user_id bigint,
  operator text,
  -- Stored as text, so that names keep their order.
  description json not null,
  constraint settings_versions_pkey primary key (workspace_id, number),
  constraint settings_version_is_of_workspace foreign key (workspace_id) references workspaces (id),
  constraint settings_version_is_made_by_staff
    foreign key (workspace_id, acting_user_id) references users (workspace_id, id),
  constraint settings_versions_begin_with_one check (number >= 1),
  constraint settings_version_origin check (origin in ('FOUND', 'FILE', 'FORM', 'PUT_BACK')),
  constraint settings_version_puts_an_earlier_one_back
    check ((put_back is not null) = (origin = 'PUT_BACK') and put_back < number),
  constraint settings_description_is_an_object check (json_typeof(description) = 'object')
);
comment on table settings_versions is
  'Versions of the settings of workspaces, the last 500 of each.';
