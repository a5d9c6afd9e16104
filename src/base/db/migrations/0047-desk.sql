-- What reception looks up and notes of a day.

-- Patients by their date of birth.
create index patients_by_birth on patients (workspace_id, dob, id) where dob is not null and erased_at is null;

alter table appointments
  -- When the patient came; null until then.
  add column arrived_at timestamptz,
  add constraint appointment_arrives_after_booking check (arrived_at >= created_at) not valid;

alter table queue_visits
  add column arrived_at timestamptz,
  add constraint token_arrives_after_booking check (arrived_at >= created_at) not valid;

alter table audit_entries
  -- Of a record that was changed: the names of the members that are another now, and nothing of what they say.
  add column changed_members text[],
  add constraint audit_members_are_of_a_change check (changed_members is null or action = 'CHANGED') not valid;
