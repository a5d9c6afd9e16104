import { stringify } from 'yaml'

/**
 * The text of an exported clinic file. Text that YAML 1.1 takes for something else is quoted: its
 * readers, such as PyYAML, read 13:00 as 780 and the country NO as false.
 */
export function clinicFileText(description: unknown): string {
  return stringify(description, { lineWidth: 120, compat: 'yaml-1.1' })
}
