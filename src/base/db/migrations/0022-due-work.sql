-- Work that is due at a time, done by whichever process comes first.

create table due_work (
  workspace_id bigint not null references workspaces (id),
  -- What is to be done, and about what. Planning it again moves it, so there is one row for both.
  kind text collate "C" not null constraint work_kind check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 50),
  subject_id bigint not null,
  -- What operators call it.
  id bigint generated always as identity,
  -- What else is to be known; nothing of a patient, whose erasure does not come here.
  payload jsonb constraint work_payload_is_small check (octet_length(payload::text) <= 2000),
  -- Business time.
  due_at timestamptz not null,
  state text not null default 'WAITING' constraint work_state check (state in ('WAITING', 'DEAD')),
  -- Times it was begun since it was planned or last done.
  attempts integer not null default 0,
  last_error text constraint work_error_length check (char_length(last_error) between 1 and 500),
  -- Each claim has the next number; whoever comes back with an older one has lost it.
  lease integer not null default 0,
  -- Real time, which a sandbox does not move.
  leased_until timestamptz,
  -- While it was leased: what runs now is not the last of it.
  planned_again boolean not null default false,
  primary key (workspace_id, kind, subject_id),
  constraint dead_work_is_not_leased check (state = 'WAITING' or leased_until is null)
);

-- Whether anything is due, and whose turn it is.
create index due_work_by_time on due_work (kind, due_at) where state = 'WAITING';
create index due_work_by_turn on due_work (workspace_id, kind, due_at) where state = 'WAITING';
create index dead_work on due_work (kind, id) where state = 'DEAD';
