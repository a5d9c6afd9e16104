import { bodySites } from './body-sites.ts'
import { notices } from './notices.ts'
import { patientPages } from './patient-pages.ts'

export const pt = { bodySites, notices, patientPages }
