-- What the last imported clinic file says a workspace may use: where `entitlements` differs, it was changed by hand since, and the next
-- import undoes that. Null: imported before this was noted.
alter table workspaces add column file_entitlements text[];
