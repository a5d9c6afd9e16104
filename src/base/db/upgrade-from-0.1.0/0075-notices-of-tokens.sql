-- Patients are told of their tokens, and of bookings that were not paid in time.

alter table notices
  drop constraint notice_kind,
  add constraint notice_kind check (
    kind in ('confirmation', 'reminder', 'move', 'cancellation', 'late', 'tokenConfirmation', 'turn', 'tokenCancellation', 'expiry', 'refund', 'offer')
  ) not valid,
  drop constraint notice_of_a_turn_is_of_a_token,
  add constraint notice_is_of_its_kind_of_visit check (
    case
      when kind in ('expiry', 'refund') then offer_id is null
      when kind in ('tokenConfirmation', 'turn', 'tokenCancellation') then visit_id is not null
      when kind = 'offer' then offer_id is not null
      else appointment_id is not null
    end
  ) not valid,
  drop constraint notice_of_an_offer_is_of_one;
