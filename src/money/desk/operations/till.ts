// The till of a location: what its desk took on a day, and its closes (TILL-05).

import {
  calendarDate,
  currency,
  flag,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  ordinalLimits,
  signedAmountLimits,
  text,
  timestamp,
  zone,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { optionalWithDefault, workspaceOperation } from '../../../base/operations/operation.ts'
import { clinicDay, dateAt, isoAt } from '../../../base/values/clinic-time.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import { closeTill } from '../close-till.ts'
import { loadTillLocation } from '../place-of-till.ts'
import {
  closeCounts,
  closesBefore,
  entrySums,
  periodEntries,
  periodSums,
  tillOfLocation,
  workspaceTills,
} from '../till-queries.ts'
import { sumByMethod } from '../till-sums.ts'
import {
  closeSchema,
  closeView,
  entrySchema,
  entryView,
  memberSumSchema,
  memberSumView,
  methodSumSchema,
  methodSumView,
} from '../till-views.ts'

const addressId = optional(
  id('The location; if omitted, the till for payments without a location.'),
)
const location = nullable(
  text('Its name in the clinic file; null for payments without a location.', 'jaipur'),
)

export const tillList = workspaceOperation({
  name: 'till-list',
  right: 'money:read',
  about: 'the whole clinic',
  summary: 'List the tills, one per location: what is open, and when each was last closed.',
  input: object({}),
  output: list(
    object({
      addressId: nullable(id('The location.')),
      location,
      city: nullable(text('Its city.', 'Jaipur')),
      timezone: zone('Its zone, by which its days are.'),
      openEntries: integer('Number of entries since the last closing.', 18),
      openSince: nullable(timestamp('When the first of them was recorded; null if there is none.')),
      lastClosedAt: nullable(timestamp('When it was last closed; null if never.')),
    }),
    'Tills by location.',
  ),
  async run({ database, workspaceId }) {
    const rows = await database.rows(workspaceTills, { workspaceId })
    return rows.map(
      ({ locationId, location, city, timezone, openEntries, openSince, lastClosedAt }) => {
        const formatAt = (at: number | null) => (at === null ? null : isoAt(timezone, at))
        return {
          addressId: locationId,
          location,
          city,
          timezone,
          openEntries,
          openSince: formatAt(openSince),
          lastClosedAt: formatAt(lastClosedAt),
        }
      },
    )
  },
})

const entriesMax = 500
const emptyTill = { entries: 0, closedThrough: 0, id: 0 }

export const tillShow = workspaceOperation({
  name: 'till-show',
  right: 'money:read',
  about: 'the whole clinic',
  summary:
    'Show the till of a location on a day: payments, corrections and refunds, by method and by staff member, and what is open.',
  input: object({
    addressId,
    date: optional(calendarDate("The date in the location's zone; today when omitted.")),
    after: optionalWithDefault(
      integer('Only entries after the one with this number; to continue after a full page.', 0, {
        ...ordinalLimits,
        minimum: 0,
      }),
      0,
    ),
    limit: optionalWithDefault(
      integer('Maximum number of entries.', 200, { minimum: 1, maximum: entriesMax }),
      200,
    ),
  }),
  output: object({
    addressId: nullable(id('The location.')),
    location,
    timezone: zone('Its zone.'),
    date: calendarDate('The day that is shown.'),
    today: calendarDate('The day it is there now.'),
    byMethod: list(methodSumSchema, 'What came and went on that day, by method and currency.'),
    byStaffMember: list(memberSumSchema, 'The same by member of staff.'),
    entries: list(entrySchema, 'Its entries in their order.'),
    more: flag('Whether there are more entries of the day after these.', false),
    open: nullable(
      object(
        {
          firstEntry: integer('The first entry since the last closing.', 41),
          lastEntry: integer('The last one.', 58),
          byMethod: list(methodSumSchema, 'What they add up to: `net` is what a close expects.'),
        },
        { description: 'Entries of any day since the last closing; null if there are none.' },
      ),
    ),
  }),
  async run(
    { database, clock, actor, workspaceId },
    { addressId: locationId = null, date: requestedDate, after, limit },
  ) {
    const tillPlace = await loadTillLocation(database, workspaceId, locationId)
    const today = dateAt(tillPlace.timezone, clock.now())
    const date = requestedDate ?? today
    const { from: fromAt, to: toAt } = clinicDay(tillPlace.timezone, date)
    return database.transaction(async (queries) => {
      const [till = emptyTill] = await queries.rows(tillOfLocation, { workspaceId, locationId })
      const dayScope = { workspaceId, tillId: till.id, fromAt, toAt }
      const sums = await queries.rows(periodSums, dayScope)
      const entries = await queries.rows(periodEntries, { ...dayScope, after, limit: limit + 1 })
      const patientIds = [...new Set(entries.slice(0, limit).map(({ patientId }) => patientId))]
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds,
        now: clock.now(),
      })
      const first = till.closedThrough + 1
      const last = till.entries
      const open =
        first > last
          ? undefined
          : await queries.rows(entrySums, { workspaceId, tillId: till.id, first, last })
      return {
        addressId: locationId,
        ...tillPlace,
        date,
        today,
        byMethod: sumByMethod(sums).map(methodSumView),
        byStaffMember: sums.map(memberSumView),
        entries: entries.slice(0, limit).map((row) => entryView(tillPlace.timezone, row)),
        more: entries.length > limit,
        open: open
          ? { firstEntry: first, lastEntry: last, byMethod: sumByMethod(open).map(methodSumView) }
          : null,
      }
    }, 'repeatable read')
  },
})

