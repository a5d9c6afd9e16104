import type { PlantedFault } from './planted-fault.ts'

const noticedBy = ['src/notices/notices.test.ts']

/** In notices to patients: that what changed is told, once, and nothing else. */
export const noticeFaults: readonly PlantedFault[] = [
  {
    name: 'who was told that the turn comes near is told again when the line moves',
    file: 'src/queue/staff-queries.ts',
    text: 'and not exists (select from notices n where n.workspace_id = w.id and n.visit_id = near.id)',
    replacement: '',
    noticedBy: ['src/queue/turn-notices.test.ts'],
  },
  {
    name: 'a turn is near with one place fewer before it than the clinic says',
    file: 'src/queue/staff-queries.ts',
    text: ':defaultPlaces) + 1',
    replacement: ':defaultPlaces)',
    noticedBy: ['src/queue/turn-notices.test.ts'],
  },
  {
    name: 'who is called already is told that the turn comes near',
    file: 'src/queue/noticed-token.ts',
    text: "status === 'WAITING' ? 'EXPECTED'",
    replacement: "status !== 'CANCELLED' ? 'EXPECTED'",
    noticedBy: ['src/queue/turn-notices.test.ts'],
  },
  {
    name: 'a turn comes near where the clinic does not wish to tell of it',
    file: 'src/queue/staff-queries.ts',
    text: "and w.notices ->> 'turn' = 'true' and",
    replacement: 'and',
    noticedBy: ['src/queue/turn-notices.test.ts'],
  },
  {
    name: 'a notice that may have gone out does not count',
    file: 'src/notices/queries.ts',
    text: "state in ('SENDING', 'SENT', 'UNKNOWN')\"",
    replacement: "state in ('SENDING', 'SENT')\"",
    noticedBy: ['src/notices/notices.test.ts'],
  },
  {
    name: 'a notice that is on its way does not count',
    file: 'src/notices/queries.ts',
    text: "state in ('SENDING', 'SENT', 'UNKNOWN')\"",
    replacement: "state in ('SENT', 'UNKNOWN')\"",
    noticedBy: ['src/notices/notices.test.ts'],
  },
  {
    name: 'a notice that did not go out counts',
    file: 'src/notices/queries.ts',
    text: "state in ('SENDING', 'SENT', 'UNKNOWN')\"",
    replacement: "state in ('SENDING', 'SENT', 'UNKNOWN', 'FAILED')\"",
    noticedBy: ['src/notices/notices.test.ts'],
  },
  {
    name: 'a booking is not confirmed',
    file: 'src/notices/plan-notices.ts',
    text: 'confirmationDueAt: confirmation && !waitsForPayment ? now : null',
    replacement: 'confirmationDueAt: confirmation && !waitsForPayment ? null : null',
    noticedBy,
  },
  {
    name: 'a reminder stays where it was when its visit moves',
    file: 'src/notices/plan-notices.ts',
    text: '  else await plan(queries, { ...reminder, dueAt })\n',
    replacement: '',
    noticedBy,
  },
  {
    name: 'a visit that moves so near that none is due is reminded of at its old time',
    file: 'src/notices/plan-notices.ts',
    text: '  if (dueAt === null) await unplan(queries, reminder)\n  else await plan',
    replacement: '  if (dueAt !== null) await plan',
    noticedBy,
  },
  {
    name: 'what was planned of a visit that is cancelled stays planned',
    file: 'src/notices/plan-notices.ts',
    text: "(['confirmation', 'reminder', 'move', 'late'] as const)",
    replacement: '([] as const)',
    noticedBy,
  },
  {
    name: 'a notice of which nobody knows whether it went out is sent once more',
    file: 'src/notices/send-notice.ts',
    text: "= ['SENDING', 'SENT', 'UNKNOWN']",
    replacement: "= ['SENT']",
    noticedBy,
  },
  {
    name: 'a process that has lost a notice sends it all the same',
    file: 'src/notices/send-notice.ts',
    text: '  await work.hold(queries)\n',
    replacement: '',
    noticedBy,
  },
  {
    name: 'a booking that is void is told of',
    file: 'src/notices/send-notice.ts',
    text: '!visit || visit.voided || isSaid',
    replacement: '!visit || isSaid',
    noticedBy,
  },
  {
    name: 'one notice more goes to one destination within a day',
    file: 'src/notices/send-notice.ts',
    text: '>= noticesPerDestinationMax) return',
    replacement: '> noticesPerDestinationMax) return',
    noticedBy,
  },
]
