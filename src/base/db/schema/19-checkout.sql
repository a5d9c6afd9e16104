-- A key is stored with its booking, so it leads to one booking or to none (INV-30).
create table idempotency_keys (
  workspace_id bigint not null references workspaces (id),
  -- SHA-256 of the route, the key's owner and the key; nothing of the caller's text is kept.
  key_hash bytea not null constraint idempotency_key_is_sha256 check (length(key_hash) = 32),
  body_hash bytea not null constraint idempotent_body_is_sha256 check (length(body_hash) = 32),
  appointment_id bigint,
  visit_id bigint,
  patient_pack_id bigint,
  -- The whole answer; null until there is one.
  answer jsonb,
  -- Real time, until which a request is working on the answer.
  leased_until timestamptz,
  created_at timestamptz not null,
  -- The same body can be sent again as a different text. Null if the release that stored the key
  -- compared only the text.
  meaning_hash bytea,
  primary key (workspace_id, key_hash),
  constraint key_leads_to_one_thing
    check (num_nonnulls(appointment_id, visit_id, patient_pack_id) = 1),
  constraint appointment_has_one_key unique (workspace_id, appointment_id),
  constraint visit_has_one_key unique (workspace_id, visit_id),
  constraint pack_has_one_key unique (workspace_id, patient_pack_id),
  foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id),
  foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id),
  constraint meaning_of_body_is_sha256 check (length(meaning_hash) = 32)
);
comment on table idempotency_keys is
  'What each value of the Idempotency-Key header resulted in, stored together with its booking.';

create index idempotency_keys_by_time on idempotency_keys (created_at);
