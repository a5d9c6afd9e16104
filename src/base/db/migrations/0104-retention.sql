-- room: workspaces
-- After how many years without a visit a clinic keeps a patient, or answers to forms, no longer.

alter table workspaces add column retention jsonb;
alter table workspaces add constraint retention_is_an_object
  check (jsonb_typeof(retention) = 'object') not valid;
