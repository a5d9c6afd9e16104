-- One entry for a page of records: it names all of them. Entries of one record name it as before.
alter table audit_entries
  alter column patient_id drop not null,
  add column patient_ids bigint[],
  add constraint audit_names_its_patients check ((patient_id is null) = (cardinality(patient_ids) > 1));
create index audit_of_listed on audit_entries using gin (patient_ids) where patient_ids is not null;
