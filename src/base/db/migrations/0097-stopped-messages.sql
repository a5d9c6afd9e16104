-- room: notices
-- Contacts that want no more notices by a channel. They belong to the contact, not to a record, so
-- that they outlive merges, imports and erasures.

create table message_stops (
  workspace_id bigint not null,
  channel text not null
    constraint stop_channel check (channel in ('chatapp', 'email', 'sms')),
  -- The keyed hash by which notices are counted.
  destination_hash bytea not null
    constraint stop_destination_is_hashed check (length(destination_hash) = 32),
  stopped_at timestamptz not null,
  asked_by text not null constraint stop_asked_by check (asked_by in ('LINK', 'WORD')),
  constraint message_stops_pkey primary key (workspace_id, destination_hash, channel)
);
comment on table message_stops is
  'Contacts that want no more notices by a channel, each known by the keyed hash of its address.';
