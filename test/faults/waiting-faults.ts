import type { PlantedFault } from './planted-fault.ts'

const waiting = ['src/appointments/waiting.test.ts']

/** Faults in the waiting list: which times fit, and what happens to an entry. */
export const waitingFaults: readonly PlantedFault[] = [
  {
    name: 'an entry that wants one weekday is offered the next',
    file: 'src/appointments/waiting-fits.ts',
    text: 'weekdays[weekdayNumber(date) - 1]',
    replacement: 'weekdays[weekdayNumber(date) % 7]',
    noticedBy: waiting,
  },
  {
    name: 'taken times are offered to patients on the waiting list',
    file: 'src/appointments/waiting-times.ts',
    text: 'schedule.get(doctorId) ?? []',
    replacement: '[]',
    noticedBy: waiting,
  },
  {
    name: 'a waiting-list entry is booked twice',
    file: 'src/appointments/waiting-entry.ts',
    text: "if (held?.state !== 'OPEN') throw",
    replacement: 'if (!held) throw',
    noticedBy: waiting,
  },
]
