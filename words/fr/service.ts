import { notices } from './notices.ts'
import { patientPages } from './patient-pages.ts'

export const fr = { notices, patientPages }
