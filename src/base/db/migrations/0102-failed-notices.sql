-- room: notices
-- Staff stop messages to a contact at the patient's wish, and the last failures are shown together.

alter table message_stops drop constraint stop_asked_by;
alter table message_stops add constraint stop_asked_by
  check (asked_by in ('LINK', 'WORD', 'STAFF')) not valid;

create index notices_that_failed on notices (workspace_id, at)
  where state in ('FAILED', 'UNKNOWN') or delivery = 'UNDELIVERED';
