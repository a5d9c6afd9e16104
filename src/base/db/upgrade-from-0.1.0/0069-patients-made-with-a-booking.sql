-- A booking for someone new makes their record in the one statement that books.

-- Whether a phone reaches only these people, by their own records or by merged ones; if so, no one else is added to it until the caller's
-- transaction ends. The lock is the one of every find-or-create and has to stay the same. The lock first, the look after it: within a
-- function each statement sees what was committed before it began, which a condition of the calling statement would not. Without a phone
-- there is nothing to lock and no one to find.
create function phone_reaches_only(workspace bigint, phone text, people bigint[]) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('phone ' || phone, workspace));
  return not exists (select from patients where workspace_id = workspace and phone_normalised = phone and id <> all (people))
    and not exists (select from merged_patients where workspace_id = workspace and phone_normalised = phone and merged_into <> all (people));
end
$$;
