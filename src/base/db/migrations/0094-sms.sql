-- SMS as a channel of notices, and what its carrier reports about each message later.

alter table outbox drop constraint outbox_channel;
alter table outbox add constraint outbox_channel
  check (channel in ('chatapp', 'email', 'sms')) not valid;

alter table notices drop constraint notice_channel;
alter table notices add constraint notice_channel
  check (channel in ('chatapp', 'email', 'sms')) not valid;

-- By which the carrier names the message that the notice was sent in, in all its attempts.
alter table notices add column reference text;
alter table notices add constraint notice_reference_is_short
  check (char_length(reference) between 1 and 40) not valid;
-- What the carrier reported last; it only moves forward.
alter table notices add column delivery text;
alter table notices add constraint notice_delivery
  check (delivery in ('SENT', 'UNDELIVERED', 'DELIVERED', 'READ')) not valid;
-- The carrier's code for a message that it could not deliver.
alter table notices add column delivery_code text;
alter table notices add constraint delivery_code_is_short
  check (delivery_code ~ '^[[:alnum:]_.-]{1,40}$') not valid;
alter table notices add constraint delivery_code_is_of_an_undelivered_notice
  check (delivery_code is null or delivery = 'UNDELIVERED') not valid;
create index notices_by_reference on notices (workspace_id, reference) where reference is not null;
