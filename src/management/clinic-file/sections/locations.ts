import { type Static, Type } from 'typebox'
import { currency, optional, zone } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { canonicalZone } from '../../../base/values/clinic-time.ts'
import { tidyName } from '../../../base/values/text.ts'
import { idsOfLocations } from '../../../clinic/catalogue/name-queries.ts'
import { closedObject, distinct, itemsByName, line, nameField } from '../words.ts'
import { closingsOfLocation } from './closings.ts'
import { importSelectedStatement, importStatement } from './import-statement.ts'
import {
  createDescription,
  type Section,
  statesStatement,
  unlessEmpty,
  withoutEmpty,
} from './section.ts'

const members = {
  locations: itemsByName(
    closedObject({
      fullAddress: line(
        'The whole address as patients read it, with the city.',
        '12 MI Road, Jaipur 302001',
      ),
      city: line('City.', 'Jaipur'),
      state: line('State or region.', 'Rajasthan'),
      country: Type.String({ format: 'country', description: 'ISO2 code.', examples: ['IN'] }),
      timezone: optional(zone('The location’s time zone; the clinic’s when omitted.')),
      currency: currency("The location's currency."),
      internationalCurrency: optional(
        currency('Currency of the international price list; omitted: none is kept.', 'USD'),
      ),
      rooms: optional(
        distinct(
          nameField('A room.', 'room-1'),
          0,
          'The names of the rooms. A visit takes one where its type names rooms.',
        ),
      ),
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

const importLocations = importStatement('import_locations', {
  table: 'locations',
  key: { name: 'text' },
  says: {
    full_address: 'text',
    city: 'text',
    state: 'text',
    country: 'text',
    timezone: 'text',
    follows_timezone: 'boolean',
    currency: 'text',
    international_currency: 'text',
  },
  of: 'workspace',
  others: 'retired',
})

const importRooms = importSelectedStatement('import_rooms', {
  table: 'rooms',
  imported: `select l.id as location_id, d.name
    from jsonb_to_recordset(:rows::jsonb) as d (location text, name text)
    join locations l on l.workspace_id = :workspaceId and l.name = d.location`,
  key: ['location_id', 'name'],
  others: 'retired',
})

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

const storedLocations = statement(
  'stored_locations',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      name: 'text',
      fullAddress: 'text',
      city: 'text',
      state: 'text',
      country: 'text',
      timezone: 'text',
      currency: 'text',
      internationalCurrency: 'text?',
      followsTimezone: 'boolean',
      rooms: 'text[]',
    },
  },
  `
  select l.name, l.full_address as "fullAddress", l.city, l.state, l.country, l.timezone, l.currency, l.international_currency as "internationalCurrency",
    l.follows_timezone as "followsTimezone",
    array(
      select r.name from rooms r where r.workspace_id = l.workspace_id and r.location_id = l.id and r.active order by r.id
    ) as rooms
  from locations l
  where l.workspace_id = :workspaceId and l.active
  order by l.id`,
)

/** Locations with their rooms. */
export const locations = {
  members,

  async write({ queries, workspaceId }, { workspace, locations }) {
    const imported = Object.entries(locations)
    const rows = imported.map(([name, location]) => ({
      name,
      full_address: tidyName(location.fullAddress),
      city: tidyName(location.city),
      state: tidyName(location.state),
      country: location.country,
      timezone: canonicalZone(location.timezone ?? workspace.timezone),
      follows_timezone: location.timezone === undefined,
      currency: location.currency,
      international_currency: location.internationalCurrency ?? null,
    }))
    await queries.rows(importLocations, { workspaceId, rows })
    const rooms = imported.flatMap(([location, { rooms: names = [] }]) =>
      names.map((name) => ({ location, name })),
    )
    await queries.rows(importRooms, { workspaceId, rows: rooms })
  },

  description: createDescription({ locations: storedLocations }, ({ locations }, file: File) => {
    for (const {
      name,
      timezone,
      followsTimezone,
      internationalCurrency,
      rooms,
      ...facts
    } of locations) {
      file.locations[name] = {
        ...facts,
        ...withoutEmpty({
          timezone: followsTimezone ? null : timezone,
          internationalCurrency,
          rooms: unlessEmpty(rooms),
        }),
      }
    }
  }),

  ids: { location: idsOfLocations, room: idsOfRooms },

  states: {
    location: statesStatement('locations', {
      name: 'l.name',
      facts:
        'l.full_address, l.city, l.state, l.country, l.timezone, l.currency, l.international_currency',
      source: 'locations l where l.workspace_id = :workspaceId and l.active',
    }),
    room: statesStatement('rooms', {
      name: 'l.name, r.name',
      facts: 'r.id',
      source: `rooms r
  join locations l on l.workspace_id = r.workspace_id and l.id = r.location_id and l.active
  where r.workspace_id = :workspaceId and r.active`,
    }),
  },
} satisfies Section<File>
