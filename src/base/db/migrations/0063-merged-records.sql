-- Two records of one person are merged: one is kept, the other is blank from then on and leads to it.

create table merged_patients (
  workspace_id bigint not null,
  -- The record that was merged, which is blank but for its record number.
  id bigint not null,
  merged_into bigint not null,
  merged_at timestamptz not null,
  -- Why, and what went over; an erasure takes the reason.
  reason text,
  moved jsonb not null,
  acting_user_id bigint,
  operator text,
  -- By what the person was found under it, and still is.
  first_name_folded text,
  last_name_folded text,
  phone_normalised text,
  email text,
  email_folded text,
  constraint merged_patients_pkey primary key (workspace_id, id),
  constraint merged_record_is_of_workspace foreign key (workspace_id, id) references patients (workspace_id, id),
  constraint merged_record_leads_to_a_patient foreign key (workspace_id, merged_into) references patients (workspace_id, id),
  constraint merge_is_done_by_staff foreign key (workspace_id, acting_user_id) references users (workspace_id, id),
  constraint merged_record_leads_elsewhere check (merged_into <> id),
  constraint merge_reason_length check (char_length(reason) between 1 and 500),
  constraint merge_counts_are_an_object check (jsonb_typeof(moved) = 'object')
);
create index merged_patients_of_patient on merged_patients (workspace_id, merged_into, id);
create index merged_patients_by_phone on merged_patients (workspace_id, phone_normalised) where phone_normalised is not null;
create index merged_patients_by_email on merged_patients (workspace_id, email_folded) where email_folded is not null;

comment on table merged_patients is 'Records that were merged into another one of the same person, to which their ids lead.';

-- A merge holds its record against everything that could come to name it; what names it waits, and is refused then.
create function merged_record_is_at_its_end() returns trigger language plpgsql as $$
declare
  broken text;
begin
  perform from patients where workspace_id = new.workspace_id and id = new.id for update;
  broken := case
    when exists (select from merged_patients where workspace_id = new.workspace_id and (id = new.merged_into or merged_into = new.id))
      then 'merged_records_make_no_chain'
    when not exists (select from patients where workspace_id = new.workspace_id and id = new.id and erased_at is not null) then 'merged_record_is_blank'
    when exists (select from appointments where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from queue_visits where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from patient_packs where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from visit_series where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from waiting_entries where workspace_id = new.workspace_id and patient_id = new.id)
      then 'nothing_is_of_a_merged_record'
  end;
  if broken is not null then
    raise exception 'a record cannot be merged like this' using errcode = '23514', constraint = broken, table = 'merged_patients';
  end if;
  return new;
end
$$;
create trigger merged_record_is_at_its_end before insert or update of id, merged_into on merged_patients
  for each row execute function merged_record_is_at_its_end();

create function nothing_is_of_a_merged_record() returns trigger language plpgsql as $$
begin
  -- Waits for a merge of the record that is under way; what comes after it is seen by the second look alone.
  perform from patients where workspace_id = new.workspace_id and id = new.patient_id for key share;
  if exists (select from merged_patients where workspace_id = new.workspace_id and id = new.patient_id) then
    raise exception 'a merged record has nothing' using errcode = '23514', constraint = 'nothing_is_of_a_merged_record', table = tg_table_name;
  end if;
  return new;
end
$$;
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on appointments
  for each row execute function nothing_is_of_a_merged_record();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on queue_visits
  for each row execute function nothing_is_of_a_merged_record();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on patient_packs
  for each row execute function nothing_is_of_a_merged_record();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on visit_series
  for each row execute function nothing_is_of_a_merged_record();
create trigger nothing_is_of_a_merged_record before insert or update of patient_id on waiting_entries
  for each row execute function nothing_is_of_a_merged_record();

-- Where the id of a record leads, which can neither be merged nor erased from then on until the transaction ends.
create function record_led_to(workspace bigint, patient bigint) returns bigint language plpgsql as $$
declare
  led_to bigint := patient;
  further bigint;
begin
  loop
    perform from patients where workspace_id = workspace and id = led_to for key share;
    select merged_into into further from merged_patients where workspace_id = workspace and id = led_to;
    exit when not found;
    led_to := further;
  end loop;
  return led_to;
end
$$;

alter table audit_entries drop constraint audit_action;
alter table audit_entries add constraint audit_action check (action in (
  'READ', 'CREATED', 'CHANGED', 'BOOKED', 'VITALS_RECORDED', 'STATUS_CHANGED', 'CANCELLED', 'RESCHEDULED', 'PAID', 'REFUND_REQUESTED', 'EXPORTED', 'ERASED', 'MERGED'
)) not valid;
