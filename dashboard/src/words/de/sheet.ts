import type { Words } from '../en.ts'

export const sheet: Words['sheet'] = {
  print: 'Drucken',
  asOf: (when) => `Stand: ${when}.`,
}
