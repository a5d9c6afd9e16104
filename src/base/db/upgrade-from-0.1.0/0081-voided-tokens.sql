-- A token is cancelled as if it had never been, as a visit is.

alter table queue_visits add column voided boolean not null default false;
alter table queue_visits add constraint voided_token_is_cancelled check (not voided or status = 'CANCELLED') not valid;
