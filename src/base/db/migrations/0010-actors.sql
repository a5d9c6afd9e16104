-- Who did it when no key did: an operator by name, a member of staff, or the service by itself. Entries from before have
-- neither name nor mark, and were an operator's.
alter table audit_entries
  add column operator text constraint audit_operator_is_named check (operator ~ '^\S.{0,99}$'),
  add column by_service boolean not null default false,
  add constraint audit_names_one_actor check (num_nonnulls(key_id, operator) + by_service::integer <= 1);
