import type { Words } from '../../en/dashboard.ts'

export const week: Words['week'] = {
  title: 'Woche',
  previous: 'Woche zurück',
  today: 'Diese Woche',
  next: 'Woche vor',
  date: 'Ein Datum der Woche',
  practitioner: 'Behandelnde',
  everywhere: 'Alle Standorte',
  closed: 'geschlossen',
}
