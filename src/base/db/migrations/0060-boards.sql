-- Boards on the walls of waiting rooms, and where those who are called go.

alter table work_shifts
  -- As the clinic file says: a room, a door, a counter.
  add column door text,
  add constraint shift_door_length check (char_length(door) between 1 and 40) not valid;

-- Each board has one link at a time, of which only the hash is kept.
create table boards (
  workspace_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  -- What staff call it.
  name text not null,
  language text not null,
  token_hash bytea not null,
  -- When its link was made, and by whom.
  made_at timestamptz not null,
  acting_user_id bigint,
  operator text,
  constraint boards_pkey primary key (workspace_id, id),
  constraint board_token_unique unique (token_hash),
  constraint board_name_unique unique (workspace_id, location_id, name),
  constraint board_is_of_location foreign key (workspace_id, location_id) references locations (workspace_id, id),
  constraint board_name_length check (char_length(name) between 1 and 60),
  constraint board_language_is_known check (language in ('en', 'de', 'es', 'hi', 'ar')),
  constraint board_token_is_hashed check (length(token_hash) = 32)
);

-- The shifts that a board is for; one without any is for all of its location.
create table board_shifts (
  workspace_id bigint not null,
  board_id bigint not null,
  work_shift_id bigint not null,
  constraint board_shifts_pkey primary key (workspace_id, board_id, work_shift_id),
  constraint board_shift_is_of_board foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade,
  constraint board_shift_is_of_workspace foreign key (workspace_id, work_shift_id) references work_shifts (workspace_id, id)
);

comment on table boards is 'Boards that show a waiting room which numbers are called, each known by the hash of what is secret in its link.';
comment on table board_shifts is 'Which shifts a board is for, where not for all of its location.';

-- A board that is open hears at once that its link leads there no more, and other desks that there is another board.
create function note_board() returns trigger language plpgsql as $$
begin
  perform pg_notify('clinic_changes', 'boards ' || coalesce(new.workspace_id, old.workspace_id));
  return null;
end
$$;

create trigger note_board
  after insert or update or delete on boards
  for each row execute function note_board();

-- A call that is repeated changes no visit, and is to be seen and heard all the same.
create trigger note_recall
  after insert on queue_events
  for each row when (new.event = 'RECALLED') execute function note_queue_change('queue_day_id');
