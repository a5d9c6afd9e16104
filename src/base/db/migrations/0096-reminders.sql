-- A visit may have several reminders: which of them a notice is.

alter table notices add column reminder_hours smallint;
alter table notices add constraint hours_are_of_a_reminder
  check (reminder_hours is null or (kind = 'reminder' and reminder_hours > 0)) not valid;
