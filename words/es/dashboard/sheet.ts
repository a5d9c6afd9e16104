import type { Words } from '../../en/dashboard.ts'

export const sheet: Words['sheet'] = {
  print: 'Imprimir',
  asOf: (when) => `Actualizado: ${when}.`,
}
