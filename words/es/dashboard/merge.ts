import type { Words } from '../../en/dashboard.ts'

export const merge: Words['merge'] = {
  title: 'Otra ficha de esta persona',
  open: 'Buscar otra ficha …',
  noLikelyDuplicates: 'Ninguna otra ficha parece de esta persona.',
  candidates: 'Fichas que pueden ser de esta persona',
  search: 'Buscar la otra ficha',
  because: {
    PHONE_AND_NAME: 'mismo teléfono y nombre',
    PHONE: 'mismo teléfono',
    NAME_AND_BIRTH_DATE: 'mismo nombre y nacimiento',
    NAME: 'nombre parecido',
  },
  back: 'Volver a la ficha',
  heading: 'Unir dos fichas',
  none: 'Elija la otra ficha en la página del paciente.',
  keep: 'Se conserva la ficha',
  compared: 'Ambas fichas',
  field: 'Campo',
  kept: 'Se conserva',
  otherRecordLabel: 'Pasa',
  taken: 'se toma',
  left: 'se queda atrás',
  stillFoundByIt: 'se sigue encontrando por él',
  movedTitle: 'Lo que pasa',
  onlyRecordMoves: 'Nada más que la ficha.',
  afterwards:
    'El número antiguo lleva desde entonces a la ficha conservada, también para los programas. Queda anotado quién miró cada ficha.',
  overlapping: (count) =>
    count === 1
      ? '1 visita próxima coincide con una de la ficha conservada. Ambas quedan.'
      : `${count} visitas próximas coinciden con otras de la ficha conservada. Todas quedan.`,
  moved: {
    visits: 'Visitas',
    tokens: 'Turnos',
    packs: 'Bonos de sesiones',
    movements: 'Movimientos de bonos',
    series: 'Series',
    waiting: 'Entradas de listas de espera',
    vitals: 'Constantes',
    payments: 'Pagos en línea',
    deskPayments: 'Pagos en recepción',
    refunds: 'Devoluciones',
    receipts: 'Recibos',
    notices: 'Mensajes',
    records: 'Fichas unidas antes',
  },
  reason: 'Por qué son una persona',
  reasonHint: 'Se conserva para siempre, con su nombre.',
  final: 'No se puede deshacer.',
  yes: 'Unir las fichas',
  mergedTitle: 'Unidas a esta ficha',
}
