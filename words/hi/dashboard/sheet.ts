import type { Words } from '../../en/dashboard.ts'

export const sheet: Words['sheet'] = {
  print: 'प्रिंट करें',
  asOf: (when) => `${when} तक की जानकारी।`,
}
