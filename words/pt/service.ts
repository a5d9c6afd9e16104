import { notices } from './notices.ts'
import { patientPages } from './patient-pages.ts'

export const pt = { notices, patientPages }
