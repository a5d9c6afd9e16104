// An effect in the database for tests of due work: one row for each time that a piece of work is
// done.

import type { Database } from '../../../src/base/db/database.ts'
import { statement } from '../../../src/base/db/statement.ts'
import type { Work } from '../../../src/base/due-work/work.ts'

export const errandsTable = 'create table errands_done (subject_id bigint not null)'

const insertErrand = statement(
  'test_note_errand',
  { takes: { subjectId: 'bigint' } },
  'insert into errands_done (subject_id) values (:subjectId)',
)

/**
 * Writes the effect together with the completion of the work; `between` runs when both are written
 * but not committed.
 */
export async function doErrand(
  database: Database,
  work: Work,
  between: () => Promise<unknown> = async () => {},
): Promise<undefined> {
  await database.transaction(async (queries) => {
    await queries.rows(insertErrand, { subjectId: work.subjectId })
    await work.finishWith(queries)
    await between()
  })
}
