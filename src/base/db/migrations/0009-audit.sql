-- Who read or changed which patient's record, and the end of such a record.

-- One row for each record that a request or an operator touched. It says that, when and by whom; never what the record said.
create table audit_entries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  action text not null constraint audit_action check (
    action in ('READ', 'CREATED', 'CHANGED', 'BOOKED', 'VITALS_RECORDED', 'EXPORTED', 'ERASED')
  ),
  patient_id bigint not null,
  appointment_id bigint,
  -- Null: an operator, at the machine.
  key_id bigint,
  -- By a browser's session under that widget key.
  by_session boolean not null,
  acting_user_id bigint,
  end_user_hash bytea constraint audit_end_user_is_hashed check (length(end_user_hash) = 32),
  address text,
  request_id text,
  primary key (workspace_id, id),
  constraint audit_of_requests_is_whole check ((key_id is null) = (request_id is null) and (key_id is null) = (address is null)),
  constraint audit_patient_is_of_workspace foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  constraint audit_appointment_is_of_workspace foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  constraint audit_key_is_of_workspace foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint audit_user_is_of_workspace foreign key (workspace_id, acting_user_id) references users (workspace_id, id)
);
create index audit_of_patient on audit_entries (workspace_id, patient_id, id);
-- Rows come in the order of time: a few pages of this index find what is past keeping among millions.
create index audit_by_age on audit_entries using brin (at);

-- Nothing is changed afterwards, and nothing goes before its time, whatever a setting or a hand at the database says.
create function audit_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < clock_timestamp() + (select clock_offset_ms from installation) * interval '1 ms' - interval '30 days' then
    return old;
  end if;
  raise exception 'the audit is only added to' using errcode = '23514', constraint = 'audit_is_kept', table = 'audit_entries';
end
$$;
create trigger audit_is_kept before update or delete on audit_entries for each row execute function audit_is_kept();
create trigger audit_is_not_emptied before truncate on audit_entries for each statement execute function audit_is_kept();

-- A record that was erased stays as a tombstone, so that visits and money still have a patient.
alter table patients
  add column erased_at timestamptz,
  drop constraint patient_is_identifiable,
  add constraint patient_is_identifiable check (first_name is not null or phone_number is not null or erased_at is not null),
  add constraint erased_patient_is_blank check (
    erased_at is null or (
      num_nonnulls(
        first_name, last_name, first_name_folded, last_name_folded, country_code, phone_number, phone_normalised, email, email_folded,
        gender, dob, age, blood_group, patient_address
      ) = 0 and patient_form_values = '{}'
    )
  );
-- The order of the list, and all that counting it needs.
create index patients_listed on patients (workspace_id, id) where erased_at is null;
