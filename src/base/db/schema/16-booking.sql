-- A change can be undone exactly as it was (DAY-19).
create table desk_changes (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  appointment_id bigint,
  visit_id bigint,
  -- Decides which operations take it back: each needs the right of the change.
  kind text not null,
  at timestamptz not null,
  -- The change can be undone, and the visit's notices are held back, until this time.
  until timestamptz not null,
  acting_user_id bigint not null,
  -- The visit as it was, by columns, and its planned notices; null once its patient is erased.
  before jsonb,
  planned jsonb,
  desk_payment_id bigint,
  -- The transactions that changed the visit last: before this change, and this one. If the visit
  -- names another, something has happened since.
  changed_before xid8 not null,
  changed_in xid8 not null default pg_current_xact_id(),
  taken_back_at timestamptz,
  taken_back_in xid8,
  constraint desk_changes_pkey primary key (workspace_id, id),
  constraint desk_change_is_of_one_visit check (num_nonnulls(appointment_id, visit_id) = 1),
  constraint desk_change_can_be_taken_back check (until > at),
  constraint desk_change_kind check (kind in ('VISIT', 'QUEUE', 'MONEY')),
  constraint desk_change_is_taken_back_once
    check ((taken_back_at is null) = (taken_back_in is null)),
  constraint desk_change_of_money_has_its_payment check (kind = 'MONEY' or desk_payment_id is null),
  constraint desk_change_is_of_staff
    foreign key (workspace_id, acting_user_id) references users (workspace_id, id),
  constraint desk_change_is_of_a_payment
    foreign key (workspace_id, desk_payment_id) references desk_payments (workspace_id, id)
);
comment on table desk_changes is
  'The latest changes of staff to visits and tokens, stored so that they can be undone for some seconds.';

create index desk_changes_of_appointment on desk_changes (workspace_id, appointment_id, id)
  where appointment_id is not null;
create index desk_changes_of_token on desk_changes (workspace_id, visit_id, id)
  where visit_id is not null;
create index desk_changes_by_time on desk_changes (at);

-- Returns whether a change of a visit or token is being undone in this transaction: only then can
-- something that is over begin again.
create function is_taken_back(workspace bigint, appointment bigint, visit bigint)
returns boolean language sql stable as $$
  select exists (
    select from desk_changes
    where workspace_id = workspace and appointment_id = appointment and taken_back_in = pg_current_xact_id()
  ) or exists (
    select from desk_changes
    where workspace_id = workspace and visit_id = visit and taken_back_in = pg_current_xact_id()
  )
$$;
