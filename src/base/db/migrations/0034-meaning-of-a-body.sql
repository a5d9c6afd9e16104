-- A body can be sent again in other words. Null for a key that was tied by a release that looks at the words alone.
alter table idempotency_keys
  add column meaning_hash bytea,
  add constraint meaning_of_body_is_sha256 check (length(meaning_hash) = 32) not valid;
