-- Series of visits: planned together and booked whole.

create table visit_series (
  workspace_id bigint not null,
  id bigint generated always as identity,
  patient_id bigint not null,
  created_at timestamptz not null,
  constraint visit_series_pkey primary key (workspace_id, id),
  -- Its visits refer to both.
  constraint visit_series_of_patient unique (workspace_id, patient_id, id),
  constraint series_patient_is_of_workspace foreign key (workspace_id, patient_id) references patients (workspace_id, id)
);

comment on table visit_series is 'Series of visits of one patient, by whom its visits are found.';

alter table appointments
  -- The series that it was booked in; null of a visit by itself.
  add column series_id bigint,
  add constraint visit_is_in_series_of_its_patient foreign key (workspace_id, patient_id, series_id)
    references visit_series (workspace_id, patient_id, id) not valid;
