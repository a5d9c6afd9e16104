-- Invitations to the dashboard that a member mails are counted, like all messages sent by hand.

alter table member_sends drop constraint member_sends_kind;
alter table member_sends add constraint member_sends_kind
  check (kind in ('RECEIPT', 'RECEIPT_ELSEWHERE', 'TEST_NOTICE', 'INVITATION')) not valid;
