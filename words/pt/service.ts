import { patientPages } from './patient-pages.ts'

export const pt = { patientPages }
