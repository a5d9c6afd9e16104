import type { PlantedFault } from './planted-fault.ts'

const changes = ['src/appointments/follow-changes.test.ts']
const searches = ['src/appointments/search.test.ts']

/** Faults in searches of visits and in following their changes: nothing is left out, and every patient shown is audited. */
export const searchFaults: readonly PlantedFault[] = [
  {
    name: 'a search ends before the last moment that it names',
    file: 'src/appointments/search-queries.ts',
    in: 'conditions',
    replace: 'a.updated_at <= :updatedTo',
    with: 'a.updated_at < :updatedTo',
    noticedBy: ['src/appointments/search.test.ts'],
  },
  {
    name: 'a truncated count is reported as exact',
    file: 'src/appointments/find-visits.ts',
    in: 'findVisits',
    replace: 'count < countMax && !isCutShort }',
    with: 'count < countMax }',
    noticedBy: ['src/appointments/search.test.ts'],
  },
  {
    name: 'a follower misses changes that are committed late',
    file: 'src/booking/changes.ts',
    in: 'changesOf',
    replace: 'and ${r}.changed_in < pg_snapshot_xmin(pg_current_snapshot())',
    with: '',
    noticedBy: [...changes, 'src/queue/follow-queue-changes.test.ts'],
  },
  {
    name: 'a follower misses the rest of a transaction split between pages',
    file: 'src/booking/changes.ts',
    in: 'changesOf',
    replace: '(${r}.changed_in, ${r}.id) > (:changedIn::text::xid8, :afterId::bigint)',
    with: '${r}.changed_in > :changedIn::text::xid8 and :afterId::bigint >= 0',
    noticedBy: changes,
  },
  {
    name: 'a cursor from another history is accepted',
    file: 'src/booking/changes.ts',
    in: 'changedAfter',
    replace: 'pastKnown === past && !isAhead',
    with: '!isAhead',
    noticedBy: changes,
  },
  {
    name: 'a search that examines too many records silently omits the rest',
    file: 'src/appointments/find-visits.ts',
    in: 'findVisits',
    replace: 'if (isCutShort && count < offset + size) throw',
    with: 'if (isCutShort && count < offset) throw',
    noticedBy: searches,
  },
  {
    name: 'patients shown by a search are not audited',
    file: 'src/appointments/find-visits.ts',
    in: 'readVisits',
    replace: "await note(queries, workspaceId, caller, { action: 'READ', patientIds: patients.map(({ id }) => id), now })",
    with: '',
    noticedBy: searches,
  },
]
