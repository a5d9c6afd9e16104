// Generates the clinic file that describes a workspace: each section reads its tables, reversing an
// import.

import { combinedStatement } from '../../base/db/combined-statement.ts'
import type { Queries } from '../../base/db/database.ts'
import { type ClinicFile, clinicFileSections } from './clinic-file-schema.ts'
import { workspaceDescription } from './sections/workspace.ts'

const descriptions = [
  workspaceDescription,
  ...clinicFileSections.flatMap(({ description }) => description ?? []),
]

/** Reads all sections as of one instant. */
const fullDescription = combinedStatement(
  'full_description',
  { workspaceId: 'bigint' },
  Object.fromEntries(descriptions.flatMap(({ statements }) => Object.entries(statements))),
)

/**
 * The clinic file that would produce the current state of a workspace (SETUP-02). It contains no
 * medicines: they have their own import, and a file without them leaves them unchanged. Retired
 * items are left out.
 */
export async function describeClinic(queries: Queries, workspaceId: number): Promise<ClinicFile> {
  const rows = await fullDescription.rows(queries, { workspaceId })
  // Sorted in the usual order of a handwritten file.
  const file = { workspace: {}, locations: {}, practitioners: {} } as ClinicFile
  for (const { describe } of descriptions) describe(rows, file)
  return file
}
