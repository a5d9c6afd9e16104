-- A free time is offered to somebody who waits, and held until they answer.

lock table appointments in access exclusive mode;

create table waiting_offers (
  workspace_id bigint not null,
  id bigint generated always as identity,
  entry_id bigint not null,
  -- The claim that holds the time: a number of the visits that no visit has.
  claim_id bigint not null,
  doctor_id bigint not null,
  room_id bigint,
  mode text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- What the patient was told that it costs.
  charge_minor bigint not null,
  currency text not null,
  state text not null default 'OPEN',
  expires_at timestamptz not null,
  ended_at timestamptz,
  acting_user_id bigint,
  operator text,
  created_at timestamptz not null,
  constraint waiting_offers_pkey primary key (workspace_id, id),
  constraint offer_is_of_entry foreign key (workspace_id, entry_id) references waiting_entries (workspace_id, id),
  constraint offer_practitioner_is_of_workspace foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id),
  constraint offer_room_is_of_workspace foreign key (workspace_id, room_id) references rooms (workspace_id, id),
  constraint offer_has_a_claim_of_its_own unique (workspace_id, claim_id),
  constraint offer_mode_is_known check (mode in ('OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN')),
  constraint offer_starts_before_it_ends check (from_at < to_at),
  constraint offer_expires_before_its_time check (created_at < expires_at and expires_at <= from_at),
  constraint offer_charge_is_not_negative check (charge_minor >= 0),
  constraint offer_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  constraint offer_state_is_known check (state in ('OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'TAKEN_BACK')),
  constraint offer_ends_once check ((state = 'OPEN') = (ended_at is null))
);
create unique index one_open_offer on waiting_offers (workspace_id, entry_id) where state = 'OPEN';
create index waiting_offers_of_entry on waiting_offers (workspace_id, entry_id, id);
create index waiting_offers_by_end on waiting_offers (to_at);

comment on table waiting_offers is 'Free times that are offered to patients who wait, what became of each, and which claim holds it meanwhile.';

create trigger note_waiting
  after insert or update or delete on waiting_offers
  for each row execute function note_waiting();

create function offer_holds_its_time() returns trigger language plpgsql as $$
begin
  if not exists (
    select from claims c
    where c.workspace_id = new.workspace_id and c.appointment_id = new.claim_id and c.doctor_id = new.doctor_id
      and c.from_at = new.from_at and c.to_at = new.to_at and c.room_id is not distinct from new.room_id
  ) then
    raise exception 'an open offer holds its time' using errcode = '23514', constraint = 'offer_holds_its_time', table = 'waiting_offers';
  end if;
  return null;
end
$$;

create constraint trigger offer_holds_its_time
  after insert on waiting_offers
  for each row execute function offer_holds_its_time();

create function offer_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if old.state <> 'OPEN' then
    raise exception 'an offer ends once' using errcode = '23514', constraint = 'offer_changes_as_it_may', table = 'waiting_offers';
  end if;
  return new;
end
$$;

create trigger offer_changes_as_it_may
  before update on waiting_offers
  for each row when (old.* is distinct from new.*) execute function offer_changes_as_it_may();

-- However an offer ends, its time is free from then on.
create function offer_frees_its_time() returns trigger language plpgsql as $$
begin
  delete from claims where workspace_id = old.workspace_id and appointment_id = old.claim_id;
  return null;
end
$$;

create trigger offer_frees_its_time
  after update of state or delete on waiting_offers
  for each row when (old.state = 'OPEN') execute function offer_frees_its_time();

-- A claim is of a visit, or of an offer: no foreign key says that.
alter table claims drop constraint claims_workspace_id_appointment_id_fkey;

create function claim_is_of_visit_or_offer() returns trigger language plpgsql as $$
begin
  if not exists (select from appointments a where a.workspace_id = new.workspace_id and a.id = new.appointment_id)
    and not exists (select from waiting_offers o where o.workspace_id = new.workspace_id and o.claim_id = new.appointment_id)
  then
    raise exception 'a claim is of a visit or an offer' using errcode = '23503', constraint = 'claim_is_of_visit_or_offer', table = 'claims';
  end if;
  return null;
end
$$;

create constraint trigger claim_is_of_visit_or_offer
  after insert or update of workspace_id, appointment_id on claims
  for each row execute function claim_is_of_visit_or_offer();

create or replace function claim_is_held() returns trigger language plpgsql as $$
begin
  if exists (
    select from appointments a
    where a.workspace_id = old.workspace_id and a.id = old.appointment_id
      and a.status <> 'CANCELLED' and a.to_at > clock_timestamp()
      and not exists (select from claims c where c.workspace_id = a.workspace_id and c.appointment_id = a.id and c.from_at = a.from_at and c.to_at = a.to_at)
  ) then
    raise exception 'the claim of a live appointment stays' using errcode = '23514', constraint = 'claim_is_held', table = 'claims';
  end if;
  if exists (
    select from waiting_offers o
    where o.workspace_id = old.workspace_id and o.claim_id = old.appointment_id and o.state = 'OPEN' and o.to_at > clock_timestamp()
      and not exists (select from claims c where c.workspace_id = o.workspace_id and c.appointment_id = o.claim_id and c.from_at = o.from_at and c.to_at = o.to_at)
  ) then
    raise exception 'the claim of an open offer stays' using errcode = '23514', constraint = 'claim_is_held', table = 'claims';
  end if;
  return null;
end
$$;

alter table notices
  add column offer_id bigint,
  drop constraint notice_kind,
  add constraint notice_kind check (kind in ('confirmation', 'reminder', 'move', 'cancellation', 'late', 'turn', 'offer')) not valid,
  drop constraint notice_is_of_one_visit,
  add constraint notice_is_of_one_visit check (num_nonnulls(appointment_id, visit_id, offer_id) = 1) not valid,
  add constraint notice_of_an_offer_is_of_one check ((kind = 'offer') = (offer_id is not null)) not valid,
  add constraint notice_is_of_an_offer foreign key (workspace_id, offer_id) references waiting_offers (workspace_id, id) on delete cascade not valid;
create index notices_of_offer on notices (workspace_id, offer_id, kind, id) where offer_id is not null;
create unique index one_notice_of_an_offer_under_way on notices (workspace_id, offer_id, kind) where state = 'SENDING' and offer_id is not null;

alter table visit_links
  add column offer_id bigint,
  drop constraint visit_link_is_of_one_visit,
  add constraint visit_link_is_of_one_visit check (num_nonnulls(appointment_id, visit_id, offer_id) = 1) not valid,
  add constraint visit_link_is_of_an_offer foreign key (workspace_id, offer_id) references waiting_offers (workspace_id, id) on delete cascade not valid;
create index visit_links_of_offer on visit_links (workspace_id, offer_id) where offer_id is not null;
