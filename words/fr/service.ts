import { patientPages } from './patient-pages.ts'

export const fr = { patientPages }
