import type { Words } from '../../en/dashboard.ts'

export const sheet: Words['sheet'] = {
  print: 'طباعة',
  asOf: (when) => `حتى ${when}.`,
}
