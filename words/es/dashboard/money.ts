import type { Words } from '../../en/dashboard.ts'

export const money: Words['money'] = {
  amount: 'Importe',
  partPaid: (paid, of) => `Se han pagado ${paid} de ${of}.`,
  remainsDue: (amount) => `Quedan ${amount} por pagar.`,
  atMost: (amount) => `Escriba un importe de hasta ${amount}.`,
  payments: 'Pagos en recepción',
  correct: 'Corregir …',
  correctPaymentLabel: (payment) => `Corregir ${payment}`,
  really: 'Lo que se pagó en realidad',
  notPaid: 'Nada',
  reason: 'Motivo',
  save: 'Guardar la corrección',
  corrected: (who, why) => `Corregido por ${who}: ${why}`,
  online: 'Pago en línea',
  ask: 'Enviar un enlace de pago',
  asked: (when) => `Se envió un enlace de pago: ${when}.`,
  underWay: 'Es posible que el paciente esté pagando en línea en este momento.',
  leave: 'Cobrar aquí en su lugar',
}
