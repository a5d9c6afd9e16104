-- By another zone a day that was over may not be so, and money may be of another day: what is kept of days is counted again. A count that is
-- under way ends first; one that begins later sees the new zone.
create function zone_changes_report_days() returns trigger language plpgsql as $$
declare
  workspace bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('report', workspace));
  delete from report_days where workspace_id = workspace;
  return null;
end
$$;

create trigger zone_changes_report_days after update of timezone on workspaces
  for each row when (old.timezone is distinct from new.timezone) execute function zone_changes_report_days('id');
create trigger zone_of_new_location_changes_report_days after insert on locations
  for each row execute function zone_changes_report_days('workspace_id');
create trigger zone_changes_report_days after update of timezone on locations
  for each row when (old.timezone is distinct from new.timezone) execute function zone_changes_report_days('workspace_id');
