-- Codes are stored here in clear, which is why production keeps none.
create table outbox (
  workspace_id bigint not null,
  id bigint generated always as identity,
  sent_at timestamptz not null,
  channel text not null constraint outbox_channel check (channel in ('chatapp', 'email')),
  destination text not null,
  code text,
  -- A sandbox keeps notices beside the codes.
  subject text,
  body text,
  calendar text,
  primary key (workspace_id, id),
  constraint outbox_code_or_body check ((code is null) <> (body is null))
);
comment on table outbox is
  'The latest messages of a sandbox, which are not sent; production stores none.';

-- Refuses rows in the outbox unless the installation is a sandbox.
create function outbox_is_of_a_sandbox() returns trigger language plpgsql as $$
begin
  if not exists (select from installation where mode = 'sandbox') then
    raise exception 'only a sandbox keeps an outbox' using errcode = '23514', constraint = 'outbox_is_of_a_sandbox', table = 'outbox';
  end if;
  return new;
end
$$;
create trigger outbox_is_of_a_sandbox before insert or update on outbox
  for each row execute function outbox_is_of_a_sandbox();

-- The count keeps members from sending mail to strangers in the clinic's name.
create table member_sends (
  workspace_id bigint not null,
  user_id bigint not null,
  kind text not null,
  -- The day in the zone of the workspace.
  day date not null,
  sends integer not null,
  constraint member_sends_pkey primary key (workspace_id, user_id, kind),
  constraint member_sends_kind check (kind in ('RECEIPT', 'RECEIPT_ELSEWHERE', 'TEST_NOTICE')),
  constraint member_sends_are_counted check (sends > 0)
);
comment on table member_sends is
  'How many messages of a kind each member of staff sent on the last day on which they sent any.';
