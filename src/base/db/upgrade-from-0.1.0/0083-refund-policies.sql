-- What goes back when a patient cancels: of the workspace, and of practitioners where theirs differs.

alter table workspaces add column refund_policy jsonb;
alter table practitioners add column refund_policy jsonb;
alter table workspaces add constraint refund_policy_has_steps check (jsonb_typeof(refund_policy -> 'steps') = 'array') not valid;
alter table practitioners add constraint own_refund_policy_has_steps check (jsonb_typeof(refund_policy -> 'steps') = 'array') not valid;
