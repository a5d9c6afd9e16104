import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { BookingPageSettings, Logo } from './settings.ts'

/**
 * The workspace of a page's address. Not cached: a page that was enabled a moment ago is found, and
 * strangers can send only few requests (CLINIC_LIMIT_PAGES).
 */
const bookingPageWorkspace = statement(
  'workspace_of_booking_page',
  { takes: { name: 'text' }, returns: { workspaceId: 'bigint' } },
  `
  select id as "workspaceId"
  from workspaces
  where name = :name and status = 'ACTIVE'`,
)

/** The permitted names of a workspace in a clinic file. */
const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/

/** The workspace whose name is in a page's address. */
export async function findWorkspaceId(queries: Queries, name: string): Promise<number | undefined> {
  if (!namePattern.test(name)) return undefined
  return (await queries.rows(bookingPageWorkspace, { name }))[0]?.workspaceId
}

/** The page of a workspace, if it is enabled. */
export const publishedBookingPage = statement(
  'published_booking_page',
  {
    takes: { workspaceId: 'bigint', now: 'timestamptz' },
    returns: {
      workspace: 'text',
      settings: narrowType<BookingPageSettings>('jsonb'),
      hasLogo: 'boolean',
      keyId: 'bigint',
      widgetKey: 'text',
      /** Whether its key can open sessions. */
      isUsable: 'boolean',
      allowedOrigins: 'text[]',
    },
  },
  `
  select w.name as workspace, b.settings, b.logo is not null as "hasLogo", b.key_id as "keyId", b.widget_key as "widgetKey",
    k.status = 'ACTIVE' and (k.expires_at is null or k.expires_at > :now) as "isUsable", k.allowed_origins as "allowedOrigins"
  from booking_pages b
  join workspaces w on w.id = b.workspace_id and w.status = 'ACTIVE'
  join api_keys k on k.workspace_id = b.workspace_id and k.id = b.key_id
  where b.workspace_id = :workspaceId and b.published`,
)

/** The names of all workspaces whose page is enabled, at most as many as a sitemap may list. */
export const publishedBookingPages = statement(
  'published_booking_pages',
  { takes: {}, returns: { workspace: 'text' } },
  `
  select w.name as workspace
  from booking_pages b
  join workspaces w on w.id = b.workspace_id and w.status = 'ACTIVE'
  where b.published
  order by w.name
  limit 50000`,
)

export const bookingPageLogo = statement(
  'logo_of_booking_page',
  {
    takes: { workspaceId: 'bigint' },
    returns: { bytes: 'bytea?', type: narrowType<Logo['type']>('text?') },
  },
  `
  select b.logo as bytes, b.logo_type as type
  from booking_pages b
  join workspaces w on w.id = b.workspace_id and w.status = 'ACTIVE'
  where b.workspace_id = :workspaceId and b.published and b.logo is not null`,
)

/** The colour and the logo of a clinic that has or had a booking page, for its own staff. */
export const clinicLook = statement(
  'look_of_clinic',
  {
    takes: { workspaceId: 'bigint' },
    returns: { colour: 'text?', bytes: 'bytea?', type: narrowType<Logo['type']>('text?') },
  },
  `
  select settings ->> 'colour' as colour, logo as bytes, logo_type as type
  from booking_pages
  where workspace_id = :workspaceId`,
)

/** The data for the addresses of practitioners' pages, and the long texts of their profiles. */
export const bookingPagePractitioners = statement(
  'practitioners_of_booking_page',
  {
    takes: { workspaceId: 'bigint', doctorIds: 'bigint[]' },
    returns: {
      doctorId: 'bigint',
      name: 'text?',
      slug: 'text?',
      whatToExpect: 'text?',
      treatmentPhilosophy: 'text?',
    },
  },
  `
  select u.id as "doctorId", u.name, p.details->>'slug' as slug, p.details->>'whatToExpect' as "whatToExpect",
    p.details->>'treatmentPhilosophy' as "treatmentPhilosophy"
  from users u
  left join public_profiles p on p.workspace_id = u.workspace_id and p.user_id = u.id and p.published
  where u.workspace_id = :workspaceId and u.id = any(:doctorIds::bigint[])
  order by u.id`,
)
