import { canonicalZone } from '../values/clinic-time.ts'

/** The zone the patient* fields are rendered in, and how it was found. */
export interface ViewerZone {
  zone: string
  source: 'PARAM' | 'HEADER' | 'IP' | 'CLINIC'
}

/** The caller's parameter, else what a trusted proxy says, else the clinic's; a name that is none falls through (TZ-07). */
export function viewerZone(parameter: string | undefined, header: string | undefined, clinicZone: string): ViewerZone {
  for (const [name, source] of [
    [parameter, 'PARAM'],
    [header, 'HEADER'],
  ] as const) {
    const zone = name === undefined ? undefined : canonicalZone(name)
    if (zone) return { zone, source }
  }
  return { zone: clinicZone, source: 'CLINIC' }
}
