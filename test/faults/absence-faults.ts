import type { PlantedFault } from './planted-fault.ts'

const closings = ['src/appointments/closings.test.ts']
const lateness = ['src/appointments/lateness.test.ts']

/** Faults in absences: a closing covers everyone, and lateness is announced once. */
export const absenceFaults: readonly PlantedFault[] = [
  {
    name: "a closing waits for bookings while its practitioners' visits are being moved",
    file: 'src/appointments/operations/blocks.ts',
    in: 'blockClose',
    replace: 'for (const doctor of doctorIds) await lock(queries, workspaceId, { doctor })',
    with: '',
    noticedBy: closings,
  },
  {
    name: 'a location that closes also blocks practitioners who have left',
    file: 'src/appointments/operations/blocks.ts',
    in: 'blockClose',
    replace: 'practice.doctor.isActiveMember &&',
    with: '',
    noticedBy: closings,
  },
  {
    name: 'a visit in two blocks is in the list of only one',
    file: 'src/appointments/operations/displaced-visits.ts',
    in: 'visitDisplaced',
    replace: '[...(blocksOf.get(id) ?? []), blockId]',
    with: '[blockId]',
    noticedBy: closings,
  },
  {
    name: 'a patient is told twice about the same lateness',
    file: 'src/notices/send-notice.ts',
    in: 'wantedOf',
    replace: '(lateMinutes ?? 0) > (last?.lateMinutes ?? 0)',
    with: '(lateMinutes ?? 0) > 0',
    noticedBy: lateness,
  },
  {
    name: 'a patient who was told about a lateness is not told when it grows',
    file: 'src/notices/send-notice.ts',
    in: 'wantedOf',
    replace: '(lateMinutes ?? 0) > (last?.lateMinutes ?? 0)',
    with: '(lateMinutes ?? 0) < 0',
    noticedBy: lateness,
  },
  {
    name: 'a patient who has arrived is told that the practitioner runs late',
    file: 'src/appointments/late-queries.ts',
    in: 'stillToCome',
    replace: 'and a.arrived_at is null',
    with: '',
    noticedBy: lateness,
  },
  {
    name: 'a lateness that is over is announced',
    file: 'src/notices/send-notice.ts',
    in: 'whyPointless',
    replace: "if (kind === 'late' && minutesLate === null) return 'the practitioner no longer runs late, or the patient has come'",
    with: '',
    noticedBy: lateness,
  },
]
