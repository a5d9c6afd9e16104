-- Who may use the dashboard, how they sign in, and who is signed in.

alter table roles
  -- What its members may do in the dashboard: a usual set of rights, and where it differs from that; nothing without either.
  add column preset text,
  add column rights jsonb,
  add constraint role_preset check (preset in ('reception', 'practitioner', 'manager', 'owner')) not valid,
  add constraint role_rights_are_an_object check (jsonb_typeof(rights) = 'object') not valid;

alter table audit_entries
  drop constraint audit_of_requests_is_whole,
  -- A request is of a key, or of a member of staff who is signed in.
  add constraint audit_of_requests_is_whole check (
    (request_id is null) = (address is null)
    and case when request_id is null then key_id is null else key_id is not null or acting_user_id is not null end
  ) not valid;

-- A person who signs in; a member of one workspace or of several.
create table staff_accounts (
  id bigint generated always as identity,
  -- By which the account is found where a password is used.
  email text,
  email_normalised text,
  -- Argon2id, with its parameters and salt; null where no password has been chosen.
  password_hash text,
  created_at timestamptz not null,
  constraint staff_accounts_pkey primary key (id),
  constraint account_email_unique unique (email_normalised),
  constraint account_email_is_whole check ((email is null) = (email_normalised is null)),
  constraint account_password_is_hashed check (password_hash like '$argon2id$%'),
  constraint account_password_has_email check (password_hash is null or email is not null)
);

-- Which members of staff an account is.
create table staff_account_members (
  workspace_id bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  constraint staff_account_members_pkey primary key (workspace_id, user_id),
  constraint account_is_one_member_of_workspace unique (account_id, workspace_id),
  constraint account_member_is_of_workspace foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  constraint account_member_has_account foreign key (account_id) references staff_accounts (id) on delete cascade
);

-- A link that can be used once: it signs a member in, or invites one to choose how to sign in.
create table staff_links (
  token_hash bytea not null,
  workspace_id bigint not null,
  user_id bigint not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint staff_links_pkey primary key (workspace_id, token_hash),
  constraint staff_link_token_unique unique (token_hash),
  constraint link_token_is_hashed check (length(token_hash) = 32),
  constraint link_purpose check (purpose in ('INVITATION', 'SIGN_IN')),
  constraint link_expires_after_it_is_made check (expires_at > created_at),
  constraint link_is_for_member foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index staff_links_by_member on staff_links (workspace_id, user_id);
create index staff_links_by_expiry on staff_links (expires_at);

-- A browser that is signed in.
create table staff_sessions (
  id bigint generated always as identity,
  token_hash bytea not null,
  account_id bigint not null,
  created_at timestamptz not null,
  -- When it was last used, to the minute.
  seen_at timestamptz not null,
  address text not null,
  browser text not null,
  constraint staff_sessions_pkey primary key (id),
  constraint staff_session_token_unique unique (token_hash),
  constraint staff_session_token_is_hashed check (length(token_hash) = 32),
  constraint staff_session_browser_length check (char_length(browser) <= 200),
  constraint staff_session_is_seen_after_it_begins check (seen_at >= created_at),
  constraint staff_session_has_account foreign key (account_id) references staff_accounts (id) on delete cascade
);
create index staff_sessions_by_account on staff_sessions (account_id);
create index staff_sessions_by_use on staff_sessions (seen_at);

-- Attempts to sign in that failed, by account and by network, for as long as they count.
create table staff_sign_in_failures (
  id bigint generated always as identity,
  subject_hash bytea not null,
  at timestamptz not null,
  constraint staff_sign_in_failures_pkey primary key (id),
  constraint sign_in_subject_is_hashed check (length(subject_hash) = 32)
);
create index staff_sign_in_failures_by_subject on staff_sign_in_failures (subject_hash, at);
create index staff_sign_in_failures_by_time on staff_sign_in_failures (at);

comment on table staff_accounts is 'People who sign in to the dashboard, each a member of one workspace or of several.';
comment on table staff_account_members is 'Which members of staff an account is.';
comment on table staff_links is 'Links that sign a member of staff in once, or invite one to choose how to sign in.';
comment on table staff_sessions is 'Browsers that are signed in to the dashboard.';
comment on table staff_sign_in_failures is 'Attempts to sign in that failed, for as long as they count.';
