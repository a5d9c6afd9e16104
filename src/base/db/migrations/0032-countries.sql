-- Where a patient is from can be known without a phone, and their price may depend on it.
alter table patients
  drop constraint patient_phone_is_whole,
  add constraint patient_phone_is_whole check ((phone_number is null) = (phone_normalised is null) and (phone_number is null or country_code is not null))
    not valid;
