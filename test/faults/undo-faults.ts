import type { PlantedFault } from './planted-fault.ts'

/** Faults in what is taken back at the desk. */
export const undoFaults: readonly PlantedFault[] = [
  {
    name: 'a change is taken back over what has happened since',
    file: 'src/booking/desk-changes.ts',
    in: 'beginTakingBack',
    replace: "if (!found.isLast) throw problem('CHANGED_SINCE', { id, visit })",
    with: '',
    noticedBy: ['src/appointments/take-back.test.ts'],
  },
  {
    name: 'a change whose notice has begun is taken back',
    file: 'src/booking/desk-changes.ts',
    in: 'endTakingBack',
    replace: 'if (told) throw',
    with: 'if (told && subjectId < 0) throw',
    noticedBy: ['test/undo-races.test.ts'],
  },
  {
    name: 'a reminder goes out while a move can be taken back',
    file: 'src/notices/send-notice.ts',
    in: 'begin',
    replace: 'if (unsettledUntil >= now) {',
    with: 'if (unsettledUntil >= now && subjects.some(({ kind }) => kind !== "reminder")) {',
    noticedBy: ['src/notices/undo-notices.test.ts'],
  },
  {
    name: 'a payment that is taken back leaves another way to pay',
    file: 'src/checkout/desk.ts',
    in: 'correctDeskPayment',
    replace: 'instead?.method ?? change?.paymentModeBefore ?? undefined',
    with: 'instead?.method',
    noticedBy: ['src/checkout/take-back-payment.test.ts'],
  },
  {
    name: 'a patient who takes an earlier time keeps the later visit',
    file: 'src/appointments/offers.ts',
    in: 'takeTime',
    replace: 'if (!replaced?.appointmentId) return book(queries, planned)',
    with: 'if (!replaced?.appointmentId || planned.to > 0) return book(queries, planned)',
    noticedBy: ['src/appointments/waiting-offers.test.ts'],
  },
]
