-- What one visitor may book under sessions, and what a workspace's messages may cost.

alter table workspaces
  -- Live future visits that one verified contact may have booked under sessions; null: ten (A-231).
  add column session_visits_max integer constraint session_visits_max_is_positive check (session_visits_max > 0);

alter table appointments
  -- Keyed hash of the contact whose session booked it.
  add column contact_hash bytea constraint booking_contact_is_hashed check (length(contact_hash) = 32);
create index appointments_of_contact on appointments (workspace_id, contact_hash, to_at) where contact_hash is not null;

create index verification_sends_by_workspace on verification_sends (workspace_id, sent_at);
