-- Names are compared and searched in one form, which leaves out how they are spelt: accents, marks above and below letters of scripts that
-- are read without them, apostrophes, width, blanks between ideographs, and letters with strokes. values/text.ts has the same rules; here they
-- also apply to the patients whom a process of the release before adds. Not unaccent, which knows neither blanks between ideographs nor Arabic and Indic
-- marks nor half-width kana, and no ICU collation, with which an index of trigrams cannot be searched.
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

create function names_are_folded() returns trigger language plpgsql as $$
begin
  new.first_name_folded := folded_name(new.first_name_folded);
  new.last_name_folded := folded_name(new.last_name_folded);
  return new;
end
$$;

-- Most names have only letters of ASCII: nothing is to be done for them. Not before an update, which would then lock the row against the foreign
-- keys of bookings: with a trigger, a statement that names the record number counts as one that changes it.
create trigger patient_names_are_folded before insert on patients
  for each row when ((coalesce(new.first_name_folded, '') || coalesce(new.last_name_folded, '')) ~ '[^ -&(-_a-~]')
  execute function names_are_folded();
create trigger merged_names_are_folded before insert on merged_patients
  for each row when ((coalesce(new.first_name_folded, '') || coalesce(new.last_name_folded, '')) ~ '[^ -&(-_a-~]')
  execute function names_are_folded();
