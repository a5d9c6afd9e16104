-- Accounts at payment gateways elsewhere, as the clinic file says it; the keys themselves are in the environment of the service.

alter table workspaces add column gateways jsonb;
