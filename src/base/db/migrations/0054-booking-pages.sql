-- The page on which patients book, and the page of a visit.

-- One for each workspace that ever had one.
create table booking_pages (
  workspace_id bigint not null,
  published boolean not null,
  -- As the clinic file says: colour, text, telephone, languages, what new patients are asked.
  settings jsonb not null,
  logo bytea,
  logo_type text,
  -- Under which the page opens sessions. It stands in the page for everybody to read, so it is kept as it is.
  key_id bigint not null,
  widget_key text not null,
  constraint booking_pages_pkey primary key (workspace_id),
  constraint booking_page_settings_are_an_object check (jsonb_typeof(settings) = 'object'),
  constraint booking_page_logo_is_whole check ((logo is null) = (logo_type is null)),
  constraint booking_page_logo_type check (logo_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  constraint booking_page_logo_size check (octet_length(logo) between 1 and 65536),
  constraint booking_page_is_of_workspace foreign key (workspace_id) references workspaces (id),
  constraint booking_page_has_key foreign key (workspace_id, key_id) references api_keys (workspace_id, id)
);

-- Links to the page of a visit: each notice has one of its own, of which only the hash is kept.
create table visit_links (
  workspace_id bigint not null,
  token_hash bytea not null,
  appointment_id bigint,
  visit_id bigint,
  made_at timestamptz not null,
  constraint visit_links_pkey primary key (workspace_id, token_hash),
  constraint visit_link_token_unique unique (token_hash),
  constraint visit_link_token_is_hashed check (length(token_hash) = 32),
  constraint visit_link_is_of_one_visit check (num_nonnulls(appointment_id, visit_id) = 1),
  constraint visit_link_is_of_an_appointment foreign key (workspace_id, appointment_id) references appointments (workspace_id, id),
  constraint visit_link_is_of_a_queue_visit foreign key (workspace_id, visit_id) references queue_visits (workspace_id, id)
);
create index visit_links_of_appointment on visit_links (workspace_id, appointment_id) where appointment_id is not null;
create index visit_links_of_queue_visit on visit_links (workspace_id, visit_id) where visit_id is not null;
create index visit_links_by_age on visit_links (made_at);

alter table audit_entries
  -- Whether it was done on the page of a visit, by its link.
  add column by_visit_link boolean not null default false,
  add constraint audit_link_is_nobody_else check (not by_visit_link or (num_nonnulls(key_id, operator, acting_user_id) = 0 and not by_service)) not valid,
  drop constraint audit_of_requests_is_whole,
  -- A request is of a key, of a member of staff who is signed in, or of the page of a visit.
  add constraint audit_of_requests_is_whole check (
    (request_id is null) = (address is null)
    and case when request_id is null then key_id is null else key_id is not null or acting_user_id is not null or by_visit_link end
  ) not valid;

comment on table booking_pages is 'The page of each workspace on which patients book.';
comment on table visit_links is 'Links to the page of a visit, by the hash of what is secret in them.';
