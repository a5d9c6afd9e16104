-- Verification. End users, destinations, networks and codes are stored as keyed hashes only
-- (HMAC-SHA-256), never in clear (INV-36). Networks are kept for a day: rows are deleted once no
-- limit counts them.

-- A new code replaces the former one (INV-33).
create table verification_codes (
  workspace_id bigint not null,
  key_id bigint not null,
  end_user_hash bytea not null
    constraint code_end_user_is_hashed check (length(end_user_hash) = 32),
  destination_hash bytea not null
    constraint code_destination_is_hashed check (length(destination_hash) = 32),
  code_hash bytea not null constraint code_is_hashed check (length(code_hash) = 32),
  channel text not null constraint code_channel check (channel in ('chatapp', 'email')),
  -- The row of verification_sends with which it was sent; that row may be deleted before this one.
  send_id bigint not null,
  -- Set when the channel has accepted the message; until then the code verifies nothing.
  delivered boolean not null default false,
  attempts smallint not null default 0
    constraint five_attempts_at_most check (attempts between 0 and 5),
  sent_at timestamptz not null,
  expires_at timestamptz not null constraint code_expires_later check (expires_at > sent_at),
  primary key (workspace_id, key_id, end_user_hash, destination_hash),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
comment on table verification_codes is
  'One-time codes that can still be entered, as keyed hashes: one for each end user and destination of a key.';

create index verification_codes_by_expiry on verification_codes (expires_at);

-- The sliding log of codes sent or being sent, in which the limits are counted. Networks are
-- recorded so that one visitor cannot use up a limit for all.
create table verification_sends (
  workspace_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  end_user_hash bytea not null
    constraint send_end_user_is_hashed check (length(end_user_hash) = 32),
  destination_hash bytea not null
    constraint send_destination_is_hashed check (length(destination_hash) = 32),
  sent_at timestamptz not null,
  -- False for developer keys, which have a budget of their own.
  by_session boolean not null default false,
  -- The caller's IPv4 address or IPv6 /64, and that address or the /56 above it. Null for developer
  -- keys, whose callers are servers.
  network_hash bytea,
  site_hash bytea,
  primary key (workspace_id, id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint send_network_is_hashed check (length(network_hash) = 32),
  constraint send_site_is_hashed check (length(site_hash) = 32),
  constraint sessions_send_from_a_network
    check (by_session = (network_hash is not null) and by_session = (site_hash is not null))
);
comment on table verification_sends is
  'Codes that were sent recently, as keyed hashes; they limit how many are sent.';

-- Without the workspace: the limit protects the owner of a phone, whichever clinics write to it
-- (A-031).
create index verification_sends_by_destination on verification_sends (destination_hash, sent_at);
create index verification_sends_by_end_user on verification_sends (
  workspace_id,
  end_user_hash,
  sent_at
);
create index verification_sends_by_age on verification_sends (sent_at);
create index verification_sends_by_workspace on verification_sends (workspace_id, sent_at);
create index verification_sends_of_day on verification_sends (workspace_id, by_session, sent_at);
create index verification_sends_from_network on verification_sends (
  workspace_id,
  network_hash,
  sent_at
)
  where network_hash is not null;
create index verification_sends_from_site on verification_sends (workspace_id, site_hash, sent_at)
  where site_hash is not null;

-- A failure is recorded before a code is compared, and deleted if the code was right.
create table verification_failures (
  workspace_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  destination_hash bytea not null
    constraint failure_destination_is_hashed check (length(destination_hash) = 32),
  failed_at timestamptz not null,
  -- Null if an earlier release recorded it: then it locks the destination, and no network more than
  -- others.
  site_hash bytea,
  primary key (workspace_id, id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint failure_site_is_hashed check (length(site_hash) = 32)
);
comment on table verification_failures is
  'Wrong codes that were entered recently, as keyed hashes; they limit guessing.';

create index verification_failures_by_destination on verification_failures (
  workspace_id,
  destination_hash,
  failed_at
);
create index verification_failures_by_age on verification_failures (failed_at);

-- The gate: the contact that an end user has verified under a key, for half an hour (INV-35).
create table verified_contacts (
  workspace_id bigint not null,
  key_id bigint not null,
  end_user_hash bytea not null
    constraint verified_end_user_is_hashed check (length(end_user_hash) = 32),
  contact_hash bytea not null
    constraint verified_contact_is_hashed check (length(contact_hash) = 32),
  verified_at timestamptz not null,
  expires_at timestamptz not null
    constraint gate_is_open_half_an_hour check (expires_at = verified_at + interval '30 minutes'),
  -- The form in which limits count the contact: bookings and messages are limited by mailbox and
  -- network, however many addresses a mailbox has. Null: they count the contact itself.
  counted_hash bytea,
  primary key (workspace_id, key_id, end_user_hash),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint counted_contact_is_hashed check (length(counted_hash) = 32)
);
comment on table verified_contacts is
  'Contacts that end users have verified, as keyed hashes, each for half an hour.';

create index verified_contacts_by_expiry on verified_contacts (expires_at);

-- In sessions the page chooses the id of the end user, and ids are often easy to guess. Codes and
-- the consent gate therefore belong to the id at a client address, and a session that asked for a
-- code remains the visitor it was then, at whatever address (A-040).
create table session_visitors (
  workspace_id bigint not null,
  session_id bigint not null,
  end_user_hash bytea not null
    constraint visitor_end_user_is_hashed check (length(end_user_hash) = 32),
  visitor_hash bytea not null constraint visitor_is_hashed check (length(visitor_hash) = 32),
  primary key (workspace_id, session_id, end_user_hash),
  foreign key (workspace_id, session_id)
    references widget_sessions (workspace_id, id) on delete cascade
);
comment on table session_visitors is
  'Which visitor an end user of a session was when requesting a code, as keyed hashes.';
