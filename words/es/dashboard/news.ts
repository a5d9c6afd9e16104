import type { Words } from '../../en/dashboard.ts'

export const news: Words['news'] = {
  title: 'Novedades de pacientes',
  open: (n) => (n === 0 ? 'Novedades de pacientes' : `Novedades de pacientes, ${n} nuevas`),
  none: 'Nada en los últimos 14 días.',
  erased: 'Alguien',
  kinds: {
    BOOKED: 'reservó',
    MOVED: 'cambió la cita',
    CANCELLED: 'canceló',
    CONFIRMED: 'vendrá',
    PAID: 'reservó y pagó',
    WROTE: 'escribió un mensaje',
  },
  mails: 'Por correo',
  choices: {
    NONE: 'Sin correos',
    AT_ONCE: 'Al momento',
    HOURLY: 'Cada hora',
    DAILY: 'Una vez al día',
  },
  time: 'A las',
  save: 'Guardar',
  hint: 'Los correos no nombran a ningún paciente. Van a la dirección de su ficha de personal.',
}
