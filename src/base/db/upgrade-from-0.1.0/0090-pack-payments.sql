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

-- What the tables of 0.1.0 are for, in the words of the baseline.
comment on table migrations is
  'The migrations applied to this database, with the checksums of their files.';
comment on table outbox is
  'The latest messages of a sandbox, which are not sent; production stores none.';
comment on table due_work is
  'Work that is due at a time, leased by the process that does it; planning it again for the same subject reschedules it.';
comment on table visit_links is
  'Links to the page of a visit, each identified by the hash of its secret part.';
comment on table workspaces is
  'Clinics: each row is a tenant, and its id is the first column of the key of every other row of that clinic.';
comment on table api_keys is
  'Developer and widget keys, stored only as SHA-256 hashes, with the addresses and origins that may use them.';
comment on table key_calls is
  'The latest calls of each API key, for a week and at most 10,000; their content is not stored.';
comment on table key_usage is
  'How much of its limits each API key used in each minute of the last day, by endpoint.';
comment on table audit_entries is
  'Who read or changed which patient''s record and when; never the content of the record.';
comment on table patients is
  'Patients; an erased one remains as an empty row, so that visits and payments still refer to a patient.';
comment on table merged_patients is
  'Records that were merged into another record of the same person; their ids lead to that record.';
comment on table user_locations is 'Where members of staff who are not practitioners work.';
comment on table doctor_locations is
  'A practitioner at a location, with the length of a slot; bookings refer to it, so it is deactivated and never deleted.';
comment on table medicines is 'Medicines that a clinic stocks, by its own codes.';
comment on table medicine_stock is
  'Price and quantity of a medicine at a location, with the text in which searches at the location look.';
comment on table configuration_snapshots is
  'Each configuration as it was last read: a copy, created again whenever it is missing.';
comment on table staff_account_members is 'The members of staff as whom each account signs in.';
comment on table staff_sign_in_failures is
  'Failed attempts to sign in, stored for as long as they count towards a limit.';
comment on table staff_challenges is
  'Challenges that browsers must sign or return when they sign in; each is valid once, for five minutes.';
comment on table staff_code_secrets is
  'Secrets shared with authenticator apps, encrypted with a key of the installation.';
comment on table staff_recovery_codes is
  'Recovery codes, each of which replaces a code of an authenticator app once.';
comment on table claims is
  'Time that is taken: one row for each live appointment; the exclusion constraints of doctor and room prevent overlaps.';
comment on table blocks is
  'Times that the clinic has blocked, with the reason: of a practitioner, at one location or at all of them, or of a room.';
comment on table calendars is
  'Feeds of the external calendars of practitioners, and how the last attempt to read each ended.';
comment on table calendar_busy_times is
  'When practitioners are busy according to their external calendars: only the times of events, at most a day in one row.';
comment on table ledger_entries is
  'Money that was received or refunded through a gateway, each time from one account to another; rows are only added.';
comment on table refunds is 'Refunds of payments, each recorded before its gateway is asked.';
comment on table sandbox_gateway_checkouts is
  'Checkouts of the payment gateway that is built into a sandbox; no table of the clinic refers to them.';
comment on table sandbox_gateway_movements is
  'The sandbox gateway''s own ledger: money received and refunded; rows are only added.';
comment on table session_pack_doctors is
  'The practitioners whose visits a pack on sale covers; a pack without rows here covers all.';
comment on table patient_packs is
  'Packs that patients own, with the terms on which they were sold.';
comment on table patient_pack_doctors is
  'The practitioners whose visits a patient''s pack covers; a pack without rows here covers all.';
comment on table pack_movements is
  'Sessions of a patient''s pack that were used, returned or corrected; rows are only added.';
comment on table verification_sends is
  'Codes that were sent recently, as keyed hashes; they limit how many are sent.';
comment on table verification_failures is
  'Wrong codes that were entered recently, as keyed hashes; they limit guessing.';
comment on table session_visitors is
  'Which visitor an end user of a session was when requesting a code, as keyed hashes.';
comment on table boards is
  'Boards that show a waiting room which numbers are called, each identified by the hash of the secret part of its link.';
comment on table board_shifts is 'The shifts that a board shows, if not all of its location.';
comment on table late_practitioners is
  'How many minutes late a practitioner is running at a location on a day, as staff last reported.';
comment on table visit_series is
  'Series of visits of one patient; the visits of a series are found through the patient.';
comment on table waiting_entries is
  'Patients who are waiting for a time at a location, and at what times they can come.';
comment on table waiting_practitioners is
  'The practitioners that a waiting patient accepts; none if any will do.';
comment on table waiting_offers is
  'Free times that are offered to waiting patients, the outcome of each, and the claim that reserves it until then.';
comment on table appointments is
  'Visits at a time: with whom, where, how they are paid and how they ended.';
comment on table appointment_vitals is 'Vital signs of a visit, as recorded at one time.';
comment on table idempotency_keys is
  'What each value of the Idempotency-Key header resulted in, stored together with its booking.';
comment on table tills is
  'The till of each location; its row is locked while an entry is added or the till is closed.';
comment on table till_entries is
  'Money put into each till and taken out of it; rows are only added.';
comment on table till_counts is
  'What was counted at each close, and the sum of the entries, by method and currency; rows are only added.';
comment on table receipt_counters is
  'The last receipt number of each location and year; its row is locked while the next one is assigned.';
comment on table receipts is 'Receipts for payments, and reversals of them after corrections and refunds; rows are only added.';
comment on table offered_days is
  'Past days whose offered hours are stored, and whether these were looked up late.';
comment on table report_days is
  'Past days whose sums are stored: copies, created again whenever they are missing.';
comment on table report_sums is
  'The sums of the visits and tokens of a past day, by practitioner and location: copies.';
comment on table report_money is
  'What was paid and refunded on a past day, by method of payment: copies.';
comment on table stale_report_days is
  'Past days that have changed since their sums were counted, a row for each change.';
comment on table repeat_keys is
  'Changes that were sent with a key, so that a change that is sent again is made only once.';
