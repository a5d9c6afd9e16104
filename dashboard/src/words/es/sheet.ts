import type { Words } from '../en.ts'

export const sheet: Words['sheet'] = {
  print: 'Imprimir',
  asOf: (when) => `Actualizado: ${when}.`,
}
