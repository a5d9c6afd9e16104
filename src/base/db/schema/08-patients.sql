create table patients (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  mrn_number text not null,
  first_name text,
  last_name text,
  -- The application folds names, so matching does not depend on the locale of the database.
  first_name_folded text,
  last_name_folded text,
  country_code text,
  phone_number text,
  -- Dial code and subscriber digits in one spelling, which lookups compare.
  phone_normalised text,
  email text,
  email_folded text,
  gender text,
  dob date,
  age integer constraint patient_age check (age between 0 and 150),
  blood_group text,
  patient_address jsonb,
  patient_form_values jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Members of staff who made the record and changed it last (ACT-04); null if a booking did.
  created_by bigint,
  updated_by bigint,
  -- An erased record stays as a tombstone, so that visits and money still have a patient.
  erased_at timestamptz,
  -- What everyone at the clinic must see first about a patient, such as an allergy.
  alert text,
  primary key (workspace_id, id),
  constraint patient_mrn_unique unique (workspace_id, mrn_number),
  constraint patient_is_identifiable
    check (first_name is not null or phone_number is not null or erased_at is not null),
  -- The country of a patient can be known without a phone, and the price may depend on it.
  constraint patient_phone_is_whole
    check (
      (phone_number is null) = (phone_normalised is null)
      and (phone_number is null or country_code is not null)
    ),
  constraint erased_patient_is_blank
    check (
      erased_at is null
      or (
        num_nonnulls(
          first_name, last_name, first_name_folded, last_name_folded, country_code, phone_number,
          phone_normalised, email, email_folded, gender, dob, age, blood_group, patient_address
        ) = 0
        and patient_form_values = '{}'
      )
    ),
  constraint patient_alert_length check (char_length(alert) between 1 and 200)
);
comment on table patients is
  'Patients; an erased one remains as an empty row, so that visits and payments still refer to a patient.';

create index patients_by_phone on patients (workspace_id, phone_normalised)
  where phone_normalised is not null;
-- A patient can also be verified by e-mail.
create index patients_by_email on patients (workspace_id, email_folded)
  where email_folded is not null;
-- This index has the order of the list, and counting the list needs no other.
create index patients_listed on patients (workspace_id, id) where erased_at is null;
-- Finds patients by three letters of their name, phone or record number.
create index patients_by_trigrams on patients using gin (
  workspace_id,
  (
    coalesce(first_name_folded, '') || ' ' || coalesce(last_name_folded, '') || e'\n' ||
    coalesce(phone_normalised, '') || e'\n' || coalesce(phone_number, '') || e'\n' ||
    lower(mrn_number collate "C")
  ) gin_trgm_ops
)
  where erased_at is null;
create index patients_by_birth on patients (workspace_id, dob, id)
  where dob is not null and erased_at is null;

alter table audit_entries add constraint audit_patient_is_of_workspace
    foreign key (workspace_id, patient_id) references patients (workspace_id, id);

-- Two records of one person are merged: one is kept, and the other is blank from then on and leads
-- to it.
create table merged_patients (
  workspace_id bigint not null,
  -- The merged record, which is blank except for its record number.
  id bigint not null,
  merged_into bigint not null,
  merged_at timestamptz not null,
  -- Why they were merged, and what moved; an erasure removes the reason.
  reason text,
  moved jsonb not null,
  acting_user_id bigint,
  operator text,
  -- The values that found the person under the merged record, and still do.
  first_name_folded text,
  last_name_folded text,
  phone_normalised text,
  email text,
  email_folded text,
  constraint merged_patients_pkey primary key (workspace_id, id),
  constraint merged_record_is_of_workspace
    foreign key (workspace_id, id) references patients (workspace_id, id),
  constraint merged_record_leads_to_a_patient
    foreign key (workspace_id, merged_into) references patients (workspace_id, id),
  constraint merged_record_leads_elsewhere check (merged_into <> id),
  constraint merge_reason_length check (char_length(reason) between 1 and 500),
  constraint merge_counts_are_an_object check (jsonb_typeof(moved) = 'object')
);
comment on table merged_patients is
  'Records that were merged into another record of the same person; their ids lead to that record.';

create index merged_patients_of_patient on merged_patients (workspace_id, merged_into, id);
create index merged_patients_by_phone on merged_patients (workspace_id, phone_normalised)
  where phone_normalised is not null;
create index merged_patients_by_email on merged_patients (workspace_id, email_folded)
  where email_folded is not null;

-- A merge locks its record against everything that could refer to it; what refers to it waits, and
-- is then refused.
create function merged_record_is_at_its_end() returns trigger language plpgsql as $$
declare
  broken text;
