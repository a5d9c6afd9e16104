-- What patients did, as staff are told of it: in the dashboard, and by mail as each member wants.
-- room: news

create table staff_news (
  workspace_id bigint not null,
  user_id bigint not null,
  -- Up to when the member has seen it in the dashboard.
  seen_at timestamptz,
  mails text not null default 'NONE'
    constraint news_mails check (mails in ('NONE', 'AT_ONCE', 'HOURLY', 'DAILY')),
  -- When the mail of a day goes out, in minutes after midnight in the zone of the workspace.
  mail_minute smallint
    constraint news_mail_minute_is_of_a_day check (mail_minute between 0 and 1439),
  -- Up to when it was told by mail.
  mailed_at timestamptz,
  constraint staff_news_pkey primary key (workspace_id, user_id),
  constraint staff_news_are_of_a_member
    foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  constraint only_daily_news_have_a_time check ((mails = 'DAILY') = (mail_minute is not null)),
  constraint mailed_news_have_a_start check (mails = 'NONE' or mailed_at is not null)
);
comment on table staff_news is
  'Of each member of staff: which news of patients they have seen, and how they are mailed to them.';

-- Not those of staff and operators: what patients do is a small part of the audit.
create index audit_of_patients_by_time on audit_entries (workspace_id, at)
  where acting_user_id is null and operator is null
    and action in ('BOOKED', 'RESCHEDULED', 'CANCELLED', 'STATUS_CHANGED', 'PAID');
