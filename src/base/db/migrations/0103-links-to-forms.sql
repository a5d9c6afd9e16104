-- room: notices
-- Links with which a patient fills in forms on a tablet of the clinic, and notices that carry a link
-- to forms.

alter table visit_links add column tablet_until timestamptz;
comment on column visit_links.tablet_until is
  'Of a link for a tablet of the clinic, until when it opens the forms of the visit, and nothing else; later with each answer. Null: the patient has the link.';

alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (
  kind = any (
    array[
      'confirmation', 'reminder', 'move', 'cancellation', 'late', 'tokenConfirmation', 'turn',
      'tokenCancellation', 'expiry', 'refund', 'offer', 'payment', 'packPayment', 'forms'
    ]
  )
) not valid;

alter table notices drop constraint notice_is_of_its_kind_of_subject;
alter table notices add constraint notice_is_of_its_kind_of_subject check (
  case
    when kind in ('expiry', 'refund', 'payment', 'forms') then num_nonnulls(appointment_id, visit_id) = 1
    when kind in ('tokenConfirmation', 'turn', 'tokenCancellation') then visit_id is not null
    when kind = 'offer' then offer_id is not null
    when kind = 'packPayment' then patient_pack_id is not null
    else appointment_id is not null
  end
) not valid;
