-- One-time codes, their limits, and the contacts they have verified.
--
-- End users, destinations and codes stand here as keyed hashes only (HMAC-SHA-256), never in clear (INV-36).

-- What the hashes are keyed with where the operator sets no secret of their own.
alter table installation add column secret text constraint secret_is_long_enough check (length(secret) >= 32);

-- A patient can also be verified by e-mail.
create index patients_by_email on patients (workspace_id, email_folded) where email_folded is not null;

-- At most one code for an end user and destination under a key: a new one takes the old one's place (INV-33).
create table verification_codes (
  workspace_id bigint not null,
  key_id bigint not null,
  end_user_hash bytea not null constraint code_end_user_is_hashed check (length(end_user_hash) = 32),
  destination_hash bytea not null constraint code_destination_is_hashed check (length(destination_hash) = 32),
  code_hash bytea not null constraint code_is_hashed check (length(code_hash) = 32),
  channel text not null constraint code_channel check (channel in ('chatapp', 'email')),
  -- Which row of verification_sends it went out with; that row may be gone before this one.
  send_id bigint not null,
  -- Set when the rail has taken the message; until then the code verifies nothing.
  delivered boolean not null default false,
  attempts smallint not null default 0 constraint five_attempts_at_most check (attempts between 0 and 5),
  sent_at timestamptz not null,
  expires_at timestamptz not null constraint code_expires_later check (expires_at > sent_at),
  primary key (workspace_id, key_id, end_user_hash, destination_hash),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
create index verification_codes_by_expiry on verification_codes (expires_at);

-- Codes that were sent, or are on their way: the sliding log that the limits are counted in.
create table verification_sends (
  workspace_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  end_user_hash bytea not null constraint send_end_user_is_hashed check (length(end_user_hash) = 32),
  destination_hash bytea not null constraint send_destination_is_hashed check (length(destination_hash) = 32),
  sent_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
-- Without the workspace: the limit protects the owner of a handset, whichever clinics write to it (A-031).
create index verification_sends_by_destination on verification_sends (destination_hash, sent_at);
create index verification_sends_by_end_user on verification_sends (workspace_id, end_user_hash, sent_at);
create index verification_sends_by_age on verification_sends (sent_at);

-- Wrong codes. One is noted before a code is compared, and taken back when it was right.
create table verification_failures (
  workspace_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  destination_hash bytea not null constraint failure_destination_is_hashed check (length(destination_hash) = 32),
  failed_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
create index verification_failures_by_destination on verification_failures (workspace_id, destination_hash, failed_at);
create index verification_failures_by_age on verification_failures (failed_at);

-- The gate: the contact an end user has verified under a key, for half an hour (INV-35).
create table verified_contacts (
  workspace_id bigint not null,
  key_id bigint not null,
  end_user_hash bytea not null constraint verified_end_user_is_hashed check (length(end_user_hash) = 32),
  contact_hash bytea not null constraint verified_contact_is_hashed check (length(contact_hash) = 32),
  verified_at timestamptz not null,
  expires_at timestamptz not null constraint gate_is_open_half_an_hour check (expires_at = verified_at + interval '30 minutes'),
  primary key (workspace_id, key_id, end_user_hash),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
create index verified_contacts_by_expiry on verified_contacts (expires_at);
