-- Processes with different secrets cannot read each other's hashes. A start says so if its secret is another than the last one's.

alter table installation add column secret_fingerprint bytea;
alter table installation add constraint secret_fingerprint_is_a_hash check (octet_length(secret_fingerprint) = 32) not valid;
comment on column installation.secret_fingerprint is 'A keyed hash that identifies the secret of the service that started last. Null: none has started since this column was added.';
