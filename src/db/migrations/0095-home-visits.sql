-- A visit at home says where it is.
alter table appointments add column visit_address jsonb;
alter table appointments add constraint visit_address_is_an_object check (visit_address is null or jsonb_typeof(visit_address) = 'object') not valid;
alter table appointments add constraint visit_address_is_of_a_visit_at_home
  check (visit_address is null or mode in ('HOME_VISIT', 'HOME_COLLECTION')) not valid;
