import type { PlantedFault } from './planted-fault.ts'

const statuses = ['src/appointments/change-status.test.ts']
const moves = ['src/appointments/reschedule.test.ts']
const storms = ['test/change-storms.test.ts']

/** In changes of visits: which status can follow which, what a cancellation frees and refunds, and what a move takes. */
export const changeFaults: readonly PlantedFault[] = [
  {
    name: 'a refund without refundIssued is lost without a word',
    file: 'src/appointments/status-change.ts',
    text: 'if (isRefundIssued === undefined) {',
    replacement: 'if (isRefundIssued === null) {',
    noticedBy: statuses,
  },
  {
    name: 'a misspelled member of a new time is dropped',
    file: 'src/appointments/reschedule.ts',
    text: "{ unknown: 'refused' }",
    replacement: '{}',
    noticedBy: moves,
  },
  {
    name: 'a visit that stays where it is counts as moved',
    file: 'src/appointments/reschedule.ts',
    text: 'if (time.from !== visit.fromAt) await move(',
    replacement: 'if (time.from > 0) await move(',
    noticedBy: ['src/appointments/reschedule.test.ts'],
  },
  {
    name: 'a move without a reason takes the reason of the one before',
    file: 'src/appointments/queries.ts',
    text: 'reschedule_reason = coalesce(:reason, reschedule_reason)',
    replacement: 'reschedule_reason = :reason',
    noticedBy: ['src/appointments/reschedule.test.ts'],
  },
  {
    name: 'a visit whose room is gone is not listed as stranded',
    file: 'src/appointments/stranded-visits.ts',
    text: ' || (roomId !== null && !practice?.location.roomIds.has(roomId))',
    replacement: '',
    noticedBy: ['src/cli/visits.test.ts'],
  },
  {
    name: 'who did not come cannot come after all',
    file: 'src/appointments/appointment-status.ts',
    text: "NO_SHOW: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'CANCELLED']",
    replacement: "NO_SHOW: ['CANCELLED']",
    noticedBy: statuses,
  },
  {
    name: 'a visit that nobody came to is overdue only when it should be over',
    file: 'src/appointments/appointment-status.ts',
    text: '.from_at > :now then',
    replacement: '.to_at > :now then',
    noticedBy: statuses,
  },
  {
    name: 'the time of a cancelled visit stays taken',
    file: 'src/appointments/cancel-visit.ts',
    text: '  await freeTime(queries, workspaceId, appointmentId)\n',
    replacement: '',
    noticedBy: statuses,
  },
  {
    name: 'who has used a pack twice gets all its money back',
    file: 'src/appointments/change-status.ts',
    text: 'pack.sessionsUsed > 1',
    replacement: 'pack.sessionsUsed > 2',
    noticedBy: statuses,
  },
  {
    name: 'money is given back for a booking that is void',
    file: 'src/appointments/status-change.ts',
    text: 'refundIssued && !voidBooking ?',
    replacement: 'refundIssued ?',
    noticedBy: statuses,
  },
  {
    name: 'half a unit of a refund is rounded to the even one',
    file: 'src/payments/refund-amount.ts',
    text: 'Big.roundHalfUp',
    replacement: 'Big.roundHalfEven',
    noticedBy: ['src/payments/refund-amount.test.ts'],
  },
  {
    name: 'a refund may be of a visit that was not refunded',
    file: 'src/db/migrations/0028-checkout.sql',
    text: "or stands.payment_status is distinct from (case new.state when 'DONE' then 'REFUNDED' else 'PAID' end)",
    replacement: "or stands.payment_status not in ('REFUNDED', 'PAID')",
    noticedBy: ['src/payments/refunds-in-the-database.test.ts'],
  },
  {
    name: 'changes of a visit do not wait for each other',
    file: 'src/appointments/visits.ts',
    text: '  await queries.rows(holdVisit, { workspaceId, appointmentId })\n',
    replacement: '',
    noticedBy: storms,
  },
  {
    name: 'visits that want each other’s times wait for each other',
    file: 'src/appointments/reschedule.ts',
    text: 'await lock(queries, workspaceId, { doctor: seen.doctorId, room: seen.roomId })',
    replacement: 'await lock(queries, workspaceId, {})',
    noticedBy: storms,
  },
  {
    name: 'a visit of a pack can be moved past its last day',
    file: 'src/appointments/reschedule.ts',
    text: 'if (pack && date > pack.expiresOn)',
    replacement: 'if (pack && date < pack.expiresOn)',
    noticedBy: moves,
  },
]
