-- Some gateways capture money days after a checkout was closed: a payment that is over is looked at once more where its gateway has news of it.
create or replace function payment_session_changes_as_it_may() returns trigger language plpgsql as $$
begin
  if (new.session_ref, new.appointment_id, new.visit_id, new.patient_pack_id, new.gateway, new.amount_minor, new.currency, new.held_until)
      is distinct from (old.session_ref, old.appointment_id, old.visit_id, old.patient_pack_id, old.gateway, old.amount_minor, old.currency, old.held_until)
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
