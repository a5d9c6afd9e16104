-- What patients answer to notices, and what the clinic answers them.
-- room: patient-messages

create table patient_messages (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  patient_id bigint not null,
  sent_at timestamptz not null,
  from_patient boolean not null,
  channel text not null constraint patient_message_channel check (channel in ('chatapp', 'sms')),
  -- The keyed hash by which notices know the contact.
  contact_hash bytea not null
    constraint patient_message_contact_is_hashed check (length(contact_hash) = 32),
  -- The contact and the text, encrypted with the installation's secret. An automatic answer has no
  -- text: it contains the link to the page of a visit, which is made when it is sent.
  sealed bytea not null constraint patient_message_is_short check (octet_length(sealed) <= 20000),
  -- The visit of the notice that it answers, or that it is about.
  appointment_id bigint,
  -- Keyed hash of the carrier's id of a message from a patient: a second copy is not stored.
  carrier_id_hash bytea
    constraint carrier_id_is_hashed check (length(carrier_id_hash) = 32),
  -- What a message from a patient led to; of an answer by the clinic, whether it is automatic.
  outcome text not null
    constraint patient_message_outcome
      check (
        case
          when from_patient then outcome in ('CONFIRMED', 'SENT_PAGE', 'FOR_STAFF')
          else outcome in ('WRITTEN', 'CONFIRMATION', 'PAGE')
        end
      ),
  -- When staff had dealt with a message from a patient; null: it is still open.
  done_at timestamptz,
  done_by bigint,
  -- The member of staff, or the operator, who wrote an answer.
  acting_user_id bigint,
  operator text constraint message_operator_is_named check (operator ~ '^\S.{0,99}$'),
  state text
    constraint patient_message_state
      check (state in ('PLANNED', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'SKIPPED')),
  error text constraint patient_message_error_is_short check (char_length(error) <= 500),
  reference text
    constraint patient_message_reference_is_short check (char_length(reference) between 1 and 40),
  delivery text
    constraint patient_message_delivery
      check (delivery in ('SENT', 'UNDELIVERED', 'DELIVERED', 'READ')),
  delivery_code text
    constraint patient_message_code_is_short check (delivery_code ~ '^[[:alnum:]_.-]{1,40}$'),
  primary key (workspace_id, id),
  constraint patient_message_is_of_patient
    foreign key (workspace_id, patient_id) references patients (workspace_id, id),
  constraint received_once unique (workspace_id, carrier_id_hash),
  constraint received_messages_have_a_carrier_id check (from_patient = (carrier_id_hash is not null)),
  constraint sent_messages_have_a_state check (from_patient = (state is null)),
  constraint only_received_messages_are_done
    check (done_at is null or (from_patient and outcome = 'FOR_STAFF')),
  constraint only_done_messages_name_a_member check (done_by is null or done_at is not null),
  constraint only_answers_name_a_writer
    check (num_nonnulls(acting_user_id, operator) = case when outcome = 'WRITTEN' then 1 else 0 end)
);
comment on table patient_messages is
  'Messages between a patient and the clinic, each text encrypted with the installation''s secret.';
create index patient_messages_of_patient on patient_messages (workspace_id, patient_id, id);
create index patient_messages_of_contact on patient_messages (workspace_id, contact_hash, sent_at);
create index patient_messages_by_time on patient_messages (workspace_id, sent_at);
create index patient_messages_to_do on patient_messages (workspace_id, id)
  where from_patient and outcome = 'FOR_STAFF' and done_at is null;
create index patient_messages_by_reference on patient_messages (workspace_id, reference)
  where reference is not null;
