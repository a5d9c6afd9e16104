import type { Words } from '../../en/dashboard.ts'

export const series: Words['series'] = {
  title: 'Serie',
  repeat: 'Repetir esta cita',
  every: 'Cada',
  unit: 'Días o semanas',
  weeks: 'semanas',
  days: 'días',
  count: 'Cuántas veces',
  allFree: 'Todas las horas están libres.',
  taken: (n) =>
    n === 1
      ? 'Una hora está ocupada; al lado, la libre más cercana.'
      : `${n} horas están ocupadas; al lado, las libres más cercanas.`,
  nothingFreeNearby: 'nada libre cerca',
  priceEach: 'Precio de cada cita',
  submit: (n) => `Reservar ${n} citas`,
  move: 'Mover desde aquí …',
  cancel: 'Cancelar desde aquí …',
  whole: 'Todas las citas desde esta, o ninguna. Duran y cuestan lo mismo.',
  daysLater: 'Días después',
  time: 'Hora',
  moveYes: 'Mover todas',
  cancelAsk: '¿Cancelar esta cita y todas las siguientes? No se devuelve nada de lo pagado.',
  cancelYes: 'Cancelar todas',
}
