// Running a queue: who is next, places in line, which actions are allowed when, and what the end of a shift leaves.

import type { PlantedFault } from './planted-fault.ts'

const running = 'src/queue/run-queue.ts'
const statements = 'src/queue/staff-queries.ts'
const actions = 'src/queue/staff-actions.ts'
const settling = 'src/queue/settle-day.ts'
const tests = ['src/queue/run-queue.test.ts']
const settled = ['src/queue/settle-day.test.ts']
const races = ['test/queue-races.test.ts']

export const runningFaults: readonly PlantedFault[] = [
  {
    name: 'who was away and came back is seen since the first call',
    file: 'src/queue/staff-queries.ts',
    text: ":action = 'bringBack' or :action = 'takeBack'",
    replacement: ":action = 'takeBack'",
    noticedBy: ['src/queue/run-queue.test.ts'],
  },
  {
    name: 'a queue that ends counts who is still to pay as paid',
    file: 'src/queue/run-queue.ts',
    text: "status === 'CANCELLED' && paymentStatus === 'PAID').length",
    replacement: "status === 'CANCELLED' && paymentStatus !== 'UNPAID').length",
    noticedBy: ['src/queue/run-queue.test.ts'],
  },
  {
    name: 'a token that staff cancel can be paid until its hold ends',
    file: 'src/queue/run-queue.ts',
    text: "if (name === 'cancel' && visit.paymentStatus === 'PENDING')",
    replacement: "if (name === 'noShow' && visit.paymentStatus === 'PENDING')",
    noticedBy: ['src/queue/run-queue.test.ts'],
  },
  {
    name: 'who is being seen counts as seen before, too',
    file: 'src/queue/queue-status.ts',
    text: 'called.filter((other) => other !== inside).length',
    replacement: 'called.length',
    noticedBy: ['src/queue/queue-status.test.ts'],
  },
  {
    name: 'an open page is not told of a place that changes',
    file: 'src/db/migrations/0026-queue.sql',
    text: 'when ((old.status, old.place) is distinct from (new.status, new.place))',
    replacement: 'when (old.status is distinct from new.status)',
    noticedBy: ['src/queue/live-queues.test.ts'],
  },
  {
    name: 'tokens that wait no more count as visits to come',
    file: 'src/booking/queries.ts',
    text: 'and waits_in_line(status)',
    replacement: "and status <> 'CANCELLED'",
    noticedBy: ['src/queue/book-token-session.test.ts'],
  },
  {
    name: 'next calls who came last',
    file: statements,
    text: '  order by v.place\n  limit 1',
    replacement: '  order by v.place desc\n  limit 1',
    noticedBy: tests,
  },
  {
    name: 'a visit is moved behind those who wait no more, too',
    file: statements,
    text: 'from (select place from others where waits order by place limit',
    replacement: 'from (select place from others order by place limit',
    noticedBy: tests,
  },
  {
    name: 'staff do not wait for each other',
    file: statements,
    text: '\n  for no key update`',
    replacement: '`',
    noticedBy: races,
  },
  {
    name: 'who was absent cannot come back',
    file: actions,
    text: "from: ['SKIPPED', 'NO_SHOW'], to: 'WAITING'",
    replacement: "from: ['SKIPPED'], to: 'WAITING'",
    noticedBy: tests,
  },
  {
    name: 'who was skipped is cancelled at the end',
    file: actions,
    text: "SKIPPED: 'NO_SHOW'",
    replacement: "SKIPPED: 'CANCELLED'",
    noticedBy: tests,
  },
  {
    name: 'a queue goes on after its end',
    file: running,
    text: 'if (queue.endedAt !== null) throw',
    replacement: 'if (queue.endedAt === null && false) throw',
    noticedBy: tests,
  },
  {
    name: 'a shift that is not on offer is started without tokens',
    file: running,
    text: '(!offered && queue.booked === 0)',
    replacement: '(!offered && queue.booked < 0)',
    noticedBy: tests,
  },
  {
    name: 'an event does not say why',
    file: running,
    text: 'await noteEvents(queries, queue, event, [visit.id], reason)',
    replacement: 'await noteEvents(queries, queue, event, [visit.id])',
    noticedBy: tests,
  },
  {
    name: 'a consultation counts from the call, whoever is seen meanwhile',
    file: statements,
    text: '(select max(o.completed_at) from queue_visits o',
    replacement: '(select min(o.called_at) from queue_visits o',
    noticedBy: tests,
  },
  {
    name: 'a day is settled although it is not over in the zone of the clinic',
    file: settling,
    text: 'if (queue.now < dueAt) return',
    replacement: 'if (queue.now > dueAt + 86_400_000) return',
    noticedBy: settled,
  },
]
