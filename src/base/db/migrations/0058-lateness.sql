-- Practitioners who run late today, and patients who are told so.

create table late_practitioners (
  workspace_id bigint not null,
  doctor_id bigint not null,
  location_id bigint not null,
  -- In the location's zone; on any other day this says nothing.
  date date not null,
  minutes smallint not null,
  constraint late_practitioners_pkey primary key (workspace_id, doctor_id, location_id),
  constraint late_practitioner_works_at_location foreign key (workspace_id, doctor_id, location_id) references doctor_locations (workspace_id, doctor_id, location_id),
  constraint late_minutes_are_of_a_day check (minutes between 1 and 600)
);

comment on table late_practitioners is 'By how many minutes a practitioner runs late at a location on a day, as staff said last.';

create function note_lateness() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'late ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;

create trigger note_lateness
  after insert or update or delete on late_practitioners
  for each row execute function note_lateness();

alter table notices
  -- What a notice of lateness said: the same is not said again.
  add column late_minutes smallint,
  drop constraint notice_kind,
  add constraint notice_kind check (kind in ('confirmation', 'reminder', 'move', 'cancellation', 'late', 'turn')) not valid,
  add constraint minutes_are_of_a_notice_of_lateness check (late_minutes is null or kind = 'late') not valid;
