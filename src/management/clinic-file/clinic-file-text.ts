import { stringify } from 'yaml'

/** A clinic file as it is written out. */
export function clinicFileText(description: unknown): string {
  return stringify(description, { lineWidth: 120 })
}
