-- One row for each record that a request or an operator touched. Together the rows about a visit
-- are its history: who did what, and when.
create table audit_entries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  action text not null
    constraint audit_action
      check (
        action in (
          'READ', 'CREATED', 'CHANGED', 'BOOKED', 'VITALS_RECORDED', 'STATUS_CHANGED',
          'CANCELLED', 'RESCHEDULED', 'TAKEN_BACK', 'PAID', 'REFUND_REQUESTED', 'EXPORTED',
          'ERASED', 'MERGED'
        )
      ),
  patient_id bigint,
  appointment_id bigint,
  -- The key of the request; null if there was none.
  key_id bigint,
  -- Whether a session of a browser under that widget key did it.
  by_session boolean not null,
  acting_user_id bigint,
  end_user_hash bytea constraint audit_end_user_is_hashed check (length(end_user_hash) = 32),
  address text,
  request_id text,
  -- Who did it if no key did: an operator by name, a member of staff, or the service itself. The
  -- oldest entries have neither and are an operator's.
  operator text constraint audit_operator_is_named check (operator ~ '^\S.{0,99}$'),
  by_service boolean not null default false,
  -- The patients of an entry about a page of records. An entry about one record has patient_id.
  patient_ids bigint[],
  visit_id bigint,
  -- For a booking at a price other than the clinic's: what was charged, and the price.
  charged_minor bigint,
  charged_currency text,
  quoted_minor bigint,
  quoted_currency text,
  -- The new status after a change of status or a cancellation.
  status text,
  -- The start of the visit before a move.
  moved_from timestamptz,
  -- The names of the members that changed in a record, without their contents.
  changed_members text[],
  -- Whether it was done on the page of a visit, through its link.
  by_visit_link boolean not null default false,
  primary key (workspace_id, id),
  -- A request comes with a key, from a member of staff who is signed in, or from the page of a
  -- visit.
  constraint audit_of_requests_is_whole
    check (
      (request_id is null) = (address is null) and case
        when request_id is null then key_id is null
        else key_id is not null or acting_user_id is not null or by_visit_link
      end
    ),
  constraint audit_key_is_of_workspace
    foreign key (workspace_id, key_id) references api_keys (workspace_id, id),
  constraint audit_names_one_actor
    check (num_nonnulls(key_id, operator) + by_service::integer <= 1),
  constraint audit_names_its_patients check ((patient_id is null) = (cardinality(patient_ids) > 1)),
  constraint audit_names_both_prices
    check (num_nonnulls(charged_minor, charged_currency, quoted_minor, quoted_currency) in (0, 4)),
  constraint audit_prices_differ
    check ((charged_minor, charged_currency) <> (quoted_minor, quoted_currency)),
  constraint audit_prices_are_not_negative check (least(charged_minor, quoted_minor) >= 0),
  constraint audit_currencies_are_iso4217
    check (charged_currency ~ '^[A-Z]{3}$' and quoted_currency ~ '^[A-Z]{3}$'),
  constraint audit_status_is_of_a_change
    check (status is null or action in ('STATUS_CHANGED', 'CANCELLED')),
  constraint audit_moves_say_from_when check (moved_from is null or action = 'RESCHEDULED'),
  constraint audit_members_are_of_a_change check (changed_members is null or action = 'CHANGED'),
  constraint audit_link_is_nobody_else
    check (
      not by_visit_link or (num_nonnulls(key_id, operator, acting_user_id) = 0 and not by_service)
    )
);
comment on table audit_entries is
  'Who read or changed which patient''s record and when; never the content of the record.';

create index audit_of_patient on audit_entries (workspace_id, patient_id, id);
-- Rows are stored in the order of time, so a few pages of this index find the expired ones among
-- millions.
create index audit_by_age on audit_entries using brin (at);
create index audit_of_listed on audit_entries using gin (patient_ids) where patient_ids is not null;
create index audit_of_appointment on audit_entries (workspace_id, appointment_id)
  where appointment_id is not null;
create index audit_of_visit on audit_entries (workspace_id, visit_id) where visit_id is not null;

-- Nothing is changed afterwards, and nothing is deleted too early, regardless of settings and even
-- by hand.
create function audit_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < clock_timestamp() + (select clock_offset_ms from installation) * interval '1 ms' - interval '30 days' then
    return old;
  end if;
  raise exception 'the audit is only added to' using errcode = '23514', constraint = 'audit_is_kept', table = 'audit_entries';
end
$$;
create trigger audit_is_kept before update or delete on audit_entries
  for each row execute function audit_is_kept();
create trigger audit_is_not_emptied before truncate on audit_entries
  for each statement execute function audit_is_kept();
