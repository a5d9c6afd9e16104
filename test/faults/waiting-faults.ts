import type { PlantedFault } from './planted-fault.ts'

const waiting = ['src/appointments/waiting.test.ts']

/** In the waiting list: which times fit, and what happens to an entry. */
export const waitingFaults: readonly PlantedFault[] = [
  {
    name: 'who waits for a day of the week is shown the day after it',
    file: 'src/appointments/waiting-fits.ts',
    text: 'weekdays[weekdayNumber(date) - 1]',
    replacement: 'weekdays[weekdayNumber(date) % 7]',
    noticedBy: waiting,
  },
  {
    name: 'times that are taken are shown to those who wait',
    file: 'src/appointments/waiting-times.ts',
    text: 'schedule.get(doctorId) ?? []',
    replacement: '[]',
    noticedBy: waiting,
  },
  {
    name: 'one who waits is booked twice',
    file: 'src/appointments/waiting-entry.ts',
    text: "if (held?.state !== 'OPEN') throw",
    replacement: 'if (!held) throw',
    noticedBy: waiting,
  },
]
