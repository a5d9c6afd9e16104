import type { PlantedFault } from './planted-fault.ts'

const waiting = ['src/appointments/waiting.test.ts']

/** Faults in the waiting list: which times fit, and what happens to an entry. */
export const waitingFaults: readonly PlantedFault[] = [
  {
    name: 'an entry that wants one weekday is offered the next',
    file: 'src/appointments/waiting-fits.ts',
    in: 'fits',
    replace: 'weekdays[weekdayNumber(date) - 1]',
    with: 'weekdays[weekdayNumber(date) % 7]',
    noticedBy: waiting,
  },
  {
    name: 'taken times are offered to patients on the waiting list',
    file: 'src/appointments/waiting-times.ts',
    in: 'fittingTimes',
    replace: 'schedule.get(doctorId) ?? []',
    with: '[]',
    noticedBy: waiting,
  },
  {
    name: 'a waiting-list entry is booked twice',
    file: 'src/appointments/waiting-entry.ts',
    in: 'heldEntry',
    replace: "if (held?.state !== 'OPEN') throw",
    with: 'if (!held) throw',
    noticedBy: waiting,
  },
]
