-- What was booked unpaid can be paid online later; it is kept if that payment does not come.
alter table payment_sessions add column keeps_booking boolean not null default false;

create or replace function payment_session_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.session_ref, new.appointment_id, new.visit_id, new.patient_pack_id, new.gateway, new.amount_minor, new.currency, new.held_until, new.keeps_booking)
      is distinct from (old.session_ref, old.appointment_id, old.visit_id, old.patient_pack_id, old.gateway, old.amount_minor, old.currency, old.held_until, old.keeps_booking)
    or (old.gateway_id is not null and new.gateway_id <> old.gateway_id)
    or not (case old.state
      when 'PAID' then new.state in ('PAID', 'RETURNED')
      when 'RETURNING' then new.state in ('RETURNING', 'RETURNED')
      when 'RETURNED' then new.state = 'RETURNED'
      when 'RELEASED' then new.state in ('RELEASED', 'PAID', 'RETURNING', 'CLOSED')
      when 'CLOSED' then new.state in ('CLOSED', 'RELEASED')
      else true
    end)
  then
    raise exception 'a payment session cannot change like this' using errcode = '23514', constraint = 'payment_session_changes_as_it_may', table = 'payment_sessions';
  end if;
  return null;
end
$$;

-- When staff last asked the patient to pay online.
alter table appointments add column payment_asked_at timestamptz;
alter table queue_visits add column payment_asked_at timestamptz;

-- A notice may ask for a payment.
alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind = any (array['confirmation', 'reminder', 'move', 'cancellation', 'late',
  'tokenConfirmation', 'turn', 'tokenCancellation', 'expiry', 'refund', 'offer', 'payment'])) not valid;
alter table notices drop constraint notice_is_of_its_kind_of_visit;
alter table notices add constraint notice_is_of_its_kind_of_visit check (case
  when kind in ('expiry', 'refund', 'payment') then offer_id is null
  when kind in ('tokenConfirmation', 'turn', 'tokenCancellation') then visit_id is not null
  when kind = 'offer' then offer_id is not null
  else appointment_id is not null
end) not valid;
