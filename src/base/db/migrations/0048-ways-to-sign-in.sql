-- Passkeys and codes: two ways to prove twice who signs in to the dashboard.

alter table roles
  -- Null where one proof is enough.
  add column second_factor text,
  add constraint role_second_factor check (second_factor = 'required') not valid;

alter table staff_sessions
  -- Whether it was begun by two proofs, or by one that counts as both.
  add column has_both_factors boolean not null default false;

-- Keys that sign an account in by themselves.
create table staff_passkeys (
  id bigint generated always as identity,
  account_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- Of the uses that the device has counted; 0 where it counts none.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint staff_passkeys_pkey primary key (id),
  constraint passkey_credential_unique unique (credential_id),
  constraint passkey_name_length check (char_length(name) between 1 and 60),
  constraint passkey_counter_not_negative check (counter >= 0),
  constraint passkey_has_account foreign key (account_id) references staff_accounts (id) on delete cascade
);
create index staff_passkeys_by_account on staff_passkeys (account_id);

-- What a browser was asked to sign or to bring back, once.
create table staff_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  expires_at timestamptz not null,
  constraint staff_challenges_pkey primary key (challenge_hash),
  constraint challenge_is_hashed check (length(challenge_hash) = 32),
  constraint challenge_purpose check (purpose in ('PASSKEY_SIGN_IN', 'PASSKEY_NEW', 'OPENID'))
);
create index staff_challenges_by_expiry on staff_challenges (expires_at);

-- The secret that an account shares with an app that shows codes.
create table staff_code_secrets (
  account_id bigint not null,
  sealed bytea not null,
  -- Null until a code has shown that the app has it.
  confirmed_at timestamptz,
  -- The last half minute whose code was used.
  last_step bigint,
  constraint staff_code_secrets_pkey primary key (account_id),
  constraint code_secret_is_used_once_confirmed check (last_step is null or confirmed_at is not null),
  constraint code_secret_has_account foreign key (account_id) references staff_accounts (id) on delete cascade
);

-- Codes on paper, each of which stands in once for one of the app.
create table staff_recovery_codes (
  account_id bigint not null,
  code_hash bytea not null,
  constraint staff_recovery_codes_pkey primary key (account_id, code_hash),
  constraint recovery_code_is_hashed check (length(code_hash) = 32),
  constraint recovery_code_has_secret foreign key (account_id) references staff_code_secrets (account_id) on delete cascade
);

comment on table staff_passkeys is 'Passkeys, each of which signs an account in to the dashboard.';
comment on table staff_challenges is 'What browsers were asked to sign or to bring back when they sign in, once, for five minutes.';
comment on table staff_code_secrets is 'Secrets shared with apps that show codes, sealed by a key of the installation.';
comment on table staff_recovery_codes is 'Codes on paper that stand in for those of an app, each once.';
