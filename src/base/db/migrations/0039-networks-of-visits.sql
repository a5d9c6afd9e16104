-- What visitors book, and are written to for it, is bounded by their mailbox and their network, however many addresses a mailbox has.

alter table verified_contacts
  -- What bounds count the contact as; null where a former release noted it: as the contact.
  add column counted_hash bytea,
  add constraint counted_contact_is_hashed check (length(counted_hash) = 32) not valid;

-- Of visits that sessions booked: the keyed hash of the IPv4 address, or the IPv6 /56.
alter table appointments
  add column site_hash bytea,
  add constraint booking_site_is_hashed check (length(site_hash) = 32) not valid;
create index appointments_of_site on appointments (workspace_id, site_hash, to_at) where site_hash is not null;

alter table queue_visits
  add column site_hash bytea,
  add constraint queue_visit_site_is_hashed check (length(site_hash) = 32) not valid;
create index queue_visits_of_site on queue_visits (workspace_id, site_hash, appointment_date) where site_hash is not null;

alter table notices
  -- Of the visit that it tells of.
  add column site_hash bytea,
  add constraint notice_site_is_hashed check (length(site_hash) = 32) not valid;
create index notices_of_site on notices (workspace_id, site_hash, at) where site_hash is not null and state in ('SENDING', 'SENT', 'UNKNOWN');
