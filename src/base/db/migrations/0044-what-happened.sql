-- The audit says what became of a visit, so that its history is who did what, when, in one place.

alter table audit_entries
  -- Of a change of status or a cancellation: the status it came to.
  add column status text,
  -- Of a move: when the visit was to begin before it.
  add column moved_from timestamptz,
  add constraint audit_status_is_of_a_change check (status is null or action in ('STATUS_CHANGED', 'CANCELLED')) not valid,
  add constraint audit_moves_say_from_when check (moved_from is null or action = 'RESCHEDULED') not valid;
