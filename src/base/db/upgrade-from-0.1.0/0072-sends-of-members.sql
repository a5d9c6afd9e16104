-- How many messages a member of staff has sent to addresses of their choice, so that no one mails strangers in the clinic's name.

create table member_sends (
  workspace_id bigint not null,
  user_id bigint not null,
  kind text not null,
  -- In the zone of the workspace.
  day date not null,
  sends integer not null,
  constraint member_sends_pkey primary key (workspace_id, user_id, kind),
  constraint member_sends_kind check (kind in ('RECEIPT', 'RECEIPT_ELSEWHERE', 'TEST_NOTICE')),
  constraint member_sends_are_counted check (sends > 0),
  constraint member_sends_user_is_of_workspace foreign key (workspace_id, user_id) references users (workspace_id, id)
);
comment on table member_sends is 'How many messages of a kind each member of staff sent on the last day on which they sent any.';
