-- Members of staff by their address, in whatever workspace: whom a provider of OpenID Connect names.

create index users_by_email on users (email_normalised) where email_normalised is not null;
