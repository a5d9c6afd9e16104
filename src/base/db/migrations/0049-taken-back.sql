-- A wrong call, or a consultation begun by mistake, is taken back; what happened is kept, and that it was taken back too.

alter table queue_events
  drop constraint queue_event_known,
  add constraint queue_event_known check (
    event in ('STARTED', 'ENDED', 'CALLED', 'RECALLED', 'SKIPPED', 'BROUGHT_BACK', 'BEGUN', 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'MOVED', 'TAKEN_BACK')
  ) not valid;
