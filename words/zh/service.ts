import { notices } from './notices.ts'
import { patientPages } from './patient-pages.ts'

export const zh = { notices, patientPages }
