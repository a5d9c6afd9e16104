import type { Words } from '../../en/dashboard.ts'

export const news: Words['news'] = {
  title: 'Neues von Patienten',
  open: (n) => (n === 0 ? 'Neues von Patienten' : `Neues von Patienten, ${n} neu`),
  none: 'Nichts in den letzten 14 Tagen.',
  erased: 'Jemand',
  kinds: {
    BOOKED: 'hat gebucht',
    MOVED: 'hat verschoben',
    CANCELLED: 'hat abgesagt',
    CONFIRMED: 'kommt',
    PAID: 'hat gebucht und bezahlt',
    WROTE: 'hat geschrieben',
  },
  mails: 'Per E-Mail',
  choices: {
    NONE: 'Keine E-Mails',
    AT_ONCE: 'Sofort',
    HOURLY: 'Jede Stunde',
    DAILY: 'Einmal am Tag',
  },
  time: 'Um',
  save: 'Speichern',
  hint: 'Die E-Mails nennen keine Patienten. Sie gehen an die Adresse Ihres Eintrags im Personal.',
}
