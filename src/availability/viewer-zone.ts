import { canonicalZone } from '../values/clinic-time.ts'

/** The zone the patient* fields are rendered in, and how it was found. */
export interface ViewerZone {
  zone: string
  source: 'PARAM' | 'HEADER' | 'IP' | 'CLINIC'
}

/** The caller's parameter if it names a zone, else the clinic's; a bad name falls through (TZ-07). */
export function viewerZone(parameter: string | undefined, clinicZone: string): ViewerZone {
  const named = parameter === undefined ? undefined : canonicalZone(parameter)
  return named ? { zone: named, source: 'PARAM' } : { zone: clinicZone, source: 'CLINIC' }
}
