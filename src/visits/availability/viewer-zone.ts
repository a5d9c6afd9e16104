import { canonicalZone } from '../../base/values/clinic-time.ts'

/** The timezone of the patient* fields, and how it was found. */
export interface ViewerZone {
  zone: string
  source: 'PARAM' | 'HEADER' | 'IP' | 'CLINIC'
}

/** What is known about a viewer. */
interface Viewer {
  /**
   * The timezone that the caller requests, and the timezone that a trusted proxy reports; not
   * validated.
   */
  parameter: string | undefined
  header: string | undefined
  /** The timezone of the caller's address; only looked up if the others are missing. */
  lookUpZone(): string | undefined
}

/**
 * The viewer's zone, from the caller's parameter, otherwise the proxy's header, otherwise the
 * address, otherwise the clinic; an unknown name is skipped (TZ-07).
 */
export function viewerZone(
  { parameter, header, lookUpZone }: Viewer,
  clinicZone: string,
): ViewerZone {
  for (const [name, source] of [
    [parameter, 'PARAM'],
    [header, 'HEADER'],
  ] as const) {
    const zone = name === undefined ? undefined : canonicalZone(name)
    if (zone) return { zone, source }
  }
  const zone = lookUpZone()
  return zone ? { zone, source: 'IP' } : { zone: clinicZone, source: 'CLINIC' }
}
