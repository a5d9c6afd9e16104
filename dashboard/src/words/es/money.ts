import type { Words } from '../en.ts'

export const money: Words['money'] = {
  amount: 'Importe',
  partPaid: (paid, of) => `Se han pagado ${paid} de ${of}.`,
  staysDue: (amount) => `Quedan ${amount} por pagar.`,
  atMost: (amount) => `Escriba un importe de hasta ${amount}.`,
  payments: 'Pagos en recepción',
  correct: 'Corregir …',
  correctOf: (payment) => `Corregir ${payment}`,
  really: 'Lo que se pagó en realidad',
  notPaid: 'Nada',
  reason: 'Motivo',
  save: 'Guardar la corrección',
  corrected: (who, why) => `Corregido por ${who}: ${why}`,
}
