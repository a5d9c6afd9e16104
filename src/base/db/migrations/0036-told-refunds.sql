-- A visit shows its refund, so whatever changes that is a change of the visit, which its followers are told.

-- When it was last changed; null where a release wrote it that does not know this column.
alter table refunds add column changed_at timestamptz;

create function refund_changes_its_visit() returns trigger language plpgsql as $$
declare
  shown_before text := case when tg_op <> 'INSERT' and old.state in ('PENDING', 'DONE') then row(old.percentage, old.amount_minor, old.override_reason)::text end;
  shown_now text := case when tg_op <> 'DELETE' and new.state in ('PENDING', 'DONE') then row(new.percentage, new.amount_minor, new.override_reason)::text end;
begin
  if shown_now is distinct from shown_before then
    update appointments
    set changed_in = pg_current_xact_id(), updated_at = greatest(updated_at, new.changed_at)
    where workspace_id = coalesce(new.workspace_id, old.workspace_id) and id = coalesce(new.appointment_id, old.appointment_id)
      -- What has changed in this transaction is told already.
      and changed_in <> pg_current_xact_id();
  end if;
  return null;
end
$$;
create trigger refund_changes_its_visit after insert or update or delete on refunds
  for each row execute function refund_changes_its_visit();
