import type { Words } from '../../en/dashboard.ts'

export const own: Words['own'] = {
  open: 'Eine Zeit außerhalb des Angebots …',
  title: 'Eine Zeit außerhalb des Angebots',
  time: 'Uhrzeit',
  reason: 'Grund',
  reasonHint: 'Steht beim Termin, nur für das Personal.',
  leave: 'Doch eine freie Zeit wählen',
  notFree: 'Diese Zeit ist nicht frei.',
  mark: 'Außerhalb des Angebots',
  patientsCannot: 'Patienten könnten das nicht buchen:',
}
