import type { Words } from '../en.ts'

export const sheet: Words['sheet'] = {
  print: 'طباعة',
  asOf: (when) => `حتى ${when}.`,
}
