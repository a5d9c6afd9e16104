// The page on which patients book. It is a member of the workspace, and gets its own widget key
// when it is first enabled.

import type { Static } from 'typebox'
import { choice, flag, optional, text } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import { newPatientFields } from '../../../base/values/new-patient-fields.ts'
import { createKey } from '../../../clinic/workspaces/keys.ts'
import {
  type BookingPageSettings,
  logoBytesMax,
  logoTypes,
  logoUrl,
  pageLanguages,
  readLogo,
} from '../../../doors/patient-pages/settings.ts'
import { closedObject, distinct, formatted, line } from '../words.ts'
import { createDescription, type Section, statesStatement, withoutEmpty } from './section.ts'

const BookingPage = closedObject(
  {
    published: flag('Whether patients can open the page.'),
    colour: optional(
      formatted(
        'page-colour',
        'The colour of buttons and links, dark enough for white text on it.',
        '#0b6e5f',
      ),
    ),
    logo: optional(
      formatted(
        'logo',
        `A picture as a data URL, of ${logoTypes.join(', ')}, and ${logoBytesMax / 1024} kB at most.`,
        'data:image/png;base64,iVBORw0KGgo…',
      ),
    ),
    text: optional(
      text(
        'Text on the page, in addition to names, addresses and profiles.',
        'Please bring earlier test results.',
        { pattern: '\\S', maxLength: 2000 },
      ),
    ),
    phone: optional(line('Phone number to call.', '+91 141 400 0000')),
    email: optional(formatted('email', 'E-mail address to write to.', 'hello@sunrise.example')),
    languages: optional(
      distinct(
        choice(pageLanguages, 'A language.'),
        1,
        'Languages to choose from; all of them when omitted.',
      ),
    ),
    newPatients: optional(
      distinct(
        choice(newPatientFields, 'A member of the record.'),
        0,
        'What new patients have to tell on web pages; by default only their first name.',
      ),
    ),
  },
  'The page on which patients book.',
)

/** The booking page as a member of the workspace. */
export const bookingPageOfWorkspace = { bookingPage: optional(BookingPage) }

interface File {
  workspace: { bookingPage?: Static<typeof BookingPage> }
}

const keyOfBookingPage = statement(
  'key_of_booking_page',
  { takes: { workspaceId: 'bigint' }, returns: { keyId: 'bigint', isDeleted: 'boolean' } },
  `
  select b.key_id as "keyId", k.status = 'DELETED' as "isDeleted"
  from booking_pages b
  join api_keys k on k.workspace_id = b.workspace_id and k.id = b.key_id
  where b.workspace_id = :workspaceId`,
)

const settingsParameters = {
  workspaceId: 'bigint',
  published: 'boolean',
  settings: narrowType<BookingPageSettings>('jsonb'),
  logo: 'bytea?',
  logoType: 'text?',
} as const

const insertBookingPage = statement(
  'insert_booking_page',
  { takes: { ...settingsParameters, keyId: 'bigint', widgetKey: 'text' } },
  `
  insert into booking_pages (workspace_id, published, settings, logo, logo_type, key_id, widget_key)
  values (:workspaceId, :published, :settings::jsonb, :logo, :logoType, :keyId, :widgetKey)
  on conflict on constraint booking_pages_pkey do update
  set published = excluded.published, settings = excluded.settings, logo = excluded.logo, logo_type = excluded.logo_type,
    key_id = excluded.key_id, widget_key = excluded.widget_key`,
)

const changeBookingPage = statement(
  'change_booking_page',
  { takes: settingsParameters },
  `
  update booking_pages
  set (published, settings, logo, logo_type) = (:published, :settings::jsonb, :logo::bytea, :logoType::text)
  where workspace_id = :workspaceId
    and (published, settings, logo, logo_type) is distinct from (:published, :settings::jsonb, :logo::bytea, :logoType::text)`,
)

const retireBookingPage = statement(
  'retire_booking_page',
  { takes: { workspaceId: 'bigint' } },
  `
  update booking_pages
  set published = false
  where workspace_id = :workspaceId and published`,
)

/**
 * A disabled page's sessions end with its key; a key that an operator has deactivated stays
 * deactivated while the page is enabled.
 */
const syncKeyStatus = statement(
  'sync_key_status',
  { takes: { workspaceId: 'bigint', wasPublished: 'boolean', isPublished: 'boolean' } },
  `
  update api_keys k
  set status = case when :isPublished::boolean then 'ACTIVE' else 'DEACTIVATED' end
  from booking_pages b
  where b.workspace_id = :workspaceId and k.workspace_id = b.workspace_id and k.id = b.key_id and k.status <> 'DELETED'
    and :wasPublished::boolean <> :isPublished::boolean`,
)

const pageIsPublished = statement(
  'booking_page_is_published',
  { takes: { workspaceId: 'bigint' }, returns: { published: 'boolean' } },
  `
  select published
  from booking_pages
  where workspace_id = :workspaceId`,
)

const storedBookingPage = statement(
  'stored_booking_page',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      published: 'boolean',
      settings: narrowType<BookingPageSettings>('jsonb'),
      logo: 'bytea?',
      logoType: 'text?',
    },
  },
  `
  select published, settings, logo, logo_type as "logoType"
  from booking_pages
  where workspace_id = :workspaceId`,
)

/** The name of the page's widget key in lists of keys. */
const keyName = 'Booking page'

export const bookingPage = {
  members: {},

  async write({ queries, workspaceId, now, publicOrigin }, { workspace: { bookingPage: page } }) {
    const [before] = await queries.rows(pageIsPublished, { workspaceId })
    const isPublished = page?.published ?? false
    if (!page) await queries.rows(retireBookingPage, { workspaceId })
    else {
      const { published, logo: url, ...settings } = page
      const logo = url === undefined ? undefined : readLogo(url)
      const row = {
        workspaceId,
        published,
        settings: settings as BookingPageSettings,
        logo: logo?.bytes ?? null,
        logoType: logo?.type ?? null,
      }
      const [pageKey] = await queries.rows(keyOfBookingPage, { workspaceId })
      if (pageKey && !(pageKey.isDeleted && published)) await queries.rows(changeBookingPage, row)
      // A page that was never enabled needs no key, and so no row.
      else if (published) {
        const allowedOrigins = publicOrigin === null ? [] : [publicOrigin]
        const createdKey = await createKey(
          queries,
          workspaceId,
          {
            kind: 'WIDGET',
            name: keyName,
            allowedAddresses: [],
            allowedOrigins,
            booksForPatients: false,
            expiresAt: null,
          },
          now,
        )
        await queries.rows(insertBookingPage, {
          ...row,
          keyId: createdKey.id,
          widgetKey: createdKey.key,
        })
      }
    }
    if (before)
      await queries.rows(syncKeyStatus, {
        workspaceId,
        wasPublished: before.published,
        isPublished,
      })
  },

  description: createDescription(
    { bookingPage: storedBookingPage },
    ({ bookingPage: [page] }, { workspace }: File) => {
      if (!page) return
      const { published, settings, logo, logoType } = page
      const picture =
        logo === null || logoType === null ? null : logoUrl({ type: logoType, bytes: logo })
      workspace.bookingPage = {
        published,
        ...(settings as Partial<Static<typeof BookingPage>>),
        ...withoutEmpty({ logo: picture }),
      }
    },
  ),

  states: {
    bookingPage: statesStatement('booking_pages', {
      name: "'bookingPage'",
      facts: 'b.settings, b.logo, b.logo_type',
      source: 'booking_pages b where b.workspace_id = :workspaceId and b.published',
    }),
  },
} satisfies Section<File>
