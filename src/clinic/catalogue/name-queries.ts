// The named things of a clinic file, with their ids.

import { statement } from '../../base/db/statement.ts'

const namesDeclaration = {
  takes: { workspaceId: 'bigint' },
  returns: { name: 'text?', id: 'bigint' },
} as const

export const idsOfPractitioners = statement(
  'ids_of_practitioners',
  namesDeclaration,
  `
  select u.name, u.id
  from practitioners p
  join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = :workspaceId
  order by u.id`,
)

export const idsOfLocations = statement(
  'ids_of_locations',
  namesDeclaration,
  `
  select name, id
  from locations
  where workspace_id = :workspaceId
  order by id`,
)

export const idsOfVisitTypes = statement(
  'ids_of_visit_types',
  namesDeclaration,
  `
  select name, id
  from visit_types
  where workspace_id = :workspaceId
  order by place, id`,
)

/** The rooms in use; two locations may have rooms with the same name. */
export const roomsInUse = statement(
  'rooms_in_use',
  {
    takes: { workspaceId: 'bigint' },
    returns: { id: 'bigint', locationId: 'bigint', name: 'text' },
  },
  `
  select id, location_id as "locationId", name
  from rooms
  where workspace_id = :workspaceId and active
  order by name`,
)

/** The shift in use comes after earlier ones with the same name in another mode. */
export const idsOfShifts = statement(
  'ids_of_shifts',
  namesDeclaration,
  `
  select u.name || '/' || l.name || '/' || t.name as name, t.id
  from work_shifts t
  join users u on u.workspace_id = t.workspace_id and u.id = t.doctor_id
  join locations l on l.workspace_id = t.workspace_id and l.id = t.location_id
  where t.workspace_id = :workspaceId
  order by t.active, t.id`,
)
