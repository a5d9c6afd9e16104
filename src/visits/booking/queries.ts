import { statement } from '../../base/db/statement.ts'
import { isUpcomingVisit } from '../../base/values/visit-to-come.ts'

/**
 * A lock per contact, under which a contact's bookings in sessions are made one at a time, so that
 * their number can be limited.
 */
export const lockContact = statement(
  'lock_contact',
  { takes: { workspaceId: 'bigint', contact: 'text' }, returns: {} },
  `
  select from pg_advisory_xact_lock(hashtextextended('visits of ' || :contact, :workspaceId))`,
)

const countUpcomingSql = (condition: string) => `
  select (
    select count(*)
    from appointments a
    where workspace_id = :workspaceId and ${condition} and ${isUpcomingVisit('a')}
  ) + (
    select count(*)
    from queue_visits
    -- A day is closed some hours after it ends.
    where workspace_id = :workspaceId and ${condition} and appointment_date >= (:now::timestamptz at time zone 'UTC')::date - 1
      and waits_in_line(status)
  ) as count`

/**
 * Live upcoming visits that sessions of a contact have booked, and tokens that are still waiting.
 */
export const countUpcomingOfContact = statement(
  'count_upcoming_of_contact',
  {
    takes: { workspaceId: 'bigint', contactHash: 'bytea', now: 'timestamptz' },
    returns: { count: 'bigint' },
  },
  countUpcomingSql('contact_hash = :contactHash'),
)

/** Live upcoming visits and waiting tokens that sessions at a site have booked. */
export const countUpcomingOfSite = statement(
  'count_upcoming_of_site',
  {
    takes: { workspaceId: 'bigint', siteHash: 'bytea', now: 'timestamptz' },
    returns: { count: 'bigint' },
  },
  countUpcomingSql('site_hash = :siteHash'),
)
