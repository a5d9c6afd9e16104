-- Who of the staff made a patient's record, and who changed it last (ACT-04); null where a booking made it.

alter table patients
  add column created_by bigint,
  add column updated_by bigint,
  add constraint patient_author_is_of_workspace foreign key (workspace_id, created_by) references users (workspace_id, id),
  add constraint patient_editor_is_of_workspace foreign key (workspace_id, updated_by) references users (workspace_id, id);

-- Who of the staff took them; null for those that came with a booking.
alter table appointment_vitals
  add column recorded_by bigint,
  add constraint vitals_author_is_of_workspace foreign key (workspace_id, recorded_by) references users (workspace_id, id);
