-- Blocks that were made in one step are opened in one step.

alter table blocks
  -- The number of the first of them, which may be freed before the others; null of a block that was made alone.
  add column closing_id bigint;
create index blocks_of_closing on blocks (workspace_id, closing_id) where closing_id is not null;
