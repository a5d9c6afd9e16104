import { stringify } from 'yaml'

/** The text of an exported clinic file. */
export function clinicFileText(description: unknown): string {
  return stringify(description, { lineWidth: 120 })
}
