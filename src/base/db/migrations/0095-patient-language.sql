-- The language in which a patient wants messages: a tag such as hi or pt-BR.

alter table patients add column language text;
alter table patients add constraint patient_language_length
  check (char_length(language) between 2 and 35) not valid;
alter table patients add constraint erased_patient_has_no_language
  check (erased_at is null or language is null) not valid;
