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
    in: 'changeVisit',
    replace: ":action = 'bringBack' or :action = 'takeBack'",
    with: ":action = 'takeBack'",
    noticedBy: ['src/queue/run-queue.test.ts'],
  },
  {
    name: 'the end of a queue counts unpaid tokens as paid',
    file: 'src/queue/run-queue.ts',
    in: 'settle',
    replace: "cancelled.filter(({ paymentStatus }) => paymentStatus === 'PAID').length",
    with: "cancelled.filter(({ paymentStatus }) => paymentStatus !== 'UNPAID').length",
    noticedBy: ['src/queue/run-queue.test.ts'],
  },
  {
    name: 'a token that staff cancel can be paid until its hold ends',
    file: 'src/queue/run-queue.ts',
    in: 'change',
    replace: "if (name === 'cancel' && visit.paymentStatus === 'PENDING')",
    with: "if (name === 'noShow' && visit.paymentStatus === 'PENDING')",
    noticedBy: ['src/queue/run-queue.test.ts'],
  },
  {
    name: 'a patient in consultation also counts as already seen',
    file: 'src/queue/queue-status.ts',
    in: 'waitsIn',
    replace: 'called.filter((other) => other !== inside).length',
    with: 'called.length',
    noticedBy: ['src/queue/queue-status.test.ts'],
  },
  {
    name: 'an open page does not show a changed place',
    file: 'src/db/migrations/0026-queue.sql',
    in: 'note_change',
    replace: 'when ((old.status, old.place) is distinct from (new.status, new.place))',
    with: 'when (old.status is distinct from new.status)',
    noticedBy: ['src/queue/live-queues.test.ts'],
  },
  {
    name: 'tokens that are no longer waiting count as upcoming visits',
    file: 'src/booking/queries.ts',
    in: 'upcoming',
    replace: 'and waits_in_line(status)',
    with: "and status <> 'CANCELLED'",
    noticedBy: ['src/queue/book-token-session.test.ts'],
  },
  {
    name: 'next calls the last patient in line',
    file: statements,
    in: 'firstWaiting',
    replace: 'order by v.place limit 1',
    with: 'order by v.place desc limit 1',
    noticedBy: tests,
  },
  {
    name: 'moving a visit also counts patients who are no longer waiting',
    file: statements,
    in: 'placeAt',
    replace: 'from (select place from others where waits order by place limit',
    with: 'from (select place from others order by place limit',
    noticedBy: tests,
  },
  {
    name: 'staff do not wait for each other',
    file: statements,
    in: 'holdQueueDay',
    replace: 'for no key update`',
    with: '`',
    noticedBy: races,
  },
  {
    name: 'a no-show cannot be brought back',
    file: actions,
    in: 'staffActions',
    replace: "from: ['SKIPPED', 'NO_SHOW'], to: 'WAITING'",
    with: "from: ['SKIPPED'], to: 'WAITING'",
    noticedBy: tests,
  },
  {
    name: 'a skipped patient is cancelled at the end',
    file: actions,
    in: 'statusAtEnd',
    replace: "SKIPPED: 'NO_SHOW'",
    with: "SKIPPED: 'CANCELLED'",
    noticedBy: tests,
  },
  {
    name: 'a queue continues after its end',
    file: running,
    in: 'checkNotOver',
    replace: 'if (queue.endedAt !== null) throw',
    with: 'if (queue.endedAt === null && false) throw',
    noticedBy: tests,
  },
  {
    name: 'a shift that is not offered can be started without tokens',
    file: running,
    in: 'startQueue',
    replace: '(!offered && queue.booked === 0)',
    with: '(!offered && queue.booked < 0)',
    noticedBy: tests,
  },
  {
    name: 'an event has no reason',
    file: running,
    in: 'change',
    replace: 'await noteEvents(queries, queue, event, [visit.id], reason)',
    with: 'await noteEvents(queries, queue, event, [visit.id])',
    noticedBy: tests,
  },
  {
    name: 'a consultation counts from the call even while another patient is being seen',
    file: statements,
    in: 'changeVisit',
    replace: '(select max(o.completed_at) from queue_visits o',
    with: '(select min(o.called_at) from queue_visits o',
    noticedBy: tests,
  },
  {
    name: 'a day is settled although it is not over in the zone of the clinic',
    file: settling,
    in: 'settleWork',
    replace: 'if (queue.now < dueAt) return',
    with: 'if (queue.now > dueAt + 86_400_000) return',
    noticedBy: settled,
  },
  {
    name: 'a patient gives up a token that was called',
    file: 'src/queue/cancel-token.ts',
    in: 'begin',
    replace: "checkOwn ? ['WAITING'] : staffActions.cancel.from",
    with: 'staffActions.cancel.from',
    noticedBy: ['src/booking-page/visit-page.test.ts', 'src/queue/cancel-token.test.ts'],
  },
  {
    name: 'a patient gives up a token although the practitioner does not let patients cancel',
    file: 'src/queue/cancel-token.ts',
    in: 'mayPatientCancel',
    replace: 'id === doctorId && allowCancellation',
    with: 'id === doctorId',
    noticedBy: ['src/booking-page/visit-page.test.ts'],
  },
  {
    name: 'a session cancels the token of anyone',
    file: 'src/queue/cancel-routes.ts',
    in: 'cancelTokenRoute',
    replace: 'if (!(await reachesPatient(',
    with: 'if ((await reachesPatient(',
    noticedBy: ['src/queue/cancel-token.test.ts'],
  },
]
