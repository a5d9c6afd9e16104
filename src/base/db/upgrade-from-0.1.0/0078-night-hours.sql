-- Hours may go on after midnight. The part before it stays as it is, so that an older process offers that part and nothing else.

alter table working_hours add column next_day_minutes smallint not null default 0;
comment on column working_hours.next_day_minutes is 'How many minutes the hours continue after midnight.';
alter table working_hours add constraint night_hours_end_by_noon check (next_day_minutes = 0 or (to_minute = 1440 and next_day_minutes between 0 and 720)) not valid;
