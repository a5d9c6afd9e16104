import { patientPages } from './patient-pages.ts'

export const zh = { patientPages }
