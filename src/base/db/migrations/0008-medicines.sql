-- The medicines of a workspace, and what its locations have of them.
--
-- They are searched by a text the application makes of name and generic name, folded, with a line end between the two: nothing
-- that is looked for holds one. Collation "C": it compares and sorts alike in every database, whatever its locale.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table medicines (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- What the clinic calls it in its files.
  code text not null,
  name text not null,
  generic_name text,
  form text,
  strength text,
  manufacturer text,
  -- Longer ones would not fit into an index.
  search_text text collate "C" not null constraint medicine_search_text_fits check (octet_length(search_text) <= 2000),
  primary key (workspace_id, id),
  constraint medicine_code_unique unique (workspace_id, code),
  constraint medicine_search_text_unique unique (workspace_id, id, search_text)
);

-- Prices are in minor units of the location's currency. The search text stands here again, so that a search reads one index
-- of one location; it follows that of the medicine.
create table medicine_stock (
  workspace_id bigint not null,
  medicine_id bigint not null,
  location_id bigint not null,
  unit_price_minor bigint not null constraint unit_price_not_negative check (unit_price_minor >= 0),
  quantity integer not null constraint stock_not_negative check (quantity >= 0),
  search_text text collate "C" not null,
  primary key (workspace_id, medicine_id, location_id),
  foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint stock_search_text_is_of_medicine foreign key (workspace_id, medicine_id, search_text)
    references medicines (workspace_id, id, search_text) on update cascade
);

-- The order of a list, and all that counting it needs.
create index stock_by_search_text on medicine_stock (workspace_id, location_id, search_text, medicine_id);
-- Which texts hold these three letters. Location ids are unique in the whole installation.
create index stock_by_trigrams on medicine_stock using gin (location_id, search_text gin_trgm_ops);