export const tillClose = workspaceOperation({
  name: 'till-close',
  right: 'money:write',
  about: 'the whole clinic',
  summary:
    'Close a till: the counted amounts are kept next to the expected ones. Later entries go into the next close.',
  input: object({
    addressId,
    counts: list(
      object({
        method: text('How it was paid.', 'CASH', { pattern: '^[A-Z][A-Z0-9_]{0,39}$' }),
        currency: currency('ISO 4217 code.'),
        amount: number(
          'The counted amount, in `currency`, without the opening balance; negative if more was refunded than taken.',
          5_200,
          signedAmountLimits,
        ),
      }),
      'A count for each method and currency of the open entries, and for any others that are in the till.',
      { maxItems: 100 },
    ),
    reason: optional(
      text(
        'Why the counted amount differs from the expected one; required if it does, and kept with the closing.',
        'A note of 50 was given back twice',
        {
          minLength: 1,
          maxLength: 500,
        },
      ),
    ),
    firstEntry: optional(
      integer(
        'The first of the counted entries, as shown; default: the first open one.',
        41,
        ordinalLimits,
      ),
    ),
    lastEntry: optional(
      integer('The last of the counted entries; default: the last open one.', 58, ordinalLimits),
    ),
  }),
  output: closeSchema,
  async run(
    { database, clock, actor, workspaceId },
    { addressId: locationId = null, counts, reason, firstEntry, lastEntry },
  ) {
    const { timezone } = await loadTillLocation(database, workspaceId, locationId)
    const { tillId, number } = await closeTill(
      database,
      { workspaceId, actor, now: clock.now() },
      { locationId, counts, reason, firstEntry, lastEntry },
    )
    const [close] = await listCloses(
      database,
      { workspaceId, tillId, before: number + 1, limit: 1 },
      timezone,
    )
    if (!close) throw new Error('the new till closing was not found')
    return close
  },
})

export const tillCloses = workspaceOperation({
  name: 'till-closes',
  right: 'money:read',
  about: 'the whole clinic',
  summary:
    'List the closes of a till, latest first, each with the counted amounts and the differences.',
  input: object({
    addressId,
    before: optional(
      integer(
        'Only closings before the one with this number; to continue after a full page.',
        12,
        ordinalLimits,
      ),
    ),
    limit: optionalWithDefault(
      integer('Maximum number of entries.', 20, { minimum: 1, maximum: 200 }),
      20,
    ),
  }),
  output: list(closeSchema, 'Closes, the latest first.'),
  async run(
    { database, workspaceId },
    { addressId: locationId = null, before = Number.MAX_SAFE_INTEGER, limit },
  ) {
    const { timezone } = await loadTillLocation(database, workspaceId, locationId)
    const [till] = await database.rows(tillOfLocation, { workspaceId, locationId })
    return till
      ? listCloses(database, { workspaceId, tillId: till.id, before, limit }, timezone)
      : []
  },
})

async function listCloses(
  queries: Queries,
  query: { workspaceId: number; tillId: number; before: number; limit: number },
  timezone: string,
) {
  const { workspaceId, tillId } = query
  const closes = await queries.rows(closesBefore, query)
  const latest = closes[0]
  const earliest = closes.at(-1)
  if (!latest || !earliest) return []
  const counts = await queries.rows(closeCounts, {
    workspaceId,
    tillId,
    first: earliest.number,
    last: latest.number,
  })
  return closes.map((close) => closeView(timezone, close, counts))
}

export const tillOperations = [tillList, tillShow, tillClose, tillCloses]
