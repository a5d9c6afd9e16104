// CSV imports while the service is running: rows are read and written in pieces, never all at once.

import { flag, id, integer, list, nullable, object, text } from '../../../base/contract/schemas.ts'
import { databaseProblem } from '../../../base/db/database-problem.ts'
import { refuseWithoutInstallation } from '../../../base/db/installation.ts'
import { withLongSession } from '../../../base/db/long-session.ts'
import { migrate } from '../../../base/db/migrate.ts'
import {
  databaseOperation,
  type OnDatabase,
  type OnDatabaseInWorkspace,
  optionalWithDefault,
} from '../../../base/operations/operation.ts'
import { homeDialCode } from '../../../base/values/phone.ts'
import type { FileImport } from '../file-import.ts'
import { importMedicines } from '../import-medicines.ts'
import { findHomeCountry, importPatients } from '../import-patients.ts'
import { describeDoubts, type RowOutcome, reportHeading, reportRow } from '../patient-report.ts'

/**
 * Runs an import in its own long session; `undone` describes the state after a failure: `nothing
 * was imported`.
 */
async function withFile<R>(
  { connect, say, source, progress }: OnDatabase,
  undone: string,
  work: (file: FileImport) => Promise<R>,
): Promise<R> {
  const connection = await connect()
  await refuseWithoutInstallation(connection)
  await migrate(connection, say)
  let bytes = 0
  async function* read() {
    bytes = 0
    for await (const chunk of source.read()) {
      bytes += chunk.length
      yield chunk
    }
  }
  const shareRead = () => (source.bytes === undefined ? undefined : bytes / source.bytes)
  try {
    return await withLongSession(connection, 'clinic import', (client, queries) => {
      async function transaction<T>(action: () => Promise<T>, isCommitted = true): Promise<T> {
        await client.query('begin')
        try {
          const result = await action()
          await client.query(isCommitted ? 'commit' : 'rollback')
          return result
        } catch (error) {
          await client.query('rollback').catch(() => {})
          throw error
        }
      }
      return work({
        queries,
        transaction,
        read,
        rowsMax: source.rowsMax,
        progress: progress && ((rows) => progress({ rows, share: shareRead() })),
      })
    })
  } catch (error) {
    throw databaseProblem(error, undone)
  }
}

const changeCounts = (subject: string) =>
  object(
    {
      created: integer('New ones.', 2),
      changed: integer('Changed ones.', 1),
      removed: integer('Removed ones.', 0),
    },
    { description: `What became of ${subject}.` },
  )

export const medicinesImport = databaseOperation({
  name: 'medicines-import',
  right: 'setup:write',
  summary:
    'Import medicines, their prices and stock from a CSV file; the service can keep running.',
  runsOn: 'database',
  scope: 'workspace',
  input: object({
    replace: optionalWithDefault(flag('Remove what the file does not name.'), false),
    dryRun: optionalWithDefault(flag('Write nothing, and return what the import would do.'), false),
  }),
  output: object({
    dryRun: flag('True if nothing was written.'),
    file: text('The file.', 'medicines.csv'),
    rows: integer('Rows of the file.', 3),
    medicines: changeCounts('medicines'),
    stock: changeCounts('medicines at locations'),
  }),
  async run(context: OnDatabaseInWorkspace, { replace, dryRun }) {
    const outcome = await withFile(context, 'nothing was imported', async (file) =>
      importMedicines(file, {
        workspaceId: await context.workspaceIdIn(file.queries),
        replace,
        dryRun,
      }),
    )
    return { dryRun, file: context.source.name, ...outcome }
  },
})

const doubtsShownMax = 1_000

export const patientImport = databaseOperation({
  name: 'patient-import',
  right: 'patients:write',
  summary: 'Import patients from a CSV file; importing it again creates no duplicates.',
  runsOn: 'database',
  scope: 'workspace',
  input: object({
    dryRun: optionalWithDefault(flag('Write nothing, and return what the import would do.'), false),
  }),
  output: object({
    dryRun: flag('True if nothing was written.'),
    dialCode: text(
      'The dial code of phones without one: that of the country of the first location.',
      '+49',
    ),
    rows: integer('Rows of the file.', 4),
    created: integer('Rows that made a new patient.', 3),
    matched: integer('Rows whose patient was there already.', 1),
    doubtful: integer('Rows in doubt.', 1),
    doubts: list(
      object({
        line: integer('The line of the file.', 5),
        doubts: list(text('A doubt.', 'DOB_DIFFERS'), 'What is doubtful.'),
        patientId: nullable(id('The patient; null where the import has yet to make them.', 42)),
        explanation: text(
          'The doubt in words.',
          'is patient 42 by phone and name, but the date of birth differs',
        ),
      }),
      `The first ${doubtsShownMax} rows in doubt.`,
    ),
  }),
  async run(context: OnDatabaseInWorkspace, { dryRun }) {
    const { actor, target, workspaceIdIn } = context
    const undone = dryRun
      ? 'nothing was imported'
      : 'rows that were written stay, and the same import goes on from there'
    const outcomeCounts = { rows: 0, created: 0, matched: 0, doubtful: 0 }
    const doubts: ReturnType<typeof doubtView>[] = []
    await target.write(Buffer.from(reportHeading))
    async function tell(outcomes: readonly RowOutcome[]) {
      for (const row of outcomes) {
        outcomeCounts.rows += 1
        outcomeCounts[row.outcome] += 1
        if (row.doubts.length === 0) continue
        outcomeCounts.doubtful += 1
        if (doubts.length < doubtsShownMax) doubts.push(doubtView(row))
      }
      await target.write(Buffer.from(outcomes.map(reportRow).join('')))
    }
    const dialCode = await withFile(context, undone, async (file) => {
      const workspaceId = await workspaceIdIn(file.queries)
      await importPatients(file, { workspaceId, dryRun, tell, actor })
      return homeDialCode(await findHomeCountry(file.queries, workspaceId))
    })
    return { dryRun, dialCode, ...outcomeCounts, doubts }
  },
})

function doubtView(row: RowOutcome) {
  return {
    line: row.line,
    doubts: row.doubts,
    patientId: row.patient.id,
    explanation: describeDoubts(row),
  }
}

export const importOperations = [patientImport, medicinesImport]
