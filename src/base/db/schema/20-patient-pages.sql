-- What a clinic asks new patients on its page is a rule of booking, so processes cache it with the
-- rest of the configuration.
create table booking_pages (
  workspace_id bigint not null,
  published boolean not null,
  -- The settings in the clinic file: colour, text, telephone, languages, and what new patients are
  -- asked.
  settings jsonb not null,
  logo bytea,
  logo_type text,
  -- The key under which the page opens sessions.
  key_id bigint not null,
  -- The key is readable in the page, so it is stored in clear.
  widget_key text not null,
  constraint booking_pages_pkey primary key (workspace_id),
  constraint booking_page_settings_are_an_object check (jsonb_typeof(settings) = 'object'),
  constraint booking_page_logo_is_whole check ((logo is null) = (logo_type is null)),
  constraint booking_page_logo_type
    check (logo_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  constraint booking_page_logo_size check (octet_length(logo) between 1 and 65536),
  constraint booking_page_is_of_workspace foreign key (workspace_id) references workspaces (id),
  constraint booking_page_has_key
    foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);
comment on table booking_pages is 'The page of each workspace on which patients book.';

create trigger note_change after insert or delete or update on booking_pages
  for each row execute function note_configuration_change();
