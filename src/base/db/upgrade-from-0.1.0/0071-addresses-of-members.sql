-- An address belongs to a member of a clinic, for as long as they are one. Accounts have none, so none can hold one for good. Processes of
-- the previous release still use the columns email and email_normalised of staff_accounts; later ones do not.

alter table staff_accounts drop constraint account_password_has_email;

create function former_member_releases_address() returns trigger language plpgsql as $$
begin
  -- The address remains readable in email.
  new.email_normalised := null;
  return new;
end
$$;
create trigger release_address before insert or update of status, email_normalised on users for each row
  when (new.status = 'inactive' and new.email_normalised is not null)
  execute function former_member_releases_address();
update users set email_normalised = null where status = 'inactive' and email_normalised is not null;
