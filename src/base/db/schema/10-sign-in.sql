-- An e-mail address belongs to a clinic's member as long as they are a member. Accounts have no
-- address of their own, so no account can keep one for good. Only processes of release 0.1.0 use
-- email and email_normalised of this table.
create table staff_accounts (
  id bigint generated always as identity,
  -- Finds the account where a password is used.
  email text,
  email_normalised text,
  -- Argon2id, with its parameters and salt; null if no password has been chosen.
  password_hash text,
  created_at timestamptz not null,
  constraint staff_accounts_pkey primary key (id),
  constraint account_email_unique unique (email_normalised),
  constraint account_email_is_whole check ((email is null) = (email_normalised is null)),
  constraint account_password_is_hashed check (password_hash like '$argon2id$%')
);
comment on table staff_accounts is
  'People who sign in to the dashboard, each a member of one workspace or of several.';

create table staff_account_members (
  workspace_id bigint not null,
  user_id bigint not null,
  account_id bigint not null,
  constraint staff_account_members_pkey primary key (workspace_id, user_id),
  constraint account_is_one_member_of_workspace unique (account_id, workspace_id),
  constraint account_member_is_of_workspace
    foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  constraint account_member_has_account
    foreign key (account_id) references staff_accounts (id) on delete cascade
);
comment on table staff_account_members is 'The members of staff as whom each account signs in.';

-- Ends an account's sessions when it loses a membership.
create function end_sessions_of_former_member() returns trigger language plpgsql as $$
begin
  delete from staff_sessions where account_id = old.account_id;
  return null;
end
$$;
create trigger end_sessions_of_membership after delete on staff_account_members
  for each row execute function end_sessions_of_former_member();

-- A link can be used once: it signs a member in, or invites one to choose how to sign in. It ends
-- when it no longer fits: the member has changed, another link of theirs was used, or its maker may
-- no longer make it.
create table staff_links (
  token_hash bytea not null,
  workspace_id bigint not null,
  user_id bigint not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- By which it is listed and revoked.
  id bigint generated always as identity,
  -- Who made it, as in the audit. A link without a maker no longer works.
  acting_user_id bigint,
  operator text,
  by_service boolean not null default false,
  constraint staff_links_pkey primary key (workspace_id, token_hash),
  constraint staff_link_token_unique unique (token_hash),
  constraint link_token_is_hashed check (length(token_hash) = 32),
  constraint link_purpose check (purpose in ('INVITATION', 'SIGN_IN')),
  constraint link_expires_after_it_is_made check (expires_at > created_at),
  constraint link_is_for_member
    foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  constraint link_is_made_by_staff
    foreign key (workspace_id, acting_user_id)
      references users (workspace_id, id) on delete cascade,
  constraint link_names_one_maker
    check (num_nonnulls(acting_user_id, operator) + by_service::integer <= 1)
);
comment on table staff_links is
  'Links that sign a member of staff in once, or invite one to choose how to sign in.';

create index staff_links_by_member on staff_links (workspace_id, user_id);
create index staff_links_by_expiry on staff_links (expires_at);
create index staff_links_by_maker on staff_links (workspace_id, acting_user_id)
  where acting_user_id is not null;

create table staff_sessions (
  id bigint generated always as identity,
  token_hash bytea not null,
  account_id bigint not null,
  created_at timestamptz not null,
  -- When it was last used, to the minute.
  seen_at timestamptz not null,
  address text not null,
  browser text not null,
  -- Whether the session began with two factors, or with a factor that counts as both.
  has_both_factors boolean not null default false,
  constraint staff_sessions_pkey primary key (id),
  constraint staff_session_token_unique unique (token_hash),
  constraint staff_session_token_is_hashed check (length(token_hash) = 32),
  constraint staff_session_browser_length check (char_length(browser) <= 200),
  constraint staff_session_is_seen_after_it_begins check (seen_at >= created_at),
  constraint staff_session_has_account
    foreign key (account_id) references staff_accounts (id) on delete cascade
);
comment on table staff_sessions is 'Browsers that are signed in to the dashboard.';

create index staff_sessions_by_account on staff_sessions (account_id);
create index staff_sessions_by_use on staff_sessions (seen_at);

create table staff_sign_in_failures (
  id bigint generated always as identity,
  subject_hash bytea not null,
  at timestamptz not null,
  constraint staff_sign_in_failures_pkey primary key (id),
  constraint sign_in_subject_is_hashed check (length(subject_hash) = 32)
);
comment on table staff_sign_in_failures is
  'Failed attempts to sign in, stored for as long as they count towards a limit.';

create index staff_sign_in_failures_by_subject on staff_sign_in_failures (subject_hash, at);
create index staff_sign_in_failures_by_time on staff_sign_in_failures (at);

create table staff_passkeys (
  id bigint generated always as identity,
  account_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- How often it was used, as counted by the device; 0 if it does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint staff_passkeys_pkey primary key (id),
  constraint passkey_credential_unique unique (credential_id),
  constraint passkey_name_length check (char_length(name) between 1 and 60),
  constraint passkey_counter_not_negative check (counter >= 0),
  constraint passkey_has_account
    foreign key (account_id) references staff_accounts (id) on delete cascade
);
comment on table staff_passkeys is 'Passkeys, each of which signs an account in to the dashboard.';

create index staff_passkeys_by_account on staff_passkeys (account_id);

create table staff_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  expires_at timestamptz not null,
  constraint staff_challenges_pkey primary key (challenge_hash),
  constraint challenge_is_hashed check (length(challenge_hash) = 32),
  constraint challenge_purpose check (purpose in ('PASSKEY_SIGN_IN', 'PASSKEY_NEW', 'OPENID'))
);
comment on table staff_challenges is
  'Challenges that browsers must sign or return when they sign in; each is valid once, for five minutes.';

create index staff_challenges_by_expiry on staff_challenges (expires_at);

create table staff_code_secrets (
  account_id bigint not null,
  sealed bytea not null,
  -- Null until a code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The last half minute whose code was used.
  last_step bigint,
  constraint staff_code_secrets_pkey primary key (account_id),
  constraint code_secret_is_used_once_confirmed
    check (last_step is null or confirmed_at is not null),
  constraint code_secret_has_account
    foreign key (account_id) references staff_accounts (id) on delete cascade
);
comment on table staff_code_secrets is
  'Secrets shared with authenticator apps, encrypted with a key of the installation.';

create table staff_recovery_codes (
  account_id bigint not null,
  code_hash bytea not null,
  constraint staff_recovery_codes_pkey primary key (account_id, code_hash),
  constraint recovery_code_is_hashed check (length(code_hash) = 32),
  constraint recovery_code_has_secret
    foreign key (account_id) references staff_code_secrets (account_id) on delete cascade
);
comment on table staff_recovery_codes is
  'Recovery codes, each of which replaces a code of an authenticator app once.';

-- Links end before sessions: if a link is in use, this waits for it, and then ends the session that
-- it began.
create function end_access_of_member(workspace bigint, member bigint)
returns void language plpgsql as $$
begin
  delete from staff_links where workspace_id = workspace and user_id = member;
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = workspace and m.user_id = member and s.account_id = m.account_id;
end
$$;
