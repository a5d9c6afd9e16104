-- What a search of visits reads: in the order of its pages, by the filter that leads (docs/decisions/0038).

create index appointments_by_start on appointments (workspace_id, from_at, id);
create index appointments_of_doctor on appointments (workspace_id, doctor_id, from_at, id);
create index appointments_of_location on appointments (workspace_id, location_id, from_at, id);
create index appointments_by_payment on appointments (workspace_id, payment_reference, from_at, id) where payment_reference is not null;

-- Patients by a part of their name, phone or record number: which have these three letters.
create index patients_by_trigrams on patients using gin (
  workspace_id,
  (
    coalesce(first_name_folded, '') || ' ' || coalesce(last_name_folded, '') || e'\n' || coalesce(phone_normalised, '') || e'\n' ||
    coalesce(phone_number, '') || e'\n' || lower(mrn_number collate "C")
  ) gin_trgm_ops
) where erased_at is null;

-- Which past of this database a cursor of changes was made in: a database that is restored begins another one.
alter table installation add column changes_since uuid not null default gen_random_uuid();
