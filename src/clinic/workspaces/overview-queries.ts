// The sizes of workspaces, in numbers.

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'

const columns = {
  id: 'bigint',
  name: 'text',
  title: 'text',
  timezone: 'text',
  status: narrowType<'ACTIVE' | 'SUSPENDED'>('text'),
  locations: 'bigint',
  practitioners: 'bigint',
  keys: 'bigint',
  patients: 'bigint',
  /** Appointments and tokens. */
  visits: 'bigint',
  upcomingVisits: 'bigint',
} as const

export type WorkspaceOverview = RowOf<typeof columns>

const overviewSelect = `
  select id, name, title, timezone, status,
    (select count(*) from locations l where l.workspace_id = w.id and l.active) as locations,
    (
      select count(*)
      from practitioners p
      join users u on u.workspace_id = p.workspace_id and u.id = p.user_id and u.status = 'active'
      where p.workspace_id = w.id
    ) as practitioners,
    (select count(*) from api_keys k where k.workspace_id = w.id and k.status = 'ACTIVE') as keys,
    (select count(*) from patients p where p.workspace_id = w.id) as patients,
    (select count(*) from appointments a where a.workspace_id = w.id) + (select count(*) from queue_visits v where v.workspace_id = w.id) as visits,
    (
      select count(*)
      from appointments a
      where a.workspace_id = w.id and a.status <> 'CANCELLED'
        and a.to_at > (select clock_timestamp() + clock_offset_ms * interval '1 ms' from installation)
    ) + (select count(*) from queue_visits v where v.workspace_id = w.id and waits_in_line(v.status)) as "upcomingVisits"`

export const workspacesOverview = statement(
  'workspaces_overview',
  { returns: columns },
  `${overviewSelect}
  from workspaces w
  order by id`,
)

export const workspaceOverview = statement(
  'workspace_overview',
  { takes: { workspaceId: 'bigint' }, returns: columns },
  `${overviewSelect}
  from workspaces w
  where id = :workspaceId`,
)
