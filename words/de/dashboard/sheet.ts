import type { Words } from '../../en/dashboard.ts'

export const sheet: Words['sheet'] = {
  print: 'Drucken',
  asOf: (when) => `Stand: ${when}.`,
}
