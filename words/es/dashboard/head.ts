import type { Words } from '../../en/dashboard.ts'

export const head: Words['head'] = {
  age: (years) => (years === 1 ? '1 año' : `${years} años`),
  last: 'Última visita',
  next: 'Próxima visita',
  due: 'Saldo pendiente',
  bookFor: (name) => `Nueva cita: ${name}`,
  alert: 'Aviso',
  alertEdit: 'Aviso …',
  alertHint: 'Lo que todos deben ver primero',
  alertSave: 'Guardar el aviso',
  absences: 'Ausencias',
  bookingRule: {
    label: 'Reserva',
    edit: 'Reserva …',
    like: 'Como todos',
    BY_PHONE: 'Solo por teléfono',
    PAY_BEFORE: 'Paga por adelantado',
    hint: 'Vale para páginas web y programas que reservan para pacientes. La clínica siempre puede reservar.',
    reason: 'Motivo',
    reasonHint: 'Solo lo ve el personal.',
    save: 'Guardar',
    since: (date) => `desde el ${date}`,
  },
}
