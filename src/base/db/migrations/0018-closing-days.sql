-- Ranges of dates on which nothing is worked: of the whole workspace, of a location, or of a practitioner wherever they work.

create table closing_days (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- Neither of the two: the whole workspace is closed.
  location_id bigint,
  practitioner_id bigint,
  -- Both are closed, on the clinic's calendar.
  first_date date not null,
  last_date date not null,
  reason text,
  primary key (workspace_id, id),
  constraint closing_is_of_one check (num_nonnulls(location_id, practitioner_id) <= 1),
  constraint closing_is_in_order check (first_date <= last_date),
  constraint closing_is_a_year_at_most check (last_date - first_date < 366),
  constraint closing_is_written_once unique nulls not distinct (workspace_id, location_id, practitioner_id, first_date, last_date),
  constraint closing_location_is_of_workspace foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint closing_practitioner_is_of_workspace foreign key (workspace_id, practitioner_id) references practitioners (workspace_id, user_id)
);
create trigger note_change after insert or update or delete on closing_days for each row execute function note_configuration_change();
