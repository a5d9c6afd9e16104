-- A declined payment is reported as failed for good; one that was only not made in time is not.

alter table payment_sessions add column is_declined boolean not null default false;
comment on column payment_sessions.is_declined is 'The gateway has reported once that the payment failed. It may still be paid by another attempt.';
