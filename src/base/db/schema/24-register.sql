create table repeat_keys (
  workspace_id bigint not null,
  key_hash bytea not null,
  input_hash bytea not null,
  -- What the operation answered; null if that is not kept.
  answer jsonb,
  created_at timestamptz not null,
  constraint repeat_keys_pkey primary key (workspace_id, key_hash),
  constraint repeat_key_is_sha256 check (length(key_hash) = 32),
  constraint repeated_input_is_sha256 check (length(input_hash) = 32),
  constraint repeat_key_has_workspace foreign key (workspace_id) references workspaces (id)
);
comment on table repeat_keys is
  'Changes that were sent with a key, so that a change that is sent again is made only once.';

create index repeat_keys_by_time on repeat_keys (created_at);
