create table notices (
  workspace_id bigint not null,
  id bigint generated always as identity,
  appointment_id bigint,
  kind text not null
    constraint notice_kind
      check (
        kind = any (
          array[
            'confirmation', 'reminder', 'move', 'cancellation', 'late', 'tokenConfirmation', 'turn',
            'tokenCancellation', 'expiry', 'refund', 'offer', 'payment', 'packPayment'
          ]
        )
      ),
  -- SENDING is written before a channel is asked, so that a process that ends in between leaves
  -- UNKNOWN and not a second message.
  state text not null
    constraint notice_state check (state in ('SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'SKIPPED')),
  -- The business time of that state.
  at timestamptz not null,
  -- The start of the visit that the notice states; another start after a move makes another notice.
  visit_from_at timestamptz not null,
  attempts integer not null default 0,
  channel text constraint notice_channel check (channel in ('chatapp', 'email')),
  -- The destination is masked, for operators, and hashed with a key, so that one person gets only a
  -- limited number. An erasure removes both.
  destination text,
  destination_hash bytea,
  error text constraint notice_error_length check (char_length(error) between 1 and 500),
  -- The site that booked the visit; see appointments.site_hash.
  site_hash bytea,
  visit_id bigint,
  -- The delay that a notice of lateness stated: no second notice states the same delay.
  late_minutes smallint,
  offer_id bigint,
  patient_pack_id bigint,
  primary key (workspace_id, id),
  constraint notice_says_why check ((error is null) = (state in ('SENDING', 'SENT'))),
  constraint notice_goes_somewhere check (state = 'SKIPPED' or channel is not null),
  constraint notice_site_is_hashed check (length(site_hash) = 32),
  constraint minutes_are_of_a_notice_of_lateness check (late_minutes is null or kind = 'late'),
  constraint notice_is_of_one_subject
    check (num_nonnulls(appointment_id, visit_id, offer_id, patient_pack_id) = 1),
  constraint notice_is_of_its_kind_of_subject check (
    case
      when kind in ('expiry', 'refund', 'payment') then num_nonnulls(appointment_id, visit_id) = 1
      when kind in ('tokenConfirmation', 'turn', 'tokenCancellation') then visit_id is not null
      when kind = 'offer' then offer_id is not null
      when kind = 'packPayment' then patient_pack_id is not null
      else appointment_id is not null
    end
  )
);
comment on table notices is
  'Messages to patients about their visits: planned, sent, failed or skipped.';

-- Finds the last notice of a kind about a visit.
create index notices_of_visit on notices (workspace_id, appointment_id, kind, id);
create unique index one_notice_under_way on notices (workspace_id, appointment_id, kind)
  where state = 'SENDING';
-- Indexes that count the notices sent within a day, for a workspace and to a destination.
create index notices_that_went_out on notices (workspace_id, at)
  where state in ('SENDING', 'SENT', 'UNKNOWN');
create index notices_to_destination on notices (workspace_id, destination_hash, at)
  where state in ('SENDING', 'SENT', 'UNKNOWN');
create index notices_by_age on notices (at);
create index notices_of_site on notices (workspace_id, site_hash, at)
  where site_hash is not null and state in ('SENDING', 'SENT', 'UNKNOWN');
create index notices_of_queue_visit on notices (workspace_id, visit_id, kind, id)
  where visit_id is not null;
create unique index one_notice_of_a_token_under_way on notices (workspace_id, visit_id, kind)
  where state = 'SENDING' and visit_id is not null;
create index notices_of_offer on notices (workspace_id, offer_id, kind, id)
  where offer_id is not null;
create unique index one_notice_of_an_offer_under_way on notices (workspace_id, offer_id, kind)
  where state = 'SENDING' and offer_id is not null;
create index notices_of_pack on notices (workspace_id, patient_pack_id, kind, id)
  where patient_pack_id is not null;
create unique index one_notice_of_a_pack_under_way on notices (workspace_id, patient_pack_id, kind)
  where state = 'SENDING' and patient_pack_id is not null;

-- Each notice has its own link to the visit's page, and only the link's hash is stored.
create table visit_links (
  workspace_id bigint not null,
  token_hash bytea not null,
  appointment_id bigint,
  visit_id bigint,
  made_at timestamptz not null,
  offer_id bigint,
  patient_pack_id bigint,
  constraint visit_links_pkey primary key (workspace_id, token_hash),
  constraint visit_link_token_unique unique (token_hash),
  constraint visit_link_token_is_hashed check (length(token_hash) = 32),
  constraint visit_link_is_of_one_subject
    check (num_nonnulls(appointment_id, visit_id, offer_id, patient_pack_id) = 1)
);
comment on table visit_links is
  'Links to the page of a visit, each identified by the hash of its secret part.';

create index visit_links_of_appointment on visit_links (workspace_id, appointment_id)
  where appointment_id is not null;
create index visit_links_of_queue_visit on visit_links (workspace_id, visit_id)
  where visit_id is not null;
create index visit_links_by_age on visit_links (made_at);
create index visit_links_of_offer on visit_links (workspace_id, offer_id)
  where offer_id is not null;
create index visit_links_of_pack on visit_links (workspace_id, patient_pack_id)
  where patient_pack_id is not null;
