import { type Static, Type } from 'typebox'
import { currency, optional, zone } from '../../contract/schemas.ts'
import { statement } from '../../db/statement.ts'
import { canonicalZone } from '../../values/clinic-time.ts'
import { tidyName } from '../../values/text.ts'
import { closed, distinct, line, named, nameOf } from '../words.ts'
import { closingsOfLocation } from './closings.ts'
import { type Section, states, takesRows } from './section.ts'

const members = {
  locations: named(
    closed({
      fullAddress: line('Street address as it is written.', '12 MI Road, Jaipur 302001'),
      city: line('City.', 'Jaipur'),
      state: line('State or region.', 'Rajasthan'),
      country: Type.String({ format: 'country', description: 'ISO2 code.', examples: ['IN'] }),
      timezone: optional(zone("The location's zone; the workspace's when omitted.")),
      currency: currency("The location's currency."),
      internationalCurrency: optional(currency('Currency of the international price list; omitted: none is kept.', 'USD')),
      rooms: optional(distinct(nameOf('A room.', 'room-1'), 0, 'Rooms by name.')),
      ...closingsOfLocation,
    }),
    'Locations by name.',
  ),
}

export type Locations = Static<typeof members.locations>

interface File {
  workspace: { timezone: string }
  locations: Locations
}

const mergeLocations = statement(
  'merge_locations',
  { takes: takesRows, returns: {} },
  `
  with described as (
    select * from jsonb_to_recordset(:rows::jsonb) as d (
      name text, full_address text, city text, state text, country text, timezone text, currency text, international_currency text
    )
  ),
  retired as (
    update locations set active = false
    where workspace_id = :workspaceId and active and name not in (select name from described)
  )
  insert into locations as known (workspace_id, name, full_address, city, state, country, timezone, currency, international_currency)
  select :workspaceId, name, full_address, city, state, country, timezone, currency, international_currency
  from described
  on conflict (workspace_id, name) do update
  set full_address = excluded.full_address, city = excluded.city, state = excluded.state, country = excluded.country,
    timezone = excluded.timezone, currency = excluded.currency, international_currency = excluded.international_currency,
    active = true
  where (known.full_address, known.city, known.state, known.country, known.timezone, known.currency, known.international_currency, known.active)
    is distinct from (excluded.full_address, excluded.city, excluded.state, excluded.country, excluded.timezone, excluded.currency, excluded.international_currency, true)`,
)

const mergeRooms = statement(
  'merge_rooms',
  { takes: takesRows, returns: {} },
  `
  with described as (
    select l.id as location_id, d.name
    from jsonb_to_recordset(:rows::jsonb) as d (location text, name text)
    join locations l on l.workspace_id = :workspaceId and l.name = d.location
  ),
  retired as (
    update rooms set active = false
    where workspace_id = :workspaceId and active and (location_id, name) not in (select location_id, name from described)
  )
  insert into rooms as known (workspace_id, location_id, name)
  select :workspaceId, location_id, name
  from described
  on conflict (workspace_id, location_id, name) do update
  set active = true
  where not known.active`,
)

export const idsOfLocations = statement(
  'ids_of_locations',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text', id: 'bigint' } },
  `
  select name, id
  from locations
  where workspace_id = :workspaceId
  order by id`,
)

const idsOfRooms = statement(
  'ids_of_rooms',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text', id: 'bigint' } },
  `
  select l.name || '/' || r.name as name, r.id
  from rooms r
  join locations l on l.workspace_id = r.workspace_id and l.id = r.location_id
  where r.workspace_id = :workspaceId
  order by r.id`,
)

/** Locations with their rooms. */
export const locations = {
  members,

  async write({ queries, workspaceId }, { workspace, locations }) {
    const described = Object.entries(locations)
    const rows = described.map(([name, location]) => ({
      name,
      full_address: tidyName(location.fullAddress),
      city: tidyName(location.city),
      state: tidyName(location.state),
      country: location.country,
      timezone: canonicalZone(location.timezone ?? workspace.timezone),
      currency: location.currency,
      international_currency: location.internationalCurrency ?? null,
    }))
    await queries.rows(mergeLocations, { workspaceId, rows })
    const rooms = described.flatMap(([location, { rooms: names = [] }]) => names.map((name) => ({ location, name })))
    await queries.rows(mergeRooms, { workspaceId, rows: rooms })
  },

  ids: { location: idsOfLocations, room: idsOfRooms },

  states: {
    location: states('locations', {
      name: 'l.name',
      facts: 'l.full_address, l.city, l.state, l.country, l.timezone, l.currency, l.international_currency',
      source: 'locations l where l.workspace_id = :workspaceId and l.active',
    }),
    room: states('rooms', {
      name: 'l.name, r.name',
      facts: 'r.id',
      source: `rooms r
  join locations l on l.workspace_id = r.workspace_id and l.id = r.location_id and l.active
  where r.workspace_id = :workspaceId and r.active`,
    }),
  },
} satisfies Section<File>
