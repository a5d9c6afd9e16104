import type { PlantedFault } from './planted-fault.ts'

const statuses = ['src/appointments/change-status.test.ts']
const moves = ['src/appointments/reschedule.test.ts']
const storms = ['test/change-storms.test.ts']

/** Faults in changes of visits: which status can follow which, what a cancellation frees and refunds, and what a move takes. */
export const changeFaults: readonly PlantedFault[] = [
  {
    name: 'a refund without refundIssued is dropped silently',
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
    name: 'a visit whose time does not change counts as moved',
    file: 'src/appointments/reschedule.ts',
    text: 'if (time.from !== visit.fromAt) await move(',
    replacement: 'if (time.from > 0) await move(',
    noticedBy: ['src/appointments/reschedule.test.ts'],
  },
  {
    name: 'a move without a reason keeps the reason of the previous one',
    file: 'src/appointments/queries.ts',
    text: 'reschedule_reason = coalesce(:reason, reschedule_reason)',
    replacement: 'reschedule_reason = :reason',
    noticedBy: ['src/appointments/reschedule.test.ts'],
  },
  {
    name: 'a visit whose room no longer exists is not listed as stranded',
    file: 'src/appointments/stranded-visits.ts',
    text: ' || (roomId !== null && !practice?.location.roomIds.has(roomId))',
    replacement: '',
    noticedBy: ['src/cli/visits.test.ts'],
  },
  {
    name: 'a no-show cannot be corrected',
    file: 'src/appointments/appointment-status.ts',
    text: "NO_SHOW: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'CANCELLED']",
    replacement: "NO_SHOW: ['CANCELLED']",
    noticedBy: statuses,
  },
  {
    name: 'a visit is overdue only after its end',
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
    name: 'a patient who has used a pack twice gets a full refund',
    file: 'src/appointments/change-status.ts',
    text: 'pack.sessionsUsed > 1',
    replacement: 'pack.sessionsUsed > 2',
    noticedBy: statuses,
  },
  {
    name: 'a voided booking is refunded',
    file: 'src/appointments/status-change.ts',
    text: 'refundIssued && !voidBooking ?',
    replacement: 'refundIssued ?',
    noticedBy: statuses,
  },
  {
    name: 'half a unit of a refund is rounded to even',
    file: 'src/payments/refund-amount.ts',
    text: 'Big.roundHalfUp',
    replacement: 'Big.roundHalfEven',
    noticedBy: ['src/payments/refund-amount.test.ts'],
  },
  {
    name: 'a visit that was not refunded may have a refund',
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
    name: 'visits moved to each other’s times deadlock',
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
