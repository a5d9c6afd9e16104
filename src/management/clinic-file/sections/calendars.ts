// External calendars of practitioners. Their content is private: the file only has the address of a
// calendar.

import type { Static } from 'typebox'
import { optional } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { type Environment, readSecret, secretVariable } from '../../../base/ports/secrets.ts'
import { invalid } from '../../../base/values/problem.ts'
import { isMaskedFeedUrl, maskedFeedUrl } from '../../../visits/calendars/feed-url.ts'
import { planRefresh, removePlannedRefresh } from '../../../visits/calendars/refresh-work.ts'
import { asMapping, mappingEntries } from '../checking.ts'
import { closedObject, formatted, itemsByName } from '../words.ts'
import {
  createDescription,
  type Section,
  statesStatement,
  takesRows,
  withoutEmpty,
} from './section.ts'

/** The limit per practitioner, since each calendar is fetched repeatedly. */
const calendarsMax = 10

const Calendars = itemsByName(
  closedObject({
    url: optional(
      formatted(
        'feed-url',
        'Where it is published as iCalendar: https://, http:// or webcal://, or secret:NAME, for who knows a private address can read it. ' +
          'If omitted, the calendar is imported from a file with clinic calendar import.',
        'secret:ASHA_CALENDAR',
      ),
    ),
  }),
  `At most ${calendarsMax} external calendars, by name. While one of them is busy, the practitioner cannot be booked anywhere.`,
)

/** The calendars as a member of the practitioner. */
export const calendarsOfPractitioner = { calendars: optional(Calendars) }

/**
 * Problems on this machine with the secrets that the calendars in a file refer to, one sentence
 * each.
 */
export function calendarSecretProblems(
  { practitioners }: File,
  environment: Environment,
): string[] {
  return Object.entries(practitioners).flatMap(([doctor, { calendars = {} }]) =>
    Object.entries(calendars).flatMap(([name, { url = '' }]) => {
      const variable = secretVariable(url)
      const problems =
        variable === undefined ? [] : (readSecret(environment, variable).problems ?? [])
      return problems.map(
        (problem) =>
          `${problem} here; where the service runs, it cannot fetch calendar ${doctor}/${name} until this is mended`,
      )
    }),
  )
}

interface File {
  practitioners: Record<string, { calendars?: Static<typeof Calendars> }>
}

const removeCalendars = statement(
  'remove_calendars',
  { takes: takesRows, returns: { id: 'bigint' } },
  `
  with imported as (
    select u.id as doctor_id, d.name
    from jsonb_to_recordset(:rows::jsonb) as d (doctor text, name text)
    join users u on u.workspace_id = :workspaceId and u.name = d.doctor
  ),
  gone as (
    delete from calendars
    where workspace_id = :workspaceId and (doctor_id, name) not in (select doctor_id, name from imported)
    returning doctor_id, id
  ),
  freed as (
    delete from calendar_busy_times b
    using gone
    where b.workspace_id = :workspaceId and b.doctor_id = gone.doctor_id and b.calendar_id = gone.id
  )
  select id from gone`,
)

/**
 * Busy times that were read from a URL remain until the new URL is read; an attempt in progress on
 * the old URL writes nothing.
 */
const upsertCalendars = statement(
  'upsert_calendars',
  { takes: takesRows, returns: { id: 'bigint', url: 'text?' } },
  `
  insert into calendars as existing (workspace_id, doctor_id, name, url)
  select :workspaceId, u.id, d.name, d.url
  from jsonb_to_recordset(:rows::jsonb) as d (doctor text, name text, url text)
  join users u on u.workspace_id = :workspaceId and u.name = d.doctor
  on conflict (workspace_id, doctor_id, name) do update
  set url = excluded.url, etag = null, last_modified = null, problem = null, attempt = existing.attempt + 1
  where existing.url is distinct from excluded.url
  returning id, url`,
)

const storedCalendars = statement(
  'stored_calendars',
  { takes: { workspaceId: 'bigint' }, returns: { doctor: 'text?', name: 'text', url: 'text?' } },
  `
  select u.name as doctor, c.name, c.url
  from calendars c
  join users u on u.workspace_id = c.workspace_id and u.id = c.doctor_id
  where c.workspace_id = :workspaceId and u.name is not null
  order by c.id`,
)

/**
 * The URL of a calendar: the stored one if the file contains it in the shortened form shown to
 * staff.
 */
function restoreMaskedUrl(url: string, storedUrl: string | null | undefined): string {
  if (!isMaskedFeedUrl(url)) return url
  if (!storedUrl || maskedFeedUrl(storedUrl) !== url)
    throw invalid(`${url} is only the shown part of a calendar's address; enter the whole address`)
  return storedUrl
}

export const calendars = {
  members: {},

  check({ practitioners }, report) {
    for (const [name, practitioner] of mappingEntries(practitioners)) {
      const count = Object.keys(asMapping(practitioner.calendars)).length
      if (count > calendarsMax)
        report(
          `practitioners.${name}.calendars`,
          `has ${count} calendars; at most ${calendarsMax} are read`,
        )
    }
  },

  async write({ queries, workspaceId, now }, { practitioners }) {
    const before = await queries.rows(storedCalendars, { workspaceId })
    const rows = Object.entries(practitioners).flatMap(([doctor, { calendars = {} }]) =>
      Object.entries(calendars).map(([name, { url }]) => ({
        doctor,
        name,
        url:
          url === undefined
            ? null
            : restoreMaskedUrl(
                url,
                before.find((calendar) => calendar.doctor === doctor && calendar.name === name)
                  ?.url,
              ),
      })),
    )
    for (const { id } of await queries.rows(removeCalendars, { workspaceId, rows }))
      await removePlannedRefresh(queries, workspaceId, id)
    for (const { id, url } of await queries.rows(upsertCalendars, { workspaceId, rows })) {
      if (url === null) await removePlannedRefresh(queries, workspaceId, id)
      else await planRefresh(queries, workspaceId, id, now)
    }
  },

  description: createDescription(
    { calendars: storedCalendars },
    ({ calendars }, { practitioners }: File) => {
      for (const { doctor, name, url } of calendars) {
        const practitioner = practitioners[doctor ?? '']
        if (practitioner)
          practitioner.calendars = { ...practitioner.calendars, [name]: withoutEmpty({ url }) }
      }
    },
  ),

  states: {
    calendar: statesStatement('calendars', {
      name: 'u.name, c.name',
      facts: 'c.url',
      source: `calendars c
  join users u on u.workspace_id = c.workspace_id and u.id = c.doctor_id
  where c.workspace_id = :workspaceId`,
    }),
  },
} satisfies Section<File>
