import type { Words } from '../../en/dashboard.ts'

export const own: Words['own'] = {
  open: 'Una hora fuera de oferta …',
  title: 'Una hora fuera de oferta',
  time: 'Hora',
  reason: 'Motivo',
  reasonHint: 'Se guarda con la cita, solo para el personal.',
  leave: 'Elegir una hora libre',
  notFree: 'Esta hora no está libre.',
  mark: 'Fuera de oferta',
  patientsCannot: 'Los pacientes no podrían reservar esto:',
}