begin
  perform from patients where workspace_id = new.workspace_id and id = new.id for update;
  broken := case
    when exists (select from merged_patients where workspace_id = new.workspace_id and (id = new.merged_into or merged_into = new.id))
      then 'merged_records_make_no_chain'
    when not exists (select from patients where workspace_id = new.workspace_id and id = new.id and erased_at is not null) then 'merged_record_is_blank'
    when exists (select from appointments where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from queue_visits where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from patient_packs where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from visit_series where workspace_id = new.workspace_id and patient_id = new.id)
      or exists (select from waiting_entries where workspace_id = new.workspace_id and patient_id = new.id)
      then 'nothing_is_of_a_merged_record'
  end;
  if broken is not null then
    raise exception 'a record cannot be merged like this' using errcode = '23514', constraint = broken, table = 'merged_patients';
  end if;
  return new;
end
$$;
create trigger merged_record_is_at_its_end
  before insert or update of id, merged_into on merged_patients
  for each row execute function merged_record_is_at_its_end();

-- Folds the names of a patient for comparison and search.
create function names_are_folded() returns trigger language plpgsql as $$
begin
  new.first_name_folded := folded_name(new.first_name_folded);
  new.last_name_folded := folded_name(new.last_name_folded);
  return new;
end
$$;
-- Most names have only ASCII letters and need nothing. The trigger does not run before an update: a
-- statement that names the record number would then count as one that changes it, and lock the row
-- against the foreign keys of bookings.
create trigger patient_names_are_folded before insert on patients
  for each row
  when (
    (coalesce(new.first_name_folded, '') || coalesce(new.last_name_folded, '')) ~ '[^ -&(-_a-~]'
  )
  execute function names_are_folded();
create trigger merged_names_are_folded before insert on merged_patients
  for each row
  when (
    (coalesce(new.first_name_folded, '') || coalesce(new.last_name_folded, '')) ~ '[^ -&(-_a-~]'
  )
  execute function names_are_folded();

-- Refuses rows that refer to a patient record that was merged into another.
create function nothing_is_of_a_merged_record() returns trigger language plpgsql as $$
begin
  -- Waits for a merge of the record that is under way; what comes after it is seen by the second look alone.
  perform from patients where workspace_id = new.workspace_id and id = new.patient_id for key share;
  if exists (select from merged_patients where workspace_id = new.workspace_id and id = new.patient_id) then
    raise exception 'a merged record has nothing' using errcode = '23514', constraint = 'nothing_is_of_a_merged_record', table = tg_table_name;
  end if;
  return new;
end
$$;

-- Returns the record to which the id of a record leads, which can then be neither merged nor erased
-- until the transaction ends.
create function record_led_to(workspace bigint, patient bigint) returns bigint language plpgsql as $$
declare
  led_to bigint := patient;
  further bigint;
begin
  loop
    perform from patients where workspace_id = workspace and id = led_to for key share;
    select merged_into into further from merged_patients where workspace_id = workspace and id = led_to;
    exit when not found;
    led_to := further;
  end loop;
  return led_to;
end
$$;

-- A booking for a new person creates their record in the statement that books.
--
-- Returns whether a phone leads only to these people, by their own records or by merged ones; if
-- so, no one else is added to it until the caller's transaction ends. Every find-or-create uses the
-- same lock, which therefore must not change. It locks first and looks afterwards: within a
-- function each statement sees what was committed before it began, which a condition of the calling
-- statement would not. Without a phone there is nothing to lock and no one to find.
create function phone_reaches_only(workspace bigint, phone text, people bigint[])
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('phone ' || phone, workspace));
  return not exists (select from patients where workspace_id = workspace and phone_normalised = phone and id <> all (people))
    and not exists (select from merged_patients where workspace_id = workspace and phone_normalised = phone and merged_into <> all (people));
end
$$;

-- Folds a name to the form in which names are compared and searched. It ignores accents, optional
-- marks of Arabic, Hebrew and Indic letters, apostrophes, the width of characters, blanks between
-- ideographs, and the strokes of letters. values/text.ts has the same rules; here they also apply
-- to patients whom a process of the previous release adds. The extension unaccent knows neither
-- blanks between ideographs nor Arabic and Indic marks nor half-width kana, and an index of
-- trigrams cannot search with an ICU collation.
create function folded_name(name text) returns text language sql immutable strict parallel safe as $$
  select coalesce(nullif(btrim(regexp_replace(regexp_replace(normalize(
    replace(replace(replace(translate(regexp_replace(regexp_replace(
      normalize(regexp_replace(name, ' [\u0300\u0301]', '', 'g'), NFKD),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u200c\u200d''`\u2018-\u201b\u2032\u02b9\u02bb-\u02bf\u02c8\u055a\u05f3\u30fb]',
      '', 'g'), '[\u2010-\u2015\u2212]', '-', 'g'),
      'ıøłđðħŧ', 'iolddht'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC),
    '(?<=[\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]) +(?=[\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])',
    '', 'g'), ' +', ' ', 'g')), ''), name)
$$;
