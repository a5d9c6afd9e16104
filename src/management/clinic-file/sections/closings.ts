// Ranges of closed dates for the workspace, a location or a practitioner.

import type { Static } from 'typebox'
import { calendarDate, optional } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { dayNumber, isCalendarDate } from '../../../base/values/calendar-date.ts'
import { tidyName } from '../../../base/values/text.ts'
import { asList, asMapping, mappingEntries, type Report } from '../checking.ts'
import { closedObject, line, several } from '../words.ts'
import {
  createDescription,
  type Section,
  statesStatement,
  takesRows,
  unlessDefault,
  withoutEmpty,
} from './section.ts'

const rangesMax = 200
const daysMax = 366

const Range = closedObject({
  from: calendarDate('The first closed date.', '2026-12-24'),
  to: optional(calendarDate('The last closed date; the first one when omitted.', '2026-12-26')),
  reason: optional(line('Why, for those who read the file.', 'Christmas')),
})

const ranges = (whose: string) => ({
  closed: optional(
    several(
      Range,
      rangesMax,
      `Dates on which ${whose} is closed. Hours that \`exceptions\` name for such a date still apply.`,
    ),
  ),
})

export const closingsOfWorkspace = ranges('every location')
export const closingsOfLocation = ranges('the location')
export const closingsOfPractitioner = ranges('the practitioner')

interface Closable {
  closed?: Static<typeof Range>[]
}

interface File {
  workspace: Closable
  locations: Record<string, Closable>
  practitioners: Record<string, Closable>
}

/** Everything that can be closed, with its path. */
function listClosables<T>(
  workspace: T,
  locations: readonly [string, T][],
  practitioners: readonly [string, T][],
) {
  return [
    { path: 'workspace', location: null, practitioner: null, of: workspace },
    ...locations.map(([name, closable]) => ({
      path: `locations.${name}`,
      location: name,
      practitioner: null,
      of: closable,
    })),
    ...practitioners.map(([name, closable]) => ({
      path: `practitioners.${name}`,
      location: null,
      practitioner: name,
      of: closable,
    })),
  ]
}

function checkRanges(ranges: unknown, path: string, report: Report) {
  const closedRanges = new Set<string>()
  for (const [index, range] of asList(ranges).entries()) {
    const { from, to = from } = asMapping(range)
    if (
      typeof from !== 'string' ||
      typeof to !== 'string' ||
      !isCalendarDate(from) ||
      !isCalendarDate(to)
    )
      continue
    const rangePath = `${path}.closed.${index}`
    if (to < from) report(rangePath, `ends on ${to}, before it begins on ${from}`)
    else if (dayNumber(to) - dayNumber(from) >= daysMax)
      report(rangePath, `closes more than ${daysMax} days; a range is a year at most`)
    if (closedRanges.has(`${from} ${to}`)) report(rangePath, `names ${from} to ${to} a second time`)
    closedRanges.add(`${from} ${to}`)
  }
}

// Null equals nothing, not even null, and only plain equality can use a hash.
const closingKey = 'coalesce(location_id, 0), coalesce(practitioner_id, 0), first_date, last_date'

const importClosings = statement(
  'import_closings',
  { takes: takesRows, returns: {} },
  `
  with imported as (
    select l.id as location_id, u.id as practitioner_id, d.first_date, d.last_date, d.reason
    from jsonb_to_recordset(:rows::jsonb) as d (location text, practitioner text, first_date date, last_date date, reason text)
    left join locations l on l.workspace_id = :workspaceId and l.name = d.location
    left join users u on u.workspace_id = :workspaceId and u.name = d.practitioner
  ),
  removed as (
    delete from closing_days
    where workspace_id = :workspaceId and (${closingKey}) not in (select ${closingKey} from imported)
  )
  insert into closing_days as existing (workspace_id, location_id, practitioner_id, first_date, last_date, reason)
  select :workspaceId, location_id, practitioner_id, first_date, last_date, reason
  from imported
  on conflict on constraint closing_is_written_once do update
  set reason = excluded.reason
  where existing.reason is distinct from excluded.reason`,
)

const storedClosings = statement(
  'stored_closings',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      location: 'text?',
      practitioner: 'text?',
      firstDate: 'date',
      lastDate: 'date',
      reason: 'text?',
    },
  },
  `
  select l.name as location, u.name as practitioner, c.first_date as "firstDate", c.last_date as "lastDate", c.reason
  from closing_days c
  left join locations l on l.workspace_id = c.workspace_id and l.id = c.location_id
  left join users u on u.workspace_id = c.workspace_id and u.id = c.practitioner_id
  where c.workspace_id = :workspaceId
  order by c.first_date, c.last_date, c.id`,
)

/** Closing days. */
export const closings = {
  members: {},

  check({ workspace, locations, practitioners }, report) {
    for (const { path, of } of listClosables(
      asMapping(workspace),
      mappingEntries(locations),
      mappingEntries(practitioners),
    ))
      checkRanges(of.closed, path, report)
  },

  async write({ queries, workspaceId }, { workspace, locations, practitioners }) {
    const all = listClosables<Closable>(
      workspace,
      Object.entries(locations),
      Object.entries(practitioners),
    )
    const rows = all.flatMap(({ location, practitioner, of: { closed = [] } }) =>
      closed.map(({ from, to = from, reason }) => ({
        location,
        practitioner,
        first_date: from,
        last_date: to,
        reason: reason === undefined ? null : tidyName(reason),
      })),
    )
    await queries.rows(importClosings, { workspaceId, rows })
  },

  description: createDescription(
    { closings: storedClosings },
    ({ closings }, { workspace, locations, practitioners }: File) => {
      for (const { location, practitioner, firstDate, lastDate, reason } of closings) {
        let closable: Closable | undefined = workspace
        if (location !== null) closable = locations[location]
        else if (practitioner !== null) closable = practitioners[practitioner]
        if (closable)
          closable.closed = [
            ...(closable.closed ?? []),
            {
              from: firstDate,
              ...withoutEmpty({ to: unlessDefault(firstDate, lastDate), reason }),
            },
          ]
      }
    },
  ),

  states: {
    'closing days': statesStatement('closings', {
      name: "coalesce(l.name, u.name, 'workspace'), c.first_date, nullif(c.last_date, c.first_date)",
      facts: 'c.reason',
      source: `closing_days c
  left join locations l on l.workspace_id = c.workspace_id and l.id = c.location_id
  left join users u on u.workspace_id = c.workspace_id and u.id = c.practitioner_id
  where c.workspace_id = :workspaceId`,
    }),
  },
} satisfies Section<File>
