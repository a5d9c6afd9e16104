import type { BoardWords } from '../en/board.ts'

export const board: BoardWords = {
  watch: 'Esté atento a su número',
  next: 'Siguientes',
  absent: 'Llamados, ausentes',
  askDesk: 'pregunte en recepción',
  inside: 'en consulta',
  quiet: 'Su número aparecerá aquí cuando sea su turno.',
  closed: 'Ahora no se llama a ningún número.',
  upTo: 'hasta {to} min',
  minutes: '{range} min',
  spoken: 'Número {token}, {door}.',
  speak: 'Decir los números',
  speaks: 'Se dirán los números.',
  touch: 'Toque aquí para volver a oír los números',
  lost: 'Sin conexión desde las {time}. Esté atento a la llamada o pregunte en recepción.',
  gone: 'Este panel tiene ahora otro enlace. El personal lo encuentra en el panel de control, junto a la cola.',
}
