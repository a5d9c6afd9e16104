-- room: ports
-- The key of the hashes, encrypted with CLINIC_SECRET, once that is no longer the first secret of
-- the installation. Null: the secret itself is the key.

alter table installation add column hash_key bytea;
