-- Those who wait in a queue are told that their turn comes near.

alter table notices
  alter column appointment_id drop not null,
  add column visit_id bigint,
  drop constraint notice_kind,
  add constraint notice_kind check (kind in ('confirmation', 'reminder', 'move', 'cancellation', 'turn')) not valid,
  add constraint notice_is_of_one_visit check (num_nonnulls(appointment_id, visit_id) = 1) not valid,
  add constraint notice_of_a_turn_is_of_a_token check ((kind = 'turn') = (visit_id is not null)) not valid,
  add constraint notice_is_of_a_queue_visit foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id) not valid;
create index notices_of_queue_visit on notices (workspace_id, visit_id, kind, id) where visit_id is not null;
create unique index one_notice_of_a_token_under_way on notices (workspace_id, visit_id, kind) where state = 'SENDING' and visit_id is not null;
