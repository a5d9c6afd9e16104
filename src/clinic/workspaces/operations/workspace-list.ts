import { choice, id, integer, list, object, text } from '../../../base/contract/schemas.ts'
import { operation } from '../../../base/operations/operation.ts'
import { workspacesOverview } from '../overview-queries.ts'

export const overviewMembers = {
  id: id('The workspace.'),
  name: text('Its name in this installation.', 'sunrise'),
  title: text('The name people see.', 'Sunrise Clinics'),
  timezone: text('Its zone.', 'Asia/Kolkata'),
  status: choice(['ACTIVE', 'SUSPENDED'], 'Whether its keys work.'),
  locations: integer('Locations.', 2),
  practitioners: integer('Active practitioners.', 12),
  keys: integer('Active keys.', 3),
  patients: integer('Patients.', 4_000),
  visits: integer('Number of visits, including past and cancelled ones.', 9_000),
  upcomingVisits: integer('Number of live upcoming visits.', 240),
}

export const workspaceList = operation({
  name: 'workspace-list',
  summary: 'List the workspaces and their sizes.',
  input: object({}),
  output: list(object(overviewMembers), 'The workspaces, in the order in which they were made.'),
  run: ({ database }) => database.rows(workspacesOverview),
})
