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
    name: 'the consultation of a patient who returned counts from the first call',
    file: 'src/queue/staff-queries.ts',
    text: ":action = 'bringBack' or :action = 'takeBack'",
    replacement: ":action = 'takeBack'",
    noticedBy: ['src/queue/run-queue.test.ts'],
  },
  {
    name: 'the end of a queue counts unpaid tokens as paid',
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
    name: 'a patient in consultation also counts as already seen',
    file: 'src/queue/queue-status.ts',
    text: 'called.filter((other) => other !== inside).length',
    replacement: 'called.length',
    noticedBy: ['src/queue/queue-status.test.ts'],
  },
  {
    name: 'an open page does not show a changed place',
    file: 'src/db/migrations/0026-queue.sql',
    text: 'when ((old.status, old.place) is distinct from (new.status, new.place))',
    replacement: 'when (old.status is distinct from new.status)',
    noticedBy: ['src/queue/live-queues.test.ts'],
  },
  {
    name: 'tokens that are no longer waiting count as upcoming visits',
    file: 'src/booking/queries.ts',
    text: 'and waits_in_line(status)',
    replacement: "and status <> 'CANCELLED'",
    noticedBy: ['src/queue/book-token-session.test.ts'],
  },
  {
    name: 'next calls the last patient in line',
    file: statements,
    text: '  order by v.place\n  limit 1',
    replacement: '  order by v.place desc\n  limit 1',
    noticedBy: tests,
  },
  {
    name: 'moving a visit also counts patients who are no longer waiting',
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
    name: 'a no-show cannot be brought back',
    file: actions,
    text: "from: ['SKIPPED', 'NO_SHOW'], to: 'WAITING'",
    replacement: "from: ['SKIPPED'], to: 'WAITING'",
    noticedBy: tests,
  },
  {
    name: 'a skipped patient is cancelled at the end',
    file: actions,
    text: "SKIPPED: 'NO_SHOW'",
    replacement: "SKIPPED: 'CANCELLED'",
    noticedBy: tests,
  },
  {
    name: 'a queue continues after its end',
    file: running,
    text: 'if (queue.endedAt !== null) throw',
    replacement: 'if (queue.endedAt === null && false) throw',
    noticedBy: tests,
  },
  {
    name: 'a shift that is not offered can be started without tokens',
    file: running,
    text: '(!offered && queue.booked === 0)',
    replacement: '(!offered && queue.booked < 0)',
    noticedBy: tests,
  },
  {
    name: 'an event has no reason',
    file: running,
    text: 'await noteEvents(queries, queue, event, [visit.id], reason)',
    replacement: 'await noteEvents(queries, queue, event, [visit.id])',
    noticedBy: tests,
  },
  {
    name: 'a consultation counts from the call even while another patient is being seen',
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
