-- Notices to patients about their visits: how a clinic wants them, what was sent, and what was not and why.

alter table workspaces
  -- As the clinic file says; null when it asks for none.
  add column notices jsonb,
  -- By hand, whatever the file says.
  add column notices_off boolean not null default false;

create table notices (
  workspace_id bigint not null,
  id bigint generated always as identity,
  appointment_id bigint not null,
  kind text not null constraint notice_kind check (kind in ('confirmation', 'reminder', 'move', 'cancellation')),
  -- SENDING is written before a rail is asked, so that a process which ends in between leaves UNKNOWN and not a second message.
  state text not null constraint notice_state check (state in ('SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'SKIPPED')),
  -- Business time of that state.
  at timestamptz not null,
  -- The start of the visit that it tells: what a move makes another notice of.
  visit_from_at timestamptz not null,
  attempts integer not null default 0,
  channel text constraint notice_channel check (channel in ('chatapp', 'email')),
  -- Masked, for operators; and a keyed hash, so that one person gets no more than so many. Neither is left of an erased patient.
  destination text,
  destination_hash bytea,
  error text constraint notice_error_length check (char_length(error) between 1 and 500),
  primary key (workspace_id, id),
  constraint notice_says_why check ((error is null) = (state in ('SENDING', 'SENT'))),
  constraint notice_goes_somewhere check (state = 'SKIPPED' or channel is not null),
  constraint notice_is_of_a_visit foreign key (workspace_id, appointment_id) references appointments (workspace_id, id)
);
-- The last notice of a kind about a visit.
create index notices_of_visit on notices (workspace_id, appointment_id, kind, id);
create unique index one_notice_under_way on notices (workspace_id, appointment_id, kind) where state = 'SENDING';
-- What went out within a day, of a workspace and to one destination.
create index notices_that_went_out on notices (workspace_id, at) where state in ('SENDING', 'SENT', 'UNKNOWN');
create index notices_to_destination on notices (workspace_id, destination_hash, at) where state in ('SENDING', 'SENT', 'UNKNOWN');
create index notices_by_age on notices (at);

-- A sandbox keeps notices beside the codes.
alter table outbox
  alter column code drop not null,
  add column subject text,
  add column body text,
  add column calendar text,
  add constraint outbox_code_or_body check ((code is null) <> (body is null));
