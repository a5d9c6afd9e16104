import { canonicalZone } from '../values/clinic-time.ts'

/** The zone the patient* fields are rendered in, and how it was found. */
export interface ViewerZone {
  zone: string
  source: 'PARAM' | 'HEADER' | 'IP' | 'CLINIC'
}

/** What is known of a viewer. */
interface Viewer {
  /** The zone the caller asks for, and the one a trusted proxy says; unchecked. */
  parameter: string | undefined
  header: string | undefined
  /** Where the caller's address is; only asked where the others say nothing. */
  located(): string | undefined
}

/** The caller's parameter, else what a trusted proxy says, else the address, else the clinic's; a name that is none falls through (TZ-07). */
export function viewerZone({ parameter, header, located }: Viewer, clinicZone: string): ViewerZone {
  for (const [name, source] of [
    [parameter, 'PARAM'],
    [header, 'HEADER'],
  ] as const) {
    const zone = name === undefined ? undefined : canonicalZone(name)
    if (zone) return { zone, source }
  }
  const zone = located()
  return zone ? { zone, source: 'IP' } : { zone: clinicZone, source: 'CLINIC' }
}
