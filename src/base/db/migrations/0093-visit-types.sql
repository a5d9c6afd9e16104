-- Kinds of visits that a clinic offers by name, such as a first visit or a blood test.
-- room: catalogue

create table visit_types (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- The name in the clinic file.
  name text not null,
  display_name text not null,
  description text,
  -- Types are listed in this order.
  place integer not null,
  -- Null: the length of the tier, or the usual length of the practitioner.
  visit_mins integer constraint visit_type_length check (visit_mins between 5 and 720),
  -- The duration tiers of this name are the type: their length and their fee.
  tier_name text,
  -- Empty: every mode.
  modes text[] not null default '{}'
    constraint visit_type_modes_known
      check (modes <@ array['OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN']),
  -- The fee in every mode; without one, the fees of the practitioner.
  currency text constraint visit_type_currency_is_iso4217 check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint constraint visit_type_fee_not_negative check (amount_minor >= 0),
  international_currency text
    constraint visit_type_international_currency_is_iso4217
      check (international_currency ~ '^[A-Z]{3}$'),
  international_amount_minor bigint
    constraint visit_type_international_fee_not_negative check (international_amount_minor >= 0),
  patient_rules jsonb
    constraint patient_rules_of_type_are_an_object check (jsonb_typeof(patient_rules) = 'object'),
  active boolean not null default true,
  primary key (workspace_id, id),
  constraint visit_type_name_unique unique (workspace_id, name),
  constraint visit_type_of_tier_is_the_tier
    check (tier_name is null or (visit_mins is null and amount_minor is null)),
  constraint visit_type_fee_has_a_currency check ((currency is null) = (amount_minor is null)),
  constraint visit_type_international_fee_is_whole
    check (
      (international_currency is null) = (international_amount_minor is null)
      and (international_amount_minor is null or amount_minor is not null)
    )
);
comment on table visit_types is
  'Kinds of visits that patients choose by name: their length, modes, fee and rules.';

create trigger note_change after insert or update or delete on visit_types
  for each row execute function note_configuration_change();

-- A type without rows here is offered by every practitioner with slots.
create table visit_type_doctors (
  workspace_id bigint not null,
  visit_type_id bigint not null,
  doctor_id bigint not null,
  primary key (workspace_id, visit_type_id, doctor_id),
  foreign key (workspace_id, visit_type_id) references visit_types (workspace_id, id),
  foreign key (workspace_id, doctor_id) references practitioners (workspace_id, user_id)
);
comment on table visit_type_doctors is
  'The practitioners who offer a visit type; a type without rows here is offered by all.';

create trigger note_change after insert or update or delete on visit_type_doctors
  for each row execute function note_configuration_change();

-- A visit of the type takes one of its rooms at the location.
create table visit_type_rooms (
  workspace_id bigint not null,
  visit_type_id bigint not null,
  room_id bigint not null,
  primary key (workspace_id, visit_type_id, room_id),
  foreign key (workspace_id, visit_type_id) references visit_types (workspace_id, id),
  foreign key (workspace_id, room_id) references rooms (workspace_id, id)
);
comment on table visit_type_rooms is
  'The rooms of a visit type, of which each of its visits at a location with any takes one.';

create trigger note_change after insert or update or delete on visit_type_rooms
  for each row execute function note_configuration_change();

-- The type as which a visit was booked.
alter table appointments add column visit_type_id bigint;
alter table appointments add constraint visit_type_is_of_workspace
  foreign key (workspace_id, visit_type_id) references visit_types (workspace_id, id) not valid;
