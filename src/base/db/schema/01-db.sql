-- The files of this folder are the schema that a new database gets, room by room from the lowest
-- floor up (docs/architecture.md). They run in this order in one transaction. Changes since then
-- are numbered files in src/base/db/migrations.
--
-- Every key begins with workspace_id and every reference carries it, so a row of one workspace can
-- neither name nor block a row of another (INV-06), and the tables could be distributed by that
-- column. A reference to a table of a later room is in the file of that room.

-- Functions may use tables of later files.
set local check_function_bodies = off;

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A database whose first start failed in release 0.1.0 has this table already, without rows.
create table if not exists migrations (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
);
comment on table migrations is
  'The migrations applied to this database, with the checksums of their files.';
