import { statement } from '../db/statement.ts'

/** Bookings of one contact under sessions come one after the other, so that their number can be bounded. */
export const lockContact = statement(
  'lock_contact',
  { takes: { workspaceId: 'bigint', contact: 'text' }, returns: {} },
  `
  select from pg_advisory_xact_lock(hashtextextended('visits of ' || :contact, :workspaceId))`,
)

/** Live visits to come that sessions of a contact have booked, and tokens they still wait with. */
export const upcomingOfContact = statement(
  'upcoming_of_contact',
  { takes: { workspaceId: 'bigint', contactHash: 'bytea', now: 'timestamptz' }, returns: { count: 'bigint' } },
  `
  select (
    select count(*)
    from appointments
    where workspace_id = :workspaceId and contact_hash = :contactHash and to_at > :now and status <> 'CANCELLED'
  ) + (
    select count(*)
    from queue_visits
    -- A day is settled some hours after it ends.
    where workspace_id = :workspaceId and contact_hash = :contactHash and appointment_date >= (:now::timestamptz at time zone 'UTC')::date - 1
      and waits_in_line(status)
  ) as count`,
)
