create table due_work (
  workspace_id bigint not null,
  -- The kind of work, and its subject. Planning the work again moves it, so both together have one
  -- row.
  kind text collate "C" not null
    constraint work_kind check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 50),
  subject_id bigint not null,
  -- The number by which operators name it.
  id bigint generated always as identity,
  -- What else the work needs. It contains nothing about a patient, because an erasure does not
  -- reach it.
  payload jsonb constraint work_payload_is_small check (octet_length(payload::text) <= 2000),
  -- In business time.
  due_at timestamptz not null,
  state text not null default 'WAITING' constraint work_state check (state in ('WAITING', 'DEAD')),
  -- Attempts since it was planned or last done.
  attempts integer not null default 0,
  last_error text constraint work_error_length check (char_length(last_error) between 1 and 500),
  -- Each lease takes the next number; a process that returns with an older one has lost the work.
  lease integer not null default 0,
  -- In real time, which a sandbox does not move.
  leased_until timestamptz,
  -- The work was planned again while it was leased, so the present run is not the last.
  planned_again boolean not null default false,
  primary key (workspace_id, kind, subject_id),
  constraint dead_work_is_not_leased check (state = 'WAITING' or leased_until is null)
);
comment on table due_work is
  'Work that is due at a time, leased by the process that does it; planning it again for the same subject reschedules it.';

-- Finds whether anything is due, and for which workspace.
create index due_work_by_time on due_work (kind, due_at) where state = 'WAITING';
create index due_work_by_turn on due_work (workspace_id, kind, due_at) where state = 'WAITING';
create index dead_work on due_work (kind, id) where state = 'DEAD';
