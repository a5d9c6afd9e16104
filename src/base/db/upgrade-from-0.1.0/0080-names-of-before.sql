-- The names of before, by the rules of 0079.

update patients set first_name_folded = folded_name(first_name_folded), last_name_folded = folded_name(last_name_folded)
where (coalesce(first_name_folded, '') || coalesce(last_name_folded, '')) ~ '[^ -&(-_a-~]'
  and (first_name_folded, last_name_folded) is distinct from (folded_name(first_name_folded), folded_name(last_name_folded));
update merged_patients set first_name_folded = folded_name(first_name_folded), last_name_folded = folded_name(last_name_folded)
where (coalesce(first_name_folded, '') || coalesce(last_name_folded, '')) ~ '[^ -&(-_a-~]'
  and (first_name_folded, last_name_folded) is distinct from (folded_name(first_name_folded), folded_name(last_name_folded));
