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
}
