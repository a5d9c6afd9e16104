-- Patients choose a practitioner also by the languages they speak.

alter table public_profiles add column languages text[] not null default '{}';
comment on column public_profiles.languages is 'Languages spoken with patients, as BCP 47 tags, the best first.';
alter table public_profiles add constraint languages_are_few check (cardinality(languages) <= 20 and array_position(languages, null) is null) not valid;
