-- A member without an address came by an operator's link. Their first address takes nothing from
-- anyone, so it ends no session: the owner of a new clinic adds it in the first steps.
create or replace trigger end_sessions_of_status after update of status, email_normalised on users
  for each row
  when (
    new.status is distinct from old.status
    or (
      old.email_normalised is not null
      and new.email_normalised is distinct from old.email_normalised
    )
  )
  execute function end_sessions_of_inactive_member();
