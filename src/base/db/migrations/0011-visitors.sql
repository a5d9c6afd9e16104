-- Which visitor a session's end user is. Under sessions the page chooses the end user's id, and ids are often guessable: codes and
-- the consent gate therefore belong to the id at a client address, and a session that asked for a code keeps the visitor it was
-- then, wherever it goes (A-040). All that is stored are keyed hashes.
create table session_visitors (
  workspace_id bigint not null,
  session_id bigint not null,
  end_user_hash bytea not null constraint visitor_end_user_is_hashed check (length(end_user_hash) = 32),
  visitor_hash bytea not null constraint visitor_is_hashed check (length(visitor_hash) = 32),
  primary key (workspace_id, session_id, end_user_hash),
  foreign key (workspace_id, session_id) references widget_sessions (workspace_id, id) on delete cascade
);
