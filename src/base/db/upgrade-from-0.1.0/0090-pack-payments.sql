-- A pack that was sold on its own is paid online on its page, to which a notice leads.
alter table patient_packs add column payment_asked_at timestamptz;

alter table notices add column patient_pack_id bigint;
alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind = any (array['confirmation', 'reminder', 'move', 'cancellation', 'late',
  'tokenConfirmation', 'turn', 'tokenCancellation', 'expiry', 'refund', 'offer', 'payment', 'packPayment'])) not valid;
alter table notices drop constraint notice_is_of_one_visit;
alter table notices add constraint notice_is_of_one_subject check (num_nonnulls(appointment_id, visit_id, offer_id, patient_pack_id) = 1) not valid;
alter table notices drop constraint notice_is_of_its_kind_of_visit;
alter table notices add constraint notice_is_of_its_kind_of_subject check (case
  when kind in ('expiry', 'refund', 'payment') then num_nonnulls(appointment_id, visit_id) = 1
  when kind in ('tokenConfirmation', 'turn', 'tokenCancellation') then visit_id is not null
  when kind = 'offer' then offer_id is not null
  when kind = 'packPayment' then patient_pack_id is not null
  else appointment_id is not null
end) not valid;
alter table notices add constraint notice_is_of_a_pack foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id) not valid;
create index notices_of_pack on notices (workspace_id, patient_pack_id, kind, id) where patient_pack_id is not null;
create unique index one_notice_of_a_pack_under_way on notices (workspace_id, patient_pack_id, kind) where state = 'SENDING' and patient_pack_id is not null;

alter table visit_links add column patient_pack_id bigint;
alter table visit_links drop constraint visit_link_is_of_one_visit;
alter table visit_links add constraint visit_link_is_of_one_subject check (num_nonnulls(appointment_id, visit_id, offer_id, patient_pack_id) = 1) not valid;
alter table visit_links add constraint visit_link_is_of_a_pack foreign key (workspace_id, patient_pack_id) references patient_packs (workspace_id, id) not valid;
create index visit_links_of_pack on visit_links (workspace_id, patient_pack_id) where patient_pack_id is not null;
