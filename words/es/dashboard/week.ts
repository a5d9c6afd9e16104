import type { Words } from '../../en/dashboard.ts'

export const week: Words['week'] = {
  title: 'Semana',
  previous: 'Semana anterior',
  today: 'Esta semana',
  next: 'Semana siguiente',
  date: 'Una fecha de la semana',
  practitioner: 'Profesional',
  everywhere: 'Todas las sedes',
  closed: 'cerrado',
}
