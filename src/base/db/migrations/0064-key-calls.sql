-- The last calls of each API key, and what they took of its limits. Both are of a few days and nothing depends on them, so they are
-- unlogged: a crash of the database, a failover and a backup leave them out.

create unlogged table key_calls (
  workspace_id bigint not null,
  key_id bigint not null,
  at timestamptz not null,
  -- Given by the process that answered, so that what is written again is there once.
  id bigint not null,
  method text not null,
  -- Its pattern, and nothing of what was sent; null for a path that is none of the API.
  route text,
  status smallint not null,
  ms real not null,
  request_id text not null,
  code text,
  -- Where a call came from that was refused for that, and of no other call.
  refused_address text,
  constraint key_calls_pkey primary key (workspace_id, key_id, at, id),
  constraint call_is_of_a_key foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint call_request_id_length check (char_length(request_id) between 1 and 64),
  constraint call_address_is_of_its_refusal check (refused_address is null or code = 'ADDRESS_NOT_ALLOWED')
);
comment on table key_calls is 'The last calls of each API key: a week and 10,000 at most, with nothing of what was sent.';

create unlogged table key_usage (
  workspace_id bigint not null,
  key_id bigint not null,
  -- Its beginning; limits count by the minute.
  minute timestamptz not null,
  method text not null,
  route text not null,
  -- Requests that the limits let pass.
  passed integer not null,
  -- Requests that a limit refused, by which one was used up.
  refused_by_key integer not null,
  refused_by_workspace integer not null,
  refused_by_route integer not null,
  constraint key_usage_pkey primary key (workspace_id, key_id, minute, method, route),
  constraint usage_is_of_a_key foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint usage_is_of_a_whole_minute check (extract(second from minute) = 0),
  constraint usage_is_not_negative check (least(passed, refused_by_key, refused_by_workspace, refused_by_route) >= 0)
);
comment on table key_usage is 'What each API key took of the limits in each minute of the last day, by endpoint.';
