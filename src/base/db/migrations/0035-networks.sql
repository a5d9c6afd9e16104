-- Which networks codes were sent for and failed from, so that what one visitor spends is not spent for all. Networks stand here as keyed
-- hashes, and for a day only: the rows are deleted once no limit counts them.

alter table verification_sends
  -- False for developer keys, which have a budget of their own.
  add column by_session boolean not null default false,
  -- The caller's IPv4 address, or IPv6 /64; and that address, or the /56 above it. Null for developer keys, whose callers are servers.
  add column network_hash bytea,
  add column site_hash bytea,
  add constraint send_network_is_hashed check (length(network_hash) = 32) not valid,
  add constraint send_site_is_hashed check (length(site_hash) = 32) not valid,
  add constraint sessions_send_from_a_network check (by_session = (network_hash is not null) and by_session = (site_hash is not null)) not valid;
create index verification_sends_of_day on verification_sends (workspace_id, by_session, sent_at);
create index verification_sends_from_network on verification_sends (workspace_id, network_hash, sent_at) where network_hash is not null;
create index verification_sends_from_site on verification_sends (workspace_id, site_hash, sent_at) where site_hash is not null;

alter table verification_failures
  -- Null where a former release noted it: it locks the destination, and no network more than others.
  add column site_hash bytea,
  add constraint failure_site_is_hashed check (length(site_hash) = 32) not valid;
