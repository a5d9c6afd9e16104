// Backups that released versions wrote, each with the facts that a test needs.

/** The folder with `0.1.0.gz` and `0.1.0.json`. */
export const releasesFolder = new URL('../../releases/', import.meta.url)

export interface ReleasedClinic {
  workspaceId: number
  name: string
  /** A developer key for 127.0.0.1. */
  key: string
  /** What moved through the gateway, captured less refunded, in minor units. */
  netMinor: number
  /** The body that books a free slot. */
  booking: Record<string, unknown>
  /** A slot that a visit occupies. */
  taken: { fromDateTimeIso: string; toDateTimeIso: string }
  /** A visit of a known patient that was paid at the desk. */
  paidAtDesk: number
}
