import type { PlantedFault } from './planted-fault.ts'

const refusals = ['src/queue/book-token-refusals.test.ts']
const races = ['test/token-races.test.ts']
const shifts = ['src/queue/doctor-shifts.test.ts']
const running = ['src/queue/run-queue.test.ts']
const page = ['src/queue/status-routes.test.ts', 'src/queue/live-queues.test.ts']

/** Faults in queues as a whole: places and ends under load, and what strangers can see. */
export const queueFaults: readonly PlantedFault[] = [
  {
    name: 'a place is counted instead of taken from the row that issues the number',
    file: 'src/queue/queries.ts',
    in: 'takeToken',
    replace: '(select waiting from day) as "position"',
    with: '(select count(*)::integer + 1 from queue_visits v where v.workspace_id = :workspaceId and v.work_shift_id = :workShiftId and v.appointment_date = :appointmentDate and waits_in_line(v.status)) as "position"',
    noticedBy: races,
  },
  {
    name: 'a token is issued although the queue has ended',
    file: 'src/queue/queries.ts',
    in: 'takeToken',
    replace: 'and booked < :capacity and ended_at is null',
    with: 'and booked < :capacity',
    noticedBy: refusals,
  },
  {
    name: 'one endless consultation counts in the average',
    file: 'src/queue/consultation-time.ts',
    in: 'averageSeconds',
    replace: 'const kept = ordered.slice(aside, ordered.length - aside)',
    with: 'const kept = ordered',
    noticedBy: shifts,
  },
  {
    name: 'a visit that was moved keeps its place',
    file: 'src/queue/staff-queries.ts',
    in: 'changeVisit',
    replace: 'place = coalesce(:place::text::numeric, place)',
    with: 'place = coalesce(place, :place::text::numeric)',
    noticedBy: running,
  },
  {
    name: 'a patient still waiting at the end is marked as a no-show',
    file: 'src/queue/staff-actions.ts',
    in: 'statusAtEnd',
    replace: "WAITING: 'CANCELLED',",
    with: "WAITING: 'NO_SHOW',",
    noticedBy: running,
  },
  {
    name: "a patient's status page still works the next day",
    file: 'src/queue/status-routes.ts',
    in: 'statusPages',
    replace: 'visit && dateAt(visit.timezone, clock.now()) <= visit.date ? visit : undefined',
    with: 'visit',
    noticedBy: page,
  },
  {
    name: 'streams do not show what staff do',
    file: 'src/app/follow-changes.ts',
    in: 'followChanges',
    replace: "if (what === 'queue') {",
    with: "if (what === 'nothing') {",
    noticedBy: page,
  },
]
