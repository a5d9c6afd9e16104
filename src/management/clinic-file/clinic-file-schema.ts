// The schema of a clinic file, combined from all its sections. It is published as
// docs/clinic-file.schema.json.

import type { Static } from 'typebox'
import { integer, optional, text, versionLimits } from '../../base/contract/schemas.ts'
import { type Section, sectionMembers } from './sections/section.ts'
import { workspaceMembers } from './sections/workspace.ts'
import { sections } from './sections.ts'
import { closedObject } from './words.ts'

export const ClinicFile = closedObject(
  {
    $schema: optional(text('Names this schema, for editors.', 'clinic-file.schema.json')),
    version: optional(
      integer(
        'The version of the settings that this file was exported from: the import is refused if there is a later one. If omitted, this is not checked.',
        12,
        versionLimits,
      ),
    ),
    ...workspaceMembers,
    ...sectionMembers(sections),
  },
  'The complete description of a workspace.',
)
export type ClinicFile = Static<typeof ClinicFile>

/** The sections, each of which reads the part that it needs from a clinic file. */
export const clinicFileSections: readonly Section<ClinicFile>[] = sections

/** The published schema. */
export const publishedClinicFileSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Clinic file',
  ...ClinicFile,
}

/** The text of docs/clinic-file.schema.json. */
export function clinicFileSchemaText(): string {
  return `${JSON.stringify(publishedClinicFileSchema, null, 2)}\n`
}
