import type { Words } from '../../en/dashboard.ts'

export const sandbox: Words['sandbox'] = {
  open: 'Entorno de pruebas: reloj, mensajes, pagos',
  hint: 'No se envía ningún mensaje ni se mueve dinero.',
  clock: 'Reloj',
  outbox: 'Mensajes',
  gateway: 'Pagos',
  onTime: 'El reloj muestra la hora real.',
  ahead: (duration) => `${duration} por delante de la hora real`,
  clockForwardOnlyHint: 'El reloj de un entorno de pruebas solo avanza.',
  noMessages: 'Aún no hay mensajes. Aquí se muestra lo que se enviaría a los pacientes.',
  code: 'Código de un solo uso',
  read: 'Leer',
  noCheckouts: 'Aún no hay pagos en línea.',
  openPage: 'Abrir su página',
  states: { OPEN: 'Abierto', PAID: 'Pagado', FAILED: 'Rechazado', EXPIRED: 'Caducado' },
}
