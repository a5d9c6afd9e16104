-- What patients may book: of a workspace, of practitioners and of practitioners at locations, the
-- nearest of each rule counts. A rule of a patient's record says how the clinic books for them.

alter table workspaces add column patient_rules jsonb;
alter table practitioners add column patient_rules jsonb;
alter table doctor_locations add column patient_rules jsonb;
alter table workspaces add constraint patient_rules_are_an_object
  check (jsonb_typeof(patient_rules) = 'object') not valid;
alter table practitioners add constraint own_patient_rules_are_an_object
  check (jsonb_typeof(patient_rules) = 'object') not valid;
alter table doctor_locations add constraint patient_rules_of_practice_are_an_object
  check (jsonb_typeof(patient_rules) = 'object') not valid;

-- Whether the caller of a developer key is a patient, for whom the rules hold.
alter table api_keys add column books_for_patients boolean not null default false;
alter table api_keys add constraint key_for_patients_is_of_a_developer
  check (not books_for_patients or kind = 'DEVELOPER') not valid;

-- How often the patient has moved the visit.
alter table appointments add column moved_by_patient smallint not null default 0;
alter table appointments add constraint moves_are_not_negative
  check (moved_by_patient >= 0) not valid;

-- How a patient has to book, why, and who decided it when; null: like everyone.
alter table patients add column booking_rule jsonb;
alter table patients add constraint patient_booking_rule_is_an_object
  check (jsonb_typeof(booking_rule) = 'object') not valid;
alter table patients add constraint patient_booking_rule_is_known
  check (booking_rule ->> 'rule' in ('BY_PHONE', 'PAY_BEFORE')) not valid;
alter table patients add constraint erased_patient_has_no_booking_rule
  check (erased_at is null or booking_rule is null) not valid;
