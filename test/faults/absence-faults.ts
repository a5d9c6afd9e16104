import type { PlantedFault } from './planted-fault.ts'

const closings = ['src/appointments/closings.test.ts']
const lateness = ['src/appointments/lateness.test.ts']

/** Faults in absences: a closing covers everyone, and lateness is announced once. */
export const absenceFaults: readonly PlantedFault[] = [
  {
    name: "a closing waits for bookings while its practitioners' visits are being moved",
    file: 'src/appointments/operations/blocks.ts',
    text: '      for (const doctor of doctorIds) await lock(queries, workspaceId, { doctor })\n',
    replacement: '',
    noticedBy: closings,
  },
  {
    name: 'a location that closes also blocks practitioners who have left',
    file: 'src/appointments/operations/blocks.ts',
    text: 'practice.doctor.isActiveMember && ',
    replacement: '',
    noticedBy: closings,
  },
  {
    name: 'a visit in two blocks is in the list of only one',
    file: 'src/appointments/operations/displaced-visits.ts',
    text: '[...(blocksOf.get(id) ?? []), blockId]',
    replacement: '[blockId]',
    noticedBy: closings,
  },
  {
    name: 'a patient is told twice about the same lateness',
    file: 'src/notices/send-notice.ts',
    text: '(lateMinutes ?? 0) > (last?.lateMinutes ?? 0)',
    replacement: '(lateMinutes ?? 0) > 0',
    noticedBy: lateness,
  },
  {
    name: 'a patient who was told about a lateness is not told when it grows',
    file: 'src/notices/send-notice.ts',
    text: '(lateMinutes ?? 0) > (last?.lateMinutes ?? 0)',
    replacement: '(lateMinutes ?? 0) < 0',
    noticedBy: lateness,
  },
  {
    name: 'a patient who has arrived is told that the practitioner runs late',
    file: 'src/appointments/late-queries.ts',
    text: ' and a.arrived_at is null',
    replacement: '',
    noticedBy: lateness,
  },
  {
    name: 'a lateness that is over is announced',
    file: 'src/notices/send-notice.ts',
    text: "  if (kind === 'late' && minutesLate === null) return 'the practitioner no longer runs late, or the patient has come'\n",
    replacement: '',
    noticedBy: lateness,
  },
]
