// The clinic file that describes what there is: what the sections read from their tables, the other way round than an import writes.

import { combinedStatement } from '../db/combined-statement.ts'
import type { Queries } from '../db/database.ts'
import { type ClinicFile, clinicFileSections } from './clinic-file-schema.ts'
import { workspaceDescription } from './sections/workspace.ts'

const descriptions = [workspaceDescription, ...clinicFileSections.flatMap(({ description }) => description ?? [])]

/** All of it as of one instant. */
const wholeDescription = combinedStatement(
  'whole_description',
  { workspaceId: 'bigint' },
  Object.fromEntries(descriptions.flatMap(({ statements }) => Object.entries(statements))),
)

/**
 * What a clinic file would say to come to what is in use of a workspace (SETUP-02). Medicines are not in it: they are kept by their own import,
 * and a file without them leaves them alone. Of what was retired nothing is said.
 */
export async function describeClinic(queries: Queries, workspaceId: number): Promise<ClinicFile> {
  const rows = await wholeDescription.rows(queries, { workspaceId })
  // In the order in which people write one.
  const file = { workspace: {}, locations: {}, practitioners: {} } as ClinicFile
  for (const { describe } of descriptions) describe(rows, file)
  return file
}
