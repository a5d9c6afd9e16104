-- Whether callers with a key are held to the clinic's prices; and what a price was, where one of them charged something else.

alter table workspaces
  add column strict_prices boolean not null default false;

-- Of what was booked at another price than its own: what was charged, and the price.
alter table audit_entries
  add column charged_minor bigint,
  add column charged_currency text,
  add column quoted_minor bigint,
  add column quoted_currency text,
  add constraint audit_names_both_prices check (num_nonnulls(charged_minor, charged_currency, quoted_minor, quoted_currency) in (0, 4)) not valid,
  add constraint audit_prices_differ check ((charged_minor, charged_currency) <> (quoted_minor, quoted_currency)) not valid,
  add constraint audit_prices_are_not_negative check (least(charged_minor, quoted_minor) >= 0) not valid,
  add constraint audit_currencies_are_iso4217 check (charged_currency ~ '^[A-Z]{3}$' and quoted_currency ~ '^[A-Z]{3}$') not valid;
